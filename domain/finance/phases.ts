import type { NonEmpty } from "../base/nonEmpty.ts"
import type { PartRates } from "../market/partGrowth.ts"
import { discountFactor } from "./presentWorth.ts"

/** How amounts change over the years; rates are fractions per year. */
export interface Horizon {
  years: number
  discountRate: number
  priceGrowth: number
  /** Yearly loss of the panels' production, and of the savings with it. */
  degradation: number
  /** First year of each phase, beginning with 1. */
  phaseStarts: NonEmpty<number>
  /**
   * Growth of the feed-in price in each phase, without netting; undefined: growth of the energy part, else priceGrowth.
   * Absent: all undefined.
   */
  feedInGrowth?: readonly (number | undefined)[]
  /** Growth of the energy part of the purchase price in each phase; undefined: its growth in partGrowth. */
  buyGrowth?: readonly (number | undefined)[]
  /**
   * Growth of the parts of the purchase price; its energy part also applies to feed-in without a growth of its own.
   * Absent: priceGrowth.
   */
  partGrowth?: PartRates | undefined
}

/** Index of the phase that contains a year of the analysis. */
export const phaseOfYear = (starts: readonly number[], year: number): number =>
  starts.findLastIndex(fromYear => fromYear <= year)

/** Weights of the phases. `worth` and `use` each sum to 1. */
export interface PhaseShares {
  /**
   * Share of each phase in the present worth of a first-year saving: weight of its purchase prices in the objective.
   */
  worth: number[]
  /**
   * Weight of feed-in revenue, over the same total as `worth`. Feed-in may grow at another rate, so the sum may differ
   * from 1.
   */
  soldWorth: number[]
  /** Weight of each part of the purchase price, over the same total as `worth`; absent: all parts grow alike. */
  parts?: Record<keyof PartRates, number[]>
  /** Share of each phase in the present worth of one EUR a year: weight of the battery's use, for its wear. */
  use: number[]
}

/** Weights of the phases of an analysis. */
export const phaseShares = ({ phaseStarts: starts, years, partGrowth, ...rates }: Horizon): PhaseShares => {
  const { discountRate, priceGrowth, degradation, feedInGrowth = [], buyGrowth = [] } = rates
  /** Present worth of each phase per EUR saved in year 1, by the growth of the phase. */
  const worthAt = (growthIn: (phase: number) => number): number[] => {
    const worth = starts.map(() => 0)
    for (let year = 1; year <= years; year++) {
      const phase = phaseOfYear(starts, year)
      worth[phase]! += ((1 + growthIn(phase)) * (1 - degradation)) ** (year - 1) * discountFactor(year, discountRate)
    }
    return worth
  }
  const use = starts.map(() => 0)
  for (let year = 1; year <= years; year++) use[phaseOfYear(starts, year)]! += discountFactor(year, discountRate)
  const worth = worthAt(() => priceGrowth)
  const all = totalOf(worth)
  const sharesAt = (growthIn: (phase: number) => number) => worthAt(growthIn).map(part => part / all)
  return {
    worth: worth.map(part => part / all),
    soldWorth: sharesAt(phase => feedInGrowth[phase] ?? partGrowth?.energy ?? priceGrowth),
    ...(partGrowth
      ? {
          parts: {
            energy: sharesAt(phase => buyGrowth[phase] ?? partGrowth.energy),
            gridFee: sharesAt(() => partGrowth.gridFee),
            tax: sharesAt(() => partGrowth.tax),
          },
        }
      : {}),
    use: use.map(part => part / totalOf(use)),
  }
}

const totalOf = (parts: readonly number[]): number => parts.reduce((sum, part) => sum + part, 0)

/** Sum of the phases' values by their shares. */
export const weighted = (shares: readonly number[], values: readonly number[]): number =>
  values.reduce((sum, value, phase) => sum + value * shares[phase]!, 0)
