import type { NonEmpty } from "../../base/nonEmpty.ts"

/** A charge for the highest import of each of its periods: months, or one year. */
export interface DemandSet {
  /** Index in eurPerKw of the period of each hour, 8760 h; −1: no charge in the hour. */
  period: Int16Array
  /** Charges of each period [EUR/kW]. */
  eurPerKw: readonly number[]
  /** Minimum charged power of each period [kW]. */
  floorKw: number
}

/** The highest import of each period of a set [kW], at least its floor. */
export const chargedKw = (
  { period, eurPerKw, floorKw }: DemandSet,
  importKwh: Float32Array | Float64Array,
): Float64Array => {
  const kw = new Float64Array(eurPerKw.length).fill(floorKw)
  for (let hour = 0; hour < period.length; hour++) {
    const number = period[hour]!
    if (number >= 0 && importKwh[hour]! > kw[number]!) kw[number] = importKwh[hour]!
  }
  return kw
}

/** True if a bill of any phase depends on the highest import of a period. */
export const hasDemandCharges = ({
  assumptions,
  tariffs,
}: {
  assumptions: { demandChargeEurPerKwMonth: number }
  tariffs: NonEmpty<{ demand: readonly DemandSet[] }>
}): boolean => assumptions.demandChargeEurPerKwMonth > 0 || tariffs.some(({ demand }) => demand.length > 0)
