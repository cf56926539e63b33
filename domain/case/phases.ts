import { horizonOf } from "../finance/objective.ts"
import { type PhaseShares, phaseShares, phaseStarts, weighted } from "../finance/phases.ts"
import { partRates } from "../market/partGrowth.ts"
import { totalOf } from "../site/profiles/hours.ts"
import type { Operation, ScanCase, Schedule } from "./case.ts"
import { sumOnce } from "./knownSums.ts"

/** Whether a case has years of several terms, or amounts that grow otherwise than prices in general do. */
export const hasTerms = ({ later, tariff, assumptions }: Pick<ScanCase, "later" | "tariff" | "assumptions">): boolean =>
  later !== undefined || tariff.feedInGrowth !== undefined || partRates(assumptions) !== undefined

/**
 * Whether bills may count what the costs of an operation do not: years of several terms, amounts that grow apart,
 * feed-in that earns more than purchase costs.
 */
export const areBillsApart = (scan: Pick<ScanCase, "later" | "tariff" | "assumptions">): boolean =>
  hasTerms(scan) || scan.tariff.countedEurPerKwh !== undefined

/** What each phase of a scan's terms counts. */
export const sharesOf = (scan: ScanCase): PhaseShares => phaseShares(phaseStarts(scan), horizonOf(scan))

/** What is done in each phase. */
export const schedulesOf = (operation: Pick<Operation, keyof Schedule | "later">): Schedule[] => {
  if (!operation.later) return [operation]
  const { later, ...first } = operation
  return [first, ...later]
}

/** What a battery gives in a year, for its standby too [kWh, AC side]; of several phases as its wear counts them. */
export const givenKwh = (scan: ScanCase, operation: Pick<Operation, keyof Schedule | "later">): number => {
  const given = schedulesOf(operation).map(
    schedule =>
      sumOnce(schedule, "discharge", () => totalOf(schedule.dischargeKwh)) + (schedule.standbyFromBatteryKwh ?? 0),
  )
  return scan.later ? weighted(sharesOf(scan).use, given) : given[0]!
}
