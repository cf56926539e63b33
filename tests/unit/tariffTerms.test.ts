/** The terms of a contract in the report: each with year, status and source, of every kind of tariff. */
import { expect, test } from "bun:test"
import { prepareCase } from "../../domain/case/prepare.ts"
import { assumptionSources } from "../../domain/market/assumptionSources.ts"
import { PART_GROWTH_SOURCE } from "../../domain/market/partGrowth.ts"
import { tariffTerms } from "../../domain/report/tariffTerms.ts"
import { contractTemplates } from "../../domain/request/contractTemplates.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { sourceText, termName, unitText } from "../../domain/texts/tariffTerms.ts"
import components from "../../fixtures/prices/tariffComponents.json" with { type: "json" }
import { parseEarlierRequest } from "../support/earlierRequests.ts"

const termsOf = (tariff: object, other: object = {}, own: object = {}) => {
  const site = { location: { lat: 52.09, lon: 5.12 }, inputMethod: "known", yearlyKwh: 3500 }
  const request = parseEarlierRequest({ ...site, ...other, tariff }, standardProfileKeys)
  return tariffTerms(prepareCase(request, { assumptions: own }))
}
const shown = (terms: ReturnType<typeof termsOf>) =>
  terms.map(({ path, value, unit, year, status }) => [path, value, unit, year, status])

test("a flat tariff says what the request says, and what the organization assumes", () => {
  const flat = { type: "flat", flatEurPerKwh: 0.27, demandEurPerKwMonth: 2, netting: true, contractedPowerKw: 17 }
  const terms = termsOf(flat, {}, { fixedCostEurPerMonth: 12 })
  expect(shown(terms)).toEqual([
    ["flatEurPerKwh", 0.27, "EUR/kWh", null, "given"],
    ["taxesIncluded", true, "", null, "given"],
    ["netting", true, "", null, "given"],
    ["contractedPowerKw", 17, "kW", null, "given"],
    ["fixedCostEurPerMonth", 12, "EUR a month", null, "own"],
    ["demandChargeEurPerKwMonth", 2, "EUR/kW a month", null, "given"],
  ])
  expect(terms.map(({ source }) => source)).toEqual([
    ...new Array(4).fill("tariff of the request"),
    "assumption of the organization",
    "tariff of the request",
  ])
})

test("a dynamic tariff names the zone, the year and the source of its market prices", () => {
  const [market] = termsOf({ type: "dynamic", priceYear: 2024 })
  expect(market).toEqual({
    ...{ path: "market", value: "NL", unit: "", year: 2024, status: "confirmed" },
    source: "Bundesnetzagentur | SMARD.de, CC BY 4.0",
  })
  const german = termsOf({ type: "dynamic" }, { location: { lat: 51.45, lon: 7.01 } })
  expect(german[0]?.value).toBe("DE-LU")
})

test("a custom tariff has a row for each price, with its window in words", () => {
  const days = ["mon", "holidays"]
  const terms = termsOf({
    type: "custom",
    buy: { energy: [{ eurPerKwh: 0.1, days, months: [1, 10], hours: [[22, 6]] }, { eurPerKwh: 0.2 }], taxed: false },
    sell: { energy: 0.05 },
    grid: { demand: [{ eurPerKwYear: 50, meanOfMonths: true, floorKw: 2.5 }] },
    limits: { exportKw: 5 },
  })
  expect(shown(terms)).toEqual([
    ["buy.energy[0].eurPerKwh", 0.1, "EUR/kWh", null, "given"],
    ["buy.energy[1].eurPerKwh", 0.2, "EUR/kWh", null, "given"],
    ["buy.taxed", false, "", null, "given"],
    ["sell.energy", 0.05, "EUR/kWh", null, "given"],
    ["grid.demand[0].eurPerKwYear", 50, "EUR/kW a year", null, "given"],
    ["grid.demand[0].meanOfMonths", true, "", null, "given"],
    ["grid.demand[0].floorKw", 2.5, "kW", null, "given"],
    ["limits.exportKw", 5, "kW", null, "given"],
  ])
  expect(termName(terms[0]!, "en")).toBe("Purchase price: Jan, Oct, Mon, public holidays, 22–6 h")
  expect(termName(terms[0]!, "nl")).toBe("Inkoopprijs: jan, okt, ma, feestdagen, 22–6 uur")
  expect(termName(terms[5]!, "en")).toBe("Demand charge goes by the mean of the months")
})

test("prices and credits that end have their first terms, their last year and their later terms", () => {
  const buy = { energy: 0.24, taxed: false, until: 2028, after: { energy: 0.3 } }
  const batteryCredit = { eurPerKwYear: 50, until: 2030 }
  const terms = termsOf({ type: "custom", buy, sell: { energy: 0.05 }, batteryCredit, firstYear: 2026 })
  for (const term of terms) expect(termName(term, "en")).not.toContain(".")
  expect(shown(terms).map(([path, value]) => [path, value])).toEqual([
    ["buy.energy", 0.24],
    ["buy.taxed", false],
    ["buy.until", 2028],
    ["buy.after.energy", 0.3],
    ["sell.energy", 0.05],
    ["batteryCredit.eurPerKwYear", 50],
    ["batteryCredit.until", 2030],
  ])
})

const flanders = contractTemplates.find(({ id }) => id === "be-flanders-dynamic-2026")!
const antwerp = { location: { lat: 51.22, lon: 4.4 } }

