/** Peak-cutting rules and plans under demand charges at a few prices: savings, bound and knowledge. */
import { expect, test } from "bun:test"
import { peakKnowledge, plantKnowledge } from "../../domain/control/knowledge.ts"
import { KINDS, randomCase } from "../../wasm/bench/years.ts"
import type { Knowledge, Plant, Year } from "../../wasm/index.ts"
import { randomDemandCharges } from "../bench/chargeCases.ts"
import { checkedOptimiser } from "../support/checkedCore.ts"
import { knowledgeOf, preparedSite, type Site } from "../support/controlSites.ts"
import { violations } from "./feasibility.ts"

const YEARS = 28
/** The bound of a year under charges is proven to this part of its cost. */
const PROVEN = 1e-5
const TARIFF = { type: "flat", flatEurPerKwh: 0.21, feedInEurPerKwh: 0.05, demandEurPerKwMonth: 8 }

const optimiser = await checkedOptimiser()

/** Least part of the savings with foresight, without panels: plans alone reached 1, 19, −2, 35, 70 and 8 %. */
const SITES: readonly (readonly [loadProfile: string, yearlyKwh: number, batteryKwh: number, least: number])[] = [
  ["office-measured", 60_000, 33, 0.5],
  ["metal-works-measured", 60_000, 33, 0.52],
  ["furniture-shop-measured", 60_000, 33, 0.32],
  ["small-office", 60_000, 33, 0.68],
  ["warehouse", 60_000, 33, 0.7],
  ["house-measured", 3500, 5, 0.65],
]

/** With panels for nine tenths of the load: own use alone reaches 66, 60 and 52 %, plans alone 68, 61 and 55 %. */
const WITH_PANELS: readonly (readonly [loadProfile: string, yearlyKwh: number, batteryKwh: number, least: number])[] = [
  ["office-measured", 60_000, 33, 0.69],
  ["dairy-farm-l1", 60_000, 33, 0.65],
  ["house-measured", 3500, 5, 0.63],
]

const siteOf = (loadProfile: string, yearlyKwh: number, batteryKwh: number, panels = 0): Site => {
  return { name: loadProfile, yearlyKwh, loadProfile, tariff: TARIFF, panels, batteryKwh }
}

const panelsFor = (yearlyKwh: number): number => Math.round((0.9 * yearlyKwh) / 440)

/** Part of a battery's savings with foresight that the controller reaches. */
const partOf = (site: Site): number => {
  const { year, plant, calendarYear } = preparedSite(site)
  const without = optimiser.dispatch(year, { ...plant, capacityKwh: 0, powerKw: 0 }).costEur
  const ideal = optimiser.dispatch(year, plant)
  const knowledge = { ...knowledgeOf(year, plant, calendarYear), targetImportKwh: ideal.years[0].importKwh }
  const { costEur } = optimiser.control(year, plant, { kind: "switching", knowledge })
  return (without - costEur) / (without - ideal.costEur)
}

for (const [loadProfile, yearlyKwh, batteryKwh, least] of SITES) {
  test(`a battery without panels cuts the peaks of ${loadProfile}`, () => {
    const part = partOf(siteOf(loadProfile, yearlyKwh, batteryKwh))
    expect({ part, isReached: part >= least && part <= 1 }).toMatchObject({ isReached: true })
  })
}

for (const [loadProfile, yearlyKwh, batteryKwh, least] of WITH_PANELS) {
  test(`with panels the reserve in winter leaves room in summer: ${loadProfile}`, () => {
    const part = partOf(siteOf(loadProfile, yearlyKwh, batteryKwh, panelsFor(yearlyKwh)))
    expect({ part, isReached: part >= least && part <= 1 }).toMatchObject({ isReached: true })
  })
}

const known = (year: Year, { panels }: Plant): Knowledge => {
  const productionKwh = year.loadKwh.map((_, t) =>
    year.roofs.reduce((sum, roof, k) => sum + panels[k]! * roof.productionKwhPerPanel[t]!, 0),
  )
  const site = { ...year, productionKwh, calendarYear: 2023 }
  return { ...plantKnowledge(site), ...peakKnowledge(site) }
}

test("rules keep to the model and are never below the bound", () => {
  for (let seed = 0; seed < YEARS; seed++) {
    const { name, year: drawn, plant } = randomCase(KINDS[seed % KINDS.length]!, 23_000 + seed, { roofs: 1 })
    const demandCharges = randomDemandCharges(drawn, seed)
    const [night, day] = seed % 3 === 0 ? [-0.1, -0.1] : [0.2, 0.25]
    const buyEurPerKwh = drawn.loadKwh.map((_, t) => (t % 24 < 8 ? night : day))
    const sellEurPerKwh = drawn.loadKwh.map(() => Math.min(0.05, night))
    const year = { ...drawn, buyEurPerKwh, sellEurPerKwh, demandCharges }
    const { lowerBoundEur, years } = optimiser.dispatch(year, plant)
    const knowledge = { ...known(year, plant), targetImportKwh: years[0].importKwh }
    const operated = optimiser.control(year, plant, { kind: "switching", knowledge })
    const isAbove = operated.costEur - lowerBoundEur >= -PROVEN * Math.max(1, Math.abs(lowerBoundEur))
    expect({ name, isAbove }).toMatchObject({ isAbove: true })
    expect({ name, wrong: violations(year, plant, { ...operated, lowerBoundEur }) }).toMatchObject({ wrong: [] })
  }
})

test.each([
  ["small-office", 0],
  ["office-measured", 0],
  ["office-measured", panelsFor(60_000)],
])("%s, %d panels: no hour depends on the load after it", (loadProfile, panels) => {
  const { year, plant, calendarYear } = preparedSite(siteOf(loadProfile, 60_000, 33, panels))
  const levels = (it: Year) =>
    optimiser.control(it, plant, { kind: "switching", knowledge: knowledgeOf(it, plant, calendarYear) }).years[0]
      .levelKwh
  const before = levels(year)
  for (const day of [75, 132, 190, 251]) {
    // The last weeks of the year count as the time before it, so they stay equal.
    const [cut, last] = [24 * day, 24 * 320]
    const loadKwh = year.loadKwh.map((kwh, t) => (t >= cut && t < last && t % 24 > 12 ? 4 * kwh : kwh))
    const after = levels({ ...year, loadKwh })
    const differing = Array.from(before.keys()).find(hour => Math.abs(after[hour]! - before[hour]!) > 1e-9)
    expect(differing).toBeGreaterThanOrEqual(cut)
  }
})
