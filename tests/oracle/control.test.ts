/**
 * Controllers never cost less than the proven bound of the year, keep to the physics and the contract, and use current
 * knowledge only.
 */
import { expect, test } from "bun:test"
import { type PlantKnowledge, plantKnowledge } from "../../domain/control/knowledge.ts"
import { KINDS, randomCase, randomNumbers } from "../../wasm/bench/years.ts"
import type { Controller, Plant, Year } from "../../wasm/index.ts"
import { casesOf } from "../support/cases.ts"
import { checkedOptimiser } from "../support/checkedCore.ts"
import { CONTROL_SITES, foreseen, knowledgeOf, preparedSite } from "../support/controlSites.ts"
import { violations } from "./feasibility.ts"

const YEARS = casesOf(500, 150)
const RELATIVE = 1e-9
const CALENDAR_YEAR = 2023
/** Controllers that need knowledge. */
const KNOWING = ["forecast", "switching"] as const

const optimiser = await checkedOptimiser()

const productionOf = ({ roofs, loadKwh }: Year, { panels }: Plant): Float64Array =>
  loadKwh.map((_, t) => roofs.reduce((sum, roof, k) => sum + panels[k]! * roof.productionKwhPerPanel[t]!, 0))

const known = (year: Year, plant: Plant): PlantKnowledge =>
  plantKnowledge({ ...year, productionKwh: productionOf(year, plant), calendarYear: CALENDAR_YEAR })

const controllers = (year: Year, plant: Plant): Controller[] => [
  { kind: "selfConsumption" },
  { kind: "forecast", knowledge: known(year, plant) },
  { kind: "switching", knowledge: known(year, plant) },
]

for (const [index, kind] of KINDS.entries()) {
  test(`no controller is below the proven bound, and each keeps to the model: ${kind}`, () => {
    for (let seed = index; seed < YEARS; seed += KINDS.length) {
      const { name, year, plant } = randomCase(kind, 7000 + seed, { roofs: 1 + (seed % 2) })
      const free = { ...year, gridCharging: true }
      const { lowerBoundEur } = optimiser.dispatch(free, plant)
      for (const controller of controllers(free, plant)) {
        const operated = optimiser.control(free, plant, controller)
        const excess = operated.costEur - lowerBoundEur
        const isAbove = excess >= -RELATIVE * Math.max(1, Math.abs(lowerBoundEur))
        expect({ name, controller: controller.kind, excess, isAbove }).toMatchObject({ isAbove: true })
        if (seed % 25 > 6) continue
        const wrong = violations(free, plant, { ...operated, lowerBoundEur })
        // A rule discharges in hours in which the model does not.
        const others = wrong.filter(text => controller.kind === "forecast" || !text.includes("discharge"))
        expect({ name, controller: controller.kind, others }).toMatchObject({ others: [] })
      }
    }
  })
}

test("at constant prices with a purchase above the sale the rule of self-consumption is the best there is", () => {
  const random = randomNumbers(5)
  for (let seed = 0; seed < 100; seed++) {
    const { name, year, plant } = randomCase("flat", 9000 + seed, { roofs: 1 })
    const flat: Year = { ...year, importLimitKw: undefined, exportLimitKw: undefined, gridCharging: true }
    flat.initialLevel = flat.minLevel
    flat.buyEurPerKwh = year.buyEurPerKwh.slice().fill(0.2 + 0.2 * random())
    flat.sellEurPerKwh = year.sellEurPerKwh
      .slice()
      .fill(0.15 * random() * flat.chargeEfficiency * flat.dischargeEfficiency)
    const best = optimiser.dispatch(flat, plant)
    const ruled = optimiser.control(flat, plant, { kind: "selfConsumption" })
    // The rule leaves energy in the battery at the end of the year, which the best operation sells.
    const left = ruled.years[0].levelKwh.at(-1)! - flat.minLevel * plant.capacityKwh
    const sold = (left / flat.chargeEfficiency) * flat.sellEurPerKwh[0]!
    const excess = ruled.costEur - best.costEur
    expect({ name, isBest: excess >= -1e-9 && excess <= sold + 1e-6 }).toEqual({ name, isBest: true })
  }
})

test("plans that know load and sun are within 2 % of the battery's ideal savings on six sites", () => {
  for (const site of CONTROL_SITES) {
    const { year, plant, calendarYear } = preparedSite(site)
    const without = optimiser.dispatch(year, { ...plant, capacityKwh: 0, powerKw: 0 }).costEur
    const idealEur = without - optimiser.dispatch(year, plant).costEur
    const earned = (knowledge: PlantKnowledge) =>
      (without - optimiser.control(year, plant, { kind: "forecast", knowledge }).costEur) / idealEur
    const knowledge = knowledgeOf(year, plant, calendarYear)
    const perfect = earned(foreseen(knowledge, year, plant))
    expect({ site: site.name, isNear: perfect >= 0.98 && perfect <= 1 + 1e-9 }).toEqual({
      site: site.name,
      isNear: true,
    })
    expect(earned(knowledge)).toBeLessThanOrEqual(perfect + 0.005)
  }
})

