import { expect, test } from "bun:test"
import fc from "fast-check"
import { assetChangeViolations, assetViolations, changedAsset, newAsset } from "../../domain/site/profiles/assets.ts"
import { templateBase } from "../../domain/site/profiles/base.ts"
import { profileChart, profileCsv } from "../../domain/site/profiles/charts.ts"
import { combine, loadOf, type MeterParts, type ProfileParts, totalsOf } from "../../domain/site/profiles/curves.ts"
import { totalOf } from "../../domain/site/profiles/hours.ts"
import { changedLayer, newLayer } from "../../domain/site/profiles/layers.ts"
import { mergedBase } from "../../domain/site/profiles/merge.ts"
import { changedSolarConfig, solarProduction } from "../../domain/site/profiles/solarConfig.ts"
import {
  curvesOf,
  definitionsOf,
  EMPTY_STATE,
  type ProfileState,
  packCurves,
  packHours,
  unpackCurves,
  unpackState,
} from "../../domain/site/profiles/state.ts"
import { heatmap } from "../../domain/site/profiles/studioReport.ts"
import type { Production } from "../../domain/site/solar/provider.ts"
import { HOURS_PER_YEAR, hourOfYear } from "../../domain/site/year.ts"
import { AMSTERDAM } from "../support/clocks.ts"
import { sentences } from "../support/sentences.ts"

const constant = (kwh: number) => new Float32Array(HOURS_PER_YEAR).fill(kwh)
/** A profile of one meter; `behind`: production behind it. */
const parts = ({ added = [], generated = [], ...meter }: Partial<MeterParts & ProfileParts>): ProfileParts => ({
  meters: [{ bought: constant(0), hasUnexplainedExport: false, behind: [], ...meter }],
  added,
  generated,
})

/** A provider whose panels produce 1 kWh per kWp at noon; it records the requested surfaces. */
const noonProvider = () => {
  const asked: unknown[] = []
  const provider = (surface: unknown): Production => {
    asked.push(surface)
    const hoursKwhPerKwp = Float64Array.from({ length: HOURS_PER_YEAR }, (_, hour) => (hour % 24 === 12 ? 1 : 0))
    return { hoursKwhPerKwp, source: "pvgis", weatherYear: 2023, station: null, note: "" }
  }
  return { provider, asked }
}
const context = (provider = noonProvider().provider) => ({ year: 2025, lat: 52, lon: 5, provider })

test("bought is load less production, fed in the surplus", () => {
  const { curves, lacksSolar } = combine(parts({ bought: constant(2), added: [constant(1)], generated: [constant(4)] }))
  expect([curves.result[0], curves.export[0], curves.production[0], curves.baseline[0]]).toEqual([0, 1, 4, 2])
  expect(lacksSolar).toBe(false)
})

test("a meter's bought and fed-in energy stay as measured while nothing is added", () => {
  const { curves, lacksSolar } = combine(
    parts({ bought: constant(2), exported: constant(3), hasUnexplainedExport: true }),
  )
  expect([curves.result[0], curves.export[0]]).toEqual([2, 3])
  expect(lacksSolar).toBe(true)
})

test("what a layer uses comes from the meter's feed-in first", () => {
  const { curves } = combine(
    parts({ bought: constant(2), exported: constant(3), hasUnexplainedExport: true, added: [constant(5)] }),
  )
  expect([curves.result[0], curves.export[0]]).toEqual([4, 0])
})

test("a meter with feed-in and solar panels: load = bought + produced - exported", () => {
  const { curves, lacksSolar } = combine(
    parts({ bought: constant(2), exported: constant(1), hasUnexplainedExport: true, behind: [constant(4)] }),
  )
  expect(lacksSolar).toBe(false)
  expect(loadOf(curves)[0]).toBe(5)
  expect([curves.result[0], curves.export[0]]).toEqual([1, 0])
})

