import type { Note } from "../../note.ts"
import { HOURS_PER_YEAR } from "../year.ts"

/** A meter export on the year's axis. */
export interface MeterYear {
  /** Name of the export format, for example "HomeWizard". */
  format: string
  /** Calendar year that most of the hours come from. */
  year: number
  /** 8760 hours of energy bought [kWh], NaN where not measured. */
  importKwh: Float64Array
  /** 8760 hours of energy fed in [kWh], NaN where not measured; null when the file has none. */
  exportKwh: Float64Array | null
  /** Share of the year's hours of energy bought that were measured, 0–1. */
  measuredFraction: number
  /** Measured hours that hold an estimated value or were scaled from a part of the hour. */
  estimatedHours: number
  /** Length of the file's interval [min]. */
  stepMin: number
  /** All energy of the file [kWh], whatever year it is of. */
  fileTotalKwh: { import: number; export: number }
  /** What was done to the file that its owner should know. */
  notes: Note[]
}

/** Sheets of one workbook that hold parts of a year: a sheet for each month. */

/** Hours that two parts of a year may both have, where one ends and the next begins. */
const MAX_SHARED_HOURS = 2

const sharedHours = (one: MeterYear, other: MeterYear): number =>
  one.importKwh.reduce((count, kwh, hour) => count + (isMeasured(kwh) && isMeasured(other.importKwh[hour]!) ? 1 : 0), 0)

const isMeasured = (kwh: number): boolean => !Number.isNaN(kwh)

/** The fullest of years, and with it those of the same layout, step and calendar year that have other hours of it. */
export const joinedYears = (years: readonly MeterYear[]): MeterYear => {
  const [fullest, ...others] = [...years].sort((a, b) => b.measuredFraction - a.measuredFraction)
  return others.reduce((joined, part) => {
    const isPart = part.format === joined.format && part.stepMin === joined.stepMin && part.year === joined.year
    return isPart && sharedHours(joined, part) <= MAX_SHARED_HOURS ? withPart(joined, part) : joined
  }, fullest!)
}

const withPart = (year: MeterYear, part: MeterYear): MeterYear => {
  const importKwh = merged(year.importKwh, part.importKwh)
  const hasExport = year.exportKwh !== null || part.exportKwh !== null
  const notes = [...year.notes, ...part.notes]
  return {
    ...year,
    importKwh,
    exportKwh: hasExport ? merged(exportOf(year), exportOf(part)) : null,
    measuredFraction: importKwh.filter(isMeasured).length / HOURS_PER_YEAR,
    estimatedHours: year.estimatedHours + part.estimatedHours,
    fileTotalKwh: {
      import: year.fileTotalKwh.import + part.fileTotalKwh.import,
      export: year.fileTotalKwh.export + part.fileTotalKwh.export,
    },
    notes: notes.filter((one, at) => notes.findIndex(other => JSON.stringify(one) === JSON.stringify(other)) === at),
  }
}

/** What was fed in; nothing where a part has none. */
const exportOf = ({ exportKwh, importKwh }: MeterYear): Float64Array =>
  exportKwh ?? importKwh.map(kwh => (isMeasured(kwh) ? 0 : Number.NaN))

const merged = (one: Float64Array, other: Float64Array): Float64Array =>
  one.map((kwh, hour) => (isMeasured(kwh) ? kwh : other[hour]!))
