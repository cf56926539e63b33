const numbers = new WeakMap<object, number>()
let last = 0

/** A unique number of a read-only array, or of terms. */
export const seriesNumber = (series: object): number => {
  const known = numbers.get(series)
  if (known !== undefined) return known
  last += 1
  numbers.set(series, last)
  return last
}
