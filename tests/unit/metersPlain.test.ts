import { expect, test } from "bun:test"
import { violation } from "../../domain/base/validation/violation.ts"
import { readMeterYear } from "../../domain/site/meters/readMeterFile.ts"
import { sentenceOf } from "../../domain/texts/violations.ts"
import { textFile } from "../support/meterFiles.ts"
import { saying } from "../support/sentences.ts"

/**
 * Tables of no known provider, as portals of several countries write them: forty days of hours, each the same energy.
 */

interface Moment {
  y: string
  m: string
  d: string
  h: string
  i: string
  date: Date
}

const HOURS = 40 * 24
const momentAt = (minutes: number): Moment => {
  const date = new Date(Date.UTC(2024, 0, 1) + minutes * 60_000)
  const [y = "", m = "", d = "", h = "", i = ""] = date.toISOString().split(/[-T:]/)
  return { y, m, d, h, i, date }
}
const kwhOf = (hour: number): number => 0.1 + (hour % 24) / 100
const totalKwh = Array.from({ length: HOURS }, (_, hour) => kwhOf(hour)).reduce((a, b) => a + b)
const comma = (value: number): string => value.toFixed(3).replace(".", ",")
const iso = ({ y, m, d, h, i }: Moment): string => `${y}-${m}-${d} ${h}:${i}`
const european = ({ y, m, d, h, i }: Moment): string => `${d}.${m}.${y} ${h}:${i}`

/** A row for each interval: its moment, its end, its number and the number of its hour. */
const file = (head: string, row: (from: Moment, until: Moment, hour: number) => string, stepMin = 60): string => {
  const count = (HOURS * 60) / stepMin
  const rows = Array.from({ length: count }, (_, index) => {
    return row(momentAt(index * stepMin), momentAt((index + 1) * stepMin), Math.floor((index * stepMin) / 60))
  })
  return [head, ...rows, ""].join("\n")
}
const english = file("Timestamp,Consumption (kWh)", (at, _, hour) => `${iso(at)},${kwhOf(hour).toFixed(3)}`)
const wide = (text: string, isBigEndian: boolean): Uint8Array => {
  const bytes = Buffer.from(text, "utf16le")
  return new Uint8Array(isBigEndian ? bytes.swap16() : bytes)
}
const american = ({ y, m, d, i, date }: Moment): string => {
  const hour = date.getUTCHours()
  return `${m}/${d}/${y} ${hour % 12 || 12}:${i} ${hour < 12 ? "AM" : "PM"}`
}

