/**
 * A constraint of the master as one number: row i is i, the two ends of column j's box are negative. The order of the
 * numbers is the order in which cycling is broken.
 */
const enum Side {
  LOWER = -1,
  UPPER = -2,
}

/** No constraint. */
export const NONE: i32 = i32.MIN_VALUE

// @ts-ignore: decorator
@inline
export function lowerEnd(column: i32): i32 {
  return Side.LOWER - 2 * column
}

// @ts-ignore: decorator
@inline
export function upperEnd(column: i32): i32 {
  return Side.UPPER - 2 * column
}

// @ts-ignore: decorator
@inline
export function isRow(constraint: i32): bool {
  return constraint >= 0
}

/** The column whose box a constraint that is no row ends. */
// @ts-ignore: decorator
@inline
export function columnOf(end: i32): i32 {
  return (Side.LOWER - end) >> 1
}

// @ts-ignore: decorator
@inline
export function isLowerEnd(end: i32): bool {
  return (end & 1) != 0
}

/** The other end of the same box. */
// @ts-ignore: decorator
@inline
export function oppositeEnd(end: i32): i32 {
  const column = columnOf(end)
  return isLowerEnd(end) ? upperEnd(column) : lowerEnd(column)
}
