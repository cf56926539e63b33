import { type Settings, useSettings } from "../lib/settings.tsx"
import type { FullReport } from "./data.ts"

interface Kpi {
  name: string
  value: string
  why: string
}

const moneyKpis = ({ overview, financial, savingsSpread }: FullReport, { text, format }: Settings): Kpi[] => {
  const { kpi } = text.report
  const spreadText = ({ median, percentile10, percentile90 }: NonNullable<FullReport["savingsSpread"]>) =>
    kpi.savingsSpread(format.eur(median), format.eur(percentile10), format.eur(percentile90))
  const { firstYearBaseline, firstYearOptimized } = financial.costComparison
  const { evaluationPeriod, discountRate } = financial.parameters
  const { returnPeriod, yearlySavings } = overview.kpi
  return [
    {
      name: kpi.savings,
      value: format.eur(yearlySavings),
      why: [
        kpi.savingsWhy(format.eur(firstYearBaseline), format.eur(firstYearOptimized)),
        ...(savingsSpread ? [spreadText(savingsSpread)] : []),
      ].join(" "),
    },
    {
      name: kpi.payback,
      value: returnPeriod === null ? kpi.never : format.years(returnPeriod),
      why: returnPeriod === null ? kpi.paybackNever : kpi.paybackWhy,
    },
    {
      name: kpi.value,
      value: format.eur(financial.netPresentValue),
      why: kpi.valueWhy(format.number(evaluationPeriod, 0), format.percent(discountRate, 1)),
    },
    {
      name: kpi.investment,
      value: format.eur(financial.investment.solarInvestment + financial.investment.batteryPurchaseCost),
      why: kpi.investmentWhy(
        format.eur(financial.investment.solarInvestment),
        format.eur(financial.investment.batteryPurchaseCost),
      ),
    },
  ]
}

const energyKpis = ({ overview, sustainability }: FullReport, { text, format }: Settings): Kpi[] => {
  const { kpi } = text.report
  const { co2SavedTotalKg } = sustainability.co2Emissions
  const km = format.number(Math.abs(sustainability.equivalents.carKmAvoided), 0)
  return [
    {
      name: kpi.sufficiency,
      value: format.percent(overview.kpi.selfSufficiency),
      why: kpi.sufficiencyWhy(format.percent(overview.kpi.selfSufficiencyBaseline)),
    },
    {
      name: co2SavedTotalKg < 0 ? kpi.carbonMore : kpi.carbon,
      value: format.kg(Math.abs(co2SavedTotalKg)),
      why: kpi.carbonWhy(km),
    },
  ]
}

/** The key figures, each with a line that explains it. */
export const Kpis = ({ report }: { report: FullReport }) => {
  const settings = useSettings()
  return (
    <dl className="kpis">
      {[...moneyKpis(report, settings), ...energyKpis(report, settings)].map(({ name, value, why }) => (
        <div className="kpi" key={name}>
          <dt>{name}</dt>
          <dd className="value">{value}</dd>
          <dd className="why">{why}</dd>
        </div>
      ))}
    </dl>
  )
}
