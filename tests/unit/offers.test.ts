import { expect, test } from "bun:test"
import { Value } from "@sinclair/typebox/value"
import fc from "fast-check"
import { equipmentVat } from "../../domain/market/tariff/countryPacks.ts"
import { canonicalJson } from "../../domain/report/offer/canonical.ts"
import { LIST_UNITS } from "../../domain/report/offer/lineKinds.ts"
import type { PriceItem } from "../../domain/report/offer/priceList.ts"
import { proposedLines } from "../../domain/report/offer/proposal.ts"
import { offerViolations, sendingViolations } from "../../domain/report/offer/rules.ts"
import { OfferLine } from "../../domain/report/offer/schema.ts"
import { lineNet, monthlyPayment, offerTotals } from "../../domain/report/offer/totals.ts"
import { fixtureResult } from "../../domain/report/sandbox/fixtures.ts"
import { offerLines } from "../../domain/texts/offerLines.ts"
import { LANGUAGES } from "../../domain/texts/render.ts"

/** Offers: amounts to the cent, proposals from reports, and the canonical text of an acceptance. */
const line = (quantity: number, unitPrice: number, vatPercent?: number): OfferLine => ({
  ...{ kind: "other", description: "Line", quantity, unitPrice },
  ...(vatPercent === undefined ? {} : { vatPercent }),
})

test("totals are rounded by line, half away from 0, by rate", () => {
  const lines = [line(12, 215.5, 0), line(3, 33.335, 21), line(1, 0.025, 21), line(2.5, -10.01, 6)]
  // Lines by hand: 2586.00; 100.01 (100.005) and 21.00 (21.0021); 0.03 (0.025) and 0.01 (0.0063);
  // -25.03 (-25.025) and -1.50.
  expect(offerTotals(lines)).toEqual({
    net: 2661.01,
    vat: [
      { percent: 0, net: 2586, amount: 0 },
      { percent: 6, net: -25.03, amount: -1.5 },
      { percent: 21, net: 100.04, amount: 21.01 },
    ],
    ...{ vatTotal: 19.51, gross: 2680.52, subsidy: 0 },
  })
  expect(offerTotals([])).toEqual({ net: 0, vat: [], vatTotal: 0, gross: 0, subsidy: 0 })
  const subsidy: OfferLine = { ...line(1, -750, 0), kind: "subsidy" }
  expect(offerTotals([line(1, 1000, 21), subsidy])).toMatchObject({ gross: 460, subsidy: -750 })
})

test("amounts that binary numbers miss are exact", () => {
  expect([lineNet(line(3, 1.005)), lineNet(line(1, 1.005)), lineNet(line(1000, 0.0001))]).toEqual([3.02, 1.01, 0.1])
  expect(lineNet(line(100_000, 1_000_000))).toBe(1e11)
})

test("net, VAT and gross always add up to the cent", () => {
  const anyLine = fc
    .tuple(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: -1e8, max: 1e8 }), fc.integer({ min: 0, max: 1e4 }))
    .map(([quantity, price, percent]) => line(quantity / 1000, price / 1e4, percent / 100))
  fc.assert(
    fc.property(fc.array(anyLine, { maxLength: 20 }), lines => {
      const { net, vat, vatTotal, gross } = offerTotals(lines)
      const cents = (amounts: number[]) => amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0)
      expect(cents([net, vatTotal])).toBe(cents([gross]))
      expect(cents(vat.map(rate => rate.amount))).toBe(cents([vatTotal]))
      expect(cents(lines.map(lineNet))).toBe(cents([net]))
    }),
  )
})

test("a loan is paid in equal months", () => {
  // 10,000 at 6 % over 10 years: 111.02 a month (annuity table, factor 0.0111020502).
  expect(monthlyPayment({ amount: 10_000, ratePercent: 6, years: 10 })).toBe(111.02)
  expect(monthlyPayment({ amount: 1200, ratePercent: 0, years: 1 })).toBe(100)
  // Interest of a tiny rate on half of the amount: 1e9 * 1e-6 / 100 * 40 / 2 = 200 in all, 0.42 a month.
  expect(monthlyPayment({ amount: 1e9, ratePercent: 1e-6, years: 40 })).toBe(2083333.75)
})

