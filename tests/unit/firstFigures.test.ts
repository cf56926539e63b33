/** The first figures of a report for a person: on the page, and in the tables of the demo. */
import { expect, test } from "bun:test"
import { reportTables } from "../../cli/demoTables.ts"
import { createFormat } from "../../dashboard/src/lib/format.ts"
import { isOfTariffParts } from "../../dashboard/src/report/Assumptions.tsx"
import { investmentText, paybackIfCheaper, yearsText } from "../../dashboard/src/report/firstFigures.ts"
import { changeText } from "../../dashboard/src/report/Outlook.tsx"
import { termText, valueText } from "../../dashboard/src/report/termValue.ts"
import { verdictOf } from "../../dashboard/src/report/Verdict.tsx"
import { isOfNetting } from "../../dashboard/src/scans/contract/values.ts"
import { isWithinBounds } from "../../dashboard/src/scans/paths.ts"
import { loadText } from "../../dashboard/src/text/text.ts"
import { note } from "../../domain/base/note.ts"
import { spentOn } from "../../domain/report/offer/price.ts"
import { fixtureResult } from "../../domain/report/sandbox/fixtures.ts"
import { TERM_UNITS } from "../../domain/report/tariffTerms.ts"
import { GOALS } from "../../domain/request/request.ts"
import { readReport } from "../../domain/texts/report.ts"
import { outlookOf } from "../support/outlook.ts"

const en = { text: await loadText("en"), format: createFormat("en") }
const nl = { text: await loadText("nl"), format: createFormat("nl") }
const report = readReport(fixtureResult("new-pv-battery-cost-savings").report, "en")

test("the demo compares the bound with a cost that is of the same operation, and its gap is of these two", () => {
  const { control, optimisation, financial, overview } = report
  const { netPresentValue } = control!
  const lost = 500
  const real = {
    ...report,
    control: { ...control!, chosen: "forecast" as const },
    financial: { ...financial, netPresentValue: netPresentValue.ideal! - lost },
    overview: {
      ...overview,
      lifecycleCostBreakdown: {
        ...overview.lifecycleCostBreakdown,
        totalCost: overview.lifecycleCostBreakdown.totalCost + lost,
      },
    },
  }
  const shown = (label: string) =>
    Number(new RegExp(`${label} +(?:EUR )?([\\d,.]+)`).exec(reportTables(real, []))![1]!.replaceAll(",", ""))
  const [found, bound] = [shown("Life-cycle cost of this plant, with foresight"), shown("No plan can cost less than")]
  expect(bound).toBe(Math.round(optimisation.lowerBoundTotalCost))
  expect(Math.abs((100 * (found - bound)) / found - shown("Gap"))).toBeLessThan(0.01)
})

test("savings that change with the terms are said to be of the first year, with those after the change", () => {
  const { yearlySavings } = report.overview.kpi
  const first = en.format.eur(yearlySavings)
  expect(verdictOf(report, en)).toContain(`save ${first} a year and`)
  const phase = (fromCalendarYear: number, savings: number) => ({
    ...{ fromYear: 1, untilYear: 3, fromCalendarYear, untilCalendarYear: fromCalendarYear, changes: [] },
    ...{ nettingEurPerKwh: 0, meanFeedInEurPerKwh: 0, feedInGrowth: 0, energyBill: 0, feedInRevenue: 0 },
    ...{ cost: 0, baselineCost: savings, savings },
  })
  const two = { ...report, phases: [phase(2026, yearlySavings), phase(2029, 311)] }
  expect(verdictOf(two, en)).toContain(`save ${first} in the first year (from 2029 €311 a year at today's prices) and`)
  expect(verdictOf(two, nl)).toContain("in het eerste jaar (vanaf 2029 €\u00a0311 per jaar tegen de prijzen van nu) en")
  const three = { ...two, phases: [...two.phases, phase(2035, 200)] }
  expect(verdictOf(three, en)).toContain(`save ${first} in the first year and`)
})

