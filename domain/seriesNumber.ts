const numbers = new WeakMap<object, number>()
let last = 0

/** A number of an array, or of terms, that nobody writes to: no other has it, now or later. */
export const seriesNumber = (series: object): number => {
  const known = numbers.get(series)
  if (known !== undefined) return known
  last += 1
  numbers.set(series, last)
  return last
}
