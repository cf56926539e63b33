/** Solar production of any surface on Earth: the built-in provider. */

import type { Station } from "../../../fixtures/solar/index.ts"
import { createBoundedMap } from "../../base/boundedMap.ts"
import { type Note, note } from "../../base/note.ts"
import { siteOf } from "../geo/site.ts"
import { totalOf } from "../profiles/hours.ts"
import { DEFAULT_YEAR } from "../year.ts"
import { chainKwhPerKwp, type LitHours, litHours, type Weather } from "./chain.ts"
import { climatologyWeather } from "./climatology.ts"
import { knmiWeather, measuredYears, nearestStation } from "./knmi.ts"
import type { LightGain } from "./module.ts"
import type { Production, Surface } from "./provider.ts"
import { hidingShade, type Shade, shadeKey } from "./shade.ts"
import { quarterShade, shadedHours } from "./shadedLight.ts"

/**
 * Effects that the chain leaves out under measured hours, mainly the spectrum: a cloudy sky is richer in the light that
 * silicon uses. Fitted to PVGIS's hours at 51.95° N 4.10° E, 2010–2019: to their yearly sum and their 90th to 99.9th
 * percentiles. The sum is 0.4 % low in the mean of the measured years and 1.2 % high in the default year.
 */
export const MEASURED_GAIN: LightGain = { direct: 0.98, diffuse: 1.06 }
/**
 * Level of the same gains under hours made from the climatology, fitted to the World Bank's yields over sunlight in 74
 * countries by tests/fixtures/fitLightGain.ts.
 */
const CLIMATOLOGY_LEVEL = 0.989
const CLIMATOLOGY_GAIN: LightGain = {
  direct: CLIMATOLOGY_LEVEL * MEASURED_GAIN.direct,
  diffuse: CLIMATOLOGY_LEVEL * MEASURED_GAIN.diffuse,
}
/** Countries that the KNMI stations represent. */
const KNMI_COUNTRIES = new Set(["NL", "BE"])
/** Places share their weather within cells of a tenth of a degree. */
const CELLS_PER_DEGREE = 10
/** Maximum number of cached places, about 0.5 MB each. */
const MAX_PLACES = 32
/** Maximum number of cached productions, about 70 kB each. */
const MAX_PRODUCTIONS = 256

/** Weather of a place with its light, and its source. */
interface PlaceYear {
  key: string
  station: Station | null
  weather: () => Weather
}

const weathers = createBoundedMap<Weather>({ capacity: MAX_PLACES }).getOrMake
const lights = createBoundedMap<LitHours>({ capacity: MAX_PLACES }).getOrMake
const productions = createBoundedMap<Production>({ capacity: MAX_PRODUCTIONS }).getOrMake

/** True if measured hours represent a place. @throws RangeError for impossible coordinates */
export const isMeasuredAt = (lat: number, lon: number): boolean => {
  const { country } = siteOf(lat, lon)
  return country !== null && KNMI_COUNTRIES.has(country)
}

const placeYear = (lat: number, lon: number, year: number): PlaceYear => {
  const { country, standardOffsetHours } = siteOf(lat, lon)
  const rounded = (degrees: number): number => Math.round(degrees * CELLS_PER_DEGREE) / CELLS_PER_DEGREE
  const place = { lat: rounded(lat), lon: rounded(lon) === 180 ? -180 : rounded(lon) }
  if (country !== null && KNMI_COUNTRIES.has(country)) {
    const station = nearestStation(place, year)
    return {
      key: `knmi ${place.lat} ${place.lon} ${year}`,
      station,
      weather: () => knmiWeather(place, station, year, standardOffsetHours),
    }
  }
  return {
    key: `climate ${place.lat} ${place.lon} ${standardOffsetHours} ${year}`,
    station: null,
    weather: () => climatologyWeather(place.lat, place.lon, year, standardOffsetHours),
  }
}

/** The light of a place's year, and the chain's result. */
const lightOf = (place: PlaceYear): { lit: LitHours; gain: LightGain } => ({
  lit: lights(place.key, () => litHours(weathers(place.key, place.weather))),
  gain: place.station ? MEASURED_GAIN : CLIMATOLOGY_GAIN,
})

/** Lit hours as a surface sees them. */
const seenBy = (lit: LitHours, { tiltDeg, azimuthDeg, ...surface }: Omit<Surface, "lat" | "lon">): LitHours => {
  const shade = hidingShade(surface.shade)
  return shade ? shadedHours(lit, { tiltDeg, azimuthDeg, shade }) : lit
}

const noteOf = (station: Station | null, year: number): Note =>
  station ? note("weather-measured", { station: station.name, year }) : note("weather-synthetic", { year })

/**
 * Weather year of a place, hours of its standard time: temperature for heat pumps, sunlight, wind. Shared: never write
 * to it.
 * @param lat degrees, −90 to 90
 * @param lon degrees, −180 to 180
 * @param year calendar year; in the Netherlands and Belgium one that was measured
 * @throws RangeError for impossible coordinates or a year that was not measured
 */
export const solarYear = (lat: number, lon: number, year: number = DEFAULT_YEAR): Weather => {
  const place = placeYear(lat, lon, year)
  return weathers(place.key, place.weather)
}

