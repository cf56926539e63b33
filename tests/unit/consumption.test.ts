import { describe, expect, test } from "bun:test"
import {
  dayKinds,
  dutchHolidays,
  europeanSummerHours,
  europeanSummerTime,
  matchingDays,
  toStandardTime,
  toWallClock,
} from "../../domain/site/consumption/calendar.ts"
import {
  profileFigures,
  profileHours,
  scaleToAnnualKwh,
  standardProfile,
  standardProfileKeys,
  standardProfiles,
} from "../../domain/site/consumption/profiles.ts"
import { profileTemplates } from "../../domain/site/consumption/templates.ts"
import { HOUR_MONTHS, hourOfYear, weekdayOfDay, weekdayOfHour } from "../../domain/site/year.ts"
import { saying } from "../support/sentences.ts"

const total = (hours: ArrayLike<number>) => Array.from(hours).reduce((sum, value) => sum + value, 0)
const SUNDAY = 6

/** First hour of a day's load above half of its highest. */
const firstBusyHour = (shape: Float64Array, month: number, day: number) => {
  const start = hourOfYear(month, day, 0)
  const hours = shape.subarray(start, start + 24)
  return hours.findIndex(value => value > Math.max(...hours) / 2)
}

describe("calendar", () => {
  test("summer time begins and ends on the last Sundays of March and October, 01:00 UTC", () => {
    const { startUtcMs, endUtcMs } = europeanSummerTime(2024)
    expect([startUtcMs, endUtcMs]).toEqual([Date.UTC(2024, 2, 31, 1), Date.UTC(2024, 9, 27, 1)])
    expect(europeanSummerHours(2023)).toEqual({ from: hourOfYear(3, 26, 2), to: hourOfYear(10, 29, 2) })
  })

  test("wall clock and standard time differ by one hour in summer; the skipped and the doubled hour fall where they must", () => {
    const summer = europeanSummerHours(2023)
    const standard = toStandardTime(
      Float64Array.from({ length: 8760 }, (_, hour) => hour),
      summer,
    )
    expect(standard[hourOfYear(3, 26, 1)]).toBe(hourOfYear(3, 26, 1))
    expect(standard[hourOfYear(3, 26, 2)]).toBe(hourOfYear(3, 26, 3))
    expect(standard[hourOfYear(7, 1, 7)]).toBe(hourOfYear(7, 1, 8))
    expect(standard[hourOfYear(10, 29, 1)]).toBe(hourOfYear(10, 29, 2))
    expect(standard[hourOfYear(10, 29, 2)]).toBe(hourOfYear(10, 29, 2))
    const there = toStandardTime(toWallClock(standard, summer), summer)
    expect(there).toEqual(standard)
  })

  test("a day of another year has the same weekday and month and lies near; the same year is itself", () => {
    for (const [source, target] of [
      [2023, 2024],
      [2019, 2050],
      [2017, 2020],
    ]) {
      matchingDays(source!, target!).forEach((match, day) => {
        expect(weekdayOfDay(match, source!)).toBe(weekdayOfDay(day, target!))
        expect(HOUR_MONTHS[match * 24]).toBe(HOUR_MONTHS[day * 24])
        expect(Math.abs(match - day)).toBeLessThan(7)
      })
    }
    expect(Array.from(matchingDays(2019, 2019))).toEqual(Array.from({ length: 365 }, (_, day) => day))
  })

  test("Dutch holidays", () => {
    const days = (dates: [number, number][]) => dates.map(([month, day]) => hourOfYear(month, day, 0) / 24)
    const fixed: [number, number][] = [
      [12, 25],
      [12, 26],
    ]
    expect(dutchHolidays(2023)).toEqual(days([[1, 1], [4, 10], [4, 27], [5, 18], [5, 29], ...fixed]))
    expect(dutchHolidays(2024)).toEqual(days([[1, 1], [4, 1], [4, 27], [5, 9], [5, 20], ...fixed]))
    expect(dutchHolidays(2025)[2]).toBe(days([[4, 26]])[0])
    const kinds = dayKinds(2024)
    expect([kinds[90], kinds[357], kinds[364], kinds[0]]).toEqual(["sunday", "saturday", "saturday", "sunday"])
  })
})

