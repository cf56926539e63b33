import { expect, test } from "bun:test"
import { readMeterFile, readMeterYear } from "../../domain/site/meters/readMeterFile.ts"
import { hourOfYear } from "../../domain/site/year.ts"
import { noteTexts } from "../../domain/texts/notes.ts"
import { dutchClock, grid, textFile, workbookFile } from "../support/meterFiles.ts"
import { saying } from "../support/sentences.ts"

/** Frequent faults of meter exports, each shown by a small file. */

const csv = (header: string, rows: string[]): Uint8Array => textFile([header, ...rows].join("\n"))
const measuredCount = (hours: Float64Array): number =>
  hours.reduce((count, kwh) => count + (Number.isNaN(kwh) ? 0 : 1), 0)
const HOMEWIZARD = "time,Import T1 kWh,Import T2 kWh,Export T1 kWh,Export T2 kWh"
const FLUVIUS =
  "Van datum;Van tijdstip;Tot datum;Tot tijdstip;EAN-code;Meter;Metertype;Register;Volume;Eenheid;Validatiestatus;Omschrijving"

/** The moment of a row in two Fluvius columns. */
const fluvius = (moment: Date): string => {
  const [date, time] = dutchClock(moment).split(" ")
  return `${date!.split("-").reverse().join("-")};${time}`
}

/** A wall-clock row for each hour of a UTC grid, with the number of the hour as its value. */
const numberedHours = (start: string, count: number, row: (clock: string, value: number) => string): string[] =>
  grid(start, count, 60).map((moment, index) => row(dutchClock(moment).slice(0, 16), index))

test("the skipped and the doubled hour of the wall clock: every hour lands once, in order", () => {
  for (const [start, first] of [
    ["2023-03-25T23:00:00Z", hourOfYear(3, 26, 0)],
    ["2023-10-28T23:00:00Z", hourOfYear(10, 29, 0)],
  ] as const) {
    const rows = numberedHours(start, 24, (clock, value) => `${clock};${value}`)
    for (const file of [rows, [...rows].reverse()]) {
      const { importKwh } = readMeterYear(csv("tijd;verbruik kWh", file), "x.csv")
      expect([...importKwh.slice(first, first + 24)]).toEqual(Array.from({ length: 24 }, (_, hour) => hour))
    }
  }
})

test("a doubled hour of quarters with interleaved rows and registers", () => {
  const rows = grid("2023-10-28T23:00:00Z", 5 * 4, 15).map(
    (moment, index) =>
      `${fluvius(moment)};${fluvius(new Date(moment.getTime() + 900_000))};="54";1S;Digitale Meter;` +
      `Afname Nacht;${index < 8 ? "0,25" : "0,5"};kWh;Uitgelezen;`,
  )
  const interleaved = [
    ...rows.slice(0, 4),
    ...[0, 1, 2, 3].flatMap(q => [rows[4 + q]!, rows[8 + q]!]),
    ...rows.slice(12),
  ]
  const { importKwh } = readMeterYear(csv(FLUVIUS, interleaved), "x.csv")
  expect([...importKwh.slice(hourOfYear(10, 29, 0), hourOfYear(10, 29, 5))]).toEqual([1, 1, 2, 2, 2])
})

test("a file whose clock has the hour that summer time skips is read as standard time", () => {
  const rows = grid("2023-03-25T23:00:00Z", 24, 60).map((moment, hour) => {
    const standard = new Date(moment.getTime() + 3_600_000).toISOString().slice(0, 16).replace("T", " ")
    return `${standard};${hour}`
  })
  const year = readMeterYear(csv("tijd;verbruik kWh", rows), "x.csv")
  expect([...year.importKwh.slice(hourOfYear(3, 26, 0), hourOfYear(3, 27, 0))]).toEqual(rows.map((_, hour) => hour))
  expect(noteTexts(year.notes, "en").join()).toContain("no summer time")
})

test("moments in UTC need no clock", () => {
  const rows = grid("2023-07-01T00:00:00Z", 48, 60).map(
    (moment, hour) => `${moment.toISOString()},${hour % 24},0,0,0,0`,
  )
  const header = "Hour Start,Electricity 1 (Dutch Users: Low Tariff),Electricity 2 (Dutch Users: Normal Tariff)"
  const { importKwh } = readMeterYear(csv(header, rows), "x.csv")
  expect(importKwh[hourOfYear(7, 1, 1)]).toBe(0)
  expect(importKwh[hourOfYear(7, 1, 9)]).toBe(8)
})

