import { hourNumber } from "./reading.ts"
import { refuse, shown } from "./refusal.ts"
import { columnTitle } from "./table.ts"
import {
  beforeBracket,
  CONNECTION,
  energyUnitOf,
  fedInAmong,
  HIGHEST,
  INTERVAL_END,
  isBalance,
  isFromGrid,
  isOfMoney,
  isOfPhase,
  NOT_METERED,
  OF_DEVICES,
  OF_OTHERS,
  READING,
  saysEnergy,
  TARIFF,
  TOTAL,
  UNIT_K,
  unitOf,
} from "./titles.ts"
import { CLOCK_OF_DIGITS, isClock, isDate, isEpoch, isTime } from "./values.ts"

/** Titles of the number of an hour, half-hour or quarter in its day. */
const HOUR =
  /^(settlement ?period|sp|period|periode|per[ií]odo|ptu|pte|interval|kwartier|viertelstunde|tijd|tijdstip|zeit|uhrzeit|uur|hour|stunde|heure|hora|ora|orario|timme|time|godzina|tunti|óra|hodina|sat|ura|h|tund|valanda|stunda|hour of day|nr godziny|he|hour ?ending|hour number|hour no\.?)$/

/** Titles of moments: below other titles, a number of ten or thirteen digits identifies a meter or an account. */
const TIME_TITLE =
  /time|date|dat[ueo]|zeit|tijd|stamp|moment|epoch|unix|utc|heure|hora|fecha|data|aika|\bts\b|start|end|from/

/** Columns of a table by content, as titles. */
export interface PlainColumns {
  time: string
  clock?: string | undefined
  /** The column of the number of the hour in its day. */
  hour?: string | undefined
  end?: string | undefined
  connection?: string | undefined
  bought: string[]
  fedIn: string[]
  /** The values are mean power, not energy. */
  isPower: boolean
  /** The values are a meter's readings, not energy of the interval. */
  isReading: boolean
  /** The column of bought energy has fed-in energy too, below 0. */
  isBalance: boolean
  /** kWh, or kW, of one unit. */
  unitK: number
  /** Titles of other energy columns without a known meaning. */
  notRead: string[]
}

type Moments = Pick<PlainColumns, "time" | "clock" | "hour" | "end">

/**
 * The columns of a table that are unambiguous, or null. Throws InvalidInput if the energy is not the connection's.
 * @param first cells of the first row of values
 */
export const plainColumns = (header: string[], first: string[]): PlainColumns | null => {
  const moments = momentsOf(header, first)
  const energies = header.filter(title => energyUnitOf(title) !== null)
  const isPower = energies.length === 0
  const valued = isPower ? header.filter(title => unitOf(title) !== null && !HIGHEST.test(title)) : energies
  if (moments && valued.some(title => GRID_TO.test(title))) return flowColumns(moments, valued)
  const isFedIn = fedInAmong(header)
  const nameless = header.filter(title => unitOf(title) === null && isFedIn(title) && !isOfMoney(title))
  if (!moments || valued.length === 0 || nameless.some(title => isNumber(header, first, title))) return null
  const measured = valued.filter(title => !OF_OTHERS.test(title) && !isPartOf(title, valued))
  const fedIn = withoutSums(measured.filter(isFedIn))
  const notFedIn = measured.filter(title => !isFedIn(title))
  const balance = balanceColumns(header, moments, { notFedIn, fedIn, valued })
  if (balance) return { ...balance, isPower }
  const fromGrid = notFedIn.filter(isFromGrid)
  const bought = withoutSums(fromGrid.length > 0 ? fromGrid : notFedIn)
  if (valued.every(title => OF_OTHERS.test(title) || NOT_METERED.test(title)) && fromGrid.length === 0)
    refuse("file-energy-of-others", { columns: valued.map(shown) })
  if (fromGrid.length === 0 && valued.some(title => OF_DEVICES.test(title))) return null
  const used = [...bought, ...fedIn]
  const isReading = used.every(title => READING.test(title))
  const isSum = (title: string) => TOTAL.test(title) && valued.length > 1
  if (!isClear(bought, fedIn) || used.some(title => NOT_METERED.test(title) || isSum(title))) return null
  if ((!isReading || isPower) && used.some(title => READING.test(title))) return null
  const units = new Set(used.map(unitOf))
  const named = [...used, ...Object.values(moments).filter(title => title !== undefined)]
  if (units.size !== 1 || named.some(title => header.indexOf(title) !== header.lastIndexOf(title))) return null
  const { isEnergy } = saysEnergy(header)
  const notRead = valued.filter(
    title => !used.includes(title) && !isEnergy(title) && ![NOT_METERED, TOTAL].some(pattern => pattern.test(title)),
  )
  const connection = header.find(title => CONNECTION.test(title))
  const unitK = UNIT_K[[...units][0]!]!
  return { ...moments, connection, bought, fedIn, isPower, isReading, isBalance: false, unitK, notRead }
}

/**
 * Energy titles in a table of times that do not distinguish purchase and feed-in; none if the table is unreadable for
 * another reason.
 * @param written the titles as written @param first cells of the first row of values
 */
export const unclearTitles = (written: string[], first: string[]): string[] => {
  const header = written.map(columnTitle)
  const valued = written.filter(title => energyUnitOf(columnTitle(title)) !== null)
  const titles = valued.map(columnTitle)
  const isClearBought = titles.filter(isFromGrid).length === 1 && titles.filter(fedInAmong(header)).length <= 1
  const isOfOneUnit = new Set(titles.map(energyUnitOf)).size === 1
  return valued.length > 1 && isOfOneUnit && !isClearBought && momentsOf(header, first) ? valued : []
}