describe("standard profiles", () => {
  test("every one is 8760 hours, at least 0, with the sum 1, in every calendar", () => {
    for (const { profileKey } of standardProfiles) {
      for (const year of [2020, 2023, 2024, 2037]) {
        const shape = profileHours(profileKey, year)
        expect([profileKey, shape.length, shape.every(value => value >= 0)]).toEqual([profileKey, 8760, true])
        expect(Math.abs(total(shape) - 1)).toBeLessThan(1e-12)
      }
    }
  })

  test("the catalogue has the documented names, at least 15 of business, and says where each comes from", () => {
    for (const key of ["standard", "coupleBothAtWork", "couple1home1work", "3kidsbothwork"]) {
      expect(standardProfile(key)?.type).toBe("residential")
    }
    expect(standardProfiles.filter(profile => profile.type === "business").length).toBeGreaterThanOrEqual(15)
    expect(standardProfileKeys.size).toBe(standardProfiles.length)
    for (const profile of standardProfiles) {
      expect(profile.defaultAnnualKwh).toBeGreaterThan(0)
      for (const text of [
        profile.label,
        profile.labelNl,
        profile.category,
        profile.description,
        profile.source,
        profile.licence,
      ]) {
        expect(text).not.toBe("")
      }
    }
    expect(standardProfile("groot-gezin")?.synthetic).toBe(true)
    expect(standardProfile("house-measured")?.synthetic).toBe(false)
    expect(saying(() => profileHours("nobody"))).toThrow("nobody")
  })

  test("the four templates have the documented sizes", () => {
    expect(profileTemplates.map(({ id, annualKwh }) => [id, annualKwh])).toEqual([
      ["alleenstaand", 2500],
      ["stel", 3200],
      ["thuiswerkers-kinderen", 4500],
      ["groot-gezin", 5500],
    ])
  })

  test("the mean of many households is E1A of 2023 as published, to float32", () => {
    const shape = profileHours("household-mean", 2023)
    // households_appliances.csv of the Energy Transition Model: joules to the share of a year is × 3600.
    const published = [3.7647216575139734e-8, 3.3277772786111865e-8, 2.8772217906389536e-8]
    published.forEach((value, hour) => {
      expect(shape[hour]! / (value * 3600)).toBeCloseTo(1, 6)
    })
    const january = shape.subarray(hourOfYear(1, 9, 0), hourOfYear(1, 14, 0))
    const july = shape.subarray(hourOfYear(7, 3, 0), hourOfYear(7, 8, 0))
    const peakHour = (week: Float64Array) => {
      const day = Array.from({ length: 24 }, (_, hour) => total(week.filter((_, i) => i % 24 === hour)))
      return day.indexOf(Math.max(...day))
    }
    expect([peakHour(january), peakHour(july)]).toEqual([18, 17])
  })
})

