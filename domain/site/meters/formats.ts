import type { NotReadReason } from "../../base/validation/rules.ts"
import { columnsOf, type MeterFormat, numbersBelow, stampsBelow, wideFormat } from "./reading.ts"
import { refuse, shown } from "./refusal.ts"
import type { Direction } from "./samples.ts"
import { epochStamp, readAmericanNumber } from "./values.ts"

/** The export formats with a value per quarter-hour or hour, recognised by the columns of their header. */

const homeWizard = wideFormat({
  name: "HomeWizard",
  kind: "reading",
  time: "time",
  imports: /^import( t\d)? kwh$/,
  exports: /^export( t\d)? kwh$/,
})

const dsmrReader = wideFormat({
  name: "DSMR-reader",
  time: "hour start",
  imports: /^electricity \d( \(.*\))?$/,
  exports: /^electricity \d returned\b/,
})

const zonneplan = wideFormat({
  name: "Zonneplan",
  time: "datefrom",
  end: "dateto",
  imports: /^electricityconsumptionusagekwh$/,
  exports: /^electricityproductionusagekwh$/,
})

const slimmeMeterPortal = wideFormat({
  name: "SlimmeMeterPortal",
  stamps: "end",
  time: "datum_tijd",
  imports: /^levering_(normaal|laag)$/,
  exports: /^teruglevering_(normaal|laag)$/,
})

const energieManagerSite = wideFormat({
  name: "Energie Manager Online",
  time: "vanaf",
  end: "tot",
  imports: /^verbruik (laag|hoog) tarief$/,
  exports: /^teruglevering (laag|hoog) tarief$/,
})

const enphase = wideFormat({
  name: "Enphase",
  time: "date/time",
  order: "mdy",
  imports: /^imported from grid \(wh\)$/,
  exports: /^exported to grid \(wh\)$/,
  number: readAmericanNumber,
  unitKwh: 0.001,
})

/** The columns of energy used since the row before; the columns next to them are readings at the interval's end. */
const p1Monitor = wideFormat({
  name: "P1 Monitor",
  time: "timestamp",
  imports: /^verbr_kwh_x$/,
  exports: /^gelvr_kwh_x$/,
})

const CUBIC_METRES = /^m(3|³)$/i
const ESTIMATED = /^(geschat|estimated|estimé|geschätzt)/i

/**
 * One row per quarter-hour and register of the tariff in force; day and night registers add up. Dutch and English
 * titles come from real files, French and German titles are translations.
 */
const fluvius: MeterFormat = {
  name: "Fluvius",
  kind: "interval",
  stamps: "start",
  open: (header, samples) => {
    const column = columnsOf(header, {
      fromDate: /^(van|from|de|du|von) \(?dat(um|e)\)?$/,
      fromTime: /^(van|from|de|du|von) \(?(tijdstip|time|heure|uhrzeit)\)?$/,
      untilDate: /^(tot|until|to|à|au|bis) \(?dat(um|e)\)?$/,
      untilTime: /^(tot|until|to|à|au|bis) \(?(tijdstip|time|heure|uhrzeit)\)?$/,
      connection: /^(code )?ean([- ]code)?$/,
      register: /^regist(er|re)$/,
      volume: /^volumen?$/,
      unit: ["eenheid", "unit", "unité", "einheit"],
      meterType: /^(meter ?type|type de compteur|zählertyp)$/,
      status: /^(validatie ?status|validation status|statut de validation|validierungsstatus)$/,
    })
    if (!column) return null
    const numberAt = numbersBelow(header)
    const [stampAt, endAt] = [stampsBelow(header[column.fromDate]), stampsBelow(header[column.untilDate])]
    return (cells, row) => {
      const isGas = CUBIC_METRES.test(cells[column.unit] ?? "") || /gas/i.test(cells[column.meterType] ?? "")
      if (isGas) samples.leftOut.gas++
      const direction = isGas ? null : fluviusDirection(cells[column.register] ?? "")
      const time = stampAt(`${cells[column.fromDate] ?? ""} ${cells[column.fromTime] ?? ""}`.trim(), row)
      if (!time || !direction || cells[column.unit]?.toLowerCase() !== "kwh") return
      samples.add({
        direction,
        register: cells[column.register]!,
        connection: cells[column.connection],
        time,
        end: endAt(`${cells[column.untilDate] ?? ""} ${cells[column.untilTime] ?? ""}`.trim(), row),
        valueKwh: numberAt(cells, column.volume, row),
        isEstimated: ESTIMATED.test(cells[column.status] ?? ""),
      })
    }
  },
}

const fluviusDirection = (register: string): Direction | null =>
  /^(afname|offtake|prélèvement|entnahme)/i.test(register)
    ? "import"
    : /^(injectie|injection|einspeisung)/i.test(register)
      ? "export"
      : null

const ENGIE_DIRECTIONS: Record<string, Direction> = { elektriciteit: "import", teruglevering: "export" }

