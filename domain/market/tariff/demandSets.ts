import type { NonEmpty } from "../../base/nonEmpty.ts"

/** A charge for the highest import of each of its periods: months, or one year. */
export interface DemandSet {
  /** Index in eurPerKw of the period of each step; −1: no charge in the step. */
  period: Int16Array
  /** Charges of each period [EUR/kW]. */
  eurPerKw: readonly number[]
  /** Minimum charged power of each period [kW]. */
  floorKw: number
  /** The charge is on the mean of the highest imports of several days; absent: on the highest import. */
  days?: DemandDays
}

/** Days of a charge on the mean of the highest imports of several different days. */
interface DemandDays {
  /** Number of days. */
  counted: number
  /** Day of each step by the clock. */
  dayOf: Int16Array
}

type Steps = Float32Array | Float64Array

/** The power that each period of a set is charged for [kW], at least its floor. */
export const chargedKw = ({ period, eurPerKw, floorKw, days }: DemandSet, importKw: Steps): Float64Array => {
  const kw = new Float64Array(eurPerKw.length).fill(floorKw)
  if (days) {
    const highest = highestOfDays({ period, days }, importKw)
    return kw.map((floor, number) => Math.max(floor, meanOfHighest(highest.get(number), days.counted)))
  }
  for (let step = 0; step < period.length; step++) {
    const number = period[step]!
    if (number >= 0 && importKw[step]! > kw[number]!) kw[number] = importKw[step]!
  }
  return kw
}

/** Highest import of each day, by period [kW]. */
const highestOfDays = ({ period, days }: { period: Int16Array; days: DemandDays }, importKw: Steps) => {
  const highest = new Map<number, Map<number, number>>()
  for (let step = 0; step < period.length; step++) {
    const number = period[step]!
    if (number < 0) continue
    const ofPeriod = highest.get(number) ?? new Map<number, number>()
    if (ofPeriod.size === 0) highest.set(number, ofPeriod)
    const day = days.dayOf[step]!
    ofPeriod.set(day, Math.max(ofPeriod.get(day) ?? 0, importKw[step]!))
  }
  return highest
}

/** Mean of the highest values of different days; of all days if there are fewer. */
const meanOfHighest = (ofDays: ReadonlyMap<number, number> | undefined, counted: number): number => {
  if (!ofDays) return 0
  const highest = [...ofDays.values()].sort((a, b) => b - a).slice(0, counted)
  return highest.reduce((sum, kw) => sum + kw, 0) / highest.length
}

/**
 * Charges on the highest import of groups of days, at most the charge of the set on any year. The days of a period are
 * in as many groups as the set counts days. The highest imports of the groups are of different days. Their mean is
 * therefore at most the mean of the highest days. Days with a high load are in different groups, which keeps the
 * difference small. Other sets do not change.
 * @param loadKwh in each step
 */
export const groupedByDays = (set: DemandSet, loadKwh: Float64Array): DemandSet[] => {
  const { days, period, eurPerKw, floorKw } = set
  if (!days) return [set]
  const { counted, dayOf } = days
  const groups = Array.from({ length: counted }, () => new Int16Array(period.length).fill(NO_PERIOD))
  const groupOf = new Map<string, number>()
  for (const [number, ofDays] of highestOfDays({ period, days }, loadKwh)) {
    const ranked = [...ofDays].sort(([, a], [, b]) => b - a)
    for (const [rank, [day]] of ranked.entries()) groupOf.set(`${number} ${day}`, rank % counted)
  }
  period.forEach((number, step) => {
    if (number >= 0) groups[groupOf.get(`${number} ${dayOf[step]!}`)!]![step] = number
  })
  return groups.map(group => ({
    period: group,
    eurPerKw: eurPerKw.map((eur, number) => (group.includes(number) ? eur / counted : 0)),
    floorKw,
  }))
}

/** An step without a charge. */
const NO_PERIOD = -1

/** True if a bill of any phase depends on the highest import of a period. */
export const hasDemandCharges = ({
  assumptions,
  tariffs,
}: {
  assumptions: { demandChargeEurPerKwMonth: number }
  tariffs: NonEmpty<{ demand: readonly DemandSet[] }>
}): boolean => assumptions.demandChargeEurPerKwMonth > 0 || tariffs.some(({ demand }) => demand.length > 0)