for (const kind of KNOWING)
  test(`the outcome of ${kind} is the same to the bit, whatever ran before`, async () => {
    const { year, plant } = randomCase("dynamic", 7100, { roofs: 2 })
    const controller: Controller = { kind, knowledge: known(year, plant) }
    const first = optimiser.control(year, plant, controller)
    optimiser.dispatch(randomCase("limits", 3).year, randomCase("limits", 3).plant)
    expect(optimiser.control(year, plant, controller)).toEqual(first)
    expect((await checkedOptimiser()).control(year, plant, controller)).toEqual(first)
  })

test("a schedule is written into arrays that are given, which are as long as the year", () => {
  const { year, plant } = randomCase("dynamic", 7100, { roofs: 2 })
  const controller: Controller = { kind: "selfConsumption" }
  const first = optimiser.control(year, plant, controller)
  const steps = year.loadKwh.length
  const used = () => new Float64Array(steps).fill(7)
  const into = {
    ...{ importKwh: used(), exportKwh: used(), curtailedKwh: used() },
    ...{ chargeKwh: used(), dischargeKwh: used(), levelKwh: used() },
  }
  const again = optimiser.control(year, plant, controller, into)
  expect(again).toEqual(first)
  expect(again.years[0].levelKwh).toBe(into.levelKwh)
  const short = { ...into, levelKwh: new Float64Array(steps - 1) }
  expect(() => optimiser.control(year, plant, controller, short)).toThrow("into.levelKwh")
})

/** Values that change after an hour, except in the last days of the year: they precede the first day in forecasts. */
const otherFuture = (values: Float64Array, from: number): Float64Array =>
  values.map((value, t) => (t < from || t >= 8400 ? value : 0.3 * value))

for (const kind of KNOWING)
  test(`what ${kind} does in an hour does not depend on load, sun or prices that are not known then`, () => {
    const { year: drawn, plant } = randomCase("dynamic", 7200, { roofs: 1 })
    const year = { ...drawn, importLimitKw: undefined, exportLimitKw: undefined }
    const levels = (it: Year, knowledge: PlantKnowledge) =>
      optimiser.control(it, plant, { kind, knowledge }).years[0].levelKwh
    const before = levels(year, known(year, plant))
    // Hour 4000 is in summer: its prices are known from 13:00 of the day before, and its day ends at 23:00.
    const noon = 24 * 166 + 10
    const cut = 24 * 166 + 23
    const changed: Year = {
      ...year,
      loadKwh: otherFuture(year.loadKwh, noon + 1),
      roofs: year.roofs.map(roof => ({ productionKwhPerPanel: otherFuture(roof.productionKwhPerPanel, noon + 1) })),
      buyEurPerKwh: otherFuture(year.buyEurPerKwh, cut),
      sellEurPerKwh: otherFuture(year.sellEurPerKwh, cut),
    }
    // Knowledge of the climate stays equal: the clear-sky production, and the clearness of the hours before.
    const { clearProductionKwh, usualClearness, clearness } = known(year, plant)
    const after = levels(changed, { ...known(changed, plant), clearProductionKwh, usualClearness, clearness })
    const differing = Array.from(before.keys()).filter(hour => Math.abs(after[hour]! - before[hour]!) > 1e-9)
    expect(differing[0]).toBeGreaterThan(noon)
    expect(differing[0]).toBeLessThan(noon + 24)
  })

test("with demand charges the plans keep to the month's peak: they pay less than plans that do not know of them", () => {
  let aware = 0
  let unaware = 0
  for (let seed = 0; seed < 12; seed++) {
    const { year: drawn, plant } = randomCase("dynamic", 7300 + seed, { roofs: 1 })
    const period = Int16Array.from(drawn.loadKwh, (_, t) => Math.min(11, Math.floor(t / 730)))
    const year: Year = {
      ...drawn,
      importLimitKw: undefined,
      demandCharges: [{ period, eurPerKw: new Array(12).fill(8) }],
    }
    const ideal = optimiser.dispatch(year, plant)
    const knowledge = known(year, plant)
    const plans = optimiser.control(year, plant, {
      kind: "forecast",
      knowledge: { ...knowledge, targetImportKwh: ideal.years[0].importKwh },
    })
    expect(plans.costEur).toBeGreaterThanOrEqual(ideal.lowerBoundEur - 1e-6)
    expect(violations(year, plant, { ...plans, lowerBoundEur: 0 })).toEqual([])
    const targetPeaksKw = Array.from({ length: 12 }, (_, month) =>
      ideal.years[0].importKwh.reduce(
        (most, kwh, t) => (period[t] === month ? Math.max(most, kwh / year.stepHours) : most),
        0,
      ),
    )
    const byPeaks = optimiser.control(year, plant, { kind: "forecast", knowledge: { ...knowledge, targetPeaksKw } })
    expect(byPeaks.costEur).toBe(plans.costEur)
    const oneTooMany = { ...knowledge, targetPeaksKw: [...targetPeaksKw, 1] }
    expect(() => optimiser.control(year, plant, { kind: "forecast", knowledge: oneTooMany })).toThrow("targetPeaksKw")
    aware += plans.costEur - ideal.costEur
    unaware += optimiser.control(year, plant, { kind: "forecast", knowledge }).costEur - ideal.costEur
  }
  expect(aware).toBeLessThan(unaware)
})

