/** Sun of the price year: market value against measured hours, and the order of days. */
import { expect, test } from "bun:test"
import { otherYearsOf } from "../../domain/case/otherYears.ts"
import { prepareCase } from "../../domain/case/prepare.ts"
import { outputKwhPerPanel } from "../../domain/case/systemOutput.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { productionKwhPerKwp } from "../../domain/site/solar/production.ts"
import { dailySums, eachMonth } from "../../domain/site/solar/sunnyDays.ts"
import { captureErrors, germanErrors, type Method, meanAndWorst } from "../support/capture.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"

const ofMethod = (errors: ReturnType<typeof captureErrors>, method: Method) =>
  meanAndWorst(errors.filter(one => one.method === method).map(({ error }) => error))

test.each([
  ["NL", 2023, 2024],
  ["NL", 2024, 2023],
  ["BE", 2023, 2024],
  ["BE", 2024, 2023],
] as const)("a MWh of solar in %s earns in %p what measured hours earn", (zone, year, weatherYear) => {
  const errors = captureErrors(zone, year, weatherYear)
  const station = ofMethod(errors, "other station")
  expect(Math.abs(station.mean)).toBeLessThan(0.03)
  expect(Math.abs(station.worst)).toBeLessThan(0.05)
  // The goal of 3 % is missed in 2024, also by prices: docs/truth.md.
  const days = ofMethod(errors, "other days")
  expect(Math.abs(days.mean)).toBeLessThan(0.04)
  expect(Math.abs(days.worst)).toBeLessThan(0.08)
  const prices = ofMethod(errors, "prices")
  expect(Math.abs(prices.mean)).toBeLessThan(0.04)
  expect(Math.abs(prices.worst)).toBeLessThan(0.08)
  expect(ofMethod(errors, "unpaired").mean).toBeGreaterThan(days.mean)
})

test("a MWh of solar in Germany earns what the national feed-in earns, within 4 %", () => {
  for (const { paired, unpaired } of germanErrors()) {
    expect(Math.abs(paired)).toBeLessThan(0.04)
    expect(unpaired).toBeGreaterThan(0.07)
  }
})

const caseAt = (lat: number, lon: number, other: object = {}) =>
  prepareCase(
    parseEarlierRequest(
      {
        ...{ location: { lat, lon }, inputMethod: "known", yearlyKwh: 3500 },
        newPv: [{ maxPanelCount: 10, panelPowerWatts: 1000, systemLosses: 0, tiltAngle: 35, orientationAngle: 180 }],
        tariff: { type: "dynamic", priceYear: 2025 },
        ...other,
      },
      standardProfileKeys,
    ),
  )
/** Parameters of the notes on reordered days. */
const paramsOf = (notes: readonly unknown[]): object[] =>
  (notes as { code: string; params: object }[]).flatMap(({ code, params }) =>
    code === "weather-paired" ? [params] : [],
  )

const PLACES = [
  ["Vienna", 48.2, 16.4, { by: "prices", station: null }],
  ["Warsaw", 52.2, 21, { by: "prices", station: null }],
  ["De Bilt", 52.1, 5.18, { by: "station", station: "Cabauw" }],
  ["Munich", 48.14, 11.58, { by: "feedIn", station: null }],
  ["Lyon", 45.76, 4.84, { by: "prices", station: null }],
] as const

test.each(PLACES)("%s has the days of its weather year, each once and in its month", (_, lat, lon, source) => {
  const { roofs, notes, assumptions } = caseAt(lat, lon)
  const { input, productionKwhPerPanel } = roofs[0]!
  const { hoursKwhPerKwp } = productionKwhPerKwp({ lat, lon, tiltDeg: 35, azimuthDeg: 180 }, 2023)
  const before = dailySums(outputKwhPerPanel(input, hoursKwhPerKwp, { assumptions }))
  const after = dailySums(productionKwhPerPanel)
  expect(after).not.toEqual(before)
  eachMonth((from, to) => expect(after.slice(from, to).toSorted()).toEqual(before.slice(from, to).toSorted()))
  expect(paramsOf(notes)).toEqual([{ weatherYear: 2023, priceYear: 2025, ...source }])
})

test("sunny days follow sunny days about as often as in measured years: 0.25 at De Bilt", () => {
  const persistence = (sums: Float64Array) => {
    const anomalies = sums.slice()
    eachMonth((from, to) => {
      const mean = sums.slice(from, to).reduce((a, b) => a + b) / (to - from)
      for (let day = from; day < to; day++) anomalies[day] = sums[day]! / mean - 1
    })
    const product = anomalies.reduce((sum, one, day) => sum + one * (anomalies[day + 1] ?? 0), 0)
    return product / anomalies.reduce((sum, one) => sum + one * one, 0)
  }
  const all = PLACES.map(([, lat, lon]) => persistence(dailySums(caseAt(lat, lon).roofs[0]!.productionKwhPerPanel)))
  for (const one of all) expect(one).toBeWithin(0.05, 0.6)
  expect(all.reduce((sum, one) => sum + one) / all.length).toBeWithin(0.15, 0.35)
})

test("the days depend on place and prices alone", () => {
  const orderOf = (other: object) => caseAt(52.1, 5.18, other).sun.orders.get(2025)
  const order = orderOf({})
  const newPv = [{ maxPanelCount: 3, panelPowerWatts: 430, tiltAngle: 90, orientationAngle: 0 }]
  expect(orderOf({ newPv, yearlyKwh: 9000 })).toEqual(order)
  expect(orderOf({ tariff: { type: "flat", flatEurPerKwh: 0.3 } })).toEqual(order)
})

test("measured hours of the price year stay as they are", () => {
  const { sun, notes } = caseAt(52.1, 5.18, { tariff: { type: "dynamic", priceYear: 2024 } })
  expect([...sun.orders.get(2024)!]).toEqual([...new Int16Array(365).keys()])
  expect(paramsOf(notes)).toEqual([])
})

test("each year of the outlook has sunny days of its own prices", () => {
  const existingPv = [{ panelCount: 4, panelPowerWatts: 400 }]
  const scan = caseAt(48.14, 11.58, { existingPv })
  const years = otherYearsOf(scan)
  expect(years.map(({ priceYear }) => priceYear)).toEqual([2023, 2024, 2025])
  expect(years[2]!.scan.roofs).toBe(scan.roofs)
  for (const { priceYear, scan: other } of years) {
    const { existingProductionKwh, roofs } = caseAt(48.14, 11.58, {
      existingPv,
      tariff: { type: "dynamic", priceYear },
    })
    // The calendar of the load stays, so that days move to the weekday of the prices.
    const months = (hours: Float64Array) => dailySums(hours).slice(0, 31).toSorted()
    expect(months(other.roofs[0]!.productionKwhPerPanel)).toEqual(months(roofs[0]!.productionKwhPerPanel))
    expect(months(other.existingProductionKwh)).toEqual(months(existingProductionKwh))
    const order = [...scan.sun.orders.get(priceYear)!]
    const own = [...scan.sun.orders.get(2025)!]
    const day = order.indexOf(own[100]!)
    const at = (hours: Float64Array, place: number) => hours.slice(place * 24, place * 24 + 24)
    expect(at(other.existingProductionKwh, day)).toEqual(at(scan.existingProductionKwh, 100))
  }
})

test("a place without shipped prices keeps the days of its weather year", () => {
  const tariff = { type: "flat", flatEurPerKwh: 0.2 }
  const { sun, notes } = caseAt(40.4, -3.7, { tariff })
  expect(sun.orders.size).toBe(0)
  expect(paramsOf(notes)).toEqual([])
})
