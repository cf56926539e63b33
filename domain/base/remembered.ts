/** Returns the memoised value of some arrays under a name, and computes it if missing. */
export type Remembered<V> = (arrays: readonly [object, ...object[]], name: string, make: () => V) => V

interface Known<V> {
  others: readonly object[]
  name: string
  value: V
}

/**
 * Memoises values of read-only arrays, for as long as the first array is referenced elsewhere.
 * @param most number of values per first array; the newest stay
 */
export const createRemembered = <V>(most: number): Remembered<V> => {
  const known = new WeakMap<object, Known<V>[]>()
  return ([first, ...others], name, make) => {
    const all = known.get(first) ?? []
    const isAsked = (one: Known<V>) =>
      one.name === name && one.others.length === others.length && others.every((each, i) => each === one.others[i])
    const found = all.find(isAsked)
    if (found) return found.value
    const value = make()
    known.set(first, [{ others, name, value }, ...all.slice(0, most - 1)])
    return value
  }
}
