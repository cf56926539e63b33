import { type MeterFormat, numbersBelow } from "./reading.ts"
import { refuse, shown } from "./refusal.ts"
import type { Direction } from "./samples.ts"
import { UNIT_K } from "./titles.ts"
import { readStamp } from "./values.ts"

/**
 * NEM12, the interval data of Australian meters: AEMO, Meter Data File Format Specification NEM12 & NEM13. A row 200
 * begins a register, each row 300 has one day.
 */

/** Hours of the market's time, which has no summer time, before UTC. */
const MARKET_OFFSET_HOURS = 10
const MS_PER_MINUTE = 60_000
const MINUTES_PER_HOUR = 60
const MINUTES_PER_DAY = 1440
/** Lengths that intervals may have [min]. */
const STEPS: readonly number[] = [5, 15, 30]
/** Quality of a day: null data, and substituted or estimated values. */
const NULL_DATA = /^n/i
const ESTIMATED = /^[efs]/i

/** Registers by the first letter of their suffix: net of an E and a B register are D and C. */
const DIRECTIONS: Readonly<Record<string, Direction>> = { E: "import", B: "export" }

interface RegisterOfDays {
  direction: Direction
  suffix: string
  connection: string
  unitKwh: number
  stepMin: number
}

/**
 * The register that a row 200 begins, null without active energy in one direction; throws InvalidInput for another
 * length of intervals.
 */
const registerOf = (cells: string[], row: number): RegisterOfDays | null => {
  const [, connection = "", , , suffix = "", , , unit = "", length = ""] = cells
  const direction = DIRECTIONS[suffix.charAt(0).toUpperCase()]
  const unitKwh = /wh$/i.test(unit) ? UNIT_K[unit.toLowerCase()] : undefined
  if (!direction || unitKwh === undefined) return null
  const stepMin = Number(length)
  if (!STEPS.includes(stepMin)) refuse("file-row-number", { row, column: "9", text: shown(length) })
  return { direction, suffix, connection, unitKwh, stepMin }
}

export const nem12: MeterFormat = {
  name: "NEM12",
  kind: "interval",
  stamps: "start",
  open: (header, samples) => {
    if (header[0] !== "100" || header[1] !== "nem12") return null
    let register: RegisterOfDays | null = null
    const numberAt = numbersBelow([])
    return (cells, row) => {
      if (cells[0] === "200") register = registerOf(cells, row)
      if (cells[0] !== "300" || register === null) return
      const day =
        readStamp(cells[1] ?? "", "dmy") ?? refuse("file-row-time", { row, column: "2", text: shown(cells[1] ?? "") })
      const { direction, suffix, connection, unitKwh, stepMin } = register
      const count = MINUTES_PER_DAY / stepMin
      const quality = cells[2 + count] ?? refuse("file-row-cells-few", { row, cells: cells.length, needed: 3 + count })
      if (NULL_DATA.test(quality)) return
      const midnightMs = day.ms - MARKET_OFFSET_HOURS * MINUTES_PER_HOUR * MS_PER_MINUTE
      for (let index = 0; index < count; index++) {
        const time = { ms: midnightMs + index * stepMin * MS_PER_MINUTE, isUtc: true }
        const valueKwh = numberAt(cells, 2 + index, row) * unitKwh
        samples.add({ direction, register: suffix, connection, time, valueKwh, isEstimated: ESTIMATED.test(quality) })
      }
    }
  },
}
