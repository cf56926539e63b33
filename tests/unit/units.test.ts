import { expect, test } from "bun:test"
import { KindGuard, type TSchema, Type } from "@sinclair/typebox"
import { LegacyChart } from "../../api/legacy/chart.ts"
import { LegacyReport } from "../../api/legacy/report.ts"
import { numberIn, rounded } from "../../domain/base/validation/units.ts"
import { buildReport } from "../../domain/report/build.ts"
import { chartData } from "../../domain/report/chart/chart.ts"
import { DayPlan } from "../../domain/report/plan.ts"
import { FullReport, ReportBody } from "../../domain/report/schema.ts"
import { ChartData } from "../../domain/site/chart/schema.ts"
import { readReport } from "../../domain/texts/report.ts"
import { AMSTERDAM } from "../support/clocks.ts"
import { solved } from "../support/solvedCase.ts"

const Answer = Type.Object({
  energy: numberIn("kWh"),
  money: Type.Union([numberIn("EUR"), Type.Null()]),
  hours: Type.Array(numberIn("kW")),
  asked: Type.Number(),
  angle: numberIn("degrees"),
  part: Type.Optional(Type.Object({ share: numberIn("fraction") })),
  either: Type.Union([Type.Object({ a: numberIn("kWh") }), Type.Object({ b: numberIn("kWh") })]),
})

test("numbers are rounded by their unit, at any depth; those without one stay whole", () => {
  const answer = {
    energy: 1.23456,
    money: null,
    hours: [0.00000049, 2.0000005],
    asked: 1.23456789,
    angle: 12.3456789,
    part: { share: 0.12345678, other: 0.12345678 },
    either: { b: 9.87654 },
  }
  expect(rounded(Answer, answer)).toEqual({
    ...answer,
    energy: 1.235,
    hours: [0, 2.000001],
    part: { share: 0.123457, other: 0.12345678 },
    either: { b: 9.877 },
  })
  expect(answer.energy).toBe(1.23456)
})

test("minus zero becomes zero, and a number too large for decimals stays as it is", () => {
  expect(Object.is(rounded(numberIn("kWh"), -0.0001), 0)).toBe(true)
  expect(Object.is(rounded(numberIn("kWh"), -0), 0)).toBe(true)
  expect(rounded(numberIn("EUR"), 123_456_789_012_345.67)).toBe(123_456_789_012_345.67)
  expect(rounded(numberIn("EUR"), -1234.56785)).toBeCloseTo(-1234.5678, 4)
})

/** Paths of numbers that have no unit. */
const withoutUnit = (schema: TSchema, path = ""): string[] => {
  if (KindGuard.IsNumber(schema)) return schema["x-unit"] ? [] : [path]
  if (KindGuard.IsArray(schema)) return withoutUnit(schema.items, `${path}[]`)
  if (KindGuard.IsUnion(schema)) return schema.anyOf.flatMap(each => withoutUnit(each, path))
  if (!KindGuard.IsObject(schema)) return []
  return Object.entries(schema.properties).flatMap(([name, each]) => withoutUnit(each, `${path}.${name}`))
}

test("every figure of reports and charts has a unit; what was asked or assumed is given back whole", () => {
  const asked =
    /^\.premises\[\]\.(value|effect\.reading)|^\.solar\.(new|existing)Systems\[\]\.plan\.|^\.financial\.(parameters\.|tariffComponents\[\]\.|tariffTerms\[\]\.)|^\.studioProfile\.layers\[\]\.(maxKw|hourlyKw|solarConfig|evConfig|heatConfig)/
  expect(withoutUnit(FullReport).filter(path => !asked.test(path))).toEqual([])
  expect(withoutUnit(ChartData)).toEqual([".interconnectionLimitKw"])
  expect(withoutUnit(DayPlan)).toEqual([])
  expect(withoutUnit(LegacyReport)).toEqual([])
  expect(withoutUnit(LegacyChart)).toEqual([])
})

test("rounded months sum to the rounded report within half a unit of each", () => {
  const { scan, solution } = solved()
  const { report, series } = buildReport(scan, solution)
  const shown = rounded(ReportBody, readReport(report, "en"))
  const chart = rounded(
    ChartData,
    chartData(series, { interval: "year", startDate: { year: 2023, month: 1, day: 1 }, clock: AMSTERDAM }),
  )
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const within = (a: number, b: number, addends: number, unit: number) =>
    expect(Math.abs(a - b)).toBeLessThanOrEqual(((addends + 1) * unit) / 2 + 1e-9)
  within(sum(chart.consumption), shown.overview.kpi.yearlyUsageKwh, 12, 1e-3)
  within(sum(chart.solarExported) + sum(chart.batteryExported), shown.overview.energyFlow.yearlyFeedInKwh, 24, 1e-3)
  const costs = [chart.monthlyEnergyCosts, chart.monthlyDemandCosts, chart.monthlyFixedCosts].map(sum)
  within(sum(costs), shown.financial.yearOne.energyBill, 36, 1e-4)
  expect(shown.overview.kpi.yearlyUsageKwh).not.toBe(report.overview.kpi.yearlyUsageKwh)
})
