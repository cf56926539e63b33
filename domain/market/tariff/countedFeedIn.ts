import { type Note, note } from "../../base/note.ts"
import type { TariffYear } from "./terms.ts"

type FeedIn = Pick<TariffYear, "sellEurPerKwh" | "countedEurPerKwh" | "cappedHours">

/** A price that is above another by less than this is the same one, which was worked out in another order [EUR/kWh]. */
const ROUNDING = 1e-12

/**
 * Earnings of feed-in, and the part that the choice and the operation of a plant count. In no hour is that part above
 * the purchase price less the refund by netting, because a search could sell bought energy without end. Bills count all
 * that feed-in earns.
 * @param offeredEurPerKwh what feed-in earns by the contract, 8760 h
 * @param nettingEurPerKwh credit for each kWh that is netted
 */
export const countedFeedIn = (
  buyEurPerKwh: Float64Array,
  offeredEurPerKwh: Float64Array,
  nettingEurPerKwh: number,
): FeedIn => {
  let cappedHours = 0
  const sellEurPerKwh = new Float64Array(offeredEurPerKwh.length)
  const countedEurPerKwh = offeredEurPerKwh.map((price, hour) => {
    const most = buyEurPerKwh[hour]! - nettingEurPerKwh
    const isAbove = price > most + ROUNDING
    if (isAbove) cappedHours++
    const counted = Math.min(price, most)
    sellEurPerKwh[hour] = isAbove ? price : counted
    return counted
  })
  return cappedHours > 0 ? { sellEurPerKwh, countedEurPerKwh, cappedHours } : { sellEurPerKwh, cappedHours }
}

/** Note that some hours count less than they earn. */
export const countedFeedInNotes = ({
  cappedHours: hours,
  nettingEurPerKwh,
}: Pick<TariffYear, "cappedHours" | "nettingEurPerKwh">): Note[] =>
  hours > 0 ? [note("feed-in-counted-to-purchase", { hours, hasNetting: nettingEurPerKwh > 0 })] : []
