import { type Note, note } from "../../base/note.ts"
import { HOURS_PER_YEAR } from "../year.ts"
import { addedChanges, type Changes } from "./counters.ts"
import type { MeteredQuarters } from "./place.ts"

/** A meter export on the year's axis. */
export interface MeterYear {
  /** Name of the export format, for example "HomeWizard". */
  format: string
  /** Calendar year that most of the hours come from. */
  year: number
  /** 8760 hours of energy bought [kWh], NaN where not measured. */
  importKwh: Float64Array
  /** 8760 hours of feed-in [kWh], NaN if not measured; null when the file has none. */
  exportKwh: Float64Array | null
  /** Quarters of the hours; absent if the file's interval is longer. */
  quarters?: MeteredQuarters
  /** Share of the year's hours of energy bought that were measured, 0–1. */
  measuredFraction: number
  /** Measured hours that hold an estimated value or were scaled from a part of the hour. */
  estimatedHours: number
  /** Length of the file's interval [min]. */
  stepMin: number
  /** All energy of the file in all years [kWh]. */
  fileTotalKwh: { import: number; export: number }
  /** Changes of the counters that were read; null of energy of intervals. */
  readings: Changes | null
  /** Changes to the file that its owner should know. */
  notes: Note[]
}

/** Sheets of one workbook that hold parts of a year: a sheet for each month. */

/** Hours that two parts of a year may share at their border. */
const MAX_SHARED_HOURS = 2

const hasOtherHours = (year: MeterYear, other: MeterYear): boolean =>
  other.importKwh.filter((kwh, hour) => isMeasured(kwh) && isMeasured(year.importKwh[hour]!)).length <= MAX_SHARED_HOURS

const isMeasured = (kwh: number): boolean => !Number.isNaN(kwh)

/**
 * The calendar year with the most hours, over all sheets of its layout and step with other hours. Hours that it lacks
 * come from the sheets of the year before and after, with a note.
 */
export const joinedYears = (parts: readonly MeterYear[]): MeterYear => {
  const byFullness = (a: MeterYear, b: MeterYear) => b.measuredFraction - a.measuredFraction
  const sorted = [...parts].sort(byFullness)
  const years = [...new Set(sorted.map(({ year }) => year))]
  const [fullest] = years.map(year => withParts(sorted.filter(part => part.year === year))).sort(byFullness)
  const beside = sorted.filter(part => Math.abs(part.year - fullest!.year) === 1 && hasOtherHours(fullest!, part))
  const joined = withParts([fullest!, ...beside])
  return joined.measuredFraction === fullest!.measuredFraction ? fullest! : sayingYears(joined, beside)
}

const withParts = ([first, ...rest]: readonly MeterYear[]): MeterYear =>
  rest.reduce((joined, part) => {
    const isAlike = part.format === joined.format && part.stepMin === joined.stepMin
    return isAlike && hasOtherHours(joined, part) ? withPart(joined, part) : joined
  }, first!)

/** With the note that names all calendar years. */
const sayingYears = (joined: MeterYear, beside: readonly MeterYear[]): MeterYear => {
  const years = [...new Set([joined, ...beside].map(({ year }) => year))].sort((a, b) => a - b)
  const otherNotes = joined.notes.filter(({ code }) => code !== "file-of-several-years")
  return { ...joined, notes: [...otherNotes, note("file-of-several-years", { years })] }
}

const withPart = (year: MeterYear, part: MeterYear): MeterYear => {
  const importKwh = merged(year.importKwh, part.importKwh)
  const hasExport = year.exportKwh !== null || part.exportKwh !== null
  const notes = [...year.notes, ...part.notes]
  return {
    ...year,
    ...(year.quarters && part.quarters ? { quarters: mergedQuarters(year.quarters, part.quarters) } : {}),
    importKwh,
    exportKwh: hasExport ? merged(exportOf(year), exportOf(part)) : null,
    measuredFraction: importKwh.filter(isMeasured).length / HOURS_PER_YEAR,
    estimatedHours: year.estimatedHours + part.estimatedHours,
    fileTotalKwh: {
      import: year.fileTotalKwh.import + part.fileTotalKwh.import,
      export: year.fileTotalKwh.export + part.fileTotalKwh.export,
    },
    readings: year.readings && part.readings && addedChanges(year.readings, part.readings),
    notes: notes.filter((each, at) => notes.findIndex(other => JSON.stringify(each) === JSON.stringify(other)) === at),
  }
}

/** Feed-in; nothing if a part has none. */
const exportOf = ({ exportKwh, importKwh }: MeterYear): Float64Array =>
  exportKwh ?? importKwh.map(kwh => (isMeasured(kwh) ? 0 : Number.NaN))

const mergedQuarters = (preferred: MeteredQuarters, other: MeteredQuarters): MeteredQuarters => ({
  importKwh: merged(preferred.importKwh, other.importKwh),
  exportKwh: merged(preferred.exportKwh, other.exportKwh),
})

const merged = (preferred: Float64Array, other: Float64Array): Float64Array =>
  preferred.map((kwh, hour) => (isMeasured(kwh) ? kwh : other[hour]!))
