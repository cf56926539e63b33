/** Brings direct and diffuse light from the horizontal plane onto a tilted one. */

const RADIANS = Math.PI / 180
/** Share of light that ordinary ground reflects. */
const GROUND_ALBEDO = 0.2
const COS_85 = Math.cos(85 * RADIANS)
const ZENITH_WEIGHT = 1.041

/** Upper bounds of the first seven of the eight classes of sky clearness. */
const CLASS_BOUNDS = [1.065, 1.23, 1.5, 1.95, 2.8, 4.5, 6.2]

/**
 * Coefficients f11 f12 f13 f21 f22 f23 of each class, from table 6, all sites composite. Source: Perez, Ineichen,
 * Seals, Michalsky & Stewart, "Modeling daylight availability and irradiance components from direct and global
 * irradiance", Solar Energy 44 (1990) 271–289.
 */
// biome-ignore format: one row per class
const PEREZ_COEFFICIENTS = Float64Array.of(
  -0.008, 0.588, -0.062, -0.06, 0.072, -0.022,
  0.13, 0.683, -0.151, -0.019, 0.066, -0.029,
  0.33, 0.487, -0.221, 0.055, -0.064, -0.026,
  0.568, 0.187, -0.295, 0.109, -0.152, -0.014,
  0.873, -0.392, -0.362, 0.226, -0.462, 0.001,
  1.132, -1.237, -0.412, 0.288, -0.823, 0.056,
  1.06, -1.6, -0.359, 0.264, -1.127, 0.131,
  0.678, -0.327, -0.25, 0.156, -1.377, 0.251,
)

/**
 * Class of the sky's clearness, 0 (overcast) – 7 (clear), eq. 1 of Perez et al. 1990.
 * @param dhiWm2 diffuse irradiance on a horizontal plane, above 0
 * @param dniWm2 direct irradiance facing the sun
 * @param zenith apparent zenith angle, radians
 */
export const perezClass = (dhiWm2: number, dniWm2: number, zenith: number): number => {
  const weight = ZENITH_WEIGHT * zenith * zenith * zenith
  const clearness = ((dhiWm2 + dniWm2) / dhiWm2 + weight) / (1 + weight)
  let group = 0
  while (group < CLASS_BOUNDS.length && clearness >= CLASS_BOUNDS[group]!) group++
  return group
}

/**
 * Brightness of the sky around the sun as a share of the diffuse light: F1 of Perez et al. 1990. It does not depend on
 * the plane.
 * @param group class of the sky's clearness
 * @param brightness diffuse irradiance times air mass over the irradiance above the air
 * @param zenith apparent zenith angle, radians
 */
export const circumsolarShare = (group: number, brightness: number, zenith: number): number => {
  const first = group * 6
  return Math.max(
    0,
    PEREZ_COEFFICIENTS[first]! + PEREZ_COEFFICIENTS[first + 1]! * brightness + PEREZ_COEFFICIENTS[first + 2]! * zenith,
  )
}

/** Brightness of the horizon as a share of the diffuse light, also below 0: F2, as circumsolarShare. */
export const horizonShare = (group: number, brightness: number, zenith: number): number => {
  const first = group * 6 + 3
  return (
    PEREZ_COEFFICIENTS[first]! + PEREZ_COEFFICIENTS[first + 1]! * brightness + PEREZ_COEFFICIENTS[first + 2]! * zenith
  )
}

/**
 * Divisor of circumsolar light per cosine of incidence: the sun's height, at least 5°, so that a low sun stays finite
 * (Perez et al. 1990, eq. 9).
 * @param cosZenith cosine of the apparent zenith angle
 */
export const circumsolarDivisor = (cosZenith: number): number => Math.max(COS_85, cosZenith)

/** Effect of a plane's tilt on the light of the sky. */
export interface TiltedPlane {
  /** Share of the sky that the plane sees, (1 + cos tilt) / 2. */
  skyView: number
  /** Sine of the plane's tilt. */
  sinTilt: number
}

/**
 * Diffuse sky light on a plane, W/m², at least 0 (Perez et al. 1990, eq. 9).
 * @param isotropicWm2 diffuse light from all over the sky
 * @param circumsolarWm2 diffuse light from around the sun per cosine of incidence
 * @param horizonWm2 diffuse light from the horizon
 * @param cosIncidence cosine of the angle between sun and the plane's normal, at least 0
 */
export const skyOnPlaneWm2 = (
  isotropicWm2: number,
  circumsolarWm2: number,
  horizonWm2: number,
  cosIncidence: number,
  { skyView, sinTilt }: TiltedPlane,
): number => Math.max(0, isotropicWm2 * skyView + circumsolarWm2 * cosIncidence + horizonWm2 * sinTilt)

/** Light that the ground throws onto a plane, as a share of the global horizontal irradiance (isotropic). */
export const groundShare = (tiltDeg: number): number => (GROUND_ALBEDO * (1 - Math.cos(tiltDeg * RADIANS))) / 2
