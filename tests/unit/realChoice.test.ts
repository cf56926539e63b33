import { beforeAll, describe, expect, test } from "bun:test"
import type { StoredReport } from "../../domain/report/schema.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import type { Solver } from "../../search/model/solver.ts"
import { createOptimiser } from "../../wasm/index.ts"
import { solveJob } from "../../worker/job.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"
import { driverEnds } from "../support/outlook.ts"

let solver: Solver
beforeAll(async () => {
  solver = { optimiser: await createOptimiser(), sizingTolerance: 1e-4 }
})

const solved = (request: object): StoredReport => {
  const input = parseEarlierRequest(request, standardProfileKeys)
  const answer = solveJob({ scanId: "scan", runId: "run", attempt: 1, input }, solver, () => true)
  if (answer.kind !== "solved") throw new Error(JSON.stringify(answer.error))
  return answer.report as StoredReport
}

const siteOf = (costPerKwh: number, more: object = {}) => ({
  location: { lat: 51.44, lon: 5.48 },
  inputMethod: "known",
  yearlyKwh: 3500,
  newPv: [{ maxPanelCount: 14, panelPowerWatts: 430 }],
  electricBattery: { powerRatingKw: 5, capacityKwh: 15, costPerKwh },
  ...more,
})

/** The request with the report's plant as its only choice. */
const holding = (request: ReturnType<typeof siteOf>, { alternatives }: StoredReport) => {
  const { panels, batteryCapacityKwh, batteryPowerKw } = alternatives![0]!
  return {
    ...request,
    newPv: request.newPv.map((roof, i) => ({ ...roof, minPanelCount: panels[i], maxPanelCount: panels[i] })),
    electricBattery: {
      ...request.electricBattery,
      ...{ minCapacityKwh: batteryCapacityKwh, capacityKwh: batteryCapacityKwh },
      ...{ minPowerRatingKw: batteryPowerKw, powerRatingKw: batteryPowerKw },
    },
  }
}

const worthOf = ({ financial }: StoredReport) => financial.netPresentValue

describe("the plant for the controller", () => {
  test.each([120, 250, 400, 470, 520])(
    "is worth no less than the best one with foresight when both are operated by plans, at %p EUR/kWh",
    costPerKwh => {
      const request = siteOf(costPerKwh)
      const foreseen = solved({ ...request, control: "ideal" })
      expect(worthOf(solved(request))).toBeGreaterThanOrEqual(worthOf(solved(holding(request, foreseen))) - 0.01)
    },
  )

  test("is smaller and worth more where a battery earns its last kWh only by foresight", () => {
    const request = { ...siteOf(470), inverterControl: "exportLimit" }
    const foreseen = solved({ ...request, control: "ideal" })
    const real = solved(request)
    expect(real.alternatives![0]!.batteryCapacityKwh).toBeLessThan(0.9 * foreseen.alternatives![0]!.batteryCapacityKwh)
    expect(worthOf(real)).toBeGreaterThan(1.01 * worthOf(solved(holding(request, foreseen))))
    // Whole Wh, so that the price matches the capacity in the report.
    const { capacityKwh } = real.battery.specs
    expect(capacityKwh).toBe(Math.round(1000 * capacityKwh) / 1000)
  })

  test("keeps the bound of all plants, and says how far it lies above it with foresight", () => {
    const request = siteOf(470)
    const foreseen = solved({ ...request, control: "ideal" })
    const { optimisation } = solved(request)
    expect(optimisation.lowerBoundTotalCost).toBeCloseTo(foreseen.optimisation.lowerBoundTotalCost, 0)
    expect(optimisation.gap).toBeGreaterThan(foreseen.optimisation.gap)
    const held = solved(holding(request, solved(request)))
    const aboveEur = held.optimisation.lowerBoundTotalCost - optimisation.lowerBoundTotalCost
    expect(optimisation.gap).toBeGreaterThan((0.5 * aboveEur) / held.optimisation.lowerBoundTotalCost)
  })

  test("is sized with the tax of the block that its controller's import ends in", () => {
    const electricBattery = { powerRatingKw: 20, capacityKwh: 50, costPerKwh: 380, standbyWatts: 0 }
    const newPv = [{ maxPanelCount: 6, panelPowerWatts: 430 }]
    const request = {
      ...siteOf(380, { electricBattery, newPv }),
      yearlyKwh: 12_270,
      yearlyKwhBasis: "used",
      tariff: { type: "dynamic" },
    }
    const foreseen = solved({ ...request, control: "ideal" })
    const { electricityGrid, notes } = solved(request)
    expect(foreseen.electricityGrid.annualEnergySuppliedKwh).toBeLessThan(10_000)
    expect(electricityGrid.annualEnergySuppliedKwh).toBeGreaterThan(10_000)
    expect(notes).toContainEqual(
      expect.objectContaining({ code: "tax-by-block", params: expect.objectContaining({ fromKwh: 10_000 }) }),
    )
  })

  test("is no battery where the request allows none and foresight alone would pay for one", () => {
    const costs = { electricBattery: { powerRatingKw: 5, capacityKwh: 15, costPerKwh: 1, fixedCostEur: 0 } }
    const tariff = { type: "dynamic", limits: { exportKw: 0 } }
    const request = { ...siteOf(0, costs), newPv: [], tariff, control: "selfConsumption" }
    expect(solved(request).alternatives![0]!.batteryCapacityKwh).toBe(0)
  })

  test("a battery stays where without it the panels of today would feed in at a loss, as their meter counts", () => {
    const electricBattery = { powerRatingKw: 5, capacityKwh: 15, costPerKwh: 300, fixedCostEur: 3500 }
    const existingPv = [{ panelCount: 20, panelPowerWatts: 430 }]
    const request = { ...siteOf(300, { existingPv, electricBattery }), newPv: [] }
    const foreseen = solved({ ...request, control: "ideal" })
    const held = solved(holding(request, foreseen))
    expect(worthOf(held)).toBeGreaterThan(500)
    expect(worthOf(solved(request))).toBeGreaterThanOrEqual(worthOf(held) - 0.01)
  })

  test("a share that is promised keeps the plant that reaches it", () => {
    const goal = { goal: "renewable-minimum", renewableElectricityMinFraction: 0.6, control: "forecast" }
    const request = siteOf(470, goal)
    const foreseen = solved({ ...request, control: "ideal" })
    expect(solved(request).alternatives![0]!.batteryCapacityKwh).toBe(foreseen.alternatives![0]!.batteryCapacityKwh)
  })

  test.each([
    ["selfConsumption", { type: "flat", flatEurPerKwh: 0.25, feedInEurPerKwh: 0.1, limits: { exportKw: 0 } }],
    ["selfConsumption", { type: "dynamic", existingFollowsPrices: true }],
    ["selfConsumption", { type: "dynamic" }],
  ])("%s changes nothing where nothing is installed, under %p", (control, tariff) => {
    const existingPv = [{ panelCount: 10, panelPowerWatts: 400 }]
    const request = siteOf(0, { existingPv, newPv: [], electricBattery: undefined, tariff, control })
    const { financial, overview } = solved(request)
    expect(financial.investment.totalInvestment).toBe(0)
    expect(financial.netPresentValue).toBeCloseTo(0, 2)
    expect(overview.kpi.yearlySavings).toBeCloseTo(0, 2)
  })
})

