/**
 * The memo of a thread: values that are computed once for read-only hours.
 *
 * A scan operates some thirty years with the same load, sun and prices. An adjustment repeats most of this work. Equal
 * series therefore share one array (sharedHours), and values are cached with their arrays (createMemo). Years of plants
 * are named by the numbers of their arrays (search/model/knownYears.ts).
 *
 * - Nothing writes to an array after it was shared or used as a key.
 * - A value lives as long as its first array, and each memo has a limit for each first array.
 * - A name identifies all inputs of a value other than its arrays, so a value never depends on earlier scans.
 * - decision 053 has the processor time that each part saves.
 */

/** Returns the memoised value of some arrays under a name, and computes it if missing. */
export type Memo<V> = (arrays: readonly [object, ...object[]], name: string, make: () => V) => V

interface Entry<V> {
  rest: readonly object[]
  name: string
  value: V
}

/**
 * Creates a memo of read-only arrays.
 * @param most number of values per first array; the newest stay
 */
export const createMemo = <V>(most: number): Memo<V> => {
  const entriesOf = new WeakMap<object, Entry<V>[]>()
  return ([first, ...rest], name, make) => {
    const entries = entriesOf.get(first) ?? []
    const isAsked = (entry: Entry<V>) =>
      entry.name === name && entry.rest.length === rest.length && rest.every((each, i) => each === entry.rest[i])
    const earlier = entries.find(isAsked)
    if (earlier) return earlier.value
    const value = make()
    // `make` may have memoised other values of the same array.
    entriesOf.set(first, [{ rest, name, value }, ...(entriesOf.get(first) ?? []).slice(0, most - 1)])
    return value
  }
}

/**
 * Number of cached series, for a scan's load, three years of prices, and two roofs and existing panels under each. Each
 * takes 0.4 MB with its memoised values.
 */
const SERIES_KEPT = 16

/** Cached series, most recently used first. */
const sharedSeries: { hours: Float64Array; bits: Int32Array }[] = []

const bitsOf = ({ buffer, byteOffset, byteLength }: Float64Array): Int32Array =>
  new Int32Array(buffer, byteOffset, byteLength / Int32Array.BYTES_PER_ELEMENT)

const isSame = (left: Int32Array, right: Int32Array): boolean => {
  if (left.length !== right.length) return false
  for (let i = 0; i < left.length; i++) if (left[i] !== right[i]) return false
  return true
}

/** Returns a cached array with the same hours, bit for bit, or this array. Both are read-only afterwards. */
export const sharedHours = (hours: Float64Array): Float64Array => {
  const bits = bitsOf(hours)
  const at = sharedSeries.findIndex(each => each.hours === hours || isSame(each.bits, bits))
  const shared = at < 0 ? { hours, bits } : sharedSeries.splice(at, 1)[0]!
  sharedSeries.unshift(shared)
  sharedSeries.length = Math.min(sharedSeries.length, SERIES_KEPT)
  return shared.hours
}

const numbers = new WeakMap<object, number>()
let lastNumber = 0

/** A unique number of a read-only array, or of terms. */
export const seriesNumber = (series: object): number => {
  const earlier = numbers.get(series)
  if (earlier !== undefined) return earlier
  lastNumber += 1
  numbers.set(series, lastNumber)
  return lastNumber
}

/** Identity of a schedule's hours. Schedules with equal hours can share one; a schedule alone is its own. */
const identities = new WeakMap<object, object>()

const identityOf = (schedule: object): object => identities.get(schedule) ?? schedule

/** Declares that a schedule has the hours of an identity, and thus its memoised sums. */
export const identify = (schedule: object, identity: object): void => {
  identities.set(schedule, identity)
}

/** Number of a schedule's hours, equal for schedules with one identity. */
export const hoursNumber = (schedule: object): number => seriesNumber(identityOf(schedule))

/** Maximum number of memoised values per schedule, enough for bills under two or three contracts. */
const SUMS_KEPT = 16
const sums = createMemo<unknown>(SUMS_KEPT)

/** Memoises a bill or sum of a schedule's hours under a name, which must identify all other inputs of `make`. */
export const sumOnce = <V>(schedule: object, name: string, make: () => V): V =>
  sums([identityOf(schedule)], name, make) as V
