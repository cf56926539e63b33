import { describe, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { packJobInputs } from "../../domain/case/jobInputs.ts"
import type { AssumptionOverrides } from "../../domain/market/assumptions.ts"
import type { Outlook } from "../../domain/report/outlookSchema.ts"
import type { ReportBody } from "../../domain/report/schema.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { readReport } from "../../domain/texts/report.ts"
import { solveJob } from "../../worker/job.ts"
import { casesOf } from "../support/cases.ts"
import { checkedOptimiser } from "../support/checkedCore.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"
import { driverEnds, outlookOf } from "../support/outlook.ts"

/**
 * Adjustments that start from kept cuts, and drivers of the outlook, on the sites of the examples, compared with solves
 * without cuts.
 */
const optimiser = await checkedOptimiser()
const EXAMPLES = ["terraced-house", "farm-east-west", "house-with-panels"].slice(0, casesOf(3, 1))
const TOLERANCE = 1e-3
/** Cycle life that a least-cost battery uses up, so that use causes wear. */
const WORN = { batteryCycleLife: 2500 }
const MAX_CUT_BYTES = 64 * 1024

type Request = Record<string, unknown> & {
  newPv: { maxPanelCount: number; panelPowerWatts: number; costPerKwp?: number }[]
  electricBattery: { capacityKwh: number; powerRatingKw: number; costPerKwh?: number }
  tariff?: object
}
type Name = Outlook["drivers"][number]["name"]

const exampleRequest = (name: string): Request => {
  const file = new URL(`../../examples/requests/${name}.json`, import.meta.url)
  return JSON.parse(readFileSync(file, "utf8"))
}
const solve = (request: object, cuts?: Uint8Array, assumptions?: AssumptionOverrides) => {
  const input = parseEarlierRequest({ control: "ideal", ...request }, standardProfileKeys)
  const job = {
    scanId: "s",
    runId: "r",
    attempt: 1,
    input,
    ...(assumptions ? { material: packJobInputs({ assumptions }) } : {}),
    ...(cuts ? { cuts } : {}),
  }
  const result = solveJob(job, { optimiser, sizingTolerance: TOLERANCE }, () => true)
  if (result.kind !== "solved") throw new Error(JSON.stringify(result.error))
  return { report: readReport(result.report, "en"), cuts: result.cuts }
}
const provenWithin = (a: ReportBody, b: ReportBody) => {
  const rounding = 1e-6 * Math.abs(a.financial.lifecycle.totalCost) + 0.01
  expect(a.optimisation.lowerBoundTotalCost).toBeLessThanOrEqual(b.financial.lifecycle.totalCost + rounding)
  expect(b.optimisation.lowerBoundTotalCost).toBeLessThanOrEqual(a.financial.lifecycle.totalCost + rounding)
}

/** Changes that a user makes with sliders, and changes that cannot reuse the original's cuts. */
const CHANGES: [what: string, keepsCuts: boolean, change: (request: Request) => object][] = [
  ["nothing", true, () => ({})],
  [
    "fewer panels",
    true,
    ({ newPv }) => ({ newPv: newPv.map(roof => ({ ...roof, maxPanelCount: Math.ceil(roof.maxPanelCount * 0.6) })) }),
  ],
  ["dearer panels", true, ({ newPv }) => ({ newPv: newPv.map(roof => ({ ...roof, costPerKwp: 1250 })) })],
  [
    "a smaller battery",
    true,
    ({ electricBattery }) => ({
      electricBattery: { ...electricBattery, capacityKwh: electricBattery.capacityKwh * 0.4 },
    }),
  ],
  ["a cheaper battery", true, ({ electricBattery }) => ({ electricBattery: { ...electricBattery, costPerKwh: 250 } })],
  ["a shorter horizon", true, () => ({ analysisYears: 15 })],
  ["maintenance", true, () => ({ includePvMaintenanceCosts: true, includeBatteryMaintenanceCosts: true })],
  ["another consumption", false, () => ({ yearlyKwh: 9000 })],
  ["another tariff", false, () => ({ tariff: { type: "flat", flatEurPerKwh: 0.35 } })],
  [
    "a lossier battery",
    false,
    ({ electricBattery }) => ({ electricBattery: { ...electricBattery, roundtripEfficiency: 80 } }),
  ],
]

describe.each(EXAMPLES)("%s", name => {
  const request = exampleRequest(name)
  const original = solve(request)
  const worn = solve(request, undefined, WORN)

  test("keeps at most 64 KB of cuts", () => {
    expect(original.cuts.byteLength).toBeGreaterThan(0)
    expect(original.cuts.byteLength).toBeLessThanOrEqual(MAX_CUT_BYTES)
  })

  test.each(CHANGES)("%s: the same answer as from nothing, to the tolerance", (_, keepsCuts, change) => {
    const changed = { ...request, ...change(request) }
    const [fresh, adjusted] = [solve(changed, undefined, WORN), solve(changed, worn.cuts, WORN)]
    // The farm's plant may reach another block of the energy tax, which gives another year.
    const isSameYear = keepsCuts && (name !== "farm-east-west" || adjusted.report.optimisation.fromKeptCuts)
    expect(adjusted.report.optimisation.fromKeptCuts).toBe(isSameYear)
    expect(fresh.report.optimisation.fromKeptCuts).toBe(false)
    expect(adjusted.report.optimisation.gap).toBeLessThanOrEqual(TOLERANCE)
    provenWithin(adjusted.report, fresh.report)
    if (isSameYear)
      expect(adjusted.report.optimisation.dispatches).toBeLessThanOrEqual(fresh.report.optimisation.dispatches)
    else if (!keepsCuts) expect(adjusted.report.financial.lifecycle).toEqual(fresh.report.financial.lifecycle)
  })

  test("cuts that were cut off or belong to another site are not used", () => {
    const foreign = solve({ ...request, location: { lat: 48.1, lon: 11.6 } }).cuts
    for (const cuts of [foreign, original.cuts.subarray(8), original.cuts.subarray(1), new Uint8Array(0)]) {
      const { optimisation, financial } = solve(request, cuts).report
      expect(optimisation.fromKeptCuts).toBe(false)
      expect(financial.netPresentValue).toBe(original.report.financial.netPresentValue)
    }
  })

  test("the outlook's plant and optimum at another battery price are those of such a scan", () => {
    const costPerKwh = 500
    const priced = { ...request, electricBattery: { ...request.electricBattery, costPerKwh } }
    const { report } = solve(priced, undefined, WORN)
    for (const row of driverEnds(report, "batteryCost")) {
      const battery = { ...priced.electricBattery, costPerKwh: costPerKwh * (1 + row.change) }
      const { financial, optimisation } = solve({ ...priced, electricBattery: battery }, undefined, WORN).report
      const { optimum } = row
      if (!optimum || row.npv === null) throw new Error("nothing was found")
      const slack = 1e-6 * financial.lifecycle.totalCost + 0.01
      const bestPossible = financial.netPresentValue + optimisation.gap * Math.abs(financial.lifecycle.totalCost)
      expect(optimum.npv).toBeLessThanOrEqual(bestPossible + slack)
      expect(optimum.npv).toBeGreaterThanOrEqual(row.npv - slack)
      expect(optimum.gap).toBeLessThan(0.03)
      // The scale of a gap contains the bill without any panels, even existing panels.
      const scaleEur = 2 * Math.max(financial.costComparison.projectedBaseline, financial.lifecycle.totalCost)
      const worst = financial.netPresentValue - optimum.gap * scaleEur
      expect(optimum.npv).toBeGreaterThanOrEqual(worst - slack)
    }
  })

  test("the outlook moves each driver both ways, and the present value with it", () => {
    const { financial } = original.report
    const { drivers } = outlookOf(original.report)
    expect(drivers.map(({ name, low, high }) => [name, low, high])).toEqual([
      ["electricityPriceGrowth", -0.2, 0.2],
      ["batteryCost", -0.2, 0.2],
      ["consumption", -0.2, 0.2],
      ["yield", -0.1, 0.1],
      ["feedInPrice", -0.3, 0.3],
      ["priceLevel", -0.3, 0.3],
      ["investment", -0.2, 0.2],
      ["foresight", -1, 1],
    ] satisfies [Name, number, number][])
    const ends = driverEnds(original.report)
    const values = ends.map(({ npv }) => npv as number)
    const here = financial.netPresentValue
    expect([values[0]! < here, values[1]! > here, values[2]! > here, values[3]! < here]).toEqual([
      true,
      true,
      true,
      true,
    ])
    for (const { name, npvLow, npvHigh } of drivers) {
      const [least, most] = [Math.min(npvLow!, npvHigh!), Math.max(npvLow!, npvHigh!)]
      expect({ name, isBracketed: least <= here && here <= most }).toEqual({ name, isBracketed: true })
    }
    const held = ends.slice(4)
    expect(held.map(({ optimum }) => optimum)).toEqual(held.map(() => null))
  })
})

test("an adjustment starts from the cuts of another goal, under demand charges too", () => {
  const request = exampleRequest("terraced-house")
  const share = { goal: "renewable-minimum", renewableElectricityMinFraction: 0.3 }
  for (const charged of [false, true]) {
    const tariff = { type: "dynamic", ...(charged ? { demandEurPerKwMonth: 5 } : {}) }
    const { cuts } = solve({ ...request, tariff })
    const [fresh, adjusted] = [solve({ ...request, ...share, tariff }), solve({ ...request, ...share, tariff }, cuts)]
    expect(adjusted.report.optimisation.fromKeptCuts).toBe(true)
    provenWithin(adjusted.report, fresh.report)
  }
})

test("a fixed plant at another consumption is worth what a scan of that consumption says", () => {
  const plant = {
    location: { lat: 52.1, lon: 5.18 },
    inputMethod: "known",
    newPv: [{ minPanelCount: 10, maxPanelCount: 10, panelPowerWatts: 400 }],
    electricBattery: { minCapacityKwh: 6, capacityKwh: 6, minPowerRatingKw: 3, powerRatingKw: 3, costPerKwh: 400 },
    tariff: { type: "flat", flatEurPerKwh: 0.3, feedInEurPerKwh: 0.08 },
  }
  const { report } = solve({ ...plant, yearlyKwh: 4000 })
  for (const row of driverEnds(report, "consumption")) {
    const { financial, overview } = solve({ ...plant, yearlyKwh: 4000 * (1 + row.change) }).report
    expect(row.npv).toBeCloseTo(financial.netPresentValue, 1)
    expect(row.payback).toBeCloseTo(overview.kpi.returnPeriod as number, 3)
  }
})

test("a fixed plant at other prices, costs and yields is worth what a scan of them says", () => {
  const scanOf = ({ buy = 1, sell = 1, cost = 1, sun = 1 }) => ({
    location: { lat: 52.1, lon: 5.18 },
    inputMethod: "known",
    yearlyKwh: 4000,
    newPv: [
      {
        ...{ minPanelCount: 10, maxPanelCount: 10, panelPowerWatts: 400, inverterKw: 8 },
        systemLosses: 100 * (1 - 0.8 * sun),
        costPerKwp: 1000 * cost,
      },
    ],
    electricBattery: {
      ...{ minCapacityKwh: 6, capacityKwh: 6, minPowerRatingKw: 3, powerRatingKw: 3 },
      costPerKwh: 400 * cost,
    },
    tariff: { type: "flat", flatEurPerKwh: 0.3 * buy, feedInEurPerKwh: 0.08 * sell, fixedEurPerMonth: 7 },
    analysisYears: 25,
    includeBatteryMaintenanceCosts: true,
  })
  const { report } = solve(scanOf({}))
  const terms = {
    feedInPrice: (factor: number) => ({ sell: factor }),
    priceLevel: (factor: number) => ({ buy: factor, sell: factor }),
    investment: (factor: number) => ({ cost: factor }),
    yield: (factor: number) => ({ sun: factor }),
  }
  const held = driverEnds(report).flatMap(({ name, ...end }) =>
    name in terms ? [{ ...end, name: name as keyof typeof terms }] : [],
  )
  expect(held).toHaveLength(8)
  for (const { name, change, npv, payback } of held) {
    const { financial, overview } = solve(scanOf(terms[name](1 + change))).report
    // An inverter with more load loses a smaller share: the scan with more sun gains slightly more.
    const near = name === "yield" ? 1e-2 : 1e-6
    const error = Math.abs(npv! / financial.netPresentValue - 1)
    expect({ name, change, isNear: error < near }).toEqual({ name, change, isNear: true })
    expect(payback! / overview.kpi.returnPeriod!).toBeCloseTo(1, 2)
  }
})

test("the ends of foresight are the controllers beside the report's own", () => {
  const request = { ...exampleRequest("terraced-house"), tariff: { type: "dynamic" }, control: "forecast" }
  const { report } = solve(request)
  const { control } = report
  const ends = driverEnds(report, "foresight")
  expect(ends.map(({ change }) => change)).toEqual([-1, 1])
  expect(ends[0]!.npv).toBeCloseTo(control!.netPresentValue.selfConsumption, 1)
  expect(ends[1]!.npv).toBeCloseTo(control!.netPresentValue.ideal, 1)
})

test("without a battery no battery varies", () => {
  const request = {
    location: { lat: 52.1, lon: 5.18 },
    inputMethod: "known",
    yearlyKwh: 3000,
    newPv: [{ maxPanelCount: 8, panelPowerWatts: 400 }],
  }
  expect(outlookOf(solve(request).report).drivers.map(({ name }) => name)).toEqual([
    ...(["electricityPriceGrowth", "consumption", "yield"] as const),
    ...(["feedInPrice", "priceLevel", "investment", "foresight"] as const),
  ])
})

test("a charged and a self-sufficient scan have their outlook too", () => {
  const request = exampleRequest("terraced-house")
  const tariff = { type: "dynamic", demandEurPerKwMonth: 5 }
  const namesOf = (changes: object): Name[] =>
    outlookOf(solve({ ...request, tariff, ...changes }).report).drivers.map(({ name }) => name)
  const money: Name[] = ["electricityPriceGrowth", "batteryCost"]
  const held: Name[] = ["feedInPrice", "priceLevel", "investment", "foresight"]
  expect(namesOf({})).toEqual([...money, ...held])
  expect(namesOf({ includeSavingsSpread: true })).toEqual([...money, "consumption", "yield", ...held])
  const charged = solve({ ...request, tariff, includeSavingsSpread: true }).report
  const [less, more] = driverEnds(charged, "consumption")
  expect(more!.npv).toBeGreaterThan(less!.npv as number)
  const sufficient = solve({ ...request, goal: "self-sufficiency" }).report
  expect(driverEnds(sufficient).filter(({ optimum }) => optimum)).toEqual([])
  const [saved, gained] = driverEnds(sufficient, "consumption")
  expect(gained!.npv).toBeGreaterThan(saved!.npv as number)
})

test.each([
  ["netting", { tariff: { type: "flat", flatEurPerKwh: 0.3, demandEurPerKwMonth: 5, netting: true } }],
  ["the goal self-sufficiency", { goal: "self-sufficiency", tariff: { type: "dynamic", demandEurPerKwMonth: 5 } }],
])(
  "with a demand charge and %s other consumption is not worked out, with a note, and other years keep to the powers of the scan's",
  (reason, terms) => {
    const request = { ...exampleRequest("terraced-house"), ...terms, includeSavingsSpread: true }
    const { report } = solve(request)
    const { drivers, demand } = outlookOf(report)
    expect(drivers.map(({ name }) => name)).not.toContain("consumption")
    expect(demand).toBe("held")
    expect(report.notes).toContain(
      `With a demand charge and ${reason}, the outlook has no other consumption and no other yield.`,
    )
  },
)

test("where the connection does not carry more consumption there is no value", () => {
  const request = {
    location: { lat: 52.1, lon: 5.18 },
    inputMethod: "known",
    yearlyKwh: 4000,
    goal: "maximize-connection",
    electricBattery: { powerRatingKw: 5, capacityKwh: 10 },
  }
  const peakKw = solve({ ...request, goal: "cost-savings", electricBattery: undefined, tariff: { type: "dynamic" } })
    .report.electricityGrid.peakGridDemandKwBau
  const { report } = solve({ ...request, tariff: { type: "dynamic", contractedPowerKw: 0.8 * peakKw } })
  const [less, more] = driverEnds(report, "consumption")
  expect(less!.npv).not.toBeNull()
  expect([more!.npv, more!.payback]).toEqual([null, null])
})

test("adjustments of money, bounds and horizon take at most eight dispatches at the median", () => {
  const dispatches = EXAMPLES.flatMap(name => {
    const request = exampleRequest(name)
    const { cuts } = solve(request)
    return CHANGES.filter(([, keepsCuts]) => keepsCuts).map(
      ([, , change]) => solve({ ...request, ...change(request) }, cuts).report.optimisation.dispatches,
    )
  })
  const sorted = dispatches.toSorted((a, b) => a - b)
  expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThanOrEqual(8)
})
