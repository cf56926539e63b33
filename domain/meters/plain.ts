import { DEFAULT_YEAR, HOURS_PER_YEAR, hourStartUtcMs } from "../time/year.ts"
import { type MeterFormat, numberAt, wideFormat } from "./reading.ts"
import { refuse } from "./refusal.ts"
import { columnTitle, type Table } from "./table.ts"
import { type DateOrder, readNumber, readStamp } from "./values.ts"

/** Files of no known provider that can still be read without guessing. */

/** The CSV that profiles are exported as: the number of the hour, 0–8759, and its energy. */
export const hourNumbers: MeterFormat = {
  name: "hour,kwh",
  kind: "interval",
  stamps: "start",
  open: (header, samples, { year = DEFAULT_YEAR, offsetHours }) => {
    if (header.length !== 2 || header[0] !== "hour" || header[1] !== "kwh") return null
    return (cells, row) => {
      if (cells.every(cell => cell === "")) return
      const hour = numberAt(cells, 0, row)
      if (!Number.isInteger(hour) || hour < 0 || hour >= HOURS_PER_YEAR) {
        refuse(`row ${row} of the file must have an hour from 0 to ${HOURS_PER_YEAR - 1}`)
      }
      const time = { ms: hourStartUtcMs(hour, year, offsetHours), isUtc: true }
      samples.add({ direction: "import", register: "all", time, valueKwh: numberAt(cells, 1, row) })
    }
  },
}

const KWH = /(^|[^a-z])kwh([^a-z]|$)/
const FED_IN = /teruglever|invoed|injecti|export|feed.?in|fed.?in|return|retour|einspeis/
const NOT_METERED = /opwek|opbrengst|produc|solar|zonne|erzeug|\bpv\b/
const READING = /stand|reading|cumul|total/
/** Values of energy that only rise or only fall this often in a row are readings. */
const MIN_STEPS_OF_READINGS = 48
const HAS_TIME = /\d:\d\d|^\d{5}(\.|$)/

/**
 * A table of a moment, the energy bought in kWh and, perhaps, the energy fed in, when its header and first row leave no
 * doubt; null otherwise. Throws InvalidInput when day and month cannot be told apart.
 */
export const plainFormat = (table: Table): MeterFormat | null => {
  const at = table.head.findIndex(cells => cells.some(title => KWH.test(columnTitle(title))))
  if (at < 0 || at + 1 >= table.head.length) return null
  const header = table.head[at].map(columnTitle)
  const first = table.head[at + 1]
  const times = header.flatMap((_, column) => (isTime(first[column] ?? "") ? [column] : []))
  const energies = header.filter(title => KWH.test(title))
  const fedIn = energies.filter(title => FED_IN.test(title))
  const named = header.filter(title => title !== "")
  const isClear = times.length === 1 && named.length === 1 + energies.length && energies.length - fedIn.length === 1
  if (!isClear || fedIn.length > 1 || energies.some(title => NOT_METERED.test(title) || READING.test(title)))
    return null
  const bought = energies.find(title => !FED_IN.test(title))!
  return wideFormat({
    name: "date and kWh",
    time: header[times[0]],
    imports: exactly(bought),
    exports: exactly(fedIn[0]),
    order: dateOrder(table, times[0], header.indexOf(bought)),
  })
}

const isTime = (text: string): boolean =>
  HAS_TIME.test(text) && (readStamp(text, "dmy") !== null || readStamp(text, "mdy") !== null)

const exactly = (title: string | undefined): RegExp =>
  title === undefined ? /(?!)/ : new RegExp(`^${title.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`)

/**
 * Order of day and month by the whole column: one of them passes 12 within a month. Throws InvalidInput when neither does,
 * or when the energy only ever rises or falls as a meter's reading does.
 */
const dateOrder = (table: Table, time: number, energy: number): DateOrder => {
  let order: DateOrder | undefined
  let rises = 0
  let falls = 0
  let last = Number.NaN
  table.forEachRow(cells => {
    const [, first, second] = /^(\d{1,5})[-/.](?:(\d{1,2})[-/.])?/.exec(cells[time] ?? "") ?? []
    if (first?.length > 3 || Number(first) > 12) order = "dmy"
    else if (Number(second) > 12) order = "mdy"
    const value = readNumber(cells[energy] ?? "") ?? Number.NaN
    if (value > last) rises++
    else if (value < last) falls++
    last = value
  })
  if (rises + falls >= MIN_STEPS_OF_READINGS && Math.min(rises, falls) === 0) {
    refuse("the file's kWh look like the readings of a meter: export the energy used in each hour")
  }
  return order ?? refuse("the file's dates may be day-month or month-day: write them as YYYY-MM-DD HH:MM")
}