test("terms of a template come with its publications; one that was changed is the request's", () => {
  const { buy, ...rest } = flanders.tariff
  const terms = termsOf({ ...rest, name: flanders.name.nl, buy: { ...buy, plusEurPerKwh: 0.02 } }, antwerp)
  const of = (path: string) => terms.find(term => term.path === path)
  expect(of("grid.demand[0].eurPerKwYear")).toMatchObject({ year: 2026, status: "confirmed" })
  expect(of("grid.demand[0].eurPerKwYear")?.source).toContain("Vlaamse Nutsregulator")
  expect(of("buy.plusEurPerKwh")).toMatchObject({ value: 0.02, year: null, status: "given" })
})

test("own terms that merely equal those of a template are the request's", () => {
  const { grid, sell } = flanders.tariff
  const own = { type: "custom", name: "My contract", buy: { energy: 0.2, taxed: true }, sell, grid }
  for (const terms of [termsOf(own, antwerp), termsOf({ ...own, name: undefined }, antwerp)])
    expect(new Set(terms.map(({ path, status }) => (path === "market" ? "given" : status)))).toEqual(new Set(["given"]))
  const elsewhere = termsOf({ ...own, name: flanders.name.en }, { location: { lat: 48.86, lon: 2.35 } })
  expect(elsewhere.find(({ path }) => path === "grid.demand[0].eurPerKwYear")?.status).toBe("given")
})

test("every term of a template that has a source shows it, and has a name in both languages", () => {
  const places: Record<string, object> = { BE: antwerp, DE: { location: { lat: 51.45, lon: 7.01 } }, NL: {} }
  for (const { country, tariff, terms } of contractTemplates) {
    const found = termsOf(tariff, places[country])
    const sources = new Set(found.map(({ source }) => source))
    const market = new Set(["dynamic contract by EnWG, § 41a"])
    for (const { source } of terms) expect(sources.has(source) || market.has(source)).toBe(true)
    for (const term of found)
      for (const language of ["en", "nl"] as const) expect(termName(term, language)).not.toContain(".")
  }
})

test("terms that follow the market in later years alone name it too, and the order of the days", () => {
  const sell = { energy: 0.08, until: 2033, after: { energy: "dayAhead" } }
  const tariff = { type: "custom", buy: { energy: 0.28, taxed: false }, sell, priceYear: 2024 }
  expect(shown(termsOf(tariff))[0]).toEqual(["market", "NL", "", 2024, "confirmed"])
  const site = { location: { lat: 48.86, lon: 2.35 }, inputMethod: "known", yearlyKwh: 3500 }
  const newPv = [{ maxPanelCount: 4, panelPowerWatts: 430 }]
  const notesOf = (terms: object) =>
    prepareCase(parseEarlierRequest({ ...site, newPv, tariff: terms }, standardProfileKeys)).notes.map(one =>
      typeof one === "string" ? one : one.code,
    )
  expect(notesOf(tariff)).toContain("weather-paired")
})

/**
 * Words of English that no Dutch unit or source has; sources that are names of publications are in their own language.
 */
const ENGLISH =
  /\b(the|of|per year|per month|a year|including|excluding|fraction|years|usual|dealers?|own|interface documents?)\b/i

test("units and sources of assumptions, and units of terms of templates, are Dutch in Dutch", () => {
  const assumptions = [...Object.values(assumptionSources), PART_GROWTH_SOURCE]
  const units = [
    ...assumptions.map(({ unit }) => unit),
    ...contractTemplates.flatMap(({ terms }) => terms.flatMap(({ unit }) => unit ?? [])),
  ]
  expect(units.map(unit => unitText(unit, "nl")).filter(unit => ENGLISH.test(unit))).toEqual([])
  expect(assumptions.map(({ source }) => sourceText(source, "nl")).filter(source => ENGLISH.test(source))).toEqual([])
  expect(unitText("fraction per year, nominal", "nl")).toBe("deel per jaar, nominaal")
  expect(unitText("fraction per year, nominal", "en")).toBe("fraction per year, nominal")
  expect(sourceText("own choice", "nl")).toBe("eigen keuze")
})

test("what is said about Dutch and Flemish publications is Dutch in Dutch", () => {
  const ofCountries = (country: string) => country === "NL" || country === "BE"
  const sources = [
    ...components.filter(({ country }) => ofCountries(country)).map(({ source }) => source),
    ...contractTemplates
      .filter(({ country }) => ofCountries(country))
      .flatMap(({ terms }) => terms.map(({ source }) => source)),
  ]
  expect(sources.length).toBeGreaterThan(20)
  const words = /\b(the|of|rates?|until|with|tariff|ends|in force|low voltage|average)\b/i
  expect(sources.map(source => sourceText(source, "nl")).filter(source => words.test(source))).toEqual([])
})

test("what is no publication is said in Dutch too, and a publication has its own name", () => {
  const own = [
    ...components.map(({ source }) => source),
    ...contractTemplates.flatMap(({ terms }) => terms.map(({ source }) => source)),
    ...termsOf({ type: "flat", flatEurPerKwh: 0.3 }, {}, { fixedCostEurPerMonth: 12 }).map(({ source }) => source),
  ].filter(source => /^assumption|^tariff of/i.test(source))
  expect(own.length).toBeGreaterThan(3)
  for (const source of own) {
    expect(sourceText(source, "nl")).toMatch(/^(aanname|tarief van)/i)
    expect(sourceText(source, "en")).toBe(source)
  }
  expect(sourceText("EEG 2023, § 48", "nl")).toBe("EEG 2023, § 48")
})
