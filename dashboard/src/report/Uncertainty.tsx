import { useSettings } from "../lib/settings.tsx"
import { Table } from "../ui/Table.tsx"
import type { FullReport } from "./data.ts"
import { spanOf } from "./Spread.tsx"

type Part = NonNullable<FullReport["uncertainty"]>

/** Possible value of the plant: percentiles over prices, weather, controllers and the error of the yield. */
export const Uncertainty = ({ part }: { part: Part }) => {
  const { text, format } = useSettings()
  const { uncertainty: words } = text.report.sensitivity
  const { names } = text.report.controllers
  const { controllers, weatherYears, priceYears, yieldDeviation, draws, seed } = part
  const rowsOf = (
    name: string,
    { firstYearSavings, netPresentValue }: Pick<Part, "firstYearSavings" | "netPresentValue">,
  ) =>
    [
      { what: words.savings, of: firstYearSavings },
      { what: words.value, of: netPresentValue },
    ].map(({ what, of }) => ({
      key: name + what,
      cells: [name + what, ...[of.percentile10, of.median, of.percentile90].map(eur => format.eur(eur))],
    }))
  return (
    <div className="card stack">
      <h3>{words.title}</h3>
      <p className="small muted">
        {words.lead(spanOf(priceYears), weatherYears.length > 0 ? spanOf(weatherYears) : null)}{" "}
        {yieldDeviation > 0 ? words.yields(format.percent(yieldDeviation)) : null}{" "}
        {part.weather === "byYield" && weatherYears.length === 0 ? words.years : null}{" "}
        {part.demand === "held" ? words.held : null} {words.drawn(format.number(draws, 0), String(seed))}
      </p>
      <Table
        label={words.title}
        head={[text.report.alternatives.figure, words.percentile10, words.median, words.percentile90]}
        rows={[
          ...rowsOf("", part),
          ...(controllers.length > 1 ? controllers.flatMap(one => rowsOf(`${names[one.control]}: `, one)) : []),
        ]}
        isListing
      />
    </div>
  )
}
