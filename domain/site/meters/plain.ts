import { standardOffsetHours } from "../geo/site.ts"
import { DEFAULT_YEAR, HOURS_PER_YEAR, hourStartUtcMs } from "../year.ts"
import { hourNumber, type MeterFormat, numberAt, type TitleTest, type WideFormat, wideFormat } from "./reading.ts"
import { refuse } from "./refusal.ts"
import { columnTitle, type Table } from "./table.ts"
import {
  ENERGY,
  fedInAmong,
  HIGHEST,
  INTERVAL_END,
  INTERVAL_START,
  isFromGrid,
  NOT_METERED,
  POWER,
  READING,
  TARIFF,
  TOTAL,
  UNIT_K,
  USED,
  unitOf,
} from "./titles.ts"
import { clockStart, type DateOrder, MAX_VALUE_LENGTH, readNumber, readStamp, writtenNumbers } from "./values.ts"

/** Files of no known provider that can still be read without guessing. */

/** The CSV that profiles are exported as: the number of the hour, 0–8759, and its energy. */
export const hourNumbers: MeterFormat = {
  name: "hour,kwh",
  kind: "interval",
  stamps: "start",
  open: (header, samples, { year = DEFAULT_YEAR, zone }) => {
    if (header.length !== 2 || header[0] !== "hour" || header[1] !== "kwh") return null
    const offsetHours = standardOffsetHours(zone)
    return (cells, row) => {
      if (cells.every(cell => cell === "")) return
      const hour = numberAt(cells, 0, row)
      if (!Number.isInteger(hour) || hour < 0 || hour >= HOURS_PER_YEAR) {
        refuse("file-row-hour", { row, maximum: HOURS_PER_YEAR - 1 })
      }
      const time = { ms: hourStartUtcMs(hour, year, offsetHours), isUtc: true }
      samples.add({ direction: "import", register: "all", time, valueKwh: numberAt(cells, 1, row) })
    }
  },
}

/** Values of energy that only rise or only fall this often in a row are readings. */
const MIN_STEPS_OF_READINGS = 48
/**
 * A meter's readings rise at least so many times for once that they fall: a new meter, or one that starts again at 0.
 */
const MIN_RISES_A_FALL = 10
/**
 * Rows with the moment, but not the value of another that a table may have: the doubled hour of October, in minutes.
 */
const MAX_CLASHES = 60
const HAS_TIME = /\d:\d\d|^\d{5}([.,]|$)|^\d{10}(\d{3})?$/
const DECIMAL = /^\d+\.\d+$/
/** Titles of the number of an hour in its day. */
const HOUR =
  /^(uur|hour|stunde|heure|hora|ora|orario|timme|time|godzina|tunti|óra|hodina|sat|ura|h|tund|valanda|stunda|hour of day|nr godziny)$/
const CLOCK = /^\d{1,2}:\d{2}(:\d{2})?(\s*[AP]\.?M\.?)?$/i

/** Columns of a table by what they hold. */
interface Columns {
  time: string
  clock?: string | undefined
  /** The column of the number of the hour in its day. */
  hour?: string | undefined
  end?: string | undefined
  bought: string[]
  fedIn: string[]
  /** The values are mean power, not energy. */
  isPower: boolean
  /** The values are a meter's readings, not energy of the interval. */
  isReading: boolean
  /** kWh, or kW, of one unit. */
  unitK: number
  /** Titles of other columns of energy, which say nothing that is known. */
  notRead: string[]
}

/**
 * A table of moments, the energy or mean power bought and, perhaps, fed in, when its header and first row are
 * unambiguous; null otherwise. Titles must name the unit. Throws InvalidInput when day and month cannot be
 * distinguished, or the values are not those of intervals.
 */
export const plainFormat = (table: Table): MeterFormat | null => {
  const at = table.head.findIndex(cells => cells.some(title => unitOf(columnTitle(title)) !== null))
  const header = table.head[at]?.map(columnTitle)
  const first = table.head[at + 1]
  const columns = header && first ? columnsOf(header, first) : null
  if (!header || !columns) return null
  const { time, clock, hour, end, bought, fedIn, isPower, isReading, unitK, notRead } = columns
  const positions = { time: header.indexOf(time), clock: header.indexOf(clock ?? hour ?? "") }
  const { order, firstHour, number } = checked(table, at, positions, header.indexOf(bought[0]!), isReading)
  return withinTitles({
    name: isPower ? "date and kW" : "date and kWh",
    kind: isReading ? "reading" : "interval",
    isMeanPower: isPower,
    time,
    ...(clock === undefined ? {} : { clock }),
    ...(hour === undefined ? {} : { hour, firstHour }),
    ...(end === undefined || isReading ? {} : { end }),
    stamps: isReading || end !== undefined || hour !== undefined ? "start" : markOf(clock ?? time),
    imports: anyOf(bought),
    exports: anyOf(fedIn),
    order,
    number,
    unitKwh: unitK,
    notRead,
  })
}

