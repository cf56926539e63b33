import { expect, test } from "bun:test"
import { measuredYears, nearestStation, stationWeather } from "../../domain/site/solar/knmi.ts"

/** Sunlight of 2024 as KNMI measured it, kWh/m². */
test.each([
  ["De Bilt", { lat: 52.1, lon: 5.18 }, 1037.4],
  ["Hoek van Holland", { lat: 51.98, lon: 4.13 }, 1083.2],
])("the newest measured year is 2024, with the sunlight that KNMI has of %s", (name, place, kwhM2) => {
  expect(measuredYears().at(-1)).toBe(2024)
  const station = nearestStation(place, 2024)
  expect(station.name).toBe(name)
  const ghiWm2 = stationWeather(station, 2024, 0).ghiWm2.reduce((a, b) => a + b, 0)
  expect(ghiWm2 / 1000).toBeCloseTo(kwhM2, 0)
})