test("29 February has no place and shifts nothing", () => {
  const rows = numberedHours("2024-02-27T23:00:00Z", 72, (clock, value) => `${clock};${value % 24 || 30 + value}`)
  const { importKwh } = readMeterYear(csv("tijd;verbruik kWh", rows), "x.csv")
  expect(importKwh[hourOfYear(2, 28, 0)]).toBe(30)
  expect(importKwh[hourOfYear(2, 28, 23)]).toBe(23)
  expect(importKwh[hourOfYear(3, 1, 0)]).toBe(78)
  expect(measuredCount(importKwh)).toBe(48)
})

test("decimal comma, decimal point and thousands: 9,99 is never 999", () => {
  const total = (value: string) =>
    readMeterYear(
      csv(
        "tijd;verbruik kWh",
        numberedHours("2023-02-01T00:00:00Z", 48, c => `${c};${value}`),
      ),
      "x.csv",
    ).fileTotalKwh.import
  expect(total("9,99")).toBeCloseTo(48 * 9.99, 6)
  expect(total("9.99")).toBeCloseTo(48 * 9.99, 6)
  expect(total(".043")).toBeCloseTo(48 * 0.043, 6)
  expect(total("1.009,99")).toBeCloseTo(48 * 1009.99, 6)
  expect(total("1,009.99")).toBeCloseTo(48 * 1009.99, 6)
})

test("readings: a first 0 makes no spike, a fall is no use, a short gap is spread and a long one is missing", () => {
  const reading = (value: number | "") => `${value},0,0,0`
  const clock = (hour: number, minute: number) =>
    `2023-01-10 ${String(hour).padStart(2, "0")}:${minute === 0 ? "00" : minute}`
  const rows: string[] = []
  for (let quarter = 0; quarter < 80; quarter++) {
    const [hour, minute] = [Math.floor(quarter / 4), (quarter % 4) * 15]
    const isEmpty = (quarter > 20 && quarter < 26) || (quarter > 40 && quarter < 56)
    const value = quarter === 0 ? 0 : 8350 + quarter * 0.25 - (quarter >= 64 ? 100 : 0)
    rows.push(`${clock(hour, minute)},${reading(isEmpty ? "" : value)}`)
  }
  const year = readMeterYear(csv(HOMEWIZARD, rows), "x.csv")
  const hours = [...year.importKwh.slice(hourOfYear(1, 10, 0), hourOfYear(1, 10, 20))]
  expect(hours.slice(0, 10)).toEqual(Array(10).fill(1))
  expect(hours.slice(10, 14).every(Number.isNaN)).toBe(true)
  expect(hours.slice(14, 19)).toEqual(Array(5).fill(1))
  expect(noteTexts(year.notes, "en").join()).toContain("fell or jumped")
  expect(noteTexts(year.notes, "en").join()).toContain("more than two hours")
})

test("a new meter that starts at 0 keeps its first values", () => {
  const rows = Array.from(
    { length: 9 },
    (_, quarter) => `2023-01-10 0${Math.floor(quarter / 4)}:${(quarter % 4) * 15 || "00"},${quarter * 0.25},0,0,0`,
  )
  expect(readMeterYear(csv(HOMEWIZARD, rows), "x.csv").importKwh[hourOfYear(1, 10, 0)]).toBe(1)
})

test("an hour of readings needs every register", () => {
  const rows = [
    "00:00,10,5",
    "00:15,11,",
    "00:30,12,",
    "00:45,13,",
    "01:00,14,",
    "01:15,15,9",
    "01:30,15,9",
    "02:00,15,9",
  ]
  const year = readMeterYear(
    csv(
      "time,Import T1 kWh,Import T2 kWh",
      rows.map(row => `2023-01-10 ${row}`),
    ),
    "x.csv",
  )
  expect(year.importKwh[hourOfYear(1, 10, 0)]).toBeCloseTo(4 + (4 * 60) / 75, 9)
})

test("repeated rows count once: the last one stays and a note has the number", () => {
  const rows = numberedHours("2023-01-10T00:00:00Z", 30, clock => `${clock};1`)
  const year = readMeterYear(csv("tijd;verbruik kWh", [...rows, ...rows.map(row => row.replace(";1", ";2"))]), "x.csv")
  expect(year.fileTotalKwh.import).toBe(60)
  expect(noteTexts(year.notes, "en").join()).toContain("same register and moment: 30")
})

