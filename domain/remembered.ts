/** Gives what is known of some arrays under a name, and makes it where nothing is. */
export type Remembered<V> = (arrays: readonly [object, ...object[]], name: string, make: () => V) => V

interface Known<V> {
  others: readonly object[]
  name: string
  value: V
}

/**
 * Remembers what is made of arrays that nobody writes to afterwards, for as long as the first of them is held
 * elsewhere.
 * @param most values that are kept of each first array, the ones made last
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
