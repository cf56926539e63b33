import { expect, test } from "bun:test"
import { csvOfRows } from "../../dashboard/src/lib/download.ts"
import { createFormat, whole } from "../../dashboard/src/lib/format.ts"
import { ranges, slotsOf } from "../../dashboard/src/report/hours.ts"
import { roofName } from "../../dashboard/src/report/roofName.ts"
import { ambiguousIn, bodyOf, FieldsRefused, problemsOf, valuesOf } from "../../dashboard/src/scans/paths.ts"
import { report as en } from "../../dashboard/src/text/en.report.ts"
import { report as nl } from "../../dashboard/src/text/nl.report.ts"
import { LANGUAGES } from "../../dashboard/src/text/text.ts"

test("a unit with a stroke is never broken", () => {
  expect(whole("€/kWh, optional")).toBe("€\u2060/\u2060kWh, optional")
  expect(createFormat("nl").eurPerKwh(0.28)).toBe("€\u00a00,280\u2060/\u2060kWh")
})

test("a number that is typed has the decimal sign of its language", () => {
  expect(createFormat("nl").typed(1234.5)).toBe("1234,5")
  expect(createFormat("en").typed(1234.5)).toBe("1234.5")
  expect(createFormat("de").typed(1234.5)).toBe("1234,5")
})

test("a country is named in the page's language, and a code of none stays", () => {
  expect(createFormat("en").country("NL")).toBe("Netherlands")
  expect(createFormat("nl").country("DE")).toBe("Duitsland")
  expect(createFormat("nl").country("")).toBe("")
})

test("a roof without a name of its own is counted in the page's language", () => {
  expect([roofName("Roof 2", nl.system.roof), roofName("Roof 2", en.system.roof)]).toEqual(["Dak 2", "Roof 2"])
  expect(roofName("Roof terrace 2", nl.system.roof)).toBe("Roof terrace 2")
})

test("one panel, or a battery alone, is spoken of in the singular", () => {
  const one = en.verdict.cost("1 panel", true, "€480")
  expect(en.verdict.pays(one, true, en.verdict.aYear("€80"), "9.0 years")).toBe(
    "1 panel costs €480, saves €80 a year and pays for itself in 9.0 years.",
  )
  const four = en.verdict.cost("4 panels", false, "€1,900")
  expect(en.verdict.saves(four, false, en.verdict.aYear("€8"))).toBe(
    "4 panels cost €1,900 and save €8 a year, but never pay for themselves.",
  )
  expect(en.verdict.covers(four, false, "20 %")).toBe(
    "4 panels cost €1,900 and cover 20 % of the consumption, but save no money.",
  )
  const een = nl.verdict.cost("Een batterij van 5 kWh", true, "€ 3.000")
  expect(nl.verdict.pays(een, true, nl.verdict.aYear("€ 80"), "9,0 jaar")).toBe(
    "Een batterij van 5 kWh kost € 3.000, bespaart € 80 per jaar en verdient zich in 9,0 jaar terug.",
  )
  expect(nl.verdict.covers(nl.verdict.cost("4 panelen", false, "€ 1.900"), false, "20 %")).toBe(
    "4 panelen kosten € 1.900 en dekken 20 % van het verbruik, maar besparen geen geld.",
  )
})

test("the level of a day runs from its lowest to its highest hour, that of an hour is one", () => {
  const level = Array.from({ length: 8760 }, (_, hour) => hour % 24)
  expect(ranges(level, slotsOf("month", 40)).every(([low, high]) => low === 0 && high === 23)).toBe(true)
  expect(ranges(level, slotsOf("day", 40)).map(([low, high]) => high - low)).toEqual(new Array(24).fill(0))
})

test("a saved table quotes what has to be quoted, and holds no formula", () => {
  expect(
    csvOfRows(
      ["name", "eur"],
      [
        ['a "b", c', -1.5],
        ["=1+1", ""],
        ["@x", 2],
      ],
    ),
  ).toBe('name,eur\r\n"a ""b"", c",-1.5\r\n\'=1+1,\r\n\'@x,2\r\n')
})

test("a request that a form holds becomes the same request again", () => {
  const request = {
    location: { lat: 52.09, lon: -5.5 },
    newPv: [
      { name: "12", maxPanelCount: 4 },
      { name: "South", maxPanelCount: 8 },
    ],
    tariff: { type: "flat", flatEurPerKwh: 0.28, netting: true },
    includePvMaintenanceCosts: false,
    customerDetails: { reference: "2041", postalCode: "3511", phone: "0612345678" },
  }
  for (const language of LANGUAGES) expect(bodyOf(valuesOf(request, createFormat(language).typed))).toEqual(request)
})

test("amounts are written with the sign of their currency, as each language puts it", () => {
  const shown = LANGUAGES.map(language =>
    ["EUR", "GBP", "USD", "CHF", "SEK"].map(currency => createFormat(language, currency).eur(-1234)),
  )
  expect(shown).toEqual([
    ["−€1,234", "−£1,234", "−US$1,234", "−CHF\u00a01,234", "−SEK\u00a01,234"],
    ["−€\u00a01.234", "−£\u00a01.234", "−US$\u00a01.234", "−CHF\u00a01.234", "−SEK\u00a01.234"],
    ["−1.234\u00a0€", "−1.234\u00a0£", "−1.234\u00a0$", "−1.234\u00a0CHF", "−1.234\u00a0SEK"],
  ])
  const german = createFormat("de")
  expect([german.eur(1234.56, 2), german.sign, german.percent(0.125, 1)]).toEqual([
    "1.234,56\u00a0€",
    "€",
    "12,5\u00a0%",
  ])
  expect(german.eurPerKwh(0.28)).toBe("0,280\u00a0€\u2060/\u2060kWh")
  expect([german.date("2026-12-24T12:00:00Z"), german.years(1, 0)]).toEqual(["24.12.2026", "1\u00a0Jahr"])
  expect(createFormat("en", "CHF").sign).toBe("CHF")
})

test("a typed number that may have thousands or decimals is not sent as either", () => {
  const typed = { yearlyKwh: "3.500", "tariff.flatEurPerKwh": "0.285", "location.lat": "52.123", dossierId: "1.234" }
  expect(ambiguousIn(typed, "nl")).toEqual([["yearlyKwh", "3.500"]])
  expect(ambiguousIn(typed, "de")).toEqual([["yearlyKwh", "3.500"]])
  expect(ambiguousIn(typed, "en")).toEqual([])
  expect(ambiguousIn({ yearlyKwh: "3,500", "electricBattery.catalogueIds": "1,234" }, "en")).toHaveLength(1)
  expect(ambiguousIn({ yearlyKwh: "3500", "tariff.flatEurPerKwh": "0,285" }, "nl")).toEqual([])
  const refused = new FieldsRefused({ yearlyKwh: "It may be two numbers." })
  expect(problemsOf(refused)).toEqual({
    fields: { yearlyKwh: "It may be two numbers." },
    all: ["It may be two numbers."],
  })
})
