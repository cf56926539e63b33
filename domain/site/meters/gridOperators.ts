import { hoursOfDays } from "./dayHours.ts"
import { homeAssistant, homeAssistantHistory } from "./homeAssistant.ts"
import { columnsOf, type MeterFormat, numbersBelow, stampsBelow, titleOf, wideFormat, withinTitles } from "./reading.ts"
import { refuse, shown } from "./refusal.ts"
import type { Direction } from "./samples.ts"
import { readStamp } from "./values.ts"

/**
 * Exports of grid operators and suppliers of other countries: a row for each interval, with its unit or direction in a
 * column of its own.
 */

const KWH_OF: Readonly<Record<string, number>> = { kwh: 1, mwh: 1000, wh: 0.001 }

/** Reads the cell of a unit of energy as its kWh; throws InvalidInput that names row and column for another. */
const unitsBelow =
  (header: readonly string[]) =>
  (cells: string[], column: number, row: number): number =>
    KWH_OF[(cells[column] ?? "").toLowerCase()] ??
    refuse("file-row-unit", { row, column: titleOf(header, column), text: shown(cells[column] ?? "") })

/** A table with the moment, the value and the unit of one connection. */
const withUnitColumn = (
  name: string,
  titles: { time: string[]; end: string[]; value: string[]; unit: string[] },
): MeterFormat => ({
  name,
  kind: "interval",
  stamps: "start",
  open: (header, samples) => {
    const { end: ends, ...needed } = titles
    const column = columnsOf(header, needed)
    if (!column) return null
    const end = header.findIndex(title => ends.includes(title))
    const [numberAt, unitAt] = [numbersBelow(header), unitsBelow(header)]
    const [stampAt, endAt] = [stampsBelow(header[column.time]), stampsBelow(header[end])]
    return (cells, row) => {
      const time = stampAt(cells[column.time] ?? "", row)
      if (!time) return
      const valueKwh = numberAt(cells, column.value, row) * unitAt(cells, column.unit, row)
      samples.add({ direction: "import", register: "all", time, end: endAt(cells[end] ?? "", row), valueKwh })
    }
  },
})

const eloverblik = withUnitColumn("Eloverblik", {
  time: ["fra_dato"],
  end: ["til_dato"],
  value: ["mængde"],
  unit: ["måleenhed"],
})

const fingrid = withUnitColumn("Fingrid Datahub", {
  time: ["start time"],
  end: [],
  value: ["quantity"],
  unit: ["unit type"],
})

const tibber = withUnitColumn("Tibber", {
  time: ["from"],
  end: ["to"],
  value: ["consumption"],
  unit: ["consumptionunit"],
})

/** Mean power in watts at the end of its interval, as the load curve of Linky meters. */
const enedis: MeterFormat = {
  name: "Enedis",
  kind: "interval",
  stamps: "end",
  isMeanPower: true,
  open: (header, samples) => {
    const column = columnsOf(header, { time: ["horodate"], value: ["valeur"] })
    if (!column) return null
    const direction = header.indexOf("grandeur metier")
    const [numberAt, stampAt] = [numbersBelow(header), stampsBelow(header[column.time])]
    return (cells, row) => {
      const time = stampAt(cells[column.time] ?? "", row)
      if (!time) return
      const isFedIn = /^prod/i.test(cells[direction] ?? "")
      const valueKwh = numberAt(cells, column.value, row) / 1000
      samples.add({ direction: isFedIn ? "export" : "import", register: "all", time, valueKwh })
    }
  },
}

const AGL_DIRECTIONS: Readonly<Record<string, Direction>> = { E: "import", B: "export" }

/** A row for each half-hour and register, of kWh. The suffix of a register gives its direction, as in NEM12. */
const agl: MeterFormat = {
  name: "AGL",
  kind: "interval",
  stamps: "start",
  open: (header, samples) => {
    const column = columnsOf(header, {
      connection: ["nmi"],
      register: ["registercode"],
      start: ["startdate"],
      end: ["enddate"],
      value: ["profilereadvalue"],
      quality: ["qualityflag"],
    })
    if (!column) return null
    const numberAt = numbersBelow(header)
    const [stampAt, endAt] = [stampsBelow(header[column.start]), stampsBelow(header[column.end])]
    return (cells, row) => {
      const [, suffix = ""] = (cells[column.register] ?? "").split("#")
      const direction = AGL_DIRECTIONS[suffix.charAt(0).toUpperCase()]
      const time = stampAt(cells[column.start] ?? "", row)
      if (!time || !direction) return
      samples.add({
        direction,
        register: suffix,
        connection: cells[column.connection],
        time,
        end: endAt(cells[column.end] ?? "", row),
        valueKwh: numberAt(cells, column.value, row),
        isEstimated: /^[efs]/i.test(cells[column.quality] ?? ""),
      })
    }
  },
}

const HOURS_OF_ESB_INTERVAL = 0.5
const ESB_DIRECTIONS: readonly [RegExp, Direction][] = [
  [/^active import interval/i, "import"],
  [/^active export interval/i, "export"],
]

