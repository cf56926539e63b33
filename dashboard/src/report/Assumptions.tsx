import { type Settings, useSettings } from "../lib/settings.tsx"
import { Facts } from "../ui/Facts.tsx"
import type { FullReport } from "./data.ts"
import { Section } from "./Section.tsx"
import { TariffParts } from "./TariffParts.tsx"

type Parameters = FullReport["financial"]["parameters"]
type Shown = keyof Settings["text"]["report"]["assumptions"]["rows"]

const showers = (parameters: Parameters, { text, format }: Settings): Record<Shown, string> => {
  const { ofFirst, sources, none } = text.report.assumptions
  const { solarSource } = parameters
  return {
    evaluationPeriod: format.years(parameters.evaluationPeriod, 0),
    discountRate: format.percent(parameters.discountRate, 1),
    electricityPriceGrowth: format.percent(parameters.electricityPriceGrowth, 1),
    pvDegradation: format.percent(parameters.pvDegradation, 1),
    priceYear: String(parameters.priceYear),
    componentsYear: String(parameters.componentsYear ?? parameters.priceYear),
    taxEurPerKwh: format.eurPerKwh(parameters.taxEurPerKwh),
    feesEurPerKwh: format.eurPerKwh(parameters.feesEurPerKwh ?? 0),
    vatFraction: format.percent(parameters.vatFraction),
    markUpEurPerKwh: format.eurPerKwh(parameters.markUpEurPerKwh),
    feedInFeeEurPerKwh: format.eurPerKwh(parameters.feedInFeeEurPerKwh),
    fixedCostEurPerMonth: format.eur(parameters.fixedCostEurPerMonth, 2),
    demandChargeEurPerKwMonth: `${format.eur(parameters.demandChargeEurPerKwMonth, 2)}/kW`,
    batteryLifeYears: format.years(parameters.batteryLifeYears, 0),
    batteryReplacementCostFraction: ofFirst(format.percent(parameters.batteryReplacementCostFraction)),
    solarSource: solarSource === null ? none : sources[solarSource],
  }
}

/** What the figures rest on, and what the scan itself has to say. */
export const Assumptions = ({ report }: { report: FullReport }) => {
  const settings = useSettings()
  const { assumptions } = settings.text.report
  const values = showers(report.financial.parameters, settings)
  const names = Object.keys(assumptions.rows) as Shown[]
  const components = report.financial.tariffComponents ?? []
  return (
    <Section id="assumptions" title={assumptions.title}>
      <div className="card stack">
        <Facts facts={names.map(name => [assumptions.rows[name], values[name]])} />
      </div>
      {components.length > 0 ? <TariffParts components={components} /> : null}
      {report.notes.length > 0 ? (
        <div className="card stack">
          <h3>{assumptions.notes}</h3>
          <ul className="notes">
            {report.notes.map(note => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </div>
      ) : null}
    </Section>
  )
}
