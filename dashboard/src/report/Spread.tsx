import { type Settings, useSettings } from "../lib/settings.tsx"
import { Facts } from "../ui/Facts.tsx"
import type { FullReport } from "./data.ts"
import { LEAST_YEARS_OF_DECILES } from "./firstFigures.ts"

type Words = Pick<Settings, "text" | "format">

/** `2021–2023`, or a single year. */
export const spanOf = (years: readonly number[]): string => {
  const [first, last] = [Math.min(...years), Math.max(...years)]
  return first === last ? String(first) : `${first}–${last}`
}

type YearlySpread = NonNullable<FullReport["savingsSpread"]>

/** Introduction to the compared years: pairs of weather and prices, or prices alone with the report's weather. */
export const spreadLead = ({ years, weatherYears }: YearlySpread, { text, format }: Words): string => {
  const { lead, leadOfPrices } = text.report.sensitivity.spread
  return (weatherYears.length > 0 ? lead : leadOfPrices)(format.number(years, 0))
}

/** Spread of the yearly savings over other weather and prices. */
export const Spread = ({ spread }: { spread: YearlySpread }) => {
  const settings = useSettings()
  const { text, format } = settings
  const { spread: words, uncertainty } = text.report.sensitivity
  const { years, weatherYears, priceYears, mean, standardDeviation, lowest, highest } = spread
  const hasPairs = weatherYears.length > 0
  const hasDeciles = years >= LEAST_YEARS_OF_DECILES
  const facts: [string, string][] = [
    [words.lowest(hasPairs), format.eur(lowest)],
    ...(hasDeciles ? [[words.percentile10, format.eur(spread.percentile10)] as [string, string]] : []),
    [words.median, format.eur(spread.median)],
    ...(hasDeciles ? [[words.percentile90, format.eur(spread.percentile90)] as [string, string]] : []),
    [words.highest(hasPairs), format.eur(highest)],
    [words.mean, `${format.eur(mean)} ± ${format.eur(standardDeviation)}`],
    ...(hasPairs ? [[words.weather, spanOf(weatherYears)] as [string, string]] : []),
    [words.prices, spanOf(priceYears)],
  ]
  return (
    <div className="card stack">
      <h3>{words.title}</h3>
      <p className="small muted">
        {spreadLead(spread, settings)} {spread.demand === "held" ? uncertainty.held : null}
      </p>
      <Facts facts={facts} />
    </div>
  )
}
