import { expect, test } from "bun:test"
import { readMeterYear } from "../../domain/site/meters/readMeterFile.ts"
import { hourOfYear } from "../../domain/site/year.ts"
import { noteTexts } from "../../domain/texts/notes.ts"
import { dutchClock, grid, textFile } from "../support/meterFiles.ts"
import { saying } from "../support/sentences.ts"

/** Meaning of columns and numbers in tables of no known provider. */

const HOURS = 40 * 24
const moments = grid("2023-12-31T23:00:00Z", HOURS, 60)
const clocks = moments.map(moment => dutchClock(moment).slice(0, 16))
const table = (head: string, row: (clock: string, hour: number) => string) =>
  readMeterYear(textFile([head, ...clocks.map(row)].join("\n")), "export.csv", { year: 2024 })
const total = (kwhOf: (hour: number) => number): number => clocks.reduce((sum, _, hour) => sum + kwhOf(hour), 0)

test.each([
  ["Bezug [kWh]", "Rücklieferung [kWh]"],
  ["Bezug [kWh]", "Rueckspeisung [kWh]"],
  ["Uttag (kWh)", "Inmatning (kWh)"],
  ["Consumo (kWh)", "Excedentes (kWh)"],
  ["Energia prelevata (kWh)", "Energia immessa (kWh)"],
  ["Pobór (kWh)", "Oddanie (kWh)"],
  ["Consumo (kWh)", "Injeção (kWh)"],
  ["Usage (kWh)", "Surplus (kWh)"],
  ["Forward Energy (kWh)", "Reverse Energy (kWh)"],
  ["P+ (kWh)", "P- (kWh)"],
  ["+A/kWh", "-A/kWh"],
  ["Radna energija prijem (kWh)", "Radna energija predaja (kWh)"],
  ["Consumo Ativo (kWh)", "Energia Injetada (kWh)"],
  ["Çekiş (kWh)", "Veriş (kWh)"],
])("%s is bought, %s is fed in", (bought, fedIn) => {
  const { fileTotalKwh, notes } = table(`Start;${bought};${fedIn}`, (clock, hour) => `${clock};1;${hour % 2}`)
  expect(fileTotalKwh).toEqual({ import: HOURS, export: HOURS / 2 })
  expect(notes).toEqual([])
})

test.each([
  ["Purchased Energy(Wh)", "Feed-in Energy(Wh)", "Load Consumption(Wh)"],
  ["Grid Purchased Energy(Wh)", "Grid Energy Fed-in(Wh)", "Consumption(Wh)"],
  ["Purchased electricity [Wh]", "Grid feed-in [Wh]", "Consumption [Wh]"],
  ["Buy(Wh)", "Sell(Wh)", "Consumption(Wh)"],
  ["Energy bought (Wh)", "Energy sold (Wh)", "Energy used (Wh)"],
  ["Energy from the grid (Wh)", "Energy to the grid (Wh)", "Energy used (Wh)"],
  ["GridConsumptionPower(W)", "FeedinPower(W)", "LoadsPower(W)"],
  ["Grid consumption (Wh)", "Feed-in (Wh)", "Consumption (Wh)"],
])("%s is bought, %s is fed in, what the house uses in all is neither", (bought, fedIn, used) => {
  const row = (clock: string, hour: number) => `${clock};${4000 * (hour % 2)};2000;3000;${1000 * (hour % 2)}`
  const unit = used.includes("Wh") ? "Wh" : "W"
  const { fileTotalKwh, notes } = table(`Time;PV yield(${unit});${bought};${used};${fedIn}`, row)
  expect(fileTotalKwh).toEqual({ import: 2 * HOURS, export: HOURS / 2 })
  expect(notes).toEqual([])
})

test("what is between a moment that title od and one that title do is energy of that hour", () => {
  const row = (clock: string, hour: number) => `${clock};${clocks[hour + 1] ?? "2024-02-10 00:00"};1,5`
  expect(table("Datum od;Datum do;Hodnota kWh", row).fileTotalKwh).toEqual({ import: 1.5 * HOURS, export: 0 })
})

test("tables of which no title says what was bought are refused with what to write", () => {
  const head = "Date;Heure;Consommation (kWh);Production (kWh)"
  const row = (clock: string) => `${clock.replace(" ", ";")};1;2`
  expect(saying(() => table(head, row))).toThrow(
    'columns "Consommation (kWh)", "Production (kWh)" of the file do not say which is import from the grid and which',
  )
})

test.each(["Teruglevering (€)", "Export earnings", "Sell price", "Export tariff p/kWh"])("%s is no energy", money => {
  const { fileTotalKwh } = table(`Time;Usage (kWh);Export (kWh);${money}`, clock => `${clock};1;2;0.12`)
  expect(fileTotalKwh).toEqual({ import: HOURS, export: 2 * HOURS })
})

