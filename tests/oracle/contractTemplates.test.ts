/** The shipped contracts: their bills are those worked out by hand, and each term has its source. */
import { expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { chargesOf, yearBill } from "../../domain/finance/bill.ts"
import { contractTemplates } from "../../domain/scan/contractTemplates.ts"
import { parseScanRequest } from "../../domain/scan/input.ts"
import { prepareCase } from "../../domain/scan/prepare.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { calendarHour, HOURS_PER_YEAR } from "../../domain/site/year.ts"
import bills from "../../fixtures/reference/contracts/bills.json" with { type: "json" }

const EUR_DIGITS = 4
const PLACES: Record<string, { lat: number; lon: number }> = {
  NL: { lat: 52.1, lon: 5.18 },
  BE: { lat: 51.22, lon: 4.4 },
  DE: { lat: 51.45, lon: 7.01 },
}

/** The site of fixtures/reference/contracts/SOURCES.md. */
const hours = (value: (day: { month: number; day: number; hourOfDay: number }) => number) =>
  Float64Array.from({ length: HOURS_PER_YEAR }, (_, hour) => value(calendarHour(hour)))
const exportKwh = hours(({ month, hourOfDay }) =>
  month >= 4 && month <= 9 && hourOfDay >= 10 && hourOfDay < 15 ? 1.5 : 0,
)
const importKwh = hours(({ month, day, hourOfDay }) => {
  if (month >= 4 && month <= 9 && hourOfDay >= 10 && hourOfDay < 15) return 0
  if (day === 15 && hourOfDay === 19) return month
  return hourOfDay >= 17 && hourOfDay < 21 ? 0.9 : 0.25
})

for (const { id, country, tariff } of contractTemplates)
  test(`the bills of a month and of the year are those worked out by hand: ${id}`, () => {
    const expected = Object.entries(bills).find(([name]) => name === id)![1]
    const request = {
      ...{ location: PLACES[country], inputMethod: "known", yearlyKwh: 3000, newPv: [], goal: "cost-savings" },
      tariff: { ...tariff, priceYear: 2025 },
    }
    const scan = prepareCase(parseScanRequest(request, standardProfileKeys))
    const bill = yearBill(importKwh, exportKwh, scan.tariff, chargesOf(scan))
    for (const [month, one] of [
      [0, expected.january],
      [6, expected.july],
    ] as const) {
      expect(bill.monthlyEnergyEur[month]!).toBeCloseTo(one.energyEur, EUR_DIGITS)
      expect(bill.monthlyDemandEur[month]!).toBeCloseTo(one.demandEur, EUR_DIGITS)
      expect(bill.monthlyFixedEur[month]!).toBeCloseTo(one.fixedEur, EUR_DIGITS)
    }
    expect(bill.nettingCreditEur).toBeCloseTo(expected.nettingEur, EUR_DIGITS)
    expect(bill.feedInRevenueEur).toBeCloseTo(expected.feedInEur, EUR_DIGITS)
    expect(bill.costEur).toBeCloseTo(expected.costEur, EUR_DIGITS)
  })

/** Fields of a tariff that hold a fact, by their paths: `buy.taxed` says only how the rest is meant. */
const facts = (tariff: object): string[] =>
  Object.entries(tariff).flatMap(([name, value]) => {
    if (name === "type") return []
    if (["buy", "sell", "grid", "limits"].includes(name))
      return Object.keys(value)
        .filter(field => field !== "taxed")
        .map(field => `${name}.${field}`)
    return [name]
  })

test("each fact of a template has its source, and the page shows each template with its dates and sources", () => {
  const page = readFileSync(new URL("../../docs/contracts.md", import.meta.url), "utf8")
  for (const { id, tariff, terms, validFrom, validTo, notBilled } of contractTemplates) {
    // The market's price is no term of the contract but data of its own.
    const market = [
      ...(tariff.buy?.energy === "dayAhead" ? ["buy.energy"] : []),
      ...(tariff.sell?.energy === "dayAhead" ? ["sell.energy"] : []),
    ]
    const needed = facts(tariff).filter(path => !market.includes(path))
    expect({ id, paths: terms.map(({ path }) => path) }).toEqual({ id, paths: expect.arrayContaining(needed) })
    for (const { path } of terms)
      expect({ id, path: facts(tariff) }).toEqual({ id, path: expect.arrayContaining([path]) })
    expect(page).toContain(`\`${id}\``)
    expect(page).toContain(`${validFrom} to ${validTo}`)
    for (const { source } of terms) expect(page).toContain(source)
    for (const { en } of notBilled) expect(page).toContain(en)
  }
  expect(Object.keys(bills).sort()).toEqual(contractTemplates.map(({ id }) => id).sort())
})