test("more fed in than bought and produced leaves a load of 0", () => {
  const { curves } = combine(
    parts({ bought: constant(0), exported: constant(9), hasUnexplainedExport: true, behind: [constant(4)] }),
  )
  expect(loadOf(curves)[0]).toBe(0)
  expect([curves.result[0], curves.export[0]]).toEqual([0, 4])
})

test("panels give at least what the meter fed in of them, and as much in the year as before", () => {
  const every = (kwhOf: (hour: number) => number) => Float32Array.from({ length: HOURS_PER_YEAR }, (_, h) => kwhOf(h))
  // The model has its sun at 11, the file has its export at 13.
  const exported = every(hour => (hour % 24 === 13 ? 2 : 0))
  const bought = every(hour => (hour % 24 === 13 ? 0 : 0.5))
  const behind = every(hour => (hour % 24 === 11 ? 3 : 0))
  const { curves } = combine(parts({ bought, exported, hasUnexplainedExport: true, behind: [behind] }))
  expect([...curves.result]).toEqual([...bought])
  expect([...curves.export]).toEqual([...exported])
  expect(curves.production[11]).toBeCloseTo(1, 6)
  expect(curves.production[13]).toBeCloseTo(2, 6)
  expect(loadOf(curves)[11]).toBeCloseTo(1.5, 6)
})

test("production that is not behind a meter adds to what the meter feeds in", () => {
  const { curves, lacksSolar } = combine(
    parts({ bought: constant(0), exported: constant(3), hasUnexplainedExport: true, generated: [constant(4)] }),
  )
  expect(lacksSolar).toBe(false)
  expect([curves.result[0], curves.export[0], curves.production[0], loadOf(curves)[0]]).toEqual([0, 7, 7, 0])
})

test("each meter is explained by what is behind it alone", () => {
  const meter = (bought: number, exported: number, behind: number[]): MeterParts => ({
    bought: constant(bought),
    exported: constant(exported),
    hasUnexplainedExport: exported > 0,
    behind: behind.map(constant),
  })
  const meters = [meter(0, 3, [5]), meter(2, 0, []), meter(0, 1, [])]
  const { curves } = combine({ meters, added: [], generated: [] })
  // The first house uses 2 of its 5; the second imports 2; the third exports 1 from unknown panels.
  expect([curves.result[0], curves.export[0], curves.production[0], loadOf(curves)[0]]).toEqual([2, 4, 6, 4])
})

test("every profile whose production is known balances: load + fed in = bought + produced", () => {
  const kwh = fc.double({ min: 0, max: 10, noNaN: true })
  fc.assert(
    fc.property(kwh, kwh, kwh, kwh, kwh, (bought, load, produced, added, generated) => {
      const exported = Math.max(0, bought + produced - load)
      const { curves } = combine(
        parts({
          bought: constant(bought),
          exported: constant(exported),
          produced: constant(produced),
          added: [constant(added)],
          generated: [constant(generated)],
        }),
      )
      const [result, sold] = [curves.result[7], curves.export[7]]
      expect(result).toBeGreaterThanOrEqual(0)
      expect(sold).toBeGreaterThanOrEqual(0)
      const net = bought - exported + added - generated
      expect(Math.abs(result! - sold! - net)).toBeLessThan(1e-5)
    }),
    { numRuns: 40 },
  )
})

test("merged profiles add what is bought, fed in and produced apart", () => {
  const first = combine(parts({ bought: constant(5) })).curves
  const second = combine(parts({ bought: constant(1), generated: [constant(4)] })).curves
  const base = mergedBase([
    { name: "A", curves: first, lacksSolar: false, panels: { surfaces: [], meter: null } },
    { name: "B", curves: second, lacksSolar: false, panels: { surfaces: [], meter: null } },
  ])
  const { curves } = curvesOf({ ...EMPTY_STATE, base })
  expect([curves.result[0], curves.export[0], curves.production[0], loadOf(curves)[0]]).toEqual([5, 3, 4, 6])
})

