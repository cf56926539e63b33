/** A case in quarters that are constant within the hour has the result of the case in hours. */
import { expect, test } from "bun:test"
import { pack } from "../../domain/base/packing.ts"
import { prepareCase } from "../../domain/case/prepare.ts"
import { HOURLY_SERIES } from "../../domain/report/series/hourly.ts"
import { packSeries, unpackSeries } from "../../domain/report/series/pack.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { solvePrepared } from "../../search/solve.ts"
import { randomCase } from "../../wasm/bench/years.ts"
import { createOptimiser, type Year } from "../../wasm/index.ts"
import { randomDemandCharges } from "../bench/chargeCases.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"
import { inQuarters, yearInQuarters } from "../support/quarters.ts"
import { houseRequest } from "../support/requests.ts"

const RELATIVE = 1e-9
/** Rounding of sums that are nearly zero, in the unit of the figure. */
const ROUNDING = 1e-6
/** Figures of the search itself, and shares of the cost that rounding decides. */
const OF_THE_SEARCH = ["solveMs", "dispatches", "gap", "gapOfSavings", "provenWithin", "lowerBoundTotalCost"]
/** Highest steps of a plant: after a battery runs empty or full, the rest of the hour has the whole power. */
const PEAKS = ["peakGridDemandKw", "peakGridFeedInKw"]
const NOT_COMPARED = new Set([...OF_THE_SEARCH, ...PEAKS])

/** Price year without quarters. */
const HOURLY_YEAR = 2024

const optimiser = await createOptimiser()
const battery = { powerRatingKw: 4, capacityKwh: 10, costPerKwh: 250 }
const existingPv = [{ panelCount: 6, panelPowerWatts: 300, tiltAngle: 30, orientationAngle: 200 }]
const windows = [{ hours: [[17, 20.5]], eurPerKwh: 0.41 }, { eurPerKwh: 0.24 }]

const REQUESTS: Record<string, object> = {
  "self-consumption and existing panels": {
    tariff: { type: "flat", flatEurPerKwh: 0.3, feedInEurPerKwh: 0.05 },
    existingPv,
    // Standby use of an empty battery is bought in the quarters after it ran empty, not netted over the hour.
    electricBattery: { ...battery, standbyWatts: 0 },
  },
  "foresight at day-ahead prices and a limited connection": {
    tariff: { type: "dynamic", contractedPowerKw: 4, priceYear: HOURLY_YEAR },
    electricBattery: battery,
    control: "ideal",
  },
  "foresight, least import": {
    tariff: { type: "dynamic", priceYear: HOURLY_YEAR },
    goal: "self-sufficiency",
    electricBattery: battery,
  },
  "panels alone under windows and demand charges": {
    tariff: {
      type: "custom",
      buy: {
        taxed: false,
        energy: windows.map(({ hours, ...rest }) => ({ ...rest, ...(hours ? { hours: [[17, 20]] } : {}) })),
      },
      sell: { energy: 0.06 },
      grid: {
        demand: [
          { eurPerKwMonth: 3, floorKw: 2.5 },
          { eurPerKwYear: 20, months: [1, 2, 11, 12], hours: [[16, 21]] },
        ],
      },
    },
    control: "selfConsumption",
    existingPv,
    electricBattery: undefined,
  },
}

const expectSame = (quarters: unknown, hours: unknown, path: string): void => {
  if (typeof hours === "number" && typeof quarters === "number") {
    const slack = RELATIVE * Math.abs(hours) + ROUNDING
    if (!(Math.abs(quarters - hours) <= slack)) throw new Error(`${path}: ${quarters} in quarters, ${hours} in hours`)
    return
  }
  if (typeof hours !== "object" || hours === null) {
    expect(quarters, path).toEqual(hours)
    return
  }
  expect(Object.keys(quarters as object), path).toEqual(Object.keys(hours))
  for (const [key, value] of Object.entries(hours)) {
    if (!NOT_COMPARED.has(key)) expectSame((quarters as Record<string, unknown>)[key], value, `${path}.${key}`)
  }
}

