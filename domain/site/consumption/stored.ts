import { loadHours, loadTable } from "../../../fixtures/load/index.ts"
import { HOURS_PER_YEAR } from "../year.ts"

/**
 * The value of `make` for a key, made at the first call. Only for small, fixed sets of keys, because values are never
 * dropped.
 */
const memoised = <T>(make: (key: string) => T): ((key: string) => T) => {
  const values = new Map<string, T>()
  return key => {
    if (!values.has(key)) values.set(key, make(key))
    return values.get(key)!
  }
}

/**
 * 8760 stored hours of `fixtures/load/hours`, on the standard-time axis of their own year. Shared: never write to it.
 */
export const storedHours = memoised((name: string): Float64Array => {
  const view = loadHours(name)
  return Float64Array.from({ length: HOURS_PER_YEAR }, (_, hour) => view.getFloat32(hour * 4, true))
})

/** Rows of a table of `fixtures/load`: the key columns joined with a space, and the 24 hours. */
export const storedTable = memoised((name: string): ReadonlyMap<string, number[]> => {
  const [header, ...rows] = loadTable(name).trimEnd().split("\n")
  const keys = header!.split(",").indexOf("h0")
  return new Map(
    rows.map(row => {
      const cells = row.split(",")
      return [cells.slice(0, keys).join(" "), cells.slice(keys).map(Number)]
    }),
  )
})
