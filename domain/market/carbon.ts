import data from "../../fixtures/prices/carbonIntensity.json" with { type: "json" }
import { type Note, note } from "../base/note.ts"
import type { Assumptions } from "./assumptions.ts"

/** Emissions of a kWh from the grid, with the figure's country, year and method. */
export interface GridIntensity {
  kgPerKwh: number
  /** Country of the figure, ISO 3166 alpha-2. */
  country: string
  /** Year of the figure. */
  year: number
  /** Method: generation or consumption, direct or over the life cycle. */
  basis: string
  source: string
  /** Notes for the report. */
  notes: Note[]
}

/**
 * Mean carbon intensity of a country's electricity: generation, over the life cycle (Ember), of the nearest known year.
 * A country without a figure gets the Dutch one, and `notes` says so.
 */
export const gridIntensity = (country: string, year: number): GridIntensity => {
  const ofCountry = data.filter(row => row.country === country)
  const rows = ofCountry.length > 0 ? ofCountry : data.filter(row => row.country === "NL")
  const row = rows.reduce((best, next) => (Math.abs(next.year - year) < Math.abs(best.year - year) ? next : best))
  return {
    kgPerKwh: row.gramsPerKwh / 1000,
    country: row.country,
    year: row.year,
    basis: row.basis,
    source: row.source,
    notes: ofCountry.length > 0 ? [] : [note("carbon-of-netherlands", { country: country || null })],
  }
}

/** Avoided emissions as equivalents; orders of magnitude. */
export interface Equivalents {
  /** Trees that take up as much in a year. */
  treesEquivalent: number
  /** Kilometres of a petrol car. */
  carKmAvoided: number
  /** Flights from Amsterdam to Rome. */
  flightsAvoided: number
}

/** Comparisons for an amount of avoided CO2 [kg]. */
export const equivalents = (
  co2Kg: number,
  {
    treeKgCo2PerYear,
    carKgCo2PerKm,
    flightKgCo2,
  }: Pick<Assumptions, "treeKgCo2PerYear" | "carKgCo2PerKm" | "flightKgCo2">,
): Equivalents => ({
  treesEquivalent: co2Kg / treeKgCo2PerYear,
  carKmAvoided: co2Kg / carKgCo2PerKm,
  flightsAvoided: co2Kg / flightKgCo2,
})
