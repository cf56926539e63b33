import type { ShownOutlook } from "../../../domain/report/shownOutlook.ts"
import { type Settings, useSettings } from "../lib/settings.tsx"
import { Table } from "../ui/Table.tsx"
import { yearsText } from "./firstFigures.ts"

type RangesOf = NonNullable<ShownOutlook["ranges"]>

/** `2021–2023`, or a single year. */
const spanOf = (years: readonly number[]): string => {
  const [first, last] = [Math.min(...years), Math.max(...years)]
  return first === last ? String(first) : `${first}–${last}`
}

/** Drawn figures of the futures with their uncertainty. */
const uncertainText = (
  uncertain: NonNullable<RangesOf["uncertain"]>,
  yieldDeviation: number,
  { text, format, language }: Settings,
): string => {
  const { ranges: words } = text.report.outlook
  const points = (share: number) => format.signed(100 * share, value => format.number(value, 1))
  const { captureRateMean, captureRateDeviation, priceGrowthDeviation } = uncertain
  const figures = [
    words.market(
      format.percent(uncertain.priceLevelDeviation),
      points(captureRateMean),
      format.number(100 * captureRateDeviation, 1),
    ),
    words.contract(format.number(100 * priceGrowthDeviation, 0)),
    ...(uncertain.yieldInUseMean === 0
      ? []
      : [words.yieldInUse(format.signed(uncertain.yieldInUseMean, format.percent), format.percent(yieldDeviation))]),
    ...(uncertain.inverterShiftYears === 0 ? [] : [words.inverters(format.years(uncertain.inverterShiftYears, 0))]),
    ...(uncertain.batteryFadeMean === 0 ? [] : [words.fade(format.percent(uncertain.batteryFadeMean, 1))]),
  ]
  return `${words.uncertain(new Intl.ListFormat(language).format(figures))} ${words.fixed}`
}

/** Origin of the ranges: years, controllers and the error of the yield. */
const leadOf = (
  { priceYears, weatherYears, weather, yieldDeviation, demand, draws, uncertain }: RangesOf,
  settings: Settings,
): string => {
  const { text, format } = settings
  const { ranges: words } = text.report.outlook
  const sentences = [
    words.lead(spanOf(priceYears), weatherYears.length > 0 ? spanOf(weatherYears) : null),
    uncertain ? uncertainText(uncertain, yieldDeviation, settings) : "",
    yieldDeviation > 0 && !uncertain ? words.yields(format.percent(yieldDeviation)) : "",
    weather === "byYield" && weatherYears.length === 0 ? words.years : "",
    demand === "held" ? words.held : "",
    words.drawn(format.number(draws, 0)),
  ]
  return sentences.filter(Boolean).join(" ")
}

const rowsOf = (ranges: RangesOf, paybackYears: ShownOutlook["paybackYears"], { text, format }: Settings) => {
  const { outlook, kpi, controllers: named } = text.report
  const { ranges: words } = outlook
  const eurRows = (name: string, { firstYearSavings, npv }: Pick<RangesOf, "firstYearSavings" | "npv">) =>
    [
      { what: words.savings, of: firstYearSavings },
      { what: words.value, of: npv },
    ].map(({ what, of: { p10, p50, p90 } }) => ({
      key: name + what,
      cells: [name + what, ...[p10, p50, p90].map(eur => format.eur(eur))],
    }))
  const years = (value: number | null) => (value === null ? kpi.never : format.years(value))
  const controllers = ranges.controllers.length > 1 ? ranges.controllers : []
  // The cautious case pays back latest.
  const payback = paybackYears && [paybackYears.p90, paybackYears.p50, paybackYears.p10].map(years)
  return [
    ...eurRows("", ranges),
    ...(payback ? [{ key: "payback", cells: [kpi.payback, ...payback] }] : []),
    ...controllers.flatMap(controller => eurRows(`${named.names[controller.control]}: `, controller)),
  ]
}

/** Range of the plant's figures over prices, weather, controllers and the error of the yield. */
export const Ranges = ({ outlook: shown }: { outlook: ShownOutlook }) => {
  const settings = useSettings()
  const { outlook, alternatives } = settings.text.report
  const { ranges: words } = outlook
  const { ranges, paybackYears } = shown
  const compared = yearsText(shown, settings)
  if (!ranges && !compared) return null
  return (
    <div className="card stack">
      <h3>{words.title}</h3>
      {ranges ? (
        <>
          <p className="small muted">{leadOf(ranges, settings)}</p>
          <Table
            label={words.title}
            head={[alternatives.figure, words.percentile10, words.median, words.percentile90]}
            rows={rowsOf(ranges, paybackYears, settings)}
            isListing
          />
        </>
      ) : null}
      {compared ? <p className="small">{compared}</p> : null}
    </div>
  )
}
