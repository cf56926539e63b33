/** Series of a report come back from their stored form with every answered value. */
import { describe, expect, test } from "bun:test"
import { MalformedSeries, pack } from "../../domain/base/packing.ts"
import { assertFeasible, needsWholeYear, prepareCase } from "../../domain/case/prepare.ts"
import { chartData } from "../../domain/report/chart/chart.ts"
import { answeredHours } from "../../domain/report/series/answered.ts"
import { HOURLY_SERIES, type HourlySeries, isPrice, type ScanSeries } from "../../domain/report/series/hourly.ts"
import { lackedShipped, packSeries, unpackSeries, withoutShipped } from "../../domain/report/series/pack.ts"
import { shippedSeriesOf } from "../../domain/report/shippedSeries.ts"
import { parseScanRequest } from "../../domain/request/input.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { countryAt, siteOf } from "../../domain/site/geo/site.ts"
import { solvePrepared } from "../../search/solve.ts"
import { house } from "../bench/embedded.ts"
import { offeredOf } from "../fuzz/check.ts"
import { checkedOptimiser } from "../support/checkedCore.ts"
import { expectNear } from "../support/nearCharts.ts"
import { randomNumbers } from "../support/solvedCase.ts"

const optimiser = await checkedOptimiser()
const clock = siteOf(52.1, 5.2)

const solvedSeries = (request: object): ScanSeries => {
  const input = parseScanRequest(JSON.parse(JSON.stringify(request)), standardProfileKeys, countryAt)
  if (needsWholeYear(input)) assertFeasible(input)
  const solver = { optimiser, sizingTolerance: 0.02, budgetMs: 1_000 }
  const prepared = prepareCase(input)
  const { series } = solvePrepared(prepared, { cuts: undefined }, solver, () => true)
  return series.quarters ? series : { ...series, shipped: shippedSeriesOf(prepared) }
}
/** Bytes of a scan in storage, without the series that scans share. */
const storedBytes = (solved: ScanSeries): number => withoutShipped(packSeries(solved)).stored.length

/** Largest difference of a quarter, in units. */
const QUARTER_UNITS = 1.01

/** Difference of an answered hour. Some float32 of the largest plants are no whole Wh. */
const mostOf = (value: number): number => (value > LARGE_KWH ? 0.0011 : 0)
const LARGE_KWH = 1_000

const expectRead = (solved: ScanSeries): void => {
  const stored = unpackSeries(packSeries(solved))
  expect(JSON.stringify(stored.figures)).toBe(JSON.stringify(solved.figures))
  const [read, answered] = [answeredHours(stored.hours), answeredHours(solved.hours)]
  for (const name of HOURLY_SERIES) {
    const at = read[name].findIndex((value, hour) => Math.abs(value - answered[name][hour]!) > mostOf(value))
    if (at >= 0) throw new Error(`${name} ${at}: ${read[name][at]} of ${answered[name][at]}`)
  }
  for (const interval of ["year", "month", "week", "day"] as const) {
    const period = { interval, startDate: { year: 2026, month: 5, day: 3 }, clock }
    expectNear(chartData(stored, period), chartData(solved, period), interval)
  }
  expect(stored.quarters === undefined).toBe(solved.quarters === undefined)
  if (!(stored.quarters && solved.quarters)) return
  for (const name of HOURLY_SERIES) {
    const most = QUARTER_UNITS * (isPrice(name) ? 1e-5 : 1e-3)
    stored.quarters[name].forEach((value, at) => {
      const wanted = solved.quarters![name][at]!
      if (!(Math.abs(value - wanted) <= most + 2 ** -22 * Math.abs(wanted)))
        throw new Error(`${name} quarter ${at}: ${value} of ${wanted}`)
    })
  }
}

