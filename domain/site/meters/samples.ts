import { refuse } from "./refusal.ts"
import type { Stamp } from "./values.ts"

/** Direction of energy through the meter. */
export type Direction = "import" | "export"

export const DIRECTIONS: readonly Direction[] = ["import", "export"]

/** Counts of one register, in the order of the file: arrays of one length. */
export interface SampleSeries {
  direction: Direction
  /** Milliseconds since 1970: UTC, or where `isUtc` is false the wall clock read as if it were UTC. */
  times: number[]
  isUtc: boolean[]
  /** kWh of the interval, or the register's reading in kWh. */
  valuesKwh: number[]
  /** Length of the interval as the file gives it [min], NaN when it gives none. */
  lengthsMin: number[]
  /** Estimated by the grid operator, not measured. */
  isEstimated: boolean[]
}

/** Keeps the values of a series that pass a test of their index. */
export const keptSamples = (series: SampleSeries, stays: (index: number) => boolean): SampleSeries => {
  const isKept = (_: unknown, index: number): boolean => stays(index)
  return {
    direction: series.direction,
    times: series.times.filter(isKept),
    isUtc: series.isUtc.filter(isKept),
    valuesKwh: series.valuesKwh.filter(isKept),
    lengthsMin: series.lengthsMin.filter(isKept),
    isEstimated: series.isEstimated.filter(isKept),
  }
}

/** One value of a register. */
export interface Sample {
  direction: Direction
  /** Identifies a register; values of one register and moment replace each other. */
  register: string
  /** Number or name of the grid connection, when the file gives it. */
  connection?: string | undefined
  time: Stamp
  end?: Stamp | null
  valueKwh: number
  isEstimated?: boolean
}

/** All samples of a table. */
export interface Samples {
  series: SampleSeries[]
  /** Rows that were read and left out, by kind. */
  leftOut: { gas: number; negative: number }
  /** Rows whose moment is written as 24:00: the end of a day. */
  dayEnds: number
  /** Connections that bought energy. */
  connections: Set<string>
  add: (sample: Sample) => void
}

const MS_PER_MINUTE = 60_000
/** Registers of one file: two tariffs in and out for each of a few meters. */
const MAX_REGISTERS = 16

/**
 * An empty collection of samples. Added values that are not numbers are skipped; feed-in counts without its sign,
 * negative purchase is left out.
 */
export const emptySamples = (): Samples => {
  const byRegister = new Map<string, SampleSeries>()
  const series: SampleSeries[] = []
  const connections = new Set<string>()
  const leftOut = { gas: 0, negative: 0 }
  const samples: Samples = { series, leftOut, dayEnds: 0, connections, add }
  function add({ direction, register, connection, time, end, valueKwh, isEstimated = false }: Sample) {
    if (Number.isNaN(valueKwh)) return
    if (valueKwh < 0 && direction === "import") {
      leftOut.negative++
      return
    }
    const name = `${direction} ${register}`
    let registerSeries = byRegister.get(name)
    if (!registerSeries) {
      if (series.length === MAX_REGISTERS) refuse("file-registers", { maximum: MAX_REGISTERS })
      registerSeries = { direction, times: [], isUtc: [], valuesKwh: [], lengthsMin: [], isEstimated: [] }
      byRegister.set(name, registerSeries)
      series.push(registerSeries)
    }
    if (connection && direction === "import") connections.add(connection)
    if (time.isDayEnd) samples.dayEnds++
    registerSeries.times.push(time.ms)
    registerSeries.isUtc.push(time.isUtc)
    registerSeries.valuesKwh.push(Math.abs(valueKwh))
    registerSeries.lengthsMin.push(end ? (end.ms - time.ms) / MS_PER_MINUTE : Number.NaN)
    registerSeries.isEstimated.push(isEstimated)
  }
  return samples
}