describe("the plant for a rule that loses by panels", () => {
  const noBattery = { electricBattery: undefined, newPv: [{ maxPanelCount: 20, panelPowerWatts: 430 }] }
  const flat = { type: "flat", flatEurPerKwh: 0.3, feedInEurPerKwh: 0.1 }
  const paysToFeedIn = { ...flat, feedInEurPerKwh: -0.1 }
  /** The rule feeds in at a loss, and foresight stops its panels. */
  const stopped = { tariff: paysToFeedIn, inverterControl: "exportLimit", control: "selfConsumption" }
  const withoutFeedIn = { ...flat, limits: { exportKw: 0 } }

  test.each([
    ["selfConsumption", withoutFeedIn],
    ["selfConsumption", paysToFeedIn],
    ["selfConsumption", { type: "dynamic" }],
  ])("without a battery %s gets the count of panels that is worth most under it, with %p", (control, tariff) => {
    const request = siteOf(0, { ...noBattery, tariff, control })
    const worthWith = (panelCount: number) =>
      worthOf(
        solved({
          ...request,
          newPv: [{ ...noBattery.newPv[0], minPanelCount: panelCount, maxPanelCount: panelCount }],
        }),
      )
    const { financial, solar } = solved(request)
    const panelCount = solar.newSystems[0]!.panelCount
    expect(panelCount).toBeGreaterThan(0)
    expect(panelCount).toBeLessThan(20)
    for (const count of [panelCount - 1, panelCount + 1])
      expect(worthWith(count)).toBeLessThan(financial.netPresentValue)
  })

  test.each([
    ["selfConsumption", withoutFeedIn],
    ["selfConsumption", paysToFeedIn],
  ])("is nothing new where every plant loses under %s", (control, tariff) => {
    const newPv = [{ maxPanelCount: 20, panelPowerWatts: 430, minPanelCount: 0, fixedCostEur: 6000 }]
    const dearBattery = siteOf(600, { newPv, tariff, control })
    for (const request of [siteOf(0, { ...noBattery, newPv, tariff, control }), dearBattery]) {
      const { financial } = solved(request)
      expect(financial.investment.totalInvestment).toBe(0)
      expect(financial.netPresentValue).toBeCloseTo(0, 6)
    }
  })

  test("a wide gap is explained where the plant is chosen for its controller, and only there", () => {
    const request = siteOf(0, { ...noBattery, ...stopped })
    const [real, foreseen] = [solved(request), solved({ ...request, control: "ideal" })]
    expect(real.optimisation.gap).toBeGreaterThan(0.01)
    expect(real.notes).toContainEqual({ code: "wide-gap", params: { gap: real.optimisation.gap } })
    expect(foreseen.notes).not.toContainEqual(expect.objectContaining({ code: "wide-gap" }))
  })

  test("fewer panels and a battery are worth more than either alone where feed-in costs money", () => {
    const newPv = noBattery.newPv
    const request = siteOf(250, { newPv, ...stopped })
    const foreseen = solved({ ...request, control: "ideal" })
    const real = solved(request)
    expect(worthOf(real)).toBeGreaterThan(0)
    expect(worthOf(real)).toBeGreaterThan(worthOf(solved(holding(request, foreseen))))
    expect(worthOf(real)).toBeGreaterThanOrEqual(worthOf(solved({ ...request, electricBattery: undefined })) - 0.01)
  })

  test("names no best plant under a cheaper battery, which is not known without operating it", () => {
    const report = solved(siteOf(150, { tariff: paysToFeedIn, control: "selfConsumption" }))
    const rows = driverEnds(report, "batteryCost")
    expect(rows).toHaveLength(2)
    for (const row of rows) expect(row.optimum).toBeNull()
  })
})

