/** Stored reports from before 1.0 are shown by their former sections as new reports are by their outlook. */
import { expect, test } from "bun:test"
import { explained } from "../../api/mcp/explain.ts"
import { fixtureResult } from "../../domain/report/sandbox/fixtures.ts"
import type { FullReport, ReportBody } from "../../domain/report/schema.ts"
import { shownOutlook } from "../../domain/report/shownOutlook.ts"
import { readReport } from "../../domain/texts/report.ts"
import { driverEnds, outlookOf } from "../support/outlook.ts"

const report = readReport(fixtureResult("new-pv-battery-cost-savings").report, "en")
const outlook = outlookOf(report)
type Percentiles = typeof outlook.npv
const deciles = ({ p10, p50, p90 }: Percentiles) => ({ percentile10: p10, median: p50, percentile90: p90 })
const figures = ({ npv, firstYearSavings }: { npv: Percentiles; firstYearSavings: Percentiles }) => ({
  netPresentValue: deciles(npv),
  firstYearSavings: deciles(firstYearSavings),
})
const optimumBefore = ({ npv, ...plant }: NonNullable<(typeof outlook.drivers)[number]["optimumLow"]>) => ({
  ...plant,
  netPresentValue: npv,
})
const { weatherYears, priceYears, weather, yieldDeviation, draws, seed, years } = outlook

/** The same result as a report stored it before `outlook`. */
const earlier: ReportBody = (() => {
  const { outlook: _, ...rest } = report
  const { count, lowest, highest } = years
  return {
    ...rest,
    sensitivity: driverEnds(report)
      .filter(({ name, change }) => name !== "foresight" || change < 0)
      .map(({ name, change, npv, payback, optimum }) => ({
        ...{ parameter: name, change, netPresentValue: npv, returnPeriod: payback },
        optimum: optimum && optimumBefore(optimum),
      })),
    savingsSpread: {
      ...{ years: count, lowest, highest, weatherYears: [], priceYears },
      ...{ ...deciles(outlook.firstYearSavings), mean: 0, standardDeviation: 0 },
    },
    uncertainty: {
      ...figures(outlook),
      controllers: outlook.controllers.map(one => ({ control: one.control, ...figures(one) })),
      ...{ weatherYears, priceYears, weather, yieldDeviation, draws, seed },
    },
  }
})()

test("the sections of an earlier report give the drivers, ranges and years of the outlook", () => {
  const shown = shownOutlook(earlier)!
  expect(shown.drivers).toMatchObject(outlook.drivers)
  const { drivers: _, breakEven: __, years: ___, paybackYears: ____, uncertain: _____, ...others } = outlook
  const { cumulativeCashflows: ______, ...ranges } = others
  expect(shown.ranges).toMatchObject(ranges)
  expect(shown.paybackYears).toBeUndefined()
  expect(shown.years).toMatchObject(years)
  expect(shown.breakEven).toEqual([])
})

test("version 0.1.0 had no range of futures, and scans at their limit or without a plant had no section", () => {
  const { uncertainty: _, ...first } = earlier
  expect(shownOutlook(first)).toMatchObject({ drivers: outlook.drivers, years })
  expect(shownOutlook(first)!.ranges).toBeUndefined()
  expect(shownOutlook({ ...first, sensitivity: [], savingsSpread: null })).toBeNull()
  expect(shownOutlook({ ...report, outlook: null })).toBeNull()
})

test("an earlier report is explained with its ranges, a new one with its payback too", () => {
  const row = { id: "s", createdAt: "2026-01-01T00:00:00.000Z", hasError: false, isShared: false, shareToken: null }
  const [before, now] = [earlier, report].map(body => explained({ ...row, ...body } as FullReport, "live").split("\n"))
  const own = now!.filter(line => !before!.includes(line))
  expect(own).toEqual([
    expect.stringMatching(/^Likely, in 8 of 10 futures: .*; payback [\d.]+ years to [\d.]+ years\.$/),
  ])
  expect(now).toContainEqual(expect.stringMatching(/^If electricity prices are 30 % lower: .* earned back after/))
})
