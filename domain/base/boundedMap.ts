/** Values by name up to a bound: the least recently used value leaves first. */
export interface BoundedMap<V> {
  /** The value of a name while it holds. */
  get(name: string): V | undefined
  set(name: string, value: V): void
  delete(name: string): void
  /** The value of a name while it holds, else what `make` gives, which is kept. */
  getOrMake(name: string, make: () => V): V
  /** Names and values, those not asked for longest first. */
  entries(): IterableIterator<[name: string, value: V]>
}

interface Bounds<V> {
  /** Most that is kept: values, or the sum of their sizes. */
  capacity: number
  /** 1 unless given. */
  sizeOf?: (value: V) => number
  /** True if a value is still valid: an invalid value counts as missing. All do unless given. */
  isCurrent?: (value: V) => boolean
}

export const createBoundedMap = <V>({
  capacity,
  sizeOf = () => 1,
  isCurrent = () => true,
}: Bounds<V>): BoundedMap<V> => {
  const kept = new Map<string, V>()
  let size = 0
  /** The name that was asked for or set last, which is the last of those kept. */
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
      const known = get(name)
      if (known !== undefined) return known
      const made = make()
      set(name, made)
      return made
    },
    entries: () => kept.entries(),
  }
}
