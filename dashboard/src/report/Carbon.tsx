import { useMemo } from "react"
import { useSettings } from "../lib/settings.tsx"
import type { ChartData, FullReport } from "./data.ts"
import { type MonthBars, MonthChart } from "./Months.tsx"
import { Section } from "./Section.tsx"

/** Avoided emissions, in kilograms and in things that can be pictured. */
export const Carbon = ({ report, chart }: { report: FullReport; chart: ChartData }) => {
  const { text, format } = useSettings()
  const { carbon } = text.report
  const { co2Emissions, equivalents } = report.sustainability
  const { parameters } = report.financial
  const bars = useMemo<MonthBars[]>(
    () => [{ name: carbon.saved, colour: "battery", values: chart.monthlyCo2SavingsKg }],
    [chart, carbon],
  )
  const facts: [string, string][] = [
    [format.kg(co2Emissions.co2SavedTotalKg), carbon.firstYear],
    [format.kg(equivalents.projectedCo2Savings), carbon.lifetime(format.number(parameters.evaluationPeriod, 0))],
    [format.number(equivalents.carKmAvoided, 0), carbon.car],
    [format.number(equivalents.treesEquivalent, 0), carbon.trees],
    [format.number(equivalents.flightsAvoided, 1), carbon.flights],
  ]
  const grams = format.number(1000 * co2Emissions.gridCarbonIntensity, 0)
  return (
    <Section
      id="carbon"
      title={carbon.title}
      lead={carbon.lead(grams, parameters.carbonCountry, String(parameters.carbonYear))}
    >
      <ul className="card equivalents">
        {facts.map(([value, name]) => (
          <li key={name}>
            <b>{value}</b>
            <span className="small muted">{name}</span>
          </li>
        ))}
      </ul>
      <MonthChart title={carbon.monthly} unit="kg" bars={bars} isStacked show={format.kg} />
    </Section>
  )
}
