import { expect, test } from "bun:test"
import fc from "fast-check"
import { siteOf, standardOffsetHours } from "../../domain/site/geo/site.ts"

const places: [string, number, number, string | null, number][] = [
  ["Utrecht", 52.09, 5.12, "NL", 1],
  ["Maastricht", 50.85, 5.69, "NL", 1],
  ["Lanaken", 50.886, 5.65, "BE", 1],
  ["Aachen", 50.775, 6.08, "DE", 1],
  ["Sluis", 51.308, 3.387, "NL", 1],
  ["Knokke", 51.345, 3.285, "BE", 1],
  ["De Panne", 51.1, 2.59, "BE", 1],
  ["Dunkirk", 51.03, 2.37, "FR", 1],
  ["Arlon", 49.683, 5.816, "BE", 1],
  ["Luxembourg", 49.61, 6.13, "LU", 1],
  ["Enschede", 52.22, 6.9, "NL", 1],
  ["Gronau", 52.21, 7.03, "DE", 1],
  ["Nijmegen", 51.84, 5.85, "NL", 1],
  ["Kranenburg", 51.79, 6.01, "DE", 1],
  ["Delfzijl", 53.33, 6.92, "NL", 1],
  ["Emden", 53.37, 7.2, "DE", 1],
  ["Maasvlakte", 51.95, 4.0, "NL", 1],
  ["IJsselmeer", 52.8, 5.4, "NL", 1],
  ["Bonaire", 12.15, -68.27, "BQ", -4],
  ["Réunion", -21.1, 55.5, "RE", 4],
  ["Longyearbyen", 78.2, 15.6, "SJ", 1],
  ["Tromsø", 69.65, 18.95, "NO", 1],
  ["Dublin", 53.35, -6.26, "IE", 0],
  ["Kathmandu", 27.7, 85.3, "NP", 5.75],
  ["Adelaide", -34.93, 138.6, "AU", 9.5],
  ["Sydney", -33.87, 151.2, "AU", 10],
  ["Honolulu", 21.3, -157.86, "US", -10],
  ["Kiritimati", 1.87, -157.4, "KI", 14],
  ["Lesotho within South Africa", -29.5, 28.2, "LS", 2],
  ["Fiji west of the date line", -17.8, 178, "FJ", 12],
  ["Fiji east of the date line", -16.8, -179.9, "FJ", 12],
  ["Chukotka on the date line", 66.0, 180, "RU", 12],
  ["Malé", 4.17, 73.5, "MV", 5],
  ["sea north of the Maldives", 10, 71.5, null, 5],
  ["North Sea", 52.5, 3.5, null, 0],
  ["Atlantic due north of a cape of the Virgin Islands", 25, -64.95, null, -4],
  ["Atlantic due north of it off Nova Scotia", 43.2, -64.95, null, -4],
  ["Gulf of Guinea", 0, 0, null, 0],
  ["Pacific at 180 E", 0, 180, null, 12],
  ["Pacific at 180 W", 0, -180, null, -12],
  ["north pole", 90, 0, null, 0],
  ["south pole", -90, 0, "AQ", 12],
]

test.each(places)("%s", (_, lat, lon, country, offsetHours) => {
  const site = siteOf(lat, lon)
  expect(site.country).toBe(country)
  expect(site.standardOffsetHours).toBe(offsetHours)
  expect(standardOffsetHours(site.zone)).toBe(offsetHours)
})

test("every place has a zone whose standard time is the site's", () => {
  fc.assert(
    fc.property(
      fc.double({ min: -90, max: 90, noNaN: true }),
      fc.double({ min: -180, max: 180, noNaN: true }),
      (lat, lon) => {
        const { zone, country, standardOffsetHours: hours } = siteOf(lat, lon)
        expect(hours).toBe(standardOffsetHours(zone))
        expect(Math.abs(hours)).toBeLessThanOrEqual(14)
        if (country === null) expect(Math.abs(hours - lon / 15)).toBeLessThanOrEqual(0.5 + 1e-9)
        else expect(country).toMatch(/^[A-Z]{2}$/)
      },
    ),
  )
})

test("impossible coordinates are refused", () => {
  for (const [lat, lon] of [
    [90.01, 0],
    [-91, 0],
    [0, 180.01],
    [0, -181],
    [Number.NaN, 0],
    [0, Number.POSITIVE_INFINITY],
  ]) {
    expect(() => siteOf(lat!, lon!)).toThrow(RangeError)
  }
})
