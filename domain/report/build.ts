import { distinctNotes, type Note, note, type StoredNote } from "../base/note.ts"
import type { ScanCase, Solution } from "../case/case.ts"
import { underPlant } from "../case/plantTerms.ts"
import { canSimulateOtherYears } from "../case/variations.ts"
import { VERSIONS } from "../case/versions.ts"
import { billLines, comparedLines } from "../finance/billLines.ts"
import { SHIPPED_CURRENCY } from "../market/currencyNames.ts"
import { stepsPerHour } from "../site/steps.ts"
import { alternatives } from "./alternatives.ts"
import { battery } from "./battery.ts"
import { contractNotes, contracts } from "./contracts.ts"
import { control } from "./control.ts"
import { cutShortNotes } from "./cutShort.ts"
import { outlookDrivers } from "./drivers.ts"
import { electricityGrid } from "./electricityGrid.ts"
import { existingBatteryPart } from "./existingBattery.ts"
import { type Figures, figuresOf } from "./figures.ts"
import { financial } from "./financial.ts"
import { foreignPricesNotes, hasForeignPrices } from "./foreignPrices.ts"
import { listedPlants } from "./listedPlants.ts"
import { measures } from "./measures.ts"
import type { ReportSummary } from "./messages.ts"
import { nettingLawNotes } from "./nettingLaw.ts"
import { optimisation } from "./optimisation.ts"
import { outlookRanges } from "./outlookRanges.ts"
import { overview } from "./overview.ts"
import { phasesPart } from "./phases.ts"
import { premisesOf } from "./premises.ts"
import { productsPart } from "./products.ts"
import { readWorths } from "./readPlants.ts"
import { requestedFields } from "./requested.ts"
import type { StoredReport } from "./schema.ts"
import type { ScanSeries, YearFigures } from "./series/hourly.ts"
import { solar } from "./solar.ts"
import { sustainability } from "./sustainability.ts"
import { wideGapNotes } from "./wideGap.ts"

/** Minimum unserved energy for a note. Sizes are whole watt-hours, so a smaller amount is their rounding. */
const NOTED_FROM_KWH = 0.001

/** Report of a solved scan with the hourly series of its charts. Sums of the series equal the report's figures. */
export interface BuiltReport {
  report: StoredReport
  series: ScanSeries
}

/**
 * Writes the report of a solved scan. `solution.optimisation.lowerBoundTotalCost` is the optimiser's bound on its own
 * objective; the report shows it as a bound on totalCost.
 */
export const buildReport = (scan: ScanCase, solution: Solution): BuiltReport => {
  const figures = figuresOf(scan, solution)
  const { input } = scan
  const offered = contracts(figures)
  const compared = control(figures)
  const listed = listedPlants(figures)
  const { outlook: years } = solution
  const ranges = years && outlookRanges(figures, years)
  const freeMeasures = measures(figures)
  const worths = readWorths(figures)
  const premises = premisesOf(figures, worths)
  const beyondMeasures = freeMeasures.length > 0 ? worths.get("free-measures") : undefined
  const report: StoredReport = {
    status: "optimal",
    ...VERSIONS,
    ...requestedFields(scan),
    ...(stepsPerHour(scan.loadKwh) > 1 ? { resolution: "quarter" as const } : {}),
    ...(input.currency === SHIPPED_CURRENCY ? {} : { currency: input.currency }),
    ...(hasForeignPrices(scan) ? { hasForeignPrices: true } : {}),
    overview: overview(figures),
    solar: solar(figures),
    battery: battery(figures),
    ...existingBatteryPart(scan),
    electricityGrid: electricityGrid(figures),
    financial: financial(figures, { middleNpv: ranges?.npv.p50, beyondMeasures }),
    sustainability: sustainability(figures),
    studioProfile: scan.studioProfile ?? null,
    optimisation: optimisation(figures),
    control: compared?.part ?? null,
    measures: freeMeasures,
    outlook: ranges && {
      ...ranges,
      ...outlookDrivers(figures, years.variations, compared, listed),
    },
    ...productsPart(figures),
    alternatives: alternatives(figures, listed, ranges?.npv),
    ...(offered ? { contracts: offered } : {}),
    ...phasesPart(figures),
    ...(premises ? { premises } : {}),
    notes: notes(figures),
  }
  const { hours, quarters } = figures.year
  return { report, series: { hours, ...(quarters ? { quarters } : {}), figures: yearFigures(figures) } }
}

/** Figures of a report for lists of scans. */
export const reportSummary = ({
  overview,
  sustainability,
  solar,
  battery,
  financial,
  outlook,
}: Summed): ReportSummary => ({
  selfSufficiency: overview.kpi.selfSufficiency,
  returnPeriod: overview.kpi.returnPeriod,
  co2SavedKg: sustainability.co2Emissions.co2SavedTotalKg,
  yearlySavings: overview.kpi.yearlySavings,
  panels: solar.newSystems.reduce((sum, { panelCount }) => sum + panelCount, 0),
  batteryKwh: battery.specs.capacityKwh,
  investment: financial.investment.totalInvestment,
  netPresentValue: financial.netPresentValue,
  ...(outlook ? percentilesOf(outlook.firstYearSavings) : {}),
})

