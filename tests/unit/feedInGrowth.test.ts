/** Feed-in pay that grows at another rate than prices: bounds and optima use the amounts that the bill counts. */
import { describe, expect, test } from "bun:test"
import { packJobInputs } from "../../domain/case/jobInputs.ts"
import { prepareCase } from "../../domain/case/prepare.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { readReport } from "../../domain/texts/report.ts"
import { sizingOf } from "../../search/model/sizing.ts"
import { uncountedFeedInEur } from "../../search/size/feedInCap.ts"
import { solveJob } from "../../worker/job.ts"
import { checkedOptimiser } from "../support/checkedCore.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"
import { driverEnds } from "../support/outlook.ts"

const optimiser = await checkedOptimiser()
const ROOF = { maxPanelCount: 20, panelPowerWatts: 430 }
const SITE = {
  location: { lat: 51.44, lon: 5.48 },
  inputMethod: "known",
  yearlyKwh: 3500,
  newPv: [ROOF],
  includeSavingsSpread: false,
}

const solve = (request: object) => {
  const input = parseEarlierRequest({ ...SITE, ...request } as never, standardProfileKeys)
  const job = { scanId: "s", runId: "r", attempt: 1, input, material: packJobInputs({ assumptions: {} }) }
  const result = solveJob(job, { optimiser, sizingTolerance: 1e-3 }, () => true)
  if (result.kind !== "solved") throw new Error(JSON.stringify(result.error))
  return readReport(result.report, "en")
}

const NOMINAL_PAY = {
  electricityPriceGrowth: -0.02,
  tariff: {
    type: "custom",
    buy: { energy: "dayAhead", taxed: true },
    sell: { energy: 0.12, growthFraction: 0 },
  },
}
const GROWING_PAY = {
  electricityPriceGrowth: 0,
  tariff: { type: "custom", buy: { energy: 0.18, taxed: false }, sell: { energy: 0.09, growthFraction: 0.08 } },
}

describe("feed-in pay that grows above purchase", () => {
  test.each([
    ["nominal pay while prices fall", NOMINAL_PAY],
    ["pay that grows 8 % a year", GROWING_PAY],
  ])("%s: no plant costs less than the bound", (_, terms) => {
    const chosen = solve(terms)
    const { optimisation, financial } = chosen
    const boundEur = optimisation.lowerBoundTotalCost
    expect(boundEur).toBeLessThanOrEqual(financial.lifecycle.totalCost + 0.01)
    expect(optimisation.gap).toBeGreaterThanOrEqual(0)
    for (const minPanelCount of [0, 20]) {
      const newPv = [{ ...ROOF, minPanelCount, maxPanelCount: minPanelCount || 5 }]
      const other = solve({ ...terms, newPv })
      expect(boundEur).toBeLessThanOrEqual(other.financial.lifecycle.totalCost + 0.01)
    }
    expect(
      chosen.notes.filter(text => text.startsWith("Over the years of the analysis the feed-in price")),
    ).toHaveLength(1)
  })

  test("where every roof is full and all is sold at once, the bound is what the plant costs", () => {
    const { optimisation, financial, solar } = solve({ ...GROWING_PAY, control: "ideal" })
    expect(solar.newSystems[0]!.panelCount).toBe(ROOF.maxPanelCount)
    expect(optimisation.gap).toBeLessThanOrEqual(1e-3)
    expect(Math.abs(optimisation.lowerBoundTotalCost - financial.lifecycle.totalCost)).toBeLessThan(1)
  })

  test("with a battery, products and contracts the bounds hold too", () => {
    const products = [{ id: "p", capacityKwh: 5, powerKw: 2.5, eur: 1500 }]
    const electricBattery = { capacityKwh: 10, powerRatingKw: 5, costPerKwh: 250 }
    for (const battery of [electricBattery, { capacityKwh: 10, powerRatingKw: 5, products }]) {
      const { tariff, ...growth } = GROWING_PAY
      const report = solve({ ...growth, tariff, electricBattery: battery, contracts: [{ ...tariff, name: "same" }] })
      const { totalCost } = report.financial.lifecycle
      expect(report.optimisation.lowerBoundTotalCost).toBeLessThanOrEqual(totalCost + 0.01)
      for (const row of report.contracts!.ranked)
        expect(row.lowerBoundTotalCost).toBeLessThanOrEqual(row.totalCost + 0.01)
      const ofBattery = driverEnds(report, "batteryCost")
      for (const { optimum } of ofBattery) expect(optimum).toBeNull()
    }
  })

  test("pay that stays below purchase loses nothing of its bound", () => {
    const { notes, optimisation } = solve({
      electricityPriceGrowth: 0.02,
      tariff: { type: "custom", buy: { energy: 0.3, taxed: false }, sell: { energy: 0.05, growthFraction: 0.03 } },
    })
    expect(optimisation.gap).toBeLessThanOrEqual(1e-3)
    expect(notes.filter(text => text.startsWith("Over the years of the analysis the feed-in price"))).toEqual([])
  })
})

test("what the search leaves uncounted grows with a battery that may sell beside the panels", () => {
  const uncountedWith = (electricBattery: object | undefined) => {
    const request = { ...SITE, ...GROWING_PAY, electricBattery }
    const scan = prepareCase(parseEarlierRequest(request as never, standardProfileKeys))
    return uncountedFeedInEur(scan, sizingOf(scan, 1e-3))
  }
  expect(uncountedWith({ capacityKwh: 10, powerRatingKw: 5 })).toBeGreaterThan(2 * uncountedWith(undefined))
})

test("the best plant at another price of the battery, where it is the same plant, is worth the same", () => {
  const report = solve({
    yearlyKwh: 4500,
    analysisYears: 20,
    electricityPriceGrowth: 0.03,
    newPv: [{ ...ROOF, minPanelCount: 14, maxPanelCount: 14, inverterControl: "exportLimit" }],
    electricBattery: {
      minCapacityKwh: 8,
      capacityKwh: 8,
      minPowerRatingKw: 4,
      powerRatingKw: 4,
      costPerKwh: 200,
    },
    tariff: { type: "custom", buy: { energy: "dayAhead", taxed: true }, sell: { energy: 0.08, growthFraction: 0 } },
  })
  const rows = driverEnds(report, "batteryCost")
  expect(rows).toHaveLength(2)
  for (const { optimum, npv } of rows) expect(optimum!.npv).toBeCloseTo(npv!, -1)
})
