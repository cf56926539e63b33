import { describe, expect, test } from "bun:test"
import type { ReportBody } from "../../domain/report/schema.ts"
import { parseScanRequest } from "../../domain/request/input.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { measuredYears } from "../../domain/site/solar/knmi.ts"
import { readReport } from "../../domain/texts/report.ts"
import { solveJob } from "../../worker/job.ts"
import { checkedOptimiser } from "../support/checkedCore.ts"

/** Percentiles of savings and present value over price years, weather years, controllers and the error of the yield. */
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
  const input = parseScanRequest(request, standardProfileKeys)
  const result = solveJob(
    { scanId: "s", runId: "r", attempt: 1, input },
    { optimiser, sizingTolerance: 1e-3 },
    () => true,
  )
  if (result.kind !== "solved") throw new Error(JSON.stringify(result.error))
  return readReport(result.report, "en")
}

const uncertaintyOf = ({ uncertainty }: ReportBody) => {
  if (!uncertainty) throw new Error("no uncertainty")
  return uncertainty
}

type Percentiles = ReturnType<typeof uncertaintyOf>["firstYearSavings"]
const listed = ({ percentile10, median, percentile90 }: Percentiles) => [percentile10, median, percentile90]

test("under a dynamic tariff the range is over price years, measured weather and both ways to operate the plant", () => {
  const report = solve({ ...house, tariff: DYNAMIC })
  const uncertainty = uncertaintyOf(report)
  expect(uncertainty).toMatchObject({
    priceYears: [2023, 2024, 2025],
    weatherYears: measuredYears(),
    weather: "byYield",
    yieldDeviation: 0.05,
  })
  const [plans, rule] = uncertainty.controllers
  expect([plans?.control, rule?.control]).toEqual(["forecast", "selfConsumption"])
  for (const part of [uncertainty, plans!, rule!])
    for (const values of [listed(part.firstYearSavings), listed(part.netPresentValue)])
      expect(values).toEqual(values.toSorted((a, b) => a - b))
  expect(plans!.firstYearSavings.median).toBeGreaterThan(rule!.firstYearSavings.median)
  const { percentile10, percentile90 } = uncertainty.firstYearSavings
  expect(percentile10).toBeLessThan(rule!.firstYearSavings.median)
  expect(percentile90).toBeGreaterThan(plans!.firstYearSavings.median)
  expect(solve({ ...house, tariff: DYNAMIC }).uncertainty).toEqual(uncertainty)
})

test("where only the sun is uncertain the percentiles are those of normal distributions: of the yield, and of years", () => {
  const request = { ...house, location: BERLIN, tariff: FLAT, analysisYears: 20 }
  const { uncertainty: found, sensitivity, financial, overview } = solve(request)
  const { weather, weatherYears, controllers, ...uncertainty } = uncertaintyOf({ uncertainty: found } as ReportBody)
  expect([weather, weatherYears, controllers.length]).toEqual(["byYield", [], 1])
  const values = [-0.1, 0.1].map(
    change => sensitivity.find(row => row.parameter === "yield" && row.change === change)!.netPresentValue!,
  )
  const slopes = [financial.netPresentValue - values[0]!, values[1]! - financial.netPresentValue]
  // 1.2816 deviations cut off a tenth of a normal distribution; 500 draws estimate it to a tenth.
  const expected = slopes.map(eurPerTenth => (eurPerTenth / 0.1) * 0.05 * 1.2816)
  const { percentile10, median, percentile90 } = uncertainty.netPresentValue
  expect((financial.netPresentValue - percentile10) / expected[0]!).toBeCloseTo(1, 0.7)
  expect((percentile90 - financial.netPresentValue) / expected[1]!).toBeCloseTo(1, 0.7)
  expect(Math.abs(median - financial.netPresentValue)).toBeLessThan(0.15 * expected[0]!)
  const { firstYearSavings } = uncertainty
  const perYear = (percentile90 - percentile10) / (firstYearSavings.percentile90 - firstYearSavings.percentile10)
  const { discountRate: r, electricityPriceGrowth: e, pvDegradation: d } = financial.parameters
  const worth = Array.from({ length: 20 }, (_, y) => ((1 + e) * (1 - d)) ** y / (1 + r) ** (y + 1))
  const sum = worth.reduce((total, each) => total + each, 0)
  const squares = worth.reduce((total, each) => total + each * each, 0)
  // A single year varies by 5 % and 4 %. The mean of all years keeps the 5 %, and averages the 4 % out.
  const ratio = Math.hypot(0.05, (0.04 * Math.sqrt(squares)) / sum) / Math.hypot(0.05, 0.04)
  expect(Math.abs(perYear / sum / ratio - 1)).toBeLessThan(0.06)
  expect(Math.abs(firstYearSavings.median / overview.kpi.yearlySavings - 1)).toBeLessThan(0.02)
})

