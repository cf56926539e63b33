/** A bounded memory of computed things. */

/** Gives the value kept under a key, or makes and keeps it. */
export type Lru<V> = (key: string, make: () => V) => V

/** Keeps the values asked for last; at most `capacity` of them, the one not asked for longest goes first. */
export const lru = <V>(capacity: number): Lru<V> => {
  const kept = new Map<string, V>()
  return (key, make) => {
    let value = kept.get(key)
    if (value === undefined) {
      value = make()
      const oldest = kept.keys().next().value
      if (kept.size >= capacity && oldest !== undefined) kept.delete(oldest)
    } else {
      kept.delete(key)
    }
    kept.set(key, value)
    return value
  }
}
