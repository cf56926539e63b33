// Indices of this file are in bounds by construction.

import { expect, test } from "bun:test"
import { YIELD_IN_USE } from "../../domain/report/draws.ts"
import { afterLosses, productionKwhPerKwp, solarYear } from "../../domain/site/solar/production.ts"
import type { Surface } from "../../domain/site/solar/provider.ts"
import climates from "../../fixtures/reference/solar/climates.json" with { type: "json" }
import plants from "../../fixtures/reference/solar/measured-plants.json" with { type: "json" }
import published from "../../fixtures/reference/solar/published-yields.json" with { type: "json" }
import states from "../../fixtures/reference/solar/small-states.json" with { type: "json" }
import sunlight from "../../fixtures/reference/solar/sunlight.json" with { type: "json" }
import targets from "../../fixtures/reference/solar/targets.json" with { type: "json" }

/** Dirt, and all other losses, of the published yields. */
const PUBLISHED_LOSSES_PERCENT = 100 * (1 - (1 - 0.035) * (1 - 0.075))

const total = (values: Float64Array): number => values.reduce((a, b) => a + b, 0)
const meanOf = (values: number[]): number => values.reduce((a, b) => a + b, 0) / values.length
const sunKwhM2 = (lat: number, lon: number): number => total(solarYear(lat, lon).ghiWm2) / 1000
const yearKwh = (surface: Surface, lossesPercent: number): number =>
  total(productionKwhPerKwp(surface).hoursKwhPerKwp) * afterLosses(lossesPercent)

const overSun = climates.map(climate => {
  const ours = yearKwh(climate, PUBLISHED_LOSSES_PERCENT) / sunKwhM2(climate.lat, climate.lon)
  const airC = total(solarYear(climate.lat, climate.lon).airC) / 8760
  return { country: climate.country, lat: Math.abs(climate.lat), airC, error: ours / climate.yieldOverSun - 1 }
})
const meanWhere = (isMeant: (one: (typeof overSun)[number]) => boolean): number =>
  meanOf(overSun.filter(isMeant).map(({ error }) => error))

test("what panels make of a year's sunlight is within 7 % of the published in each of 111 countries, within 2 % in the mean", () => {
  expect(overSun.length).toBe(111)
  for (const { country, error } of overSun) expect([country, Math.abs(error) < 0.07]).toEqual([country, true])
  expect(meanOf(overSun.map(({ error }) => Math.abs(error)))).toBeLessThan(0.02)
})

test.each([
  [0, 10],
  [10, 23.5],
  [23.5, 35],
  [35, 45],
  [45, 60],
])("between %d° and %d° of latitude it is within 2 % in the mean", (from, to) => {
  expect(Math.abs(meanWhere(({ lat }) => lat >= from && lat < to))).toBeLessThan(0.02)
})

test.each([
  [5, 10],
  [10, 15],
  [15, 20],
  [20, 25],
  [25, 33],
])("where air has %d to %d °C in the mean it is within 2 % in the mean", (from, to) => {
  expect(Math.abs(meanWhere(({ airC }) => airC >= from && airC < to))).toBeLessThan(0.02)
})

test("sunlight is within 9 % of measured sums from the subarctic to the tropics, of one year or many, within 5 % in the mean", () => {
  const errors = sunlight.map(({ lat, lon, kwhM2 }) => Math.abs(sunKwhM2(lat, lon) / kwhM2 - 1))
  expect(Math.max(...errors)).toBeLessThan(0.09)
  expect(meanOf(errors)).toBeLessThan(0.05)
})

test("a plant in the mountains of Peru gives what was measured; at its coast of fogs the climatology has too much sun", () => {
  const tooHigh = plants.filter(plant => yearKwh(plant, 14) > 1.05 * plant.kwhPerKwp[1]!)
  const tooLow = plants.filter(plant => yearKwh(plant, 14) < 0.95 * plant.kwhPerKwp[0]!)
  expect(tooLow).toEqual([])
  expect(tooHigh.map(({ id }) => id)).toEqual(["tacna", "lima"])
})

/** Places outside of the measured countries with a published yield, and the relative errors of our model. */
const yieldErrors = [...published, ...states, ...targets]
  .filter(({ id }) => !id.startsWith("rotterdam") && /_pvgis|_gsa|_pvwatts_(rack_)?ac$/.test(id))
  .map(({ lat, lon, tiltDeg, azimuthDeg, lossesPercent, value }) => {
    const surface = { lat, lon, tiltDeg: tiltDeg ?? 0, azimuthDeg: azimuthDeg ?? 0 }
    return yearKwh(surface, lossesPercent ?? 0) / value - 1
  })
const shareWithin = (limit: number): number =>
  yieldErrors.filter(error => Math.abs(error) < limit).length / yieldErrors.length

test("the note of synthetic weather says how far yields are from published ones: 37 places, all within 9 %, four in five within 6 %", () => {
  expect(yieldErrors.length).toBe(37)
  expect(shareWithin(0.09)).toBe(1)
  expect(shareWithin(0.06)).toBeGreaterThan(0.8)
})

test("reports draw the error of a yield no narrower than published yields show it: its deviation, and the shares within one and two of it", () => {
  const deviation = Math.sqrt(meanOf(yieldErrors.map(error => error * error)))
  expect(deviation).toBeLessThan(YIELD_IN_USE.deviation)
  expect(deviation).toBeGreaterThan(YIELD_IN_USE.deviation / 2)
  expect(shareWithin(YIELD_IN_USE.deviation)).toBeGreaterThan(0.68)
  expect(shareWithin(2 * YIELD_IN_USE.deviation)).toBeGreaterThan(0.95)
})