const flat = { type: "flat", flatEurPerKwh: 0.3, feedInEurPerKwh: 0.05 }
const existingPv = [{ panelCount: 6, panelPowerWatts: 300, tiltAngle: 30, orientationAngle: 200 }]
const existingBattery = { capacityKwh: 5, powerRatingKw: 2.5 }
const windows = [{ hours: [[17, 20]], eurPerKwh: 0.41 }, { eurPerKwh: 0.24 }]
const SCANS: Record<string, [request: object, mostBytes: number]> = {
  "day-ahead prices": [house(), 25_000],
  "flat prices": [{ ...house(), tariff: flat }, 20_000],
  "panels alone": [{ ...house(), tariff: flat, electricBattery: undefined }, 15_000],
  "existing panels, battery and a demand charge": [
    { ...house(), existingPv, existingBattery, tariff: { type: "dynamic", demandEurPerKwMonth: 5 } },
    40_000,
  ],
  "hours with their own prices and no charging from the grid": [
    {
      ...house(),
      tariff: {
        ...{ type: "custom", buy: { taxed: false, energy: windows }, sell: { energy: 0.06 } },
        limits: { gridCharging: false, exportKw: 2 },
      },
    },
    32_000,
  ],
  "quarters at day-ahead prices": [{ ...house(), resolution: "quarter" }, 130_000],
  "quarters at flat prices": [{ ...house(), tariff: flat, resolution: "quarter" }, 82_000],
}

describe("stored series", () => {
  for (const [name, [request, mostBytes]] of Object.entries(SCANS))
    test(`${name} are read as they were solved, in few bytes`, () => {
      const solved = solvedSeries(request)
      expectRead(solved)
      expect(storedBytes(solved)).toBeLessThan(mostBytes)
    })

  test("drawn requests over the bounds of all fields", () => {
    let solved = 0
    for (let seed = 0; seed < 40; seed++) {
      let series: ScanSeries
      try {
        series = solvedSeries({ ...offeredOf(seed), detail: "full" })
      } catch {
        continue
      }
      solved++
      expectRead(series)
    }
    expect(solved).toBeGreaterThan(12)
  })

  test("any numbers, up to those of the largest plants", () => {
    const { figures } = solvedSeries({ ...house(), electricBattery: undefined })
    for (const scale of [0, 1e-4, 1, 1e3, 1e6, 1e8]) {
      const random = randomNumbers(scale)
      const drawn = (name: string) =>
        Float32Array.from({ length: 8760 }, () => {
          if (name.endsWith("EurPerKwh")) return random() - 0.3
          return random() < 0.2 ? 0 : scale * random()
        })
      const hours = Object.fromEntries(HOURLY_SERIES.map(name => [name, drawn(name)])) as HourlySeries
      if (scale === 0 || (scale >= 1 && scale <= 1e3)) expectRead({ hours, figures })
      const { hours: read } = unpackSeries(packSeries({ hours, figures }))
      for (const name of HOURLY_SERIES) {
        read[name].forEach((value, hour) => {
          const off = Math.abs(value - hours[name][hour]!)
          if (!(off <= 0.001 + 1e-6 * Math.abs(value) + 1e-8 * scale)) throw new Error(`${name} ${hour}: ${off}`)
        })
      }
    }
  })

  test("a rest of a day changes no answered hour, makes none negative, and keeps a constant load's year", () => {
    const { figures } = solvedSeries({ ...house(), electricBattery: undefined })
    const ofLoad = (load: (hour: number) => number): [read: Float32Array, solved: Float32Array] => {
      const column = Float32Array.from({ length: 8760 }, (_, hour) => load(hour))
      const hours = Object.fromEntries(HOURLY_SERIES.map(name => [name, column])) as HourlySeries
      return [unpackSeries(packSeries({ hours, figures })).hours.consumption, column]
    }
    const sum = (values: Float32Array) => values.reduce((all, value) => all + value, 0)
    const wattHours = (values: Float32Array) => Array.from(values, value => Math.round(value * 1_000))
    const [constant, load] = ofLoad(() => 0.1004995)
    expect(Math.abs(sum(constant) - sum(load))).toBeLessThan(0.01)
    const [large, plant] = ofLoad(hour => 1_500 + (hour % 24) / 7)
    expect(wattHours(large)).toEqual(wattHours(plant))
    // One hour of a day rounds up by almost half a unit; small rests of its other hours round to 0.
    const [few] = ofLoad(hour => (hour % 24 === 12 ? 0.0015001 : -0.00001))
    expect(Math.min(...few)).toBeGreaterThanOrEqual(0)
  })

  test("of earlier versions are read to the bit", () => {
    const { hours, figures } = solvedSeries(house())
    const earlier = unpackSeries(pack({ arrays: { ...hours }, meta: figures }))
    expect(Bun.deepEquals(earlier, { hours, figures: JSON.parse(JSON.stringify(figures)) })).toBe(true)
  })

  test("bytes that are no series are refused", () => {
    const packed = packSeries(solvedSeries({ ...house(), electricBattery: undefined }))
    const other = packed.slice()
    other[0]! ^= 1
    const none = new Uint8Array()
    for (const bytes of [none, packed.slice(0, 3), other, packed.subarray(0, 100), packed.subarray(0, -9)])
      expect(() => unpackSeries(bytes)).toThrow(MalformedSeries)
    expect(() => unpackSeries(pack({ arrays: {}, meta: null }))).toThrow("without consumption")
  })
})

