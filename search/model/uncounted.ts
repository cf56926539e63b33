import type { Operation, ScanCase } from "../../domain/case/case.ts"
import { areBillsApart, sharesOf } from "../../domain/case/phases.ts"
import type { Year } from "../../wasm/index.ts"
import { paidForFeedIn } from "./phases.ts"

/**
 * Feed-in pay in each hour of all phases beyond the optimiser's year, in the terms of the objective [EUR/kWh]. The
 * search cannot take pay above the purchase price. It arises from high pay, faster growth, falling purchase prices, or
 * prices below 0.
 */
export interface Uncounted {
  /** Uncounted pay of every exported kWh. */
  all: Float64Array
  /**
   * Uncounted pay of a kWh that panels could curtail instead: an upper bound on the gain of selling it. Equal to `all`
   * if any panels are must-run.
   */
  ofPanels: Float64Array
}

/** Undefined if the search counts all feed-in pay. */
export const uncountedFeedIn = (scan: ScanCase, year: CountedYear): Uncounted | undefined => {
  if (!areBillsApart(scan)) return undefined
  const { sellEurPerKwh, roofs } = year
  const paid = paidForFeedIn(scan.tariffs, sharesOf(scan))
  const all = paid.map((eur, hour) => Math.max(0, eur - sellEurPerKwh[hour]!))
  if (!all.some(eur => eur > 0)) return undefined
  if (roofs.some(({ mustRunPanels }) => mustRunPanels !== undefined)) return { all, ofPanels: all }
  const ofPanels = all.map((eur, hour) => {
    // Curtailed energy is not netted either.
    return Math.min(eur, Math.max(0, paid[hour]! + nettedEurPerKwh(year, hour)))
  })
  return { all, ofPanels }
}

type CountedYear = Pick<Year, "loadKwh" | "roofs" | "sellEurPerKwh" | "nettingEurPerKwh" | "phases">

/** Amount that netting refunds per kWh in an hour of a year, or of all its phases. */
export const nettedEurPerKwh = (
  { loadKwh, nettingEurPerKwh = 0, phases }: Pick<Year, "loadKwh" | "nettingEurPerKwh" | "phases">,
  hour: number,
): number => {
  const isNetted = !phases || phases[Math.floor((hour * phases.length) / loadKwh.length)]!.isNetted
  return isNetted ? nettingEurPerKwh : 0
}

/** Value of the exports of all phases of an operation [EUR]. */
export const ofExportEur = (eurPerKwh: Float64Array, { years }: Pick<Operation, "years">): number =>
  years.reduce((sum, { exportKwh }, phase) => {
    const start = phase * exportKwh.length
    return sum + exportKwh.reduce((eur, kwh, hour) => eur + kwh * eurPerKwh[start + hour]!, 0)
  }, 0)
