import { expect, test } from "bun:test"
import { Value } from "@sinclair/typebox/value"
import { LegacyChart, legacyChart } from "../../api/legacy/chart.ts"
import { LegacyReport, legacyReport } from "../../api/legacy/report.ts"
import { buildReport } from "../../domain/report/build.ts"
import { chartData } from "../../domain/report/chart/chart.ts"
import { INTERVALS, parseDate } from "../../domain/site/chart/intervals.ts"
import { AMSTERDAM } from "../support/clocks.ts"
import { type CaseOptions, solved } from "../support/solvedCase.ts"

const RUN = { runId: "run", createdAt: new Date("2026-01-01T00:00:00.000Z") }
const START = { year: 2026, month: 3, day: 1 }

const built = (changed: Partial<CaseOptions> = {}) => {
  const { scan, solution } = solved(changed)
  const { report, series } = buildReport(scan, solution)
  return { report, series }
}
const errors = (schema: Parameters<typeof Value.Errors>[0], value: unknown) =>
  [...Value.Errors(schema, value)].map(({ path, message }) => `${path} ${message}`)
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

// @covers legacy: GET /v1/scan
test("a report has the figures of the full report", () => {
  const { report } = built({ costPerKwh: 925 })
  const earlier = legacyReport(RUN, report)
  expect(errors(LegacyReport, earlier)).toEqual([])
  expect(earlier).toMatchObject({
    run_uuid: "run",
    status: "optimal",
    goal: "payback-time",
    created: "2026-01-01T00:00:00.000Z",
  })
  expect(earlier.recommended.panels.map(({ name, panel_count }) => [name, panel_count])).toEqual([
    ["Roof 1", 12],
    ["Roof 2", 0],
  ])
  expect(earlier.recommended.capacity_kwp).toBeCloseTo(4.8, 9)
  expect(earlier.recommended.battery).toEqual({ capacity_kwh: 8, power_rating_kw: 4, total_cost: 8 * 925 })
  const { solarInvestment, batteryPurchaseCost } = report.financial.investment
  expect(earlier.investment_cost).toBe(solarInvestment + batteryPurchaseCost)
  expect(earlier.yearly_savings).toBe(report.overview.kpi.yearlySavings)
  expect(earlier.payback_years).toBe(report.overview.kpi.returnPeriod)
  expect(earlier.net_present_value).toBe(report.financial.netPresentValue)
  expect(earlier.self_sufficiency).toBe(report.overview.kpi.selfSufficiency)
})

test("a report without a battery or a payback has null there", () => {
  const earlier = legacyReport(RUN, built({ batteryKwh: 0, panels: [0, 0] }).report)
  expect(errors(LegacyReport, earlier)).toEqual([])
  expect([earlier.recommended.battery, earlier.payback_years, earlier.investment_cost]).toEqual([null, null, 0])
})

test("every interval has its points, and over the year they are the report's energies", () => {
  const { report, series } = built()
  const points = { day: 24, week: 7, month: 31, year: 12 }
  for (const interval of INTERVALS) {
    const {
      interval: answered,
      labels,
      start_date,
      end_date,
      time_zone,
      ...arrays
    } = legacyChart(series, { interval, startDate: START, clock: AMSTERDAM })
    expect(errors(LegacyChart, { interval: answered, labels, start_date, end_date, time_zone, ...arrays })).toEqual([])
    expect([answered, labels.length]).toEqual([interval, points[interval]])
    for (const values of Object.values(arrays)) expect(values).toHaveLength(points[interval])
  }
  const chart = legacyChart(series, {
    interval: "year",
    startDate: { year: 2026, month: 1, day: 1 },
    clock: AMSTERDAM,
  })
  const monthHours = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].map(days => days * 24)
  const energies = legacyReport(RUN, report).yearly_energy
  for (const name of [
    "site_consumption",
    "solar_total_generation",
    "solar_direct_usage",
    "solar_exported_to_grid",
    "grid_purchase",
    "grid_purchase_baseline",
  ] as const)
    expect(sum(chart[name].map((kw, month) => kw * monthHours[month]!))).toBeCloseTo(energies[name], 4)
})

// @covers legacy: chart: fields in kW
test("values are the mean power of the hours that document 1 sums", () => {
  const { series } = built()
  const earlier = legacyChart(series, { interval: "week", startDate: START, clock: AMSTERDAM })
  const current = chartData(series, { interval: "week", startDate: START, clock: AMSTERDAM })
  const pairs = [
    [earlier.site_consumption, current.consumption],
    [earlier.solar_total_generation, current.solarProduction],
    [earlier.solar_stored_in_battery, current.solarStored],
    [earlier.solar_curtailment, current.solarWasted],
    [earlier.grid_purchase, current.gridUsedOnsite.map((kwh, day) => kwh + current.gridStored[day]!)],
    [earlier.grid_purchase_baseline, current.baselineGridConsumption],
  ]
  for (const [kw, kwh] of pairs) for (const [day, mean] of kw!.entries()) expect(24 * mean).toBeCloseTo(kwh![day]!, 9)
})

test("the state of charge of every hour is a fraction of the capacity, and 0 without a battery", () => {
  const { series } = built()
  const chart = legacyChart(series, { interval: "day", startDate: START, socOfKwh: 8, clock: AMSTERDAM })
  expect(errors(LegacyChart, chart)).toEqual([])
  expect(chart.full_soc_series?.[5000]).toBeCloseTo(series.hours.batteryLevel[5000]! / 8, 9)
  expect(Math.max(...(chart.full_soc_series ?? []))).toBeGreaterThan(0.5)
  expect(legacyChart(series, { interval: "day", startDate: START, clock: AMSTERDAM })).not.toHaveProperty(
    "full_soc_series",
  )
  const none = built({ batteryKwh: 0 }).series
  const { full_soc_series } = legacyChart(none, { interval: "day", startDate: START, socOfKwh: 0, clock: AMSTERDAM })
  expect(full_soc_series).toEqual(Array(8760).fill(0))
})

// @covers legacy: GET /v1/scan/chart, startDate
test("a start date may be written in every form of the document", () => {
  const forms = [
    "2026-03-01",
    "2026-03-01T10:30:00",
    "2026-03-01T10:30",
    "2026-03-01T10:30:00Z",
    "2026-03-01T10:30:00.123Z",
    "2026-03-01T23:30:00+02:00",
    "2026-03-01T23:30:00 02:00",
    "2026-03-01 10:30:00",
    "2026-03-01 10:30",
  ]
  for (const form of forms) expect([form, parseDate(form)]).toEqual([form, START])
  expect(parseDate("2024-02-29")).toEqual({ year: 2024, month: 2, day: 28 })
  for (const wrong of ["", "2026", "2026-13-01", "2026-02-30", "01-03-2026", "today", "2026-03-01T"])
    expect([wrong, parseDate(wrong)]).toEqual([wrong, null])
})
