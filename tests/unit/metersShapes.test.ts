import { expect, test } from "bun:test"
import { readMeterFile, readMeterYear } from "../../domain/site/meters/readMeterFile.ts"
import { noteTexts } from "../../domain/texts/notes.ts"
import { textFile, workbookFile } from "../support/meterFiles.ts"
import {
  american,
  comma,
  dotted,
  type Export,
  expectHours,
  expectWholeYear,
  type Row,
  yearAt,
} from "../support/meterYears.ts"
import { saying } from "../support/sentences.ts"

/**
 * Layouts of portals and apps, as their public parsers describe them: units in rows, columns and lines of their own,
 * rows for each direction, sheets for each month. Each row of 2023 is assigned to its hour.
 */

const VIENNA = { zone: "Europe/Vienna", standardHours: 1, stepMin: 60 }
const WARSAW = { ...VIENNA, zone: "Europe/Warsaw" }
const AMSTERDAM = { ...VIENNA, zone: "Europe/Amsterdam" }
const LOS_ANGELES = { zone: "America/Los_Angeles", standardHours: -8, stepMin: 60 }
const ACCOUNT = ["Name,A. CUSTOMER", 'Address,"1 STREET, CITY"', "Account Number,1", "Disclaimer,none"]

const halves = (clock: string): string => {
  const hour = Number(clock.slice(0, 2))
  return `${hour % 12 || 12}${clock.slice(2)} ${hour < 12 ? "AM" : "PM"}`
}
const german = ([date, clock]: Row["from"]): string => `${dotted(date, ".")} ${clock}`
/** Hours in local time, written at their ends. */
const polish = ({ from: [date, clock] }: Row): string => `${date} ${Number(clock.slice(0, 2)) + 1}:00`

