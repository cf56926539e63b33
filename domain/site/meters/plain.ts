import { standardOffsetHours } from "../geo/site.ts"
import { DEFAULT_YEAR, HOURS_PER_YEAR, hourStartUtcMs } from "../year.ts"
import { type MeterFormat, numberAt, type TitleTest, type WideFormat, wideFormat } from "./reading.ts"
import { refuse } from "./refusal.ts"
import { columnTitle, type Table } from "./table.ts"
import { type DateOrder, MAX_VALUE_LENGTH, readNumber, readStamp, writtenNumbers } from "./values.ts"

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

const ENERGY = /(?:^|[^a-z])(kwh|mwh|wh)(?:[^a-z]|$)/
/** Mean power of the interval; the unit ends the title, so that no word or name is taken for it. */
const POWER = /(?:^|[\s([_])(kw|w)[)\]]?$/
const UNIT_K: Readonly<Record<string, number>> = { kwh: 1, mwh: 1000, wh: 0.001, kw: 1, w: 0.001 }

/** Titles may be OBIS codes: 1.x is bought, 2.x fed in; x.8 is a register, x.29 the energy of an interval. */
const FED_IN =
  /teruglever|invoed|injecti|inje[çc][aã]o|inyect|export|feed.?in|fed.?in|surplus|return|retour|einspeis|r(ü|ue)ck|vertid|excedent|immess|inmat|innmat|oddan|wprowadz|:2\.(8|29)\./
const FROM_GRID =
  /import|afname|offtake|bezug|bezogen|soutir|pr[eé]l[eè]v|prelevat|from grid|netafname|netzbezug|uttag|uttak|pobran|pob[oó]r|:1\.(8|29)\./
/** Energy in titles that do not say which way it goes. */
const USED =
  /verbruik|usage|used|consum|verbrauch|conso|energie|energy|levering|value|waarde|wert|forbru[kg]|förbruk|zużyci|spotřeb|kulutus/
const NOT_METERED = /opwek|opbrengst|produ[ck]|solar|zonne|erzeug|\bpv\b/
const HIGHEST = /max|peak|piek|spitze|pointe|moment|instant/
const READING = /stand|reading|cumul|index|:[12]\.8\./
const TOTAL = /total/
const TARIFF =
  /\b(dag|nacht|day|night|tag|jour|nuit|hoog|laag|normaal|dal|high|low|normal|ht|nt|t ?[12]|tarief ?[12]|:[12]\.8\.[12])\b/
const INTERVAL_START =
  /^(van|von|from|start|begin|beginn|du|de|fra|från)\b|\b(van|von|from|start|begin|beginn|début|debut)$/
const INTERVAL_END =
  /^(tot|bis|until|to|til|till|end|ende|fin|einde|slutt?)\b|\b(tot|bis|until|to|til|till|end|ende|einde|fin|slutt?)$/
/** Values of energy that only rise or only fall this often in a row are readings. */
const MIN_STEPS_OF_READINGS = 48
/** A meter's readings rise at least so many times for once that they fall: a new meter, or one that starts again at 0. */
const MIN_RISES_A_FALL = 10
/** Rows with the moment, but not the value of another that a table may have: the doubled hour of October, in minutes. */
const MAX_CLASHES = 60
const HAS_TIME = /\d:\d\d|^\d{5}([.,]|$)|^\d{10}(\d{3})?$/
const CLOCK = /^\d{1,2}:\d{2}(:\d{2})?(\s*[AP]\.?M\.?)?$/i

