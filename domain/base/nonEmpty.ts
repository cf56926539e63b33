/** A list with at least one entry. */
export type NonEmpty<T> = readonly [T, ...T[]]

/** Maps the entries of a list with at least one entry. */
export const mapped = <T, Made>(list: NonEmpty<T>, make: (entry: T, index: number) => Made): NonEmpty<Made> => {
  const [first, ...rest] = list
  return [make(first, 0), ...rest.map((entry, index) => make(entry, index + 1))]
}
