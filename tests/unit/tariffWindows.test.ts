import { describe, expect, test } from "bun:test"
import { hourlyLimits } from "../../domain/market/tariff/custom/limits.ts"
import { type CalendarWindow, DAY_NAMES } from "../../domain/market/tariff/custom/schema.ts"
import { firstLeftOut, windowOfSteps } from "../../domain/market/tariff/custom/windows.ts"
import { siteOf } from "../../domain/site/geo/site.ts"
import { localCalendar } from "../../domain/site/localCalendar.ts"
import { isPublicHoliday } from "../../domain/site/publicHolidays.ts"
import { hourOfYear, hourStartUtcMs } from "../../domain/site/year.ts"
import { randomNumbers } from "../support/solvedCase.ts"

/** Windows of custom tariffs, compared with a slow loop that converts each hour to local time. */
const PLACES = { Utrecht: [52.09, 5.12], Munich: [48.14, 11.58], Sydney: [-33.87, 151.21], Mumbai: [19.07, 72.87] }

const clockAt = (timeZone: string) => {
  const format = new Intl.DateTimeFormat("en-US", {
    ...{ timeZone, hourCycle: "h23", weekday: "short" },
    ...{ year: "numeric", month: "numeric", day: "numeric", hour: "numeric" },
  })
  return (utcMs: number) => {
    const parts = Object.fromEntries(format.formatToParts(utcMs).map(({ type, value }) => [type, value]))
    const date = new Date(Date.UTC(Number(parts.year), Number(parts.month) - 1, Number(parts.day)))
    return { month: Number(parts.month), weekday: parts.weekday!.toLowerCase(), hour: Number(parts.hour), date }
  }
}

/** True if an hour of the clock lies in a part of the day, checked hour by hour. */
const isIn = (hour: number, [from, to]: readonly number[]): boolean => {
  let at = from! % 24
  do {
    if (at === hour) return true
    at = (at + 1) % 24
  } while (at !== to! % 24)
  return false
}

const slowly = (windows: readonly CalendarWindow[], [lat, lon]: readonly number[], year: number): number[] => {
  const { zone, standardOffsetHours, country } = siteOf(lat!, lon!)
  const clock = clockAt(zone)
  const hasHolidays = windows.some(({ days }) => days?.some(day => day === "holidays"))
  return Array.from({ length: 8760 }, (_, hour) => {
    const { month, weekday, hour: ofDay, date } = clock(hourStartUtcMs(hour, year, standardOffsetHours))
    const day = hasHolidays && isPublicHoliday(country!, date) ? "holidays" : weekday
    return windows.findIndex(
      ({ months, days, hours }) =>
        (!months || months.includes(month)) &&
        (!days || days.some(name => name === day)) &&
        (!hours || hours.some(part => isIn(ofDay, part))),
    )
  })
}

