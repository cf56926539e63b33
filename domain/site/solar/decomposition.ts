/** Splits measured sunlight on a horizontal plane into its direct and its diffuse part. */

const RADIANS = Math.PI / 180
/** Below this cosine of the zenith angle the clearness index would blow up (pvlib's limit). */
const MIN_COS_ZENITH = 0.065
const COS_MAX_ZENITH = Math.cos(87 * RADIANS)
/** Maximum air mass of the model. */
const MAX_AIR_MASS = 12
/** Clearness index above which a sky counts as free of clouds. */
const CLEAR_SKY = 0.6

/**
 * Share (0–1) of the light above the air that comes straight from the sun. Uses the DISC model of Maxwell, "A
 * quasi-physical model for converting hourly global horizontal to direct normal insolation", SERI/TR-215-3087 (1987).
 * The model uses the path length through the air, because the clearness index of a clear sky under a low winter sun
 * means clouds at a summer noon.
 * @param clearness clearness index, 0–1
 * @param airMass relative air mass at sea level
 */
export const directTransmittance = (clearness: number, airMass: number): number => {
  const k = clearness
  const m = Math.min(MAX_AIR_MASS, airMass)
  const isCloudy = k <= CLEAR_SKY
  const a = isCloudy ? 0.512 + k * (-1.56 + k * (2.286 - 2.222 * k)) : -5.743 + k * (21.77 + k * (-27.49 + 11.56 * k))
  const b = isCloudy ? 0.37 + 0.962 * k : 41.4 + k * (-118.5 + k * (66.05 + 31.9 * k))
  const c = isCloudy ? -0.28 + k * (0.932 - 2.048 * k) : -47.01 + k * (184.2 + k * (-222 + 73.81 * k))
  const clear = 0.866 + m * (-0.122 + m * (0.0121 + m * (-0.000653 + 0.000014 * m)))
  return Math.max(0, clear - a - b * Math.exp(c * m))
}

/**
 * Direct irradiance of an hour facing the sun, W/m². A sun below 3° gives only diffuse light, and the direct part never
 * exceeds the total.
 * @param ghiWm2 global irradiance on a horizontal plane
 * @param cosZenith cosine of the true zenith angle
 * @param extraWm2 irradiance facing the sun above the air
 * @param airMass relative air mass at sea level
 */
export const directWm2 = (ghiWm2: number, cosZenith: number, extraWm2: number, airMass: number): number => {
  if (cosZenith < COS_MAX_ZENITH) return 0
  const clearness = Math.max(0, Math.min(1, ghiWm2 / (extraWm2 * Math.max(cosZenith, MIN_COS_ZENITH))))
  return Math.min(ghiWm2 / cosZenith, directTransmittance(clearness, airMass) * extraWm2)
}

/** Diffuse irradiance on a horizontal plane, W/m², that goes with directWm2. */
export const diffuseWm2 = (ghiWm2: number, dniWm2: number, cosZenith: number): number =>
  Math.max(0, ghiWm2 - dniWm2 * Math.max(0, cosZenith))