test("a last row that the download cut off is left out with a note; a broken row before it is refused", () => {
  const rows = numberedHours("2023-01-10T00:00:00Z", 30, (clock, value) => `${clock};${value % 5}`)
  const year = readMeterYear(csv("tijd;verbruik kWh", [...rows, "2023-01-"]), "x.csv")
  expect(year.fileTotalKwh.import).toBe(60)
  expect(noteTexts(year.notes, "en").join()).toContain('the last row was left out: row 32 of the file has "2023-01-"')
  const broken = csv("tijd;verbruik kWh", [...rows, "2023-01-", rows[0]!])
  expect(saying(() => readMeterYear(broken, "x.csv"))).toThrow('row 32 of the file has "2023-01-"')
})

test("rows in any order give the same hours", () => {
  const rows = numberedHours("2023-01-10T00:00:00Z", 48, (clock, value) => `${clock};${value}`)
  const mixed = rows.map((_, index) => rows[(index * 31) % 48]!)
  const [straight, shuffled] = [rows, mixed].map(file => readMeterYear(csv("tijd;verbruik kWh", file), "x.csv"))
  expect([...shuffled!.importKwh]).toEqual([...straight!.importKwh])
})

test("words for missing values are missing, anything else is refused with its row", () => {
  const rows = numberedHours("2023-01-10T00:00:00Z", 48, (clock, value) => `${clock};${value === 7 ? "null" : "1"}`)
  expect(readMeterYear(csv("tijd;verbruik kWh", rows), "x.csv").fileTotalKwh.import).toBe(47)
  rows[9] = rows[9]!.replace(";1", ";1O")
  expect(saying(() => readMeterYear(csv("tijd;verbruik kWh", rows), "x.csv"))).toThrow('row 11 of the file has "1O"')
})

test("fed-in energy counts without its sign, bought energy below 0 does not count", () => {
  const rows = numberedHours("2023-01-10T00:00:00Z", 48, (clock, value) => `${clock};${value === 3 ? -1 : 1};-0,5`)
  const year = readMeterYear(csv("tijd;verbruik kWh;teruglevering kWh", rows), "x.csv")
  expect(year.fileTotalKwh).toEqual({ import: 47, export: 24 })
})

test("byte order marks, Windows line ends, quotes, UTF-16 and header case change nothing", () => {
  const rows = numberedHours("2023-01-10T00:00:00Z", 48, (clock, value) => `"${clock}";"${value}"`)
  const plain = readMeterYear(csv("tijd;verbruik kWh", rows), "x.csv").importKwh
  const text = ['"Tijd";"Verbruik KWH"', ...rows, ""].join("\r\n")
  const utf16 = new Uint8Array(new Uint16Array([...`\uFEFF${text}`].map(char => char.charCodeAt(0))).buffer)
  for (const file of [textFile(text), textFile(`\uFEFF${text}`), utf16]) {
    expect([...readMeterYear(file, "x.csv").importKwh]).toEqual([...plain])
  }
})

test("Enphase: watt-hours, American dates and thousands, and a total at the end", () => {
  const rows = grid("2023-06-30T22:00:00Z", 24 * 30 * 4, 15).map(moment => {
    const [date, time] = dutchClock(moment).split(" ")
    const [year, month, day] = date!.split("-")
    return `${month}/${day}/${year} ${time!.slice(0, 5)},0,"1,250",250,"1,250"`
  })
  const header = "Date/Time,Energy Produced (Wh),Energy Consumed (Wh),Exported to Grid (Wh),Imported from Grid (Wh)"
  const year = readMeterFile(csv(header, [...rows, 'Total,0,"3,600","1","2"']), "x.csv")
  expect(year).toMatchObject({ format: "Enphase", stepMin: 15 })
  expect(year.importKwh[hourOfYear(7, 13, 12)]).toBeCloseTo(5, 9)
  expect(year.exportKwh![hourOfYear(7, 13, 12)]).toBeCloseTo(1, 9)
  expect(saying(() => readMeterFile(csv("Date/Time,Energy Produced (Wh)", ["01/29/2023,0"]), "x.csv"))).toThrow(
    "production of the panels",
  )
})

