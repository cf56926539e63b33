import { type Note, note } from "../../base/note.ts"
import { stepsPerHour } from "../../site/steps.ts"
import type { TariffYear } from "./terms.ts"

type FeedIn = Pick<TariffYear, "sellEurPerKwh" | "countedEurPerKwh" | "cappedHours">

/** Rounding margin of prices: smaller differences come from the order of operations [EUR/kWh]. */
const ROUNDING = 1e-12

/**
 * Feed-in prices, and the part that counts for the choice and operation of a plant. In no hour does that part exceed
 * the purchase price less the refund by netting, because a search could otherwise sell purchased energy without limit.
 * Bills count the whole feed-in price.
 * @param offeredEurPerKwh feed-in price of the contract in each step
 * @param nettingEurPerKwh credit for each netted kWh
 */
export const countedFeedIn = (
  buyEurPerKwh: Float64Array,
  offeredEurPerKwh: Float64Array,
  nettingEurPerKwh: number,
): FeedIn => {
  let cappedSteps = 0
  const sellEurPerKwh = new Float64Array(offeredEurPerKwh.length)
  const countedEurPerKwh = offeredEurPerKwh.map((price, hour) => {
    const most = buyEurPerKwh[hour]! - nettingEurPerKwh
    const isAbove = price > most + ROUNDING
    if (isAbove) cappedSteps++
    const counted = Math.min(price, most)
    sellEurPerKwh[hour] = isAbove ? price : counted
    return counted
  })
  const cappedHours = cappedSteps / stepsPerHour(buyEurPerKwh)
  return cappedHours > 0 ? { sellEurPerKwh, countedEurPerKwh, cappedHours } : { sellEurPerKwh, cappedHours }
}

/** Note on hours that count less than they earn. */
export const countedFeedInNotes = ({
  cappedHours: hours,
  nettingEurPerKwh,
}: Pick<TariffYear, "cappedHours" | "nettingEurPerKwh">): Note[] =>
  hours > 0 ? [note("feed-in-counted-to-purchase", { hours, hasNetting: nettingEurPerKwh > 0 })] : []
