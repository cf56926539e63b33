import { seriesNumber } from "../base/seriesNumber.ts"

/** What was made of the hours of an operation, by names: bills and sums. */
export type KnownSums = Map<string, unknown>

/**
 * A year is billed under two or three contracts at most; one that is billed anew in scan after scan forgets the ones
 * before.
 */
const SUMS_KEPT = 16

const known = new WeakMap<object, KnownSums>()

/** Says what is known of an operation already: of one whose hours are those of another. */
export const shareSums = (operation: object, sums: KnownSums): void => {
  known.set(operation, sums)
}

const sumsOf = (operation: object): KnownSums => {
  const sums: KnownSums = known.get(operation) ?? new Map()
  known.set(operation, sums)
  return sums
}

/** A number of the hours of an operation: operations that share their sums share it, and no others. */
export const hoursNumber = (operation: object): number => seriesNumber(sumsOf(operation))

/**
 * What `make` gives of the hours of an operation, made once under each name, which says all that it is made of besides
 * them.
 */
export const sumOnce = <V>(operation: object, name: string, make: () => V): V => {
  const sums = sumsOf(operation)
  const found = sums.get(name) as V | undefined
  if (found !== undefined) return found
  const made = make()
  if (sums.size >= SUMS_KEPT) sums.clear()
  sums.set(name, made)
  return made
}
