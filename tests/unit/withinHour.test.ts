import { expect, test } from "bun:test"
import fc from "fast-check"
import { modelledQuarters } from "../../domain/site/consumption/withinHour.ts"

/** Modelled quarters of a load. */

const sumOfHour = (quarters: Float64Array, hour: number): number =>
  quarters.subarray(4 * hour, 4 * hour + 4).reduce((sum, kwh) => sum + kwh, 0)

test("quarters have the energy of their hours, and are never negative", () => {
  const kwh = fc.oneof(fc.constant(0), fc.double({ min: 0, max: 12, noNaN: true }))
  fc.assert(
    fc.property(
      fc.array(kwh, { minLength: 3, maxLength: 60 }),
      fc.array(kwh, { minLength: 60, maxLength: 60 }),
      (a, b) => {
        const hours = Float64Array.from(a)
        for (const quarters of [modelledQuarters(hours), modelledQuarters(hours, Float64Array.from(b))]) {
          for (const [hour, kwhOfHour] of hours.entries()) expect(sumOfHour(quarters, hour)).toBeCloseTo(kwhOfHour, 9)
          expect(Math.min(...quarters)).toBeGreaterThanOrEqual(-1e-12)
        }
      },
    ),
  )
})

test("an even load stays even, and a load is modelled alike at each call", () => {
  const even = new Float64Array(48).fill(0.4)
  for (const kwh of modelledQuarters(even)) expect(kwh).toBeCloseTo(0.1, 15)
  const hours = Float64Array.from({ length: 48 }, (_, hour) => (hour * 7) % 5)
  expect(modelledQuarters(hours)).toEqual(modelledQuarters(hours))
})

test("an hour above its neighbours is a block of 1 kW and 1.2 kW for each kWh", () => {
  const hours = new Float64Array(24).fill(0.2)
  hours[18] = 2.2
  const quarters = modelledQuarters(hours)
  const peakKw = 4 * Math.max(...quarters)
  // The block of 2 kWh has 3.4 kW for 35 minutes: at least one quarter is inside it.
  expect(peakKw).toBeCloseTo(0.2 + 3.4, 9)
  expect(4 * Math.min(...quarters.subarray(72, 76))).toBeLessThan(2)
})

test("a heat pump's part of an hour stays even", () => {
  const heatKwh = Float64Array.from({ length: 24 }, (_, hour) => (hour === 12 ? 3 : 0.5))
  const hours = heatKwh.map(kwh => kwh + 0.2)
  for (const [quarter, kwh] of modelledQuarters(hours, heatKwh).entries())
    expect(kwh).toBeCloseTo(hours[quarter >> 2]! / 4, 12)
})
