import type { ChartData, FullReport } from "../../../client/index.ts"
import { rounded } from "../../../domain/base/validation/units.ts"
import type { LiveCase } from "../../../domain/case/live/liveCase.ts"
import { prepareCase } from "../../../domain/case/prepare.ts"
import { chartData } from "../../../domain/report/chart/chart.ts"
import { FullReport as ReportSchema } from "../../../domain/report/schema.ts"
import { answeredHours } from "../../../domain/report/series/answered.ts"
import type { HourlySeriesName } from "../../../domain/report/series/hourly.ts"
import { type Adjustment, adjustInput } from "../../../domain/request/adjust.ts"
import { ChartData as ChartSchema } from "../../../domain/site/chart/schema.ts"
import { standardProfileKeys } from "../../../domain/site/consumption/profiles.ts"
import type { Language } from "../../../domain/texts/render.ts"
import { readReport } from "../../../domain/texts/report.ts"
import { cutsOf } from "../../../search/size/cuts.ts"
import { solvePrepared } from "../../../search/solve.ts"
import type { Optimiser } from "../../../wasm/index.ts"

/**
 * Depth of a tried plant's report: only the plant, or complete with ranges and alternatives, which take longer than a
 * frame.
 */
export type Depth = "plant" | "whole"

/** Report of an adjustment as answered by the service, without fields from the database row. */
export type LiveReport = Omit<FullReport, "id" | "status" | "createdAt" | "hasError" | "isShared" | "shareToken">

/** A solved adjustment: its report, its chart of the months from January on, and its hours. */
export interface Frame {
  report: LiveReport
  /** Maximum proven excess of its cost as a share: the report's gap, not rounded. */
  gap: number
  chart: ChartData
  hours: Record<HourlySeriesName, number[]>
}

/** The months from January on; the year does not matter. */
const CALENDAR_YEAR = { interval: "year", startDate: { year: 2023, month: 1, day: 1 } } as const

/**
 * Solves adjustments of a scan like the service: same rules, same case, same core, same cuts. Measured weather of other
 * years is not sent, so the outlook follows the sunshine of these years. Throws InvalidInput or GoalOutOfReach.
 */
export const createLiveSolver =
  (live: LiveCase, optimiser: Optimiser, language: Language) =>
  (adjustment: Adjustment, depth: Depth): Frame => {
    const { root, steps, inputs, cuts, solver } = live
    const rules = { knownLoadProfiles: standardProfileKeys, countryAt: () => inputs.lookedUp?.site.country ?? null }
    const { includeSavingsSpread, ...adjusted } = adjustInput(root, { ...adjustment }, steps, rules)
    const prepared = prepareCase(
      includeSavingsSpread === false ? { ...adjusted, includeSavingsSpread } : adjusted,
      inputs,
    )
    const start = { cuts: cuts && cutsOf(cuts), prices: inputs.prices, isPlantAlone: depth === "plant" }
    const { report, series } = solvePrepared(
      prepared,
      start,
      { optimiser, nowMs: () => performance.now(), ...solver },
      () => true,
    )
    return {
      report: rounded<LiveReport>(ReportSchema, readReport(report, language)),
      gap: report.optimisation.gap,
      chart: rounded(ChartSchema, chartData(series, { ...CALENDAR_YEAR, clock: prepared.site })),
      hours: answeredHours(series.hours),
    }
  }