test("signs, decimals, days and open VAT are checked with their fields", () => {
  const pathsOf = (broken: readonly { path: readonly unknown[]; rule: string }[]) =>
    broken.map(({ path, rule }) => `${path.join(".")} ${rule}`)
  const wrong: OfferLine[] = [
    { ...line(1.0001, 5, 21), kind: "modules" },
    { ...line(1, -5, 21), kind: "battery" },
    { ...line(1, 5, 21.005), kind: "discount" },
  ]
  expect(pathsOf(offerViolations({ lines: wrong, validUntil: "2026-02-30" }))).toEqual([
    "lines.0.quantity multiple-of",
    "lines.1.unitPrice at-least",
    "lines.2.vatPercent multiple-of",
    "lines.2.unitPrice at-most",
    "validUntil date",
  ])
  const days = ["1999-12-31", "2000-01-01", "9998-12-31", "9999-12-31", "0044-03-15"]
  expect(days.map(validUntil => offerViolations({ validUntil }).length)).toEqual([1, 0, 0, 1, 1])
  const loan = { amount: 1000.005, ratePercent: 3.00001, years: 10 }
  expect(pathsOf(offerViolations({ loan }))).toEqual(["loan.amount multiple-of", "loan.ratePercent multiple-of"])
  expect(offerViolations({ loan: { amount: 1000.05, ratePercent: 3.0001, years: 10 } })).toEqual([])
  const huge = [line(100, 1e11, 0), line(-0.01, 1, 0)]
  expect(pathsOf(offerViolations({ lines: huge }))).toEqual(["lines total-at-most"])
  expect(offerViolations({ lines: [line(99, 1e11, 1)] })).toEqual([])
  const content = { validUntil: null, terms: null, payment: null, loan: null }
  expect(pathsOf(sendingViolations({ ...content, lines: [line(1, 5)] }, true))).toEqual([
    "lines.0.vatPercent required",
    "validUntil not-later-than-now",
  ])
  expect(pathsOf(sendingViolations({ ...content, lines: [] }, false))).toEqual(["lines at-least-entries"])
})

test("canonical JSON is that of RFC 8785", () => {
  // RFC 8785, section 3.2.3, without the characters outside of ASCII.
  expect(
    canonicalJson({ numbers: [333333333.3333333, 1e30, 4.5, 2e-3, 1e-27], string: "A'B\n", literals: [null, true] }),
  ).toBe('{"literals":[null,true],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"A\'B\\n"}')
})

test("VAT is the country's, for panels and batteries of homes and for businesses", () => {
  const percents = ["NL", "DE", "BE", "AT", "GB", null].map(country => [
    country,
    equipmentVat(country, "household", "panels"),
    equipmentVat(country, "household", "battery"),
    equipmentVat(country, "business", "panels"),
  ])
  expect(percents).toEqual([
    ["NL", 0, 0.21, 0.21],
    ["DE", 0, 0, 0.19],
    ["BE", 0.06, 0.06, 0.21],
    ["AT", 0.2, 0.2, 0.2],
    ["GB", undefined, undefined, undefined],
    [null, undefined, undefined, undefined],
  ])
})

