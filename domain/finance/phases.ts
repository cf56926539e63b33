import type { PartRates } from "../market/partGrowth.ts"
import { discountFactor } from "./presentWorth.ts"

/** Runs of years with terms of their own, the first from year 1; absent: the terms of the first year hold in all. */
export interface Phased {
  later?: readonly { fromYear: number }[]
}

/** The years of the analysis, from 1, in which the terms of each phase begin; those of the first begin in year 1. */
export const phaseStarts = ({ later = [] }: Phased): number[] => [1, ...later.map(({ fromYear }) => fromYear)]

/** The place of the phase that a year of the analysis is in. */
export const phaseOfYear = (starts: readonly number[], year: number): number =>
  starts.findLastIndex(fromYear => fromYear <= year)

/** Rates that the years of a phase are weighted by. */
interface Rates {
  years: number
  discountRate: number
  priceGrowth: number
  degradation: number
  /** Of each phase; undefined: that of prices. Absent: of all. */
  feedInGrowth?: readonly (number | undefined)[]
  /** Of the parts of what is bought, and of feed-in pay that has none of its own; absent: that of prices. */
  partGrowth?: PartRates
}

/** What each phase stands for; both sum to 1. */
export interface PhaseShares {
  /** Of the present worth of a first-year saving: what prices of a phase count in the objective. */
  worth: number[]
  /**
   * The same of what feed-in earns, which may grow otherwise: of the present worth of a first-year saving too, so that
   * it may not sum to 1.
   */
  soldWorth: number[]
  /** The same of each part of what is bought; absent: they grow as one. */
  parts?: Record<keyof PartRates, number[]>
  /** Of the present worth of one EUR a year: what the use of the battery counts against its wear. */
  use: number[]
}

/** @param starts of the phases, as phaseStarts gives them */
export const phaseShares = (
  starts: readonly number[],
  { years, discountRate, priceGrowth, degradation, feedInGrowth = [], partGrowth }: Rates,
): PhaseShares => {
  /** What a EUR of the first year of each phase's terms comes to, growing as it is said. */
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
            energy: sharesAt(() => partGrowth.energy),
            gridFee: sharesAt(() => partGrowth.gridFee),
            tax: sharesAt(() => partGrowth.tax),
          },
        }
      : {}),
    use: use.map(part => part / totalOf(use)),
  }
}

const totalOf = (parts: readonly number[]): number => parts.reduce((sum, part) => sum + part, 0)

/** The mean over phases of what each comes to. */
export const weighted = (shares: readonly number[], values: readonly number[]): number =>
  values.reduce((sum, value, phase) => sum + value * shares[phase]!, 0)
