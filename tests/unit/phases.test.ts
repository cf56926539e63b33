/**
 * Terms of a tariff that end within the analysis period: they count in their years only, billed and operated year by
 * year.
 */
import { describe, expect, test } from "bun:test"
import { packJobInputs } from "../../domain/case/jobInputs.ts"
import type { AssumptionOverrides } from "../../domain/market/assumptions.ts"
import { termsPhases } from "../../domain/market/tariff/termsPhases.ts"
import { contractTemplates } from "../../domain/request/contractTemplates.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { readReport } from "../../domain/texts/report.ts"
import { solveJob } from "../../worker/job.ts"
import { checkedOptimiser } from "../support/checkedCore.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"
import { driverEnds } from "../support/outlook.ts"
import { FIXED_ROOF, RATES, ROOF_SITE, worthOf, YEARS } from "../support/roofSite.ts"
import { refusedRules } from "../support/sentences.ts"

const optimiser = await checkedOptimiser()
const FIRST_YEAR = 2026
const BATTERY = { capacityKwh: 15, powerRatingKw: 7.5, roundtripEfficiency: 90, minimumChargeLevel: 5, costPerKwh: 250 }
const FLAT = { type: "flat", flatEurPerKwh: 0.3, feedInEurPerKwh: 0.05 }

const inputOf = (request: object) => parseEarlierRequest({ ...ROOF_SITE, ...request } as never, standardProfileKeys)

const solve = (request: object, assumptions: AssumptionOverrides = RATES) => {
  const material = packJobInputs({ assumptions })
  const job = { scanId: "s", runId: "r", attempt: 1, input: inputOf(request), material }
  const result = solveJob(job, { optimiser, sizingTolerance: 1e-3 }, () => true)
  if (result.kind !== "solved") throw new Error(JSON.stringify(result.error))
  return readReport(result.report, "en")
}

describe("netting that ends", () => {
  test("until 2027 over 25 years is worth the netting of its two years", () => {
    const never = solve({ ...FIXED_ROOF, tariff: FLAT })
    const until = solve({
      ...FIXED_ROOF,
      tariff: { ...FLAT, netting: true, nettingUntil: 2027, firstYear: FIRST_YEAR },
    })
    const always = solve({ ...FIXED_ROOF, tariff: { ...FLAT, netting: true } })
    // 0.30 − 0.05 EUR for each kWh of the smaller of import and export.
    const sold = never.financial.yearOne.feedInRevenue / 0.05
    const credit = 0.25 * Math.min(never.electricityGrid.annualEnergySuppliedKwh, sold)
    expect(until.financial.yearOne.nettingCredit).toBeCloseTo(credit, 1)
    const gained = until.financial.netPresentValue - never.financial.netPresentValue
    expect(gained).toBeCloseTo(credit * worthOf(1, 2), 0)
    expect(always.financial.netPresentValue - never.financial.netPresentValue).toBeCloseTo(
      credit * worthOf(1, YEARS),
      0,
    )
  })

  test("the report says which years have which terms, and what a year of each comes to", () => {
    const tariff = { ...FLAT, netting: true, nettingUntil: 2027 }
    const { phases, financial, outlook } = solve({ ...FIXED_ROOF, tariff })
    expect(outlook!.npv.p50).toBeGreaterThan(0)
    const [netted, bare] = phases!
    expect(phases).toHaveLength(2)
    expect(netted).toMatchObject({
      fromYear: 1,
      untilYear: 2,
      fromCalendarYear: 2026,
      untilCalendarYear: 2027,
      changes: [],
    })
    expect(bare).toMatchObject({
      fromYear: 3,
      untilYear: 25,
      untilCalendarYear: 2050,
      changes: ["netting"],
      nettingEurPerKwh: 0,
    })
    expect(netted!.cost).toBeCloseTo(financial.costComparison.firstYearOptimized, 2)
    const savedEur = netted!.savings * worthOf(1, 2) + bare!.savings * worthOf(3, 25)
    const { replacementCostNetPresentValue: _, ...investment } = financial.investment
    expect(savedEur - investment.totalInvestment).toBeCloseTo(financial.netPresentValue, 0)
  })

  test("after the analysis period nothing ends, and before it netting never was", () => {
    const always = { ...FLAT, netting: true }
    const site = { ...ROOF_SITE, electricBattery: BATTERY }
    const { optimisation: a, ...late } = solve({ ...site, tariff: { ...always, nettingUntil: 2050 } })
    const { optimisation: b, ...whole } = solve({ ...site, tariff: always })
    expect(late).toEqual(whole)
    expect({ ...a, solveMs: 0 }).toEqual({ ...b, solveMs: 0 })
    const { optimisation: _, ...over } = solve({ ...site, tariff: { ...always, nettingUntil: 2025 } })
    const { optimisation: __, ...none } = solve({ ...site, tariff: { ...FLAT, netting: false } })
    expect(over).toEqual(none)
  })
})