for (const [name, change] of Object.entries(REQUESTS)) {
  test(`constant quarters give the report of the hours: ${name}`, () => {
    const request = parseEarlierRequest({ ...houseRequest(), ...change }, standardProfileKeys)
    const prepared = prepareCase(request)
    const solve = (scan: typeof prepared) =>
      solvePrepared(scan, { cuts: undefined }, { optimiser, sizingTolerance: 1e-4 }, () => true)
    const [hours, quarters] = [solve(prepared), solve(inQuarters(prepared))]
    const { resolution, ...inQuarterHours } = quarters.report
    expect([resolution, hours.report.resolution]).toEqual(["quarter", undefined])
    if (prepared.control === "selfConsumption") expectSame(inQuarterHours, hours.report, "report")
    // Foresight may reach the same cost by other hours.
    expectSame(quarters.report.financial, hours.report.financial, "financial")
    expectSame(quarters.series.figures.monthlyDemandCosts, hours.series.figures.monthlyDemandCosts, "demand")
    expect(quarters.series.hours.consumption.length).toBe(8760)
  })
}

test("constant quarters cost what the hours cost under demand charges, to the precision of both", () => {
  for (const seed of [0, 1, 2]) {
    const { year, plant } = randomCase("dynamic", 720 + seed, { steps: 24 * 20 })
    const charged: Year = { ...year, importLimitKw: undefined, demandCharges: randomDemandCharges(year, seed) }
    const [hours, quarters] = [charged, yearInQuarters(charged)].map(each => optimiser.dispatch(each, plant).costEur)
    expect(Math.abs(quarters! - hours!)).toBeLessThanOrEqual(2e-6 * Math.abs(hours!))
  }
})

test("stored series of quarters take at most three times the bytes of hours; earlier forms are read", () => {
  const tariff = { type: "flat", flatEurPerKwh: 0.3, feedInEurPerKwh: 0.05 }
  const seriesIn = (resolution: "hour" | "quarter") => {
    const request = parseEarlierRequest({ ...houseRequest(), tariff, electricBattery: battery }, standardProfileKeys)
    const scan = prepareCase({ ...request, resolution })
    return solvePrepared(scan, { cuts: undefined }, { optimiser, sizingTolerance: 1e-4 }, () => true).series
  }
  const [hours, quarters] = [seriesIn("hour"), seriesIn("quarter")]
  expect(packSeries(quarters).length).toBeLessThan(3 * packSeries(hours).length)
  const all = Object.entries(quarters.quarters!).map(([name, values]) => [
    `quarters.${name}`,
    values.map(value => Math.round(value * (name.endsWith("EurPerKwh") ? 1e5 : 1e3))),
  ])
  const earlier = pack({ arrays: { ...quarters.hours, ...Object.fromEntries(all) }, meta: quarters.figures })
  expect(Object.keys(unpackSeries(earlier).quarters!)).toEqual([...HOURLY_SERIES])
  expect(unpackSeries(earlier).quarters!.consumption[100]).toBeCloseTo(quarters.quarters!.consumption[100]!, 2)
})

test("a window that ends within an hour is priced by its quarters", () => {
  const tariff = { type: "custom", buy: { taxed: false, energy: windows }, sell: { energy: 0.06 } }
  const request = parseEarlierRequest({ ...houseRequest(), tariff }, standardProfileKeys)
  const scan = prepareCase(request)
  const [hours, quarters] = [scan, inQuarters(scan)].map(({ tariffs }) => tariffs[0].buyEurPerKwh)
  const evening = 20
  expect(hours![evening]).toBeCloseTo((0.41 + 0.24) / 2, 12)
  expect([...quarters!.subarray(4 * evening, 4 * evening + 4)]).toEqual([0.41, 0.41, 0.24, 0.24])
})