/** Columns of a table by what they hold. */
interface Columns {
  time: string
  clock?: string | undefined
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
 * A table of moments, the energy or mean power bought and, perhaps, fed in, when its header and first row are unambiguous;
 * null otherwise. Titles must name the unit. Throws InvalidInput when day and month cannot be distinguished, or the values are
 * not those of intervals.
 */
export const plainFormat = (table: Table): MeterFormat | null => {
  const at = table.head.findIndex(cells => cells.some(title => unitOf(columnTitle(title)) !== null))
  const header = table.head[at]?.map(columnTitle)
  const first = table.head[at + 1]
  const columns = header && first ? columnsOf(header, first) : null
  if (!header || !columns) return null
  const { time, clock, end, bought, fedIn, isPower, isReading, unitK, notRead } = columns
  const positions = { time: header.indexOf(time), clock: clock === undefined ? -1 : header.indexOf(clock) }
  const { order, number } = checked(table, at, positions, header.indexOf(bought[0]!), isReading)
  return withinTitles({
    name: isPower ? "date and kW" : "date and kWh",
    kind: isReading ? "reading" : "interval",
    isMeanPower: isPower,
    time,
    ...(clock === undefined ? {} : { clock }),
    ...(end === undefined || isReading ? {} : { end }),
    stamps: isReading || end !== undefined ? "start" : markOf(clock ?? time),
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

/** Unit that a title names, or null. */
const unitOf = (title: string): string | null => (ENERGY.exec(title) ?? POWER.exec(title))?.[1] ?? null

/**
 * Titles of the columns that would be read if they named a unit: those of numbers beside moments. Of a table in which some name
 * one, those of feed-in that name none; of one in which none does, those whose title speaks of energy, else all.
 */
export const titlesWithoutUnit = (head: readonly string[][]): string[] => {
  const at = head.findIndex((_, row) => head[row + 1]?.some(isStamp) && head[row + 1]?.some(isValue))
  const [titles, first] = [head[at], head[at + 1]]
  if (!titles || !first || titles.some(isStamp)) return []
  const valued = titles.filter((title, column) => title !== "" && isValue(first[column] ?? ""))
  const bare = valued.filter(title => unitOf(columnTitle(title)) === null)
  const holding = (test: RegExp) => bare.filter(title => test.test(columnTitle(title)))
  if (bare.length < valued.length) return holding(FED_IN)
  const ofEnergy = bare.filter(title => [FED_IN, FROM_GRID, USED].some(test => test.test(columnTitle(title))))
  return ofEnergy.length > 0 ? ofEnergy : bare
}

/** Whether a table begins with a moment and a number, above which no row has titles. */
export const hasNoTitles = ([first = [], second = []]: readonly string[][]): boolean =>
  [first, second].every(cells => cells.some(isTime) && cells.some(isValue))

const isValue = (text: string): boolean => !isStamp(text) && !CLOCK.test(text) && Number.isFinite(readNumber(text))

/** The columns of a table that are unambiguous, or null. */
const columnsOf = (header: string[], first: string[]): Columns | null => {
  const moments = momentsOf(header, first)
  const energies = header.filter(title => ENERGY.test(title))
  const isPower = energies.length === 0
  const valued = isPower ? header.filter(title => POWER.test(title) && !HIGHEST.test(title)) : energies
  const nameless = header.filter(title => !valued.includes(title) && unitOf(title) === null && FED_IN.test(title))
  const units = new Set(valued.map(unitOf))
  if (!moments || nameless.length > 0 || units.size !== 1 || new Set(header).size < header.filter(Boolean).length)
    return null
  const fedIn = valued.filter(title => FED_IN.test(title))
  const others = valued.filter(title => !FED_IN.test(title))
  const fromGrid = others.filter(title => FROM_GRID.test(title))
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
const momentsOf = (header: string[], first: string[]): Pick<Columns, "time" | "clock" | "end"> | null => {
  const holding = (test: (text: string) => boolean) =>
    header.filter((title, column) => unitOf(title) === null && test(first[column] ?? ""))
  const times = holding(isTime)
  if (times.length === 1) return { time: times[0]! }
  if (times.length === 2 && INTERVAL_END.test(times[1]!)) return { time: times[0]!, end: times[1]! }
  const dates = holding(text => !HAS_TIME.test(text) && isStamp(text))
  const clocks = holding(text => CLOCK.test(text))
  if (times.length === 0 && dates.length === 1 && clocks.length === 0) return { time: dates[0]! }
  if (times.length > 0 || dates.length === 0 || clocks.length === 0) return null
  if (dates.length === 1 && (clocks.length === 1 || (clocks.length === 2 && INTERVAL_END.test(clocks[1]!))))
    return { time: dates[0]!, clock: clocks[0]! }
  return null
}

const isStamp = (text: string): boolean => readStamp(text, "dmy") !== null || readStamp(text, "mdy") !== null
const isTime = (text: string): boolean => HAS_TIME.test(text) && isStamp(text)

const anyOf = (titles: string[]): TitleTest => ({ test: title => titles.includes(title) })

interface Positions {
  time: number
  /** −1 where `time` holds the whole moment. */
  clock: number
}

/** The moment of a row as it is written; empty where a cell is too long for one. */
const momentText = (cells: string[], { time, clock }: Positions): string => {
  const parts = [cells[time] ?? "", ...(clock < 0 ? [] : [cells[clock] ?? ""])]
  return parts.every(part => part.length <= MAX_VALUE_LENGTH) ? parts.join(" ") : ""
}

/**
 * Order of day and month by the whole column, one of them passes 12 within a month, and how its numbers are written. Throws InvalidInput
 * when neither passes 12, when energy only ever rises or falls as a meter's reading does, or readings do not, or when many rows have one moment.
 */
const checked = (
  table: Table,
  headerAt: number,
  positions: Positions,
  energy: number,
  isReading: boolean,
): { order: DateOrder; number: (text: string) => number | null } => {
  let order: DateOrder | undefined
  let rises = 0
  let falls = 0
  let last = Number.NaN
  let clashes = 0
  const seen = new Map<string, string>()
  const written = writtenNumbers()
  table.forEachRow((cells, row) => {
    if (row <= headerAt + 1) return
    const moment = momentText(cells, positions)
    const [, first, second] = /^(\d{1,13})(?:[-/.](\d{1,2})[-/.])?/.exec(moment) ?? []
    if ((first?.length ?? 0) > 3 || Number(first) > 12) order = "dmy"
    else if (Number(second) > 12) order = "mdy"
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
  return { order: order ?? refuse("file-date-order"), number }
}