test("a proposal has valid lines, also of the largest system with control characters in its names", () => {
  const { report } = fixtureResult("new-pv-battery-cost-savings")
  const { solar, battery, financial } = report
  const name = "South\n\troof\u0000"
  const newSystems = [{ ...solar.newSystems[0]!, name, panelCount: 1_000_000, installedCapacityKwp: 2_000_000 }]
  const lines = proposedLines({
    ...report,
    solar: { ...solar, newSystems },
    battery: { ...battery, specs: { ...battery.specs, capacityKwh: 100_000, brandName: "A\r\nB" } },
    financial: {
      ...financial,
      investment: {
        ...financial.investment,
        solarInvestment: 2e11,
        inverterInvestment: 2e10,
        batteryPurchaseCost: 1e10,
      },
    },
  })
  const units = ["panel", "kwp", "roof", "battery", "offer"] as const
  const prices = Array.from({ length: 60 }, (_, n) => ({
    ...{
      kind: "labour" as const,
      description: "x".repeat(200),
      unit: units[n % 5]!,
      unitPrice: 100_000,
      vatPercent: 100,
    },
  }))
  const panels = { ...prices[0]!, kind: "modules" as const }
  const all = offerLines(proposedLines({ ...report, solar: { ...solar, newSystems } }, [panels, ...prices]), "en")
  expect([all.length > 45, offerViolations({ lines: all })]).toEqual([true, []])
  for (const one of all) expect([...Value.Errors(OfferLine, one)]).toEqual([])
  for (const language of LANGUAGES) {
    const described = offerLines(lines, language)
    expect(described.map(({ kind }) => kind)).toEqual(["modules", "inverter", "battery"])
    for (const one of described) expect([...Value.Errors(OfferLine, one)]).toEqual([])
    expect(offerViolations({ lines: described })).toEqual([])
  }
})

const item = (unit: PriceItem["unit"], more: Partial<PriceItem> = {}): PriceItem => ({
  ...{ kind: "labour", description: `by ${unit}`, unit, unitPrice: 1, ...more },
})

/** A report of 10 panels "Sol 430" and 6 others, with a battery. */
const twoRoofs = () => {
  const { report } = fixtureResult("new-pv-battery-cost-savings")
  const [roof] = report.solar.newSystems
  const module = { ...roof!.module, brand: "Sol", model: "430" } as NonNullable<NonNullable<typeof roof>["module"]>
  const newSystems = [
    { ...roof!, name: "South", panelCount: 10, installedCapacityKwp: 4.3, module },
    { ...roof!, name: "West", panelCount: 6, installedCapacityKwp: 2.5804, module: undefined as never },
    { ...roof!, name: "North", panelCount: 0, installedCapacityKwp: 0 },
  ]
  return { ...report, solar: { ...report.solar, newSystems } }
}

const withoutPanels = () => {
  const report = twoRoofs()
  return { ...report, solar: { ...report.solar, newSystems: [] } }
}

/** Report whose prices of panels leave out their inverter. */
const withInverter = () => {
  const report = twoRoofs()
  const { financial } = report
  return { ...report, financial: { ...financial, investment: { ...financial.investment, inverterInvestment: 500 } } }
}

/** Descriptions and quantities of the lines after the panels and the battery. */
const othersOf = (report: Parameters<typeof proposedLines>[0], prices: readonly PriceItem[]) =>
  offerLines(proposedLines(report, prices), "en")
    .filter(({ kind }) => kind !== "modules" && kind !== "battery")
    .map(({ description, quantity }): [string, number] => [description, quantity])

const PANELS = item("panel", { kind: "modules", description: "Panel" })

test("a price list counts the system of a report, by product and unit", () => {
  const report = twoRoofs()
  const prices = [
    item("kwp", { kind: "modules", description: "Sol", product: "SOL 430" }),
    PANELS,
    ...LIST_UNITS.map(unit => item(unit)),
    item("offer", { description: "for another", product: "Other" }),
    item("offer", { description: "for Sol", product: "sol 430" }),
    item("panel", { description: "by panel of Sol", product: "sol 430" }),
  ]
  const lines = offerLines(proposedLines(report, prices), "en")
  const [sol, other, battery] = lines.map(({ kind, description, quantity }) => ({ kind, description, quantity }))
  expect([sol!.description, sol!.quantity]).toEqual(["Sol, South", 4.3])
  expect([other!.description, other!.quantity]).toEqual(["Panel, West", 6])
  expect(battery!.kind).toBe("battery")
  expect(othersOf(report, prices)).toEqual([
    ["by panel", 16],
    ["by kwp", 6.88],
    ["by roof", 2],
    ["by battery", battery!.quantity],
    ["by offer", 1],
    ["for Sol", 1],
    ["by panel of Sol", 10],
  ])
  const noBattery = { ...report.battery, specs: { ...report.battery.specs, capacityKwh: 0 } }
  expect(proposedLines({ ...withoutPanels(), battery: noBattery }, prices)).toEqual([])
})

