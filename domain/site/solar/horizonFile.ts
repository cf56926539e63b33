/** Reading of a horizon: PVGIS's printhorizon as CSV or JSON, or a list of elevations. */

/** Columns of azimuth and elevation in PVGIS's CSV. */
const HEAD = /^\s*A[\s,;]+H_hor\b/
const NUMBER = /^[+-]?\d+([.,]\d+)?$/
/** Elevations of a list at least, and of any horizon at most. */
const MIN_DIRECTIONS = 4
const MAX_DIRECTIONS = 120
const EQUAL_DEG = 0.01

/** Azimuth of PVGIS, 0 south and 90 west, and elevation; degrees. */
type Row = readonly [azimuth: number, elevation: number]

const numberOf = (text: string): number => Number(text.replace(",", "."))

const rowsOfJson = (text: string): Row[] => {
  const rows: { A?: unknown; H_hor?: unknown }[] = JSON.parse(text)?.outputs?.horizon_profile ?? []
  return rows.map(({ A, H_hor }) => [Number(A), Number(H_hor)])
}

const rowsOfCsv = (lines: readonly string[]): Row[] => {
  const rows = lines.slice(lines.findIndex(line => HEAD.test(line)) + 1).map(line => line.trim().split(/[\s,;]+/))
  const end = rows.findIndex(([azimuth = ""]) => !NUMBER.test(azimuth))
  return rows.slice(0, end < 0 ? rows.length : end).map(([azimuth, elevation]) => [Number(azimuth), Number(elevation)])
}

/** Elevations clockwise from north; undefined unless the rows are at equal steps around the circle. */
const fromNorth = (rows: readonly Row[]): number[] | undefined => {
  const turned = new Map(rows.map(([azimuth, elevation]) => [(azimuth + 540) % 360, elevation]))
  const sorted = [...turned].sort(([azimuth], [other]) => azimuth - other)
  const step = 360 / sorted.length
  if (sorted.some(([azimuth], i) => !(Math.abs(azimuth - i * step) < EQUAL_DEG))) return undefined
  return sorted.map(([, elevation]) => elevation)
}

const listOf = (text: string): number[] | undefined => {
  const parts = text.split(/[;\s]+|,(?=\s)/).filter(Boolean)
  return parts.every(part => NUMBER.test(part)) ? parts.map(numberOf) : undefined
}

const parsed = (text: string): number[] | undefined => {
  if (text.trimStart().startsWith("{")) return fromNorth(rowsOfJson(text))
  const lines = text.split(/\r?\n/)
  return lines.some(line => HEAD.test(line)) ? fromNorth(rowsOfCsv(lines)) : listOf(text)
}

/**
 * Elevations of a horizon at equal steps, clockwise from north [degrees]; undefined if the text is none. A list starts
 * at north, as PVGIS's own user horizon does: one elevation per line, or separated by spaces or semicolons.
 */
export const readHorizon = (text: string): number[] | undefined => {
  let elevations: number[] | undefined
  try {
    elevations = parsed(text)
  } catch {
    return undefined
  }
  if (!elevations || elevations.length < MIN_DIRECTIONS || elevations.length > MAX_DIRECTIONS) return undefined
  return elevations.every(degrees => degrees >= 0 && degrees <= 90) ? elevations : undefined
}