test("the first sentence says what is bought, for how much, what it saves and when that has paid off", () => {
  const { investment } = report.financial
  expect(verdictOf(report, en)).toMatch(
    /^\d+ panels and a .* battery cost €[\d,]+, save €[\d,]+ a year and pay for themselves in [\d.]+.years\.$/,
  )
  expect(verdictOf(report, en)).toContain(`cost ${en.format.eur(spentOn(investment))},`)
  expect(verdictOf(report, nl)).toContain(`kosten ${nl.format.eur(spentOn(investment))}, besparen`)
  const { overview } = report
  const kpi = (change: Partial<typeof overview.kpi>) => ({
    ...report,
    overview: { ...overview, kpi: { ...overview.kpi, ...change } },
  })
  expect(verdictOf(kpi({ returnPeriod: null }), en)).toMatch(/ battery cost €.* and save .*, but never pay/)
  expect(verdictOf(kpi({ yearlySavings: -3 }), nl)).toMatch(/ kosten €\s.* en dekken .*, maar besparen geen geld\.$/)
})

test("the time of payback is told for lower prices too, where it was worked out", () => {
  const [level] = outlookOf(report).drivers.filter(({ name }) => name === "priceLevel")
  const told = (paybackLow: number | null, npvLow: number | null, words = en) =>
    paybackIfCheaper({ drivers: [{ ...level!, paybackLow, npvLow }] }, words)
  expect(told(16.94, -483.2)).toBe(
    "If electricity prices are 30\u00a0% lower: 16.9\u00a0years, and a net present value of −€483.",
  )
  expect(told(null, -2000, nl)).toBe(
    "Als de stroomprijzen 30\u00a0% lager zijn: nooit, en een netto contante waarde van −€\u00a02.000.",
  )
  expect(told(null, null)).toBeNull()
  expect(paybackIfCheaper({ drivers: [] }, en)).toBeNull()
})

test("a growth that is a fifth lower is told as what it then is, unless parts of the price grow apart", () => {
  const { financial } = report
  const grown = (parts: object) => ({
    financial: { ...financial, parameters: { ...financial.parameters, electricityPriceGrowth: 0.02, ...parts } },
  })
  const lower = ["electricityPriceGrowth", -0.2] as const
  expect(changeText(...lower, grown({}), en.format)).toBe("−20\u00a0% (1.6\u00a0%)")
  expect(changeText(...lower, grown({ taxGrowth: 0.01 }), nl.format)).toBe("−20\u00a0%")
  expect(changeText("yield", -0.2, grown({}), en.format)).toBe("−20\u00a0%")
})

test("the savings of compared years have a lowest and a highest", () => {
  const years = { count: 3, lowest: 500, highest: 655 }
  expect(yearsText({ years }, en)).toBe("Saved in the 3 years compared: €500 to €655.")
  expect(yearsText({ years }, nl)).toBe("Bespaard in de 3 vergeleken jaren: €\u00a0500 tot €\u00a0655.")
  expect(yearsText({ years: { ...years, count: 1 } }, en)).toBeNull()
})

test("what was not bought is not in the investment", () => {
  const bought = (solarInvestment: number, batteryPurchaseCost: number) =>
    investmentText({ ...report.financial.investment, solarInvestment, batteryPurchaseCost }, en)
  expect([bought(4270, 0), bought(0, 3000), bought(4270, 3000), bought(0, 0)]).toEqual([
    "Panels €4,270, installed.",
    "Battery €3,000, installed.",
    "Panels €4,270, battery €3,000, installed.",
    "",
  ])
})

test("the last year of net metering counts where net metering does, of a tariff and of an offer", () => {
  for (const at of ["tariff", "tariffs[1]"]) {
    const path = `${at}.nettingUntil`
    expect(isOfNetting({ [`${at}.netting`]: "true" }, path)).toBe(true)
    expect(isOfNetting({ [`${at}.netting`]: "false" }, path)).toBe(false)
    expect(isOfNetting({}, `${at}.feedInEurPerKwh`)).toBe(true)
  }
})

test("a term of a contract has the sign first, its unit in the reader's language, and a year none", () => {
  const plain = (text: string) => text.replaceAll("\u2060", "")
  expect(plain(valueText(0.1214, "EUR/kWh", en))).toBe("€0.1214/kWh")
  expect(plain(valueText(39.8367, "EUR a month", nl))).toBe("€\u00a039,8367 per maand")
  expect(plain(valueText(50, "EUR/kW a year", nl))).toBe("€\u00a050,00/kW per jaar")
  expect(valueText(2028, "year", en)).toBe("2028")
  expect(valueText(0.5, "fraction", en)).toBe("50.0\u00a0%")
  expect(valueText(17, "kW", nl)).toBe("17\u00a0kW")
  expect(valueText(1573.25, "kW", en)).toBe("1,573.25\u00a0kW")
  expect(valueText(1573, "kW", nl)).toBe("1.573\u00a0kW")
  expect(termText("dayAhead", "EUR/kWh", nl)).toBe("day-aheadprijs")
  expect([termText("NO2", "", en), termText(true, "", en), termText(false, "", en)]).toEqual(["NO2", "✓", "–"])
  const amounts = TERM_UNITS.map(([, unit]) => unit).filter(unit => unit.startsWith("EUR"))
  for (const { text } of [en, nl])
    expect(Object.keys(text.report.assumptions.parts.units).toSorted()).toEqual(amounts.toSorted())
})

