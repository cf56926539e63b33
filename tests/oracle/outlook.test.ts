import { describe, expect, test } from "bun:test"
import type { Outlook } from "../../domain/report/outlookSchema.ts"
import type { ReportBody } from "../../domain/report/schema.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { measuredYears } from "../../domain/site/solar/knmi.ts"
import { readReport } from "../../domain/texts/report.ts"
import { solveJob } from "../../worker/job.ts"
import { checkedOptimiser } from "../support/checkedCore.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"
import { driverEnds, outlookOf } from "../support/outlook.ts"

/** Outlook: ranges over price years, weather years, controllers and the error of the yield, drivers and break-even. */
const optimiser = await checkedOptimiser()
const UTRECHT = { lat: 52.09, lon: 5.12 }
const BERLIN = { lat: 52.52, lon: 13.4 }
const house = {
  location: UTRECHT,
  inputMethod: "known",
  yearlyKwh: 3500,
  newPv: [{ minPanelCount: 10, maxPanelCount: 10, panelPowerWatts: 400 }],
  electricBattery: { minCapacityKwh: 6, capacityKwh: 6, minPowerRatingKw: 3, powerRatingKw: 3, costPerKwh: 300 },
}
const FLAT = { type: "flat", flatEurPerKwh: 0.3, feedInEurPerKwh: 0.05 }
const DYNAMIC = { type: "dynamic", priceYear: 2025 }

const solve = (request: object): ReportBody => {
  const input = parseEarlierRequest(request, standardProfileKeys)
  const result = solveJob(
    { scanId: "s", runId: "r", attempt: 1, input },
    { optimiser, sizingTolerance: 1e-3 },
    () => true,
  )
  if (result.kind !== "solved") throw new Error(JSON.stringify(result.error))
  return readReport(result.report, "en")
}

const listed = ({ p10, p50, p90 }: Outlook["npv"]) => [p10, p50, p90]

test("under a dynamic tariff the range is over price years, measured weather and both ways to operate the plant", () => {
  const report = solve({ ...house, tariff: DYNAMIC })
  const outlook = outlookOf(report)
  expect(outlook).toMatchObject({
    priceYears: [2023, 2024, 2025],
    weatherYears: measuredYears(),
    weather: "byYield",
    yieldDeviation: 0.06,
  })
  const [plans, rule] = outlook.controllers
  expect([plans?.control, rule?.control]).toEqual(["forecast", "selfConsumption"])
  for (const part of [outlook, plans!, rule!])
    for (const values of [listed(part.firstYearSavings), listed(part.npv)])
      expect(values).toEqual(values.toSorted((a, b) => a - b))
  expect(plans!.firstYearSavings.p50).toBeGreaterThan(rule!.firstYearSavings.p50)
  const { p10, p90 } = outlook.firstYearSavings
  expect(p10).toBeLessThan(rule!.firstYearSavings.p50)
  expect(p90).toBeGreaterThan(plans!.firstYearSavings.p50)
  expect(solve({ ...house, tariff: DYNAMIC }).outlook).toEqual(outlook)
})

test("in the first year of a fixed price only the sun is uncertain: percentiles of its two normal distributions", () => {
  const report = solve({ ...house, location: BERLIN, tariff: FLAT, analysisYears: 20 })
  const { financial, overview } = report
  const { weather, weatherYears, controllers, firstYearSavings, uncertain } = outlookOf(report)
  expect([weather, weatherYears, controllers.length]).toEqual(["byYield", [], 1])
  const { discountRate: r, electricityPriceGrowth: e, pvDegradation: d } = financial.parameters
  const worth = Array.from({ length: 20 }, (_, y) => ((1 + e) * (1 - d)) ** y / (1 + r) ** (y + 1))
  const sum = worth.reduce((total, each) => total + each, 0)
  const [low] = driverEnds(report, "yield").map(end => end.npv!)
  const lessPerYield = (financial.netPresentValue - low!) / 0.1 / sum
  // The yield in use is 6 % lower with 6 % deviation; years differ by 4 %. 1.2816 deviations cut off a tenth.
  const middle = overview.kpi.yearlySavings + uncertain!.yieldInUseMean * lessPerYield
  const tenth = 1.2816 * Math.hypot(0.06, 0.94 * 0.04) * lessPerYield
  expect(Math.abs(firstYearSavings.p50 - middle)).toBeLessThan(0.15 * tenth)
  expect((middle - firstYearSavings.p10) / tenth).toBeWithin(0.85, 1.15)
})

