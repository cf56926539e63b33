/**
 * The master problem scaled for the simplex: x = shift + unit · z, columns by their boxes or their solution, largest
 * coefficient of a row 1, largest cost 1.
 */
import { Series } from "../memory/series"
import { countOf, freeColumn, placesOf, program, readRows, rowOf } from "./program"

/** Smallest unit of a column, as a part of its box. */
const SMALLEST_UNIT: f64 = 1e-6
/** Slopes below this part of the free column's height are rounding. */
const FLAT: f64 = 1e-6

@unmanaged
class Scaled {
  /**
   * Rows, each times its rowUnit: the coefficients that are not zero, and in place `columns` the right side. Cost times
   * costUnit.
   */
  rows: Series
  cost: Series
  shift: Series
  unit: Series
  rowUnit: Series
  costUnit: f64
}

export const scaled = changetype<Scaled>(memory.data(offsetof<Scaled>(), 8))

/**
 * Units of the boxed columns: the length of the box; for a known solution its distance to the lower end, if that is
 * near.
 */
function scaleBox(solution: Series, isKnown: bool): void {
  for (let j = 0; j < program.boxed; j++) {
    const low = program.low[j]
    const length = program.high[j] - low
    const away = isKnown ? max<f64>(2 * (solution[j] - low), SMALLEST_UNIT * length) : length
    scaled.shift[j] = low
    scaled.unit[j] = length > 0 ? min<f64>(length, away) : 1
  }
}

/**
 * A free column by the flattest row that has a slope (a steep one among them must not drown the others in rounding).
 */
function scaleFreeColumn(free: i32): void {
  let height = -Infinity
  let flattest = Infinity
  let most: f64 = 0
  const end = (<usize>program.boxed) << 3
  for (let i = 0; i < program.rows; i++) {
    if (freeColumn(i) != free) continue
    const row = rowOf(program.given, i)
    const coefficient = row[free]
    let value = row[program.columns]
    let steepest: f64 = 0
    const places = placesOf(i)
    const count = countOf(i)
    for (let k = 0; k < count; k++) {
      const place = <usize>places[k]
      if (place >= end) break
      value -= row.here(place) * program.low.here(place)
      const slope = abs(row.here(place) * scaled.unit.here(place)) / coefficient
      if (slope > steepest) steepest = slope
    }
    if (value / coefficient > height) height = value / coefficient
    if (steepest > 0 && steepest < flattest) flattest = steepest
    if (steepest > most) most = steepest
  }
  const shift: f64 = height > -Infinity ? height : 0
  const unit = max<f64>(flattest < Infinity ? flattest : 0, max<f64>(FLAT * abs(shift), FLAT * FLAT * most))
  scaled.shift[free] = shift
  scaled.unit[free] = unit > 0 ? unit : 1
}

function scaleRow(i: i32): void {
  const columns = program.columns
  const row = rowOf(program.given, i)
  const to = rowOf(scaled.rows, i)
  let rest = row[columns]
  let largest: f64 = 0
  const places = placesOf(i)
  const count = countOf(i)
  for (let k = 0; k < count; k++) {
    const place = <usize>places[k]
    rest -= row.here(place) * scaled.shift.here(place)
    const value = row.here(place) * scaled.unit.here(place)
    to[k] = value
    if (abs(value) > largest) largest = abs(value)
  }
  const unit = largest > 0 ? 1 / largest : 1
  for (let k = 0; k < count; k++) to[k] = to[k] * unit
  to[columns] = rest * unit
  scaled.rowUnit[i] = unit
}

function scaleCost(): void {
  const columns = program.columns
  let largest: f64 = 0
  for (let j = 0; j < columns; j++) {
    const value = program.cost[j] * scaled.unit[j]
    scaled.cost[j] = value
    if (abs(value) > largest) largest = abs(value)
  }
  const unit = largest > 0 ? 1 / largest : 1
  for (let j = 0; j < columns; j++) scaled.cost[j] = scaled.cost[j] * unit
  scaled.costUnit = unit
}

/** Scales the current program; `isKnown`: around the last solution. */
export function scale(solution: Series, isKnown: bool): void {
  scaleBox(solution, isKnown)
  readRows()
  for (let j = program.boxed; j < program.columns; j++) scaleFreeColumn(j)
  for (let i = 0; i < program.rows; i++) scaleRow(i)
  scaleCost()
}

/** Upper end of column j in the scaled box; the lower one is 0. */
// @ts-ignore: decorator
@inline
export function top(j: i32): f64 {
  return (program.high[j] - program.low[j]) / scaled.unit[j]
}