test.each<[string, string | Uint8Array]>([
  ["bars between the columns", english.replaceAll(",", "|")],
  ["a line that names the delimiter", `sep=,\n${english}`],
  ["UTF-16, high bytes first, with a byte order mark", wide(`\ufeff${english}`, true)],
  ["UTF-16 without one", wide(english, false)],
  ["UTF-16, high bytes first, without one", wide(english, true)],
  [
    "German in Windows-1252, date and time apart",
    new Uint8Array(
      Buffer.from(
        file(
          "Datum;Uhrzeit;Verbrauch für Zähler (kWh)",
          ({ y, m, d, h, i }, _, hour) => `${d}.${m}.${y};${h}:${i};${comma(kwhOf(hour))}`,
        ),
        "latin1",
      ),
    ),
  ],
  [
    "French, date and time apart",
    file(
      "Date;Heure;Soutirage (kWh);Injection (kWh)",
      ({ y, m, d, h, i }, _, hour) => `${d}/${m}/${y};${h}:${i};${comma(kwhOf(hour))};0`,
    ),
  ],
  [
    "from and until",
    file(
      "Von;Bis;Bezug (kWh);Einspeisung (kWh)",
      (from, until, hour) => `${european(from)};${european(until)};${comma(kwhOf(hour))};0`,
    ),
  ],
  [
    "the end of the interval alone",
    file("Interval end;Usage (kWh)", (_, until, hour) => `${iso(until)};${comma(kwhOf(hour))}`),
  ],
  [
    "mean power of quarter-hours",
    file("Zeitstempel;Wirkleistung [kW]", (at, _, hour) => `${european(at)};${comma(kwhOf(hour))}`, 15),
  ],
  ["watt-hours", file("time,Energy (Wh)", (at, _, hour) => `${iso(at)},${Math.round(kwhOf(hour) * 1000)}`)],
  ["megawatt-hours", file("time,Energy (MWh)", (at, _, hour) => `${iso(at)},${(kwhOf(hour) / 1000).toFixed(6)}`)],
  [
    "a price next to the energy",
    file("Start,Usage (kWh),Cost (EUR)", (at, _, hour) => `${iso(at)},${kwhOf(hour).toFixed(3)},9.99`),
  ],
  [
    "two tariffs each way",
    file("Tijd;Verbruik dag (kWh);Verbruik nacht (kWh);Injectie dag (kWh);Injectie nacht (kWh)", (at, _, hour) =>
      hour % 2 ? `${iso(at)};${comma(kwhOf(hour))};;;` : `${iso(at)};;${comma(kwhOf(hour))};;`,
    ),
  ],
  [
    "energy from the grid next to what the house uses and the panels make",
    file(
      "Time,System Production (Wh),Consumption (Wh),Import (Wh),Export (Wh)",
      (at, _, hour) => `${american(at)},5000,6000,${Math.round(kwhOf(hour) * 1000)},0`,
    ),
  ],
  [
    "a preamble, date, start and end apart",
    `Name,J. DOE\nAddress,"1 MAIN ST, CITY"\n\n${file(
      "TYPE,DATE,START TIME,END TIME,USAGE (kWh),COST,NOTES",
      ({ y, m, d, h }, _, hour) => `Electric usage,${y}-${m}-${d},${h}:00,${h}:59,${kwhOf(hour).toFixed(3)},$0.10,`,
    )}`,
  ],
  [
    "morning and afternoon",
    file("Date/Time,Usage (kWh)", (at, _, hour) => `${american(at)},${kwhOf(hour).toFixed(3)}`),
  ],
  [
    "seconds since 1970",
    file("timestamp,kWh", ({ date }, _, hour) => `${date.getTime() / 1000 - 3600},${kwhOf(hour).toFixed(3)}`),
  ],
  [
    "milliseconds since 1970",
    file("timestamp,kWh", ({ date }, _, hour) => `${date.getTime() - 3_600_000},${kwhOf(hour).toFixed(3)}`),
  ],
  ["units in the cells", file("Tijd;Verbruik (kWh)", (at, _, hour) => `${iso(at)};${comma(kwhOf(hour))} kWh`)],
  ["a row of units", file("Tijd;Verbruik\n;kWh", (at, _, hour) => `${iso(at)};${comma(kwhOf(hour))}`)],
  ["a total at the end", `${english}Grand Total,${totalKwh}\n`],
  ["a German total at the end", `${english}Summe,${totalKwh}\n`],
])("is read: %s", (_, content) => {
  const bytes = typeof content === "string" ? textFile(content) : content
  const year = readMeterYear(bytes, "export.csv", { year: 2024 })
  expect(year.fileTotalKwh.import).toBeCloseTo(totalKwh, 6)
  expect(year.fileTotalKwh.export).toBe(0)
  for (const hour of [0, 23, 24 * 20 + 7, HOURS - 1]) expect(year.importKwh[hour]).toBeCloseTo(kwhOf(hour), 6)
  expect(year.importKwh[HOURS]).toBeNaN()
})

test("readings of a named register are subtracted, and a register that starts again at 0 loses one hour", () => {
  const reading = (hour: number) => (99_950 + hour * 0.25) % 100_000
  const text = file("Datum;Zählerstand (kWh)", (at, _, hour) => `${european(at)};${comma(reading(hour))}`)
  const year = readMeterYear(textFile(text), "export.csv", { year: 2024 })
  expect(year.importKwh[0]).toBeCloseTo(0.25, 9)
  expect(year.importKwh[199]).toBeNaN()
  expect(year.importKwh[200]).toBeCloseTo(0.25, 9)
  expect(year.fileTotalKwh.import).toBeCloseTo((HOURS - 2) * 0.25, 6)
})

test.each([
  ["readings that rise and fall", "time,reading (kWh)", (hour: number) => `${(hour * 7) % 24}`, "rise and fall"],
  ["the highest power of the hour", "time,max power (kW)", () => "1", "no known format"],
  ["a column without its unit", "time,Import (kWh),Export", () => "1,2", 'column "Export" of the file names no unit'],
  [
    "two columns of use",
    "time,kitchen (kWh),garage (kWh)",
    () => "1,2",
    'columns "kitchen (kWh)", "garage (kWh)" of the file do not say which is import from the grid',
  ],
  ["units of two kinds", "time,Import (kWh),Export (Wh)", () => "1,2", "no known format"],
  [
    "a balance of both directions that no title names",
    "time,usage (kWh)",
    (hour: number) => `${hour % 3 ? 1 : -1}`,
    "in columns of their own",
  ],
  ["no unit anywhere", "time,usage", () => "1", 'column "usage" of the file names no unit'],
])("is refused with a reason: %s", (_, head, value, reason) => {
  const text = file(head, (at, _until, hour) => `${iso(at)},${value(hour)}`)
  expect(saying(() => readMeterYear(textFile(text), "export.csv"))).toThrow(reason)
})

test("a plain table of days is refused with the reason", () => {
  const days = Array.from({ length: 60 }, (_, day) => `${iso(momentAt(day * 1440)).slice(0, 10)};8`)
  const text = ["Datum;Verbruik (kWh)", ...days].join("\n")
  expect(saying(() => readMeterYear(textFile(text), "export.csv"))).toThrow("holds one value a day")
})

