import { sumOnce } from "../base/memo.ts"
import { mapped } from "../base/nonEmpty.ts"
import { horizonOf } from "../finance/objective.ts"
import { type PhaseShares, phaseShares, weighted } from "../finance/phases.ts"
import { partRates } from "../market/partGrowth.ts"
import type { TariffYear } from "../market/tariff/terms.ts"
import { totalOf } from "../site/profiles/hours.ts"
import type { Operation, ScanCase } from "./case.ts"

/** True if a case has several sets of terms, or amounts that do not grow with prices in general. */
export const needsPhases = ({ tariffs, assumptions }: Pick<ScanCase, "tariffs" | "assumptions">): boolean =>
  tariffs.length > 1 || tariffs[0].feedInGrowth !== undefined || partRates({ assumptions, tariffs }) !== undefined

/**
 * True if bills may include amounts that the cost of an operation lacks. Causes: several sets of terms, parts that grow
 * separately, feed-in that earns more than purchase costs, credits for a battery, or other charges.
 */
export const areBillsApart = (scan: Pick<ScanCase, "tariffs" | "assumptions">): boolean =>
  needsPhases(scan) || scan.tariffs.some(hasOtherAmounts)

const hasOtherAmounts = ({ demand, ...amounts }: TariffYear): boolean => {
  const { countedEurPerKwh, batteryCredit, otherCharges, settlement, volumePay } = amounts
  const isOther = [countedEurPerKwh, batteryCredit, otherCharges, settlement, volumePay].some(amount => amount)
  return isOther || demand.some(({ days }) => days)
}

/** Weights of the phases of a scan's terms. */
export const sharesOf = (scan: ScanCase): PhaseShares => phaseShares(horizonOf(scan))

/**
 * Yearly discharging of the battery including its standby use [kWh, AC side]; for several phases their mean, weighted
 * as for wear.
 */
export const givenKwh = (scan: ScanCase, { years }: Pick<Operation, "years">): number => {
  const yearsKwh = mapped(
    years,
    year => sumOnce(year, "discharge", () => totalOf(year.dischargeKwh)) + (year.standbyFromBatteryKwh ?? 0),
  )
  return yearsKwh.length > 1 ? weighted(sharesOf(scan).use, yearsKwh) : yearsKwh[0]
}