test("less sun than modelled counts by what it loses, more by what it gains", () => {
  // Netting pays 0.30 for a kWh up to the year's use, 0.05 beyond: the modelled yield is the use.
  const tariff = { ...FLAT, netting: true }
  const request = { ...house, location: BERLIN, electricBattery: undefined, tariff }
  const yearlyKwh = solve(request).solar.newSystems[0]!.yearlyOutputKwh
  const report = solve({ ...request, yearlyKwh })
  const { percentile10, percentile90 } = uncertaintyOf(report).netPresentValue
  const { netPresentValue } = report.financial
  expect((netPresentValue - percentile10) / (percentile90 - netPresentValue)).toBeWithin(4.5, 7.5)
})

test("a price level of what goes by the kWh leaves demand charges as they are", () => {
  const tariff = { type: "flat", flatEurPerKwh: 0.001, feedInEurPerKwh: 0, demandEurPerKwMonth: 10 }
  const { sensitivity, financial, overview } = solve({ ...house, tariff, control: "ideal" })
  expect(overview.kpi.yearlySavings).toBeGreaterThan(30)
  const rows = sensitivity.filter(({ parameter }) => parameter === "priceLevel")
  expect(rows.length).toBeGreaterThan(0)
  for (const { netPresentValue } of rows)
    expect(Math.abs(netPresentValue! - financial.netPresentValue)).toBeLessThan(20)
})

test("a price of feed-in leaves what netting gives back as it is", () => {
  const request = { ...house, tariff: { ...FLAT, feedInEurPerKwh: 0.001, netting: true } }
  const { sensitivity, financial } = solve(request)
  const rows = sensitivity.filter(({ parameter }) => parameter === "feedInPrice")
  expect(rows.length).toBeGreaterThan(0)
  for (const { netPresentValue } of rows)
    expect(Math.abs(netPresentValue! - financial.netPresentValue)).toBeLessThan(50)
})

test("weather by its yield gives about what operating every weather year does", () => {
  const byYield = uncertaintyOf(solve({ ...house, tariff: DYNAMIC }))
  const operated = uncertaintyOf(solve({ ...house, tariff: DYNAMIC, includeSavingsSpread: true }))
  expect([operated.weather, operated.weatherYears]).toEqual(["operated", measuredYears()])
  for (const figure of ["firstYearSavings", "netPresentValue"] as const) {
    const scale = operated.firstYearSavings === operated[figure] ? 1 : 15
    listed(operated[figure]).forEach((eur, i) => {
      expect(Math.abs(listed(byYield[figure])[i]! - eur)).toBeLessThan(scale * 0.03 * operated.firstYearSavings.median)
    })
  }
})

test("a flat tariff has a range too: its own price, all measured weather", () => {
  const { weather, weatherYears, controllers } = uncertaintyOf(solve({ ...house, tariff: FLAT }))
  expect([weather, weatherYears]).toEqual(["byYield", measuredYears()])
  expect(controllers.map(({ control }) => control)).toEqual(["selfConsumption"])
})

test("a report with foresight stays with it, one that feeds nothing in may be planned too, and a battery alone has no yield", () => {
  const controllersOf = (changes: object) =>
    uncertaintyOf(solve({ ...house, tariff: DYNAMIC, ...changes })).controllers.map(({ control }) => control)
  expect(controllersOf({ control: "ideal" })).toEqual(["ideal"])
  expect(controllersOf({ control: "zeroExport" })).toEqual(["forecast", "zeroExport"])
  const electricBattery = { ...house.electricBattery, standbyWatts: 0 }
  const alone = uncertaintyOf(solve({ ...house, tariff: DYNAMIC, newPv: [], electricBattery }))
  expect([alone.yieldDeviation, alone.weather]).toEqual([0, "none"])
  expect(alone.controllers[1]!.firstYearSavings.median).toBeCloseTo(0, 6)
})

const listOf = (part: ReturnType<typeof uncertaintyOf>) =>
  [part.firstYearSavings, part.netPresentValue].map(listed) as [number[], number[]]

