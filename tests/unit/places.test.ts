import { expect, test } from "bun:test"
import { prepareCase } from "../../domain/case/prepare.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { countryOf } from "../../domain/site/geo/country.ts"
import { findPlaces } from "../../domain/site/places/findPlaces.ts"
import { askedText, placeQueryOf } from "../../domain/site/places/placeText.ts"
import { roofYield } from "../../domain/site/solar/roofYield.ts"
import { readPlaces } from "../../fixtures/geo/index.ts"
import { sizingOf } from "../../search/model/sizing.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"
import { houseRequest } from "../support/requests.ts"

const KM_PER_DEGREE = 111.2
const kmBetween = (a: { lat: number; lon: number }, lat: number, lon: number) =>
  KM_PER_DEGREE * Math.hypot(a.lat - lat, (a.lon - lon) * Math.cos((lat * Math.PI) / 180))
const first = (text: string) => findPlaces(text, 1)[0]

/** Coordinates of churches and town halls, from maps. */
test.each([
  ["3511 AB", "NL", "Utrecht", 52.091, 5.12],
  ["1012JS", "NL", "Amsterdam", 52.373, 4.893],
  ["NL-6211 CD", "NL", "Maastricht", 50.849, 5.689],
  ["9712 ZE", "NL", "Groningen", 53.218, 6.567],
  ["B-9000", "BE", "Gent", 51.054, 3.725],
  ["BE 4000", "BE", "Liège", 50.645, 5.573],
  ["10115", "DE", "Berlin", 52.532, 13.384],
  ["80331", "DE", "München", 48.135, 11.571],
  ["01067", "DE", "Dresden", 51.055, 13.73],
  ["Marienplatz 1, 80331 München", "DE", "München", 48.137, 11.576],
  ["Kerkstraat 1234, 3511 AB Utrecht", "NL", "Utrecht", 52.091, 5.12],
  ["1000 Brussel", "BE", "Brussel", 50.847, 4.352],
  ["1000 Bruxelles", "BE", "Brussel", 50.847, 4.352],
])("%s is a postcode in %s near %s", (text, country, name, lat, lon) => {
  const found = first(text)
  expect(found).toMatchObject({ country, name })
  expect(found?.postalCode).not.toBeNull()
  expect(kmBetween(found!, lat, lon)).toBeLessThan(5)
})

test.each([
  ["Den Haag", "Den Haag"],
  ["keulen", "Köln"],
  ["munchen", "München"],
  ["Luik", "Liège"],
  ["den bosch", "'s-Hertogenbosch"],
  ["Oudegracht 12, Utrecht", "Utrecht"],
  ["Eindh", "Eindhoven"],
])("%s is the town %s", (text, name) => {
  expect(first(text)).toMatchObject({ postalCode: null, name })
})

test("four digits alone may be a postcode of two countries, and both are given", () => {
  expect(findPlaces("3511", 8).map(({ country }) => country)).toEqual(["NL", "BE"])
  expect(findPlaces("3511", 1)).toHaveLength(1)
})

test.each([
  ["3511 Utrecht", ["Utrecht"]],
  ["1000 Brussels", ["Brussel"]],
  ["3511 Utrect", ["Utrecht", "Hasselt"]],
])("the town beside the digits of %s says which country is meant, where it is known", (text, names) => {
  expect(findPlaces(text, 8).map(({ name }) => name)).toEqual(names)
})

test("towns of exactly that name come before those that begin so, and no more than asked for", () => {
  const found = findPlaces("Hal", 8)
  expect(found.map(({ name }) => name)[0]).toBe("Halle")
  expect(findPlaces("Ber", 3)).toHaveLength(3)
  expect(findPlaces("Essen", 1)).toHaveLength(1)
})

test("a country before a postcode leaves out those of others", () => {
  for (const [text, country] of [
    ["BE 3511", "BE"],
    ["NL-3511", "NL"],
  ] as const)
    expect(findPlaces(text, 8).map(place => place.country)).toEqual([country])
})

test.each(["99999", "0000 AA", "Nergenshuizen", "12", "  ", "?!"])("%s is nowhere", text => {
  expect(findPlaces(text, 8)).toEqual([])
})

test("what a service is asked has no street and no house", () => {
  const asked = (text: string) => askedText(placeQueryOf(text)!)
  expect(asked("Oudegracht 12-bis, 3511 AB Utrecht")).toBe("NL-3511 Utrecht")
  expect(asked("Marienplatz 1, 80331 München, Deutschland")).toBe("DE-80331 München")
  expect(asked("Grote Markt 1, 1000 Brussel")).toBe("1000 Brussel")
  expect(asked("Lange Straat 7, Zwolle")).toBe("Zwolle")
})

test("every postcode lies in its country, or just beyond its border", () => {
  const { postcodes } = readPlaces()
  const digits: Record<string, RegExp> = { NL: /^\d{4}$/, BE: /^\d{4}$/, DE: /^\d{5}$/ }
  const near = ({ country, lat, lon }: (typeof postcodes)[number]) =>
    [0, 0.06, -0.06].some(north => [0, 0.09, -0.09].some(east => countryOf(lat + north, lon + east) === country))
  expect(postcodes.filter(({ country, code }) => !digits[country]?.test(code))).toEqual([])
  expect(postcodes.filter(postcode => !near(postcode))).toEqual([])
  const counts = Object.groupBy(postcodes, ({ country }) => country)
  expect(counts.NL!.length).toBeGreaterThan(4000)
  expect(counts.BE!.length).toBeGreaterThan(1100)
  expect(counts.DE!.length).toBeGreaterThan(8100)
})

test("the yield of a roof is that of a scan's roof with the same angles and losses", () => {
  const roof = { maxPanelCount: 10, panelPowerWatts: 500, tiltAngle: 35, orientationAngle: 180, systemLosses: 10 }
  const request = { ...houseRequest(), location: { lat: 52.09, lon: 5.12 }, newPv: [roof] }
  const { year } = sizingOf(prepareCase(parseEarlierRequest(request, standardProfileKeys)), 1e-3)
  const kwhPerPanel = year.roofs[0]!.productionKwhPerPanel.reduce((sum, kwh) => sum + kwh, 0)
  const { kwhPerKwp } = roofYield({ ...request.location, tiltDeg: 35, azimuthDeg: 180 }, 10)
  expect(kwhPerKwp).toBeCloseTo(kwhPerPanel / 0.5, 2)
})

test("the yield of a roof falls away from the sun, and says whose weather it is", () => {
  const surface = { lat: 52.09, lon: 5.12, tiltDeg: 35, azimuthDeg: 180 }
  const south = roofYield(surface, 14)
  expect(south.source).toBe("knmi")
  expect(roofYield({ ...surface, azimuthDeg: 0 }, 14).kwhPerKwp).toBeLessThan(0.75 * south.kwhPerKwp)
  expect(roofYield(surface, 50).kwhPerKwp).toBeLessThan(0.6 * south.kwhPerKwp)
  expect(roofYield({ ...surface, lat: 48.14, lon: 11.58 }, 14).source).toBe("climatology")
})
