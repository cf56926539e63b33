// Indices of this file are in bounds by construction.

import { expect, test } from "bun:test"
import { YIELD_IN_USE } from "../../domain/report/draws.ts"
import { afterLosses, productionKwhPerKwp, solarYear } from "../../domain/site/solar/production.ts"
import type { Surface } from "../../domain/site/solar/provider.ts"
import plants from "../../fixtures/reference/solar/measured-plants.json" with { type: "json" }
import sunlight from "../../fixtures/reference/solar/sunlight.json" with { type: "json" }
import { climateReferences, summaryOf, type YieldReference, yieldReferences } from "../support/yieldReferences.ts"

const total = (values: Float64Array): number => values.reduce((a, b) => a + b, 0)
const meanOf = (values: number[]): number => values.reduce((a, b) => a + b, 0) / values.length
const sunKwhM2 = (lat: number, lon: number): number => total(solarYear(lat, lon).ghiWm2) / 1000
const yearKwh = (surface: Surface, lossesPercent: number): number =>
  total(productionKwhPerKwp(surface).hoursKwhPerKwp) * afterLosses(lossesPercent)

const errorOf = (reference: YieldReference): number =>
  (total(productionKwhPerKwp(reference).hoursKwhPerKwp) * reference.kept) / reference.value - 1
const overSun = climateReferences.map(reference => {
  const { id, lat, lon, isHeldOut } = reference
  const airC = total(solarYear(lat, lon).airC) / 8760
  return { country: id, isHeldOut, lat: Math.abs(lat), airC, error: (1 + errorOf(reference)) / sunKwhM2(lat, lon) - 1 }
})
const meanWhere = (isMeant: (one: (typeof overSun)[number]) => boolean): number =>
  meanOf(overSun.filter(isMeant).map(({ error }) => error))

test("what panels make of a year's sunlight is within 7 % of the published in each of 111 countries, within 2 % in the mean of those fitted and of those held out", () => {
  expect(overSun.length).toBe(111)
  for (const { country, error } of overSun) expect([country, Math.abs(error) < 0.07]).toEqual([country, true])
  for (const isHeldOut of [false, true]) {
    const { mean, bias } = summaryOf(overSun.filter(one => one.isHeldOut === isHeldOut).map(({ error }) => error))
    expect(mean).toBeLessThan(0.02)
    expect(Math.abs(bias)).toBeLessThan(0.01)
  }
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

const errorsOf = (isMeant: (reference: YieldReference) => boolean): number[] =>
  yieldReferences.filter(isMeant).map(errorOf)

test.each([
  ["fitted", false, 27],
  ["held out", true, 14],
] as const)(
  "yearly yields of places %s are within 8 %, within 4 % in the mean, with a bias within 1 %",
  (_, isHeldOut, count) => {
    const summary = summaryOf(errorsOf(reference => reference.isHeldOut === isHeldOut))
    expect(summary.count).toBe(count)
    expect(summary.mean).toBeLessThan(0.04)
    expect(Math.abs(summary.worst)).toBeLessThan(0.08)
    expect(Math.abs(summary.bias)).toBeLessThan(0.01)
  },
)

/** Errors outside of the measured countries. */
const yieldErrors = errorsOf(({ id }) => !id.startsWith("rotterdam"))
const shareWithin = (limit: number): number =>
  yieldErrors.filter(error => Math.abs(error) < limit).length / yieldErrors.length

test("the note of synthetic weather says how far yields are from published ones: 40 places, all within 8 %, four in five within 6 %", () => {
  expect(yieldErrors.length).toBe(40)
  expect(shareWithin(0.08)).toBe(1)
  expect(shareWithin(0.06)).toBeGreaterThan(0.8)
})

test("reports draw the error of a yield no narrower than published yields show it: its deviation, and the shares within one and two of it", () => {
  const deviation = Math.sqrt(meanOf(yieldErrors.map(error => error * error)))
  expect(deviation).toBeLessThan(YIELD_IN_USE.deviation)
  expect(deviation).toBeGreaterThan(YIELD_IN_USE.deviation / 2)
  expect(shareWithin(YIELD_IN_USE.deviation)).toBeGreaterThan(0.68)
  expect(shareWithin(2 * YIELD_IN_USE.deviation)).toBeGreaterThan(0.95)
})
