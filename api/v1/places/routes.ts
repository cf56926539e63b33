import { Type } from "@sinclair/typebox"
import { StringEnum } from "../../../domain/base/validation/schema.ts"
import { numberIn } from "../../../domain/base/validation/units.ts"
import { CUSTOMERS } from "../../../domain/market/tariff/componentKinds.ts"
import { DEFAULTS } from "../../../domain/request/request.ts"
import { usualPrices } from "../../../domain/request/usualContract.ts"
import { azimuthToEquator } from "../../../domain/site/geo/hemisphere.ts"
import { countryAt } from "../../../domain/site/geo/site.ts"
import { findPlaces } from "../../../domain/site/places/findPlaces.ts"
import { roofYield } from "../../../domain/site/solar/roofYield.ts"
import { sourceText } from "../../../domain/texts/tariffTerms.ts"
import { type Handlers, operationsOf } from "../../http/operation.ts"

/** Places of an answer. */
const MAX_PLACES = 8
const MAX_QUERY_LENGTH = 200

const Place = Type.Object(
  {
    postalCode: Type.Union([Type.String(), Type.Null()], { description: "Four or five digits; null for a town" }),
    name: Type.String({ description: "Town, in its own language" }),
    region: Type.String({ description: "Province or state, in its own language" }),
    country: Type.String({ description: "ISO 3166-1 alpha-2" }),
    lat: Type.Number({ description: "Latitude of its middle [degrees north]" }),
    lon: Type.Number({ description: "Longitude of its middle [degrees east]" }),
  },
  { description: "A postcode or a town" },
)

const Places = Type.Object(
  { items: Type.Array(Place, { description: `Likeliest first, at most ${MAX_PLACES}; none where nothing is known` }) },
  {
    description: "Places that a text asks for",
    examples: [
      {
        items: [
          { postalCode: "3511", name: "Utrecht", region: "Utrecht", country: "NL", lat: 52.088, lon: 5.118 },
          { postalCode: "3511", name: "Hasselt", region: "Limburg", country: "BE", lat: 50.95, lon: 5.283 },
        ],
      },
    ],
  },
)

const PlaceQuery = Type.Object({
  query: Type.String({
    minLength: 2,
    maxLength: MAX_QUERY_LENGTH,
    description: "A postcode (`3511 AB`, `B-9000`, `10115`), a text with one in it, or a town or its beginning",
  }),
})

const YieldQuery = Type.Object({
  lat: Type.Number({ minimum: -90, maximum: 90, description: "Latitude [degrees north]" }),
  lon: Type.Number({ minimum: -180, maximum: 180, description: "Longitude [degrees east]" }),
  tiltAngle: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 90, default: DEFAULTS.tiltAngle, description: "0 flat, 90 upright [degrees]" }),
  ),
  orientationAngle: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 360,
      description: "0 north, 90 east, 180 south, 270 west [degrees]; default: towards the equator",
    }),
  ),
  systemLosses: Type.Optional(
    Type.Number({ minimum: 0, maximum: 100, default: DEFAULTS.systemLosses, description: "As of a roof [percent]" }),
  ),
})

const Yield = Type.Object(
  {
    kwhPerKwp: numberIn("kWh/kWp", { description: "Production of a year, after losses [kWh/kWp]" }),
    source: StringEnum(["knmi", "climatology"], {
      description: "Measured Dutch weather, or the climatology of the world",
    }),
  },
  { description: "Yield of a roof", examples: [{ kwhPerKwp: 982.4, source: "knmi" }] },
)

const ContractQuery = Type.Object({
  ...Type.Pick(YieldQuery, ["lat", "lon"]).properties,
  customer: Type.Optional(StringEnum(CUSTOMERS, { default: "household", description: "As of a scan" })),
})

const UsualPrices = Type.Object(
  {
    country: Type.String({ description: "ISO 3166-1 alpha-2; EU: the mean of the European Union" }),
    flatEurPerKwh: numberIn("EUR/kWh", { description: "Usual purchase price, without VAT for a business [EUR/kWh]" }),
    feedInEurPerKwh: numberIn("EUR/kWh", { description: "Feed-in price that every household gets, else 0 [EUR/kWh]" }),
    isAverageOfBills: Type.Boolean({ description: "The price is a mean of whole bills, with their fixed fees" }),
    year: Type.Integer({ description: "Year of the price" }),
    source: Type.String({ description: "Publication of the price, in the language of the caller" }),
  },
  {
    description: "Usual contract of a place",
    examples: [
      {
        ...{ country: "FR", flatEurPerKwh: 0.2561, feedInEurPerKwh: 0.011, isAverageOfBills: true, year: 2025 },
        source: "Eurostat, nrg_pc_204, second half of 2025, household consumers of 2,500 to 4,999 kWh (band DC)",
      },
    ],
  },
)

const operation = operationsOf("Places")
const by = ["key", "session"] as const

/** Location of a site, its usual contract, and the yield of a roof there, all from shipped data. */
export const placeOperations = {
  search: operation("GET /v1/places", {
    summary: "Places by postcode or name",
    description:
      "Postcodes of the Netherlands and Belgium (four digits) and of Germany (five), and towns there with at least 500 people. Each has the coordinates of its centre: the `location` of a scan. An unknown name gives no item.",
    by,
    query: PlaceQuery,
    answers: { 200: Places },
  }),
  yield: operation("GET /v1/places/yield", {
    summary: "Yield of a roof",
    description:
      "Yearly yield of a kWp on a roof anywhere on Earth. It uses the built-in sun and weather model, as scans do without a PVGIS server, and the shipped inverter assumption.",
    by,
    // A year of sun takes milliseconds of the thread that answers all requests.
    limit: { hits: 600, windowMs: 60_000, name: "yield", per: "address", counted: "yields-of-roofs" },
    query: YieldQuery,
    answers: { 200: Yield },
  }),
  contract: operation("GET /v1/places/contract", {
    summary: "Usual contract of a place",
    description: "Prices of a scan at this place whose request leaves them open, from the pack of its country.",
    by,
    query: ContractQuery,
    answers: { 200: UsualPrices },
  }),
}

export const placeHandlers: Handlers<typeof placeOperations> = {
  search: ({ query }) => ({ items: findPlaces(query.query, MAX_PLACES) }),
  yield: ({ query: { lat, lon, tiltAngle, orientationAngle, systemLosses } }) =>
    roofYield(
      {
        lat,
        lon,
        tiltDeg: tiltAngle ?? DEFAULTS.tiltAngle,
        azimuthDeg: orientationAngle ?? azimuthToEquator(lat),
      },
      systemLosses ?? DEFAULTS.systemLosses,
    ),
  contract: ({ query: { lat, lon, customer }, caller }) => {
    const prices = usualPrices(countryAt({ lat, lon }), customer ?? "household")
    return { ...prices, source: sourceText(prices.source, caller.language) }
  },
}