describe("a feed-in price that ends", () => {
  const until = 2045
  const sites = (tariff: object) => solve({ ...FIXED_ROOF, tariff: { ...tariff, firstYear: FIRST_YEAR } })

  test("of a flat tariff is worth its revenue in the years that it is paid for", () => {
    const always = sites(FLAT)
    const ended = sites({ ...FLAT, feedInUntil: until })
    const lost = always.financial.netPresentValue - ended.financial.netPresentValue
    expect(lost).toBeCloseTo(always.financial.yearOne.feedInRevenue * worthOf(until - FIRST_YEAR + 2, YEARS), 0)
    expect(ended.financial.yearOne).toEqual(always.financial.yearOne)
    expect(ended.phases!.map(({ untilCalendarYear, changes }) => [untilCalendarYear, changes])).toEqual([
      [until, []],
      [2050, ["feedIn"]],
    ])
    const term = ended.financial.tariffTerms!.find(({ path }) => path === "feedInUntil")
    expect(term).toMatchObject({ value: until, unit: "year", name: "Feed-in price, last year" })
  })

  test("of a dynamic tariff is followed by the market's price, as of a contract without it", () => {
    const dynamic = { type: "dynamic" }
    const [market, ended] = [sites(dynamic), sites({ ...dynamic, feedInEurPerKwh: 0.01, feedInUntil: FIRST_YEAR })]
    const always = sites({ ...dynamic, feedInEurPerKwh: 0.01 }).financial.costComparison.firstYearOptimized
    expect(ended.phases![0]).toMatchObject({ untilYear: 1, cost: always })
    expect(ended.phases![1]).toMatchObject({ cost: market.financial.costComparison.firstYearOptimized })
  })

  test("before the first year earns nothing, and custom contracts have ends of their own", () => {
    const { optimisation: a, ...before } = sites({ ...FLAT, feedInUntil: FIRST_YEAR - 1 })
    const { optimisation: b, ...unpaid } = sites({ ...FLAT, feedInEurPerKwh: 0 })
    expect(before.financial).toEqual(unpaid.financial)
    expect(refusalsOf({ ...CONTRACT, sell: { energy: 0.05 }, feedInUntil: until })).toEqual([
      ["tariff.feedInUntil", "left-out-when"],
    ])
    const netted = { ...FLAT, netting: true, feedInUntil: until }
    expect(refusalsOf(netted)).toEqual([["tariff.nettingUntil", "required-when"]])
  })
})

