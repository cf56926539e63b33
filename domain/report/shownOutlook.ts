import type { Outlook } from "./outlookSchema.ts"
import type { ReportBody } from "./schema.ts"

type Ranges = Omit<Outlook, "drivers" | "breakEven" | "years" | "paybackYears">

/** Outlook of a new or stored report. Reports before 1.0 may lack its ranges and its years. */
export interface ShownOutlook extends Omit<Outlook, keyof Ranges | "years" | "paybackYears"> {
  ranges?: Ranges
  paybackYears?: Outlook["paybackYears"]
  years?: Outlook["years"]
}

type Report = Pick<ReportBody, "outlook" | "sensitivity" | "savingsSpread" | "uncertainty" | "financial" | "overview">

/** The outlook of a report, from its former sections if it is stored from before 1.0; null without any. */
export const shownOutlook = (report: Report): ShownOutlook | null => {
  const { outlook, sensitivity, savingsSpread, uncertainty } = report
  if (outlook) return { ...outlook, ranges: outlook }
  if (!sensitivity?.length && !savingsSpread && !uncertainty) return null
  return {
    drivers: driversFrom(report),
    breakEven: [],
    ...(uncertainty ? { ranges: rangesFrom(uncertainty) } : {}),
    ...(savingsSpread ? { years: { ...savingsSpread, count: savingsSpread.years } } : {}),
  }
}

/** Pairs the rows of each parameter. A missing row of `foresight` is the report's own controller. */
const driversFrom = ({ sensitivity: rows, financial, overview }: Report): Outlook["drivers"] => {
  const ownRow = { netPresentValue: financial.netPresentValue, returnPeriod: overview.kpi.returnPeriod, optimum: null }
  const optimumOf = ({ optimum }: Pick<NonNullable<Report["sensitivity"]>[number], "optimum">) =>
    optimum && { ...optimum, npv: optimum.netPresentValue }
  return [...new Set(rows?.map(({ parameter }) => parameter))].map(name => {
    const rowOf = (sign: number) =>
      rows?.find(({ parameter, change }) => parameter === name && change * sign > 0) ?? { ...ownRow, change: sign }
    const [low, high] = [rowOf(-1), rowOf(1)]
    return {
      ...{ name, low: low.change, high: high.change },
      ...{ npvLow: low.netPresentValue, npvHigh: high.netPresentValue },
      ...{ paybackLow: low.returnPeriod, paybackHigh: high.returnPeriod },
      ...{ optimumLow: optimumOf(low), optimumHigh: optimumOf(high) },
    }
  })
}

type Uncertainty = NonNullable<Report["uncertainty"]>
type Deciles = Uncertainty["netPresentValue"]

const rangesFrom = (uncertainty: Uncertainty): Ranges => ({
  ...uncertainty,
  ...figuresFrom(uncertainty),
  controllers: uncertainty.controllers.map(controller => ({ control: controller.control, ...figuresFrom(controller) })),
})

const figuresFrom = (figures: { netPresentValue: Deciles; firstYearSavings: Deciles }) => ({
  npv: percentilesFrom(figures.netPresentValue),
  firstYearSavings: percentilesFrom(figures.firstYearSavings),
})

const percentilesFrom = ({ percentile10: p10, median: p50, percentile90: p90 }: Deciles) => ({ p10, p50, p90 })
