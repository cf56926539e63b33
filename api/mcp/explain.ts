import type { FullReport } from "../../domain/report/schema.ts"

const DECIMALS = 2
const eur = (value: number): string => `${value.toFixed(DECIMALS)} EUR`
const percent = (fraction: number): string => `${(fraction * 100).toFixed(1)} %`

/** A report in sentences: what is built, what it brings, how sure that is, and what its reader should know. */
export const explained = (report: FullReport): string => {
  const { overview, financial, battery, solar, optimisation, notes } = report
  const { kpi, energyFlow } = overview
  const panels = solar.newSystems.map(
    ({ name, panelCount, installedCapacityKwp, module }) =>
      `${name}: ${panelCount} panels${module ? ` of ${module.id}` : ""} (${installedCapacityKwp.toFixed(DECIMALS)} kWp)`,
  )
  const { capacityKwh, powerKw } = battery.specs
  const lines = [
    `Goal ${report.goal}, ${report.tariffType} tariff, over ${financial.parameters.evaluationPeriod} years.`,
    panels.length > 0 ? `New panels: ${panels.join("; ")}.` : "No new roofs were asked for.",
    capacityKwh > 0
      ? `Battery: ${capacityKwh} kWh with ${powerKw} kW.`
      : "No battery is worth its price, or none was asked for.",
    `Investment ${eur(financial.investment.totalInvestment)}; net present value ${eur(financial.netPresentValue)}; savings of the first year ${eur(kpi.yearlySavings)}.`,
    kpi.returnPeriod === null
      ? "It is not earned back within the period."
      : `It is earned back after ${kpi.returnPeriod.toFixed(1)} years.`,
    `Of ${energyFlow.yearlyUsageKwh.toFixed(0)} kWh a year ${percent(kpi.selfSufficiency)} is not bought, before it was ${percent(kpi.selfSufficiencyBaseline)}.`,
    `Proven: no allowed plant costs less by more than ${percent(optimisation.gap)} of this one's cost.`,
    ...notes.map(note => `Note: ${note}`),
  ]
  return lines.join("\n")
}

/** The contracts of a report in sentences, cheapest first; undefined for a report without. */
export const comparedContracts = ({ contracts }: FullReport): string | undefined => {
  if (!contracts) return undefined
  const lines = contracts.ranked.map(
    ({ contract, name, type, totalCost, savings, newPanelCount, batteryCapacityKwh }, index) => {
      const which = contract === null ? "the contract of today" : (name ?? `contract ${contract}`)
      return `${index + 1}. ${which} (${type}): life-cycle cost ${eur(totalCost)}, saves ${eur(savings)}, with ${newPanelCount} panels and a battery of ${batteryCapacityKwh} kWh.`
    },
  )
  return lines.join("\n")
}
