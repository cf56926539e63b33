import type { ScanCase, Schedule } from "../../domain/case/case.ts"
import { sharesOf } from "../../domain/case/phases.ts"
import { type Charges, chargesOf, yearBill } from "../../domain/finance/bill.ts"
import { weighted } from "../../domain/finance/phases.ts"
import { chargedKw, type DemandSet, groupedByDays } from "../../domain/market/tariff/demandSets.ts"
import { taxBeforeBlockEur } from "../../domain/market/tariff/taxBlocks.ts"
import type { TariffYear } from "../../domain/market/tariff/terms.ts"
import type { Sized, Sizing } from "../../wasm/index.ts"
import { scaleOf } from "../model/gap.ts"

const eurOf = (set: DemandSet, importKwh: Float64Array): number =>
  chargedKw(set, importKwh).reduce((eur, kw, number) => eur + kw * set.eurPerKw[number]!, 0)

/** Charges of a set above the charges of its groups of days in a year [EUR]. */
const beyondGroupsEur = (set: DemandSet, importKwh: Float64Array, loadKwh: Float64Array): number =>
  set.days
    ? groupedByDays(set, loadKwh).reduce((eur, group) => eur - eurOf(group, importKwh), eurOf(set, importKwh))
    : 0

/**
 * Feed-in pay of a year that the monthly settlement or the blocks of pay by volume do not pay [EUR]; negative if
 * another block pays more than the hourly prices.
 */
const unpaidEur = (scan: ScanCase, tariff: TariffYear, { importKwh, exportKwh }: Schedule): number => {
  const { settlement, volumePay, ...charges } = chargesOf(scan, tariff)
  if (!settlement && !volumePay) return 0
  const revenueEur = (each: Charges) => yearBill(importKwh, exportKwh, tariff, each).feedInRevenueEur
  const beforeBlockEur = volumePay ? taxBeforeBlockEur(volumePay) : 0
  return revenueEur(charges) + beforeBlockEur - revenueEur(chargesOf(scan, tariff))
}

/**
 * A sized plant at its cost with whole charges on several days and paid feed-in. The search counts the lower charges
 * of groups of days and pays every kWh at the hourly prices, for which the bound holds too.
 */
export const withWholeBill = (scan: ScanCase, { presentWorthFactor }: Sizing, sized: Sized): Sized => {
  const { worth, soldWorth, parts } = sharesOf(scan)
  const demandEur = scan.tariffs.map(({ demand }, phase) => {
    const { importKwh } = sized.dispatch.years[phase]!
    return demand.reduce((eur, set) => eur + beyondGroupsEur(set, importKwh, scan.loadKwh), 0)
  })
  const feedInEur = scan.tariffs.map((tariff, phase) => unpaidEur(scan, tariff, sized.dispatch.years[phase]!))
  const yearEur = weighted(parts?.gridFee ?? worth, demandEur) + weighted(soldWorth, feedInEur)
  const beyondEur = presentWorthFactor * yearEur
  if (beyondEur === 0) return sized
  return { ...sized, totalEur: sized.totalEur + beyondEur, gap: sized.gap + beyondEur / scaleOf(sized) }
}
