import { expect, test } from "bun:test"
import { readMeterFile } from "../../domain/site/meters/readMeterFile.ts"
import { HOURS_PER_YEAR } from "../../domain/site/year.ts"
import { dutchClock, grid, textFile } from "../support/meterFiles.ts"
import { refusedRules } from "../support/sentences.ts"

/** Distinction of counter readings and energy of intervals by a year of values. */

type Values = (hour: number) => string | number

const ONE = "time,Import kWh"
const BOTH = "time,Import kWh,Export kWh"
const ENERGY = "Start,Import energy (kWh)"
const READING = "Start,Meter reading import (kWh)"

const file = (head: string, valuesOf: Values): Uint8Array => {
  const row = (moment: Date, hour: number) => `${dutchClock(moment).slice(0, 16)},${valuesOf(hour)}`
  return textFile([head, ...grid("2023-12-31T23:00:00Z", HOURS_PER_YEAR, 60).map(row)].join("\n"))
}

const hourOfDay = (hour: number): number => hour % 24
const isSunny = (hour: number): boolean => hourOfDay(hour) > 9 && hourOfDay(hour) < 16
const loadKwh = (hour: number): number => 0.2 + 0.6 * Math.max(0, Math.sin((hourOfDay(hour) - 9) / 4))
const solarKwh = (hour: number): number => (isSunny(hour) ? 0.8 : 0)

/** Readings of a counter, in order of the hours. */
const counter = (kwhOf: (hour: number) => number, firstKwh = 6199.529, digits = 3): Values => {
  let reading = firstKwh
  return hour => {
    const text = reading.toFixed(digits)
    reading += kwhOf(hour)
    return text
  }
}

const together =
  (...all: Values[]): Values =>
  hour =>
    all.map(values => values(hour)).join(",")

/** A counter with another reading in some hours. */
const except = (
  values: Values,
  isOther: (hour: number) => boolean,
  other: (text: string) => string | number,
): Values => {
  return hour => {
    const text = String(values(hour))
    return isOther(hour) ? other(text) : text
  }
}

const sumOf = (kwhOf: (hour: number) => number): number =>
  Array.from({ length: HOURS_PER_YEAR }, (_, hour) => kwhOf(hour)).reduce((sum, kwh) => sum + kwh, 0)

const totalsOf = (head: string, values: Values) => readMeterFile(file(head, values), "meter.csv").fileTotalKwh

const LEVELS: [string, (hour: number) => number][] = [
  ["two values in turn", hour => (hour % 2 ? 0.3 : 0.4)],
  ["a value and nothing in turn", hour => (hour % 2 ? 0 : 0.4)],
  ["a value by day, nothing at night", hour => (hourOfDay(hour) < 7 ? 0 : 0.4)],
  ["levels of weekdays and weekends", hour => (Math.floor(hour / 24) % 7 < 5 ? 0.4 : 0.2)],
  ["a value with one peak a day", hour => (hourOfDay(hour) === 19 ? 1.5 : 0.4)],
  ["a house that is empty for weeks", hour => (hour % 2000 < 96 ? loadKwh(hour) : 0)],
  ["whole kWh", hour => Math.round(3 * loadKwh(hour))],
]

test.each(LEVELS)("titles of a provider's readings above energy: %s", (_, kwhOf) => {
  expect(totalsOf(ONE, kwhOf).import).toBeCloseTo(sumOf(kwhOf), 6)
})

test("energy of two tariffs and of both directions, each the same in all of its hours", () => {
  const isNight = (hour: number) => hourOfDay(hour) < 7
  const tariffs = totalsOf("time,Import T1 kWh,Import T2 kWh", hour => (isNight(hour) ? "0.4,0" : "0,0.4"))
  expect(tariffs.import).toBeCloseTo(HOURS_PER_YEAR * 0.4, 6)
  const both = totalsOf(BOTH, hour => (hour % 2 ? "0,0.4" : "0.4,0"))
  expect([both.import, both.export]).toEqual([both.export, expect.closeTo(HOURS_PER_YEAR * 0.2, 6)])
  const flat = totalsOf(BOTH, hour => `0.4,${solarKwh(hour)}`)
  expect(flat.import).toBeCloseTo(HOURS_PER_YEAR * 0.4, 6)
})

const UNCLEAR: [string, Values][] = [
  ["0.4 in every hour", () => 0.4],
  ["0 in every hour", () => 0],
  ["a counter that stands still", () => "6199.529"],
  ["a counter that stands still, with readings that failed", hour => (hour % 80 === 30 ? 0 : "6199.529")],
  ["one step in the year", hour => (hour < 4000 ? 0.4 : 0.5)],
  ["levels of months", hour => 0.3 + Math.abs(6 - Math.floor(hour / 731)) / 20],
  ["one peak in the year", hour => (hour === 19 ? 3 : 0.4)],
  ["the same rise in each hour of each day", hourOfDay],
]

test.each(UNCLEAR)("values that show neither are refused: %s", (_, values) => {
  expect(refusedRules(() => totalsOf(ONE, values))).toEqual([["file", "file-readings-unclear"]])
})