/** A block of rows per type, each in order of time. */
const engie: MeterFormat = {
  name: "Engie",
  kind: "interval",
  stamps: "start",
  open: (header, samples) => {
    const column = columnsOf(header, {
      time: ["datum"],
      connection: ["ean"],
      value: ["verbruik"],
      type: ["type"],
    })
    if (!column) return null
    const [numberAt, stampAt] = [numbersBelow(header), stampsBelow(header[column.time])]
    return (cells, row) => {
      const type = (cells[column.type] ?? "").toLowerCase()
      if (type === "gas") samples.leftOut.gas++
      const direction = ENGIE_DIRECTIONS[type]
      const time = stampAt(cells[column.time] ?? "", row)
      if (!time || !direction) return
      const valueKwh = numberAt(cells, column.value, row)
      samples.add({ direction, register: "all", connection: cells[column.connection], time, valueKwh })
    }
  },
}

const ENERGIE_MANAGER_DIRECTIONS: Record<string, Direction> = { ellm: "import", eltm: "export" }

/** A reading times a factor per moment and code; the factor of fed-in energy is negative. */
const energieManagerApi: MeterFormat = {
  name: "Energie Manager API",
  kind: "reading",
  stamps: "start",
  open: (header, samples) => {
    const column = columnsOf(header, {
      connection: ["ean"],
      code: ["code"],
      moment: ["moment"],
      value: ["value"],
      factor: ["factor"],
    })
    if (!column) return null
    const numberAt = numbersBelow(header)
    return (cells, row) => {
      const code = (cells[column.code] ?? "").toLowerCase()
      if (code.includes("gas")) samples.leftOut.gas++
      const direction = ENERGIE_MANAGER_DIRECTIONS[code]
      if (!direction) return
      const time =
        epochStamp(numberAt(cells, column.moment, row)) ?? refuse("file-row-moment", { row, column: "moment" })
      const valueKwh = Math.abs(numberAt(cells, column.value, row) * numberAt(cells, column.factor, row))
      samples.add({ direction, register: code, connection: cells[column.connection], time, valueKwh })
    }
  },
}

/** One row per interval and direction, moments in UTC. */
const nextEnergy: MeterFormat = {
  name: "Next Energy",
  kind: "interval",
  stamps: "start",
  open: (header, samples) => {
    const column = columnsOf(header, {
      time: ["date time utc"],
      usage: ["usage"],
      unit: ["unit"],
      direction: ["direction"],
      missing: ["is missing"],
      connection: ["accesspoint ean"],
    })
    if (!column) return null
    const [numberAt, stampAt] = [numbersBelow(header), stampsBelow(header[column.time])]
    return (cells, row) => {
      const unit = (cells[column.unit] ?? "").toLowerCase()
      if (CUBIC_METRES.test(unit)) samples.leftOut.gas++
      const time = stampAt(cells[column.time] ?? "", row)
      if (!time || unit !== "kwh" || /^(1|true|ja|yes)$/i.test(cells[column.missing] ?? "")) return
      const direction = cells[column.direction]?.toLowerCase() === "levering" ? "import" : "export"
      const valueKwh = numberAt(cells, column.usage, row)
      const connection = cells[column.connection]
      samples.add({ direction, register: "all", connection, time: { ms: time.ms, isUtc: true }, valueKwh })
    }
  },
}

/** Formats that are read, in the order in which their headers are tried. */
export const meterFormats: readonly MeterFormat[] = [
  homeWizard,
  fluvius,
  engie,
  dsmrReader,
  zonneplan,
  slimmeMeterPortal,
  energieManagerSite,
  energieManagerApi,
  enphase,
  p1Monitor,
  nextEnergy,
]

/** A known format that is not supported. */
interface RefusedFormat {
  name: string
  /** Columns that its header has, in lower case. */
  columns: string[]
  reason: NotReadReason
}

const refusedFormats: readonly RefusedFormat[] = [
  { name: "HomeWizard", columns: ["time", "total gas used"], reason: "gas" },
  { name: "HomeWizard", columns: ["time", "water usage dl"], reason: "water" },
  { name: "SlimmeMeterPortal", columns: ["datum_tijd", "levering"], reason: "gas" },
  { name: "Liander", columns: ["eancodeasn", "meterreadingdate", "reading1"], reason: "daily" },
  { name: "Greenchoice", columns: ["opnamedatum", "standnormaal", "standdal"], reason: "daily" },
  { name: "VanOns", columns: ["datum", "afname stand dal", "afname stand normaal"], reason: "daily" },
  { name: "Eneco/Oxxio", columns: ["datum", "meterstand laagtarief (el 1)"], reason: "daily" },
  {
    name: "Enphase",
    columns: ["date/time", "energy produced (wh)"],
    reason: "production",
  },
]

/** Throws InvalidInput with the reason if the header (lower case) belongs to a known format that is not read. */
export const refuseKnownFormat = (header: string[]): void => {
  const format = refusedFormats.find(({ columns }) => columns.every(column => header.includes(column)))
  if (format) refuse("file-format-not-read", { format: shown(format.name), reason: format.reason })
}