describe("a plant for netting that ends", () => {
  test.each(["flat", "dynamic"])("%s: the plant is proven against all plants over both terms", type => {
    const terms = type === "flat" ? FLAT : { type: "dynamic" }
    const tariff = { ...terms, netting: true, nettingUntil: 2029 }
    for (const control of ["ideal", undefined]) {
      const report = solve({ electricBattery: BATTERY, tariff, ...(control ? { control } : {}) })
      const { optimisation, financial } = report
      expect(optimisation.gap).toBeLessThan(control ? 2e-3 : 0.05)
      expect(optimisation.lowerBoundTotalCost).toBeLessThanOrEqual(financial.lifecycle.totalCost + 0.01)
      expect(report.phases).toHaveLength(2)
      const rows = driverEnds(report, "electricityPriceGrowth")
      expect(rows.map(({ optimum }) => optimum)).toEqual([null, null])
      // The cost of the operated plant differs from the cost with foresight by the control alone.
      const { ideal } = report.control!.netPresentValue
      expect(ideal).toBeGreaterThanOrEqual(financial.netPresentValue - 0.01)
      const gapEur =
        financial.lifecycle.totalCost - (ideal - financial.netPresentValue) - optimisation.lowerBoundTotalCost
      expect(gapEur).toBeGreaterThanOrEqual(-0.01)
      if (control) expect(gapEur).toBeLessThanOrEqual(2e-3 * financial.lifecycle.totalCost)
    }
  })

  test("a plant for netting that ends soon has a battery that netting for ever has not", () => {
    const site = { electricBattery: BATTERY, control: "ideal" }
    const always = solve({ ...site, tariff: { ...FLAT, netting: true } })
    const ends = solve({ ...site, tariff: { ...FLAT, netting: true, nettingUntil: 2027 } })
    expect(always.overview.energyFlow.batteryCapacityKwh).toBe(0)
    expect(ends.overview.energyFlow.batteryCapacityKwh).toBeGreaterThan(1)
  })

  test("a contract on offer has years of its own", () => {
    const offered = { ...FLAT, name: "netted for two years", netting: true, nettingUntil: 2027 }
    const { contracts } = solve({ ...FIXED_ROOF, tariff: FLAT, contracts: [offered, { ...FLAT, netting: true }] })
    const alone = solve({ ...FIXED_ROOF, tariff: offered })
    const row = contracts!.ranked.find(each => each.contract === 0)!
    expect(row.totalCost).toBeCloseTo(alone.financial.lifecycle.totalCost, 2)
    expect(contracts!.ranked.map(({ contract }) => contract)).toEqual([1, 0, null])
  })
})

/** Feed-in pay of 20 years that does not grow, then the market's. */
const EEG = { energy: 0.082, growthFraction: 0, until: 2045, after: { energy: 0.05 } }
const CONTRACT = { type: "custom", buy: { energy: 0.3, taxed: false }, grid: { fixedEurPerMonth: 10 } }

/** Present worth of 1 EUR a year in the first years, without growth; it shrinks with the panels alone [EUR]. */
const nominalWorthOf = (until: number): number => {
  let sum = 0
  for (let year = 1; year <= until; year++) sum += 0.995 ** (year - 1) / 1.05 ** year
  return sum
}

describe("feed-in pay that ends", () => {
  test("20 years nominal and then the market's is worth what both pay", () => {
    const unpaid = solve({ ...FIXED_ROOF, tariff: { ...CONTRACT, sell: { energy: 0 } } })
    const paid = solve({ ...FIXED_ROOF, tariff: { ...CONTRACT, sell: EEG } })
    const { feedInRevenue } = paid.financial.yearOne
    const soldKwh = feedInRevenue / 0.082
    const worthEur = feedInRevenue * nominalWorthOf(20) + soldKwh * 0.05 * worthOf(21, YEARS)
    expect(soldKwh).toBeGreaterThan(1000)
    expect(paid.financial.netPresentValue - unpaid.financial.netPresentValue).toBeCloseTo(worthEur, 0)
    expect(paid.phases).toMatchObject([
      { fromYear: 1, untilYear: 20, untilCalendarYear: 2045, changes: [], feedInGrowth: 0, meanFeedInEurPerKwh: 0.082 },
      { fromYear: 21, untilYear: 25, changes: ["feedIn"], feedInGrowth: 0.03, meanFeedInEurPerKwh: 0.05 },
    ])
  })

  test("pay that grows as prices do is pay of which nothing is said", () => {
    const sell = { energy: 0.08 }
    const site = { electricBattery: BATTERY, control: "ideal" }
    const plain = solve({ ...site, tariff: { ...CONTRACT, sell } })
    const said = solve({ ...site, tariff: { ...CONTRACT, sell: { ...sell, growthFraction: 0.03 } } })
    expect(said.financial.netPresentValue).toBeCloseTo(plain.financial.netPresentValue, 2)
    expect(said.optimisation.lowerBoundTotalCost).toBeCloseTo(plain.optimisation.lowerBoundTotalCost, 2)
    expect(said.phases).toBeUndefined()
  })

  test("nominal pay over all years is worth less, and the bound stays below what the plant costs", () => {
    const sell = { energy: 0.08, growthFraction: 0 }
    const site = { ...FIXED_ROOF, electricBattery: BATTERY }
    for (const control of ["ideal", "forecast", "selfConsumption"]) {
      const { financial, optimisation } = solve({ ...site, control, tariff: { ...CONTRACT, sell } })
      expect(optimisation.lowerBoundTotalCost).toBeLessThanOrEqual(financial.lifecycle.totalCost + 0.01)
      expect(optimisation.lowerBoundTotalCost).toBeGreaterThan(0.97 * financial.lifecycle.totalCost)
    }
  })

  test("netting, the market's pay and one price after it are three phases, proven together", () => {
    const tariff = { ...CONTRACT, buy: { energy: "dayAhead", taxed: true }, netting: true, nettingUntil: 2028 }
    const sell = { energy: "dayAhead", feeEurPerKwh: 0.02, growthFraction: 0, until: 2035, after: { energy: 0.02 } }
    const existingPv = [
      {
        name: "old",
        tiltAngle: 30,
        orientationAngle: 200,
        panelPowerWatts: 300,
        panelCount: 6,
      },
    ]
    const report = solve({ existingPv, electricBattery: BATTERY, control: "ideal", tariff: { ...tariff, sell } })
    const { financial, optimisation, phases } = report
    expect(phases!.map(({ fromYear, changes }) => [fromYear, changes])).toEqual([
      [1, []],
      [4, ["netting"]],
      [11, ["feedIn"]],
    ])
    expect(optimisation.lowerBoundTotalCost).toBeLessThanOrEqual(financial.lifecycle.totalCost + 0.01)
    expect(optimisation.lowerBoundTotalCost).toBeGreaterThan(0.99 * financial.lifecycle.totalCost)
  })
})