describe("shapes of standard profiles", () => {
  test("archetypes differ as their names say", () => {
    const weekdayShare = (key: string, from: number, to: number) => {
      const shape = profileHours(key)
      const isIn = (hour: number) => weekdayOfHour(hour, 2023) < 5 && hour % 24 >= from && hour % 24 < to
      return total(shape.filter((_, hour) => isIn(hour)))
    }
    expect(weekdayShare("coupleBothAtWork", 9, 16)).toBeLessThan(0.7 * weekdayShare("standard", 9, 16))
    expect(weekdayShare("coupleBothAtWork", 17, 22)).toBeGreaterThan(1.2 * weekdayShare("standard", 17, 22))
    expect(weekdayShare("couple1home1work", 9, 16)).toBeGreaterThan(weekdayShare("standard", 9, 16))
    expect(weekdayShare("3kidsbothwork", 6, 9)).toBeGreaterThan(1.2 * weekdayShare("standard", 6, 9))
  })

  test("a measured house has peaks that an average hides", () => {
    const peakOverMean = (key: string) => Math.max(...profileHours(key)) * 8760
    expect(peakOverMean("house-measured")).toBeGreaterThan(4 * peakOverMean("household-mean"))
  })

  test("a BDEW hour is its table's hour of month, kind of day and wall clock", () => {
    const shape = profileHours("business-g25", 2023)
    // g25.csv, January, 00:00–01:00 and July, 01:00–02:00: kW of Saturday, Sunday.
    expect(shape[hourOfYear(1, 7, 0)]! / shape[hourOfYear(1, 8, 0)]!).toBeCloseTo(59.477 / 57.934, 6)
    const monday = firstBusyHour(profileHours("office-hours-g1", 2023), 1, 9)
    expect(firstBusyHour(profileHours("office-hours-g1", 2023), 7, 10)).toBe(monday - 1)
  })

  test("a public holiday is a Sunday of a table, and Christmas Eve a Saturday", () => {
    const shape = profileHours("shop-g4", 2024)
    const day = (month: number, date: number) =>
      Array.from(shape.subarray(hourOfYear(month, date, 0), hourOfYear(month, date, 24)))
    expect(day(12, 25)).toEqual(day(12, 22))
    expect(day(12, 24)).toEqual(day(12, 21))
    expect(day(5, 9)).toEqual(day(5, 5))
  })

  test("H25 is dynamic over the year: the same table day differs by the polynomial", () => {
    const shape = profileHours("household-h25", 2023)
    const factor = (t: number) => -3.92e-10 * t ** 4 + 3.2e-7 * t ** 3 - 7.02e-5 * t ** 2 + 2.1e-3 * t + 1.24
    expect(shape[hourOfYear(1, 31, 12)]! / shape[hourOfYear(1, 3, 12)]!).toBeCloseTo(factor(31) / factor(3), 9)
  })

  test("measured weekdays follow the calendar, and the wall clock its summer time", () => {
    for (const year of [2018, 2023, 2030]) {
      const shape = profileHours("metal-works-measured", year)
      const byWeekday = new Array<number>(7).fill(0)
      shape.forEach((value, hour) => {
        byWeekday[weekdayOfHour(hour, year)]! += value
      })
      expect(byWeekday.indexOf(Math.min(...byWeekday))).toBe(SUNDAY)
      expect(byWeekday[SUNDAY]).toBeLessThan(0.5 * byWeekday[1]!)
    }
    // American summer time began on 12 March 2017: in Europe the offices of that week still open by winter time.
    const office = profileHours("medium-office", 2023)
    expect([3, 14, 21].map(day => firstBusyHour(office, 3, day))).toEqual([6, 6, 6])
    expect(firstBusyHour(office, 3, 28)).toBe(5)
    expect([firstBusyHour(office, 10, 31), firstBusyHour(office, 10, 24)]).toEqual([6, 5])
  })
})

test("figures of a profile: months that sum to its use, and its highest hour", () => {
  const { peakKw, monthlyTotals } = profileFigures("school-small-measured", 50_000)
  expect(monthlyTotals).toHaveLength(12)
  expect(total(monthlyTotals)).toBeCloseTo(50_000, 6)
  expect(monthlyTotals[0]).toBeGreaterThan(monthlyTotals[6]!)
  expect(peakKw * 8760).toBeGreaterThan(50_000)
  // Highest value of households_appliances.csv, joules to a share of the year.
  expect(profileFigures("household-mean", 3000).peakKw).toBeCloseTo(6.591943455652926e-8 * 3600 * 3000, 6)
  expect(total(profileFigures("farm-l25").monthlyTotals)).toBeCloseTo(25_000, 6)
})

test("scaling keeps the shape and gives the yearly use", () => {
  const shape = profileHours("bakery-g5", 2024).map(value => value * 17)
  const scaled = scaleToAnnualKwh(shape, 61_234.5)
  expect(Math.abs(total(scaled) / 61_234.5 - 1)).toBeLessThan(1e-12)
  expect(scaled[100]! / scaled[200]!).toBeCloseTo(shape[100]! / shape[200]!, 12)
})
