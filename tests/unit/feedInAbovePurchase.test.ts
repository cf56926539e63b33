/** Feed-in price above the purchase price: bills count it in full, bounds and choices stay valid. */
import { describe, expect, test } from "bun:test"
import { packJobInputs } from "../../domain/case/jobInputs.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { readReport } from "../../domain/texts/report.ts"
import { solveJob } from "../../worker/job.ts"
import { checkedOptimiser } from "../support/checkedCore.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"

const optimiser = await checkedOptimiser()
const ROOF = { maxPanelCount: 20, panelPowerWatts: 430 }
const SITE = {
  location: { lat: 51.45, lon: 7.01 },
  inputMethod: "known",
  yearlyKwh: 3500,
  includeSavingsSpread: false,
}

const solve = (request: object) => {
  const input = parseEarlierRequest({ ...SITE, ...request } as never, standardProfileKeys)
  const job = { scanId: "s", runId: "r", attempt: 1, input, material: packJobInputs({ assumptions: {} }) }
  const result = solveJob(job, { optimiser, sizingTolerance: 1e-3 }, () => true)
  if (result.kind !== "solved") throw new Error(JSON.stringify(result.error))
  return readReport(result.report, "en")
}

const existingPv = [{ panelCount: 10, panelPowerWatts: 400 }]
const paying = (eurPerKwh: number) => ({
  tariff: { type: "custom", buy: { energy: 0.3, taxed: false }, sell: { energy: eurPerKwh } },
})

describe("pay of 39 ct beside a purchase price of 30 ct", () => {
  const oldPay = { existingPv, ...paying(0.39) }

  test("the site as it is gets all of it, with nothing new to choose and nothing left unproven", () => {
    const { financial, electricityGrid, optimisation, sustainability } = solve(oldPay)
    const { gridFeedInKwh } = sustainability.energyBalance
    expect(gridFeedInKwh).toBeGreaterThan(2000)
    expect(financial.parameters.baselineFirstYearCost).toBeCloseTo(
      0.3 * electricityGrid.annualEnergySuppliedKwhBau - 0.39 * gridFeedInKwh,
      1,
    )
    expect(financial.netPresentValue).toBeCloseTo(0, 6)
    expect(optimisation.gap).toBeLessThanOrEqual(1e-9)
    expect(optimisation.lowerBoundTotalCost).toBeCloseTo(financial.lifecycle.totalCost, 1)
  })

  test("it does not speak against new panels, and no plant costs less than the bound", () => {
    const { financial, optimisation, solar, notes } = solve({ ...oldPay, newPv: [ROOF] })
    expect(solar.newSystems[0]!.panelCount).toBe(ROOF.maxPanelCount)
    const boundEur = optimisation.lowerBoundTotalCost
    expect(boundEur).toBeLessThanOrEqual(financial.lifecycle.totalCost + 0.01)
    for (const maxPanelCount of [1, 10]) {
      const other = solve({ ...oldPay, newPv: [{ ...ROOF, maxPanelCount, minPanelCount: maxPanelCount }] })
      expect(boundEur).toBeLessThanOrEqual(other.financial.lifecycle.totalCost + 0.01)
    }
    expect(notes.filter(text => text.includes("the feed-in price lies above the purchase price."))).toHaveLength(1)
  })

  test("a battery beside it is billed as it is operated", () => {
    const electricBattery = { capacityKwh: 5, minCapacityKwh: 5, powerRatingKw: 2.5, minPowerRatingKw: 2.5 }
    const { financial, sustainability, optimisation, control } = solve({ ...oldPay, electricBattery })
    const { gridFeedInKwh, gridPurchaseKwh } = sustainability.energyBalance
    const billEur = 0.3 * gridPurchaseKwh - 0.39 * gridFeedInKwh
    expect(financial.costComparison.firstYearOptimized).toBeCloseTo(billEur, 1)
    expect(optimisation.lowerBoundTotalCost).toBeLessThanOrEqual(financial.lifecycle.totalCost + 0.01)
    expect(control!.firstYearSavings.selfConsumption).toBeCloseTo(financial.yearOne.savingsVsBaseline, 6)
  })
})

test("where feed-in earns three times the purchase price, roofs that are worth filling are filled, beside a battery too", () => {
  const tariff = { type: "custom", buy: { energy: 0.05, taxed: false }, sell: { energy: 0.15 } }
  const electricBattery = { capacityKwh: 10, powerRatingKw: 5, costPerKwh: 350 }
  const { solar, financial, alternatives } = solve({ newPv: [ROOF], electricBattery, tariff })
  expect(solar.newSystems[0]!.panelCount).toBe(ROOF.maxPanelCount)
  expect(financial.netPresentValue).toBeGreaterThan(5000)
  for (const { netPresentValue } of alternatives!)
    expect(netPresentValue).toBeLessThanOrEqual(financial.netPresentValue + 1)
})
