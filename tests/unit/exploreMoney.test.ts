import { expect, test } from "bun:test"
import { formatOf } from "../../dashboard/src/lib/format.ts"
import type { Settings } from "../../dashboard/src/lib/settings.tsx"
import type { Series } from "../../dashboard/src/report/data.ts"
import { pictureOf } from "../../dashboard/src/report/exploreOption.ts"
import { loadText } from "../../dashboard/src/text/text.ts"
import { HOURLY_SERIES } from "../../domain/report/series/hourly.ts"

const settings = { text: await loadText("en"), format: formatOf("en", "EUR") } as Settings
const constant = (value: number) => new Array<number>(8760).fill(value)

test("a day in euros is what its hours cost and earn at their own prices", () => {
  const series = Object.fromEntries(HOURLY_SERIES.map(name => [name, constant(0)])) as Series
  series.gridUsedOnsite = constant(1)
  series.gridStored = constant(0.5)
  series.solarExported = constant(2)
  series.buyEurPerKwh = constant(0.3).map((price, hour) => (hour % 24 === 13 ? -0.1 : price))
  series.sellEurPerKwh = constant(0.05)
  const { bars, line, unit } = pictureOf(series, { interval: "day", day: 165, unit: "money" }, settings)
  expect(unit).toBe("money")
  const [paid, earned] = bars.map(({ values }) => values)
  expect(paid![12]).toBeCloseTo(0.45)
  expect(paid![13]).toBeCloseTo(-0.15)
  expect(earned![12]).toBeCloseTo(-0.1)
  expect(line.values[12]).toBeCloseTo(0.35)
  const year = pictureOf(series, { interval: "year", day: 0, unit: "money" }, settings)
  expect(year.line.values.reduce((sum, value) => sum + value, 0)).toBeCloseTo(365 * (23 * 0.35 - 0.25))
})
