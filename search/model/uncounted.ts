import type { Operation, ScanCase, Schedule } from "../../domain/case/case.ts"
import { areBillsApart, schedulesOf, sharesOf } from "../../domain/case/phases.ts"
import { tariffsOf } from "../../domain/market/tariff/tariffsOf.ts"
import type { Year } from "../../wasm/index.ts"
import { paidForFeedIn } from "./phases.ts"

/**
 * What feed-in pays in each hour of all phases above what the year of the optimiser counts, in the terms of the
 * objective [EUR/kWh]: pay may lie above purchase, or come above it by growing faster, purchase falling or prices below
 * 0, which the search cannot take.
 */
export interface Uncounted {
  /** Of every kWh that is fed in. */
  all: Float64Array
  /**
   * Of a kWh that panels may leave out in the search, where that is better than what the search counts: no plan that
   * sells it is better than the one that does not by more.
   */
  ofPanels: Float64Array
}

/** Undefined where the search counts all that feed-in pays. */
export const uncountedFeedIn = (scan: ScanCase, year: CountedYear): Uncounted | undefined => {
  if (!areBillsApart(scan)) return undefined
  const { sellEurPerKwh } = year
  const paid = paidForFeedIn(tariffsOf(scan), sharesOf(scan))
  const all = paid.map((eur, hour) => Math.max(0, eur - sellEurPerKwh[hour]!))
  if (!all.some(eur => eur > 0)) return undefined
  const ofPanels = all.map((eur, hour) => {
    // What is left out is not netted either.
    return Math.min(eur, Math.max(0, paid[hour]! + nettedEurPerKwh(year, hour)))
  })
  return { all, ofPanels }
}

type CountedYear = Pick<Year, "loadKwh" | "sellEurPerKwh" | "nettingEurPerKwh" | "phases">

/** What netting gives back of a kWh in an hour of a year, or of all its phases. */
export const nettedEurPerKwh = (
  { loadKwh, nettingEurPerKwh = 0, phases }: Pick<Year, "loadKwh" | "nettingEurPerKwh" | "phases">,
  hour: number,
): number => {
  const isNetted = !phases || phases[Math.floor((hour * phases.length) / loadKwh.length)]!.isNetted
  return isNetted ? nettingEurPerKwh : 0
}

/** What so much comes to in all phases of an operation [EUR]. */
export const ofExportEur = (eurPerKwh: Float64Array, operation: Pick<Operation, keyof Schedule | "later">): number =>
  schedulesOf(operation).reduce((sum, { exportKwh }, phase) => {
    const start = phase * exportKwh.length
    return sum + exportKwh.reduce((eur, kwh, hour) => eur + kwh * eurPerKwh[start + hour]!, 0)
  }, 0)