test("the titles that the refusal names are read as energy", () => {
  const { import: bought, export: fedIn } = totalsOf("time,Import energy (kWh),Export energy (kWh)", () => "0.4,0.1")
  expect([bought, fedIn]).toEqual([expect.closeTo(HOURS_PER_YEAR * 0.4, 6), expect.closeTo(HOURS_PER_YEAR * 0.1, 6)])
  const dutch = totalsOf("tijd,Afname energie (kWh),Teruglevering energie (kWh)", () => "0.4,0.1")
  expect(dutch.import).toBeCloseTo(HOURS_PER_YEAR * 0.4, 6)
})

const isWeekend = (hour: number): boolean => hour > 5000 && hour < 5048
const COUNTERS: [string, (hour: number) => number, (kwhOf: (hour: number) => number) => Values][] = [
  ["a household", loadKwh, counter],
  ["from 0 on", loadKwh, kwhOf => counter(kwhOf, 0)],
  ["a small site", () => 0.01, kwhOf => counter(kwhOf, 0.4)],
  ["whole kWh of a small site", () => 0.03, kwhOf => counter(kwhOf, 12_000, 0)],
  ["a holiday home with one weekend", hour => (isWeekend(hour) ? 0.5 : 0), counter],
  [
    "readings that failed",
    loadKwh,
    kwhOf =>
      except(
        counter(kwhOf),
        hour => hour % 20 === 3,
        () => 0,
      ),
  ],
  [
    "half of the readings failed",
    loadKwh,
    kwhOf =>
      except(
        counter(kwhOf),
        hour => hour % 2 > 0,
        () => 0,
      ),
  ],
  [
    "noise",
    loadKwh,
    kwhOf =>
      except(
        counter(kwhOf),
        hour => hour % 3 === 1,
        text => (Number(text) - 0.001).toFixed(3),
      ),
  ],
  [
    "a counter of three digits",
    loadKwh,
    kwhOf =>
      except(
        counter(kwhOf),
        () => true,
        text => Number(text) % 1000,
      ),
  ],
  [
    "a new meter",
    loadKwh,
    kwhOf =>
      except(
        counter(kwhOf),
        hour => hour > 4000,
        text => Number(text) - 7000,
      ),
  ],
  [
    "a used meter",
    loadKwh,
    kwhOf =>
      except(
        counter(kwhOf),
        hour => hour > 4000,
        text => Number(text) + 90_000,
      ),
  ],
]

test.each(COUNTERS)("readings of a counter: %s", (_, kwhOf, valuesOf) => {
  const expectedKwh = sumOf(kwhOf)
  const readKwh = totalsOf(ONE, valuesOf(kwhOf)).import
  expect(Math.abs(readKwh - expectedKwh)).toBeLessThan(Math.max(1, 0.005 * expectedKwh))
})

test("counters of both directions, of which one stands still while the other counts", () => {
  const boughtKwh = (hour: number) => (isSunny(hour) ? 0 : loadKwh(hour))
  const both = totalsOf(BOTH, together(counter(boughtKwh), counter(solarKwh, 0.015)))
  expect(both.import).toBeCloseTo(sumOf(boughtKwh), 0)
  expect(both.export).toBeCloseTo(sumOf(solarKwh), 0)
  const tariffs = totalsOf(
    "time,Import T1 kWh,Import T2 kWh",
    together(() => "32.123", counter(loadKwh)),
  )
  expect(tariffs.import).toBeCloseTo(sumOf(loadKwh), 0)
})

test("the counter of panels, which buys nothing, is not the connection's", () => {
  const panels = together(() => "32.123", counter(solarKwh, 0.015))
  expect(refusedRules(() => totalsOf(BOTH, panels))).toEqual([["file", "file-only-fed-in"]])
})

const AS_ENERGY: [string, string, Values][] = [
  ["a counter", ENERGY, counter(loadKwh)],
  [
    "a counter and its successor",
    ENERGY,
    except(
      counter(loadKwh),
      hour => hour > 4000,
      text => Number(text) - 7000,
    ),
  ],
  [
    "a counter with readings that failed",
    ENERGY,
    except(
      counter(loadKwh),
      hour => hour % 20 === 3,
      () => 0,
    ),
  ],
  ["a counter that stands still but for one weekend", ENERGY, counter(hour => (isWeekend(hour) ? 0.5 : 0))],
  ["a counter of what is fed in", `${ENERGY},Export energy (kWh)`, together(loadKwh, counter(solarKwh, 0))],
  ["two counters", "Start,Bought T1 (kWh),Bought T2 (kWh)", together(counter(solarKwh), counter(loadKwh))],
]

test.each(AS_ENERGY)("a title of energy above readings is refused: %s", (_, head, values) => {
  expect(refusedRules(() => totalsOf(head, values))).toEqual([["file", "file-looks-like-readings"]])
})

test("a title of energy above values that hardly change is believed", () => {
  for (const [, values] of UNCLEAR.filter(([name]) => !name.includes("counter")))
    expect(totalsOf(ENERGY, values).import).toBeCloseTo(
      sumOf(hour => Number(values(hour))),
      6,
    )
})

test("a title of readings above energy is refused, above a counter it is read", () => {
  for (const [, values] of LEVELS.slice(0, 3))
    expect(refusedRules(() => totalsOf(READING, values))).toEqual([["file", "file-readings-fall"]])
  expect(refusedRules(() => totalsOf(READING, () => 0.4))).toEqual([["file", "file-readings-unclear"]])
  expect(totalsOf(READING, counter(loadKwh)).import).toBeCloseTo(sumOf(loadKwh), 0)
})
