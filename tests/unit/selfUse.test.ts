import { describe, expect, test } from "bun:test"
import { profileHours } from "../../domain/site/consumption/profiles.ts"
import { HOUR_MONTHS, weekdayOfHour } from "../../domain/site/year.ts"
import { matrixShares, PLACES, type Place, plugInShares } from "../support/selfUse.ts"

const POINT = 0.01
const places = Object.keys(PLACES) as Place[]
describe("own use of the sun by the average household, against published shares", () => {
  test.each(places)("plug-in panels of 600 Wp at %s: within 3 points", place => {
    for (const { what, published, ours } of plugInShares(place, profileHours))
      expect([what, Math.abs(ours - published) / POINT <= 3, ours]).toEqual([what, true, ours])
  })

  test.each(places)("panels and batteries of all sizes at %s: within 5 points", place => {
    for (const { what, published, ours } of matrixShares(place, profileHours("standard")))
      expect([what, Math.abs(ours - published) / POINT <= 5, ours]).toEqual([what, true, ours])
  })

  test("the mean of many households would overstate the smallest plants by more than 10 points", () => {
    for (const { published, ours } of plugInShares("De Bilt", () => profileHours("household-mean")))
      expect(ours - published).toBeGreaterThan(10 * POINT)
  })
})

describe("the average household", () => {
  const sumBy = (shape: Float64Array, keyOf: (hour: number) => string) => {
    const sums = new Map<string, number>()
    shape.forEach((share, hour) => {
      sums.set(keyOf(hour), (sums.get(keyOf(hour)) ?? 0) + share)
    })
    return [...sums.values()]
  }

  test.each([2020, 2023, 2025])("of %d has the mean's habits: hour by hour of the day, month and kind of day", year => {
    const keyOf = (hour: number) => `${HOUR_MONTHS[hour]} ${weekdayOfHour(hour, year) >= 5} ${hour % 24}`
    const ours = sumBy(profileHours("standard", year), keyOf)
    sumBy(profileHours("household-mean", year), keyOf).forEach((share, i) => {
      expect(Math.abs(ours[i]! / share - 1)).toBeLessThan(1e-9)
    })
  })

  test("has a home's peaks: a home of 3,500 kWh takes between 4 and 6 kW in its highest hour", () => {
    const peakKw = Math.max(...profileHours("standard")) * 3500
    expect(peakKw).toBeGreaterThan(4)
    expect(peakKw).toBeLessThan(6)
  })
})