test("OBIS codes give the directions, and distinguish registers from the energy of intervals", () => {
  const interval = file("Zeit;1-1:1.29.0 (kWh);1-1:2.29.0 (kWh)", (at, _, hour) => `${iso(at)};${comma(kwhOf(hour))};1`)
  const { import: bought, export: fedIn } = readMeterYear(textFile(interval), "export.csv").fileTotalKwh
  expect(bought).toBeCloseTo(totalKwh, 6)
  expect(fedIn).toBe(HOURS)
  const registers = file(
    "time,1-0:1.8.1 (kWh),1-0:1.8.2 (kWh),1-0:2.8.1 (kWh),1-0:2.8.2 (kWh)",
    (at, _, hour) => `${iso(at)},${100 + hour},${200 + hour / 2},${300 + hour / 4},400`,
  )
  const read = readMeterYear(textFile(registers), "export.csv").fileTotalKwh
  expect(read.import).toBeCloseTo((HOURS - 1) * 1.5, 6)
  expect(read.export).toBeCloseTo((HOURS - 1) / 4, 6)
})

test("a row for each direction is refused: its moments say nothing of which is which", () => {
  const text = file("time,direction,energy (kWh)", (at, _, hour) => `${iso(at)},in,${hour % 5}\n${iso(at)},out,9`)
  expect(saying(() => readMeterYear(textFile(text), "export.csv"))).toThrow("same date and time")
})

test.each([
  [
    "De (date);De (heure);À (date);À (heure);Code EAN;Compteur;Type de compteur;Registre;Volume;Unité;Statut de validation",
    "Prélèvement Jour",
    "Injection Jour",
  ],
  [
    "Von (Datum);Von (Uhrzeit);Bis (Datum);Bis (Uhrzeit);EAN-Code;Zähler;Zählertyp;Register;Volumen;Einheit;Validierungsstatus",
    "Entnahme Tag",
    "Einspeisung Tag",
  ],
])("Fluvius in another language of Belgium is read: %s", (head, offtake, injection) => {
  const day = ({ y, m, d }: Moment): string => `${d}/${m}/${y}`
  const text = file(head, (from, until, hour) =>
    [offtake, injection]
      .map(register => {
        const span = [day(from), `${from.h}:${from.i}:00`, day(until), `${until.h}:${until.i}:00`].join(";")
        return `${span};="541448800000000017";1SAG;Meter;${register};${comma(kwhOf(hour))};kWh;x`
      })
      .join("\n"),
  )
  const year = readMeterYear(textFile(text), "export.csv")
  expect(year.format).toBe("Fluvius")
  expect(year.fileTotalKwh.import).toBeCloseTo(totalKwh, 6)
  expect(year.fileTotalKwh.export).toBeCloseTo(totalKwh, 6)
})

test.each<[string, string, string[]]>([
  [
    "of none",
    file("Time,Import,Export,Price", (at, _, hour) => `${iso(at)},${kwhOf(hour)},0,0.3`),
    ["Import", "Export"],
  ],
  ["of one alone", file("Tijd;Verbruik", (at, _, hour) => `${iso(at)};${comma(kwhOf(hour))}`), ["Verbruik"]],
  ["in words that are not known", file("Time,A,B", (at, _, hour) => `${iso(at)},${kwhOf(hour)},1`), ["A", "B"]],
  ["of feed-in", file("Time,Usage (kWh),Feed-in", (at, _, hour) => `${iso(at)},${kwhOf(hour)},0`), ["Feed-in"]],
])("a table that names the unit %s says which columns lack it, and how to write it", (_, text, columns) => {
  const read = saying(() => readMeterYear(textFile(text), "meter.csv"))
  for (const column of columns) expect(read).toThrow(`"${column}"`)
  expect(read).toThrow(`no unit: write it in the title, as in "${columns[0]} (kWh)"`)
})

test("rows of days are refused as days, whether or not their column names a unit", () => {
  const days = Array.from({ length: 40 }, (_, day) => `${iso(momentAt(day * 1440))};9,5`)
  for (const title of ["Verbruik", "Verbruik (kWh)"]) {
    const text = [`Datum;${title}`, ...days].join("\n")
    expect(saying(() => readMeterYear(textFile(text), "meter.csv"))).toThrow("holds one value a day")
  }
})

test("a table that begins with values is told to have titles, and one without a provider has a Dutch name in Dutch", () => {
  const bare = file("2023-12-31 23:00,0.1", (at, _, hour) => `${iso(at)},${kwhOf(hour)}`)
  expect(saying(() => readMeterYear(textFile(bare), "meter.csv"))).toThrow("put a row of titles above them")
  const negative = violation(["file"], "file-negative", { format: "date and kWh", values: 30 })
  expect(sentenceOf(negative, "nl")).toStartWith("het bestand met datum en kWh bevat 30 waarden")
  expect(sentenceOf(violation(["file"], "file-gas", { format: "HomeWizard" }), "nl")).toContain(
    "bestand van HomeWizard",
  )
})
