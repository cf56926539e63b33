import { csvOf, csvOfRows, download } from "../lib/download.ts"
import { saveAs } from "../lib/saveAs.ts"

/** Content of a drawing, in the shape of its option. */
export interface Drawn {
  xAxis?: Axis | readonly Axis[]
  yAxis?: Axis | readonly Axis[]
  series?: Series | readonly Series[]
}
interface Axis {
  type?: string
  data?: readonly unknown[]
}
interface Series {
  type?: string
  name?: string
  stack?: string
  data?: readonly unknown[]
  /** Links of a flow diagram. */
  links?: readonly { source: string; target: string; value: number }[]
}

const listOf = <T>(valueOrList: T | readonly T[] | undefined): readonly T[] =>
  valueOrList === undefined ? [] : Array.isArray(valueOrList) ? (valueOrList as readonly T[]) : [valueOrList as T]

const numberAt = (point: unknown): unknown =>
  typeof point === "object" && point !== null && "value" in point ? point.value : point

interface Column {
  name: string
  values: readonly unknown[]
}

/**
 * A column for each series; a band, drawn as its lowest value and the difference to its highest, has columns with its
 * lowest and highest values.
 */
const columnsOf = (series: readonly Series[]): Column[] => {
  const columns: Column[] = []
  for (const [n, { name = "", stack, data = [] }] of series.entries()) {
    const values = data.map(numberAt)
    const [before, last] = [series[n - 1], columns.at(-1)]
    if (last && stack !== undefined && before?.stack === stack && before.name === name) {
      columns.push({
        name: `${name} max`,
        values: values.map((value, row) => Number(value) + Number(last.values[row])),
      })
      last.name = `${name} min`
    } else columns.push({ name, values })
  }
  return columns
}

/** The numbers of a drawing as CSV: a row for each label with a column for each series, or a row for each flow. */
export const chartCsv = ({ xAxis, yAxis, series }: Drawn): string => {
  const all = listOf(series)
  const links = all[0]?.links
  if (links)
    return csvOfRows(
      ["from", "to", "kWh"],
      links.map(({ source, target, value }) => [source, target, value]),
    )
  const labels = [...listOf(xAxis), ...listOf(yAxis)].find(({ data }) => data)?.data ?? []
  const columns = columnsOf(all)
  return csvOfRows(
    ["", ...columns.map(({ name }) => name)],
    labels.map((label, row) => [numberAt(label), ...columns.map(({ values }) => values[row] ?? "")]),
  )
}

/** Saves the numbers of a drawing. */
export const saveCsv = (name: string, option: Drawn): void => download(`${name}.csv`, "text/csv", chartCsv(option))

/** Saves the hours of a report. */
export const saveHours = (name: string, series: Record<string, readonly number[]>): void =>
  download(`${name}.csv`, "text/csv", csvOf("hour", series))

/** Saves a report as JSON. */
export const saveReport = (name: string, report: object): void =>
  download(`${name}.json`, "application/json", `${JSON.stringify(report, null, 2)}\n`)

const HOURS_OF_DAY = Array.from({ length: 24 }, (_, hour) => hour)
/** Pixels of a day and of an hour in a picture of a map. */
const MAP_SCALE = { day: 4, hour: 20 }

/** The hours of a map as CSV: a row for each day, a column for each hour. */
export const mapCsv = (values: readonly number[]): string =>
  csvOfRows(
    ["day", ...HOURS_OF_DAY.map(hour => `${hour}:00`)],
    Array.from({ length: values.length / 24 }, (_, day) => [
      new Date(Date.UTC(2025, 0, 1 + day)).toISOString().slice(5, 10),
      ...values.slice(24 * day, 24 * day + 24),
    ]),
  )

/** Saves the hours of a map. */
export const saveMapNumbers = (name: string, values: readonly number[]): void =>
  download(`${name}.csv`, "text/csv", mapCsv(values))

/** Saves a map, whose canvas has one pixel per hour, as an enlarged picture. */
export const saveMapPicture = (name: string, map: HTMLCanvasElement): void => {
  const large = document.createElement("canvas")
  large.width = map.width * MAP_SCALE.day
  large.height = map.height * MAP_SCALE.hour
  const context = large.getContext("2d")
  if (!context) return
  context.imageSmoothingEnabled = false
  context.drawImage(map, 0, 0, large.width, large.height)
  saveAs(`${name}.png`, large.toDataURL("image/png"))
}
