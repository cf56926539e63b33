import { BILL_LINES, type BillLine } from "../base/billLines.ts"
import { hasDemandCharges } from "../market/tariff/demandSets.ts"
import { componentsOf, feesByKind } from "../market/tariff/siteComponents.ts"
import type { CustomTerms } from "../market/tariff/terms.ts"
import type { ScanCase } from "./case.ts"

/** Billing of a kind of line; `included`: within an all-in price. */
type Billing = "billed" | "included" | "absent"

type Terms = Pick<ScanCase, "input" | "tariffs" | "assumptions" | "tariffSite">

const billedIf = (isBilled: boolean): Billing => (isBilled ? "billed" : "absent")

/** Fixed costs count as billed if the contract names them, even at 0. */
const fixedCosts = (scan: Terms): Billing => {
  const { input, assumptions } = scan
  const { phases, assumptions: requestAssumptions } = input
  const [{ terms }] = phases
  const isNamed =
    terms.type === "custom"
      ? terms.grid?.fixedEurPerMonth !== undefined
      : requestAssumptions.fixedCostEurPerMonth !== undefined
  const monthlyEur = scan.tariffs.map(
    ({ fixedCostEurPerMonth = assumptions.fixedCostEurPerMonth }) => fixedCostEurPerMonth,
  )
  return billedIf(isNamed || monthlyEur.some(eur => eur > 0))
}

const demandCharges = (scan: Terms): Billing => {
  const { phases, assumptions: requestAssumptions } = scan.input
  const [{ terms }] = phases
  const isNamed =
    terms.type === "custom"
      ? terms.grid?.demand !== undefined
      : requestAssumptions.demandChargeEurPerKwMonth !== undefined
  return billedIf(isNamed || hasDemandCharges(scan))
}

/** True for the bare market price, without taxes or grid fees; a price with an addition may include both. */
const isBareMarket = ({ energy, plusEurPerKwh = 0 }: CustomTerms["buy"]): boolean =>
  energy === "dayAhead" && plusEurPerKwh <= 0

const gridFees = ({ input, tariffSite }: Terms): Billing => {
  const [{ terms }] = input.phases
  const isOfCountry = () => billedIf(feesByKind(componentsOf(tariffSite)).gridFee > 0)
  if (terms.type === "flat") return "included"
  if (terms.type === "dynamic") return terms.taxesIncluded ? isOfCountry() : "absent"
  if (terms.grid?.buyEurPerKwh) return "billed"
  if (terms.buy.taxed) return isOfCountry()
  return isBareMarket(terms.buy) ? "absent" : "included"
}

/** Energy tax, levies and VAT: billed in addition to a price or within it. */
const taxes = ({ input }: Terms): Billing => {
  const [{ terms }] = input.phases
  if (terms.type === "flat") return "billed"
  if (terms.type === "dynamic") return billedIf(terms.taxesIncluded)
  return billedIf(terms.buy.taxed || !isBareMarket(terms.buy))
}

const BILLING: Record<BillLine, (scan: Terms) => Billing> = { fixedCosts, demandCharges, gridFees, taxes }

/** Billing of each kind of line under a contract. */
const isBilled = (scan: Terms, line: BillLine): boolean => BILLING[line](scan) === "billed"
const isAbsent = (scan: Terms, line: BillLine): boolean => BILLING[line](scan) === "absent"

/** Kinds of lines that one of the contracts bills and another lacks, in their order. */
export const differingLines = (contracts: readonly Terms[]): BillLine[] =>
  BILL_LINES.filter(
    line => contracts.some(scan => isBilled(scan, line)) && contracts.some(scan => isAbsent(scan, line)),
  )

/** Differing lines that a contract has and lacks. */
export const linesOf = (scan: Terms, differing: readonly BillLine[]): { has: BillLine[]; lacks: BillLine[] } => ({
  has: differing.filter(line => !isAbsent(scan, line)),
  lacks: differing.filter(line => isAbsent(scan, line)),
})
