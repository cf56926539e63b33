import { describe, expect, test } from "bun:test"
import { dayAheadYear, zoneOf } from "../../domain/market/tariff/dayAhead.ts"
import { noteTexts } from "../../domain/texts/notes.ts"
import { dayAheadLines } from "../../fixtures/prices/index.ts"

const MS_PER_HOUR = 3_600_000

const shipped = (name: string) => {
  const [header = "", ...rows] = dayAheadLines(name)
  const firstMs = Date.parse(header.split(",")[1]!)
  return {
    eurPerMwh: rows.map(Number),
    lacking: rows.filter(row => row === "").length,
    at: (utc: string) => Number(rows[(Date.parse(utc) - firstMs) / MS_PER_HOUR]),
  }
}

/** Mean [EUR/MWh] and hours below zero of 2023, 2024, 2025 (fixtures/prices/SOURCES.md). */
const ANNUAL: [zone: string, ...years: [mean: number, negative: number][]][] = [
  ["nl", [95.82, 316], [77.29, 458], [86.81, 584]],
  ["be", [97.27, 222], [70.32, 404], [82.57, 519]],
  ["de-lu", [95.18, 301], [78.51, 457], [89.32, 573]],
  ["at", [102.14, 111], [81.54, 296], [98.94, 378]],
  ["fr", [96.86, 147], [58.02, 352], [61.07, 509]],
  ["ch", [107.47, 76], [75.96, 292], [101.69, 303]],
  ["cz", [100.79, 134], [85.11, 315], [96.83, 322]],
  ["dk1", [86.83, 281], [70.64, 375], [81.1, 441]],
  ["dk2", [81.25, 231], [70.86, 275], [82.49, 265]],
  ["it-north", [127.78, 0], [107.41, 0], [115.86, 0]],
  ["no2", [79.45, 174], [50.13, 206], [65.4, 36]],
  ["pl", [111.65, 43], [96.26, 197], [104.29, 310]],
  ["se4", [64.88, 368], [49.71, 632], [60.43, 374]],
]

describe("shipped day-ahead prices", () => {
  test.each(ANNUAL)("%s: each year is whole, with its mean and its hours below zero", (zone, ...years) => {
    years.forEach(([mean, negative], i) => {
      const { eurPerMwh, lacking } = shipped(`${zone}-${2023 + i}`)
      expect([eurPerMwh.length, lacking]).toEqual([i === 1 ? 8784 : 8760, 0])
      expect(eurPerMwh.reduce((sum, price) => sum + price, 0) / eurPerMwh.length).toBeCloseTo(mean, 2)
      expect(eurPerMwh.filter(price => price < 0).length).toBe(negative)
    })
    const begun = shipped(`${zone}-2026`)
    expect([begun.eurPerMwh.length, begun.lacking]).toEqual([1440, 0])
  })

  test("7 November 2025 has its whole prices, not a quarter of them", () => {
    const { at } = shipped("nl-2025")
    const day = Array.from({ length: 24 }, (_, i) => at(new Date(Date.UTC(2025, 10, 6, 23 + i)).toISOString()))
    expect(day.reduce((sum, price) => sum + price, 0) / 24).toBeGreaterThan(60)
    expect(at("2025-11-06T23:00Z")).toBe(85.03)
  })

  test("the doubled hours of October have two prices, in their order", () => {
    expect(["2024-10-27T00:00Z", "2024-10-27T01:00Z"].map(shipped("nl-2024").at)).toEqual([82.23, 80.43])
    expect(shipped("nl-2025").at("2025-10-26T00:00Z")).toBe(3.19)
    for (const name of ["nl-2023", "be-2023", "be-2024", "de-lu-2024"]) {
      const day = name.endsWith("2023") ? "2023-10-29" : "2024-10-27"
      const { at } = shipped(name)
      expect(at(`${day}T00:00Z`)).not.toBe(at(`${day}T01:00Z`))
    }
  })

  test("days that were missing have prices", () => {
    expect(dayAheadYear({ country: "NL" }, 2023).filledHours).toBe(0)
    expect(dayAheadYear({ country: "DE" }, 2024).filledHours).toBe(0)
  })

  test("every place has the prices of its zone", () => {
    expect(zoneOf({ country: "DK", lon: 10.2 })).toBe("DK1")
    expect(zoneOf({ country: "DK", lon: 12.57 })).toBe("DK2")
    const french = dayAheadYear({ country: "FR" }, 2025)
    expect([french.zone, french.notes]).toEqual(["FR", []])
    const swedish = dayAheadYear({ country: "SE" }, 2025)
    expect(noteTexts(swedish.notes, "en")).toEqual([
      "The day-ahead prices belong to the zone SE4; other parts of Sweden have other prices.",
    ])
  })
})
