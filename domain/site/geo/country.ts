/** Which country a place lies in, from the border lines of Natural Earth (1:10m). */

// Indices of this file are in bounds by construction.

import { type Borders, readBorders } from "../../../fixtures/geo/index.ts"

const RADIANS = Math.PI / 180
const EARTH_KM_PER_DEGREE = 111.2
/** Maximum distance to a shore, because a 1:10m coast leaves out piers, harbours and islets. */
const SHORE_KM = 3
/** Keeps places on the date line and at the poles inside the map. */
const EDGE_DEG = 1e-6
/**
 * Shift of a place to the east, in units of the borders (0.001°), whose vertices are whole units. A meridian through a
 * vertex of a shore may touch the shore without crossing it, which would put the sea due north into the country.
 */
const OFF_VERTEX_UNITS = 0.0005

/** Border lines with the box around each. Lengths are the file's units. */
interface BoxedBorders extends Borders {
  firstStep: Uint32Array
  west: Float64Array
  east: Float64Array
  south: Float64Array
  north: Float64Array
}

const box = (borders: Borders): BoxedBorders => {
  const lines = borders.startLon.length
  const boxed: BoxedBorders = {
    ...borders,
    firstStep: new Uint32Array(lines),
    west: Float64Array.from(borders.startLon),
    east: Float64Array.from(borders.startLon),
    south: Float64Array.from(borders.startLat),
    north: Float64Array.from(borders.startLat),
  }
  let step = 0
  for (let line = 0; line < lines; line++) {
    let lon = borders.startLon[line]!
    let lat = borders.startLat[line]!
    boxed.firstStep[line] = step
    for (const end = step + borders.stepCounts[line]!; step < end; step++) {
      lon += borders.stepLon[step]!
      lat += borders.stepLat[step]!
      if (lon < boxed.west[line]!) boxed.west[line] = lon
      if (lon > boxed.east[line]!) boxed.east[line] = lon
      if (lat < boxed.south[line]!) boxed.south[line] = lat
      if (lat > boxed.north[line]!) boxed.north[line] = lat
    }
  }
  return boxed
}

let loaded: BoxedBorders | undefined
const boxedBorders = (): BoxedBorders => {
  loaded ??= box(readBorders())
  return loaded
}

/** Calls `visit` with the two ends of every step of a line. */
const walk = (
  borders: BoxedBorders,
  line: number,
  visit: (lon0: number, lat0: number, lon1: number, lat1: number) => void,
): void => {
  let lon = borders.startLon[line]!
  let lat = borders.startLat[line]!
  const first = borders.firstStep[line]!
  for (let step = first; step < first + borders.stepCounts[line]!; step++) {
    const nextLon = lon + borders.stepLon[step]!
    const nextLat = lat + borders.stepLat[step]!
    visit(lon, lat, nextLon, nextLat)
    lon = nextLon
    lat = nextLat
  }
}

/** The country north of the nearest border south of the place. South of every border lies Antarctica. */
const countryAbove = (borders: BoxedBorders, lat: number, lon: number): string => {
  let nearestLat = Number.NEGATIVE_INFINITY
  let country = "AQ"
  for (let line = 0; line < borders.west.length; line++) {
    if (lon < borders.west[line]! || lon > borders.east[line]!) continue
    if (lat < borders.south[line]! || nearestLat > borders.north[line]!) continue
    walk(borders, line, (lon0, lat0, lon1, lat1) => {
      if (lon0 <= lon === lon1 <= lon) return
      const crossingLat = lat0 + ((lon - lon0) / (lon1 - lon0)) * (lat1 - lat0)
      if (crossingLat > lat || crossingLat <= nearestLat) return
      nearestLat = crossingLat
      country = borders.countries[lon1 > lon0 ? borders.left[line]! : borders.right[line]!]!
    })
  }
  return country
}

/** Distance from the origin to the piece of line between two points. */
const distanceToOrigin = (x0: number, y0: number, x1: number, y1: number): number => {
  const dx = x1 - x0
  const dy = y1 - y0
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, -(x0 * dx + y0 * dy) / length))
  return Math.hypot(x0 + along * dx, y0 + along * dy)
}

/** Country with the nearest shore within SHORE_KM, or "", in a local plane projection. */
const countryAshore = (borders: BoxedBorders, lat: number, lon: number): string => {
  const squeeze = Math.cos((lat / borders.unitsPerDegree) * RADIANS)
  const reach = (SHORE_KM / EARTH_KM_PER_DEGREE) * borders.unitsPerDegree
  const reachLon = reach / squeeze
  let nearest = reach
  let country = ""
  for (let line = 0; line < borders.west.length; line++) {
    if (lon < borders.west[line]! - reachLon || lon > borders.east[line]! + reachLon) continue
    if (lat < borders.south[line]! - reach || lat > borders.north[line]! + reach) continue
    walk(borders, line, (lon0, lat0, lon1, lat1) => {
      const distance = distanceToOrigin((lon0 - lon) * squeeze, lat0 - lat, (lon1 - lon) * squeeze, lat1 - lat)
      if (distance >= nearest) return
      nearest = distance
      country = borders.countries[borders.right[line]!]! || borders.countries[borders.left[line]!]!
    })
  }
  return country
}

const inside = (degrees: number, limit: number): number =>
  Math.max(-limit + EDGE_DEG, Math.min(limit - EDGE_DEG, degrees))

/**
 * Country of a place: ISO 3166-1 alpha-2 (Kosovo: XK), null at sea.
 * @param latDeg degrees, −90 to 90
 * @param lonDeg degrees, −180 to 180
 */
export const countryOf = (latDeg: number, lonDeg: number): string | null => {
  const borders = boxedBorders()
  const lat = inside(latDeg, 90) * borders.unitsPerDegree
  const lon = inside(lonDeg, 180) * borders.unitsPerDegree + OFF_VERTEX_UNITS
  return countryAbove(borders, lat, lon) || countryAshore(borders, lat, lon) || null
}
