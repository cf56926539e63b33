/** Position of the sun, and its irradiance above the air. Angles in degrees; azimuth 0 = north, 90 = east. */

const RADIANS = Math.PI / 180
const MS_PER_DAY = 86_400_000
/** Days from 1970-01-01 00:00 to the epoch J2000.0, 2000-01-01 12:00. */
const J2000_DAYS = 10_957.5
const SOLAR_CONSTANT_WM2 = 1366.1
/** The upper edge of the sun's disc, lifted by refraction at the horizon, is seen down to this true elevation. */
const SUNRISE_ELEVATION_DEG = -0.26667 - 0.5667

/** A unit vector towards the sun without refraction, in the axes east, north, up of a place. */
export interface SunVector {
  east: number
  north: number
  up: number
}

/** A unit vector from the centre of the Earth, turning with it: to 0° N 0° E, to 0° N 90° E, to the north pole. */
export interface EarthVector {
  greenwich: number
  east: number
  pole: number
}

/**
 * Position of the sun over the turning Earth, by the low-precision formulas of the Astronomical Almanac. Source:
 * Michalsky, "The Astronomical Almanac's algorithm for approximate solar position (1950–2050)", Solar Energy 40 (1988)
 * 227–235; within 0.01° of NREL's SPA in that period.
 * @param utcMs instant, milliseconds since 1970
 */
export const sunOverEarth = (utcMs: number): EarthVector => {
  const days = utcMs / MS_PER_DAY - J2000_DAYS
  const meanLongitude = 280.46 + 0.9856474 * days
  const meanAnomaly = (357.528 + 0.9856003 * days) * RADIANS
  const longitude = (meanLongitude + 1.915 * Math.sin(meanAnomaly) + 0.02 * Math.sin(2 * meanAnomaly)) * RADIANS
  const obliquity = (23.439 - 0.0000004 * days) * RADIANS
  const sinLongitude = Math.sin(longitude)
  const rightAscension = Math.atan2(Math.cos(obliquity) * sinLongitude, Math.cos(longitude))
  const sinDeclination = Math.sin(obliquity) * sinLongitude
  const cosDeclination = Math.sqrt(1 - sinDeclination * sinDeclination)
  const utcHour = ((utcMs / MS_PER_DAY) % 1) * 24
  const siderealHours = 6.697375 + 0.0657098242 * days + utcHour
  const hourAngle = siderealHours * 15 * RADIANS - rightAscension
  return {
    greenwich: cosDeclination * Math.cos(hourAngle),
    east: -cosDeclination * Math.sin(hourAngle),
    pole: sinDeclination,
  }
}

/**
 * True direction of the sun at a place and instant, as sunOverEarth has it.
 * @param utcMs instant, milliseconds since 1970
 * @param lat degrees, north positive
 * @param lon degrees, east positive
 */
export const sunVector = (utcMs: number, lat: number, lon: number): SunVector => {
  const sun = sunOverEarth(utcMs)
  const sinLat = Math.sin(lat * RADIANS)
  const cosLat = Math.cos(lat * RADIANS)
  const sinLon = Math.sin(lon * RADIANS)
  const cosLon = Math.cos(lon * RADIANS)
  const outward = sun.greenwich * cosLon + sun.east * sinLon
  return {
    east: sun.east * cosLon - sun.greenwich * sinLon,
    north: cosLat * sun.pole - sinLat * outward,
    up: sinLat * sun.pole + cosLat * outward,
  }
}

/**
 * Refraction of the sun's elevation, degrees, at 1013.25 hPa and 12 °C: eq. 42 of Reda & Andreas, "Solar position
 * algorithm for solar radiation applications", Solar Energy 76 (2004) 577–589. Zero once the whole disc is below the
 * horizon.
 * @param elevationDeg true elevation of the sun's centre
 */