test("a market that moves widens the value of a fixed price, and a feed-in tariff of law narrows it", () => {
  const relative = ({ p10, p90 }: Outlook["npv"], worth: number) => (p90 - p10) / worth
  const of = (tariff: object) => {
    const report = solve({ ...house, electricBattery: undefined, location: BERLIN, tariff })
    const { npv, firstYearSavings } = outlookOf(report)
    return [npv, firstYearSavings].map(range => relative(range, range.p50)) as [number, number]
  }
  const feedIn = { type: "flat", flatEurPerKwh: 0.1, feedInEurPerKwh: 0.1 }
  const [free, byLaw] = [of(feedIn), of({ ...feedIn, feedInGrowthFraction: 0 })]
  expect(free[0]).toBeGreaterThan(2 * free[1])
  expect(byLaw[0]).toBeLessThan(0.8 * free[0])
})

test("earlier prices are carried to the newest year: scans of two price years expect about the same", () => {
  const request = { ...house, electricBattery: undefined, control: "selfConsumption" }
  const [earlier, newest] = [2024, 2025].map(priceYear => solve({ ...request, tariff: { type: "dynamic", priceYear } }))
  const own = [earlier!, newest!].map(report => report.overview.kpi.yearlySavings)
  const middle = [earlier!, newest!].map(report => outlookOf(report).firstYearSavings.p50)
  expect(Math.abs(middle[0]! / middle[1]! - 1)).toBeLessThan(0.05)
  expect(Math.abs(middle[0]! / middle[1]! - 1)).toBeLessThan(Math.abs(own[0]! / own[1]! - 1))
})

test("a positive outcome needs a positive middle of the futures", () => {
  const at = (costPerKwp: number) => {
    const report = solve({
      ...house,
      electricBattery: undefined,
      tariff: FLAT,
      newPv: [{ ...house.newPv[0]!, costPerKwp }],
    })
    return [report.financial.netPresentValue > 0, outlookOf(report).npv.p50 > 0, report.financial.isPositiveOutcome]
  }
  expect([at(1000), at(2000), at(3000)]).toEqual([
    [true, true, true],
    [true, false, false],
    [false, false, false],
  ])
})

/** The house at prices near those at which its plant just pays. */
const priced = ({ buy = 1, sell = 1, cost = 1, battery = 600, growth = 1, use = 1 }) => ({
  ...house,
  location: BERLIN,
  yearlyKwh: 3500 * use,
  newPv: [{ ...house.newPv[0]!, costPerKwp: 2200 * cost }],
  electricBattery: { ...house.electricBattery, costPerKwh: battery * cost },
  tariff: { type: "flat", flatEurPerKwh: 0.3 * buy, feedInEurPerKwh: 0.08 * sell },
  electricityPriceGrowth: 0.02 * growth,
  analysisYears: 25,
})

test("the payback of the futures lies around the report's and later, and is never where sunny futures alone pay back", () => {
  const report = solve(priced({}))
  const { p10, p50, p90 } = outlookOf(report).paybackYears
  const own = report.overview.kpi.returnPeriod!
  expect(p10!).toBeLessThan(own)
  expect(p50!).toBeGreaterThan(own)
  expect(p90!).toBeGreaterThan(p50!)
  const late = outlookOf(solve(priced({ battery: 1400 }))).paybackYears
  expect([late.p10! < 25, late.p90]).toEqual([true, null])
  expect(outlookOf(solve(priced({ battery: 3000 }))).paybackYears).toEqual({ p10: null, p50: null, p90: null })
})

