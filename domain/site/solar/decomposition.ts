/** Splits measured sunlight on a horizontal plane into its direct and its diffuse part. */

const RADIANS = Math.PI / 180
/** Below this cosine of the zenith angle the clearness index would blow up (pvlib's limit). */
const MIN_COS_ZENITH = 0.065
const COS_MAX_ZENITH = Math.cos(87 * RADIANS)

/**
 * Diffuse fraction (0–1) of a clearness index (0–1): Erbs, Klein & Duffie, "Estimation of the diffuse radiation
 * fraction for hourly, daily and monthly-average global radiation", Solar Energy 28 (1982) 293–302.
 */
export const erbsDiffuseFraction = (clearness: number): number => {
  if (clearness <= 0.22) return 1 - 0.09 * clearness
  if (clearness > 0.8) return 0.165
  const k = clearness
  return 0.9511 + k * (-0.1604 + k * (4.388 + k * (-16.638 + k * 12.336)))
}

/**
 * Diffuse irradiance of an hour on a horizontal plane, W/m², by the Erbs model. A sun lower than 3° gives diffuse light
 * only.
 * @param ghiWm2 global irradiance on a horizontal plane
 * @param cosZenith cosine of the true zenith angle
 * @param extraWm2 irradiance facing the sun above the air
 */
export const diffuseWm2 = (ghiWm2: number, cosZenith: number, extraWm2: number): number => {
  if (cosZenith < COS_MAX_ZENITH) return ghiWm2
  const clearness = Math.max(0, Math.min(1, ghiWm2 / (extraWm2 * Math.max(cosZenith, MIN_COS_ZENITH))))
  return erbsDiffuseFraction(clearness) * ghiWm2
}

/** Direct irradiance facing the sun, W/m², that goes with diffuseWm2. */
export const directWm2 = (ghiWm2: number, dhiWm2: number, cosZenith: number): number =>
  cosZenith < COS_MAX_ZENITH ? 0 : (ghiWm2 - dhiWm2) / cosZenith
