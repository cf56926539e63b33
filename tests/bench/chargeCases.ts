/** Random demand charges and netting for the random years. */
import { randomNumbers } from "../../wasm/bench/years.ts"
import type { Year } from "../../wasm/types.ts"

type Charges = NonNullable<Year["demandCharges"]>

const MONTHS = 12
/** Least and most EUR per kW of a month. */
const RATES = [2, 14]

/** Month 0 to 11 of a step when the year has equal months. */
const monthOf = (t: number, steps: number) => Math.floor((MONTHS * t) / steps)

/**
 * Demand charges by seed: by month; by month and evening; one peak of the year with a tariff period across all months;
 * evenings only.
 */
export function randomDemandCharges(year: Year, seed: number): Charges {
  const random = randomNumbers(seed * 7121 + 3)
  const steps = year.loadKwh.length
  const rates = (count: number, scale = 1) =>
    Array.from({ length: count }, () => scale * (RATES[0]! + (RATES[1]! - RATES[0]!) * random()))
  const periods = (of: (t: number, hour: number) => number) =>
    new Int16Array(steps).map((_, t) => of(t, (t * year.stepHours) % 24))
  const evening = (hour: number) => hour >= 16 && hour < 21
  const monthly = { period: periods(t => monthOf(t, steps)), eurPerKw: rates(MONTHS) }
  const evenings = {
    period: periods((t, hour) => (evening(hour) ? monthOf(t, steps) : -1)),
    eurPerKw: rates(MONTHS),
  }
  const peak = { period: periods(() => 0), eurPerKw: rates(1, 4) }
  const tariffs = { period: periods((_, hour) => (evening(hour) ? 0 : hour >= 7 ? 1 : -1)), eurPerKw: rates(2, 3) }
  return [[monthly], [monthly, evenings], [peak, tariffs], [evenings]][seed % 4]!
}

/**
 * Netting at a random part of the maximum that keeps the year's cost convex. Purchase prices are raised if they are too
 * close to feed-in prices.
 */
export function withRandomNetting(year: Year, seed: number): Year {
  const random = randomNumbers(seed * 5407 + 11)
  const nettingEurPerKwh = 0.02 + 0.1 * random()
  const buyEurPerKwh = year.buyEurPerKwh.map((price, t) => Math.max(price, year.sellEurPerKwh[t]! + nettingEurPerKwh))
  return { ...year, buyEurPerKwh, nettingEurPerKwh }
}
