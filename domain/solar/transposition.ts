/** Brings direct and diffuse light from the horizontal plane onto a tilted one. */

const RADIANS = Math.PI / 180
/** Share of light that ordinary ground reflects. */
const GROUND_ALBEDO = 0.2
const COS_85 = Math.cos(85 * RADIANS)
const ZENITH_WEIGHT = 1.041

/** Lower bounds of the eight classes of sky clearness, first one 1. */
const CLEARNESS_BOUNDS = [1.065, 1.23, 1.5, 1.95, 2.8, 4.5, 6.2]

/**
 * Coefficients f11 f12 f13 f21 f22 f23 of each clearness class: table 6, all sites composite, of Perez, Ineichen,
 * Seals,
 * Michalsky & Stewart, "Modeling daylight availability and irradiance components from direct and global irradiance",
 * Solar Energy 44 (1990) 271–289.
 */
const PEREZ_COEFFICIENTS = [
  [-0.008, 0.588, -0.062, -0.06, 0.072, -0.022],
  [0.13, 0.683, -0.151, -0.019, 0.066, -0.029],
  [0.33, 0.487, -0.221, 0.055, -0.064, -0.026],
  [0.568, 0.187, -0.295, 0.109, -0.152, -0.014],
  [0.873, -0.392, -0.362, 0.226, -0.462, 0.001],
  [1.132, -1.237, -0.412, 0.288, -0.823, 0.056],
  [1.06, -1.6, -0.359, 0.264, -1.127, 0.131],
  [0.678, -0.327, -0.25, 0.156, -1.377, 0.251],
]

/**
 * Brightness of the sky around the sun and at the horizon, as shares of the diffuse light. They do not depend on the
 * plane.
 */
export interface SkyBrightness {
  circumsolar: number
  horizon: number
}

/**
 * The two brightness coefficients F1 and F2 of the Perez sky (Perez et al. 1990).
 * @param dhiWm2 diffuse irradiance on a horizontal plane, above 0
 * @param dniWm2 direct irradiance facing the sun
 * @param apparentZenithDeg zenith angle with refraction
 * @param airMass relative optical air mass
 * @param extraWm2 irradiance facing the sun above the air
 */
export const perezBrightness = (
  dhiWm2: number,
  dniWm2: number,
  apparentZenithDeg: number,
  airMass: number,
  extraWm2: number,
): SkyBrightness => {
  const zenith = apparentZenithDeg * RADIANS
  const weight = ZENITH_WEIGHT * zenith ** 3
  const clearness = ((dhiWm2 + dniWm2) / dhiWm2 + weight) / (1 + weight)
  const brightness = (dhiWm2 * airMass) / extraWm2
  let group = 0
  while (group < CLEARNESS_BOUNDS.length && clearness >= CLEARNESS_BOUNDS[group]) group++
  const [f11, f12, f13, f21, f22, f23] = PEREZ_COEFFICIENTS[group]
  return {
    circumsolar: Math.max(0, f11 + f12 * brightness + f13 * zenith),
    horizon: f21 + f22 * brightness + f23 * zenith,
  }
}

/**
 * Diffuse sky light by origin, W/m². Only `circumsolarWm2` depends on where the sun stands: it is per cosine of
 * incidence.
 */
export interface SkySources {
  isotropicWm2: number
  circumsolarWm2: number
  horizonWm2: number
}

/**
 * The three sources of the Perez sky (Perez et al. 1990, eq. 9). The sun's height that divides the circumsolar part is
 * taken as at least 5°, so that a low sun stays finite.
 * @param cosZenith cosine of the apparent zenith angle
 */
export const skySources = (dhiWm2: number, sky: SkyBrightness, cosZenith: number): SkySources => ({
  isotropicWm2: dhiWm2 * (1 - sky.circumsolar),
  circumsolarWm2: (dhiWm2 * sky.circumsolar) / Math.max(COS_85, cosZenith),
  horizonWm2: dhiWm2 * sky.horizon,
})

/**
 * Diffuse sky light on a plane, W/m², at least 0 (Perez et al. 1990, eq. 9).
 * @param cosIncidence cosine of the angle between sun and the plane's normal, at least 0
 * @param skyView share of the sky that the plane sees, (1 + cos tilt) / 2
 * @param sinTilt sine of the plane's tilt
 */
export const skyOnPlaneWm2 = (
  isotropicWm2: number,
  circumsolarWm2: number,
  horizonWm2: number,
  cosIncidence: number,
  skyView: number,
  sinTilt: number,
): number => Math.max(0, isotropicWm2 * skyView + circumsolarWm2 * cosIncidence + horizonWm2 * sinTilt)

/** Light that the ground throws onto a plane, as a share of the global horizontal irradiance (isotropic). */
export const groundShare = (tiltDeg: number): number => (GROUND_ALBEDO * (1 - Math.cos(tiltDeg * RADIANS))) / 2