test("annual netting is credited by what the year exchanges", () => {
  const { year: drawn, plant } = randomCase("flat", 7400, { roofs: 1 })
  const year: Year = {
    ...drawn,
    importLimitKw: undefined,
    exportLimitKw: undefined,
    buyEurPerKwh: drawn.buyEurPerKwh.slice().fill(0.3),
    sellEurPerKwh: drawn.sellEurPerKwh.slice().fill(0.05),
    nettingEurPerKwh: 0.2,
  }
  const { lowerBoundEur } = optimiser.dispatch(year, plant)
  for (const controller of controllers(year, plant)) {
    const operated = optimiser.control(year, plant, controller)
    expect(operated.costEur).toBeGreaterThanOrEqual(lowerBoundEur - 1e-6)
    expect(violations(year, plant, { ...operated, lowerBoundEur })).toEqual([])
  }
})

/** `steps` hours without sun, with all values known. */
const knownHours = (loadKwh: Float64Array, eurPerKwh: number): { year: Year; knowledge: PlantKnowledge } => {
  const steps = loadKwh.length
  const all = (value: number) => new Float64Array(steps).fill(value)
  const year: Year = {
    stepHours: 1,
    loadKwh,
    roofs: [],
    buyEurPerKwh: all(eurPerKwh),
    sellEurPerKwh: all(0.05),
    gridCharging: true,
    chargeEfficiency: 0.95,
    dischargeEfficiency: 0.95,
    minLevel: 0,
  }
  const last = new Int32Array(steps).fill(steps)
  const knowledge: PlantKnowledge = {
    ...{ pricesUntil: last, nearUntil: last, beyondSteps: 0, clearnessSteps: 48 },
    ...{ expectedBuyEurPerKwh: year.buyEurPerKwh, expectedSellEurPerKwh: year.sellEurPerKwh },
    ...{ nearLoadKwh: loadKwh, farLoadKwh: loadKwh },
    ...{ clearProductionKwh: all(0), usualClearness: all(0), clearness: all(0), endValueEurPerKwh: all(0) },
  }
  return { year, knowledge }
}

test("a peak that could not be avoided is the limit of the rest of the month", () => {
  const loadKwh = new Float64Array(48).fill(1)
  loadKwh[0] = 5
  loadKwh[40] = 8
  const { year, knowledge } = knownHours(loadKwh, 0.3)
  const charged = { ...year, demandCharges: [{ period: new Int16Array(48), eurPerKw: [10] }] }
  const targetImportKwh = new Float64Array(48).fill(2)
  const plans = optimiser.control(
    charged,
    { panels: [], capacityKwh: 10, powerKw: 5 },
    {
      kind: "forecast",
      knowledge: { ...knowledge, targetImportKwh },
    },
  )
  expect(plans.years[0].importKwh[0]).toBe(5)
  expect(Math.max(...plans.years[0].importKwh.subarray(1))).toBeCloseTo(5, 9)
})

test("at constant prices plans store the surplus that is here, as the rule does", () => {
  for (let seed = 0; seed < 10; seed++) {
    const { name, year: drawn, plant } = randomCase("flat", 9200 + seed, { roofs: 1 })
    const year: Year = { ...drawn, importLimitKw: undefined, exportLimitKw: undefined, gridCharging: true }
    year.buyEurPerKwh = drawn.buyEurPerKwh.slice().fill(0.3)
    year.sellEurPerKwh = drawn.sellEurPerKwh.slice().fill(0.06)
    const without = optimiser.dispatch(year, { ...plant, capacityKwh: 0, powerKw: 0 }).costEur
    const saved = (controller: Controller) => without - optimiser.control(year, plant, controller).costEur
    const share = saved({ kind: "forecast", knowledge: known(year, plant) }) / saved({ kind: "selfConsumption" })
    expect({ name, isAsGood: share > 0.99 }).toEqual({ name, isAsGood: true })
  }
})