const FILES: Record<string, Export> = {
  "SDG&E: the unit in a line among those of the account": {
    ...LOS_ANGELES,
    head: [
      ...ACCOUNT,
      "Title,CSV Export Electric Meter(s)",
      ...["Resource,Electric", "Meter Number,1", "Interval UOM,Minute(s)", "Reading Start,1/1/2023 00:00"],
      ...["Reading End,12/31/2023 23:00", "Total Duration,365 Days", "Total Usage,817.415", "UOM,kWh"],
      "Meter Number,Date,Start Time,Duration,Consumption,Generation,Net",
    ].join("\n"),
    row: ({ from, kwh }) => `"1","${american(from[0])}","${halves(from[1])}","60","${kwh}","${kwh / 2}","${kwh / 2}"`,
    fedInShare: 0.5,
  },
  "the unit in a column": {
    ...LOS_ANGELES,
    head: [...ACCOUNT, "", "TYPE,DATE,START TIME,END TIME,USAGE,UNITS,COST,NOTES"].join("\n"),
    row: ({ from, kwh }) => `Electric usage,${from.join()},${from[1].slice(0, 2)}:59,${kwh},kWh,$0.10,`,
  },
  "kilowatt-hours in words, below lines of which one names kWh": {
    ...LOS_ANGELES,
    head: '"Average daily usage: 9 kWh"\n\nEnergy consumption time period,Usage(Real energy in kilowatt-hours),Reading quality',
    row: ({ from, until, kwh }) => `${from.join(" ")}:00 to ${until.join(" ")}:00,${kwh},`,
  },
  "Fronius: a row of units, a meter beside the whole plant": {
    ...VIENNA,
    head: [
      "Datum und Uhrzeit;Energie aus Batterie bezogen;Energie ins Netz eingespeist;Energie vom Netz bezogen;Produktion;State of Charge;Energie vom Netz bezogen | PowerMeter;",
      "[dd.MM.yyyy HH:mm];[Wh];[Wh];[Wh];[Wh];[%];[Wh];",
    ].join("\n"),
    row: ({ from, kwh }) => `${german(from)};9;${kwh * 500};${kwh * 1000};5;50.00;${kwh * 1000};`,
    fedInShare: 0.5,
  },
  "a row for each OBIS code, below the number of the connection": {
    ...VIENNA,
    head: "Zeitstempel String\tObiscode\tWert (kWh)\tAngezeigter Zeitraum\nZählpunkt: AT1",
    row: ({ from, kwh }) =>
      [`1.8.0\t${comma(kwh)}`, `2.8.0\t${comma(kwh / 4)}`].map(cells => `${german(from)}\t${cells}\tx`).join("\n"),
    fedInShare: 0.25,
  },
  "dates and clocks from and until": {
    ...VIENNA,
    head: "Zählpunkt;Kennzahl\nAT1;1-1:1.9.0 P.01\nStartdatum;Startuhrzeit;Enddatum;Enduhrzeit;Verbrauch (in kWh)",
    row: ({ from, until, kwh }) =>
      `${dotted(from[0], ".")};${from[1]};${dotted(until[0], ".")};${until[1]};${comma(kwh)}`,
  },
  "a title that says UTC": {
    ...AMSTERDAM,
    head: "Time (UTC),kWh",
    row: ({ start, kwh }) => `${start.toISOString().slice(0, 16).replace("T", " ")},${kwh}`,
  },
  "a title that says its distance to UTC": {
    ...AMSTERDAM,
    head: "Date (GMT+1);kWh",
    row: ({ end, kwh }) => `${end.toISOString().slice(0, 16).replace("T", " ")};${comma(kwh)}`,
  },
  "prices and carbon dioxide of each kWh": {
    ...AMSTERDAM,
    head: "Datum;Verbruik (kWh);Prijs (EUR/kWh);CO2 (g/kWh)",
    row: ({ from, kwh }) => `${from.join(" ")};${comma(kwh)};0,25;300`,
  },
  "columns with one title": {
    ...AMSTERDAM,
    head: "Datum;Zeit;Bezug (kW);Status;Einspeisung (kW);Status",
    row: ({ from, kwh }) => `${from.join(";")};${comma(kwh)};W;${comma(kwh / 2)};W`,
    fedInShare: 0.5,
  },
  "hours that end": {
    ...LOS_ANGELES,
    head: "Meter,Date,Hour Ending,kWh",
    row: ({ from, hour, kwh }) => `1,${american(from[0])},${hour},${kwh}`,
  },
  "Datadis in English": {
    ...AMSTERDAM,
    zone: "Europe/Madrid",
    head: "cups,date,time,consumptionKWh,obtainMethod,surplusEnergyKWh",
    row: ({ from, hour, kwh }) => `ES1,${from[0].replaceAll("-", "/")},${hour}:00,${kwh},Real,${kwh / 2}`,
    fedInShare: 0.5,
  },
  "Elhub with what panels fed in": {
    ...AMSTERDAM,
    zone: "Europe/Oslo",
    head: "Fra;Til;KWH 60 Forbruk;KWH 60 Produksjon;Kvalitet",
    row: ({ from, until, kwh }) => `${german(from)};${german(until)};${comma(kwh)};${comma(kwh / 2)};Målt`,
    fedInShare: 0.5,
  },
}

test.each(Object.entries(FILES))("%s", (_, made) => expectWholeYear(made))

test("a row for each direction, written at the end of its hour, which a note says", () => {
  const [rows, hours] = yearAt(WARSAW.zone, WARSAW.standardHours, WARSAW.stepMin)
  const written = (at: Row) => `${polish(at)};${comma(at.kwh)};pobór\n${polish(at)};${comma(at.kwh / 2)};oddanie`
  const bytes = textFile(["Data; Wartość kWh;Rodzaj", ...rows.map(written)].join("\n"))
  const { importKwh, exportKwh, notes } = readMeterFile(bytes, "x.csv", { zone: WARSAW.zone, year: 2023 })
  expect([...importKwh]).toEqual(hours.map(kwh => expect.closeTo(kwh, 9)))
  expect([...exportKwh!]).toEqual(hours.map(kwh => expect.closeTo(kwh / 2, 9)))
  expect(notes.map(({ code }) => code)).toEqual(["file-times-are-ends"])
})

/** Forty days of hours in Amsterdam, from 1 January. */
const [YEAR] = yearAt("Europe/Amsterdam", 1, 60)
const DAYS = YEAR.slice(0, 40 * 24)
const file = (head: string, row: (at: Row, index: number) => string): Uint8Array =>
  textFile([head, ...DAYS.map(row)].join("\n"))
const total = DAYS.reduce((sum, { kwh }) => sum + kwh, 0)

