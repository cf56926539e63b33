import { type Note, note } from "../base/note.ts"
import type { AssumptionOverrides, Assumptions } from "../market/assumptions.ts"
import { SHIPPED_CURRENCY } from "../market/currencyNames.ts"
import type { ScanInput } from "./scanInput.ts"

/** The assumptions that are amounts of money, and whether a scan counts them. */
const amountsOf = (
  { newPv, electricBattery: battery, goal, includePvMaintenanceCosts }: ScanInput,
  { inverterReplacementYear }: Assumptions,
): Partial<Record<keyof Assumptions, boolean>> => {
  const isEachPriced = battery?.products?.every(({ eur }) => eur !== undefined) ?? false
  const hasOpenPrice = battery !== undefined && battery.costPerKwh === undefined && !isEachPriced
  const hasOpenPanels = newPv.some(({ costPerKwp }) => costPerKwp === undefined)
  return {
    panelPriceCurve: hasOpenPanels,
    batteryPriceCurve: hasOpenPrice && goal.kind !== "self-sufficiency",
    selfSufficiencyBatteryEurPerKwh: hasOpenPrice && goal.kind === "self-sufficiency",
    batteryEurPerKw: battery !== undefined,
    inverterFixedEur: hasOpenPanels,
    inverterPurchaseEurPerKw: hasOpenPanels,
    inverterEurPerKw: newPv.length > 0 && inverterReplacementYear > 0,
    pvMaintenanceEurPerKwYear: includePvMaintenanceCosts && newPv.length > 0,
    fixedCostEurPerMonth: true,
    demandChargeEurPerKwMonth: true,
  }
}

/**
 * Assumptions that count as amounts of the site's currency although they are in another: shipped assumptions in EUR,
 * and assumptions of an organization with another currency.
 */
export const shippedAmountNotes = (
  input: ScanInput,
  assumptions: Assumptions,
  ownAssumptions: AssumptionOverrides,
): Note[] => {
  const { currency } = input
  if (currency === SHIPPED_CURRENCY) return []
  const ownCurrency = ownAssumptions.currency ?? SHIPPED_CURRENCY
  const isKnown = (name: string) =>
    name in input.assumptions ||
    (currency === ownCurrency && Object.hasOwn(ownAssumptions, name)) ||
    isNothing(assumptions, name)
  const counted = Object.entries(amountsOf(input, assumptions)).flatMap(([name, isCounted]) =>
    isCounted ? [name] : [],
  )
  const inEuro = counted.filter(name => !isKnown(name))
  return inEuro.length > 0 ? [note("amounts-in-euro", { currency, assumptions: inEuro })] : []
}

const isNothing = (assumptions: Assumptions, name: string): boolean =>
  Object.entries(assumptions).some(([other, value]) => other === name && value === 0)
