import { describe, expect, test } from "bun:test"
import { type ComponentSite, tariffComponents } from "../../domain/market/tariff/components.ts"
import { dayAheadYear, ZONES } from "../../domain/market/tariff/dayAhead.ts"
import { tariffYear } from "../../domain/market/tariff/tariffYear.ts"
import { noteTexts } from "../../domain/texts/notes.ts"
import data from "../../fixtures/prices/tariffComponents.json" with { type: "json" }

const of = (site: Partial<ComponentSite>) =>
  tariffComponents({ country: "NL", year: 2026, yearlyImportKwh: 3500, ...site })

describe("shipped components", () => {
  test("each names its country, year, unit, status and publication, never a working reference", () => {
    for (const row of data) {
      expect([row.country.length, row.year >= 2022, row.unit.length > 0]).toEqual([2, true, true])
      expect(row.source.length).toBeGreaterThan(12)
      expect(row.source).not.toMatch(/ix:|\bunknown\b/i)
    }
  })

  test("brackets of a tax follow one another without gap or overlap", () => {
    const taxes = data.filter(({ component }) => component === "energyTax")
    const groups = Map.groupBy(taxes, ({ country, year, customer }) => `${country} ${year} ${customer}`)
    for (const [group, brackets] of groups) {
      if (group === "NL 2023 undefined") continue
      expect<unknown[]>([group, brackets[0]!.fromKwh, brackets.at(-1)!.toKwh]).toEqual([group, 0, null])
      brackets.slice(1).forEach((bracket, i) => {
        expect<unknown[]>([group, bracket.fromKwh]).toEqual([group, brackets[i]!.toKwh])
      })
    }
  })

  test("every zone's country has VAT of its own", () => {
    const taxed = new Set(data.filter(({ component }) => component === "vat").map(({ country }) => country))
    const countries = ["NL", "BE", "DE", "LU", "AT", "FR", "CH", "CZ", "DK", "IT", "NO", "PL", "SE"]
    expect(countries.filter(country => !taxed.has(country))).toEqual([])
    expect(ZONES).toHaveLength(13)
  })
})

describe("the Netherlands", () => {
  test("the brackets of 2025 and 2026", () => {
    const rates = (year: number) =>
      of({ year, yearlyImportKwh: 20_000_000 }).listed.flatMap(({ component, value }) =>
        component === "energyTax" ? [value] : [],
      )
    expect(rates(2025)).toEqual([0.10154, 0.06937, 0.03868, 0.00321])
    expect(rates(2026)).toEqual([0.09161, 0.06671, 0.03735, 0.0031])
  })
})

describe("other countries", () => {
  const buy = (country: string) => {
    const site = { country, yearlyImportKwh: 3500, priceYear: 2025 }
    const { buyEurPerKwh, notes, components } = tariffYear({ type: "dynamic", taxesIncluded: true }, site)
    return { addedTo: dayAheadYear({ country }, 2025).eurPerKwh[4000]!, price: buyEurPerKwh[4000]!, notes, components }
  }

  test("Belgium: excise, contribution, grid fee and 6 % VAT", () => {
    const { addedTo, price, notes, components } = buy("BE")
    expect(price).toBeCloseTo((addedTo + 0.04748 + 0.0019261 + 0.0489337) * 1.06 + 0.00599, 12)
    expect(noteTexts(notes, "en")).toEqual([
      "Not known for Belgium: the supplier's feed-in fee (2024). The Dutch terms are used.",
      "Not known for 2026, taken from the nearest year: the supplier's mark-up (2025).",
    ])
    expect(components.find(({ component }) => component === "gridFee")?.status).toBe("typical")
  })

  test("a Belgian business pays the excise of businesses", () => {
    expect(of({ country: "BE", customer: "business" }).taxEurPerKwh).toBe(0.01421)
    expect(of({ country: "BE", customer: "business", yearlyImportKwh: 30_000 }).taxEurPerKwh).toBeCloseTo(
      (20_000 * 0.01421 + 10_000 * 0.01209) / 30_000,
      12,
    )
  })

  test("Germany: electricity tax, levies, concession, grid fee and 19 % VAT", () => {
    const { addedTo, price } = buy("DE")
    const fees = 0.0205 + 0.00446 + 0.00941 + 0.01559 + 0.0159 + 0.0661
    expect(price).toBeCloseTo((addedTo + fees) * 1.19 + 0.02, 12)
  })

  test("others: VAT and the least tax of the Union, said in a note", () => {
    const { addedTo, price, notes } = buy("AT")
    expect(price).toBeCloseTo((addedTo + 0.001) * 1.2 + 0.02, 12)
    expect(noteTexts(notes, "en").join()).toContain("For Austria only VAT")
    const swiss = buy("CH")
    expect(swiss.price).toBeCloseTo(swiss.addedTo * 1.081 + 0.02, 12)
    expect(noteTexts(swiss.notes, "en").join()).toContain("For Switzerland only VAT")
  })

  test("a flat price holds levies and grid fees: half of what is left is the default feed-in", () => {
    const site = { country: "DE", yearlyImportKwh: 3500 }
    const { sellEurPerKwh } = tariffYear({ type: "flat", flatEurPerKwh: 0.37, taxesIncluded: true }, site)
    const fees = 0.0205 + 0.00446 + 0.00941 + 0.01559 + 0.0159 + 0.0661
    expect(sellEurPerKwh[0]).toBeCloseTo((0.37 / 1.19 - fees) / 2, 12)
  })
})

describe("an organization's own terms", () => {
  const site = { country: "NL", yearlyImportKwh: 3500, priceYear: 2025 }
  const dynamic = { type: "dynamic", taxesIncluded: true } as const
  const spot = dayAheadYear({ country: "NL" }, 2025).eurPerKwh

  test("replace those of the country, and the report lists them as own", () => {
    const own = {
      energyTaxBlocks: [
        { fromKwh: 2000, eurPerKwh: 0.2 },
        { fromKwh: 100, eurPerKwh: 0.05 },
      ],
      importVatFraction: 0.1,
      feedInVatFraction: 0.21,
      markUpEurPerKwh: 0.03,
      feedInFeeEurPerKwh: 0.01,
    }
    const year = tariffYear(dynamic, { ...site, own })
    expect(year.buyEurPerKwh[5]).toBeCloseTo((spot[5]! + 0.2) * 1.1 + 0.03, 12)
    expect(year.sellEurPerKwh[5]).toBeCloseTo(spot[5]! * 1.21 - 0.01, 12)
    expect(year.taxEurPerKwh).toBeCloseTo((2000 * 0.05 + 1500 * 0.2) / 3500, 12)
    expect(year.components.map(({ component, status, fromKwh }) => [component, status, fromKwh])).toEqual([
      ["energyTax", "own", 0],
      ["energyTax", "own", 2000],
      ["vat", "own", null],
      ["markUp", "own", null],
      ["feedInFee", "own", null],
    ])
    expect(year.notes).toEqual([])
  })

  test("set the default feed-in of a flat tariff, and leave a business without VAT", () => {
    const own = { feedInShareOfBarePrice: 0.8, importVatFraction: 0.25, markUpEurPerKwh: 0.05 }
    const flat = tariffYear({ type: "flat", flatEurPerKwh: 0.3, taxesIncluded: true }, { ...site, own })
    expect(flat.sellEurPerKwh[0]).toBeCloseTo(0.8 * (0.3 / 1.25 - 0.09161), 12)
    const business = tariffYear(dynamic, { ...site, own, customer: "business" })
    expect(business.buyEurPerKwh[5]).toBeCloseTo(spot[5]! + 0.09161 + 0.04, 12)
  })
})