test("energy that is summed over the phases of an hour is what is billed", () => {
  const bytes = file("Data; Strefa; Wartość kWh;Rodzaj;", at => {
    const rows = [
      ["pobór", at.kwh * 2],
      ["oddanie", at.kwh * 2],
      ["pobrana po zbilansowaniu", at.kwh],
      ["oddana po zbilansowaniu", at.kwh / 2],
    ] as const
    return rows.map(([kind, kwh]) => `${polish(at)};T1;${comma(kwh)};${kind};`).join("\n")
  })
  const { fileTotalKwh, notes } = readMeterYear(bytes, "x.csv")
  expect(fileTotalKwh.import).toBeCloseTo(total, 6)
  expect(fileTotalKwh.export).toBeCloseTo(total / 2, 6)
  expect(noteTexts(notes, "en")).toContain("columns of energy that were not read: pobór, oddanie")
})

test.each<[string, string, (at: Row) => string[]]>([
  [
    "of two tariffs",
    "Tijd;Register;kWh",
    ({ kwh }) => [`Afname Dag;${comma(kwh)}`, "Afname Nacht;0", "Injectie Dag;1"],
  ],
  ["of other units", "Tijd;Eenheid;Waarde", ({ kwh }) => [`kWh;${comma(kwh)}`, "kvarh;7", "m3;9"]],
])("rows %s at one moment", (_, head, cells) => {
  const bytes = file(head, at =>
    cells(at)
      .map(one => `${at.from.join(" ")};${one}`)
      .join("\n"),
  )
  expect(readMeterYear(bytes, "x.csv").fileTotalKwh.import).toBeCloseTo(total, 6)
})

test.each([
  ["its total", "sum,state", (at: number) => `${(1000 + at).toFixed(3)},7`],
  ["what was added", "sum,delta", (_: number, kwh: number) => `5,${kwh}`],
])("statistics of Home Assistant with %s of each hour", (_, columns, values) => {
  const sums = new Map<string, number>()
  const bytes = file(`statistic_id,unit,start,${columns}`, ({ from, kwh }) => {
    const row = (sensor: string, value: number) => {
      sums.set(sensor, (sums.get(sensor) ?? 0) + value)
      return `sensor.${sensor},kWh,${german(from)},${values(sums.get(sensor)!, value)}`
    }
    return [row("energy_consumed_tariff_1", kwh), row("energy_produced_tariff_1", kwh / 2), row("pv_yield", 9)].join(
      "\n",
    )
  })
  const { format, importKwh, exportKwh } = readMeterYear(bytes, "x.csv", { year: 2023 })
  expect(format).toBe("Home Assistant")
  for (const hour of [1, 30, 500]) {
    expect(importKwh[hour]).toBeCloseTo(DAYS[hour]!.kwh, 2)
    expect(exportKwh![hour]).toBeCloseTo(DAYS[hour]!.kwh / 2, 2)
  }
})

test("a table with a column for each day, as text and as a sheet", () => {
  const days = [...new Set(YEAR.map(({ from }) => from[0]))]
  const at = new Map(YEAR.map(({ from, kwh }) => [from.join(" "), kwh]))
  const clocks = YEAR.slice(0, 24).map(({ from }) => from[1])
  const rows = clocks.map(clock => [clock, ...days.map(day => comma(at.get(`${day} ${clock}`) ?? 0))].join(";"))
  const text = [`Uhrzeit (kWh);${days.map(day => dotted(day, ".")).join(";")}`, ...rows].join("\n")
  const { importKwh, measuredFraction } = readMeterYear(textFile(text), "x.csv", { year: 2023 })
  // Autumn's repeated hour has one value in this layout.
  expect(measuredFraction).toBeCloseTo(8759 / 8760, 9)
  for (const hour of [0, 2000, 4000, 8759]) expect(importKwh[hour]).toBeCloseTo(YEAR[hour]!.kwh, 9)
  const serial = (day: string) => Date.parse(day) / 86_400_000 + 25_569
  const few = days.slice(0, 25)
  const sheet = [["kWh", ...few.map(serial)], ...clocks.map(c => [c, ...few.map(day => at.get(`${day} ${c}`)!)])]
  const read = readMeterYear(workbookFile({ A: sheet }), "x.xlsx", { year: 2023 })
  expect([read.importKwh[0], read.importKwh[25 * 24 - 1]]).toEqual([YEAR[0]!.kwh, YEAR[25 * 24 - 1]!.kwh])
})

