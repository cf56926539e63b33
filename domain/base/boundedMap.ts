/** Cache of values by name with a bound on their number or size. The least recently used value is dropped first. */
export interface BoundedMap<V> {
  /** The value of a name while it holds. */
  get(name: string): V | undefined
  set(name: string, value: V): void
  delete(name: string): void
  /** Value of a name; if missing or invalid, the result of `make`, which is stored. */
  getOrMake(name: string, make: () => V): V
  /** Names and values, least recently used first. */
  entries(): IterableIterator<[name: string, value: V]>
}

interface Bounds<V> {
  /** Maximum number of values, or maximum sum of their sizes. A larger single value is not stored. */
  capacity: number
  /** Size of a value; absent: 1. */
  sizeOf?: (value: V) => number
  /** True if a value is still valid: an invalid value counts as missing. Absent: all values are valid. */
  isCurrent?: (value: V) => boolean
}

export const createBoundedMap = <V>({
  capacity,
  sizeOf = () => 1,
  isCurrent = () => true,
}: Bounds<V>): BoundedMap<V> => {
  const kept = new Map<string, V>()
  let size = 0
  /** Name that was last read or stored: the last key of `kept`. */
  let newest: string | undefined
  const forget = (name: string): void => {
    const value = kept.get(name)
    if (value === undefined) return
    size -= sizeOf(value)
    kept.delete(name)
  }
  const get = (name: string): V | undefined => {
    const value = kept.get(name)
    if (value === undefined) return undefined
    if (!isCurrent(value)) {
      forget(name)
      return undefined
    }
    if (name !== newest) {
      kept.delete(name)
      kept.set(name, value)
      newest = name
    }
    return value
  }
  const set = (name: string, value: V): void => {
    forget(name)
    kept.set(name, value)
    newest = name
    size += sizeOf(value)
    for (const oldest of kept.keys()) {
      if (size <= capacity) return
      forget(oldest)
    }
  }
  return {
    get,
    set,
    delete: forget,
    getOrMake(name, make) {
      const value = get(name)
      if (value !== undefined) return value
      const created = make()
      set(name, created)
      return created
    },
    entries: () => kept.entries(),
  }
}
