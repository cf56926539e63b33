/** Plants that a report compares: their labels, and figures equal to a scan that is held at the plant. */
import { expect, test } from "bun:test"
import { alternativeTerms } from "../../domain/case/alternatives.ts"
import { prepareCase } from "../../domain/case/prepare.ts"
import type { ReportBody } from "../../domain/report/schema.ts"
import { contractTemplates } from "../../domain/request/contractTemplates.ts"
import { scanInputOf } from "../../domain/request/scanInput.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { readReport } from "../../domain/texts/report.ts"
import { createPool } from "../../search/choose/pool.ts"
import { withFutures } from "../../search/compare/alternativeFutures.ts"
import { searchAlternatives } from "../../search/compare/alternatives.ts"
import { workOf } from "../../search/model/knownYears.ts"
import { sizingOf } from "../../search/model/sizing.ts"
import type { Solver } from "../../search/model/solver.ts"
import { operateAsIs } from "../../search/operate/control.ts"
import { createOptimiser } from "../../wasm/index.ts"
import { solveJob } from "../../worker/job.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"
import { hardRequest, houseRequest } from "../support/requests.ts"

type Row = NonNullable<ReportBody["alternatives"]>[number]

const optimiser = await createOptimiser()
const solving = { optimiser, goOn: () => true }
const house = houseRequest()
const battery = { powerRatingKw: 20, capacityKwh: 40, costPerKwh: 300 }
const flat = { ...house, electricBattery: battery, tariff: { type: "flat", flatEurPerKwh: 0.3, feedInEurPerKwh: 0.05 } }
const dynamic = { ...house, electricBattery: battery, tariff: { type: "dynamic" } }

const parsed = (request: object) => parseEarlierRequest(structuredClone(request), standardProfileKeys)

const solve = (request: object, settings: Partial<Solver> = {}): ReportBody => {
  const job = { scanId: "s", runId: "r", attempt: 1, input: parsed(request) }
  const result = solveJob(job, { optimiser, sizingTolerance: 1e-4, ...settings }, () => true)
  if (result.kind !== "solved") throw new Error(JSON.stringify(result.error))
  return readReport(result.report, "en")
}

const rowsOf = ({ alternatives = [] }: ReportBody): Row[] => alternatives
const rowOf = (report: ReportBody, kind: Row["kind"]): Row => {
  const row = rowsOf(report).find(each => each.kind === kind)
  if (!row) throw new Error(`no ${kind} in ${JSON.stringify(rowsOf(report))}`)
  return row
}

/** The request held at the sizes of a row, as the page's adjustment does. */
const heldAt = (request: typeof flat | typeof dynamic, { panels, batteryCapacityKwh, batteryPowerKw }: Row) => ({
  ...request,
  newPv: request.newPv.map((roof, i) => ({ ...roof, minPanelCount: panels[i]!, maxPanelCount: panels[i]! })),
  electricBattery:
    batteryCapacityKwh > 0
      ? {
          ...request.electricBattery,
          ...{ capacityKwh: batteryCapacityKwh, minCapacityKwh: batteryCapacityKwh },
          ...{ powerRatingKw: batteryPowerKw, minPowerRatingKw: batteryPowerKw },
        }
      : undefined,
})

test.each([
  ["a flat tariff", flat],
  ["a dynamic tariff", dynamic],
  ["a dynamic tariff, with foresight", { ...dynamic, control: "ideal" }],
  ["a demand charge", { ...flat, tariff: { ...flat.tariff, demandEurPerKwMonth: 6 } }],
])("under %s the first row is the report's own plant", (_, request) => {
  const report = solve(request)
  const { financial, overview, optimisation, solar, battery: own } = report
  expect(rowsOf(report)[0]).toEqual({
    kind: "optimum",
    panels: solar.newSystems.map(({ panelCount }) => panelCount),
    newPanelCount: solar.newSystems.reduce((sum, { panelCount }) => sum + panelCount, 0),
    batteryCapacityKwh: own.specs.capacityKwh,
    batteryPowerKw: own.specs.powerKw,
    investment: financial.investment.solarInvestment + financial.investment.batteryPurchaseCost,
    firstYearSavings: overview.kpi.yearlySavings,
    netPresentValue: financial.netPresentValue,
    panelsNetPresentValue: financial.parts?.panels?.netPresentValue ?? null,
    batteryNetPresentValue: financial.parts?.battery?.netPresentValue ?? null,
    returnPeriod: overview.kpi.returnPeriod,
    netPresentValueRange: report.outlook!.npv,
    selfSufficiency: overview.kpi.selfSufficiency,
    gap: optimisation.gap,
    meetsGoal: true,
  })
  for (const row of rowsOf(report))
    expect((row.panelsNetPresentValue ?? 0) + (row.batteryNetPresentValue ?? 0)).toBeCloseTo(row.netPresentValue, 6)
})

