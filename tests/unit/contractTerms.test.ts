/** Purchase prices and grid fees of a custom tariff: windows in quarters, series, and terms that end, by hand. */
import { describe, expect, test } from "bun:test"
import { packJobInputs } from "../../domain/case/jobInputs.ts"
import { prepareCase } from "../../domain/case/prepare.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { readReport } from "../../domain/texts/report.ts"
import { termName } from "../../domain/texts/tariffTerms.ts"
import { solveJob } from "../../worker/job.ts"
import { checkedOptimiser } from "../support/checkedCore.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"
import { FIXED_ROOF, RATES, ROOF_SITE, worthOf } from "../support/roofSite.ts"
import { refusedRules } from "../support/sentences.ts"

const optimiser = await checkedOptimiser()
const HOURS = 8760

const SITE = { ...ROOF_SITE, ...FIXED_ROOF }
const CUSTOM = { type: "custom", buy: { energy: 0.3, taxed: false }, sell: { energy: 0.05 }, firstYear: 2026 }

const inputOf = (tariff: object, site: object = SITE) =>
  parseEarlierRequest({ ...site, tariff } as never, standardProfileKeys)

const TOLERANCE = 1e-3

const solve = (tariff: object, site: object = {}) => {
  const job = {
    scanId: "s",
    runId: "r",
    attempt: 1,
    input: inputOf(tariff, { ...SITE, ...site }),
    material: packJobInputs({ assumptions: RATES }),
  }
  const result = solveJob(job, { optimiser, sizingTolerance: TOLERANCE }, () => true)
  if (result.kind !== "solved") throw new Error(JSON.stringify(result.error))
  return readReport(result.report, "en")
}

/** Purchase prices of the first 24 hours of 2023. */
const pricesOn = (tariff: object, series: Map<string, { year: number; eurPerKwh: Float64Array }> = new Map()) =>
  Array.from(prepareCase(inputOf({ ...tariff, priceYear: 2023 }), { series }).tariffs[0].buyEurPerKwh.subarray(0, 24))

describe("windows in quarters", () => {
  test("give an hour the mean price of its quarters, also over midnight", () => {
    const windows = [
      { eurPerKwh: 0.4, hours: [[7.25, 9]] },
      { eurPerKwh: 0.1, hours: [[22.5, 0.75]] },
      { eurPerKwh: 0.2 },
    ]
    const prices = pricesOn({ ...CUSTOM, buy: { energy: windows, taxed: false } })
    const expected = new Array(24).fill(0.2)
    expected[0] = 0.75 * 0.1 + 0.25 * 0.2
    expected[7] = 0.25 * 0.2 + 0.75 * 0.4
    expected[8] = 0.4
    expected[22] = 0.5 * 0.2 + 0.5 * 0.1
    expected[23] = 0.1
    for (const [hour, price] of prices.entries()) expect(price).toBeCloseTo(expected[hour], 12)
  })

  test("count in the grid fee, which is 0 outside of them", () => {
    const grid = { buyEurPerKwh: [{ eurPerKwh: 0.08, hours: [[16.75, 20]] }] }
    const prices = pricesOn({ ...CUSTOM, grid })
    expect(prices[16]).toBeCloseTo(0.3 + 0.02, 12)
    expect(prices[17]).toBeCloseTo(0.38, 12)
    expect(prices[20]).toBeCloseTo(0.3, 12)
  })

  test("must cover each quarter of a price, and are named in the report by the clock", () => {
    const energy = [
      { eurPerKwh: 0.2, hours: [[0, 7.25]] },
      { eurPerKwh: 0.3, hours: [[7.5, 24]] },
    ]
    expect(refusedRules(() => inputOf({ ...CUSTOM, buy: { energy, taxed: false } }))).toEqual([
      ["tariff.buy.energy", "windows-leave-out"],
    ])
    const term = { path: "buy.energy[0].eurPerKwh", window: { hours: [[7.25, 9]] } }
    expect(termName(term, "en")).toBe("Purchase price: 7:15–9 h")
  })

  test("begin and end at a quarter", () => {
    const energy = [{ eurPerKwh: 0.2, hours: [[7.1, 9]] }, { eurPerKwh: 0.3 }]
    expect(refusedRules(() => inputOf({ ...CUSTOM, buy: { energy, taxed: false } }))).toEqual([
      ["tariff.buy.energy.0.hours.0.0", "multiple-of"],
    ])
  })

  test("are refused for demand charges, whose hours are whole", () => {
    const demand = [{ eurPerKwMonth: 3, hours: [[7.25, 9]] }]
    expect(refusedRules(() => inputOf({ ...CUSTOM, grid: { demand } }))).toEqual([
      ["tariff.grid.demand.0.hours.0.0", "whole-number"],
    ])
  })
})

