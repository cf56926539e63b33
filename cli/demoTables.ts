import type { ReportBody } from "../domain/report/schema.ts"

type Row = [label: string, value: string]

const number = (value: number, digits = 0) =>
  value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits })
const kwh = (value: number) => `${number(value)} kWh`
const eur = (value: number, digits = 0) => `EUR ${number(value, digits)}`
const percent = (value: number) => `${number(100 * value, 1)} %`
const years = (value: number | null) => (value === null ? "never" : `${number(value, 1)} years`)

const table = (title: string, rows: Row[]): string => {
  const labelWidth = Math.max(...rows.map(([label]) => label.length))
  const valueWidth = Math.max(...rows.map(([, value]) => value.length))
  const lines = rows.map(([label, value]) => `  ${label.padEnd(labelWidth)}   ${value.padStart(valueWidth)}`)
  return `${title}\n${lines.join("\n")}\n`
}

/** A report as tables a person can read, with the time of each stage. */
export const reportTables = (report: ReportBody, stages: [name: string, ms: number][]): string =>
  [
    table("Sizes", sizes(report)),
    table("A year's energy", energy(report)),
    table("Money", money(report)),
    table("Proof", proof(report)),
    table(
      "Time",
      stages.map(([name, ms]): Row => [name, `${number(ms)} ms`]),
    ),
    ...report.notes.map(note => `Note: ${note}\n`),
  ].join("\n")

const panelsText = ({ panelCount, installedCapacityKwp }: ReportBody["solar"]["newSystems"][number]): string =>
  `${number(panelCount)} ${panelCount === 1 ? "panel" : "panels"}, ${number(installedCapacityKwp, 2)} kWp`

const sizes = ({ solar, battery }: ReportBody): Row[] => [
  ...solar.existingSystems.map((system): Row => [`${system.name} (there already)`, panelsText(system)]),
  ...solar.newSystems.map((system): Row => [system.name, panelsText(system)]),
  [
    "Battery",
    battery.specs.capacityKwh > 0
      ? `${number(battery.specs.capacityKwh, 1)} kWh, ${number(battery.specs.powerKw, 1)} kW`
      : "none",
  ],
]

const energy = ({ overview, sustainability }: ReportBody): Row[] => [
  ["Consumption", kwh(overview.energyFlow.yearlyUsageKwh)],
  ["Solar production", kwh(overview.energyFlow.solarYearlyOutputKwh)],
  ["Used at once", kwh(overview.energyFlow.directlyUsedSolarKwh)],
  ["Bought", kwh(overview.energyFlow.yearlyGridPurchaseKwh)],
  ["Fed in", kwh(overview.energyFlow.yearlyFeedInKwh)],
  [
    "Self-sufficiency",
    `${percent(overview.kpi.selfSufficiency)} (was ${percent(overview.kpi.selfSufficiencyBaseline)})`,
  ],
  ["CO2 saved in the first year", `${number(sustainability.co2Emissions.co2SavedTotalKg)} kg`],
]

const money = ({ financial, overview }: ReportBody): Row[] => [
  ["Purchase", eur(financial.investment.batteryPurchaseCost + financial.investment.solarInvestment)],
  [
    "Yearly electricity cost",
    `${eur(overview.financialSummary.firstYearElectricityCost, 2)} (was ${eur(financial.costComparison.firstYearBaseline, 2)})`,
  ],
  ["Saved in the first year", eur(overview.financialSummary.firstYearSavings, 2)],
  [`Net present value over ${financial.parameters.evaluationPeriod} years`, eur(financial.netPresentValue)],
  ["Earned back after", years(overview.kpi.returnPeriod)],
]

/**
 * Bound and cost in this row are with foresight. The gap belongs to the best plant with foresight, which may differ
 * from the plant chosen for its controller.
 */
const proof = ({ optimisation, overview, control, financial }: ReportBody): Row[] => {
  const foresightEur = control ? control.netPresentValue.ideal - financial.netPresentValue : 0
  const isCeiling = control !== null && control.chosen !== "ideal"
  const label = isCeiling ? "Life-cycle cost of this plant, with foresight" : "Life-cycle cost found"
  return [
    [label, eur(overview.lifecycleCostBreakdown.totalCost - foresightEur)],
    ["No plan can cost less than", eur(optimisation.lowerBoundTotalCost)],
    [
      "Gap",
      `${number(100 * optimisation.gap, 3)} % of the cost${isCeiling ? " of the best plant with foresight" : ""}`,
    ],
    [
      "Gap by savings",
      optimisation.gapOfSavings === null ? "no savings" : `${number(100 * optimisation.gapOfSavings, 2)} %`,
    ],
    ["Years dispatched", number(optimisation.dispatches)],
  ]
}
