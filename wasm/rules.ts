/** Rules for arguments of the optimiser's interface. */

/** Range of a numeric argument. */
export interface Range {
  /** Default −Infinity. */
  min?: number
  /** Default Infinity. */
  max?: number
  /** Exclusive lower bound. */
  above?: number
  /** True if Infinity means "none". */
  infinite?: boolean
}

type Nothing = Readonly<Record<never, never>>

/** Parameters of each rule's sentence, by rule. `value` is the given value. */
export interface ArgumentRules {
  number: Range & { value: unknown }
  "whole-number": Nothing
  "whole-panels": { value: number }
  type: { type: "Float64Array" | "Int32Array" | "Int16Array" | "numbers" | "boolean" }
  /** A value for each step. */
  "series-length": { expected: number; found: number }
  "steps-of-year": { maximum: number; found: number }
  "points-of-curve": { maximum: number }
  "entries-of-tiers": { maximum: number }
  "entry-of-each-roof": { expected: number }
  "value-of-each-roof": { expected: number }
  "at-most-entries": { maximum: number }
  "at-most-roofs": { maximum: number }
  "at-most-sets": { maximum: number }
  "at-most-charged-periods": { maximum: number }
  "sale-above-purchase": { sellEurPerKwh: number; buyEurPerKwh: number }
  "index-of-prices": { value: number }
  "phases-of-year": { maximum: number }
  "netted-phases-first": Nothing
  "netting-above-difference": { step: number; differenceEurPerKwh: number; value: number }
  "netting-with-share": { goal: string }
  "step-of-panels": Nothing
  "step-of-counted-roof": Nothing
  "curve-of-roof": { roof: number }
  "power-of-capacity": { slowestHours: number; leastKw: number; value: number }
  "point-above-zero": Nothing
  "one-price": Nothing
  "tiers-to-capacity": { maxKwh: number; reachedKwh: number }
  "kind-of-goal": Nothing
  "cuts-of-result": Nothing
  "version-of-cuts": { found: number; expected: number }
  "shape-of-cuts": Nothing
  "blocks-of-cuts": Nothing
  "whole-cuts": Nothing
  "year-of-cuts": Nothing
  "prices-of-cuts": Nothing
  "unserved-price-of-cuts": Nothing
  "finite-cuts": Nothing
  "block-of-cut": Nothing
}
export type ArgumentRule = keyof ArgumentRules

/** A rule, with its parameters if it has any. */
export type GivenRule = {
  [R in ArgumentRule]: keyof ArgumentRules[R] extends never ? [rule: R] : [rule: R, params: ArgumentRules[R]]
}[ArgumentRule]