test("a grid fee of a series is added in each hour", () => {
  const eurPerKwh = Float64Array.from({ length: HOURS }, (_, hour) => (hour % 24) / 100)
  const series = new Map([["fee", { year: 2023, eurPerKwh }]])
  const prices = pricesOn({ ...CUSTOM, grid: { buyEurPerKwh: { series: "fee" } } }, series)
  for (const [hour, price] of prices.entries()) expect(price).toBeCloseTo(0.3 + hour / 100, 12)
})

test("a fixed credit is a negative fixed cost, in every bill and in no choice of the plant", () => {
  const [without, credited] = [{}, { fixedEurPerMonth: -12.5 }].map(grid => solve({ ...CUSTOM, grid }).financial)
  expect(credited!.yearOne.energyBill - without!.yearOne.energyBill).toBeCloseTo(-150, 6)
  expect(credited!.netPresentValue).toBeCloseTo(without!.netPresentValue, 6)
})

describe("a purchase price that ends", () => {
  const ending = { ...CUSTOM, buy: { energy: 0.3, taxed: false, until: 2028, after: { energy: 0.2 } } }

  test("is worth its years: the savings of each phase by the price of that phase", () => {
    const [high, low, both] = [solve(CUSTOM), solve({ ...CUSTOM, buy: { energy: 0.2, taxed: false } }), solve(ending)]
    const lostEur = high.financial.yearOne.savingsVsBaseline - low.financial.yearOne.savingsVsBaseline
    expect(lostEur).toBeGreaterThan(50)
    const expected = high.financial.netPresentValue - lostEur * worthOf(4, 25)
    expect(both.financial.netPresentValue).toBeCloseTo(expected, 0)
    expect(both.financial.yearOne.savingsVsBaseline).toBeCloseTo(high.financial.yearOne.savingsVsBaseline, 2)
  })

  test("is a phase of the report, with the mean price before and after", () => {
    const { phases } = solve(ending)
    expect(phases).toMatchObject([
      { fromCalendarYear: 2026, untilCalendarYear: 2028, changes: [], meanPurchaseEurPerKwh: 0.3 },
      { fromCalendarYear: 2029, untilCalendarYear: 2050, changes: ["purchase"], meanPurchaseEurPerKwh: 0.2 },
    ])
  })

  test("with the grid fee: a later fee is billed from its year on, and stays without one", () => {
    const grid = { buyEurPerKwh: [{ eurPerKwh: 0.05 }], until: 2027 }
    const meansOf = (after: object) =>
      solve({ ...CUSTOM, grid: { ...grid, after } }).phases!.map(({ meanPurchaseEurPerKwh }) => meanPurchaseEurPerKwh)
    expect(meansOf({ buyEurPerKwh: [{ eurPerKwh: 0.09 }], fixedEurPerMonth: 3 })).toEqual([0.35, 0.39])
    expect(meansOf({ fixedEurPerMonth: 3 })).toEqual([0.35, 0.35])
  })

  test("holds in the first year alone, if that is its last", () => {
    const { phases } = solve({ ...ending, buy: { ...ending.buy, until: 2026 } })
    expect(phases!.map(({ untilYear, meanPurchaseEurPerKwh }) => [untilYear, meanPurchaseEurPerKwh])).toEqual([
      [1, 0.3],
      [25, 0.2],
    ])
  })

  test("is refused without the price after it, and with netting that outlasts it", () => {
    const withoutAfter = { ...CUSTOM, buy: { energy: 0.3, taxed: false, until: 2028 } }
    expect(refusedRules(() => inputOf(withoutAfter))).toEqual([["tariff.buy.after", "given-together"]])
    const netted = { ...ending, netting: true, nettingUntil: 2030 }
    expect(refusedRules(() => inputOf(netted))).toEqual([["tariff.nettingUntil", "at-most-other"]])
  })
})

