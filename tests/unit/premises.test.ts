/** Premises of a report: open fields of the request about the contract. */
import { expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { prepareCase } from "../../domain/case/prepare.ts"
import { premisesOf } from "../../domain/report/premises.ts"
import { parseScanRequest } from "../../domain/request/input.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { countryAt } from "../../domain/site/geo/site.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"

const LYON = { lat: 45.76, lon: 4.84 }
const MADRID = { lat: 40.42, lon: -3.7 }
const DENVER = { lat: 39.74, lon: -104.99 }
const site = { inputMethod: "known", yearlyKwh: 3500 }

const premises = (body: object, assumptions = {}) =>
  premisesOf(prepareCase(parseScanRequest({ ...site, ...body }, standardProfileKeys, countryAt), { assumptions }))!
const valuesOf = (body: object) => premises(body).map(({ code, value }) => [code, value])

test("an open request has a premise for each open field, with its value and origin", () => {
  expect(valuesOf({ location: LYON })).toEqual([
    ["usual-contract", "flat"],
    ["usual-price", 0.2561],
    ["average-of-bills", 0.2561],
    ["usual-feed-in", 0.011],
    ["household", "household"],
  ])
  expect(premises({ location: LYON })[1]).toEqual({
    ...{ code: "usual-price", field: "tariff.flatEurPerKwh", value: 0.2561 },
    ...{ origin: "country", status: "statistics", year: 2025 },
    source: "Eurostat, nrg_pc_204, second half of 2025, household consumers of 2,500 to 4,999 kWh (band DC)",
  })
})

test("given fields have no premise, and the mean of the Union is an assumption", () => {
  const given = { type: "flat", flatEurPerKwh: 0.3, feedInEurPerKwh: 0.05 }
  expect(premises({ location: LYON, customer: "household", tariff: given })).toEqual([])
  expect(valuesOf({ location: MADRID, customer: "business", tariff: { type: "flat", flatEurPerKwh: 0.2 } })).toEqual([
    ["feed-in-unknown", 0],
  ])
  expect(premises({ location: DENVER }).map(({ origin }) => origin)).toEqual(new Array(5).fill("assumed"))
})

test("a dynamic tariff has the additions to the market price", () => {
  const [additions] = premises({ location: LYON, customer: "household", tariff: { type: "dynamic" } })
  expect(additions).toMatchObject({ code: "dynamic-additions", origin: "country" })
  // (0.0698 + 0.0373) · 1.2 + 0.01788.
  expect(additions!.value).toBeCloseTo(0.1464, 9)
})

test("a feed-in price of the organization is no premise, and earlier requests have none", () => {
  const codes = premises({ location: LYON }, { feedInShareOfBarePrice: 0.5 }).map(({ code }) => code)
  expect(codes).not.toContain("usual-feed-in")
  const earlier = parseEarlierRequest({ ...site, location: LYON }, standardProfileKeys)
  expect(premisesOf(prepareCase(earlier))).toBeUndefined()
})

test("docs/premises.md lists every code", () => {
  const page = readFileSync(new URL("../../docs/premises.md", import.meta.url), "utf8")
  const source = readFileSync(new URL("../../domain/report/premises.ts", import.meta.url), "utf8")
  const codes = [...source.split("] as const")[0]!.matchAll(/^ {2}"([a-z-]+)",$/gm)].map(([, code]) => code!)
  expect(codes).toHaveLength(7)
  for (const code of codes) expect(page).toContain(`\`${code}\``)
})
