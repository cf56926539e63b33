/** Variation of the days in a synthetic month, compared with a typical year of PVGIS. */
import { expect, test } from "bun:test"
import { join } from "node:path"
import { solarYear } from "../../domain/site/solar/production.ts"
import { dailyExtraterrestrialKwhM2 } from "../../domain/site/solar/sun.ts"
import { MONTH_START_HOURS } from "../../domain/site/year.ts"

const meanOf = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length

/** Standard deviation of daily clearness within a month, the mean of twelve. @param ghiWm2 8760 h */
const clearnessDeviation = (ghiWm2: ArrayLike<number>, lat: number): number => {
  const clearnessOf = (day: number) => {
    let kwhM2 = 0
    for (let hour = 24 * day; hour < 24 * (day + 1); hour++) kwhM2 += ghiWm2[hour]! / 1000
    return kwhM2 / dailyExtraterrestrialKwhM2(lat, day + 1)
  }
  const deviations = Array.from({ length: 12 }, (_, month) => {
    const [from, to] = [MONTH_START_HOURS[month]! / 24, MONTH_START_HOURS[month + 1]! / 24]
    const days = Array.from({ length: to - from }, (_, i) => clearnessOf(from + i))
    const mean = meanOf(days)
    return Math.sqrt(meanOf(days.map(day => (day - mean) ** 2)))
  })
  return meanOf(deviations)
}

test("synthetic days of a month differ nearly as much as those of a typical year at 45° N 8° E", async () => {
  const packed = await Bun.file(join(import.meta.dir, "../../fixtures/reference/solar/pvgis-tmy-45N8E.csv.gz")).bytes()
  const lines = new TextDecoder().decode(Bun.gunzipSync(packed)).trim().split("\n").slice(1)
  const typical = clearnessDeviation(
    lines.map(line => Number(line.split(",")[0])),
    45,
  )
  const cells = [44.5, 45, 45.5].flatMap(lat => [7.5, 8, 8.5].map(lon => [lat, lon] as const))
  const synthetic = meanOf(cells.map(([lat, lon]) => clearnessDeviation(solarYear(lat, lon).ghiWm2, lat)))
  expect(synthetic / typical).toBeWithin(0.88, 1)
})