/** Sheets of the months of 2023; months before July are moved to 2024. */
const sheetsOfMonths = (isInTwoYears: boolean) => {
  const dayOf = (month: number, date: string) => (isInTwoYears && month < 7 ? date.replace("2023", "2024") : date)
  const serial = (date: string) => Date.parse(date) / 86_400_000 + 25_569
  const share = (at: Row) => Number(at.from[1].slice(0, 2)) / 24
  const rowsOf = (month: number) => YEAR.filter(({ from }) => Number(from[0].slice(5, 7)) === month)
  const months = Array.from({ length: 12 }, (_, month) => month + 1)
  const sheets = months.map(month => [
    `M${month}`,
    [
      ["Datum", "Uhrzeit", "Bezug (kWh)"],
      ...rowsOf(month).map(at => [serial(dayOf(month, at.from[0])), share(at), at.kwh]),
    ],
  ])
  return workbookFile(Object.fromEntries(sheets))
}

test("a sheet for each month is one year, and a sheet keeps days and times of day as numbers", () => {
  expectHours(
    sheetsOfMonths(false),
    "Europe/Amsterdam",
    YEAR.map(({ kwh }) => kwh),
  )
})

test("sheets of months from one July to the next June are one year, and a note says so", () => {
  const read = readMeterYear(sheetsOfMonths(true), "x.xlsx", { year: 2023, zone: "Europe/Amsterdam" })
  // The clock changes of 2024 are on other days; 29 February is missing.
  expect(read.measuredFraction).toBeGreaterThan(0.99)
  expect([read.importKwh[0], read.importKwh[5000]]).toEqual([YEAR[0]!.kwh, YEAR[5000]!.kwh])
  expect(noteTexts(read.notes, "en").join()).toContain("the hours come from 2023, 2024")
})

const REFUSED: [string, Uint8Array, string][] = [
  ["feed-in, as a line above says", file("Energierichtung;Einspeisung\n\nDatum;kWh", plainRow), "only exported energy"],
  ["feed-in, as its code says", file("Kennzahl\n1-1:2.9.0 P.01\nDatum;kWh", plainRow), "only exported energy"],
  [
    "a price of each kWh",
    file("Datum;Verbruik;Prijs per kWh", row => `${plainRow(row)};0,25`),
    '"Verbruik" of the file',
  ],
  ["what panels make", file("Datum;Ertrag (kWh)", plainRow), '"ertrag (kwh)" is what panels make'],
  ["gas", file("Date;Gas consumption (kWh)", plainRow), '"gas consumption (kwh)" is what panels make'],
  [
    "two connections, one after the other",
    file("EAN;Datum;kWh", (at, i) => `${i % 2};${plainRow(at)}`),
    "2 connections",
  ],
  ["a counter of each day", file("Datum;Verbruik (kWh)", counterOf(24)), "look like the readings of a meter"],
  [
    "a counter that starts again when it is full",
    file("Datum;Verbruik (kWh)", counterOf(400)),
    "look like the readings",
  ],
  [
    "a word for a number",
    file("Datum;Verbruik (kWh)", (at, i) => plainRow(at) + (i === 9 ? "x" : "")),
    '(column "verbruik (kwh)")',
  ],
  [
    "a word for a date",
    file("Datum;Verbruik (kWh)", (at, i) => (i === 9 ? "?" : "") + plainRow(at)),
    '(column "datum")',
  ],
  [
    "a unit that changes",
    file("Datum;Verbruik;Eenheid", (at, i) => `${plainRow(at)};${i > 9 ? "Wh" : "kWh"}`),
    '(column "eenheid")',
  ],
]

function plainRow({ from, kwh }: Row): string {
  return `${from.join(" ")};${comma(kwh)}`
}

function counterOf(hours: number): (at: Row, index: number) => string {
  let reading = 0
  return ({ from, kwh }, index) => {
    reading = (index % hours === 0 ? 0 : reading) + kwh
    return `${from.join(" ")};${comma(reading)}`
  }
}

test.each(REFUSED)("is refused with its reason and place: %s", (_, bytes, reason) => {
  expect(saying(() => readMeterFile(bytes, "x.csv", { year: 2023 }))).toThrow(reason)
})
