import { expect, test } from "bun:test"
import { readMeterYear } from "../../domain/site/meters/readMeterFile.ts"
import { textFile } from "../support/meterFiles.ts"
import { saying } from "../support/sentences.ts"

/**
 * Frequent notations of moments and numbers in spreadsheets, portals and loggers: thirty days of hours, each with its
 * own energy.
 */

interface Hour {
  date: string
  hour: number
  utcMs: number
  kwh: number
}

const COUNT = 30 * 24
const HOURS = Array.from({ length: COUNT }, (_, index): Hour => {
  const utcMs = Date.UTC(2024, 0, 1) + index * 3_600_000
  const date = new Date(utcMs).toISOString().slice(0, 10)
  return { date, hour: index % 24, utcMs, kwh: (1 + ((index * 7919) % 997)) / 1000 }
})
const two = (value: number): string => String(value).padStart(2, "0")
const file = (head: string, row: (at: Hour, index: number) => string, foot = ""): string =>
  [head, ...HOURS.map(row), foot].join("\n")
const read = (text: string) => readMeterYear(textFile(text), "x.csv", { zone: "Etc/UTC", year: 2024 })
const parts = (date: string): string[] => date.split("-")
const iso = ({ date, hour }: Hour): string => `${date} ${two(hour)}:00`
const KWH = HOURS.map(({ kwh }) => expect.closeTo(kwh, 9))

test.each<[string, string]>([
  ["a date and an hour", file("Datum;kWh", at => `${at.date} ${two(at.hour)};${at.kwh}`)],
  ["a date, a T and an hour", file("Datum;kWh", at => `${at.date}T${two(at.hour)};${at.kwh}`)],
  ["ten digits", file("Datum;kWh", at => `${at.date.replaceAll("-", "")}${two(at.hour)};${at.kwh}`)],
  ["hours named Uhr", file("Datum;kWh", at => `${parts(at.date).reverse().join(".")} ${at.hour} Uhr;${at.kwh}`)],
  [
    "hours of half a day without minutes",
    file("Date,Hour,kWh", at => `${at.date},${at.hour % 12 || 12} ${at.hour < 12 ? "AM" : "PM"},${at.kwh}`),
  ],
  [
    "years of two digits behind dashes",
    file("Datum;kWh", at => `${parts(at.date.slice(2)).reverse().join("-")} ${at.hour}:00;${at.kwh}`),
  ],
  ["seconds with a decimal point", file("time,kWh", at => `${at.utcMs / 1000}.0,${at.kwh}`)],
  ["billionths of seconds", file("time,kWh", at => `${at.utcMs}000000,${at.kwh}`)],
  ["single quotes", file("Datum;kWh", at => `'${iso(at)}';'${at.kwh}'`)],
  [
    "watt-hours of which each has its thousands apart",
    file("Date,Usage (Wh)", at => `${iso(at)},"${Math.round(at.kwh * 1000)},000"`),
  ],
  [
    "the sum of each day beside its date",
    file("Datum;kWh", at => `${iso(at)};${at.kwh}${at.hour === 23 ? `\n${at.date};99` : ""}`),
  ],
  ["the title again at each day", file("Datum;kWh", at => `${at.hour === 0 ? "Datum;kWh\n" : ""}${iso(at)};${at.kwh}`)],
  ["sentences below", file("Datum;kWh", at => `${iso(at)};${at.kwh}`, "Toelichting\nZonder garantie")],
  [
    "readings beside energy",
    file("Datum;Verbruik (kWh);Meterstand (kWh)", (at, index) => `${iso(at)};${at.kwh};${index}`),
  ],
  ["two tariffs and their sum", file("Datum;HT (kWh);NT (kWh);Gesamt (kWh)", at => `${iso(at)};${at.kwh};0;${at.kwh}`)],
])("is read: %s", (name, text) => {
  const factor = name.startsWith("watt-hours") ? 1000 : 1
  expect([...read(text).importKwh.slice(0, COUNT)]).toEqual(
    factor === 1 ? KWH : HOURS.map(({ kwh }) => expect.closeTo(kwh * factor, 6)),
  )
})