test("batteries beyond the bounds of the form are not offered", () => {
  const form = { "electricBattery.capacityKwh": "10,5", "electricBattery.powerRatingKw": "5" }
  expect(isWithinBounds(form, { capacityKwh: 10.5, powerKw: 5 })).toBe(true)
  expect(isWithinBounds(form, { capacityKwh: 215, powerKw: 5 })).toBe(false)
  expect(isWithinBounds(form, { capacityKwh: 5, powerKw: 5.1 })).toBe(false)
  expect(isWithinBounds({ "electricBattery.capacityKwh": "ten" }, { capacityKwh: 215, powerKw: 100 })).toBe(true)
})

test("the bill before and after in the demo differ by the savings that it shows", () => {
  const [, after, before] = /Yearly electricity cost +EUR ([\d,.]+) \(was EUR ([\d,.]+)\)/.exec(
    reportTables(report, []),
  )!
  const [, saved] = /Saved in the first year +EUR ([\d,.]+)/.exec(reportTables(report, []))!
  const [had, has, gain] = [before, after, saved].map(text => Number(text!.replaceAll(",", "")))
  expect(Math.abs(had! - has! - gain!)).toBeLessThan(0.011)
})

test("a site for which nothing new was asked is not told that nothing pays for itself", () => {
  const { solar, battery } = report
  const bare = {
    ...report,
    solar: { ...solar, newSystems: [], wantsNewSolarPanels: false },
    battery: { ...battery, specs: { ...battery.specs, capacityKwh: 0 }, wasRequested: false },
  }
  expect(verdictOf(bare, en)).toBe("This is the current site: nothing new was requested.")
  expect(verdictOf(bare, nl)).toBe("Dit is de huidige situatie: er is niets nieuws gevraagd.")
  const refused = { ...bare, battery: { ...bare.battery, wasRequested: true } }
  expect(verdictOf(refused, en)).toBe("At these prices, nothing new pays for itself here.")
})

test("a report whose costs in euro count in another currency says so as it is read", () => {
  const { report: stored } = fixtureResult("new-pv-battery-cost-savings")
  const counted = note("amounts-in-euro", { currency: "SEK", assumptions: ["panelPriceCurve"] })
  const read = readReport({ ...stored, currency: "SEK", notes: [counted] }, "en")
  expect([read.hasEuroAmounts, readReport({ ...stored, notes: [] }, "en").hasEuroAmounts]).toEqual([true, undefined])
  expect(en.text.report.verdict.euroAmounts("SEK")).toBe("With costs known in euro counted as SEK:")
})

test("each goal that asks for more than the lowest cost says which plants the bound is of", () => {
  for (const { text } of [en, nl]) {
    const { allowed } = text.report.proof
    expect(Object.keys(allowed).toSorted()).toEqual([...GOALS].toSorted())
    expect(GOALS.filter(goal => allowed[goal] === null)).toEqual(["cost-savings"])
  }
})

test("assumptions on taxes are shown for a flat tariff only where they are in its price", () => {
  const { tariffComponents = [], ...financial } = report.financial
  const vat = { ...tariffComponents[0]!, component: "vat" as const }
  const flat = { tariffType: "flat" as const, financial: { ...financial, tariffComponents: [vat] } }
  expect([isOfTariffParts("vatFraction", flat), isOfTariffParts("componentsYear", flat)]).toEqual([true, true])
  expect([isOfTariffParts("markUpEurPerKwh", flat), isOfTariffParts("taxEurPerKwh", flat)]).toEqual([false, false])
  expect(isOfTariffParts("taxEurPerKwh", { ...flat, tariffType: "dynamic" })).toBe(true)
  expect([isOfTariffParts("taxEurPerKwh", { ...flat, financial }), isOfTariffParts("discountRate", flat)]).toEqual([
    true,
    true,
  ])
})
