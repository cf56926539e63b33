import type { BillLine } from "../../domain/base/billLines.ts"
import type { FullReport } from "../../domain/report/schema.ts"
import { shownOutlook } from "../../domain/report/shownOutlook.ts"
import type { Sizes } from "../../domain/report/sizes.ts"
import { percentUp } from "../../domain/texts/render.ts"
import type { Mode } from "../../store/tables.ts"

const plain = new Intl.NumberFormat("en", { maximumFractionDigits: 2 })
const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 })
const cents = new Intl.NumberFormat("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Writes amounts in the currency of a report. */
const amountsIn = (currency: string) => (value: number) => `${cents.format(value)} ${currency}`
const percent = (fraction: number): string => `${(fraction * 100).toFixed(1)} %`
const counted = (count: number, name: string): string => `${whole.format(count)} ${count === 1 ? name : `${name}s`}`

const panelsText = ({ solar: { newSystems } }: FullReport): string => {
  if (newSystems.length === 0) return "No new panels were asked for."
  const placed = newSystems
    .filter(({ panelCount }) => panelCount > 0)
    .map(({ name, panelCount, installedCapacityKwp, module }) => {
      const which = module ? ` of ${module.id}` : ""
      return `${name}: ${counted(panelCount, "panel")}${which} (${plain.format(installedCapacityKwp)} kWp)`
    })
  return placed.length > 0 ? `New panels: ${placed.join("; ")}.` : "No new panels are part of the plant."
}

const batteryText = ({ battery: { specs, wasRequested } }: FullReport): string => {
  if (!wasRequested) return "No battery was asked for."
  return specs.capacityKwh > 0
    ? `Battery: ${plain.format(specs.capacityKwh)} kWh with ${plain.format(specs.powerKw)} kW.`
    : "A battery was considered; none is part of the plant."
}

const paybackText = ({ overview, financial }: FullReport): string => {
  const { returnPeriod } = overview.kpi
  if (isNothing(financial)) return "Nothing is bought."
  return returnPeriod === null
    ? "It is not earned back within the period."
    : `It is earned back after ${returnPeriod.toFixed(1)} years.`
}

const purchaseOf = ({ investment }: FullReport["financial"]): number =>
  investment.solarInvestment + investment.batteryPurchaseCost

const isNothing = (financial: FullReport["financial"]): boolean =>
  purchaseOf(financial) === 0 && financial.netPresentValue === 0

/** Allowed plants, for goals that install all panels. */
const ALLOWED: Partial<Record<FullReport["goal"], string>> = {
  "self-sufficiency":
    " Allowed are plants with all panels whose self-sufficiency is within 0.1 percentage points of the highest possible; another may cost less.",
  energyhub: " Allowed are plants with all panels; one with fewer may cost less.",
}

/**
 * Proof for the operated plant. The bound has foresight of the whole year, so no controller goes below it.
 */
const proofText = ({ goal, currency, control, optimisation }: FullReport): string => {
  const share = control ? control.provenWithin : optimisation.gap
  const isFixed = optimisation.sizes === "fixed"
  const cheaper = isFixed ? "no operation of this plant" : "no allowed plant"
  const proven =
    share === null
      ? `${cheaper} costs less over its life than ${amountsIn(currency)(optimisation.lowerBoundTotalCost)}`
      : `${cheaper}${isFixed ? "" : ", however operated,"} costs less over its life by more than ${percentUp(share)} % of this one's cost`
  return isFixed
    ? `Proven at the sizes that the request fixed: ${proven}. Other sizes were not tried.`
    : `Proven: ${proven}.${ALLOWED[goal] ?? ""}`
}

const OTHERS = {
  noInvestment: "no investment",
  withoutBattery: "the plant without a battery",
  allRoofsFull: "the plant with all roofs full",
}

const SCOPES: Record<Sizes, string> = {
  free: "",
  bounded: "Within the limits of the request: ",
  fixed: "At the sizes that the request fixed: ",
}

const other = ({ than, batteryCapacityKwh }: NonNullable<FullReport["optimisation"]["shortfall"]>): string =>
  than === "usualBattery" ? `a battery of ${plain.format(batteryCapacityKwh)} kWh` : OTHERS[than]

/** Shortfalls of the plant's value and middle value against better choices in the report. */
const shortfallTexts = ({ currency, optimisation }: FullReport): string[] => {
  const { shortfall, middleShortfall: middle, sizes = "bounded" } = optimisation
  const amount = amountsIn(currency)
  return [
    ...(shortfall
      ? [`${SCOPES[sizes]}${amount(shortfall.shortfall)} less net present value than ${other(shortfall)}.`]
      : []),
    ...(middle
      ? [`In the middle of the futures (P50) it is worth ${amount(middle.shortfall)} less than ${other(middle)}.`]
      : []),
  ]
}

const rangeText = (low: number, high: number, amount: (value: number) => string): string =>
  `${cents.format(low)} to ${amount(high)}`

/** Range of 8 of 10 drawn futures, and the effect of lower prices; empty if the report has neither. */
const likelyTexts = (report: FullReport): string[] => {
  const outlook = shownOutlook(report)
  if (!outlook || isNothing(report.financial)) return []
  const amount = amountsIn(report.currency)
  const { ranges, paybackYears, drivers } = outlook
  const level = drivers.find(({ name }) => name === "priceLevel")
  const texts: string[] = []
  if (ranges) {
    const { firstYearSavings: first, npv } = ranges
    const payback = paybackYears && `; payback ${periodText(paybackYears.p10)} to ${periodText(paybackYears.p90)}`
    texts.push(
      `Likely, in 8 of 10 futures: savings of the first year ${rangeText(first.p10, first.p90, amount)}; ` +
        `net present value ${rangeText(npv.p10, npv.p90, amount)}${payback ?? ""}.`,
    )
  }
  if (level && level.npvLow !== null)
    texts.push(
      `If electricity prices are ${whole.format(-100 * level.low)} % lower: net present value ${amount(level.npvLow)}; ` +
        `${level.paybackLow === null ? "not earned back within the period" : `earned back after ${periodText(level.paybackLow)}`}.`,
    )
  return texts
}

const periodText = (years: number | null): string => (years === null ? "never" : `${years.toFixed(1)} years`)

/** First sentence on a sandbox report: its figures belong to another site. */
const SANDBOX =
  "A result of the sandbox, computed beforehand: its figures are not those of the site that was asked for."

/**
 * A report in sentences: the system, its value, its certainty, and its notes. A sandbox report begins with a statement
 * about the sandbox.
 */
export const explained = (report: FullReport, mode: Mode): string => {
  const { overview, financial, notes, premises = [] } = report
  const { kpi, energyFlow } = overview
  const amount = amountsIn(report.currency)
  const lines = [
    ...(mode === "sandbox" ? [SANDBOX] : []),
    `Goal ${report.goal}, ${report.tariffType} tariff, over ${financial.parameters.evaluationPeriod} years.`,
    panelsText(report),
    batteryText(report),
    `Purchase ${amount(purchaseOf(financial))}; net present value ${amount(financial.netPresentValue)}; savings of the first year ${amount(kpi.yearlySavings)}.`,
    paybackText(report),
    ...likelyTexts(report),
    `Of ${whole.format(energyFlow.yearlyUsageKwh)} kWh a year ${percent(kpi.selfSufficiency)} is not bought, before it was ${percent(kpi.selfSufficiencyBaseline)}.`,
    proofText(report),
    ...shortfallTexts(report),
    ...measuresTexts(report, amount),
    ...premises.map(premiseText(amount)),
    ...notes.map(note => `Note: ${note}`),
  ]
  return lines.join("\n")
}

/** Savings without a purchase, and the worth of the system beyond them. */
const measuresTexts = (
  { measures = [], financial: { beyondMeasures } }: FullReport,
  amount: (eur: number) => string,
): string[] => [
  ...measures.map(({ kind, eurPerYear }) => `Without a purchase, ${kind}: ${amount(eurPerYear)} a year.`),
  ...(beyondMeasures ? [`Beyond that, the net present value is ${amount(beyondMeasures.netPresentValue)}.`] : []),
]

/** A premise, with the value of the plant under its other reading. */
const premiseText =
  (amount: (eur: number) => string) =>
  ({ code, field, value, source, effect }: NonNullable<FullReport["premises"]>[number]): string => {
    const otherwise = effect
      ? ` With ${effect.reading} the net present value is ${amount(effect.netPresentValue)}.`
      : ""
    return `Assumed, ${code}: ${field} ${value} (${source}).${otherwise}`
  }

const plantText = (panels: number, batteryKwh: number): string => {
  const parts = [
    ...(panels > 0 ? [counted(panels, "panel")] : []),
    ...(batteryKwh > 0 ? [`a battery of ${plain.format(batteryKwh)} kWh`] : []),
  ]
  return parts.join(" and ") || "nothing new"
}

type Compared = NonNullable<FullReport["contracts"]>["ranked"][number]

const LINES: Record<BillLine, string> = {
  fixedCosts: "fixed costs",
  demandCharges: "charges for the highest power",
  gridFees: "grid fees per kWh",
  taxes: "taxes per kWh",
}

/**
 * Lines of the bill that differ between contracts, with their total cost; empty if all contracts have the same lines.
 */
const differenceText = ({ comparable, totalCost }: Compared, amount: (value: number) => string): string => {
  if (!comparable) return ""
  const bills = comparable.bills.map(
    ({ line, isOnlyHere, firstYearCost }) =>
      ` ${isOnlyHere ? "Only this contract bills" : "It bills"} ${LINES[line]}: ${amount(firstYearCost)} in the first year; with all lines the life-cycle cost is ${amount(totalCost)}.`,
  )
  return [...bills, ...comparable.lacks.map(line => ` It has no ${LINES[line]}.`)].join("")
}

const LATER_YEARS: Record<NonNullable<Compared["validity"]>["laterYears"], string> = {
  "same-prices": "later years count the same price terms with growth",
  "later-terms": "later years count the terms agreed for them",
}

/** End of a contract's price terms; empty if nothing states it. */
const validityText = ({ validity }: Compared): string =>
  validity ? ` Its price terms hold until ${validity.pricesUntil}; ${LATER_YEARS[validity.laterYears]}.` : ""

const RANKED_APART =
  "Not all contracts bill the same kinds of costs: they are ranked by the costs that they have in common."

/** The contracts of a report in sentences, cheapest first; undefined for a report without contracts. */
export const comparedContracts = ({ contracts, currency }: FullReport): string | undefined => {
  if (!contracts) return undefined
  const amount = amountsIn(currency)
  const lines = contracts.ranked.map((row, index) => {
    const { contract, name, type, newPanelCount, batteryCapacityKwh } = row
    const which = contract === null ? "the contract of today" : (name ?? `contract ${contract}`)
    const { totalCost, savings } = row.comparable ?? row
    return `${index + 1}. ${which} (${type}): life-cycle cost ${amount(totalCost)}, saves ${amount(savings)}, with ${plantText(newPanelCount, batteryCapacityKwh)}.${differenceText(row, amount)}${validityText(row)}`
  })
  return [...(contracts.ranked.some(({ comparable }) => comparable) ? [RANKED_APART] : []), ...lines].join("\n")
}
