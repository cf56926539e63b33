import type { Weather } from "../../domain/site/solar/chain.ts"
import { sunYear } from "../../domain/site/solar/sunYear.ts"

/** The light of a weather year, split as in the pvlib cases (fixtures/reference/solar/chain_cases_pvlib.json). */

/** Limit of the clearness index in pvlib, and the lowest sun with direct light. */
const MIN_COS_ZENITH = 0.065
const COS_MAX_ZENITH = Math.cos((87 * Math.PI) / 180)

/**
 * Diffuse fraction (0–1) of a clearness index (0–1). Source: Erbs, Klein & Duffie, "Estimation of the diffuse radiation
 * fraction for hourly, daily and monthly-average global radiation", Solar Energy 28 (1982) 293–302.
 */
const erbsDiffuseFraction = (k: number): number => {
  if (k <= 0.22) return 1 - 0.09 * k
  if (k > 0.8) return 0.165
  return 0.9511 + k * (-0.1604 + k * (4.388 + k * (-16.638 + k * 12.336)))
}

/** Weather with direct and diffuse light of the Erbs model. */
export const withErbsLight = (weather: Weather): Weather => {
  const { up, extraWm2 } = sunYear(weather)
  const dhiWm2 = weather.ghiWm2.map((ghi, hour) => {
    if (up[hour]! < COS_MAX_ZENITH) return ghi
    const clearness = ghi / (extraWm2[hour]! * Math.max(up[hour]!, MIN_COS_ZENITH))
    return ghi * erbsDiffuseFraction(Math.max(0, Math.min(1, clearness)))
  })
  const dniWm2 = weather.ghiWm2.map((ghi, hour) => (up[hour]! < COS_MAX_ZENITH ? 0 : (ghi - dhiWm2[hour]!) / up[hour]!))
  return { ...weather, dhiWm2, dniWm2 }
}