test.each([
  ["a flat tariff", flat],
  ["a dynamic tariff", dynamic],
  ["a dynamic tariff, by a rule", { ...dynamic, control: "selfConsumption" }],
])("under %s every other row has the figures of a scan that is held at its sizes", (_, request) => {
  const others = rowsOf(solve(request)).slice(1)
  expect(new Set(others.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(2)
  for (const row of others) {
    const held = solve(heldAt(request, row))
    expect(held.solar.newSystems.map(({ panelCount }) => panelCount)).toEqual(row.panels)
    expect(held.battery.specs.capacityKwh).toBe(row.batteryCapacityKwh)
    expect(held.overview.kpi.yearlySavings).toBeCloseTo(row.firstYearSavings, 2)
    expect(held.financial.netPresentValue).toBeCloseTo(row.netPresentValue, 1)
    expect(held.financial.parts?.battery?.netPresentValue ?? null).toEqual(
      row.batteryNetPresentValue === null ? null : expect.closeTo(row.batteryNetPresentValue, 1),
    )
    expect(held.overview.kpi.selfSufficiency).toBeCloseTo(row.selfSufficiency, 4)
  }
})

test("every roof full is every roof full, also where no panel pays", () => {
  const newPv = flat.newPv.map(roof => ({ ...roof, costPerKwp: 9000 }))
  const scanCase = prepareCase(parsed({ ...flat, newPv }))
  const sizing = sizingOf(scanCase, 1e-4)
  const sized = optimiser.size(sizing)
  expect(sized.plant.panels.every(count => count === 0)).toBe(true)
  const baseline = operateAsIs(scanCase, sizing.year, optimiser)
  const pool = createPool(scanCase, { sizing, baseline }, optimiser)
  const base = { sizing, sized, pool, workBefore: Number.POSITIVE_INFINITY }
  const found = searchAlternatives(scanCase, base, solving).find(({ kind }) => kind === "allRoofsFull")
  expect(found?.panels).toEqual(newPv.map(({ maxPanelCount }) => maxPanelCount))
})

test("with foresight no plant of a kind is cheaper than its row by more than the proven gap", () => {
  const ideal = { ...flat, control: "ideal" }
  const report = solve(ideal)
  const without = rowOf(report, "withoutBattery")
  const best = solve({ ...ideal, electricBattery: undefined }, { sizingTolerance: 1e-6 })
  const { projectedBaseline } = best.financial.costComparison
  const within = without.gap * Math.max(projectedBaseline - without.netPresentValue, projectedBaseline)
  expect(best.financial.netPresentValue).toBeLessThanOrEqual(without.netPresentValue + within + 0.01)
  for (const row of rowsOf(report))
    expect(row.netPresentValue).toBeLessThanOrEqual(report.financial.netPresentValue + 0.005 * projectedBaseline)
})

test("a share that the plant without a battery cannot reach is said to be missed", () => {
  const request = { ...flat, goal: "renewable-minimum", renewableElectricityMinFraction: 0.6 }
  const row = rowOf(solve(request), "withoutBattery")
  expect(row.selfSufficiency).toBeLessThan(0.599)
  expect(row.meetsGoal).toBe(false)
})

test.each([
  ["a flat tariff", flat],
  ["a dynamic tariff", dynamic],
])("under %s the alternatives take at most half of the work before them, the first ones first", (_, request) => {
  const scanCase = prepareCase(parsed(request))
  const sizing = sizingOf(scanCase, 1e-4)
  const sized = optimiser.size(sizing)
  const baseline = operateAsIs(scanCase, sizing.year, optimiser)
  const within = (workBefore: number) => {
    const begun = workOf(optimiser)
    const pool = createPool(scanCase, { sizing, baseline }, optimiser)
    const plants = searchAlternatives(scanCase, { sizing, sized, pool, workBefore }, solving)
    return { count: plants.length, work: workOf(optimiser) - begun }
  }
  const all = within(Number.POSITIVE_INFINITY)
  expect(all.count).toBe(4)
  expect(within(0).count).toBeLessThanOrEqual(1)
  expect(within(2.5 * all.work).count).toBeGreaterThanOrEqual(3)
  for (const share of [0.6, 0.9]) {
    const workBefore = 2 * share * all.work
    const { count, work } = within(workBefore)
    expect(work).toBeLessThanOrEqual(workBefore / 2)
    expect(count).toBeLessThan(all.count)
  }
})

test("a scan at its budget leaves them out, and says so", () => {
  const request = { ...hardRequest(), includeSavingsSpread: true }
  const { alternatives, notes } = solve(request, { budgetMs: 400, sizingTolerance: 1e-7 })
  expect(alternatives).toHaveLength(1)
  expect(notes).toContainEqual(expect.stringContaining("the alternatives"))
})

const termsOf = (request: object, plant: { panels: number[]; capacityKwh: number }) =>
  alternativeTerms(scanInputOf(parsed(request)), plant)

test("usual batteries are those within the request's bounds nearest to the plant's, at most three", () => {
  const full = house.newPv.map(({ maxPanelCount }) => maxPanelCount)
  const kwhOf = (request: object, capacityKwh: number) =>
    termsOf(request, { panels: full, capacityKwh }).flatMap(terms =>
      "capacityKwh" in terms ? [terms.capacityKwh] : [],
    )
  expect(kwhOf(flat, 12)).toEqual([10, 15, 5])
  expect(kwhOf(flat, 40)).toEqual([30, 15, 10])
  expect(kwhOf(flat, 10)).toEqual([15, 5, 30])
  expect(kwhOf({ ...flat, electricBattery: { ...battery, powerRatingKw: 5 } }, 12)).toEqual([10, 5])
  expect(kwhOf({ ...flat, electricBattery: { ...battery, minCapacityKwh: 20 } }, 25)).toEqual([30])
  expect(kwhOf({ ...flat, electricBattery: undefined }, 0)).toEqual([])
})

test("what the plant is already is not compared with it", () => {
  const full = house.newPv.map(({ maxPanelCount }) => maxPanelCount)
  const kindsOf = (request: object, plant: { panels: number[]; capacityKwh: number }) => [
    ...new Set(termsOf(request, plant).map(({ kind }) => kind)),
  ]
  const none = full.map(() => 0)
  expect(kindsOf(flat, { panels: none, capacityKwh: 0 })).toEqual(["usualBattery", "allRoofsFull"])
  expect(kindsOf(flat, { panels: full, capacityKwh: 7 })).toEqual(["withoutBattery", "usualBattery"])
  expect(kindsOf({ ...flat, goal: "self-sufficiency" }, { panels: none, capacityKwh: 0 })).toEqual(["usualBattery"])
  expect(kindsOf({ ...flat, newPv: [], electricBattery: undefined }, { panels: [], capacityKwh: 0 })).toEqual([])
})

test.each([
  ["selfConsumption", { ...flat.tariff, limits: { exportKw: 0 } }],
  ["selfConsumption", { ...flat.tariff, feedInEurPerKwh: -0.1 }],
])(
  "under %s the panels of every row are chosen for that rule, and no row is worth more than the plant of the report",
  (control, tariff) => {
    const newPv = [{ maxPanelCount: 20, panelPowerWatts: 430 }]
    const request = { ...flat, newPv, tariff, control }
    const report = solve(request)
    const without = rowOf(report, "withoutBattery")
    const worthWith = (panelCount: number) =>
      solve({
        ...request,
        electricBattery: undefined,
        newPv: [{ ...newPv[0], minPanelCount: panelCount, maxPanelCount: panelCount }],
      }).financial.netPresentValue
    const [count] = without.panels as [number]
    expect(count).toBeGreaterThan(0)
    expect(count).toBeLessThan(20)
    expect(worthWith(count)).toBeCloseTo(without.netPresentValue, 1)
    for (const other of [count - 1, count + 1]) expect(worthWith(other)).toBeLessThanOrEqual(without.netPresentValue)
    for (const row of rowsOf(report))
      expect(row.netPresentValue).toBeLessThanOrEqual(report.financial.netPresentValue + 0.01)
  },
)

test("usual batteries under a demand charge with netting are found as near as others", () => {
  const tariff = { type: "flat", flatEurPerKwh: 0.3, feedInEurPerKwh: 0.06, demandEurPerKwMonth: 4, netting: true }
  const rows = rowsOf(solve({ ...flat, tariff })).filter(({ kind }) => kind === "usualBattery")
  expect(rows.length).toBeGreaterThanOrEqual(2)
  for (const { gap } of rows) expect(gap).toBeLessThanOrEqual(5e-3)
})

test("a battery is compared with panels where the report has them, when netting ends after a year", () => {
  const { tariff } = contractTemplates.find(({ id }) => id === "nl-dynamic-2026")!
  const request = { ...house, location: { lat: 52.1, lon: 5.18 }, yearlyKwh: 8500, tariff }
  const rows = rowsOf(solve(request, { sizingTolerance: 1e-3 }))
  expect(rows[0]!.newPanelCount).toBe(14)
  const batteries = rows.filter(({ kind }) => kind === "usualBattery")
  expect(batteries.length).toBeGreaterThan(0)
  for (const row of batteries) expect([row.newPanelCount, row.gap < 0.05]).toEqual([14, true])
})

test.each<[string, typeof flat | typeof dynamic, number]>([
  ["a flat tariff", flat, 0],
  ["a dynamic tariff", dynamic, 0],
  ["no other years", { ...dynamic, includeSavingsSpread: false } as typeof dynamic, 0],
  // The peaks that are held in other years come from another search.
  ["a demand charge", { ...flat, tariff: { ...flat.tariff, demandEurPerKwMonth: 6 } } as typeof flat, 0.05],
])("under %s the range of an alternative is the range of a scan that is held at it", (_, request, tolerance) => {
  const report = solve(request)
  const [own, ...others] = rowsOf(report)
  expect(own!.netPresentValueRange).toEqual(report.outlook!.npv)
  const ranged = others.filter(({ netPresentValueRange }) => netPresentValueRange)
  expect(ranged.map(({ kind }) => kind)).toContain("withoutBattery")
  expect(ranged.map(({ kind }) => kind)).toContain("usualBattery")
  for (const row of ranged) {
    const { npv } = solve(heldAt(request, row)).outlook!
    for (const share of ["p10", "p50", "p90"] as const)
      expect(Math.abs(row.netPresentValueRange![share] - npv[share])).toBeLessThanOrEqual(1 + tolerance * npv.p90)
  }
})

test("a plant with a lower middle value than another choice says so; by its own value it is the best", () => {
  const { optimisation, outlook, alternatives = [] } = solve(dynamic)
  const without = alternatives.find(({ kind }) => kind === "withoutBattery")!
  expect(optimisation.shortfall).toBeNull()
  expect(without.netPresentValueRange!.p50).toBeGreaterThan(outlook!.npv.p50)
  expect(optimisation.middleShortfall).toEqual({
    than: "withoutBattery",
    netPresentValue: without.netPresentValueRange!.p50,
    newPanelCount: without.newPanelCount,
    batteryCapacityKwh: 0,
    shortfall: without.netPresentValueRange!.p50 - outlook!.npv.p50,
  })
  expect(solve(flat).optimisation.middleShortfall).toBeNull()
})

test("at its break-even price a battery adds as much as it costs to the report's plant without one", () => {
  for (const tariff of [flat.tariff, dynamic.tariff]) {
    const dear = { ...flat, electricBattery: { ...battery, costPerKwh: 900 }, tariff } as typeof flat
    const report = solve(dear)
    const [own, ...plants] = rowsOf(report)
    expect(own!.batteryCapacityKwh).toBe(0)
    const priced = plants.filter(({ batteryPrice }) => batteryPrice)
    expect(priced.length).toBeGreaterThan(0)
    for (const row of priced) {
      const { counted, breakEven } = row.batteryPrice!
      expect(counted).toBeCloseTo(900 * row.batteryCapacityKwh, 6)
      const request = heldAt(dear, row)
      const electricBattery = { ...request.electricBattery, costPerKwh: breakEven / row.batteryCapacityKwh }
      const { netPresentValue } = solve({ ...request, electricBattery }).financial
      expect(Math.abs(netPresentValue - own!.netPresentValue)).toBeLessThan(1)
    }
  }
  expect(rowsOf(solve(flat)).filter(({ batteryPrice }) => batteryPrice)).toEqual([])
})

test("the years behind the ranges take at most half of the work before them, those of the first ones first", () => {
  const scanCase = prepareCase(parsed(dynamic))
  const sizing = sizingOf(scanCase, 1e-4)
  const sized = optimiser.size(sizing)
  const baseline = operateAsIs(scanCase, sizing.year, optimiser)
  const pool = createPool(scanCase, { sizing, baseline }, optimiser)
  const plants = searchAlternatives(scanCase, { sizing, sized, pool, workBefore: Number.POSITIVE_INFINITY }, solving)
  const inFull = <T>(work: (goOn: () => boolean) => T) => work(() => true)
  const within = (workBefore: number) => {
    const begun = workOf(optimiser)
    const base = { sizing, sized, baseline, imported: undefined, workBefore, within: inFull }
    const ranged = withFutures(scanCase, plants, base, { optimiser, sizingTolerance: 1e-4 })
    return { isRanged: ranged.map(({ futures }) => futures !== undefined), work: workOf(optimiser) - begun }
  }
  const all = within(Number.POSITIVE_INFINITY)
  expect(all.isRanged).toEqual([true, true, true, true])
  expect(within(0)).toEqual({ isRanged: [false, false, false, false], work: 0 })
  const part = within(all.work)
  expect(part.isRanged[0]).toBe(true)
  expect(part.isRanged.at(-1)).toBe(false)
  // A year that has begun is operated to its end.
  expect(part.work).toBeLessThan(0.6 * all.work)
})