test("a price for the battery's product counts all roofs", () => {
  const report = twoRoofs()
  const specs = { ...report.battery.specs, brandName: "Volta", modelName: "V10" }
  const prices = [PANELS, item("roof", { product: "volta v10" })]
  const { products: _, ...rest } = report
  expect(othersOf({ ...rest, battery: { ...report.battery, specs } }, prices)).toEqual([["by roof", 2]])
})

test("work is not charged for panels at the report's price, which includes it", () => {
  const report = twoRoofs()
  const work = [
    ...(["panel", "kwp", "roof", "offer"] as const).map(unit => item(unit)),
    item("panel", { kind: "mounting", description: "Rails" }),
    item("panel", { kind: "inverter", description: "Optimizer" }),
    item("panel", { kind: "other", description: "Cleaning" }),
  ]
  expect(othersOf(report, [{ ...PANELS, product: "Sol 430" }, ...work])).toEqual([
    ["by panel", 10],
    ["by kwp", 4.3],
    ["by roof", 1],
    ["by offer", 1],
    ["Rails", 10],
    ["Optimizer", 10],
    ["Cleaning", 16],
  ])
  expect(othersOf(report, work)).toEqual([["Cleaning", 16]])
  expect(othersOf(withoutPanels(), work)).toEqual([["by offer", 1]])
})

test("the report's inverter stays until an inverter of the list makes a line", () => {
  const inverter = (unit: PriceItem["unit"], more: Partial<PriceItem> = {}) =>
    item(unit, { kind: "inverter", description: "Own inverter", ...more })
  const kept = expect.stringContaining("kW")
  const report = withInverter()
  expect(othersOf(report, [inverter("offer", { product: "Other" })])).toEqual([[kept, 1]])
  const noBattery = { ...report.battery, specs: { ...report.battery.specs, capacityKwh: 0 } }
  expect(othersOf({ ...report, battery: noBattery }, [inverter("battery")])).toEqual([[kept, 1]])
  expect(othersOf(report, [inverter("roof")])).toEqual([["Own inverter", 2]])
  expect(othersOf(withoutPanels(), [inverter("offer"), inverter("battery")])).toEqual([["Own inverter", 1]])
})

test("listed work for a battery alone has its VAT, and a subsidy has none", () => {
  const vatOf = (report: Parameters<typeof proposedLines>[0]) =>
    proposedLines(report, [PANELS, item("offer"), item("offer", { kind: "subsidy", unitPrice: -1 })])
      .slice(-2)
      .map(({ vatPercent }) => vatPercent)
  const [dutch, austrian] = [
    { latitude: 52.09, longitude: 5.12 },
    { latitude: 48.2, longitude: 16.37 },
  ]
  expect(vatOf({ ...withoutPanels(), ...dutch })).toEqual([21, 0])
  expect(vatOf({ ...twoRoofs(), ...dutch })).toEqual([0, 0])
  expect(vatOf({ ...twoRoofs(), ...austrian })).toEqual([20, 0])
})

test("proposed lines have the investment of the report, in each language", () => {
  const { report } = fixtureResult("new-pv-battery-cost-savings")
  const lines = proposedLines(report)
  const { solarInvestment, batteryPurchaseCost } = report.financial.investment
  for (const language of LANGUAGES) {
    const described = offerLines(lines, language)
    expect(described.every(({ description }) => description.length > 5)).toBe(true)
    const counts = described.filter(({ kind }) => kind === "modules").reduce((sum, { quantity }) => sum + quantity, 0)
    // Half a cent by unit, by the rounding of unit prices.
    expect(Math.abs(offerTotals(described).gross - solarInvestment - batteryPurchaseCost)).toBeLessThan(
      0.01 * (counts + 2),
    )
  }
})
