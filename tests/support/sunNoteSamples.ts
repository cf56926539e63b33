import { type Note, note, type ProviderFailure } from "../../domain/base/note.ts"

const failed = (failure: ProviderFailure): Note => note("provider-failed", { failure })

/** A note, its English sentence, and numbers and names of the Dutch sentence. */
export type NoteSample = [note: Note, english: string, inDutch: string[]]

/** Notes on sun, weather and the production provider. */
export const SUN_NOTE_SAMPLES: NoteSample[] = [
  [
    note("weather-measured", { station: "De Bilt", year: 2023 }),
    "Measured hours of KNMI station De Bilt in 2023, scaled to the long-term monthly sunlight of the place.",
    ["De Bilt", "2023"],
  ],
  [
    note("weather-synthetic", { year: 2023 }),
    "Synthetic hours with the monthly sunlight and temperature of the world climatology (NASA SSE, NCEP), sun of 2023. Their yearly yields are within 8 % of those published for 40 places (PVGIS, PVWatts, Global Solar Atlas), mostly within 6 %; at coasts of fog they are further off.",
    ["2023", "8 %", "40", "6 %"],
  ],
  [
    note("weather-pvgis", { database: "PVGIS-SARAH2", year: 2019, years: 2 }),
    "PVGIS (PVGIS-SARAH2), hours of 2019, months at the mean of 2 years.",
    ["PVGIS-SARAH2", "2019", "2 jaar"],
  ],
  [
    failed({ reason: "refused", status: 503, text: "maintenance" }),
    "The production provider failed (PVGIS answered 503: maintenance): the built-in model is used in its place.",
    ["503", "maintenance"],
  ],
  [
    failed({ reason: "timeout", afterMs: 20_000 }),
    "The production provider failed (PVGIS did not answer within 20,000 ms): the built-in model is used in its place.",
    ["20.000 ms"],
  ],
  [
    failed({ reason: "unreachable", detail: "ECONNREFUSED" }),
    "The production provider failed (PVGIS could not be reached: ECONNREFUSED): the built-in model is used in its place.",
    ["ECONNREFUSED"],
  ],
  [
    failed({ reason: "too-large", maxBytes: 100 }),
    "The production provider failed (PVGIS sent more than 100 bytes): the built-in model is used in its place.",
    ["100 bytes"],
  ],
  [
    failed({ reason: "unreadable", detail: "not JSON" }),
    "The production provider failed (PVGIS answered in a form that is not understood: not JSON): the built-in model is used in its place.",
    ["not JSON"],
  ],
  [
    failed({ reason: "incomplete-year" }),
    "The production provider failed (PVGIS gave no complete calendar year of hours): the built-in model is used in its place.",
    ["kalenderjaar"],
  ],
  [
    failed({ reason: "other", detail: "boom" }),
    "The production provider failed (boom): the built-in model is used in its place.",
    ["boom"],
  ],
  [
    note("yield-far-from-mean", {
      country: "NL",
      basis: "fleet",
      meanKwhPerKwp: 875,
      lowestKwhPerKwp: 1015,
      highestKwhPerKwp: 1051,
      isAbove: true,
      because: ["no-shade", "facing-sun", "low-losses"],
    }),
    "Panels give 1,015 to 1,051 kWh per kWp a year, more than a tenth above the mean of plants in use, of all roofs, in the Netherlands (875): the model knows no shade, dirt beyond the system losses, or faults; the panels face the sun; the system losses asked for are low.",
    ["1.015 tot 1.051", "boven", "in Nederland (875)", "schaduw", "naar de zon"],
  ],
  [
    note("yield-far-from-mean", {
      systems: ["Garden side", "Shed"],
      country: "ES",
      basis: "modelled",
      meanKwhPerKwp: 1610,
      lowestKwhPerKwp: 900,
      highestKwhPerKwp: 900,
      isAbove: false,
      because: ["turned-away", "high-losses", "small-inverter", "place"],
    }),
    "Panels (Garden side, Shed) give 900 kWh per kWp a year, more than a tenth below the mean of modelled plants at the best tilt, in Spain (1,610): the panels are flat, steep or face away from the sun; the system losses asked for are high; the inverter cuts the bright hours; the place is less sunny than the country in the mean.",
    ["(Garden side, Shed)", "900", "onder", "in Spanje (1.610)", "omvormer", "minder zonnig"],
  ],
  [
    note("weather-paired", { weatherYear: 2023, priceYear: 2025, by: "station", station: "Cabauw" }),
    "Sunny days follow the year of the prices, 2025, measured at KNMI station Cabauw: within each month the days of 2023 are put in this order.",
    ["prijsjaar 2025", "Cabauw", "2023"],
  ],
  [
    note("weather-paired", { weatherYear: 2023, priceYear: 2025, by: "feedIn", station: null }),
    "Sunny days follow the year of the prices, 2025, by the solar feed-in of Germany: within each month the days of 2023 are put in this order.",
    ["Duitsland"],
  ],
  [
    note("weather-paired", { weatherYear: 2023, priceYear: 2025, by: "prices", station: null }),
    "Sunny days follow the year of the prices, 2025, by the fall of prices at midday: within each month the days of 2023 are put in this order.",
    ["prijsdaling"],
  ],
  [
    note("weather-of-other-year", { weatherYear: 2023, priceYear: 2025 }),
    "Sunlight is of 2023 and prices are of 2025: sunny hours and low prices are not of the same days, so that solar earns too much at the market. In 48 Dutch scans this made the net present value too high by 13 % to 26 % at the median.",
    ["2023", "2025", "48", "13 %", "26 %"],
  ],
]