test("the cash flow of the futures begins at the investment, and its percentiles are in order in each year", () => {
  const report = solve({ ...house, tariff: DYNAMIC, analysisYears: 20 })
  const { cumulativeCashflows: balances, paybackYears } = outlookOf(report)
  const { solarInvestment, batteryPurchaseCost } = report.financial.investment
  expect(balances?.p50).toHaveLength(21)
  for (const first of [balances!.p10[0]!, balances!.p50[0]!, balances!.p90[0]!])
    expect(first).toBeCloseTo(-solarInvestment - batteryPurchaseCost, 3)
  for (const [year, middle] of balances!.p50.entries()) {
    expect(balances!.p10[year]!).toBeLessThanOrEqual(middle)
    expect(balances!.p90[year]!).toBeGreaterThanOrEqual(middle)
  }
  // Half of the futures have paid back when the middle balance is 0.
  const crossed = balances!.p50.findIndex(balance => balance > 0)
  expect(Math.abs(crossed - paybackYears.p50!)).toBeLessThanOrEqual(1)
})

test("at a break-even of a driver the same plant is worth about nothing", () => {
  const terms = {
    electricityPriceGrowth: (factor: number) => ({ growth: factor }),
    batteryCost: (factor: number) => ({ battery: 600 * factor }),
    consumption: (factor: number) => ({ use: factor }),
    feedInPrice: (factor: number) => ({ sell: factor }),
    priceLevel: (factor: number) => ({ buy: factor, sell: factor }),
    investment: (factor: number) => ({ cost: factor }),
  }
  const { breakEven, drivers } = outlookOf(solve(priced({})))
  const names = breakEven.map(({ driver }) => driver)
  expect(names.toSorted()).toEqual([...(Object.keys(terms) as (keyof typeof terms)[]), "yield" as const].toSorted())
  for (const { driver, value } of breakEven) {
    if (driver === "yield" || driver === "foresight") continue
    const { npvLow, npvHigh, low, high } = drivers.find(({ name }) => name === driver)!
    expect(value).toBeWithin(low, high)
    const { netPresentValue } = solve(priced(terms[driver](1 + value))).financial
    expect(Math.abs(netPresentValue)).toBeLessThan(0.02 * Math.abs(npvHigh! - npvLow!))
  }
  expect(outlookOf(solve(priced({ battery: 3000 }))).breakEven).toEqual([])
})

test("less sun than modelled counts by what it loses, more by what it gains", () => {
  // Netting pays 0.30 for a kWh up to the year's use, 0.05 beyond: the modelled yield is the use.
  const tariff = { ...FLAT, netting: true }
  const request = { ...house, location: BERLIN, electricBattery: undefined, tariff }
  const yearlyKwh = solve(request).solar.newSystems[0]!.yearlyOutputKwh
  const report = solve({ ...request, yearlyKwh })
  const { p10, p90 } = outlookOf(report).firstYearSavings
  const { yearlySavings } = report.overview.kpi
  expect((yearlySavings - p10) / (p90 - yearlySavings)).toBeGreaterThan(10)
})

test("a price level of what goes by the kWh leaves demand charges as they are", () => {
  const tariff = { type: "flat", flatEurPerKwh: 0.001, feedInEurPerKwh: 0, demandEurPerKwMonth: 10 }
  const report = solve({ ...house, tariff, control: "ideal" })
  const { financial, overview } = report
  expect(overview.kpi.yearlySavings).toBeGreaterThan(30)
  const ends = driverEnds(report, "priceLevel")
  expect(ends.length).toBeGreaterThan(0)
  for (const { npv } of ends) expect(Math.abs(npv! - financial.netPresentValue)).toBeLessThan(20)
})

test("a price of feed-in leaves what netting gives back as it is", () => {
  const request = { ...house, tariff: { ...FLAT, feedInEurPerKwh: 0.001, netting: true } }
  const report = solve(request)
  const ends = driverEnds(report, "feedInPrice")
  expect(ends.length).toBeGreaterThan(0)
  for (const { npv } of ends) expect(Math.abs(npv! - report.financial.netPresentValue)).toBeLessThan(50)
})