test("a state comes back from its bytes", async () => {
  const base = templateBase({ templateId: "stel" }, { year: 2025, lat: 52 })
  const layer = await newLayer("l", { presetId: "zwembad" }, context())
  const asset = await newAsset("a", { assetType: "heat-pump", config: { annualKwh: 3000 } }, context())
  const state: ProfileState = { ...EMPTY_STATE, base, layers: [layer], assets: [asset] }
  const definitions = JSON.parse(JSON.stringify(definitionsOf(state)))
  expect(unpackState(definitions, packHours(state))).toEqual(JSON.parse(JSON.stringify(state), revive))
  const { curves } = curvesOf(state)
  expect(totalsOf(unpackCurves(packCurves(curves)))).toEqual(totalsOf(curves))
})

/** JSON has no float arrays, so they are rebuilt. */
const revive = (_: string, value: unknown) =>
  value !== null && typeof value === "object" && "8759" in value ? Float32Array.from(Object.values(value)) : value

/** PVWatts' part-load curve over its European mean, by hand: 3.6 kW behind 3.636 kW, 1.72 kW behind 1.818 kW. */
const NOON_KW = 3.6222
const EAST_NOON_KW = 1.7314
/** Power limit of an inverter for 2 kWp [kW]. */
const INVERTER_KW = 2 / 1.1

test("a surface's production is kWp times losses behind its inverter, and the place is the profile's", async () => {
  const { provider, asked } = noonProvider()
  const config = { panelCount: 10, panelPowerWatts: 400, tilt: 20, azimuth: 360, losses: 10 }
  const made = await solarProduction(config, { lat: 52, lon: 5 }, provider)
  expect(asked).toEqual([{ lat: 52, lon: 5, tiltDeg: 20, azimuthDeg: 0 }])
  expect(made.hours[12]).toBeCloseTo(NOON_KW, 4)
  expect(made.config).toEqual({ ...config, systemCapacityKw: 4, annualProductionKwh: expect.closeTo(NOON_KW * 365, 1) })
})

test("several surfaces are asked one by one and summed", async () => {
  const { provider, asked } = noonProvider()
  const surface = { panelCount: 5, panelPowerWatts: 400, tilt: 35, azimuth: 90 }
  const roofSurfaces = [
    { id: "east", ...surface },
    { id: "west", ...surface, azimuth: 270, losses: 0 },
  ]
  const { config, hours } = await solarProduction({ roofSurfaces }, { lat: 52, lon: 5 }, provider)
  expect(asked.length).toBe(2)
  expect(hours[12]).toBeCloseTo(EAST_NOON_KW + INVERTER_KW, 4)
  expect(config.systemCapacityKw).toBe(4)
  expect(config.roofSurfaces?.map(one => one.annualProductionKwh)).toEqual([
    expect.closeTo(EAST_NOON_KW * 365, 1),
    expect.closeTo(INVERTER_KW * 365, 3),
  ])
})

test("flat fields change flat ones, and take the place of several surfaces", () => {
  const flat = { panelCount: 5, panelPowerWatts: 400, tilt: 35 }
  expect(changedSolarConfig(flat, { panelCount: 6 })).toEqual({ ...flat, panelCount: 6 })
  const roofSurfaces = [{ id: "a", panelCount: 5, panelPowerWatts: 400, tilt: 35, azimuth: 90 }]
  expect(changedSolarConfig({ roofSurfaces }, flat)).toEqual(flat)
  expect(changedSolarConfig(flat, { roofSurfaces })).toEqual({ roofSurfaces })
})

test("a shape has its peak at maxKw, on scheduled days only", async () => {
  const schedule = Array.from({ length: 7 }, (_, weekday) => new Array<boolean>(12).fill(weekday === 0))
  const hourlyKw = Array.from({ length: 24 }, (_, hour) => (hour === 6 ? 4 : 2))
  const { hours } = await newLayer("l", { presetId: "custom", hourlyKw, maxKw: 1, schedule }, context())
  const monday = hourOfYear(1, 6, 0)
  expect([...hours.kwh.slice(monday + 5, monday + 8)]).toEqual([0.5, 1, 0.5])
  expect(totalOf(hours.kwh.slice(monday + 24, monday + 7 * 24))).toBe(0)
  expect(totalOf(hours.kwh)).toBeCloseTo(52 * 12.5, 3)
})