const randomWindows = (seed: number): CalendarWindow[] => {
  const random = randomNumbers(seed)
  const some = <T>(values: readonly T[]) => values.filter(() => random() < 0.5)
  const part = (): number[] => {
    const from = Math.floor(24 * random())
    return [from, (from + 1 + Math.floor(23 * random())) % 24]
  }
  return Array.from({ length: 1 + Math.floor(4 * random()) }, () => {
    const months = some([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    const days = some(DAY_NAMES)
    return {
      ...(months.length > 0 ? { months } : {}),
      ...(days.length > 0 && random() < 0.8 ? { days } : {}),
      ...(random() < 0.7 ? { hours: [part(), part()] } : {}),
    }
  })
}

describe.each(Object.entries(PLACES))("%s", (_name, place) => {
  test.each([2023, 2024, 2025])("every window of %i compiles to what the clocks show", year => {
    const calendar = localCalendar(siteOf(place[0]!, place[1]!), year)
    for (let seed = 0; seed < 4; seed++) {
      const windows = randomWindows(100 * year + seed)
      expect([...windowOfSteps(windows, calendar)]).toEqual(slowly(windows, place, year))
    }
  })
})

test("standard time and local time: in summer the hour that begins at 16:00 is that of 17:00 on the clock", () => {
  const calendar = localCalendar(siteOf(52.09, 5.12), 2025)
  const evening = windowOfSteps([{ hours: [[17, 18]] }], calendar)
  const at = (month: number, day: number) =>
    Array.from({ length: 24 }, (_, hour) => hour).filter(hour => evening[hourOfYear(month, day, hour)] === 0)
  expect([at(1, 15), at(7, 15)]).toEqual([[17], [16]])
  // The night of 30 March has no hour from 2 to 3, and the night of 26 October has two.
  const night = windowOfSteps([{ hours: [[2, 3]] }], calendar)
  const hours = (month: number, day: number) =>
    Array.from({ length: 24 }, (_, hour) => hour).filter(hour => night[hourOfYear(month, day, hour)] === 0)
  expect([hours(3, 30), hours(10, 26)]).toEqual([[], [1, 2]])
})

test("over midnight: from 22 to 6 is 22 to 24 and 0 to 6 of the same day", () => {
  const calendar = localCalendar(siteOf(52.09, 5.12), 2025)
  const window = windowOfSteps([{ months: [1], days: ["sat"], hours: [[22, 6]] }], calendar)
  // 4 January 2025 is a Saturday.
  const held = [...window.keys()].filter(hour => window[hour] === 0).slice(0, 8)
  expect(held).toEqual([0, 1, 2, 3, 4, 5, 22, 23].map(hour => hourOfYear(1, 4, hour)))
})

test("a public holiday is a weekday unless the windows name holidays", () => {
  // Whit Monday of 2025 is 9 June.
  const calendar = localCalendar(siteOf(52.09, 5.12), 2025)
  const noon = hourOfYear(6, 9, 12)
  expect(windowOfSteps([{ days: ["mon"] }], calendar)[noon]).toBe(0)
  expect(windowOfSteps([{ days: ["mon"] }, { days: ["sun", "holidays"] }], calendar)[noon]).toBe(1)
})

test("limits on public holidays go by the Land that is named: Repentance Day of Saxony is 19 November 2025", () => {
  const limits = { importKw: [{ kw: 2, days: ["holidays" as const] }, { kw: 5 }] }
  const noonIn = (holidaysOf?: "DE-SN") => {
    const { importKw } = hourlyLimits(limits, siteOf(51.05, 13.74), { calendarYear: 2025, holidaysOf, steps: 1 })
    return [hourOfYear(11, 19, 12), hourOfYear(10, 3, 12), hourOfYear(11, 18, 12)].map(
      hour => (importKw as Float64Array)[hour],
    )
  }
  expect([noonIn("DE-SN"), noonIn()]).toEqual([
    [2, 2, 5],
    [5, 2, 5],
  ])
})

test("public holidays of 2025 by country", () => {
  const isFree = (country: string, month: number, day: number) =>
    isPublicHoliday(country, new Date(Date.UTC(2025, month - 1, day)))
  expect([isFree("NL", 4, 26), isFree("NL", 4, 21), isFree("NL", 5, 29), isFree("NL", 4, 18)]).toEqual([
    true,
    true,
    true,
    false,
  ])
  expect([isFree("BE", 7, 21), isFree("DE", 10, 3), isFree("DE", 4, 18), isFree("BE", 10, 3)]).toEqual([
    true,
    true,
    true,
    false,
  ])
  expect([isFree("AT", 6, 19), isFree("FR", 7, 14), isFree("DK", 4, 17), isFree("US", 7, 4)]).toEqual([
    true,
    true,
    true,
    false,
  ])
})

test("days that other laws than the first added or took away", () => {
  const isFree = (country: string, month: number, day: number) =>
    isPublicHoliday(country, new Date(Date.UTC(2026, month - 1, day)))
  // Legge 151/2025 and 54/1977: 4 October is a holiday; 4 November, 19 March and 29 June are not.
  expect([isFree("IT", 10, 4), isFree("IT", 11, 4), isFree("IT", 3, 19), isFree("IT", 6, 29)]).toEqual([
    true,
    false,
    false,
    false,
  ])
  // Store Bededag was the fourth Friday after Easter.
  expect([isFree("DK", 5, 1), isFree("DK", 6, 5), isFree("NO", 5, 17), isFree("CH", 8, 1)]).toEqual([
    false,
    false,
    true,
    true,
  ])
})

test("windows that leave an hour out are found, those that hold the whole week are not", () => {
  expect(firstLeftOut([{ days: ["mon", "tue", "wed", "thu", "fri"], hours: [[7, 23]] }])).toEqual({
    month: 1,
    day: 0,
    hour: 0,
  })
  expect(firstLeftOut([{ hours: [[7, 23]] }, { hours: [[23, 7]] }])).toBeUndefined()
  expect(firstLeftOut([{ days: ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] }])).toBeUndefined()
  expect(
    firstLeftOut([{ days: ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] }, { months: [1], days: ["holidays"] }]),
  ).toEqual({ month: 2, day: DAY_NAMES.indexOf("holidays"), hour: 0 })
})
