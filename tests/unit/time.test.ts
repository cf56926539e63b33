import { expect, test } from "bun:test"
import fc from "fast-check"
import {
  axisHourOf,
  calendarHour,
  HOUR_MONTHS,
  HOURS_PER_YEAR,
  hourOfYear,
  hourStartUtcMs,
  MONTH_DAYS,
  MONTH_START_HOURS,
  weekdayOfHour,
} from "../../domain/site/year.ts"

test("months fill the year", () => {
  expect(MONTH_DAYS.reduce((a, b) => a + b)).toBe(365)
  expect(MONTH_START_HOURS).toEqual([0, 744, 1416, 2160, 2880, 3624, 4344, 5088, 5832, 6552, 7296, 8016, 8760])
  expect([HOUR_MONTHS[0], HOUR_MONTHS[1415], HOUR_MONTHS[1416], HOUR_MONTHS[8759]]).toEqual([1, 2, 3, 12])
})

test("an hour and its calendar place are each other's inverse", () => {
  for (let hour = 0; hour < HOURS_PER_YEAR; hour++) {
    const { month, day, hourOfDay } = calendarHour(hour)
    expect(hourOfYear(month, day, hourOfDay)).toBe(hour)
  }
  expect(calendarHour(hourOfYear(3, 1, 0) - 1)).toEqual({ month: 2, day: 28, hourOfDay: 23 })
})

test("hours start at the site's standard time and leave 29 February out", () => {
  expect(hourStartUtcMs(0, 2023, 1)).toBe(Date.parse("2022-12-31T23:00Z"))
  expect(hourStartUtcMs(1416, 2024, 0)).toBe(Date.parse("2024-03-01T00:00Z"))
  expect(hourStartUtcMs(1415, 2024, 0)).toBe(Date.parse("2024-02-28T23:00Z"))
  expect(hourStartUtcMs(8759, 2024, -5)).toBe(Date.parse("2025-01-01T04:00Z"))
  expect(hourStartUtcMs(12, 2023, 5.75)).toBe(Date.parse("2023-01-01T06:15Z"))
})

test("an instant finds its hour, and none on 29 February", () => {
  expect(axisHourOf(Date.parse("2024-02-29T12:00Z"), 0)).toBeNull()
  expect(axisHourOf(Date.parse("2024-02-28T23:30Z"), 1)).toBeNull()
  expect(axisHourOf(Date.parse("2024-02-29T23:30Z"), 1)).toEqual({ year: 2024, hour: 1416 })
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 8759 }),
      fc.integer({ min: 1990, max: 2060 }),
      fc.integer({ min: -48, max: 56 }).map(quarters => quarters / 4),
      fc.integer({ min: 0, max: 3_599_999 }),
      (hour, year, offsetHours, ms) =>
        expect(axisHourOf(hourStartUtcMs(hour, year, offsetHours) + ms, offsetHours)).toEqual({ year, hour }),
    ),
  )
})

test("weekdays are those of the calendar year", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 8759 }), fc.integer({ min: 1950, max: 2100 }), (hour, year) => {
      const sundayFirst = new Date(hourStartUtcMs(hour, year, 0)).getUTCDay()
      expect(weekdayOfHour(hour, year)).toBe((sundayFirst + 6) % 7)
    }),
  )
})
