import { columnsOf, type MeterFormat, numbersBelow, stampsBelow } from "./reading.ts"
import { refuse } from "./refusal.ts"
import type { Direction } from "./samples.ts"
import { directionOf, energyUnitOf, isFromGrid, UNIT_K } from "./titles.ts"

/** Exports of Home Assistant's sensors. */

const MS_PER_HOUR = 3_600_000
/** A time with fractions of a second, which is not a whole hour. */
const SECONDS_WITH_PARTS = /:\d{2}\.\d*[1-9]/
const ENERGY_UNITS: ReadonlySet<string> = new Set(["kwh", "wh", "mwh"])
const TARIFF_NUMBER = /(^|[^a-z])t(arif|ariff)?[ _]?[12]([^0-9]|$)|low|high|laag|normaal/
const CONSUMED = /consum|usage/
const PRODUCED = /produ[ck]/

/**
 * Direction of a sensor's energy by its name. Sensors of a Dutch or Belgian meter have a tariff number, and call
 * purchases consumption and feed-in production.
 */
const wayOf = (sensor: string): Direction | null => {
  const name = sensor.replace(/[._]/g, " ")
  const isOfMeter = TARIFF_NUMBER.test(name)
  if (isOfMeter && PRODUCED.test(name)) return "export"
  const way = directionOf(name)
  return way === "import" && !isFromGrid(name) && !(isOfMeter && CONSUMED.test(name)) ? null : way
}

/** Adds up to one meter: a sensor for each direction, or for each tariff. */
const refuseSeveral = (sensors: ReadonlySet<string>): void => {
  if (sensors.size > 1 && ![...sensors].every(sensor => TARIFF_NUMBER.test(sensor)))
    refuse("file-connections", { format: NAME, connections: sensors.size })
}

const NAME = "Home Assistant"

/** Hourly statistics, a row for each sensor and hour: its total at the end of the hour, or its change in the hour. */
export const homeAssistant: MeterFormat = {
  name: NAME,
  kind: "interval",
  stamps: "start",
  open: (header, samples) => {
    const column = columnsOf(header, { sensor: ["statistic_id"], unit: ["unit"], start: ["start"] })
    const [added, total] = [header.indexOf("delta"), header.indexOf(header.includes("sum") ? "sum" : "state")]
    if (!column || Math.max(added, total) < 0) return null
    const [numberAt, stampAt] = [numbersBelow(header), stampsBelow("start")]
    const totals = new Map<string, { ms: number; value: number }>()
    const sensors: Record<Direction, Set<string>> = { import: new Set(), export: new Set() }
    /** Change of a sensor in the hour, by its totals at the end of this hour and the previous hour. */
    const change = (sensor: string, ms: number, value: number): number => {
      const before = totals.get(sensor)
      totals.set(sensor, { ms, value })
      const isNext = before !== undefined && ms - before.ms >= 0 && ms - before.ms <= 2 * MS_PER_HOUR
      return isNext && value >= before.value ? value - before.value : Number.NaN
    }
    return (cells, row) => {
      const sensor = (cells[column.sensor] ?? "").toLowerCase()
      const unit = (cells[column.unit] ?? "").toLowerCase()
      const direction = ENERGY_UNITS.has(unit) ? wayOf(sensor) : null
      const time = stampAt(cells[column.start] ?? "", row)
      if (!direction || !time) return
      sensors[direction].add(sensor)
      refuseSeveral(sensors[direction])
      const value = numberAt(cells, added < 0 ? total : added, row) * UNIT_K[unit]!
      const valueKwh = added < 0 ? change(sensor, time.ms, value) : value
      samples.add({ direction, register: sensor, time, valueKwh })
    }
  },
}

/**
 * History of sensors whose title names the unit, which Home Assistant's page omits: rows have an hour's start and the
 * total at its end; the states of the last days have the moment of a change.
 */
export const homeAssistantHistory: MeterFormat = {
  name: NAME,
  kind: "reading",
  stamps: "start",
  open: (header, samples) => {
    const column = columnsOf(header, {
      sensor: ["entity_id"],
      total: /^state [([]?[km]?wh[)\]]?$/,
      changed: ["last_changed"],
    })
    if (!column) return null
    const unitKwh = UNIT_K[energyUnitOf(header[column.total]!)!]!
    const [numberAt, stampAt] = [numbersBelow(header), stampsBelow("last_changed")]
    const sensors: Record<Direction, Set<string>> = { import: new Set(), export: new Set() }
    return (cells, row) => {
      const sensor = (cells[column.sensor] ?? "").toLowerCase()
      const direction = wayOf(sensor)
      const changed = stampAt(cells[column.changed] ?? "", row)
      if (!direction || !changed) return
      sensors[direction].add(sensor)
      refuseSeveral(sensors[direction])
      const isHour = changed.ms % MS_PER_HOUR === 0 && !SECONDS_WITH_PARTS.test(cells[column.changed]!)
      const time = isHour ? { ...changed, ms: changed.ms + MS_PER_HOUR } : changed
      samples.add({ direction, register: sensor, time, valueKwh: numberAt(cells, column.total, row) * unitKwh })
    }
  },
}
