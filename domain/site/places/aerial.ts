/**
 * Aerial photo of a site from map tiles. Tiles are squares of 256 pixels in the Web Mercator projection (EPSG:3857),
 * numbered from the north-west.
 *
 * - The photo is a square around the site, north above.
 * - Metres per pixel depend on the latitude, because the projection stretches towards the poles.
 */

/** Pixels of a tile. */
export const TILE_PIXELS = 256
/** Width and height of the photo [m]: a house with its neighbours, or a farm building. */
const SIDE_M = 80
/** Longest side [pixels]: a finer zoom shows no more of a roof and takes more tiles. */
const MAX_SIDE_PIXELS = 2048
/** The projection ends here [degrees]. */
const MAX_LATITUDE = 85
const EQUATOR_M = 40_075_016.686
const RADIANS = Math.PI / 180

/** A tile and its upper left corner in the photo [pixels]. */
export interface PlacedTile {
  x: number
  y: number
  left: number
  top: number
}

export interface AerialPhoto {
  zoom: number
  /** Scale on the ground [m per pixel]. */
  metresPerPixel: number
  /** Width and height [pixels]. */
  sidePixels: number
  tiles: PlacedTile[]
}

/** Tiles of the photo around a location, of this zoom or a coarser one; undefined beyond the projection. */
export const aerialPhoto = (location: { lat: number; lon: number }, finestZoom: number): AerialPhoto | undefined => {
  const { lat, lon } = location
  if (Math.abs(lat) > MAX_LATITUDE) return undefined
  const sideAt = (zoom: number) => (SIDE_M * 2 ** zoom * TILE_PIXELS) / (EQUATOR_M * Math.cos(lat * RADIANS))
  let zoom = finestZoom
  while (sideAt(zoom) > MAX_SIDE_PIXELS) zoom--
  const count = 2 ** zoom
  const metresPerPixel = (EQUATOR_M * Math.cos(lat * RADIANS)) / (count * TILE_PIXELS)
  const sidePixels = Math.round(SIDE_M / metresPerPixel)
  const centre = {
    x: ((lon + 180) / 360) * count * TILE_PIXELS,
    y: (0.5 - Math.asinh(Math.tan(lat * RADIANS)) / (2 * Math.PI)) * count * TILE_PIXELS,
  }
  const [left, top] = [Math.round(centre.x - sidePixels / 2), Math.round(centre.y - sidePixels / 2)]
  const along = (from: number) => {
    const [first, last] = [from, from + sidePixels - 1].map(pixel => Math.floor(pixel / TILE_PIXELS))
    return Array.from({ length: last! - first! + 1 }, (_, i) => first! + i)
  }
  const tiles = along(top)
    .filter(y => y >= 0 && y < count)
    .flatMap(y =>
      along(left).map(x => ({
        ...{ x: ((x % count) + count) % count, y },
        ...{ left: x * TILE_PIXELS - left, top: y * TILE_PIXELS - top },
      })),
    )
  return { zoom, metresPerPixel, sidePixels, tiles }
}