test.each([
  ["that changes", (hour: number) => (hour * 7) % 24],
  ["that is nearly always the same", (hour: number) => (hour % 24 === 19 ? 1.5 : 0.5)],
])("energy of hours %s is no reading, though its title is that of a provider's readings", (_, kwhOf) => {
  const { fileTotalKwh } = table("time,Import kWh,Export kWh", (clock, hour) => `${clock},${kwhOf(hour)},0.25`)
  expect(fileTotalKwh).toEqual({ import: total(kwhOf), export: HOURS / 4 })
})

test("a cell may name another unit than its title, of the same kind", () => {
  const { fileTotalKwh } = table("Time;Import (kWh)", (clock, hour) => `${clock};${hour % 2 ? "950 Wh" : "1.2 kWh"}`)
  expect(fileTotalKwh.import).toBeCloseTo((HOURS * (0.95 + 1.2)) / 2, 6)
  expect(saying(() => table("Time;Import (kWh)", clock => `${clock};3 kW`))).toThrow('"3 kW" instead of a number')
})

test.each([
  "Peak (kWh);Off-peak (kWh)",
  "HP (kWh);HC (kWh)",
  "Consumo P1 (kWh);Consumo P2 (kWh)",
  "F1 (kWh);F2 (kWh)",
  "Import L1 (kWh);Import L2 (kWh)",
])("parts of what was bought are summed: %s", titles => {
  const { fileTotalKwh, notes } = table(`Time;${titles}`, (clock, hour) => `${clock};${hour % 2};1`)
  expect([fileTotalKwh, notes]).toEqual([{ import: 1.5 * HOURS, export: 0 }, []])
})

test("what each phase feeds in is refused: phases may be netted at the meter", () => {
  const head = "Time;Import L1 (kWh);Import L2 (kWh);Export L1 (kWh);Export L2 (kWh)"
  expect(saying(() => table(head, clock => `${clock};1;0;0;2`))).toThrow("do not say which is import")
})

test("a total is what was bought where no other column is of energy", () => {
  expect(table("Time;Total (kWh);Temperature", clock => `${clock};1;5`).fileTotalKwh.import).toBe(HOURS)
})

test("tariffs that a number tells apart are summed", () => {
  const head = "ts,delivered_1_kwh,delivered_2_kwh,returned_1_kwh,returned_2_kwh"
  const { fileTotalKwh } = table(head, (clock, hour) => `${clock},${hour % 2},1,0,${hour % 2}`)
  expect(fileTotalKwh).toEqual({ import: 1.5 * HOURS, export: HOURS / 2 })
})

test("a column of energy whose title says nothing known is named when it is left out", () => {
  const { fileTotalKwh, notes } = table("Start;Bezug (kWh);Wallbox (kWh)", clock => `${clock};1;2`)
  expect(fileTotalKwh).toEqual({ import: HOURS, export: 0 })
  expect(noteTexts(notes, "en")).toEqual(["columns of energy that were not read: wallbox (kwh)"])
})

test("an empty cell beside energy that goes the other way is nothing, not missing", () => {
  // Sun from 10 to 14 without import: each row has one value.
  const isSunny = (hour: number) => hour % 24 >= 10 && hour % 24 < 14
  const row = (clock: string, hour: number) => `${clock};${isSunny(hour) ? ";2" : "1;"}`
  const { importKwh, exportKwh } = table("Start;Import (kWh);Export (kWh)", row)
  const day = hourOfYear(1, 20, 0)
  const hours = Array.from({ length: 24 }, (_, hour) => hour)
  expect([...importKwh.slice(day, day + 24)]).toEqual(hours.map(hour => (isSunny(hour) ? 0 : 1)))
  expect([...exportKwh!.slice(day, day + 24)]).toEqual(hours.map(hour => (isSunny(hour) ? 2 : 0)))
})

test.each([
  ["quoted commas", ",", (wh: number) => `"${wh.toLocaleString("en-US")}"`],
  ["points", ";", (wh: number) => wh.toLocaleString("de-DE")],
])("whole watt-hours with their thousands apart by %s", (_, sign, format) => {
  const whOf = (hour: number) => 400 + ((hour * 7919) % 1000)
  const { fileTotalKwh } = table(["Time", "Import (Wh)"].join(sign), (clock, hour) => clock + sign + format(whOf(hour)))
  expect(fileTotalKwh.import).toBeCloseTo(total(whOf) / 1000, 6)
})

