import { countrySun, fleetYields } from "../../../fixtures/solar/index.ts"

const DAYS_PER_YEAR = 365

/**
 * Mean yield of a country, kWh per kWp and year, with its basis: a published mean of plants in use, else modelled
 * plants at the best tilt.
 */
export interface CountryMean {
  kwhPerKwp: number
  basis: "fleet" | "modelled"
}

/** Mean yield of a country; null if unknown. */
export const countryMean = (country: string | null): CountryMean | null => {
  const fleet = fleetYields.find(each => each.country === country)
  if (fleet) return { kwhPerKwp: fleet.kwhPerKwp, basis: "fleet" }
  const modelled = countrySun.find(each => each.country === country)
  return modelled ? { kwhPerKwp: modelled.yieldKwhKwpDay * DAYS_PER_YEAR, basis: "modelled" } : null
}
