/** Differences between the hemispheres. */

/** True if a place lies south of the equator. */
export const isSouthern = (lat: number): boolean => lat < 0

/** The way to the equator, where roofs get most sun: 180 south, 0 north. @param lat degrees */
export const azimuthToEquator = (lat: number): number => (isSouthern(lat) ? 0 : 180)