test("plant and usual battery have the panels that are worth most under selfConsumption with a dear evening", () => {
  const energy = [
    { eurPerKwh: 0.349, hours: [[16, 22]] },
    { eurPerKwh: 0.175, hours: [[22, 6]] },
    { eurPerKwh: 0.1936 },
  ]
  const roof = { maxPanelCount: 79, panelPowerWatts: 500, orientationAngle: 90, tiltAngle: 10 }
  const request = {
    ...siteOf(0, { newPv: [roof], control: "selfConsumption", loadProfile: "office-hours-g1" }),
    location: { lat: 50.85, lon: 4.35 },
    yearlyKwh: 22_250,
    includeSavingsSpread: false,
    electricBattery: { capacityKwh: 92.7, powerRatingKw: 27.8, costPerKwh: 430.3 },
    tariff: { type: "custom", buy: { energy, taxed: false }, sell: { energy: 0.03775 }, limits: { exportKw: 14.2 } },
  }
  const report = solved(request)
  const held = holding(request, report)
  for (const count of [65, 69, 73]) {
    const newPv = [{ ...roof, minPanelCount: count, maxPanelCount: count }]
    expect(worthOf(solved({ ...held, newPv }))).toBeLessThanOrEqual(worthOf(report) + 0.01)
  }
  const usual = report.alternatives!.find(({ batteryCapacityKwh }) => batteryCapacityKwh === 5)!
  const [minCapacityKwh, minPowerRatingKw] = [5, usual.batteryPowerKw]
  const electricBattery = {
    ...{ ...request.electricBattery, minCapacityKwh, minPowerRatingKw },
    ...{ capacityKwh: minCapacityKwh, powerRatingKw: minPowerRatingKw },
  }
  const newPv = [{ ...roof, minPanelCount: 69, maxPanelCount: 69 }]
  expect(usual.netPresentValue).toBeGreaterThan(worthOf(solved({ ...request, electricBattery, newPv })) - 30)
})

test.each([250, 400, 470, 520])(
  "no best plant of the outlook is worth less than the report's own, at %p EUR/kWh",
  costPerKwh => {
    const report = solved(siteOf(costPerKwh, { tariff: { type: "dynamic" }, electricityPriceGrowth: 0.02 }))
    const rows = driverEnds(report).filter(({ optimum }) => optimum)
    expect(rows.length).toBeGreaterThan(1)
    for (const { optimum, npv } of rows) expect(optimum!.npv).toBeGreaterThanOrEqual(npv as number)
  },
)

test("the best plant under a dearer battery is worth what it is worth as plans operate it", () => {
  const request = {
    ...siteOf(250, { newPv: [{ maxPanelCount: 14, panelPowerWatts: 430, costPerKwp: 1100 }] }),
    location: { lat: 51.05, lon: 3.72 },
    electricBattery: { capacityKwh: 23, powerRatingKw: 11, costPerKwh: 250 },
    tariff: {
      ...{ type: "custom", zone: "BE", sell: { energy: "dayAhead" } },
      buy: { energy: "dayAhead", plusEurPerKwh: 0.12, taxed: false },
      grid: { demand: [{ eurPerKwYear: 52, meanOfMonths: true, floorKw: 2.5 }] },
    },
  }
  const [, dearer] = driverEnds(solved(request), "batteryCost")
  const { newPanelCount, batteryCapacityKwh, npv } = dearer!.optimum!
  const plant = {
    newPv: [{ ...request.newPv[0], minPanelCount: newPanelCount, maxPanelCount: newPanelCount }],
    // The found plant has the least power, which the report does not show; a scan of its own gave this capacity 8.6 kW.
    electricBattery: {
      minCapacityKwh: batteryCapacityKwh,
      capacityKwh: batteryCapacityKwh,
      powerRatingKw: batteryCapacityKwh / 2,
    },
  }
  const held = { ...request, ...plant, electricBattery: { ...plant.electricBattery, costPerKwh: 1.2 * 250 } }
  expect(Math.abs(npv - worthOf(solved(held)))).toBeLessThan(0.01 * npv)
})
