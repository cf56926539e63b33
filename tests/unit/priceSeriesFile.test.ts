import { expect, test } from "bun:test"
import { pricesOfText } from "../../domain/market/priceFiles/seriesFile.ts"
import { hourOfYear } from "../../domain/site/year.ts"
import { comma, yearAt } from "../support/meterYears.ts"
import { saying } from "../support/sentences.ts"

/** Price series of tables with a date and time. */

const [rows, sums] = yearAt("Europe/London", 0, 30)
const prices = sums.map(sum => expect.closeTo(sum / 2, 9))
const londonFile = (title: string, factor = 1): string =>
  [`Start;${title}`, ...rows.map(({ from, kwh }) => `${from.join(" ")};${comma(kwh * factor)}`)].join("\n")
const LONDON = { year: 2023, timeZone: "Europe/London" }

test("half-hours of a place's clock become hours of its standard time, in the unit of their title", () => {
  expect(pricesOfText(londonFile("Price (GBP/kWh)"), LONDON)).toEqual({ values: prices, unit: "EUR/kWh" } as never)
  expect(pricesOfText(londonFile("Price (p/kWh)", 100), LONDON).values).toEqual(prices as never)
  expect(pricesOfText(londonFile("Price", 1000), { ...LONDON, unit: "EUR/MWh" }).values).toEqual(prices as never)
})

test("moments of UTC are of the hours of any zone, and 29 February is left out", () => {
  const start = Date.UTC(2024, 0, 1)
  const year = Array.from({ length: 8784 }, (_, hour) => {
    return `${new Date(start + hour * 3_600_000).toISOString()},${hour}`
  })
  const { values } = pricesOfText(["time,price", ...year].join("\n"), { year: 2024, timeZone: "Etc/UTC" })
  expect(values).toHaveLength(8760)
  expect([values[0], values[hourOfYear(2, 28, 23)], values[hourOfYear(3, 1, 0)]]).toEqual([0, 1415, 1440])
})

test("missing hours, another unit, and unknown zones are refused", () => {
  const file = londonFile("Price (p/kWh)")
  const refused = (text: string, query: object) => saying(() => pricesOfText(text, { ...LONDON, ...query }))
  expect(refused(file, { year: 2024 })).toThrow("lacks 8760 hours of 2024, the first at 2024-01-01 00:00")
  expect(refused(file, { unit: "EUR/MWh" })).toThrow('prices are in "p/kwh", expected is EUR/MWh')
  expect(refused(file, { timeZone: "Mars/Base" })).toThrow('timeZone "Mars/Base" must be a time zone')
  expect(refused(file, { timeZone: "Europe/Athens" })).toThrow("which clocks of Europe/Athens skip")
})
