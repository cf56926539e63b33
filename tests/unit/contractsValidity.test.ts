/** Last day of the price terms of each compared contract, by its template or by the request. */
import { expect, test } from "bun:test"
import { comparedContracts } from "../../api/mcp/explain.ts"
import { REPORT_EXAMPLE } from "../../api/v1/scans/examples.ts"
import type { FullReport } from "../../domain/report/schema.ts"
import { contractTemplates } from "../../domain/request/contractTemplates.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { checkedOptimiser } from "../support/checkedCore.ts"
import { reportOf } from "../support/contractChoice.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"

const optimiser = await checkedOptimiser()

const SITE = {
  location: { lat: 52.1, lon: 5.18 },
  ...{ inputMethod: "known", yearlyKwh: 3500 },
  newPv: [{ maxPanelCount: 4, minPanelCount: 4, panelPowerWatts: 430 }],
}

/** Validity of the current contract and of each offered contract, in the order of the request. */
const validityOf = (tariff: object, ...contracts: object[]) => {
  const request = parseEarlierRequest({ ...SITE, tariff, contracts }, standardProfileKeys)
  const { ranked } = reportOf(request, optimiser, 1e-2).contracts!
  return [null, ...contracts.keys()].map(index => ranked.find(({ contract }) => contract === index)!.validity)
}

const template = (id: string) => {
  const { tariff, name } = contractTemplates.find(each => each.id === id)!
  return { ...tariff, name: name.nl }
}
const flat = { type: "flat", flatEurPerKwh: 0.3, feedInEurPerKwh: 0.02 }

test("prices of a template hold until its last day, and later years count the same prices", () => {
  const { name: _, ...unnamed } = template("nl-fixed-2027")
  const in2026 = { pricesUntil: "2026-12-31", laterYears: "same-prices" as const }
  const in2027 = { pricesUntil: "2027-12-31", laterYears: "same-prices" as const }
  expect(validityOf(template("nl-dynamic-2026"), template("nl-fixed-2026"), unnamed, flat)).toEqual([
    in2026,
    in2026,
    in2027,
    undefined,
  ])
})

test("purchase prices that differ from the template have no end, and other changed terms keep it", () => {
  const { buy, sell, ...rest } = template("nl-fixed-2026")
  const dearer = { ...rest, sell, buy: { ...buy, energy: 0.2 } }
  const unpaid = { ...rest, buy, sell: { energy: 0 } }
  expect(validityOf(flat, dearer, unpaid)).toEqual([
    undefined,
    undefined,
    { pricesUntil: "2026-12-31", laterYears: "same-prices" },
  ])
})

test("a purchase price that the request ends holds until the end of that year", () => {
  const ending = (until: number) => {
    const buy = { energy: 0.24, taxed: false, until, after: { energy: 0.3 } }
    return { type: "custom", firstYear: 2026, buy, sell: { energy: 0.05, until: 2030, after: { energy: 0.01 } } }
  }
  expect(validityOf(ending(2025), ending(2028))).toEqual([
    undefined,
    { pricesUntil: "2028-12-31", laterYears: "later-terms" },
  ])
})

test("prices that hold through the analysis, and templates that end before it, have no end", () => {
  const { buy, ...rest } = template("nl-fixed-2027")
  const until = (year: number) => ({ ...rest, firstYear: 2027, buy: { ...buy, until: year, after: { energy: 0.3 } } })
  const later = { ...template("nl-fixed-2026"), firstYear: 2028 }
  expect(validityOf(until(2035), until(2051), until(2070), later)).toEqual([
    { pricesUntil: "2035-12-31", laterYears: "later-terms" },
    undefined,
    undefined,
    undefined,
  ])
})

test("the comparison for a language model says until when price terms hold", () => {
  const request = parseEarlierRequest(
    { ...SITE, tariff: flat, contracts: [template("nl-fixed-2026")] },
    standardProfileKeys,
  )
  const { contracts } = reportOf(request, optimiser, 1e-2)
  const text = comparedContracts({ ...(REPORT_EXAMPLE as FullReport), contracts: contracts! })
  const line = text?.split("\n").find(each => each.includes("één prijs, 2026"))
  expect(line).toContain("Its price terms hold until 2026-12-31; later years count the same price terms with growth.")
})