test("three decimals are no thousands, also beside hours of 0", () => {
  const kwhOf = (hour: number) => (hour % 3 === 0 ? 0 : 1 + ((hour * 7919) % 1000) / 1000)
  const format = (kwh: number) => (kwh === 0 ? "0" : kwh.toFixed(3).replace(".", ","))
  const { fileTotalKwh } = table("Time;Import (kWh)", (clock, hour) => `${clock};${format(kwhOf(hour))}`)
  expect(fileTotalKwh.import).toBeCloseTo(total(kwhOf), 6)
})

test("serial days with a decimal comma are moments, and readings of five digits are none", () => {
  const serial = (clock: string) => Date.parse(`${clock.replace(" ", "T")}Z`) / 86_400_000 + 25_569
  const comma = (value: number, digits: number) => value.toFixed(digits).replace(".", ",")
  const kwhOf = (hour: number) => 0.1 + (hour % 24) / 100
  const serials = table("Time;Import (kWh)", (clock, hour) => `${comma(serial(clock), 6)};${comma(kwhOf(hour), 2)}`)
  expect(serials.importKwh[hourOfYear(1, 3, 7)]).toBeCloseTo(kwhOf(7), 9)
  let reading = 44_000
  const readings = table("Time;Meter reading (kWh)", (clock, hour) => {
    const row = `${clock};${reading.toFixed(3)}`
    reading += kwhOf(hour)
    return row
  })
  expect(readings.importKwh[hourOfYear(1, 3, 7)]).toBeCloseTo(kwhOf(7), 9)
})

test("a decimal comma where commas part the cells is refused with its row", () => {
  const row = (clock: string, hour: number) => `${clock},0,${100 + hour}`
  expect(saying(() => table("Time,Import (kWh)", row))).toThrow("row 2 of the file has 3 cells below 2 titles")
})

/** Import of the grid [kW], except from 10 to 14 o'clock, with export as a negative value. */
const balanceOf = (hour: number): number => (hour % 24 >= 10 && hour % 24 < 14 ? -2 : 0.5)
const BALANCE_NOTE = "one column has both directions: positive values count as purchase, negative as feed-in"

test.each([
  ["Date time,Home (kW),Vehicle (kW),Powerwall (kW),Solar (kW),Grid (kW)", "0.9,0,-0.1,1.2,"],
  ["Time,System Production (kWh),Consumption (kWh),Net (kWh)", "0.4,0.9,"],
  ["Zeit,Verbrauch (kWh),Netz (kWh)", "0.9,"],
  ["Time,p_grid [kW]", ""],
  ["time,grid_power_kw", ""],
  ["Time,Net import (kWh)", ""],
])("the column of both directions of %s is bought above 0 and fed in below it", (head, before) => {
  const { importKwh, exportKwh, fileTotalKwh, notes } = table(
    head,
    (clock, hour) => `${clock},${before}${balanceOf(hour)}`,
  )
  const day = hourOfYear(1, 20, 0)
  const hours = Array.from({ length: 24 }, (_, hour) => balanceOf(hour))
  expect([...importKwh.slice(day, day + 24)]).toEqual(hours.map(kwh => Math.max(kwh, 0)))
  expect([...exportKwh!.slice(day, day + 24)]).toEqual(hours.map(kwh => Math.max(-kwh, 0)))
  expect(fileTotalKwh).toEqual({ import: 40 * 10, export: 40 * 8 })
  expect(noteTexts(notes, "en")).toContain(BALANCE_NOTE)
})

test("within an hour quarters of both directions do not cancel each other", () => {
  const quarters = grid("2023-12-31T23:00:00Z", HOURS * 4, 15).map(moment => dutchClock(moment).slice(0, 16))
  const rows = quarters.map((clock, quarter) => `${clock},${quarter % 4 === 0 && quarter % 96 > 40 ? -2 : 0.4}`)
  const text = ["Time,Grid (kW)", ...rows].join("\n")
  const { fileTotalKwh } = readMeterYear(textFile(text), "export.csv", { year: 2024 })
  const fedIn = rows.filter(row => row.endsWith("-2")).length
  expect(fileTotalKwh.export).toBeCloseTo(fedIn * 0.5, 6)
  expect(fileTotalKwh.import).toBeCloseTo((rows.length - fedIn) * 0.1, 6)
})

test("a column of both directions with fed-in energy above 0 is refused, and one without any has no note", () => {
  const read = saying(() => table("Time,Grid (kW)", (clock, hour) => `${clock},${-balanceOf(hour)}`))
  expect(read).toThrow("more energy goes out than in at night")
  const { exportKwh, notes } = table("Time,Grid (kW)", (clock, hour) => `${clock},${0.2 + (hour % 5) / 10}`)
  expect([exportKwh, notes]).toEqual([null, []])
})
