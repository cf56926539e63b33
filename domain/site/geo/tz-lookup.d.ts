declare module "tz-lookup" {
  /** IANA time zone of a place; throws RangeError for coordinates out of range. */
  const timeZoneOf: (lat: number, lon: number) => string
  export default timeZoneOf
}
