import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import { hourlyKwh, QUARTERS_PER_HOUR } from "../../domain/site/steps.ts"

/**
 * Measured homes of a folder, which are not shipped: files `*.csv` or `*.csv.gz` of quarters of an hour. The first
 * column is the start (`2019-01-01T00:00`), each other column a home. A column's name ends with the unit, `_kwh`, `_wh`
 * or `_w`.
 */

const QUARTERS_PER_DAY = 24 * QUARTERS_PER_HOUR
const DAYS = 365
const KWH_PER_UNIT: Readonly<Record<string, number>> = { kwh: 1, wh: 1e-3, w: 1e-3 / QUARTERS_PER_HOUR }
/** A year may lack some hours of a clock change; a shorter series is half a year. */
const WHOLE_QUARTERS = 8700 * QUARTERS_PER_HOUR
const HALF_QUARTERS = 4300 * QUARTERS_PER_HOUR

interface Home {
  name: string
  /** 8760 hours, on the weekdays of the requested year. */
  loadKwh: Float64Array
  /** The 35,040 quarters of these hours. */
  quartersKwh: Float64Array
}

/** Homes of a folder; empty without a folder. */
export const readHomes = (folder: string | undefined, calendarYear: number): Home[] => {
  if (!folder) return []
  const files = readdirSync(folder).filter(name => /\.csv(\.gz)?$/.test(name))
  return files.sort().flatMap(file => homesOf(file, textOf(join(folder, file)), calendarYear))
}

/** Text of a file, unpacked if its name ends with gz. */
export const textOf = (path: string): string => {
  const bytes = readFileSync(path)
  return (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8")
}

const homesOf = (file: string, text: string, calendarYear: number): Home[] => {
  const [head = "", ...lines] = text.trim().split("\n")
  const rows = lines.map(line => line.trim().split(","))
  const years = Object.entries(Object.groupBy(rows, ([start = ""]) => start.slice(0, 4)))
  const [year, ofYear = []] = years.reduce((most, one) => ((one[1]?.length ?? 0) > (most[1]?.length ?? 0) ? one : most))
  return head
    .trim()
    .split(",")
    .slice(1)
    .flatMap((column, index) => {
      const kwhPerUnit = KWH_PER_UNIT[column.split("_").at(-1) ?? ""]
      if (kwhPerUnit === undefined) return []
      const quarters = ofYear.map(cells => Number(cells[index + 1]) * kwhPerUnit)
      const whole = wholeYear(quarters)
      if (!whole) return []
      const name = `${file.replace(/\.csv(\.gz)?$/, "")} ${column}${whole.isHalf ? " (half a year, mirrored)" : ""}`
      const quartersKwh = onWeekdaysOf(whole.days, Number(year), calendarYear)
      return [{ name, loadKwh: hourlyKwh(quartersKwh), quartersKwh }]
    })
}

/** 365 days: missing days at the end repeat the last day; half a year is mirrored. */
const wholeYear = (quarters: readonly number[]): { days: number[][]; isHalf: boolean } | undefined => {
  if (quarters.length < HALF_QUARTERS) return undefined
  const isHalf = quarters.length < WHOLE_QUARTERS
  const days = Array.from({ length: Math.floor(quarters.length / QUARTERS_PER_DAY) }, (_, day) =>
    quarters.slice(day * QUARTERS_PER_DAY, (day + 1) * QUARTERS_PER_DAY),
  )
  const dayAt = (day: number) => days[day] ?? (isHalf ? days[DAYS - 1 - day] : undefined) ?? days.at(-1)!
  return { days: Array.from({ length: DAYS }, (_, day) => dayAt(day)), isHalf }
}

/** Days shifted so that 1 January has the same weekday as in another year. */
const onWeekdaysOf = (days: readonly number[][], from: number, to: number): Float64Array => {
  const weekday = (year: number) => new Date(Date.UTC(year, 0, 1)).getUTCDay()
  const turn = (weekday(to) - weekday(from) + 7) % 7
  return Float64Array.from(days.flatMap((_, day) => days[(day + turn) % DAYS]!))
}