/** A wide table that refuses a row with more cells than titles: a decimal comma where commas part the cells. */
const withinTitles = (table: WideFormat): MeterFormat => {
  const format = wideFormat(table)
  const open: MeterFormat["open"] = (header, samples, site) => {
    const read = format.open(header, samples, site)
    return (
      read &&
      ((cells, row) => {
        const last = cells.findLastIndex(cell => cell !== "")
        if (last >= header.length) refuse("file-row-cells", { row, cells: last + 1, titles: header.length })
        read(cells, row)
      })
    )
  }
  return { ...format, open }
}

/** Which end of the interval a title of times names. */
const markOf = (title: string): MeterFormat["stamps"] =>
  INTERVAL_END.test(title) ? "end" : INTERVAL_START.test(title) ? "start" : "unsaid"

/**
 * Titles of the columns that would be read if they named a unit: those of numbers beside moments. Of a table in which
 * some name one, those of feed-in that name none; of one in which none does, those whose title speaks of energy, else
 * all.
 */
export const titlesWithoutUnit = (head: readonly string[][]): string[] => {
  const at = head.findIndex((_, row) => head[row + 1]?.some(isStamp) && head[row + 1]?.some(isValue))
  const [titles, first] = [head[at], head[at + 1]]
  if (!titles || !first || titles.some(isStamp)) return []
  const valued = titles.filter((title, column) => title !== "" && isValue(first[column] ?? ""))
  const bare = valued.filter(title => unitOf(columnTitle(title)) === null)
  const isFedIn = fedInAmong(titles.map(columnTitle))
  if (bare.length < valued.length) return bare.filter(title => isFedIn(columnTitle(title)))
  const says = (title: string) => isFedIn(title) || isFromGrid(title) || USED.test(title)
  const ofEnergy = bare.filter(title => says(columnTitle(title)))
  return ofEnergy.length > 0 ? ofEnergy : bare
}

/** Whether a table begins with a moment and a number, above which no row has titles. */
export const hasNoTitles = ([first = [], second = []]: readonly string[][]): boolean =>
  [first, second].every(cells => cells.some(isTime) && cells.some(isValue))

const isValue = (text: string): boolean => !isStamp(text) && !isClock(text) && Number.isFinite(readNumber(text))

/** The columns of a table that are unambiguous, or null. */
const columnsOf = (header: string[], first: string[]): Columns | null => {
  const moments = momentsOf(header, first)
  const energies = header.filter(title => ENERGY.test(title))
  const isPower = energies.length === 0
  const valued = isPower ? header.filter(title => POWER.test(title) && !HIGHEST.test(title)) : energies
  const isFedIn = fedInAmong(header)
  const nameless = header.filter(title => !valued.includes(title) && unitOf(title) === null && isFedIn(title))
  const units = new Set(valued.map(unitOf))
  if (!moments || nameless.length > 0 || units.size !== 1 || new Set(header).size < header.filter(Boolean).length)
    return null
  const fedIn = valued.filter(isFedIn)
  const others = valued.filter(title => !isFedIn(title))
  const fromGrid = others.filter(isFromGrid)
  const bought = fromGrid.length > 0 ? fromGrid : others
  const isClear = (titles: string[]): boolean => titles.length === 1 || titles.every(title => TARIFF.test(title))
  if (bought.length === 0 || !isClear(bought) || !isClear(fedIn)) return null
  const used = [...bought, ...fedIn]
  const isReading = used.every(title => READING.test(title))
  if ((!isReading || isPower) && used.some(title => READING.test(title))) return null
  if (used.some(title => NOT_METERED.test(title) || TOTAL.test(title))) return null
  const notRead = valued.filter(
    title => !used.includes(title) && ![USED, NOT_METERED, TOTAL].some(one => one.test(title)),
  )
  return { ...moments, bought, fedIn, isPower, isReading, unitK: UNIT_K[[...units][0]!]!, notRead }
}