describe("a fixed purchase price", () => {
  const sell = { energy: 0 }
  const open = { ...CUSTOM, sell }
  const fixed = { ...open, buy: { energy: 0.3, taxed: false, growthFraction: 0 } }
  const forThreeYears = {
    ...open,
    buy: { ...fixed.buy, until: 2028, after: { energy: 0.3 } },
  }

  test("does not grow in its years, and grows like other prices after them", () => {
    const [always, never, three] = [solve(fixed), solve(open), solve(forThreeYears)]
    const savedEur = never.financial.yearOne.savingsVsBaseline
    const lostEur = (from: number, until: number): number => {
      let sum = 0
      for (let year = from; year <= until; year++)
        sum += ((1.03 ** (year - 1) - 1) * 0.995 ** (year - 1)) / 1.05 ** year
      return savedEur * sum
    }
    const npv = never.financial.netPresentValue
    expect(three.financial.netPresentValue).toBeCloseTo(npv - lostEur(1, 3), 0)
    expect(always.financial.netPresentValue).toBeCloseTo(npv - lostEur(1, 25), 0)
    expect(three.phases!.map(({ purchaseGrowth }) => purchaseGrowth)).toEqual([0, 0.03])
  })

  test("that is taxed leaves grid fees and taxes to their own growth", () => {
    const taxed = (growthFraction?: number) =>
      solve({ ...open, buy: { energy: 0.1, taxed: true, ...(growthFraction === undefined ? {} : { growthFraction }) } })
    const [without, same, none] = [taxed(), taxed(0.03), taxed(0)].map(({ financial }) => financial.netPresentValue)
    expect(same).toBeCloseTo(without!, 1)
    const allIn = (always: object) => solve({ ...open, buy: { energy: 0.1, taxed: false, ...always } }).financial
    const lostOfEnergy = allIn({}).netPresentValue - allIn({ growthFraction: 0 }).netPresentValue
    expect(without! - none!).toBeCloseTo(lostOfEnergy * 1.21, 0)
  })

  test("does not follow the market in its years: the range of its worth is narrower", () => {
    const widthOf = (tariff: object): number => {
      const { p10, p90 } = solve(tariff).outlook!.npv
      return p90 - p10
    }
    const [always, three, never] = [widthOf(fixed), widthOf(forThreeYears), widthOf(open)]
    expect(always).toBeLessThan(0.3 * never)
    expect(three).toBeLessThan(0.9 * never)
  })

  test("decides the number of panels: no other number costs less", () => {
    const tariff = { ...open, buy: { energy: 0.3, taxed: false, growthFraction: -0.1 } }
    const costWith = (minPanelCount: number, maxPanelCount: number): number =>
      solve(tariff, { newPv: [{ ...SITE.newPv[0]!, minPanelCount, maxPanelCount }] }).financial.lifecycle.totalCost
    const costs = Array.from({ length: 12 }, (_, index) => costWith(index + 1, index + 1))
    expect(costWith(1, 12)).toBeLessThanOrEqual(Math.min(...costs) + 0.01)
  })

  test("is in the search as in the money: the bound and the cost of the best plant are within the tolerance", () => {
    const windows = [{ eurPerKwh: 0.42, hours: [[16.75, 21.5]] }, { eurPerKwh: 0.22 }]
    const later = [{ eurPerKwh: 0.38, hours: [[17, 21]] }, { eurPerKwh: 0.2 }]
    const buy = { energy: windows, taxed: false, growthFraction: 0, until: 2030, after: { energy: later } }
    const tariff = { ...CUSTOM, buy, grid: { buyEurPerKwh: [{ eurPerKwh: 0.03, months: [11, 12, 1, 2] }] } }
    const newPv = [{ ...SITE.newPv[0]!, minPanelCount: 0 }]
    const electricBattery = { capacityKwh: 12, powerRatingKw: 6, costPerKwh: 200 }
    const { optimisation, financial } = solve(tariff, { newPv, electricBattery, control: "ideal" })
    const { totalCost } = financial.lifecycle
    expect(optimisation.lowerBoundTotalCost).toBeLessThanOrEqual(totalCost + 1e-6)
    expect(optimisation.lowerBoundTotalCost).toBeGreaterThan(totalCost * (1 - 2 * TOLERANCE))
  })
})
