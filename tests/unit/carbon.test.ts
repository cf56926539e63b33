import { expect, test } from "bun:test"
import { defaultAssumptions } from "../../domain/market/assumptions.ts"
import { equivalents, gridIntensity } from "../../domain/market/carbon.ts"
import { noteTexts } from "../../domain/texts/notes.ts"

test("grid intensity comes with its country, year and basis", () => {
  expect(gridIntensity("NL", 2024)).toMatchObject({
    kgPerKwh: 0.2527,
    year: 2024,
    basis: "generation, life cycle",
    notes: [],
  })
  expect(gridIntensity("BE", 2023)).toMatchObject({ kgPerKwh: 0.11758, country: "BE", year: 2024 })
  expect(gridIntensity("DE", 2024).kgPerKwh).toBe(0.34206)
})

test("each country with prices or taxes of its own has its own intensity", () => {
  const countries = ["AT", "CH", "CZ", "DK", "ES", "FR", "GB", "IT", "LU", "NO", "PL", "PT", "SE", "US", "AU", "ZA"]
  expect(countries.filter(country => gridIntensity(country, 2024).country !== country)).toEqual([])
  // Nuclear and water power; coal.
  expect(["FR", "SE", "PL"].map(country => gridIntensity(country, 2025).kgPerKwh)).toEqual([0.04418, 0.03589, 0.61498])
})

test("a country without a figure gets the Dutch one, with a note", () => {
  const { country, notes } = gridIntensity("ZW", 2024)
  expect(country).toBe("NL")
  expect(noteTexts(notes, "en")).toEqual(["No carbon intensity of Zimbabwe: the Dutch one is used."])
})

test("equivalents divide by 20 kg a tree, 0.2 kg a kilometre and 385 kg a flight", () => {
  expect(equivalents(770, defaultAssumptions)).toEqual({ treesEquivalent: 38.5, carKmAvoided: 3850, flightsAvoided: 2 })
})