/** A row for each half-hour and direction, of energy or of mean power. */
const esbNetworks: MeterFormat = {
  name: "ESB Networks",
  kind: "interval",
  stamps: "end",
  open: (header, samples) => {
    const column = columnsOf(header, {
      connection: ["mprn"],
      value: ["read value"],
      type: ["read type"],
      time: ["read date and end time"],
    })
    if (!column) return null
    const [numberAt, stampAt] = [numbersBelow(header), stampsBelow(header[column.time])]
    return (cells, row) => {
      const type = cells[column.type] ?? ""
      const direction = ESB_DIRECTIONS.find(([test]) => test.test(type))?.[1]
      const time = stampAt(cells[column.time] ?? "", row)
      if (!time || !direction) return
      const valueKwh = numberAt(cells, column.value, row) * (/\(kw\)/i.test(type) ? HOURS_OF_ESB_INTERVAL : 1)
      samples.add({ direction, register: "all", connection: cells[column.connection], time, valueKwh })
    }
  },
}

/** A row for each quarter-hour and direction, the day and its clock apart. */
const smartMeterTexas: MeterFormat = {
  name: "Smart Meter Texas",
  kind: "interval",
  stamps: "start",
  open: (header, samples) => {
    const column = columnsOf(header, {
      connection: ["esiid"],
      day: ["usage_date"],
      clock: ["usage_start_time"],
      value: ["usage_kwh"],
      direction: ["consumption_surplusgeneration"],
    })
    if (!column) return null
    const [numberAt, stampAt] = [numbersBelow(header), stampsBelow(header[column.day])]
    return (cells, row) => {
      const time = stampAt(`${cells[column.day] ?? ""} ${cells[column.clock] ?? ""}`.trim(), row, "mdy")
      if (!time) return
      const direction = /^surplus/i.test(cells[column.direction] ?? "") ? "export" : "import"
      const connection = cells[column.connection]
      samples.add({ direction, register: "all", connection, time, valueKwh: numberAt(cells, column.value, row) })
    }
  },
}

/** Purchases of consumers, and feed-in of customers with panels. */
const elhub = wideFormat({
  name: "Elhub",
  time: "fra",
  end: "til",
  imports: /^kwh (15|60) forbruk$/,
  exports: /^kwh (15|60) produksjon$/,
})

const sdgeTable = wideFormat({
  name: "SDG&E",
  time: "date",
  clock: "start time",
  order: "mdy",
  imports: /^consumption$/,
  exports: /^generation$/,
})

/** Energy from the grid, feed-in, and their balance, in kWh by a line above; a table of gas has no balance. */
const sdge: MeterFormat = {
  ...sdgeTable,
  open: (header, samples, site) =>
    ["duration", "generation", "net"].every(title => header.includes(title))
      ? sdgeTable.open(header, samples, site)
      : null,
}

const SPANISH_DAY_AND_HOUR = /^(\S+) (\d{1,2})(?::00)?$/
const MAX_HOUR_OF_DAY = 25

/** Hours numbered from 1, on the day of 25 hours to 25: Datadis, e-distribución and i-DE. */
const spanish: MeterFormat = {
  name: "Datadis",
  kind: "interval",
  stamps: "start",
  open: (header, samples, { zone }) => {
    const column = columnsOf(header, {
      connection: ["cups"],
      day: ["fecha", "fecha-hora", "date"],
      bought: /^(consumo|ae|consumption)[_ ]?k?wh$/,
    })
    if (!column) return null
    const hourColumn = header.findIndex(title => title === "hora" || title === "time")
    const fedIn = header.findIndex(title => /^(energiavertida|as|generaci[oó]n|surplusenergy)[_ ]?k?wh$/.test(title))
    const unitKwh = (at: number): number => (header[at]!.endsWith("kwh") ? 1 : 0.001)
    const startOf = hoursOfDays(zone)
    const [numberAt, stampAt] = [numbersBelow(header), stampsBelow(header[column.day])]
    return (cells, row) => {
      const text = [cells[column.day] ?? "", ...(hourColumn < 0 ? [] : [cells[hourColumn] ?? ""])].join(" ").trim()
      const [, written = "", hour = "0"] = SPANISH_DAY_AND_HOUR.exec(text) ?? []
      const day = readStamp(written, "dmy")
      if (!day || Number(hour) < 1 || Number(hour) > MAX_HOUR_OF_DAY) {
        if (stampAt(text, row) === null) return
        refuse("file-row-time", { row, column: titleOf(header, column.day), text: shown(text) })
      }
      const time = startOf(day!.ms, Number(hour))
      const connection = cells[column.connection]
      const valueKwh = numberAt(cells, column.bought, row) * unitKwh(column.bought)
      samples.add({ direction: "import", register: "all", connection, time, valueKwh })
      if (fedIn < 0) return
      const fedInKwh = numberAt(cells, fedIn, row) * unitKwh(fedIn)
      samples.add({ direction: "export", register: "all", time, valueKwh: Number.isNaN(fedInKwh) ? 0 : fedInKwh })
    }
  },
}

/** Formats that are read, in the order in which their headers are tried. */
export const gridOperatorFormats: readonly MeterFormat[] = [
  eloverblik,
  fingrid,
  tibber,
  enedis,
  esbNetworks,
  smartMeterTexas,
  sdge,
  elhub,
  spanish,
  agl,
  homeAssistant,
  homeAssistantHistory,
].map(withinTitles)