/** The columns of the time: one of moments or days, two from and until, or a date and a time of day; else null. */
const momentsOf = (header: string[], first: string[]): Pick<Columns, "time" | "clock" | "hour" | "end"> | null => {
  const holding = (test: (text: string) => boolean) =>
    header.filter((title, column) => unitOf(title) === null && test(first[column] ?? ""))
  const times = holding(isTime)
  if (times.length === 1) return { time: times[0]! }
  if (times.length === 2 && INTERVAL_END.test(times[1]!)) return { time: times[0]!, end: times[1]! }
  const dates = holding(text => !HAS_TIME.test(text) && isStamp(text))
  const clocks = holding(isClock)
  const hours = holding(text => hourNumber(text) !== null).filter(title => HOUR.test(title))
  if (times.length === 0 && dates.length === 1 && clocks.length === 0 && hours.length === 1)
    return { time: dates[0]!, hour: hours[0]! }
  if (times.length === 0 && dates.length === 1 && clocks.length === 0) return { time: dates[0]! }
  if (times.length > 0 || dates.length === 0 || clocks.length === 0) return null
  if (dates.length === 1 && (clocks.length === 1 || (clocks.length === 2 && INTERVAL_END.test(clocks[1]!))))
    return { time: dates[0]!, clock: clocks[0]! }
  return null
}

const isStamp = (text: string): boolean => readStamp(text, "dmy") !== null || readStamp(text, "mdy") !== null
/** A point between hours and minutes makes a clock only after a date: alone it is a number. */
const isClock = (text: string): boolean => CLOCK.test(text) || (!DECIMAL.test(text) && clockStart(text) !== null)
const isTime = (text: string): boolean => HAS_TIME.test(text) && isStamp(text)

const anyOf = (titles: string[]): TitleTest => ({ test: title => titles.includes(title) })

interface Positions {
  time: number
  /** −1 where `time` holds the whole moment. */
  clock: number
}

/** The moment of a row as it is written; empty where a cell is too long for one. */
const textOfMoment = (cells: string[], { time, clock }: Positions): string => {
  const parts = [cells[time] ?? "", ...(clock < 0 ? [] : [cells[clock] ?? ""])]
  return parts.every(part => part.length <= MAX_VALUE_LENGTH) ? parts.join(" ") : ""
}

/**
 * Order of day and month by the whole column, one of them passes 12 within a month, and how its numbers are written.
 * Throws InvalidInput when neither passes 12, when energy only ever rises or falls as a meter's reading does, or
 * readings do not, or when many rows have one moment.
 */
const checked = (
  table: Table,
  headerAt: number,
  positions: Positions,
  energy: number,
  isReading: boolean,
): { order: DateOrder; firstHour: number; number: (text: string) => number | null } => {
  let order: DateOrder | undefined
  let rises = 0
  let falls = 0
  let last = Number.NaN
  let firstHour = 1
  let clashes = 0
  const seen = new Map<string, string>()
  const written = writtenNumbers()
  table.forEachRow((cells, row) => {
    if (row <= headerAt + 1) return
    const moment = textOfMoment(cells, positions)
    const [, first, second] = /^(\d{1,13})(?:[-/.](\d{1,2})[-/.])?/.exec(moment) ?? []
    if ((first?.length ?? 0) > 3 || Number(first) > 12) order = "dmy"
    else if (Number(second) > 12) order = "mdy"
    if (hourNumber(cells[positions.clock] ?? "") === 0) firstHour = 0
    const text = cells[energy] ?? ""
    if (/\d/.test(moment) && (seen.get(moment) ?? text) !== text) clashes++
    seen.set(moment, text)
    written.add(text)
    const value = readNumber(text) ?? Number.NaN
    if (value > last) rises++
    else if (value < last) falls++
    last = value
  })
  if (clashes > MAX_CLASHES) refuse("file-same-moments")
  if (isReading && Math.min(rises, falls) * MIN_RISES_A_FALL > Math.max(rises, falls)) refuse("file-readings-fall")
  const number = written.reader()
  if (number === readNumber && !isReading && rises + falls >= MIN_STEPS_OF_READINGS && Math.min(rises, falls) === 0) {
    refuse("file-looks-like-readings")
  }
  return { order: order ?? refuse("file-date-order"), firstHour, number }
}