test.each<[string, string]>([
  [
    "to the grid",
    file("Date time,Home (kWh),From Grid (kWh),To Grid (kWh)", at => `${iso(at)},9,${at.kwh},${at.kwh / 2}`),
  ],
  [
    "flows of a plant below a row of units",
    file(
      "timestamp,Grid to battery,Grid to consumers,PV to battery,PV to grid,Battery to grid\nEurope/London (+00:00),kWh,kWh,kWh,kWh,kWh",
      at => `${iso(at)},${at.kwh / 4},${(at.kwh * 3) / 4},5,${at.kwh / 4},${at.kwh / 4}`,
    ),
  ],
  [
    "AGL",
    file(
      "AccountNumber,NMI,DeviceNumber,DeviceType,RegisterCode,RateTypeDescription,StartDate,EndDate,ProfileReadValue,RegisterReadValue,QualityFlag",
      at => {
        const [clock, half] = [at.hour % 12 || 12, at.hour < 12 ? "AM" : "PM"]
        const day = parts(at.date).reverse().join("/")
        const row = (register: string, kwh: number) =>
          `1,4100000000,1,COMMS4D,1#${register},Usage,${day} ${clock}:00:00 ${half},${day} ${clock}:59:59 ${half},${kwh},0,A`
        return [row("E1", at.kwh / 2), row("E2", at.kwh / 2), row("B1", at.kwh / 2)].join("\n")
      },
    ),
  ],
])("what is fed in is read too: %s", (_, text) => {
  const { importKwh, exportKwh } = read(text)
  expect([...importKwh.slice(0, COUNT)]).toEqual(KWH)
  expect([...exportKwh!.slice(0, COUNT)]).toEqual(HOURS.map(({ kwh }) => expect.closeTo(kwh / 2, 9)))
})

test("totals in a history of Home Assistant are of the end of the hour that they stand beside", () => {
  let total = 18_000
  const rows = file("entity_id,state (kWh),last_changed", ({ utcMs, kwh }, index) => {
    total += kwh
    const state = index === 100 ? "unavailable" : String(total)
    return `sensor.meter_energy_import,${state},${new Date(utcMs).toISOString()}`
  })
  const { importKwh, format } = read(rows)
  expect(format).toBe("Home Assistant")
  const [before, after] = [importKwh.slice(1, 100), importKwh.slice(102, COUNT)]
  expect([...before, ...after]).toEqual([...KWH.slice(1, 100), ...KWH.slice(102)])
  expect(importKwh[100]! + importKwh[101]!).toBeCloseTo(HOURS[100]!.kwh + HOURS[101]!.kwh, 9)
  expect(saying(() => read(rows.replace("state (kWh)", "state")))).toThrow('as in "state (kWh)"')
})

test("dates that a spreadsheet has changed are refused", () => {
  const swapped = (at: Hour, isMixed: boolean): string => {
    const [year, month, day] = parts(at.date)
    const isChanged = Number(day) <= 12
    return `${isChanged === isMixed ? `${day}/${month}` : `${month}/${day}`}/${year} ${at.hour}:00;${at.kwh}`
  }
  const later = HOURS.map(at => ({ ...at, date: at.date.replace("2024-01", "2024-05") }))
  const mixed = later.map(at => (at.hour % 2 ? swapped(at, true) : swapped(at, false)))
  expect(saying(() => read(["Datum;kWh", ...mixed].join("\n")))).toThrow("days and months are exchanged")
  const months = [1, 2, 3, 4, 5].flatMap(month =>
    HOURS.slice(0, 28 * 24).map(at => {
      const [year, , day] = parts(at.date)
      const [first, second] = Number(day) <= 12 ? [two(month), day] : [day, two(month)]
      return `${first}/${second}/${year} ${at.hour}:00;${at.kwh}`
    }),
  )
  expect(saying(() => read(["Datum;kWh", ...months].join("\n")))).toThrow("days and months are exchanged")
})
