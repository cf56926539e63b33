import { QUARTERS_PER_HOUR } from "../steps.ts"
import { axisHourOf, HOURS_PER_YEAR } from "../year.ts"
import type { MeasuredHours } from "./hours.ts"

const MS_PER_HOUR = 3_600_000

/** Measured hours on the year's axis. */
export interface PlacedHours {
  /** 8760 hours [kWh], NaN where not measured. */
  importKwh: Float64Array
  exportKwh: Float64Array
  /** Calendar year that most of the hours come from. */
  year: number
  /** Hours of `importKwh` that were measured. */
  measuredHours: number
  /** Included hours with an estimated value or scaled from a part of the hour. */
  estimatedHours: number
  /** Calendar years that the hours come from. */
  years: Set<number>
  /** Quarters of the placed hours; absent if the file's interval is longer. */
  quarters?: MeteredQuarters
}

/** Quarters of a meter on the year's axis [kWh], NaN for hours and quarters that were not measured. */
export interface MeteredQuarters {
  importKwh: Float64Array
  exportKwh: Float64Array
}

/**
 * Puts each measured hour on its date. If the file has an hour of the year more than once, the preferred year's stays,
 * or else the most recent; bought and fed-in energy of an hour always come from the same year. 29 February is left out.
 */
export const placedOnYear = (measured: MeasuredHours, offsetHours: number, preferredYear?: number): PlacedHours => {
  const importKwh = new Float64Array(HOURS_PER_YEAR).fill(Number.NaN)
  const exportKwh = new Float64Array(HOURS_PER_YEAR).fill(Number.NaN)
  const yearOf = new Int16Array(HOURS_PER_YEAR)
  const estimated = new Uint8Array(HOURS_PER_YEAR)
  const fromIndex = new Int32Array(HOURS_PER_YEAR).fill(NOWHERE)
  for (let index = 0; index < measured.import.kwh.length; index++) {
    if (Number.isNaN(measured.import.kwh[index])) continue
    const place = axisHourOf(measured.firstHourUtcMs + index * MS_PER_HOUR, offsetHours)
    if (!place || yearOf[place.hour] === preferredYear) continue
    importKwh[place.hour] = measured.import.kwh[index]!
    exportKwh[place.hour] = measured.export.kwh[index]!
    yearOf[place.hour] = place.year
    fromIndex[place.hour] = index
    estimated[place.hour] = measured.import.estimated[index]! | measured.export.estimated[index]!
  }
  const hoursByYear = new Map<number, number>()
  for (const year of yearOf) if (year > 0) hoursByYear.set(year, (hoursByYear.get(year) ?? 0) + 1)
  const [[year] = [0]] = [...hoursByYear].sort((a, b) => b[1] - a[1])
  return {
    importKwh,
    exportKwh,
    year,
    measuredHours: yearOf.reduce((count, from) => count + (from > 0 ? 1 : 0), 0),
    estimatedHours: estimated.reduce((count, is) => count + is, 0),
    years: new Set(hoursByYear.keys()),
    ...(measured.quarters
      ? {
          quarters: {
            importKwh: quartersAt(fromIndex, measured.quarters.import.kwh),
            exportKwh: quartersAt(fromIndex, measured.quarters.export.kwh),
          },
        }
      : {}),
  }
}

/** Index of an hour that the file lacks. */
const NOWHERE = -1

/** Quarters of the hours of a year. @param fromIndex index of each hour in the file */
const quartersAt = (fromIndex: Int32Array, kwh: Float64Array): Float64Array => {
  const quarters = new Float64Array(HOURS_PER_YEAR * QUARTERS_PER_HOUR).fill(Number.NaN)
  fromIndex.forEach((index, hour) => {
    const at = index * QUARTERS_PER_HOUR
    if (index !== NOWHERE) quarters.set(kwh.subarray(at, at + QUARTERS_PER_HOUR), hour * QUARTERS_PER_HOUR)
  })
  return quarters
}
