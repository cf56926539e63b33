/** Light lost by reflection at the glass of a panel. */

const RADIANS = Math.PI / 180
/** Angular loss coefficient of a clean glass panel. */
const ANGULAR_LOSS = 0.16
const DIFFUSE_C1 = 4 / (3 * Math.PI)
const DIFFUSE_C2 = ANGULAR_LOSS / 2 - 0.154
/** A flat plane is the limit of the diffuse formula, taken at this tilt in radians. */
const MIN_TILT = 1e-6

const BEAM_SCALE = 1 / (1 - Math.exp(-1 / ANGULAR_LOSS))

/**
 * Share of direct light that passes the glass, 0–1. Martin & Ruiz, "Calculation of the PV modules angular losses under
 * field conditions by means of an analytical model", Solar Energy Materials & Solar Cells 70 (2001) 25–38.
 * @param cosIncidence cosine of the angle between sun and the panel's normal; 0 or less gives 0
 */
export const beamTransmittance = (cosIncidence: number): number =>
  cosIncidence <= 0 ? 0 : (1 - Math.exp(-cosIncidence / ANGULAR_LOSS)) * BEAM_SCALE

/** Shares of sky light and of ground light that pass the glass, 0–1. */
export interface DiffuseTransmittance {
  sky: number
  ground: number
}

const diffuseShare = (s: number): number => 1 - Math.exp((-(DIFFUSE_C1 + DIFFUSE_C2 * s) * s) / ANGULAR_LOSS)

/**
 * Shares of diffuse light that pass the glass of a tilted panel. The second coefficient is a linear function of the
 * angular loss coefficient (IEC 61853-3, as in pvlib). Source: Martin & Ruiz, "A new model for PV modules angular
 * losses under field conditions", International Journal of Solar Energy 22 (2002) 19–31.
 * @param tiltDeg tilt of the panel, 0–90
 */
export const diffuseTransmittance = (tiltDeg: number): DiffuseTransmittance => {
  const tilt = Math.max(tiltDeg * RADIANS, MIN_TILT)
  const rest = Math.PI - tilt
  return {
    sky: diffuseShare(Math.sin(tilt) + (rest - Math.sin(tilt)) / (1 + Math.cos(tilt))),
    ground: diffuseShare(Math.sin(tilt) + (tilt - Math.sin(tilt)) / (1 - Math.cos(tilt))),
  }
}
