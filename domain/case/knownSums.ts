import { seriesNumber } from "../base/seriesNumber.ts"

/** Memoised bills and sums of an operation's hours, by name. */
export type KnownSums = Map<string, unknown>

/**
 * Maximum memoised values per operation, enough for bills under two or three contracts. At the limit the cache is
 * cleared, for operations that many scans reuse.
 */
const SUMS_KEPT = 16

const known = new WeakMap<object, KnownSums>()

/** Shares memoised values with an operation that has the same hours. */
export const shareSums = (operation: object, sums: KnownSums): void => {
  known.set(operation, sums)
}

const sumsOf = (operation: object): KnownSums => {
  const sums: KnownSums = known.get(operation) ?? new Map()
  known.set(operation, sums)
  return sums
}

/** Number of an operation's hours; operations that share their sums have the same number. */
export const hoursNumber = (operation: object): number => seriesNumber(sumsOf(operation))

/** Memoises a value of an operation's hours under a name, which must identify all other inputs of `make`. */
export const sumOnce = <V>(operation: object, name: string, make: () => V): V => {
  const sums = sumsOf(operation)
  const found = sums.get(name) as V | undefined
  if (found !== undefined) return found
  const made = make()
  if (sums.size >= SUMS_KEPT) sums.clear()
  sums.set(name, made)
  return made
}
