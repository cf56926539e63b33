import { describe, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { gunzipSync } from "node:zlib"
import { tariffComponents } from "../../domain/market/tariff/components.ts"
import { dayAheadYear, filled, type PriceYear } from "../../domain/market/tariff/dayAhead.ts"
import { dynamicPurchasePrice, tariffYear } from "../../domain/market/tariff/tariffYear.ts"
import type { FlatTerms, TariffSite, TariffTerms } from "../../domain/market/tariff/terms.ts"
import { hourOfYear, weekdayOfHour } from "../../domain/site/year.ts"
import { noteTexts } from "../../domain/texts/notes.ts"
import { saying } from "../support/sentences.ts"

const dutchHome: TariffSite = { country: "NL", yearlyImportKwh: 3000, priceYear: 2023, componentsYear: 2023 }
const dynamic: TariffTerms = { type: "dynamic", taxesIncluded: true }
const dutchComponents = (year: number, yearlyImportKwh: number) =>
  tariffComponents({ country: "NL", year, yearlyImportKwh })
const mean = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length

const supplierBill = () => {
  const file = new URL("../../fixtures/reference/prices/zonneplan2024.csv.gz", import.meta.url)
  const rows = gunzipSync(readFileSync(file)).toString().trimEnd().split("\n").slice(1)
  return rows.map(row => {
    const [local = "", ...cells] = row.split(",")
    const [epex, importKwh, importCost, exportKwh, exportCost] = cells.map(Number)
    return { local, epex: epex!, importKwh: importKwh!, importCost: importCost!, exportKwh, exportCost }
  })
}

describe("a supplier's bill of 2024", () => {
  const rows = supplierBill()
  const components = { ...dutchComponents(2024, 4714), taxEurPerKwh: 0 }

  /** Error of the bill at a mark-up with VAT: the maximum of an hour, and over the year [EUR]. */
  const misses = (markUpEurPerKwh: number) => {
    const priced = { ...components, markUpEurPerKwh }
    const costs = rows.map(({ epex, importKwh, importCost }) => {
      return importKwh * dynamicPurchasePrice(epex, priced, true) - importCost
    })
    return { hour: Math.max(...costs.map(Math.abs)), year: Math.abs(costs.reduce((a, b) => a + b, 0)) }
  }

  test("each hour's import costs kWh × (EPEX × 1.21 + 0.02), far within 1e-4 EUR", () => {
    expect(rows).toHaveLength(8784)
    const { hour, year } = misses(components.markUpEurPerKwh)
    expect(hour).toBeLessThan(1e-6)
    // The supplier's 2 cents are 0.0165289 EUR before VAT, 0.019999969 with it: over 4714 kWh that is 1.461e-4 EUR.
    const boughtKwh = rows.reduce((sum, { importKwh }) => sum + importKwh, 0)
    expect(year).toBeCloseTo(boughtKwh * (0.02 - 0.0165289 * 1.21), 9)
    expect(year / rows.reduce((sum, { importCost }) => sum + importCost, 0)).toBeLessThan(1e-6)
  })

  test("with the mark-up as the supplier rounds it the bill is the supplier's to the last digit", () => {
    const { hour, year } = misses(0.0165289 * 1.21)
    expect(hour).toBeLessThan(1e-15)
    expect(year).toBeLessThan(1e-12)
  })

  test("the shipped prices are the supplier's on every day but that of the failed coupling and the end of summer time", () => {
    const spot = dayAheadYear({ country: "NL" }, 2024).eurPerKwh
    const standardTime = rows.filter(({ local }) => !local.startsWith("02-29"))
    const differing = new Set<string>()
    standardTime.forEach(({ local, epex }, hour) => {
      if (Math.abs(spot[hour]! - epex) > 1e-6) differing.add(local.slice(0, 5))
    })
    // The supplier's export swaps the two hours from 2:00 of 27 October.
    expect([...differing]).toEqual(["06-26", "10-27"])
  })
})

describe("day-ahead prices", () => {
  test("are on Central European standard time, both changes of the clock included", () => {
    const { eurPerKwh } = dayAheadYear({ country: "NL" }, 2024)
    const at = (month: number, day: number, hour: number) => eurPerKwh[hourOfYear(month, day, hour)]
    expect(at(1, 1, 0)).toBeCloseTo(0.0001, 9)
    expect(at(10, 27, 1)).toBeCloseTo(0.08223, 9)
    expect(at(10, 27, 2)).toBeCloseTo(0.08043, 9)
    expect(at(10, 27, 3)).toBeCloseTo(0.08112, 9)
    expect(mean(dayAheadYear({ country: "BE" }, 2024).eurPerKwh)).toBeCloseTo(0.0703, 3)
    expect(mean(dayAheadYear({ country: "NL" }, 2025).eurPerKwh)).toBeCloseTo(0.08681, 4)
  })

  test("a missing day is the mean of the day before and after, with a note", () => {
    const brought = dayAheadYear({ country: "NL" }, 2023).eurPerKwh.slice()
    brought.fill(Number.NaN, hourOfYear(6, 30, 0), hourOfYear(7, 1, 0))
    const imported: PriceYear[] = [{ zone: "NL", year: 2023, eurPerKwh: brought }]
    const { eurPerKwh, filledHours, notes } = dayAheadYear({ country: "NL" }, 2023, imported)
    expect(filledHours).toBe(24)
    for (let hour = 0; hour < 24; hour++) {
      const before = eurPerKwh[hourOfYear(6, 29, hour)]!
      const after = eurPerKwh[hourOfYear(7, 1, hour)]!
      expect(eurPerKwh[hourOfYear(6, 30, hour)]).toBeCloseTo((before + after) / 2, 12)
    }
    expect(noteTexts(notes, "en").join()).toContain("24 missing hours")
  })

  test("a gap of several days takes the nearest known days, one side at the end of the year", () => {
    const prices = Float64Array.from({ length: 8760 }, (_, hour) => Math.floor(hour / 24))
    prices.fill(Number.NaN, 24 * 10, 24 * 12)
    prices.fill(Number.NaN, 24 * 364)
    const whole = filled(prices)
    expect(whole.filledHours).toBe(72)
    expect([whole.eurPerKwh[240], whole.eurPerKwh[264 + 5], whole.eurPerKwh[8759]]).toEqual([10.5, 10.5, 363])
  })

  test("another country gets the Dutch prices, another year the nearest, both with a note", () => {
    const spanish = dayAheadYear({ country: "ES" })
    expect(spanish.eurPerKwh).toEqual(dayAheadYear({ country: "NL" }).eurPerKwh)
    expect(noteTexts(spanish.notes, "en")[0]).toContain("Spain")
    const german = dayAheadYear({ country: "DE" }, 2026)
    expect([german.zone, german.year]).toEqual(["DE-LU", 2025])
    expect(noteTexts(german.notes, "en")[0]).toContain("2025")
    expect(dayAheadYear({ country: "NL" }, 2024).notes).toEqual([])
  })

  test("an operator's year takes precedence over a shipped one and adds new ones", () => {
    const imported: PriceYear[] = [2024, 2026].map(year => ({
      zone: "NL",
      year,
      eurPerKwh: new Float64Array(8760).fill(year),
    }))
    expect(dayAheadYear({ country: "NL" }, 2024, imported).eurPerKwh[5]).toBe(2024)
    expect(dayAheadYear({ country: "NL" }, 2026, imported).eurPerKwh[5]).toBe(2026)
    expect(dayAheadYear({ country: "BE" }, 2026, imported).year).toBe(2025)
  })
})

describe("the year of prices and taxes", () => {
  const brought = (year: number, lacking: number): PriceYear => {
    const eurPerKwh = new Float64Array(8760).fill(0.1)
    eurPerKwh.fill(Number.NaN, 1000, 1000 + lacking)
    return { zone: "NL", year, eurPerKwh }
  }
  const site = { country: "NL", yearlyImportKwh: 3000 }

  test("is the newest year with 99 % of its hours, shipped or brought; taxes are the newest known", () => {
    const today = tariffYear(dynamic, site)
    expect([today.priceYear, today.componentsYear, today.taxEurPerKwh]).toEqual([2025, 2026, 0.09161])
    expect(tariffYear(dynamic, { ...site, imported: [brought(2026, 87)] }).priceYear).toBe(2026)
    expect(tariffYear(dynamic, { ...site, imported: [brought(2026, 88)] }).priceYear).toBe(2025)
    expect(tariffYear(dynamic, { ...site, country: "BE", imported: [brought(2026, 0)] }).priceYear).toBe(2025)
    expect(tariffYear({ type: "flat", flatEurPerKwh: 0.3, taxesIncluded: true }, site).priceYear).toBe(2025)
  })

  test("is the year that the tariff names; taxes stay today's", () => {
    const { priceYear, taxEurPerKwh, buyEurPerKwh } = tariffYear({ ...dynamic, priceYear: 2024 }, site)
    expect([priceYear, taxEurPerKwh]).toEqual([2024, 0.09161])
    const spot = dayAheadYear({ country: "NL" }, 2024).eurPerKwh
    expect(buyEurPerKwh[77]).toBeCloseTo((spot[77]! + 0.09161) * 1.21 + 0.02, 12)
  })
})

describe("dynamic tariff", () => {
  const spot = dayAheadYear({ country: "NL" }, 2023).eurPerKwh

  test("with taxes: (spot + tax)·(1 + VAT) + mark-up; feed-in spot − fee", () => {
    const { buyEurPerKwh, sellEurPerKwh, priceYear, taxEurPerKwh, cappedHours } = tariffYear(dynamic, dutchHome)
    expect([priceYear, taxEurPerKwh, cappedHours]).toEqual([2023, 0.12599, 0])
    for (const hour of [0, 1234, 8759]) {
      expect(buyEurPerKwh[hour]).toBeCloseTo((spot[hour]! + 0.12599) * 1.21 + 0.02, 12)
      expect(sellEurPerKwh[hour]).toBeCloseTo(spot[hour]! - 0.02, 12)
    }
  })

  test("without taxes: spot + mark-up/(1 + VAT)", () => {
    const { buyEurPerKwh } = tariffYear({ ...dynamic, taxesIncluded: false }, dutchHome)
    expect(buyEurPerKwh[99]).toBeCloseTo(spot[99]! + 0.02 / 1.21, 12)
  })

  test("a feed-in price above the purchase price is lowered to it, hour by hour, and counted", () => {
    const { buyEurPerKwh, sellEurPerKwh, cappedHours, notes } = tariffYear(
      { ...dynamic, feedInEurPerKwh: 0.2 },
      dutchHome,
    )
    const above = buyEurPerKwh.reduce((hours, buy) => hours + (buy < 0.2 ? 1 : 0), 0)
    expect(above).toBeGreaterThan(100)
    expect(cappedHours).toBe(above)
    expect(noteTexts(notes, "en").join()).toContain(`In ${above} hours`)
    expect(sellEurPerKwh).toEqual(buyEurPerKwh.map(buy => Math.min(0.2, buy)))
  })

  test("another calendar keeps month, weekday and hour of each price", () => {
    const { buyEurPerKwh, priceYear } = tariffYear(dynamic, { ...dutchHome, calendarYear: 2026 })
    const own = tariffYear(dynamic, dutchHome).buyEurPerKwh
    expect(priceYear).toBe(2023)
    for (let hour = 0; hour < 8760; hour += 101) {
      const nearest = [0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6]
        .map(days => hour + 24 * days)
        .find(at => own[at] === buyEurPerKwh[hour] && weekdayOfHour(at, 2023) === weekdayOfHour(hour, 2026))
      expect(nearest).toBeDefined()
    }
  })

  test("a country without own components gets the Dutch ones, with a note", () => {
    const { taxEurPerKwh, notes } = tariffYear(dynamic, { country: "ES", yearlyImportKwh: 3000 })
    expect(taxEurPerKwh).toBe(0.09161)
    expect(noteTexts(notes, "en").join()).toContain("of Spain are not known: the Dutch ones")
  })
})

describe("flat tariff", () => {
  const flat = (terms: Omit<FlatTerms, "type" | "taxesIncluded"> & { taxesIncluded?: boolean }) =>
    tariffYear({ type: "flat", taxesIncluded: true, ...terms }, dutchHome)
  const prices = (terms: Parameters<typeof flat>[0]) => {
    const { buyEurPerKwh, sellEurPerKwh } = flat(terms)
    return [buyEurPerKwh[4000], sellEurPerKwh[4000]]
  }

  test("with taxes as given; feed-in half of the bare price, at least 0", () => {
    const [buy, sell] = prices({ flatEurPerKwh: 0.3 })
    expect(buy).toBe(0.3)
    expect(sell).toBeCloseTo((0.3 / 1.21 - 0.12599) / 2, 12)
    expect(prices({ flatEurPerKwh: 0.1 })).toEqual([0.1, 0])
    expect(prices({ flatEurPerKwh: -0.1 })).toEqual([-0.1, -0.1])
  })

  test("without taxes: (flat + tax)·(1 + VAT); the bare price is the one given", () => {
    const [buy, sell] = prices({ flatEurPerKwh: 0.1, taxesIncluded: false })
    expect(buy).toBeCloseTo((0.1 + 0.12599) * 1.21, 12)
    expect(sell).toBeCloseTo(0.05, 12)
  })

  test("a feed-in price is taken as given, above the purchase price it is refused by name", () => {
    expect(prices({ flatEurPerKwh: 0.3, feedInEurPerKwh: 0.09 })).toEqual([0.3, 0.09])
    expect(saying(() => flat({ flatEurPerKwh: 0.3, feedInEurPerKwh: 0.31 }))).toThrow(
      "tariff.feedInEurPerKwh must be at most",
    )
    expect(prices({ flatEurPerKwh: 0.2, feedInEurPerKwh: 0.39, taxesIncluded: false })[1]).toBe(0.39)
    expect(saying(() => flat({ flatEurPerKwh: 0.2, feedInEurPerKwh: 0.4, taxesIncluded: false }))).toThrow("(0.394448)")
  })

  test("netting gives back the difference to the purchase price", () => {
    const netted = flat({ flatEurPerKwh: 0.3, feedInEurPerKwh: 0.09, netting: true })
    expect(netted.nettingEurPerKwh).toBeCloseTo(0.21, 12)
    expect(flat({ flatEurPerKwh: 0.3, feedInEurPerKwh: 0.09 }).nettingEurPerKwh).toBe(0)
  })

  test("says only what it used", () => {
    expect(flat({ flatEurPerKwh: 0.3, feedInEurPerKwh: 0.1 }).notes).toEqual([])
    expect(noteTexts(flat({ flatEurPerKwh: 0.3 }).notes, "en").join()).not.toContain("mark-up")
  })
})

describe("energy tax", () => {
  test("is one rate: the mean over the brackets of the yearly import", () => {
    expect(dutchComponents(2024, 0).taxEurPerKwh).toBe(0.1088)
    expect(dutchComponents(2024, 10_000).taxEurPerKwh).toBeCloseTo(0.1088, 12)
    expect(dutchComponents(2024, 20_000).taxEurPerKwh).toBeCloseTo((0.1088 + 0.09037) / 2, 12)
    const large = 10_000 * 0.1088 + 40_000 * 0.09037 + 9_950_000 * 0.03943 + 10_000_000 * 0.00188
    expect(dutchComponents(2024, 20_000_000).taxEurPerKwh).toBeCloseTo(large / 20_000_000, 12)
  })

  test("a bracket unknown in the year is the nearest year's and says so", () => {
    const { notes, taxEurPerKwh } = tariffYear(dynamic, { ...dutchHome, yearlyImportKwh: 20_000 })
    expect(taxEurPerKwh).toBeCloseTo((0.12599 + 0.09037) / 2, 12)
    expect(noteTexts(notes, "en").join()).toContain("energy tax from 10,000 to 50,000 kWh (2024)")
  })
})
