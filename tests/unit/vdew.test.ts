import { describe, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { DAY_KINDS, shippedTable, VDEW_SEASONS, yearOf } from "../support/vdew.ts"

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Quarter-hours of a published day of L1 as hours [kW]. */
const publishedDay = (date: string): number[] => {
  const file = readFileSync(new URL("../../fixtures/reference/vdew1999/l1Days2019.csv", import.meta.url), "utf8")
  const watts = file
    .split("\n")
    .find(row => row.startsWith(date))!
    .split(",")
    .slice(2)
    .map(Number)
  return Array.from({ length: 24 }, (_, hour) => mean(watts.slice(hour * 4, hour * 4 + 4)) / 1000)
}

describe("the farm profiles of VDEW", () => {
  test.each(["L0", "L1", "L2"])("%s uses 1,000 kWh in a year of German holidays", profile => {
    expect(Math.abs(yearOf(profile) - 1000)).toBeLessThan(0.2)
  })

  test("no table of L1 is one of L0", () => {
    for (const season of VDEW_SEASONS) {
      for (const kind of DAY_KINDS)
        expect(shippedTable("L1", season, kind)).not.toEqual(shippedTable("L0", season, kind))
    }
  })

  test("milking shows on every day: its hours take more than twice what noon takes", () => {
    for (const season of VDEW_SEASONS) {
      for (const kind of DAY_KINDS) {
        const table = shippedTable("L1", season, kind)
        expect(Math.max(...table.slice(7, 10))).toBeGreaterThan(1.9 * table[12]!)
        expect(Math.max(...table.slice(18, 21))).toBeGreaterThan(1.9 * table[12]!)
      }
    }
  })

  test.each([
    ["2019-01-05", "winter", "saturday"],
    ["2019-01-06", "winter", "sunday"],
    ["2019-04-06", "transition", "saturday"],
    ["2019-04-07", "transition", "sunday"],
    ["2019-07-06", "summer", "saturday"],
    ["2019-07-07", "summer", "sunday"],
  ] as const)(
    "the table follows the published day %s, whose seasons are blended, within 4 %% of its highest hour",
    (date, season, kind) => {
      const table = shippedTable("L1", season, kind)
      const published = publishedDay(date)
      const factor = mean(table) / mean(published)
      published.forEach((kw, hour) => {
        expect(Math.abs(kw * factor - table[hour]!)).toBeLessThan(0.04 * Math.max(...table))
      })
    },
  )
})
