/** Premises of a report: assumptions with the value of the plant under their other readings. */
import { expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { shownPremises } from "../../dashboard/src/report/Assumed.tsx"
import { packJobInputs } from "../../domain/case/jobInputs.ts"
import { defaultAssumptions } from "../../domain/market/assumptions.ts"
import { parseScanRequest } from "../../domain/request/input.ts"
import type { FilledRequest } from "../../domain/request/request.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { countryAt } from "../../domain/site/geo/site.ts"
import { readReport } from "../../domain/texts/report.ts"
import { solveJob } from "../../worker/job.ts"
import { checkedOptimiser } from "../support/checkedCore.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"

const optimiser = await checkedOptimiser()

const UTRECHT = { lat: 52.09, lon: 5.12 }
const LYON = { lat: 45.76, lon: 4.84 }
const MADRID = { lat: 40.42, lon: -3.7 }
const DENVER = { lat: 39.74, lon: -104.99 }
const site = { inputMethod: "known", yearlyKwh: 3500 }

const solve = (input: FilledRequest, assumptions = {}) => {
  const job = { scanId: "s", runId: "r", attempt: 1, input, material: packJobInputs({ assumptions }) }
  const result = solveJob(job as never, { optimiser, sizingTolerance: 1e-3 }, () => true)
  if (result.kind !== "solved") throw new Error(JSON.stringify(result.error))
  return readReport(result.report, "en")
}
const reportOf = (body: object, assumptions = {}) =>
  solve(parseScanRequest({ ...site, ...body }, standardProfileKeys, countryAt), assumptions)
const premises = (body: object, assumptions = {}) => reportOf(body, assumptions).premises!
const valuesOf = (body: object) => premises(body).map(({ code, value }) => [code, value])

test("an open request has a premise for each open field, with its value and origin", () => {
  expect(valuesOf({ location: LYON })).toEqual([
    ["usual-contract", "flat"],
    ["usual-price", 0.2561],
    ["average-of-bills", 0.2561],
    ["usual-feed-in", 0.011],
    ["usual-feed-in-end", 2045],
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

test("a load profile of a business is billed as a business, and its kind is a premise", () => {
  const bakery = {
    location: UTRECHT,
    yearlyKwh: 38_000,
    loadProfile: "bakery-g5",
    newPv: [{ maxPanelCount: 40, panelPowerWatts: 430 }],
  }
  const { premises: list, ...assumed } = reportOf(bakery)
  expect(list!.find(({ field }) => field === "customer")).toMatchObject({ code: "business", value: "business" })
  const stated = reportOf({ ...bakery, customer: "business" })
  expect(stated.financial).toEqual(assumed.financial)
  expect(stated.premises!.map(({ field }) => field)).not.toContain("customer")
  const household = reportOf({ ...bakery, customer: "household" })
  expect(household.financial.netPresentValue).toBeGreaterThan(assumed.financial.netPresentValue)
  // A request before country packs stays a household's.
  const { location, ...earlier } = bakery
  const parsed = parseEarlierRequest({ ...site, ...earlier, location }, standardProfileKeys)
  expect(solve(parsed).financial.parameters.customer).toBe("household")
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
  expect(solve(earlier).premises).toBeUndefined()
})

/** Value of the same number of panels for a request that states a reading in place of an assumption. */
const statedValue = (body: object, panelCount: number, stated: object, assumptions = {}) => {
  const newPv = [{ minPanelCount: panelCount, maxPanelCount: panelCount, panelPowerWatts: 430 }]
  return reportOf({ ...body, newPv, ...stated }, assumptions).financial.netPresentValue
}

test("an effect is the value of the same plant in a scan that states the other reading", () => {
  const body = { location: LYON, newPv: [{ maxPanelCount: 14, panelPowerWatts: 430 }] }
  const { premises: list, solar } = reportOf(body)
  const count = solar.newSystems[0]!.panelCount
  expect(count).toBeGreaterThan(0)
  const effectOf = (code: string) => list!.find(one => one.code === code)!.effect!
  const paid = { type: "flat", feedInEurPerKwh: 0.011, feedInGrowthFraction: 0 }
  const lower = { ...paid, flatEurPerKwh: 0.20488, feedInUntil: 2045 }
  expect(effectOf("usual-contract").reading).toBe("dynamic")
  expect(effectOf("usual-contract").netPresentValue).toBeCloseTo(
    statedValue(body, count, { tariff: { type: "dynamic" } }),
    6,
  )
  expect(effectOf("average-of-bills").reading).toBe(0.20488)
  expect(effectOf("average-of-bills").netPresentValue).toBeCloseTo(statedValue(body, count, { tariff: lower }), 6)
  expect(effectOf("usual-feed-in-end").reading).toBe(2050)
  const throughout = statedValue(body, count, { tariff: { ...paid, flatEurPerKwh: 0.2561 } })
  expect(effectOf("usual-feed-in-end").netPresentValue).toBeCloseTo(throughout, 6)
  expect(effectOf("price-growth").netPresentValue).toBeCloseTo(
    statedValue(body, count, { electricityPriceGrowth: 0 }),
    6,
  )
  expect(effectOf("maintenance").netPresentValue).toBeCloseTo(
    statedValue(body, count, { includePvMaintenanceCosts: true }),
    6,
  )
  expect(effectOf("inverter-life").reading).toBe(15)
  expect(list!.find(({ code }) => code === "inverter-life")!.value).toBe(25)
  expect(effectOf("inverter-life").netPresentValue).toBeCloseTo(
    statedValue(body, count, {}, { inverterReplacementYear: 15 }),
    6,
  )
  expect(list!.find(({ code }) => code === "equipment-prices")).toMatchObject({ field: "panelPriceCurve", value: 0 })
  const { panelPriceCurve } = defaultAssumptions
  const dearer = panelPriceCurve.map(({ kwp, eur }) => ({ kwp, eur: 1.2 * eur }))
  expect(effectOf("equipment-prices").netPresentValue).toBeCloseTo(
    statedValue(body, count, {}, { panelPriceCurve: dearer }),
    6,
  )
  // Panels are replaced with their inverters after 25 years.
  const longer = premises({ ...body, analysisYears: 30 }).find(({ code }) => code === "inverter-life")!
  expect(longer.value).toBe(25)
  // A default south roof of Lyon is modelled above the mean of French roofs in use.
  expect(effectOf("plants-in-use").reading).toBe(1102)
  const own = reportOf(body).financial.netPresentValue
  expect(effectOf("plants-in-use").netPresentValue).toBeLessThan(own)
})

test("pages leave out the shipped prices if an offer has its own", () => {
  const report = reportOf({ location: LYON, newPv: [{ maxPanelCount: 14, panelPowerWatts: 430 }] })
  const shown = (isOffer: boolean) => shownPremises(report as never, { isOffer }).map(({ code }) => code)
  expect(shown(false)).toContain("equipment-prices")
  expect(shown(true)).toEqual(shown(false).filter(code => code !== "equipment-prices"))
  // Prices of the request or of the organization are no assumption.
  const priced = [{ maxPanelCount: 14, panelPowerWatts: 430, costPerKwp: 1100 }]
  expect(premises({ location: LYON, newPv: priced }).map(({ code }) => code)).not.toContain("equipment-prices")
  const { panelPriceCurve } = defaultAssumptions
  const open = { location: LYON, newPv: [{ maxPanelCount: 14, panelPowerWatts: 430 }] }
  expect(premises(open, { panelPriceCurve }).map(({ code }) => code)).not.toContain("equipment-prices")
})

test("a plain inverter is a premise under prices that go below 0, with the value of one that stops", () => {
  const body = { location: UTRECHT, tariff: { type: "dynamic" }, newPv: [{ maxPanelCount: 14, panelPowerWatts: 430 }] }
  const { premises: list, solar } = reportOf(body)
  const premise = list!.find(({ code }) => code === "plain-inverter")!
  expect(premise).toMatchObject({ field: "inverterControl", value: "none", effect: { reading: "exportLimit" } })
  const stated = statedValue(body, solar.newSystems[0]!.panelCount, { inverterControl: "exportLimit" })
  expect(premise.effect!.netPresentValue).toBeCloseTo(stated, 6)
  expect(premises({ ...body, inverterControl: "exportLimit" }).map(({ code }) => code)).not.toContain("plain-inverter")
})

test("the sun of the price year is a premise of contracts at the market, with the value of days as they came", () => {
  const roof = { location: UTRECHT, newPv: [{ maxPanelCount: 14, panelPowerWatts: 430 }] }
  const { premises: list, financial } = reportOf({ ...roof, tariff: { type: "dynamic", priceYear: 2025 } })
  const { value, year, effect } = list!.find(({ code }) => code === "sun-of-prices")!
  expect([value, year, effect!.reading]).toEqual([2025, 2025, 2023])
  // Measured hours of 2023 and 2024 at KNMI stations: unpaired days earn 9 and 14 % more.
  expect(effect!.netPresentValue).toBeGreaterThan(financial.netPresentValue)
  // Measured weather of the price year needs no order; prices of a fixed contract have none.
  for (const tariff of [
    { type: "dynamic", priceYear: 2023 },
    { type: "flat", flatEurPerKwh: 0.28 },
  ])
    expect(premises({ ...roof, tariff }).map(({ code }) => code)).not.toContain("sun-of-prices")
})

test("values of the request are no premises, and a scan that buys nothing has no effects", () => {
  const roof = { location: UTRECHT, newPv: [{ maxPanelCount: 14, panelPowerWatts: 430 }] }
  expect(premises({ ...roof, electricityPriceGrowth: 0.02 }).map(({ code }) => code)).not.toContain("price-growth")
  expect(premises({ location: UTRECHT }).every(({ effect }) => effect === undefined)).toBe(true)
})

test("docs/premises.md lists every code", () => {
  const page = readFileSync(new URL("../../docs/premises.md", import.meta.url), "utf8")
  const source = readFileSync(new URL("../../domain/report/premises.ts", import.meta.url), "utf8")
  const codes = [...source.split("] as const")[0]!.matchAll(/^ {2}"([a-z-]+)",$/gm)].map(([, code]) => code!)
  expect(codes).toHaveLength(17)
  for (const code of codes) expect(page).toContain(`\`${code}\``)
})
