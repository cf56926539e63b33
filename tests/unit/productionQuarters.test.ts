import { expect, test } from "bun:test"
import fc from "fast-check"
import { productionKwhPerKwp } from "../../domain/site/solar/production.ts"
import { productionQuarters, skyQuarters } from "../../domain/site/solar/productionQuarters.ts"
import { hourlyKwh, spreadOver } from "../../domain/site/steps.ts"
import { casesOf } from "../support/cases.ts"

/** Production within the hour. */

const ANTWERP = { lat: 51.2, lon: 4.4 }
const sky = skyQuarters(ANTWERP.lat, ANTWERP.lon, 1)
const roof = (azimuthDeg: number, tiltDeg = 35): Float64Array =>
  productionKwhPerKwp({ ...ANTWERP, tiltDeg, azimuthDeg }).hoursKwhPerKwp

const differences = (kwh: Float64Array): number[] =>
  Array.from(kwh.subarray(1), (each, at) => Math.abs(each - kwh[at]!))
const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

test("quarters have the energy of their hour, none is negative or in the dark or above the inverter", () => {
  const place = fc.record({
    lat: fc.double({ min: -66, max: 66, noNaN: true }),
    offset: fc.integer({ min: -3, max: 3 }),
  })
  const azimuth = fc.integer({ min: 0, max: 359 })
  fc.assert(
    fc.property(place, azimuth, fc.double({ min: 0.1, max: 1, noNaN: true }), ({ lat, offset }, azimuthDeg, acKw) => {
      const surface = { lat, lon: 15 * offset, tiltDeg: 40, azimuthDeg }
      const hours = productionKwhPerKwp(surface).hoursKwhPerKwp.map(kwh => Math.min(acKw, kwh))
      const mostKw = Math.max(...hours)
      const light = skyQuarters(lat, 15 * offset, offset)
      const quarters = productionQuarters(hours, light)
      hourlyKwh(quarters).forEach((kwh, hour) => {
        expect(Math.abs(kwh - hours[hour]!)).toBeLessThanOrEqual(1e-9)
      })
      quarters.forEach((kwh, quarter) => {
        expect(kwh).toBeGreaterThanOrEqual(0)
        expect(4 * kwh).toBeLessThanOrEqual(acKw + 1e-12)
        const hour = quarter >> 2
        const lit = light.subarray(4 * hour, 4 * hour + 4).filter(wm2 => wm2 > 0).length
        const hasRoom = hours[hour]! <= (lit / 4) * mostKw
        if (hours[hour] === 0 || (hasRoom && light[quarter] === 0)) expect(kwh).toBeLessThanOrEqual(1e-15)
      })
    }),
    { numRuns: casesOf(20, 5) },
  )
})

test("without clouds a clear day of a flat roof has the course of its light", () => {
  const noon = 4 * (80 * 24 + 12)
  const clear = Float64Array.from(sky, wm2 => wm2 / 4000)
  const quarters = productionQuarters(hourlyKwh(clear), sky, 0)
  for (let quarter = noon - 16; quarter < noon + 16; quarter++)
    expect(quarters[quarter]).toBeCloseTo(clear[quarter]!, 12)
})

test("an east roof falls within the hours of the afternoon and rises within those of the morning", () => {
  const quarters = productionQuarters(roof(90, 60), sky, 0)
  const risesOf = (hourOfDay: number): number =>
    total(
      Array.from({ length: 92 }, (_, day) => {
        const first = 4 * ((150 + day) * 24 + hourOfDay)
        return quarters[first + 3]! - quarters[first]!
      }),
    )
  expect(risesOf(5)).toBeGreaterThan(0)
  expect(risesOf(12)).toBeLessThan(0)
})

test("hours do not step at their ends; clouds vary, and are alike at each call and on each roof of a place", () => {
  const hours = roof(180)
  const [even, smooth, cloudy] = [
    spreadOver(hours, 4),
    productionQuarters(hours, sky, 0),
    productionQuarters(hours, sky),
  ]
  const squares = (kwh: Float64Array) => total(differences(kwh).map(each => each ** 2))
  expect(squares(smooth)).toBeLessThan(squares(even) / 2)
  expect(squares(cloudy)).toBeGreaterThan(squares(smooth) * 1.1)
  expect(productionQuarters(hours, sky)).toEqual(cloudy)
  const doubled = productionQuarters(
    hours.map(kwh => 2 * kwh),
    sky,
  )
  cloudy.forEach((kwh, quarter) => {
    expect(Math.abs(doubled[quarter]! - 2 * kwh)).toBeLessThanOrEqual(1e-12)
  })
})

test("production without light keeps its hour, and an inverter at its limit is even", () => {
  const night = new Float64Array(8760)
  night[0] = 0.4
  expect([...productionQuarters(night, sky).subarray(0, 4)]).toEqual([0.1, 0.1, 0.1, 0.1])
  const full = hourlyKwh(Float64Array.from(sky, wm2 => Math.min(0.05, wm2)))
  const noon = 4 * (180 * 24 + 12)
  for (const kwh of productionQuarters(full, sky).subarray(noon - 4, noon + 4)) expect(kwh).toBeCloseTo(0.05, 12)
})
