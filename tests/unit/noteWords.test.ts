import { expect, test } from "bun:test"
import { distinctNotes, type Note, note } from "../../domain/base/note.ts"
import { noteText, noteTexts } from "../../domain/texts/notes.ts"

/** Sentences of notes on one hour, on large numbers and on rates. */
const CASES: [one: Note, english: string, inDutch: string[]][] = [
  [
    note("limits-exceeded", { importHours: 1, exportHours: 0 }),
    "Today the site draws more than the limit of its contract in 1 hour of the year: with the system this does not grow in these hours, except by the standby of a battery.",
    ["in 1 uur van"],
  ],
  [
    note("negative-prices", { hours: 1 }),
    "In 1 hour of negative purchase prices the battery covers load but does not discharge into the grid; the lower bound holds within this rule.",
    ["In 1 uur "],
  ],
  [
    note("feed-in-lowered", { hours: 1, hasNetting: false }),
    "In 1 hour the feed-in price lies above the purchase price and is lowered to it.",
    ["In 1 uur "],
  ],
  [
    note("price-hours-filled", { hours: 1, zone: "NL", year: 2025 }),
    "1 missing hour of the prices of the zone NL of 2025 is the mean of the same hour of the day before and after.",
    ["1 ontbrekend uur", " is het"],
  ],
  [
    note("tax-by-block", { fromKwh: 10_000, toKwh: 50_000, eurPerKwh: 0.0807191, isSettled: true, hasVat: true }),
    "Energy tax is billed by its blocks; the plant is sized with the rate of the block from 10,000 kWh to 50,000 kWh, €0.08072/kWh with VAT, in which the import of the plant ends; the lower bound is of plants whose import ends there too.",
    ["€\u00a00,08072/kWh met btw, waarin"],
  ],
  [
    note("existing-sells-at-a-loss", { kwh: 1719 }),
    "Today's panels feed in 1,719 kWh a year while that costs money; with the plant the inverter stops at such prices.",
    ["1.719 kWh"],
  ],
  [
    note("connection-exceeded", { contractedPowerKw: 1500, importKw: 1573.25, exportKw: null }),
    "Today the site draws up to 1,573.25 kW, above the contracted power of 1,500 kW: with the system this does not grow.",
    ["tot 1.573,25 kW af", "van 1.500 kW"],
  ],
  [
    note("limits-exceeded", { importHours: 1077, exportHours: 0 }),
    "Today the site draws more than the limit of its contract in 1,077 hours of the year: with the system this does not grow in these hours, except by the standby of a battery.",
    ["in 1.077 uren"],
  ],
  [
    note("battery-capacity-limited", { capacityKwh: 1200, hours: 1, powerKw: 1200 }),
    "The battery's capacity is limited to 1,200 kWh: 1 hour at its power of 1,200 kW.",
    ["1.200 kWh: 1 uur op"],
  ],
  [
    note("weather-pvgis", { database: "PVGIS-SARAH3", year: 2019, years: 1 }),
    "PVGIS (PVGIS-SARAH3), hours of 2019, months at the mean of 1 year.",
    ["1 jaar"],
  ],
  [
    note("prices-of-netherlands", { country: "GB" }),
    "All figures use Dutch prices or taxes, because prices or taxes of the United Kingdom are unknown: give your own tariff for valid figures.",
    ["van het Verenigd Koninkrijk"],
  ],
  [
    note("carbon-of-netherlands", { country: "ZA" }),
    "No carbon intensity of South Africa: the Dutch one is used.",
    ["van Zuid-Afrika"],
  ],
  [
    note("carbon-of-netherlands", { country: "XK" }),
    "No carbon intensity of Kosovo: the Dutch one is used.",
    ["van Kosovo"],
  ],
  [
    note("day-ahead-of-other-year", { zone: "NL", year: 2019, usedYear: 2023 }),
    "No day-ahead prices of the zone NL in 2019: prices of 2023 are used.",
    ["van de zone NL in 2019"],
  ],
  [
    note("weather-of-other-year", { weatherYear: 2023, priceYear: 2025, worth: null }),
    "Sunlight is of 2023 and prices are of 2025: sunny hours and low prices are not of the same days.",
    ["2023", "2025"],
  ],
  [
    note("weather-of-other-year", {
      ...{ weatherYear: 2023, priceYear: 2025 },
      worth: { eur: 1170.4, share: 0.115, currency: "EUR", hasBattery: false },
    }),
    "Sunlight is of 2023 and prices are of 2025: sunny hours and low prices are not of the same days, so that solar earns too much at the market (measured: 11.5 %). The net present value is too high by about €1,170.",
    ["2023", "2025", "11,5 %", "€\u00a01.170"],
  ],
]

test.each(CASES)("%j is written plainly in both languages", (one, english, inDutch) => {
  expect(noteText(one, "en")).toBe(english)
  for (const part of inDutch) expect(noteText(one, "nl")).toContain(part)
})

test("a sentence of an earlier version stays as it is in every language", () => {
  const old = "No day-ahead prices of FR: the Dutch ones are used."
  expect([noteText(old, "en"), noteText(old, "nl")]).toEqual([old, old])
})

test("equal notes are said once, in the order of their first", () => {
  const [a, b] = [note("negative-prices", { hours: 1 }), note("negative-prices", { hours: 2 })]
  expect(noteTexts(distinctNotes([b, a, note("negative-prices", { hours: 2 }), "old", "old"]), "en")).toEqual(
    noteTexts([b, a, "old"], "en"),
  )
})