describe("under a demand charge", () => {
  const tariff = { type: "dynamic", demandEurPerKwMonth: 5 }
  const berlin = { ...house, location: BERLIN, tariff }

  test.each(["forecast", "ideal"])("years under held demand are within 1 %% of years planned anew: %s", control => {
    const [held, anew] = [undefined, true].map(includeSavingsSpread =>
      solve({ ...berlin, control, includeSavingsSpread }),
    )
    const parts = [held!, anew!].map(uncertaintyOf)
    expect([parts[0]!.demand, held!.savingsSpread!.demand]).toEqual(["held", "held"])
    expect(parts[1]).not.toHaveProperty("demand")
    expect(held!.savingsSpread!.priceYears).toEqual(anew!.savingsSpread!.priceYears)
    const [ofHeld, ofAnew] = parts.map(listOf) as [ReturnType<typeof listOf>, ReturnType<typeof listOf>]
    ofHeld.forEach((values, figure) => {
      const scale = Math.abs(ofAnew[figure]![1]!)
      for (const [i, eur] of values.entries()) expect(Math.abs(eur - ofAnew[figure]![i]!)).toBeLessThan(0.01 * scale)
    })
    expect(held!.savingsSpread!.highest).toBeGreaterThan(held!.savingsSpread!.lowest + 10)
  })

  test("the year of the scan itself is what the report says", () => {
    const { overview, savingsSpread, control } = solve({ ...berlin, tariff: { ...tariff, priceYear: 2025 } })
    const alone = solve({ ...berlin, tariff: { ...tariff, priceYear: 2025 }, includeSavingsSpread: false })
    expect(uncertaintyOf(alone).priceYears).toEqual([2025])
    expect(alone.savingsSpread).toBeNull()
    const { firstYearSavings } = overview.financialSummary
    expect(control!.chosen).toBe("forecast")
    expect(savingsSpread!.lowest).toBeLessThanOrEqual(firstYearSavings + 0.5)
    expect(savingsSpread!.highest).toBeGreaterThanOrEqual(firstYearSavings - 0.5)
  })

  test("with netting, for self-sufficiency and under one price there is a range too", () => {
    const changes = [
      { tariff: { ...tariff, netting: true } },
      { goal: "self-sufficiency" },
      { tariff: { ...FLAT, demandEurPerKwMonth: 5 } },
    ]
    for (const changed of changes) {
      const report = solve({ ...house, tariff, ...changed })
      const { percentile10, median, percentile90 } = uncertaintyOf(report).netPresentValue
      expect(percentile10).toBeLessThan(median)
      expect(median).toBeLessThan(percentile90)
      const { netPresentValue } = report.financial
      expect(percentile10).toBeLessThan(netPresentValue + 500)
      expect(percentile90).toBeGreaterThan(netPresentValue - 500)
    }
  })
})

describe("where terms end, or parts of the price grow apart", () => {
  const netted = { type: "dynamic", netting: true, priceYear: 2025 }

  test("netting that ends after the period is netting that does not end", () => {
    const request = { ...house, analysisYears: 15 }
    const [ends, stays] = [{ ...netted, nettingUntil: 2090 }, netted].map(tariff =>
      uncertaintyOf(solve({ ...request, tariff })),
    )
    expect(ends).toEqual(stays)
  })

  test("netting that ends in the last years lies between none and all of it, near all", () => {
    const request = { ...house, analysisYears: 20, control: "selfConsumption" }
    const last = 2026 + 20 - 3
    const worthOf = (tariff: object) => uncertaintyOf(solve({ ...request, tariff })).netPresentValue
    const all = worthOf(netted)
    const until = worthOf({ ...netted, nettingUntil: last })
    const none = worthOf({ ...netted, netting: false })
    for (const figure of ["percentile10", "median", "percentile90"] as const) {
      expect(until[figure]).toBeLessThan(all[figure])
      expect(until[figure]).toBeGreaterThan(all[figure] - 0.25 * (all[figure] - none[figure]))
    }
  })

  test("the range is over the price years of every phase: its first year is that of the first terms, its value that of all", () => {
    const request = { ...house, tariff: { ...netted, nettingUntil: 2028 }, control: "selfConsumption" }
    const report = solve(request)
    const part = uncertaintyOf(report)
    expect(part.priceYears).toEqual([2023, 2024, 2025])
    const always = uncertaintyOf(solve({ ...request, tariff: netted }))
    // Plans count the wear of the battery by the share of their years.
    expect(Math.abs(part.firstYearSavings.median / always.firstYearSavings.median - 1)).toBeLessThan(0.01)
    expect(part.netPresentValue.median).toBeLessThan(always.netPresentValue.median - 500)
    const own = solve({ ...request, includeSavingsSpread: false })
    const { median } = uncertaintyOf(own).netPresentValue
    expect(Math.abs(median / own.financial.netPresentValue - 1)).toBeLessThan(0.2)
  })

  test("parts that grow alike give the range of prices that grow so", () => {
    const apart = { energyPriceGrowth: 0.03, gridFeeGrowth: 0.03, taxGrowth: 0.03 }
    const [parts, alike] = [apart, {}].map(growth =>
      uncertaintyOf(solve({ ...house, tariff: DYNAMIC, electricityPriceGrowth: 0.03, ...growth })),
    )
    for (const [i, values] of listOf(parts!).entries())
      for (const [j, eur] of values.entries()) expect(eur).toBeCloseTo(listOf(alike!)[i]![j]!, 0)
  })

  test("taxes that vanish narrow nothing of the prices and lower the value", () => {
    const [gone, grown] = [-0.5, 0.05].map(taxGrowth => uncertaintyOf(solve({ ...house, tariff: DYNAMIC, taxGrowth })))
    expect(gone!.firstYearSavings.median).toBeCloseTo(grown!.firstYearSavings.median, 0)
    expect(gone!.netPresentValue.percentile90).toBeLessThan(grown!.netPresentValue.percentile10)
  })
})