test("weather by its yield gives about what operating every weather year does", () => {
  const byYield = outlookOf(solve({ ...house, tariff: DYNAMIC }))
  const operated = outlookOf(solve({ ...house, tariff: DYNAMIC, includeSavingsSpread: true }))
  expect([operated.weather, operated.weatherYears]).toEqual(["operated", measuredYears()])
  for (const figure of ["firstYearSavings", "npv"] as const) {
    const scale = operated.firstYearSavings === operated[figure] ? 1 : 15
    listed(operated[figure]).forEach((eur, i) => {
      expect(Math.abs(listed(byYield[figure])[i]! - eur)).toBeLessThan(scale * 0.03 * operated.firstYearSavings.p50)
    })
  }
})

test("a flat tariff has a range too: its own price, all measured weather", () => {
  const { weather, weatherYears, controllers } = outlookOf(solve({ ...house, tariff: FLAT }))
  expect([weather, weatherYears]).toEqual(["byYield", measuredYears()])
  expect(controllers.map(({ control }) => control)).toEqual(["selfConsumption"])
})

test("a report with foresight stays with it, one that feeds nothing in may be planned too, and a battery alone has no yield", () => {
  const controllersOf = (changes: object) =>
    outlookOf(solve({ ...house, tariff: DYNAMIC, ...changes })).controllers.map(({ control }) => control)
  expect(controllersOf({ control: "ideal" })).toEqual(["ideal"])
  const tariff = { ...DYNAMIC, limits: { exportKw: 0 } }
  expect(controllersOf({ tariff, control: "selfConsumption" })).toEqual(["forecast", "selfConsumption"])
  const electricBattery = { ...house.electricBattery, standbyWatts: 0 }
  const alone = outlookOf(solve({ ...house, tariff: DYNAMIC, newPv: [], electricBattery }))
  expect([alone.yieldDeviation, alone.weather]).toEqual([0, "none"])
  expect(alone.controllers[1]!.firstYearSavings.p50).toBeCloseTo(0, 6)
})

const listOf = (part: Outlook) => [part.firstYearSavings, part.npv].map(listed) as [number[], number[]]

describe("under a demand charge", () => {
  const tariff = { type: "dynamic", demandEurPerKwMonth: 5 }
  const berlin = { ...house, location: BERLIN, tariff }

  test.each([
    ["forecast", 0.01],
    ["ideal", 0.03],
  ])("years under held demand are near years planned freely: %s, within %p", (control, part) => {
    const [held, anew] = [undefined, true].map(includeSavingsSpread =>
      solve({ ...berlin, control, includeSavingsSpread }),
    )
    const parts = [held!, anew!].map(outlookOf)
    expect(parts[0]!.demand).toBe("held")
    expect(parts[1]).not.toHaveProperty("demand")
    expect(parts[0]!.priceYears).toEqual(parts[1]!.priceYears)
    const [ofHeld, ofAnew] = parts.map(listOf) as [ReturnType<typeof listOf>, ReturnType<typeof listOf>]
    ofHeld.forEach((values, figure) => {
      const scale = Math.abs(ofAnew[figure]![1]!)
      for (const [i, eur] of values.entries()) expect(Math.abs(eur - ofAnew[figure]![i]!)).toBeLessThan(part * scale)
    })
    expect(parts[0]!.years.highest).toBeGreaterThan(parts[0]!.years.lowest + 10)
  })

  test("the year of the scan itself is what the report says", () => {
    const report = solve({ ...berlin, tariff: { ...tariff, priceYear: 2025 } })
    const { years } = outlookOf(report)
    const alone = solve({ ...berlin, tariff: { ...tariff, priceYear: 2025 }, includeSavingsSpread: false })
    expect(outlookOf(alone).priceYears).toEqual([2025])
    expect(outlookOf(alone).years.count).toBe(1)
    const { firstYearSavings } = report.overview.financialSummary
    expect(report.control!.chosen).toBe("forecast")
    expect(years.lowest).toBeLessThanOrEqual(firstYearSavings + 0.5)
    expect(years.highest).toBeGreaterThanOrEqual(firstYearSavings - 0.5)
  })

  test("with netting, for self-sufficiency and under one price there is a range too", () => {
    const changes = [
      { tariff: { ...tariff, netting: true } },
      { goal: "self-sufficiency" },
      { tariff: { ...FLAT, demandEurPerKwMonth: 5 } },
    ]
    for (const changed of changes) {
      const report = solve({ ...house, tariff, ...changed })
      const { p10, p50, p90 } = outlookOf(report).npv
      expect(p10).toBeLessThan(p50)
      expect(p50).toBeLessThan(p90)
      const { netPresentValue } = report.financial
      expect(p10).toBeLessThan(netPresentValue + 500)
      expect(p90).toBeGreaterThan(netPresentValue - 500)
    }
  })
})