/** Parts of a report from which figures of lists come. */
type Summed = Pick<StoredReport, "overview" | "sustainability" | "solar" | "battery" | "financial" | "outlook">

const percentilesOf = ({ p10, p50, p90 }: NonNullable<StoredReport["outlook"]>["firstYearSavings"]) => ({
  savingsP10: p10,
  savingsP50: p50,
  savingsP90: p90,
})

const notes = (figures: Figures): StoredNote[] => {
  const { scan, solution, carbon, year, money } = figures
  const { buyEurPerKwh } = scan.tariffs[0]
  const hours = buyEurPerKwh.filter(price => price < 0).length / stepsPerHour(buyEurPerKwh)
  const plantNotes: Note[] = soldAtALoss(scan, solution)
  if (hours > 0 && solution.capacityKwh > 0) plantNotes.push(note("negative-prices", { hours }))
  if (!canSimulateOtherYears(scan)) {
    const because = scan.tariffs[0].nettingEurPerKwh > 0 ? "netting" : "self-sufficiency"
    plantNotes.push(note("not-varied", { because }))
  }
  const { firstPositiveYear, breakEvenYear } = money
  if (firstPositiveYear !== null && firstPositiveYear !== breakEvenYear)
    plantNotes.push(note("payback-interrupted", { firstYear: firstPositiveYear, lastingYear: breakEvenYear }))
  const [{ isOrElse: plant }, { isOrElse: baseline }] = [year.bills[0], year.baselineBills[0]]
  if (plant !== undefined && baseline !== undefined) plantNotes.push(note("lower-grid-charges", { plant, baseline }))
  plantNotes.push(...settlementNotes(figures))
  if (year.unservedKwh >= NOTED_FROM_KWH) plantNotes.push(note("load-uncovered", { kwh: year.unservedKwh }))
  return distinctNotes([
    ...foreignPricesNotes(scan),
    ...nettingLawNotes(scan),
    ...scan.notes,
    ...scan.tariffs.flatMap(tariff => tariff.notes),
    ...carbon.notes,
    ...plantNotes,
    ...contractNotes(figures),
    ...cutShortNotes(solution),
    ...wideGapNotes(scan, solution),
  ])
}

/** Note that a monthly settlement is billed, with the pay that it does not pay. */
const settlementNotes = ({ scan, year }: Figures): Note[] => {
  const [tariff] = scan.tariffs
  if (!tariff.settlement) return []
  const paidEur = year.exportKwh.reduce((eur, kwh, hour) => eur + kwh * tariff.sellEurPerKwh[hour]!, 0)
  const amount = Math.round(paidEur - year.bills[0].feedInRevenueEur)
  return [note("settled-monthly", { amount, currency: scan.input.currency })]
}

/**
 * Note on existing panels that export in the baseline at negative feed-in prices and stop with the plant: of requests
 * stored before `inverterControl`.
 */
const soldAtALoss = (scan: ScanCase, { panels, capacityKwh, baseline }: Solution): Note[] => {
  const isNew = scan.input.inverterControl === undefined && (capacityKwh > 0 || panels.some(count => count > 0))
  const kwh = baseline.years[0].exportKwh.reduce(
    (sum, sold, hour) => (scan.tariffs[0].sellEurPerKwh[hour]! < 0 ? sum + sold : sum),
    0,
  )
  return isNew && kwh >= 1 ? [note("existing-sells-at-a-loss", { kwh: Math.round(kwh) })] : []
}

/** Lines of the first year's bill without and with the plant. */
const billLinesOf = ({ scan, solution, year }: Figures) =>
  comparedLines(
    billLines(year.baseline, underPlant(scan).tariffs[0], year.baselineBills[0]),
    billLines(year, underPlant(scan, solution).tariffs[0], year.bills[0]),
  )

const yearFigures = (figures: Figures): YearFigures => {
  const { scan, year, money, monthlyCo2SavedKg } = figures
  return {
    monthlyEnergyCosts: year.bills[0].monthlyEnergyEur,
    monthlyDemandCosts: year.bills[0].monthlyDemandEur,
    monthlyFixedCosts: year.bills[0].monthlyFixedEur,
    billLines: billLinesOf(figures),
    monthlyCo2SavingsKg: monthlyCo2SavedKg,
    yearlyCashflows: money.yearlyCashflowsEur,
    cumulativeCashflows: money.cumulativeCashflowsEur,
    yearlyElectricityCost: year.bills[0].costEur,
    interconnectionLimitKw: scan.input.contractedPowerKw ?? null,
    tariffType: scan.input.phases[0].terms.type,
  }
}