test("Energie Manager: thousands in a total row that is no interval, and readings times a factor", () => {
  const site = grid("2023-01-09T23:00:00Z", 48, 60).map(moment => {
    const until = new Date(moment.getTime() + 3_600_000)
    return `${dutchClock(moment).slice(0, 16)};${dutchClock(until).slice(0, 16)};0,50000;0,25000;0,00000;-0,10000;0,65000;`
  })
  const header =
    "Vanaf;Tot;Verbruik laag tarief;Verbruik hoog tarief;Teruglevering laag tarief;Teruglevering hoog tarief;Totaal;"
  const total = "2023-01-10 00:00;2023-01-12 00:00;1.024,00000;12,00000;0,00000;-4,80000;31,20000;"
  expect(readMeterYear(csv(header, [...site, total]), "x.csv").fileTotalKwh.export).toBeCloseTo(4.8, 9)
  expect(readMeterYear(csv(header, [...site, total]), "x.csv").fileTotalKwh.import).toBeCloseTo(36, 9)
  const api = grid("2023-01-09T23:00:00Z", 97, 15).flatMap((moment, index) => {
    const at = `${moment.getTime() / 1000};${dutchClock(moment)}`
    return [`home;87;ellm;${at};${1_000_000 + index * 250};0.001;0`, `home;87;eltm;${at};${5000 + index * 10};-0.001;0`]
  })
  const year = readMeterYear(
    textFile(["", "name;ean;code;moment;moment-date;value;factor;type", ...api].join("\n")),
    "x",
  )
  expect(year.format).toBe("Energie Manager API")
  expect(year.importKwh[hourOfYear(1, 10, 0)]).toBeCloseTo(1, 9)
  expect(year.exportKwh![hourOfYear(1, 10, 23)]).toBeCloseTo(0.04, 9)
})

test("P1 Monitor: of five sheets the one with the most hours is read", () => {
  const header = [
    "TIMESTAMP",
    "VERBR_KWH_181",
    "VERBR_KWH_182",
    "GELVR_KWH_281",
    "GELVR_KWH_282",
    "VERBR_KWH_X",
    "GELVR_KWH_X",
  ]
  const rows = (start: string, count: number, stepMin: number, kwh: number) => [
    header,
    ...grid(start, count, stepMin).map(moment => [dutchClock(moment), 9000, 8000, 1, 1, kwh, kwh / 2]),
  ]
  const file = workbookFile({
    e_history_dag: rows("2022-12-31T23:00:00Z", 60, 1440, 24),
    e_history_uur: rows("2022-12-31T23:00:00Z", 24 * 40, 60, 1),
    e_history_min: rows("2023-02-08T23:00:00Z", 1440, 1, 1 / 60),
  })
  const year = readMeterFile(file, "e_historie.db.xlsx")
  expect(year).toMatchObject({ format: "P1 Monitor", stepMin: 60 })
  expect(year.fileTotalKwh.import).toBeCloseTo(960, 6)
  expect(year.fileTotalKwh.export).toBeCloseTo(480, 6)
})

test("Next Energy: serial days in UTC with a float's error, missing rows and gas", () => {
  const header = [
    "Date Time UTC",
    "Reading Start",
    "Usage",
    "Unit",
    "Direction",
    "Is Missing",
    "Meter",
    "Accesspoint EAN",
    "Contract",
  ]
  const rows = grid("2023-05-01T00:00:00Z", 24 * 30, 60).flatMap((moment, index) => {
    const serial = moment.getTime() / 86_400_000 + 25_569 + (index % 2 ? 1e-9 : -1e-9)
    const missing = index === 5 ? "true" : "false"
    return [
      [serial, 100 + index, 1, "kWh", "levering", missing, "E1", "87", "c"],
      [serial, 50 + index, 0.25, "kWh", "teruglevering", missing, "E1", "87", "c"],
      [serial, 7, 3, "m3", "levering", missing, "G1", "88", "c"],
    ]
  })
  const year = readMeterFile(workbookFile({ Measurements: [header, ...rows] }), "x.xlsx")
  expect(year.format).toBe("Next Energy")
  expect(year.fileTotalKwh.import).toBeCloseTo(719, 9)
  expect(year.importKwh[hourOfYear(5, 1, 6)]).toBeNaN()
  expect(year.importKwh[hourOfYear(5, 1, 7)]).toBe(1)
  expect(year.exportKwh![hourOfYear(5, 1, 7)]).toBe(0.25)
})

