/** Plans under demand charges: never better than the bound, feasible in the model, and from current knowledge only. */
import { expect, test } from "bun:test"
import { peakKnowledge, plantKnowledge } from "../../domain/control/knowledge.ts"
import { chargedKw } from "../../domain/market/tariff/demandSets.ts"
import { KINDS, randomCase } from "../../wasm/bench/years.ts"
import type { Knowledge, Plant, Year } from "../../wasm/index.ts"
import { randomDemandCharges } from "../bench/chargeCases.ts"
import { checkedOptimiser } from "../support/checkedCore.ts"
import { CHARGED_SITES, knowledgeOf, preparedSite } from "../support/controlSites.ts"
import { violations } from "./feasibility.ts"

const YEARS = 56
/** The bound of a year under charges is proven to this part of its cost. */
const PROVEN = 1e-5
const CALENDAR_YEAR = 2023
const MONTHS = 12

const optimiser = await checkedOptimiser()

const known = (year: Year, { panels }: Plant): Knowledge => {
  const productionKwh = year.loadKwh.map((_, t) =>
    year.roofs.reduce((sum, roof, k) => sum + panels[k]! * roof.productionKwhPerPanel[t]!, 0),
  )
  const site = { ...year, productionKwh, calendarYear: CALENDAR_YEAR }
  return { ...plantKnowledge(site), ...peakKnowledge(site) }
}

const operated = (year: Year, plant: Plant, knowledge: Knowledge) =>
  optimiser.control(year, plant, { kind: "forecast", knowledge })

for (const [index, kind] of KINDS.entries()) {
  test(`plans under demand charges keep to the model and are never below the bound: ${kind}`, () => {
    for (let seed = index; seed < YEARS; seed += KINDS.length) {
      const { name, year: drawn, plant } = randomCase(kind, 21_000 + seed, { roofs: 1 + (seed % 2) })
      const year = { ...drawn, demandCharges: randomDemandCharges(drawn, seed) }
      const { lowerBoundEur, years } = optimiser.dispatch(year, plant)
      const [{ importKwh }] = years
      const plans = operated(year, plant, { ...known(year, plant), targetImportKwh: importKwh })
      const excess = plans.costEur - lowerBoundEur
      const isAbove = excess >= -PROVEN * Math.max(1, Math.abs(lowerBoundEur))
      expect({ name, excess, isAbove }).toMatchObject({ isAbove: true })
      const wrong = violations(year, plant, { ...plans, lowerBoundEur })
      expect({ name, wrong }).toMatchObject({ wrong: [] })
    }
  })
}

for (const site of CHARGED_SITES) {
  test(`plans reach the part of the savings with foresight that the bench states: ${site.name}`, () => {
    const { year, plant, calendarYear } = preparedSite(site)
    const without = optimiser.dispatch(year, { ...plant, capacityKwh: 0, powerKw: 0 }).costEur
    const ideal = optimiser.dispatch(year, plant)
    const knowledge = { ...knowledgeOf(year, plant, calendarYear), targetImportKwh: ideal.years[0].importKwh }
    const part = (without - operated(year, plant, knowledge).costEur) / (without - ideal.costEur)
    expect({ site: site.name, part, isReached: part >= site.least && part <= 1 }).toMatchObject({ isReached: true })
  })
}

test("what is held back in an hour does not depend on the load after it, nor on what foresight makes of the month", () => {
  const { year, plant, calendarYear } = preparedSite(CHARGED_SITES[0]!)
  const targets = Array.from(
    chargedKw({ ...year.demandCharges![0]!, floorKw: 0 }, optimiser.dispatch(year, plant).years[0].importKwh),
  )
  const levels = (it: Year, targetPeaksKw: readonly number[]) =>
    operated(it, plant, { ...knowledgeOf(it, plant, calendarYear), targetPeaksKw }).years[0].levelKwh
  const before = levels(year, targets)
  // The last hours of the year precede the first hour in forecasts, so they stay equal.
  const [cut, last] = [24 * 190, 24 * 320]
  const loadKwh = year.loadKwh.map((kwh, t) => (t >= cut && t < last ? 1.7 * kwh : kwh))
  const month = year.demandCharges![0]!.period[cut]!
  const after = levels(
    { ...year, loadKwh },
    targets.map((kw, number) => (number >= month && number < 10 ? 1.7 * kw : kw)),
  )
  const differing = Array.from(before.keys()).filter(hour => Math.abs(after[hour]! - before[hour]!) > 1e-9)
  expect(differing[0]).toBeGreaterThanOrEqual(cut)
})

test("a month that was missed does not end the shaving of all that follow", () => {
  const { year: drawn, plant, calendarYear } = preparedSite(CHARGED_SITES[0]!)
  const loadKwh = drawn.loadKwh.slice()
  // One hour that no forecast expects.
  loadKwh[24 * 10 + 9] = 400
  const year = { ...drawn, loadKwh }
  const ideal = optimiser.dispatch(year, plant)
  const knowledge = { ...knowledgeOf(year, plant, calendarYear), targetImportKwh: ideal.years[0].importKwh }
  const [{ importKwh }] = operated(year, plant, knowledge).years
  const charge = { ...year.demandCharges![0]!, floorKw: 0 }
  const [without, plans] = [chargedKw(charge, loadKwh), chargedKw(charge, importKwh)]
  const cut = Array.from({ length: MONTHS }, (_, month) => month).filter(
    month => plans[month]! < 0.97 * without[month]!,
  )
  // At a change of the profile's season, a day's load exceeds the load of all earlier days.
  expect(cut.filter(month => month > 1).length).toBeGreaterThanOrEqual(8)
})

test("a charge for one import of the year is planned to by the days before, not by the year", () => {
  const { year: monthly, plant, calendarYear } = preparedSite(CHARGED_SITES[5]!)
  const year: Year = { ...monthly, demandCharges: [{ period: new Int16Array(8760), eurPerKw: [96] }] }
  const knowledge = knowledgeOf(year, plant, calendarYear)
  const first = operated(year, plant, { ...knowledge, targetPeaksKw: [60] })
  expect(operated(year, plant, { ...knowledge, targetPeaksKw: [90] }).years[0].levelKwh).toEqual(
    first.years[0].levelKwh,
  )
  expect(Math.max(...first.years[0].importKwh)).toBeLessThan(0.95 * Math.max(...year.loadKwh))
})

test("a battery loses next to nothing for a charge that is small beside the price of energy", () => {
  const tariff = { type: "flat", flatEurPerKwh: 0.28, feedInEurPerKwh: 0.06, demandEurPerKwMonth: 1 }
  const school = { name: "school", loadProfile: "school-medium-measured", yearlyKwh: 120_000, tariff }
  const { year, plant, calendarYear } = preparedSite({ ...school, panels: 0, batteryKwh: 66 })
  const withoutEur = optimiser.dispatch(year, { ...plant, capacityKwh: 0, powerKw: 0 }).costEur
  const { years, costEur: idealEur } = optimiser.dispatch(year, plant)
  const [{ importKwh }] = years
  const knowledge = { ...knowledgeOf(year, plant, calendarYear), targetImportKwh: importKwh }
  // Savings with foresight are 93 EUR; with a reserve plans lost 50.
  expect(withoutEur - idealEur).toBeGreaterThan(80)
  expect(withoutEur - operated(year, plant, knowledge).costEur).toBeGreaterThan(-5)
})