const refusalsOf = (tariff: object) => refusedRules(() => inputOf({ tariff }))

test("ends of feed-in pay name what comes then, and do not come before that of netting", () => {
  const { after: _, ...open } = EEG
  expect(refusalsOf({ ...CONTRACT, sell: open })).toEqual([["tariff.sell.after", "given-together"]])
  expect(refusalsOf({ ...CONTRACT, sell: { energy: 0.05, after: { energy: 0 } } })).toEqual([
    ["tariff.sell.until", "given-together"],
  ])
  const netted = { ...CONTRACT, netting: true, sell: EEG }
  expect(refusalsOf(netted)).toEqual([["tariff.nettingUntil", "required-when"]])
  expect(refusalsOf({ ...netted, nettingUntil: 2046 })).toEqual([["tariff.nettingUntil", "at-most-other"]])
  expect(refusalsOf({ ...netted, nettingUntil: 2045 })).toEqual([])
})

test("terms without endings are one phase, which is the tariff itself", () => {
  const { tariff } = inputOf({ tariff: { ...FLAT, netting: true } })
  expect(tariff).toMatchObject({ netting: true })
  const terms = { type: "flat", flatEurPerKwh: 0.3, taxesIncluded: true, netting: true } as const
  expect(termsPhases(terms, {}, 30)).toEqual([{ fromYear: 1, untilYear: 30, calendarYear: 2026, terms }])
})

test("an end of netting without netting is refused", () => {
  expect(refusalsOf({ ...FLAT, nettingUntil: 2027 })).toEqual([["tariff.nettingUntil", "left-out-when"]])
})

test("terms that end are listed among the terms of the contract, with the source of their template", () => {
  const german = contractTemplates.find(({ id }) => id === "de-eeg-dynamic-2026")!
  const site = { location: { lat: 51.45, lon: 7.01 }, yearlyKwh: 4000 }
  const { financial, phases } = solve({ ...FIXED_ROOF, ...site, tariff: german.tariff })
  const rows = financial.tariffTerms!.filter(({ path }) => /until|after|growth/i.test(path))
  expect(rows.map(({ path, value, unit }) => [path, value, unit])).toEqual([
    ["sell.growthFraction", 0, "fraction"],
    ["sell.until", 2045, "year"],
    ["sell.after.energy", "dayAhead", ""],
  ])
  for (const { status, source } of rows) expect([status, source.slice(0, 8)]).toEqual(["confirmed", "EEG 2023"])
  expect(phases!.map(({ fromYear, feedInGrowth }) => [fromYear, feedInGrowth])).toEqual([
    [1, 0],
    [21, 0.03],
  ])
})
