import { useSettings } from "../lib/settings.tsx"
import { Facts } from "../ui/Facts.tsx"
import type { FullReport } from "./data.ts"
import { LEAST_YEARS_OF_DECILES } from "./firstFigures.ts"

/** `2021–2023`, or the one year. */
export const spanOf = (years: readonly number[]): string => {
  const [first, last] = [Math.min(...years), Math.max(...years)]
  return first === last ? String(first) : `${first}–${last}`
}

/** How the yearly savings spread over other weather and prices. */
export const Spread = ({ spread }: { spread: NonNullable<FullReport["savingsSpread"]> }) => {
  const { text, format } = useSettings()
  const { spread: words, uncertainty } = text.report.sensitivity
  const { years, weatherYears, priceYears, mean, standardDeviation, lowest, highest } = spread
  const hasDeciles = years >= LEAST_YEARS_OF_DECILES
  const facts: [string, string][] = [
    [words.lowest, format.eur(lowest)],
    ...(hasDeciles ? [[words.percentile10, format.eur(spread.percentile10)] as [string, string]] : []),
    [words.median, format.eur(spread.median)],
    ...(hasDeciles ? [[words.percentile90, format.eur(spread.percentile90)] as [string, string]] : []),
    [words.highest, format.eur(highest)],
    [words.mean, `${format.eur(mean)} ± ${format.eur(standardDeviation)}`],
    [words.weather, weatherYears.length > 0 ? spanOf(weatherYears) : words.sameWeather],
    [words.prices, spanOf(priceYears)],
  ]
  return (
    <div className="card stack">
      <h3>{words.title}</h3>
      <p className="small muted">
        {words.lead(format.number(years, 0))} {spread.demand === "held" ? uncertainty.held : null}
      </p>
      <Facts facts={facts} />
    </div>
  )
}