/** Flows of a plant as Victron names them: "Grid to consumers", "PV to grid". */
const GRID_TO = /^grid to (consumers|battery)\b/
const TO_GRID = /^(pv|battery|genset) to grid\b/

/** Converts flows of a plant, one column each, to the import and export of its meter. */
const flowColumns = (moments: Moments, titles: string[]): PlainColumns | null => {
  const [bought, fedIn] = [GRID_TO, TO_GRID].map(test => titles.filter(title => test.test(title))) as [
    string[],
    string[],
  ]
  const units = new Set([...bought, ...fedIn].map(unitOf))
  if (units.size !== 1) return null
  const [unit] = units
  const isPower = energyUnitOf(bought[0]!) === null
  return { ...moments, bought, fedIn, isPower, isReading: false, isBalance: false, unitK: UNIT_K[unit!]!, notRead: [] }
}

interface Valued {
  /** Titles of energy other than feed-in. */
  notFedIn: string[]
  fedIn: string[]
  /** Titles of all energy, of devices and plants too. */
  valued: string[]
}

/** The single column of both directions, in a table without another column of the connection; else null. */
const balanceColumns = (
  header: string[],
  moments: Moments,
  { notFedIn, fedIn, valued }: Valued,
): Omit<PlainColumns, "isPower"> | null => {
  const [balance, another] = notFedIn.filter(isBalance)
  const isOfOne = notFedIn.every(title => title === balance || !isFromGrid(title))
  if (balance === undefined || another !== undefined || fedIn.length > 0 || !isOfOne) return null
  if (header.indexOf(balance) !== header.lastIndexOf(balance)) return null
  const notRead = valued.filter(title => title !== balance && !NOT_METERED.test(title) && !TOTAL.test(title))
  const unitK = UNIT_K[unitOf(balance)!]!
  return { ...moments, bought: [balance], fedIn, isReading: false, isBalance: true, unitK, notRead }
}

const SUM = /total|totaal|gesamt|summe|somme/

/** Without readings next to energy of the same direction, and without the sum of tariffs that also have columns. */
const withoutSums = (titles: string[]): string[] => {
  const { isEnergy } = saysEnergy(titles)
  const used = titles.filter(title => !READING.test(title))
  const intervals = used.length > 0 && used.every(title => isEnergy(title) || TARIFF.test(title)) ? used : titles
  const tariffs = intervals.filter(title => TARIFF.test(title) && !SUM.test(title))
  return tariffs.length > 1 && intervals.every(title => TARIFF.test(title) || SUM.test(title)) ? tariffs : intervals
}

/**
 * One column for each direction, or for each of its parts. Simultaneous purchase and feed-in of phases may be netted.
 */
const isClear = (bought: string[], fedIn: string[]): boolean =>
  bought.length > 0 &&
  [bought, fedIn].every(titles => titles.length <= 1 || titles.every(title => TARIFF.test(title))) &&
  !fedIn.some(isOfPhase)

const isNumber = (header: string[], first: string[], title: string): boolean =>
  /\d/.test(first[header.indexOf(title)] ?? "") || first[header.indexOf(title)] === ""

/** True if a title names a part ("bezogen | meter") whose whole also has a column ("bezogen"). */
const isPartOf = (title: string, titles: readonly string[]): boolean => {
  const [whole, part] = title.split(" | ")
  return part !== undefined && titles.some(other => other.split(/ [[(]/)[0] === whole)
}

/** The columns of the time: one of moments or days, two from and until, or a date and a time of day; else null. */
export const momentsOf = (header: string[], first: string[]): Moments | null => {
  const holding = (test: (text: string) => boolean) =>
    header.filter((title, column) => {
      const cell = first[column] ?? ""
      return unitOf(title) === null && test(cell) && !(isEpoch(cell) && !TIME_TITLE.test(title))
    })
  const times = holding(isTime)
  if (times.length === 1) return { time: times[0]! }
  if (times.length === 2 && INTERVAL_END.test(beforeBracket(times[1]!))) return { time: times[0]!, end: times[1]! }
  const dates = holding(isDate)
  const ofDigits = holding(text => CLOCK_OF_DIGITS.test(text)).filter(title => HOUR.test(title))
  const clocks = dates.length === 1 && ofDigits.length === 1 ? ofDigits : holding(isClock)
  const hours = holding(text => hourNumber(text) !== null).filter(title => HOUR.test(title))
  if (times.length === 0 && dates.length === 1 && clocks.length === 0 && hours.length === 1)
    return { time: dates[0]!, hour: hours[0]! }
  if (times.length === 0 && dates.length === 1 && clocks.length === 0) return { time: dates[0]! }
  if (times.length > 0 || dates.length === 0 || clocks.length === 0) return null
  const [date, lastDate] = dates
  const [clock, lastClock] = clocks
  const hasEnd = clocks.length === 2 && INTERVAL_END.test(lastClock!)
  const isOneDate = dates.length === 1 || (dates.length === 2 && hasEnd && INTERVAL_END.test(lastDate!))
  return isOneDate && (clocks.length === 1 || hasEnd) ? { time: date!, clock: clock! } : null
}