describe("where terms end, or parts of the price grow apart", () => {
  const netted = { type: "dynamic", netting: true, priceYear: 2025 }

  test("netting that ends after the period is netting that does not end", () => {
    const request = { ...house, analysisYears: 15 }
    const [ends, stays] = [{ ...netted, nettingUntil: 2090 }, netted].map(tariff =>
      outlookOf(solve({ ...request, tariff })),
    )
    expect(ends).toEqual(stays)
  })

  test("netting that ends in the last years lies between none and all of it, near all", () => {
    const request = { ...house, analysisYears: 20, control: "selfConsumption" }
    const last = 2026 + 20 - 3
    const worthOf = (tariff: object) => outlookOf(solve({ ...request, tariff })).npv
    const all = worthOf(netted)
    const until = worthOf({ ...netted, nettingUntil: last })
    const none = worthOf({ ...netted, netting: false })
    for (const figure of ["p10", "p50", "p90"] as const) {
      expect(until[figure]).toBeLessThan(all[figure])
      expect(until[figure]).toBeGreaterThan(all[figure] - 0.25 * (all[figure] - none[figure]))
    }
  })

  test("the range is over the price years of every phase: its first year is that of the first terms, its value that of all", () => {
    const request = { ...house, tariff: { ...netted, nettingUntil: 2028 }, control: "selfConsumption" }
    const report = solve(request)
    const part = outlookOf(report)
    expect(part.priceYears).toEqual([2023, 2024, 2025])
    const always = outlookOf(solve({ ...request, tariff: netted }))
    // Plans count the wear of the battery by the share of their years.
    expect(Math.abs(part.firstYearSavings.p50 / always.firstYearSavings.p50 - 1)).toBeLessThan(0.01)
    expect(part.npv.p50).toBeLessThan(always.npv.p50 - 500)
    const own = solve({ ...request, includeSavingsSpread: false })
    const { p50 } = outlookOf(own).npv
    expect(p50 / own.financial.netPresentValue).toBeWithin(0.7, 1)
  })

  test("parts that grow alike give the range of prices that grow so", () => {
    const apart = { energyPriceGrowth: 0.03, gridFeeGrowth: 0.03, taxGrowth: 0.03 }
    const [parts, alike] = [apart, {}].map(growth =>
      outlookOf(solve({ ...house, tariff: DYNAMIC, electricityPriceGrowth: 0.03, ...growth })),
    )
    for (const [i, values] of listOf(parts!).entries())
      for (const [j, eur] of values.entries()) expect(eur).toBeCloseTo(listOf(alike!)[i]![j]!, 0)
  })

  test("taxes that vanish narrow nothing of the prices and lower the value", () => {
    const [gone, grown] = [-0.5, 0.05].map(taxGrowth => outlookOf(solve({ ...house, tariff: DYNAMIC, taxGrowth })))
    expect(gone!.firstYearSavings.p50).toBeCloseTo(grown!.firstYearSavings.p50, 0)
    expect(gone!.npv.p90).toBeLessThan(grown!.npv.p10)
  })
})
