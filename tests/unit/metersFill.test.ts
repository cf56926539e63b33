import { expect, test } from "bun:test"
import fc from "fast-check"
import { profileHours } from "../../domain/site/consumption/profiles.ts"
import { fillMissing, fillMissingExport } from "../../domain/site/meters/fill.ts"
import { HOURS_PER_YEAR, hourOfYear } from "../../domain/site/year.ts"

const sum = (hours: ArrayLike<number>): number => Array.from(hours).reduce((total, kwh) => total + kwh, 0)

test("measured hours stay, and a household's missing hours are found again from half a year", () => {
  const household = profileHours("standard", 2023).map(share => share * 3500)
  const half = household.map((kwh, hour) => (hour % 48 < 24 ? kwh : Number.NaN))
  const filled = fillMissing(half, profileHours("standard", 2023))
  expect(Math.max(...filled.map((kwh, hour) => Math.abs(kwh - household[hour]!)))).toBeLessThan(1e-9)
})

test("over the measured hours profile and measurement have the same sum", () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 50, noNaN: true }), { minLength: 1, maxLength: 40 }), values => {
      const shape = Float64Array.from({ length: HOURS_PER_YEAR }, (_, hour) => 1 + (hour % 24))
      const measured = new Float64Array(HOURS_PER_YEAR).fill(Number.NaN)
      measured.set(values, 1000)
      const filled = fillMissing(measured, shape)
      const scale = sum(values) / sum(shape.slice(1000, 1000 + values.length))
      expect([...filled.slice(1000, 1000 + values.length)]).toEqual(values)
      expect(filled[0]).toBeCloseTo(scale * shape[0]!, 9)
    }),
    { numRuns: 20 },
  )
})

test("nothing used stays nothing", () => {
  const measured = new Float64Array(HOURS_PER_YEAR).fill(Number.NaN).fill(0, 0, 1000)
  expect(sum(fillMissing(measured, profileHours("standard")))).toBe(0)
})

test("fed-in energy is filled by its hour of the day in the nearest measured month", () => {
  const measured = new Float64Array(HOURS_PER_YEAR).fill(Number.NaN)
  for (let hour = hourOfYear(6, 1, 0); hour < hourOfYear(7, 1, 0); hour++) measured[hour] = hour % 24 === 12 ? 4 : 0
  for (let hour = hourOfYear(12, 1, 0); hour < HOURS_PER_YEAR; hour++) measured[hour] = hour % 24 === 12 ? 1 : 0
  const filled = fillMissingExport(measured)
  expect([...filled.slice(hourOfYear(6, 1, 0), hourOfYear(7, 1, 0))].filter(kwh => kwh === 4)).toHaveLength(30)
  for (const [month, noonKwh] of [
    [1, 1],
    [2, 1],
    [3, 1],
    [4, 4],
    [8, 4],
    [9, 4],
    [10, 1],
    [11, 1],
  ] as const) {
    expect(filled[hourOfYear(month, 15, 12)]).toBe(noonKwh)
    expect(filled[hourOfYear(month, 15, 0)]).toBe(0)
  }
})

test("without any measured hour nothing is fed in", () => {
  expect(sum(fillMissingExport(new Float64Array(HOURS_PER_YEAR).fill(Number.NaN)))).toBe(0)
})
