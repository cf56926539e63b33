/** Plain and controlled inverters: their worth, their figures in the report, and older stored requests. */
import { describe, expect, test } from "bun:test"
import { packJobInputs } from "../../domain/case/jobInputs.ts"
import { adjustInput } from "../../domain/request/adjust.ts"
import type { AdjustableStep } from "../../domain/request/adjustableSteps.ts"
import type { FilledRequest } from "../../domain/request/request.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { readReport } from "../../domain/texts/report.ts"
import { solveJob } from "../../worker/job.ts"
import { checkedOptimiser } from "../support/checkedCore.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"

const optimiser = await checkedOptimiser()

const solve = (request: object, isStoredBefore = false) => {
  const { inverterControl, ...older } = parseEarlierRequest(request, standardProfileKeys)
  const input = isStoredBefore ? older : { ...older, inverterControl }
  const job = { scanId: "s", runId: "r", attempt: 1, input, material: packJobInputs({ assumptions: {} }) }
  const result = solveJob(job as never, { optimiser, sizingTolerance: 1e-3 }, () => true)
  if (result.kind !== "solved") throw new Error(JSON.stringify(result.error))
  return readReport(result.report, "en")
}

const PLACES = { NL: { lat: 51.44, lon: 5.48 }, BE: { lat: 51.05, lon: 3.72 }, DE: { lat: 50.94, lon: 6.96 } }
const withPanels = (place: keyof typeof PLACES, panelCount: number, more: object = {}) => ({
  ...{ location: PLACES[place], inputMethod: "known", yearlyKwh: 3500, tariff: { type: "dynamic" } },
  existingPv: [{ panelCount, panelPowerWatts: 400 }],
  newPv: [{ maxPanelCount: 8, panelPowerWatts: 430 }],
  includeSavingsSpread: false,
  ...more,
})
const newPanels = ({ solar }: ReturnType<typeof solve>) => solar.newSystems.reduce((n, roof) => n + roof.panelCount, 0)

describe("a site with plain inverters", () => {
  test.each([
    ["NL", 8],
    ["NL", 20],
    ["BE", 14],
    ["DE", 14],
  ] as const)("%s, %i panels: buys nothing to stop them, and reads what a setting saves", (place, count) => {
    const report = solve(withPanels(place, count))
    expect(newPanels(report)).toBe(0)
    expect(report.financial.netPresentValue).toBeCloseTo(0, 6)
    const [measure] = report.measures!
    expect(measure!.kind).toBe("stop-at-negative-prices")
    const stopped = solve(withPanels(place, count, { inverterControl: "exportLimit" }))
    expect(stopped.measures).toEqual([])
    const [before, after] = [report, stopped].map(({ financial }) => financial.parameters.baselineFirstYearCost)
    // A controlled inverter also draws from the grid while purchase prices are below 0.
    expect(before! - after!).toBeGreaterThan(measure!.eurPerYear - 0.01)
    expect(before! - after!).toBeLessThan(measure!.eurPerYear + 12)
  })

  test("more freedom never earns less", () => {
    const request = { ...withPanels("NL", 1), existingPv: [], control: "ideal" }
    const roof = [{ maxPanelCount: 14, panelPowerWatts: 430 }]
    const [plain, controlled] = ["none", "exportLimit"].map(inverterControl =>
      solve({ ...request, newPv: roof, inverterControl }),
    )
    expect(controlled!.financial.netPresentValue).toBeGreaterThan(plain!.financial.netPresentValue)
    expect(plain!.solar.newSystems[0]!.inverterControl).toBe("none")
    expect(controlled!.solar.newSystems[0]!.inverterControl).toBe("exportLimit")
  })
})

test.each(["NL", "DE"] as const)(
  "%s: the worth beyond a free setting is that of a scan with the setting made",
  place => {
    const battery = { capacityKwh: 10, powerRatingKw: 5, minCapacityKwh: 10, costPerKwh: 300 }
    const request = withPanels(place, 14, { newPv: [], electricBattery: battery })
    const { financial, measures } = solve(request)
    expect(measures).toHaveLength(1)
    const { beyondMeasures: beyond } = financial
    const made = solve({ ...request, inverterControl: "exportLimit" })
    expect(beyond!.netPresentValue).toBeCloseTo(made.financial.netPresentValue, 6)
    expect(beyond!.firstYearSavings).toBeCloseTo(made.financial.yearOne.savingsVsBaseline, 6)
    expect(beyond!.netPresentValue).toBeLessThan(financial.netPresentValue)
    expect(made.financial.beyondMeasures).toBeUndefined()
  },
)

test("a free setting is of existing inverters, whatever each has of its own; new panels keep theirs", () => {
  const battery = { capacityKwh: 10, powerRatingKw: 5, minCapacityKwh: 10, costPerKwh: 300 }
  const existingPv = [7, 6].map(panelCount => ({ panelCount, panelPowerWatts: 400 }))
  const roof = { minPanelCount: 6, maxPanelCount: 6, panelPowerWatts: 430 }
  const request = withPanels("NL", 1, { newPv: [roof], electricBattery: battery })
  const { financial } = solve({
    ...request,
    existingPv: existingPv.map(system => ({ ...system, inverterControl: "none" })),
  })
  const made = solve({
    ...{ ...request, existingPv, inverterControl: "exportLimit" },
    newPv: [{ ...roof, inverterControl: "none" }],
  })
  expect(financial.beyondMeasures!.netPresentValue).toBeCloseTo(made.financial.netPresentValue, 6)
})

test("one system of its own kind is a plant of two kinds, between the two", () => {
  const existingPv = [6, 7].map(panelCount => ({ panelCount, panelPowerWatts: 400 }))
  const costs = [{}, { inverterControl: "exportLimit" }].map(own => {
    const systems = existingPv.map((system, index) => (index === 0 ? { ...system, ...own } : system))
    return solve(withPanels("NL", 1, { existingPv: systems, newPv: [] })).financial.parameters.baselineFirstYearCost
  })
  const all = solve(withPanels("NL", 1, { existingPv, newPv: [], inverterControl: "exportLimit" }))
  expect(costs[1]!).toBeLessThan(costs[0]! - 5)
  expect(costs[1]!).toBeGreaterThan(all.financial.parameters.baselineFirstYearCost + 5)
})

test("a request stored before the field stops all panels once anything is added", () => {
  const report = solve(withPanels("NL", 14), true)
  expect(newPanels(report)).toBe(1)
  expect(report.measures).toEqual([])
  expect(report.solar.newSystems[0]).not.toHaveProperty("inverterControl")
  expect(report.notes.some(text => text.includes("the inverter stops at such prices"))).toBe(true)
})

test("an adjustment of such a request keeps its meaning, unless it names the control itself", () => {
  const { inverterControl: _, ...root } = parseEarlierRequest(withPanels("NL", 14), standardProfileKeys)
  const adjusted = (body: object, steps: readonly AdjustableStep[]) =>
    adjustInput(root as FilledRequest, { copiedFromId: "one", ...body }, steps, {
      knownLoadProfiles: standardProfileKeys,
      countryAt: () => "NL",
    })
  expect(adjusted({ yearlyKwh: 4000 }, ["consumption"])).not.toHaveProperty("inverterControl")
  expect(adjusted({ inverterControl: "none" }, ["new-pv"]).inverterControl).toBe("none")
})
