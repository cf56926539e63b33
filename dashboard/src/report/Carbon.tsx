import { useMemo } from "react"
import { useSettings } from "../lib/settings.tsx"
import type { ChartData, FullReport } from "./data.ts"
import { type MonthBars, MonthChart } from "./Months.tsx"
import { Section } from "./Section.tsx"

/** Avoided emissions, in kilograms and in vivid equivalents. */
export const Carbon = ({ report, chart }: { report: FullReport; chart: ChartData }) => {
  const { text, format } = useSettings()
  const { carbon } = text.report
  const { co2Emissions, equivalents } = report.sustainability
  const { parameters } = report.financial
  const bars = useMemo<MonthBars[]>(
    () => [{ name: carbon.saved, colour: "battery", values: chart.monthlyCo2SavingsKg }],
    [chart, carbon],
  )
  const { co2SavedTotalKg } = co2Emissions
  const { projectedCo2Savings } = equivalents
  const [firstYear, lifetime] = [
    co2SavedTotalKg < 0 ? carbon.firstYearMore : carbon.firstYear,
    projectedCo2Savings < 0 ? carbon.lifetimeMore : carbon.lifetime,
  ]
  const size = (value: number, decimals: number) => format.number(Math.abs(value), decimals)
  const facts: [string, string][] = [
    [format.kg(Math.abs(co2SavedTotalKg)), firstYear],
    [format.kg(Math.abs(projectedCo2Savings)), lifetime(format.number(parameters.evaluationPeriod, 0))],
    [size(equivalents.carKmAvoided, 0), carbon.car],
    ...(co2SavedTotalKg < 0 ? [] : [[size(equivalents.treesEquivalent, 0), carbon.trees] as [string, string]]),
    [size(equivalents.flightsAvoided, 1), carbon.flights],
  ]
  const { lifetime: lifetimeCarbon } = co2Emissions
  const grams = format.number(1000 * co2Emissions.gridCarbonIntensity, 0)
  return (
    <Section
      id="carbon"
      title={carbon.title}
      lead={carbon.lead(grams, format.country(parameters.carbonCountry), String(parameters.carbonYear))}
    >
      <ul className="card equivalents">
        {facts.map(([value, name]) => (
          <li key={name}>
            <b>{value}</b>
            <span className="small muted">{name}</span>
          </li>
        ))}
      </ul>
      {lifetimeCarbon ? (
        <p className="small muted">{carbon.manufacture(format.kg(lifetimeCarbon.manufactureKg))}</p>
      ) : null}
      <MonthChart title={carbon.monthly} unit="kg" bars={bars} isStacked show={format.kg} />
    </Section>
  )
}