export const refractionDeg = (elevationDeg: number): number => {
  if (elevationDeg < SUNRISE_ELEVATION_DEG) return 0
  const bent = elevationDeg + 10.3 / (elevationDeg + 5.11)
  return (1013.25 / 1010) * (283 / (273 + 12)) * (1.02 / (60 * Math.tan(bent * RADIANS)))
}

/** Zenith angle, zenith angle as seen through the air, and azimuth of the sun, all in degrees. */
export interface SunPosition {
  zenithDeg: number
  apparentZenithDeg: number
  azimuthDeg: number
}

/** Angles of a sun vector, with refraction. */
export const sunPosition = (sun: SunVector): SunPosition => {
  const elevationDeg = Math.atan2(sun.up, Math.hypot(sun.east, sun.north)) / RADIANS
  const azimuthDeg = (Math.atan2(sun.east, sun.north) / RADIANS + 360) % 360
  return {
    zenithDeg: 90 - elevationDeg,
    apparentZenithDeg: 90 - elevationDeg - refractionDeg(elevationDeg),
    azimuthDeg,
  }
}

/** Day of the calendar year in UTC, 1 January = 1. */
export const dayOfYear = (utcMs: number): number =>
  Math.floor((utcMs - Date.UTC(new Date(utcMs).getUTCFullYear(), 0, 1)) / MS_PER_DAY) + 1

const spencerWm2 = (day: number): number => {
  const b = (2 * Math.PI * (day - 1)) / 365
  return (
    SOLAR_CONSTANT_WM2 *
    (1.00011 + 0.034221 * Math.cos(b) + 0.00128 * Math.sin(b) + 0.000719 * Math.cos(2 * b) + 0.000077 * Math.sin(2 * b))
  )
}
const SPENCER_WM2 = Float64Array.from({ length: 367 }, (_, day) => spencerWm2(day))

/**
 * Irradiance on a plane facing the sun above the air, W/m²: Spencer, "Fourier series representation of the position of
 * the sun", Search 2 (1971) 172.
 * @param day day of the year, 1–366
 */
export const extraterrestrialWm2 = (day: number): number => SPENCER_WM2[day]!

/**
 * Relative optical air mass: Kasten & Young, "Revised optical air mass tables and approximation formula", Applied
 * Optics
 * 28 (1989) 4735–4738.
 * @param apparentZenithDeg zenith angle with refraction, at most 90
 */
export const relativeAirMass = (apparentZenithDeg: number): number =>
  1 / (Math.cos(apparentZenithDeg * RADIANS) + 0.50572 * (96.07995 - apparentZenithDeg) ** -1.6364)

/**
 * Declination of the sun in the middle of a day, radians: Spencer 1971, eq. 1.6.1b of Duffie & Beckman, Solar
 * Engineering
 * of Thermal Processes.
 * @param day day of the year, 1 January = 1
 */
const declinationRadians = (day: number): number => {
  const b = (2 * Math.PI * (day - 1)) / 365
  return (
    0.006918 -
    0.399912 * Math.cos(b) +
    0.070257 * Math.sin(b) -
    0.006758 * Math.cos(2 * b) +
    0.000907 * Math.sin(2 * b) -
    0.002697 * Math.cos(3 * b) +
    0.00148 * Math.sin(3 * b)
  )
}

/**
 * Energy that reaches a horizontal plane above the air in a day, kWh/m²: eq. 1.10.3 of Duffie & Beckman. Zero in polar
 * night.
 * @param lat degrees
 * @param day day of the year, 1 January = 1
 */
export const dailyExtraterrestrialKwhM2 = (lat: number, day: number): number => {
  const declination = declinationRadians(day)
  const latitude = lat * RADIANS
  const cosSunset = -Math.tan(latitude) * Math.tan(declination)
  const sunset = Math.acos(Math.max(-1, Math.min(1, cosSunset)))
  const hours = 24 / Math.PI
  const sum =
    Math.cos(latitude) * Math.cos(declination) * Math.sin(sunset) + sunset * Math.sin(latitude) * Math.sin(declination)
  return Math.max(0, (extraterrestrialWm2(day) * hours * sum) / 1000)
}