/**
 * Production of 1 kWp on a surface anywhere on Earth by the built-in model, before system losses. Measured KNMI
 * weather in the
 * Netherlands and Belgium, the world climatology elsewhere. The answer is remembered per weather cell, tilt and
 * azimuth.
 * @param year calendar year of sun and weather
 * @throws RangeError for impossible coordinates or a year that was not measured
 */
export const productionKwhPerKwp = (surface: Surface, year: number = DEFAULT_YEAR): Production => {
  const { lat, lon, tiltDeg } = surface
  const shade = hidingShade(surface.shade)
  const azimuthDeg = surface.azimuthDeg % 360
  const place = placeYear(lat, lon, year)
  return productions(`${place.key} ${tiltDeg} ${azimuthDeg}${shadeKey(shade)}`, () => {
    const { lit, gain } = lightOf(place)
    const hoursKwhPerKwp = chainKwhPerKwp(seenBy(lit, surface), tiltDeg, azimuthDeg, gain).map(Math.fround)
    const open = shade && productionKwhPerKwp({ lat, lon, tiltDeg, azimuthDeg }, year)
    return {
      hoursKwhPerKwp,
      ...(open ? { shadeLossKwhPerKwp: totalOf(open.hoursKwhPerKwp) - totalOf(hoursKwhPerKwp) } : {}),
      source: place.station ? "knmi" : "climatology",
      weatherYear: year,
      station: place.station?.name ?? null,
      note: noteOf(place.station, year),
    }
  })
}

/** Light of the quarters of a surface in shade by the built-in model, as quarterShade; undefined without shade. */
export const shadeOfQuarters = (
  { lat, lon, tiltDeg, azimuthDeg, ...surface }: Surface,
  year: number = DEFAULT_YEAR,
): Float64Array | undefined => {
  const shade = hidingShade(surface.shade)
  return shade && quarterShade(lightOf(placeYear(lat, lon, year)).lit, { tiltDeg, azimuthDeg, shade })
}

/** The weather for a year: its own if measured near the place, else the default year's. */
export const weatherYearFor = ({ lat, lon }: Pick<Surface, "lat" | "lon">, year: number): number => {
  return isMeasuredAt(lat, lon) && measuredYears().includes(year) ? year : DEFAULT_YEAR
}

/** Production of 1 kWp on any surface of one place in one measured year, kWh per hour before system losses. */
export interface MeasuredYear {
  year: number
  /** Global horizontal irradiance, 8760 h, W/m². */
  ghiWm2: () => Float64Array
  produce: (tiltDeg: number, azimuthDeg: number, shade?: Shade) => Float64Array
  /** Light of the quarters in shade, as quarterShade. */
  quarterShade: (tiltDeg: number, azimuthDeg: number, shade: Shade) => Float64Array
}

/**
 * The years that were measured near a place, each with its own sunlight; none outside of the Netherlands and Belgium.
 * No result is memoised.
 * @throws RangeError for impossible coordinates
 */
export const measuredYearsAt = (lat: number, lon: number): MeasuredYear[] => {
  if (!isMeasuredAt(lat, lon)) return []
  const { standardOffsetHours } = siteOf(lat, lon)
  return measuredYears().map(year => {
    const station = nearestStation({ lat, lon }, year)
    let weather: Weather | undefined
    let lit: LitHours | undefined
    const weatherOf = () => {
      weather ??= knmiWeather({ lat, lon }, station, year, standardOffsetHours, "ofTheYear")
      return weather
    }
    const litOf = () => {
      lit ??= litHours(weatherOf())
      return lit
    }
    return {
      year,
      ghiWm2: () => weatherOf().ghiWm2,
      produce: (tiltDeg, azimuthDeg, shade) =>
        chainKwhPerKwp(
          seenBy(litOf(), { tiltDeg, azimuthDeg, ...(shade ? { shade } : {}) }),
          tiltDeg,
          azimuthDeg % 360,
          MEASURED_GAIN,
        ),
      quarterShade: (tiltDeg, azimuthDeg, shade) => quarterShade(litOf(), { tiltDeg, azimuthDeg, shade }),
    }
  })
}

/** Share of production after system losses in percent (cables, inverter, dirt; PVGIS counts 14). */
export const afterLosses = (lossesPercent: number): number => 1 - lossesPercent / 100

/**
 * 8760 h, kWh, of 1 kWp in the default year by the built-in model, before system losses. No result is memoised, because
 * a surface that a slider turns would displace surfaces in use.
 * @throws RangeError for impossible coordinates
 */
export const triedSurface = (surface: Surface): { hoursKwhPerKwp: Float64Array; source: "knmi" | "climatology" } => {
  const { lat, lon, tiltDeg, azimuthDeg } = surface
  const place = placeYear(lat, lon, DEFAULT_YEAR)
  const { lit, gain } = lightOf(place)
  return {
    hoursKwhPerKwp: chainKwhPerKwp(seenBy(lit, surface), tiltDeg, azimuthDeg % 360, gain).map(Math.fround),
    source: place.station ? "knmi" : "climatology",
  }
}
