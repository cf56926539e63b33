/** Country packs: their sums, their bills, and their agreement with other shipped figures. */
import { expect, test } from "bun:test"
import { tariffComponents } from "../../domain/market/tariff/components.ts"
import { countryPack, countryPacks } from "../../domain/market/tariff/countryPacks.ts"
import { dayAheadYear, ZONES, zoneOf } from "../../domain/market/tariff/dayAhead.ts"
import { dynamicPurchasePrice } from "../../domain/market/tariff/tariffYear.ts"
import { contractTemplates } from "../../domain/request/contractTemplates.ts"
import { sourceText } from "../../domain/texts/tariffTerms.ts"

const MEMBERS = "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" ")
const HOUSEHOLD_KWH = 3500
/** Eurostat, nrg_pc_204, band DC, all taxes, second half of 2025 [EUR/kWh], for packs that are not taken from it. */
const EUROSTAT: Record<string, number> = { NL: 0.2558, DE: 0.3869 }
const MAX_DIFFERENCE = 0.15

test("every member of the Union, Switzerland and Norway has a pack, and the mean of the Union stands for others", () => {
  expect(countryPacks.map(({ country }) => country).sort()).toEqual([...MEMBERS, "CH", "EU", "NO"].sort())
  expect(countryPack("US")).toBe(countryPack("EU"))
  expect(countryPack(null)).toBe(countryPack("EU"))
})

test.each(countryPacks)("$country: the parts of the household's price sum up to it, VAT among them", pack => {
  const { eurPerKwh, parts } = pack.household
  expect(parts.reduce((sum, part) => sum + part.eurPerKwh, 0)).toBeCloseTo(eurPerKwh, 4)
  const vat = parts.find(({ part }) => part === "vat")!.eurPerKwh
  // Means of a country mix rates: FR, PT, RO and NO within a point.
  expect(vat / (eurPerKwh - vat)).toBeCloseTo(pack.vat.electricity.fraction, 1)
})

test.each(countryPacks)("$country: figures name publications, not working references", pack => {
  const sources = JSON.stringify(pack).match(/"source":"[^"]*"/g)!
  for (const source of sources) expect(source).not.toMatch(/ix:|github|@[0-9a-f]{7}|\bvia\b/)
})

test("assumptions and statistics of packs are Dutch in Dutch", () => {
  const components = countryPacks.flatMap(({ components, household, business, feedIn }) =>
    [...components, household, business, ...(feedIn ? [feedIn] : [])].map(({ source }) => source),
  )
  const ours = components.filter(source => /^(Assumption|Eurostat|Price pages|CBS)/.test(source))
  expect(ours.length).toBeGreaterThan(50)
  expect(ours.filter(source => sourceText(source, "nl") === source)).toEqual([])
})

test.each(Object.entries(EUROSTAT))(
  "%s: a baseline bill of 3,500 kWh from components is within 15 %% of Eurostat's",
  (country, eurPerKwh) => {
    // Without fixed fees: the Dutch tax credit nearly offsets them, and the German ones are small.
    const eurostatEur = HOUSEHOLD_KWH * eurPerKwh
    const { household } = countryPack(country)
    expect(Math.abs((HOUSEHOLD_KWH * household.eurPerKwh) / eurostatEur - 1)).toBeLessThan(MAX_DIFFERENCE)
  },
)

test("prices that are not built from components are those of Eurostat or of a regulator", () => {
  const others = countryPacks.filter(({ country }) => !(country in EUROSTAT))
  for (const { household } of others) expect(household.source).toMatch(/^(Eurostat, nrg_pc_204,|ElCom, tariffs)/)
})

/** Countries whose dynamic bill of 2025 is further from the usual one, each with its reason. */
const FAR: Record<string, string> = {
  BE: "fixed fees: Eurostat's mean has the capacity tariff, and the suppliers' green certificates",
  DE: "fixed fees and margin of the supplier are in Eurostat's energy part",
}

test.each(countryPacks.filter(({ zones }) => zones.length > 0))(
  "$country: a year at the mean market price is within 15 % of the usual bill, or has a reason",
  ({ country, household, zones }) => {
    expect(ZONES).toEqual(expect.arrayContaining(zones))
    const place = { country, lon: 0 }
    expect(zones).toContain(zoneOf(place)!)
    const { eurPerKwh } = dayAheadYear(place, 2025)
    const mean = eurPerKwh.reduce((sum, price) => sum + price, 0) / eurPerKwh.length
    const components = tariffComponents({ country, pack: country, year: 2026, yearlyImportKwh: HOUSEHOLD_KWH })
    const difference = dynamicPurchasePrice(mean, components, true) / household.eurPerKwh - 1
    expect({ country, isNear: Math.abs(difference) < MAX_DIFFERENCE }).toEqual({ country, isNear: !(country in FAR) })
  },
)

test("countries without shipped prices have no additions to a market price", () => {
  for (const { zones, components } of countryPacks)
    expect(components.some(({ component }) => component === "markUp")).toBe(zones.length > 0)
})

test("packs and contract templates have the same figures", () => {
  const sellOf = (id: string) => contractTemplates.find(one => one.id === id)!.tariff.sell!
  const [nl, de] = [countryPack("NL"), countryPack("DE")]
  const { buy, sell } = contractTemplates.find(({ id }) => id === "nl-fixed-2027")!.tariff
  expect(nl.household.parts.find(({ part }) => part === "energy")!.eurPerKwh).toBe(buy!.energy as number)
  expect(nl.feedIn!.eurPerKwh).toBe(sell!.energy as number)
  expect(de.feedIn!.eurPerKwh).toBe(sellOf("de-eeg-dynamic-2026").energy as number)
  const { markUpEurPerKwh, feedInFeeEurPerKwh } = tariffComponents({
    ...{ country: "NL", pack: "NL", year: 2026, yearlyImportKwh: HOUSEHOLD_KWH },
  })
  const dynamic = contractTemplates.find(({ id }) => id === "nl-dynamic-2027")!.tariff
  expect(markUpEurPerKwh).toBeCloseTo(dynamic.buy!.plusEurPerKwh! * 1.21, 6)
  expect(feedInFeeEurPerKwh).toBe(dynamic.sell!.feeEurPerKwh!)
})