test("a new name leaves the hours alone, another maxKw scales them", async () => {
  const { provider, asked } = noonProvider()
  const made = await newLayer("l", { presetId: "warmtepomp" }, context(provider))
  const renamed = await changedLayer(made, { name: "Pump" }, context(provider))
  expect(renamed.hours).toBe(made.hours)
  const doubled = await changedLayer(renamed, { maxKw: 10 }, context(provider))
  expect(totalOf(doubled.hours.kwh)).toBeCloseTo(2 * totalOf(made.hours.kwh), 2)
  expect(doubled.definition).toMatchObject({ name: "Pump", maxKw: 10 })
  expect(asked).toEqual([])
})

test("cars are simulated with what evConfig says, and what it said before", async () => {
  const evConfig = { count: 2, dailyConsumptionKwh: 8, batteryKwh: 60 }
  const made = await newLayer("l", { presetId: "ev", evConfig }, context())
  expect(totalOf(made.hours.kwh)).toBeCloseTo(2 * 8 * 365, 0)
  const more = await changedLayer(made, { evConfig: { count: 3 } }, context())
  expect(totalOf(more.hours.kwh)).toBeCloseTo(3 * 8 * 365, 0)
})

test("assets: energy, shape, own hours and a plaza under its limit", async () => {
  const add = async (assetType: Parameters<typeof newAsset>[1]["assetType"], config: Record<string, unknown>) => {
    expect(assetViolations({ assetType, config })).toEqual([])
    return newAsset("a", { assetType, config }, context())
  }
  expect(totalOf((await add("heat-pump", { annualKwh: 3000 })).hours.kwh)).toBeCloseTo(3000, 2)
  const winter = Array.from({ length: 7 }, () => Array.from({ length: 12 }, (_, month) => month === 0))
  const january = (await add("heat-pump", { annualKwh: 3000, schedule: winter })).hours.kwh
  expect(totalOf(january.slice(0, 744))).toBeCloseTo(3000, 2)
  expect(totalOf(january.slice(744))).toBe(0)
  expect(Math.max(...(await add("heat-pump", { maxKw: 7 })).hours.kwh)).toBe(7)
  expect(totalOf((await add("custom-consumption", { maxKw: 2, hourlyKw: new Array(24).fill(9) })).hours.kwh)).toBe(
    17520,
  )
  const plaza = {
    chargePoints: 8,
    chargerPowerKw: 11,
    sessionsPerDay: 16,
    kwhPerSession: 15,
    arrivalHour: 7,
    departureHour: 22,
  }
  const free = (await add("charging-plaza", plaza)).hours.kwh
  const limited = (await add("charging-plaza", { ...plaza, limitKw: 20 })).hours.kwh
  expect(Math.max(...free)).toBeGreaterThan(20)
  expect(Math.max(...limited)).toBeLessThanOrEqual(20)
  const upload = await add("production-upload", { data: new Array(HOURS_PER_YEAR).fill(2) })
  expect([upload.definition.direction, totalOf(upload.hours.kwh), upload.definition.config]).toEqual([
    "generation",
    17520,
    {},
  ])
})

test("a production upload keeps its hours with the config that it is shown with", async () => {
  const config = { data: new Array(HOURS_PER_YEAR).fill(2) }
  const made = await newAsset("a", { assetType: "production-upload", config }, context())
  const change = { name: "Turbine", config: made.definition.config }
  expect(assetChangeViolations(made.definition, change)).toEqual([])
  const renamed = await changedAsset(made, change, context())
  expect([renamed.definition.name, totalOf(renamed.hours.kwh)]).toEqual(["Turbine", 17520])
  const halved = await changedAsset(renamed, { config: { data: new Array(HOURS_PER_YEAR).fill(1) } }, context())
  expect(totalOf(halved.hours.kwh)).toBe(8760)
  const wrong = { config: { hours: [] } }
  expect(sentences(assetChangeViolations(made.definition, wrong))).toEqual(["unknown field config.hours"])
})

