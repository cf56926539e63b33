/** A part of a list: so many rows from the one at `offset`, counted from 0. */
export interface Slice {
  limit: number
  offset: number
}

/** Rows of a part of a list, and how many the whole list has. */
export interface Page<T> {
  rows: T[]
  total: number
}