test("the CSV that profiles are exported as can be uploaded again", () => {
  const rows = Array.from({ length: 8760 }, (_, hour) => `${hour},${hour % 24}`)
  const year = readMeterFile(csv("hour,kwh", rows), "profile.csv", { year: 2024 })
  expect(year).toMatchObject({ format: "hour,kwh", year: 2024, measuredFraction: 1, exportKwh: null, notes: [] })
  expect(year.importKwh.every((kwh, hour) => kwh === hour % 24)).toBe(true)
})

test("two connections, gas alone and feed-in alone are refused", () => {
  const rows = (ean: string, type: string) =>
    grid("2023-01-01T00:00:00Z", 700, 60).map(moment => `"${moment.toISOString()}","${ean}","1.0","${type}","false"`)
  const header = '"Datum","EAN","Verbruik","Type","Piek"'
  const read = (body: string[]) => () => readMeterFile(csv(header, body), "x.csv")
  expect(saying(read([...rows("1", "Elektriciteit"), ...rows("2", "Elektriciteit")]))).toThrow("2 connections")
  expect(read([...rows("1", "Elektriciteit"), ...rows("2", "Teruglevering")])).not.toThrow()
  expect(saying(read(rows("1", "Gas")))).toThrow("gas, not electricity")
  expect(saying(read(rows("1", "Teruglevering")))).toThrow("only exported energy")
})

test("28 days are enough, an hour less is not", () => {
  const file = (hours: number) =>
    csv(
      "tijd;verbruik kWh",
      numberedHours("2023-01-10T00:00:00Z", hours, clock => `${clock};1`),
    )
  expect(readMeterFile(file(28 * 24), "x.csv").measuredFraction).toBeCloseTo(672 / 8760, 12)
  expect(saying(() => readMeterFile(file(28 * 24 - 1), "x.csv"))).toThrow("27 measured days: send at least 28")
})

test("a plain table is read with a trailing delimiter, and from a workbook with serial days", () => {
  const rows = numberedHours("2023-01-10T00:00:00Z", 48, (clock, value) => `${clock};${value % 5};`)
  expect(readMeterYear(csv("Tijd;Verbruik  (kWh);", rows), "x.csv").importKwh[hourOfYear(1, 10, 4)]).toBe(3)
  const sheet = grid("2023-01-10T00:00:00Z", 48, 60).map((moment, hour) => [
    moment.getTime() / 86_400_000 + 25_569,
    hour % 5,
  ])
  const year = readMeterYear(workbookFile({ data: [["Time", "Usage kWh"], ...sheet] }), "x.xlsx")
  expect([...year.importKwh.slice(hourOfYear(1, 10, 0), hourOfYear(1, 10, 5))]).toEqual([0, 1, 2, 3, 4])
})

test("ambiguous tables are refused with the reason", () => {
  const hours = (row: (clock: string, value: number) => string) => numberedHours("2023-01-10T00:00:00Z", 700, row)
  expect(() =>
    readMeterFile(
      csv(
        "time,import kWh",
        hours((c, v) => `${c},${v}`),
      ),
      "x",
    ),
  ).not.toThrow()
  expect(
    saying(() =>
      readMeterFile(
        csv(
          "time,usage kWh",
          hours((c, v) => `${c},${v}`),
        ),
        "x",
      ),
    ),
  ).toThrow("readings of a meter")
  const short = grid("2023-01-01T00:00:00Z", 24 * 11, 60).map(
    moment =>
      `${moment.toISOString().slice(8, 10)}/01/2023 ${moment.toISOString().slice(11, 16)},${moment.getHours() % 3}`,
  )
  expect(saying(() => readMeterFile(csv("time,usage kWh", short), "x"))).toThrow("day-month or month-day")
})

test("the refusal of an unknown file names what was recognised of it and what is read", () => {
  const rows = ["2023-01-01 00:00;3 A;x", "2023-01-01 00:15;4 A;y"]
  const read = () => readMeterFile(csv("moment;current;remark", rows), "mine.csv")
  expect(saying(read)).toThrow(
    "mine.csv is an export of no known format (CSV with semicolon; columns moment, current, remark; rows 15 minutes apart)",
  )
  expect(saying(read)).toThrow("HomeWizard, Fluvius")
})

test("watt-hours taken for kWh are noticed", () => {
  const rows = numberedHours("2023-01-10T00:00:00Z", 48, clock => `${clock};2000000`)
  expect(saying(() => readMeterYear(csv("tijd;verbruik kWh", rows), "x.csv"))).toThrow(
    "check that its values are energy in kWh",
  )
})