test("a plaza of more sessions than can be simulated is refused", () => {
  const config = {
    chargePoints: 500,
    chargerPowerKw: 11,
    sessionsPerDay: 1001,
    kwhPerSession: 15,
    arrivalHour: 7,
    departureHour: 22,
  }
  expect(sentences(assetViolations({ assetType: "charging-plaza", config }))).toEqual([
    "config.sessionsPerDay must be at most 1000",
  ])
})

test("a heatmap is the mean hour of each month: 12 rows of 24 whose days give the year back", () => {
  const hours = Float32Array.from({ length: HOURS_PER_YEAR }, (_, hour) => (hour < 744 ? hour % 24 : 1))
  const map = heatmap(hours)
  expect([map.length, ...new Set(map.map(row => row.length))]).toEqual([12, 24])
  expect(map[0]).toEqual(Array.from({ length: 24 }, (_, hour) => hour))
  expect(map[1]).toEqual(new Array(24).fill(1))
})

const AT = { year: 2025, clock: AMSTERDAM }
const NUMBERED = {
  baseline: Float32Array.from({ length: HOURS_PER_YEAR }, (_, hour) => hour),
  result: constant(1),
  export: constant(2),
  production: constant(3),
}

test("charts: a week of hours, a month of days, a year of months", () => {
  const week = profileChart(NUMBERED, { view: "week", index: 1 }, AT)
  expect([week.intervalType, week.labels.length, week.labels[0], week.baseline[0]]).toEqual([
    "hour",
    168,
    "2025-01-08 00:00",
    168,
  ])
  const last = profileChart(NUMBERED, { view: "week", index: 51 }, AT)
  expect(last.baseline[167]).toBe(52 * 168 - 1)
  const month = profileChart(NUMBERED, { view: "month", index: 1 }, AT)
  expect([month.intervalType, month.labels.length, month.labels[27], month.combined[0]]).toEqual([
    "day",
    28,
    "2025-02-28",
    24,
  ])
  const year = profileChart(NUMBERED, { view: "year" }, AT)
  expect([year.index, year.intervalType, year.labels.at(-1), total(year.combined)]).toEqual([
    null,
    "month",
    "2025-12",
    8760,
  ])
  const production = profileChart(NUMBERED, { view: "production" }, AT)
  expect([production.labels.length, total(production.production!), production.export]).toEqual([
    12,
    3 * 8760,
    undefined,
  ])
  const sold = profileChart(NUMBERED, { view: "export", index: 3 }, AT)
  expect([sold.labels.length, total(sold.export!), sold.production]).toEqual([168, 2 * 168, undefined])
})

test("a chart may begin on a date and runs on over the year's end", () => {
  const chart = profileChart(NUMBERED, { view: "week", startDate: { year: 2025, month: 12, day: 30 } }, AT)
  expect([chart.index, chart.labels[0], chart.baseline[0], chart.baseline[48]]).toEqual([
    null,
    "2025-12-30 00:00",
    363 * 24,
    0,
  ])
})

const total = (values: number[]) => values.reduce((sum, value) => sum + value, 0)

test("the CSV has each float32 exactly", () => {
  const result = Float32Array.from({ length: HOURS_PER_YEAR }, (_, hour) => Math.sqrt(hour) / 7)
  const [header, ...rows] = profileCsv({ ...NUMBERED, result })
    .trimEnd()
    .split("\n")
  expect(header).toBe("hour,kwh")
  expect(rows.length).toBe(8760)
  expect(Float32Array.from(rows, row => Number(row.split(",")[1]))).toEqual(result)
})