describe("shipped series", () => {
  test("scans of a place and profile share their prices and load shape, whatever their size and contract", () => {
    const contract = { type: "dynamic", feedInEurPerKwh: 0.02, taxesIncluded: false }
    const [one, other, flatPriced] = [
      house(),
      { ...house(), yearlyKwh: 7300, tariff: contract },
      { ...house(), tariff: flat },
    ].map(request => withoutShipped(packSeries(solvedSeries(request))))
    expect(other!.shipped).toEqual(one!.shipped)
    expect(flatPriced!.shipped).toEqual(one!.shipped.slice(1))
    expect(one!.shipped).toHaveLength(2)
    expect(other!.stored.length).toBeLessThan(27_000)
  })

  test("stored bytes name the shipped series that they lack, and are refused without them", () => {
    const packed = packSeries(solvedSeries(house()))
    const { stored, shipped } = withoutShipped(packed)
    expect(lackedShipped(packed)).toEqual([])
    expect(lackedShipped(stored)).toEqual(shipped.map(({ hash }) => hash))
    expect(() => unpackSeries(stored)).toThrow(MalformedSeries)
    const joined = Buffer.concat([stored, ...shipped.map(({ content }) => content)])
    expect(unpackSeries(joined)).toEqual(unpackSeries(packed))
    expect(withoutShipped(stored)).toEqual({ stored, shipped: [] })
    const quarters = packSeries(solvedSeries({ ...house(), resolution: "quarter" }))
    expect(withoutShipped(quarters)).toEqual({ stored: quarters, shipped: [] })
  })

  test("homes south of the equator share the shape of half a year later", () => {
    const [south, again, north] = [-33.4, -35.2, 40.4].map(lat => {
      const site = { ...house(), location: { lat, lon: -70.6 }, tariff: flat }
      return packSeries(solvedSeries(site))
    })
    const hashes = (packed: Uint8Array | undefined) => withoutShipped(packed!).shipped.map(({ hash }) => hash)
    expect(hashes(again)).toEqual(hashes(south))
    expect(hashes(north)).not.toEqual(hashes(south))
    expect(withoutShipped(south!).stored.length).toBeLessThan(20_000)
  })

  test("imported prices and profiles of an organization are no shipped series", () => {
    const input = parseScanRequest({ ...house(), tariff: { type: "dynamic" } }, standardProfileKeys, countryAt)
    const year = { zone: "NL" as const, year: 2025, eurPerKwh: new Float64Array(8760).fill(0.1) }
    const shippedBy = (...[request, inputs]: Parameters<typeof prepareCase>) =>
      Object.keys(shippedSeriesOf(prepareCase(request, inputs)))
    expect(shippedBy(input)).toEqual(["marketEurPerKwh", "loadShape"])
    expect(shippedBy(input, { prices: [year] })).toEqual(["loadShape"])
    const uploaded = { ...input, loadProfile: "019a4c1e-7c3a-7e21-9d5b-3f6f0a8d2b14" }
    expect(shippedBy(uploaded, { loadShape: new Float64Array(8760).fill(1) })).toEqual(["marketEurPerKwh"])
  })
})
