/** Parts of hourly purchase prices apart from energy, with VAT if the prices have it. */
export interface PriceParts {
  /** Grid fees by the kWh, in each step [EUR/kWh]. */
  gridFeeEurPerKwh: Float64Array
  /** Energy tax and levies [EUR/kWh]. */
  taxEurPerKwh: number
  /** Grid fees and taxes in the refund of netting for a kWh [EUR/kWh]. */
  nettedGridFeeEurPerKwh: number
  nettedTaxEurPerKwh: number
}

const leastOf = (eurPerKwh: Float64Array): number => {
  let least = Number.POSITIVE_INFINITY
  for (let hour = 0; hour < eurPerKwh.length; hour++) least = Math.min(least, eurPerKwh[hour]!)
  return least
}

/** Netting of a price, and the number of its steps. */
export interface Netting {
  nettingEurPerKwh: number
  length: number
}

/**
 * Parts of the prices of a year. Netting refunds the tax first, then the grid fee, then energy.
 * @param gridFee in each step, or in all [EUR/kWh]
 */
export const priceParts = (
  gridFee: number | Float64Array,
  taxEurPerKwh: number,
  { nettingEurPerKwh, length }: Netting,
): PriceParts => {
  const gridFeeEurPerKwh = typeof gridFee === "number" ? new Float64Array(length).fill(gridFee) : gridFee
  const leastGridFee = typeof gridFee === "number" ? gridFee : leastOf(gridFee)
  const nettedTaxEurPerKwh = Math.min(Math.max(0, taxEurPerKwh), nettingEurPerKwh)
  const nettedGridFeeEurPerKwh = Math.min(Math.max(0, leastGridFee), nettingEurPerKwh - nettedTaxEurPerKwh)
  return { gridFeeEurPerKwh, taxEurPerKwh, nettedGridFeeEurPerKwh, nettedTaxEurPerKwh }
}

/** Parts of an all-in price: no part exceeds the price. */
export const partsWithin = (
  priceEurPerKwh: number,
  { gridFee, tax }: { gridFee: number; tax: number },
  netting: Netting,
): PriceParts => {
  const taxEurPerKwh = Math.min(tax, Math.max(0, priceEurPerKwh))
  return priceParts(Math.min(gridFee, Math.max(0, priceEurPerKwh - taxEurPerKwh)), taxEurPerKwh, netting)
}
