/** Panel model: temperature and power. */

/**
 * Heat loss of a freestanding crystalline silicon panel, W/(m² K), and its growth with wind, W s/(m³ K), as in PVGIS.
 */
const HEAT_LOSS = 26.9
const HEAT_LOSS_PER_WIND = 6.2

/** Coefficients k1–k6 of crystalline silicon used by PVGIS 5. */
const K1 = -0.017237
const K2 = -0.040465
const K3 = -0.004702
const K4 = 0.000149
const K5 = 0.00017
const K6 = 0.000005

/**
 * Warming of a panel above the air per W/m², K m²/W, with PVGIS's constants. Source: Faiman, "Assessing the outdoor
 * operating temperature of photovoltaic modules", Progress in Photovoltaics 16 (2008) 307–315.
 * @param windMs wind at 10 m height
 */
export const heatingPerWm2 = (windMs: number): number => 1 / (HEAT_LOSS + HEAT_LOSS_PER_WIND * windMs)

/**
 * Temperature of a panel, °C (Faiman 2008).
 * @param irradianceWm2 in-plane irradiance before reflection
 * @param airC air temperature, °C
 * @param heating warming per W/m², from heatingPerWm2
 */
export const moduleTemperatureC = (irradianceWm2: number, airC: number, heating: number): number =>
  airC + irradianceWm2 * heating

/**
 * Power of 1 kWp in kW, at least 0. Source: Huld, Friesen, Skoczek, Kenny, Sample, Field & Dunlop, "A power-rating
 * model for crystalline silicon PV modules", Solar Energy Materials & Solar Cells 95 (2011) 3359–3369.
 * @param effectiveWm2 in-plane irradiance after reflection
 * @param moduleC temperature of the panel
 */
export const powerKwPerKwp = (effectiveWm2: number, moduleC: number): number => {
  const g = effectiveWm2 / 1000
  if (!(g > 0)) return 0
  const t = moduleC - 25
  const l = Math.log(g)
  return Math.max(0, g * (1 + K1 * l + K2 * l * l + t * (K3 + K4 * l + K5 * l * l + K6 * t)))
}

/** Gains of direct and of diffuse and reflected light, as shares of the power model's result. */
export interface LightGain {
  direct: number
  diffuse: number
}
