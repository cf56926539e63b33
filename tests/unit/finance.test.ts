import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import {
  batteryLifeYears,
  batteryReplacementYears,
  cyclesPerYear,
  replacementWorth,
  stateOfHealth,
} from "../../domain/finance/battery.ts"
import { yearBill } from "../../domain/finance/bill.ts"
import { lifecycle, type PhaseAmounts, type PlantCosts } from "../../domain/finance/lifecycle.ts"
import { lifecycleOffset, objectivePrices } from "../../domain/finance/objective.ts"
import type { Horizon } from "../../domain/finance/phases.ts"
import { annuityFactor, presentWorthFactor } from "../../domain/finance/presentWorth.ts"
import { batteryPurchaseEur, solarPurchaseEur } from "../../domain/finance/purchase.ts"
import { defaultAssumptions } from "../../domain/market/assumptions.ts"
import { curveEur } from "../../domain/market/priceCurve.ts"
import { buildReport } from "../../domain/report/build.ts"
import { scanInputOf } from "../../domain/request/scanInput.ts"
import { hourOfYear } from "../../domain/site/year.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"
import { solved } from "../support/solvedCase.ts"

const HOURS = 8760
const constant = (value: number) => new Float64Array(HOURS).fill(value)

describe("present worth", () => {
  test("of two years by hand: 1/1.04 + 1.02·0.995/1.04²", () => {
    expect(presentWorthFactor(2, 0.02, 0.005, 0.04)).toBeCloseTo(1.8998705621, 9)
  })
  test("of 25 years at the shipped rates, and without growth and degradation the annuity", () => {
    expect(presentWorthFactor(25, 0.02, 0.005, 0.04)).toBeCloseTo(18.2097613988, 8)
    expect(presentWorthFactor(25, 0, 0, 0.04)).toBeCloseTo(15.6220799437, 8)
    expect(annuityFactor(25, 0.04)).toBeCloseTo(15.6220799437, 8)
  })
  test("without discounting is the number of years", () => {
    expect(annuityFactor(12, 0)).toBe(12)
    expect(presentWorthFactor(12, 0, 0, 0)).toBe(12)
  })
})

describe("battery life", () => {
  test("15 years up to 400 cycles a year, 6000 cycles above", () => {
    expect(batteryLifeYears(0, defaultAssumptions)).toBe(15)
    expect(batteryLifeYears(400, defaultAssumptions)).toBe(15)
    expect(batteryLifeYears(500, defaultAssumptions)).toBe(12)
  })
  test("replaced at each multiple of its life before the last year", () => {
    expect(batteryReplacementYears(25, 15)).toEqual([15])
    expect(batteryReplacementYears(15, 15)).toEqual([])
    expect(batteryReplacementYears(30, 10)).toEqual([10, 20])
    expect(batteryReplacementYears(25, 12.5)).toEqual([13])
    expect(replacementWorth(25, 15, 0.04)).toBeCloseTo(1.04 ** -15, 12)
  })
  test("health falls linearly to 80 % at the end of life", () => {
    expect(stateOfHealth(10, 20, 0.8)).toBeCloseTo(0.9, 12)
    expect(stateOfHealth(25, 15, 0.8)).toBeCloseTo(0.8, 12)
  })
  test("cycles are of the usable capacity", () => {
    expect(cyclesPerYear(2700, 10, 10)).toBeCloseTo(300, 12)
    expect(cyclesPerYear(0, 0, 10)).toBe(0)
    expect(cyclesPerYear(0, 10, 100)).toBe(0)
  })
})

describe("the bill of a year", () => {
  test("energy, demand of the month's peak, fixed costs and feed-in", () => {
    const importKwh = constant(0)
    const exportKwh = constant(0)
    importKwh[hourOfYear(1, 31, 23)] = 4
    importKwh[hourOfYear(2, 1, 0)] = 2
    importKwh[hourOfYear(2, 1, 1)] = 3
    exportKwh[hourOfYear(6, 1, 12)] = 10
    const prices = { buyEurPerKwh: constant(0.25), sellEurPerKwh: constant(0.1) }
    const bill = yearBill(importKwh, exportKwh, prices, {
      fixedCostEurPerMonth: 7,
      demandChargeEurPerKwMonth: 2,
      nettingEurPerKwh: 0,
    })
    expect(bill.monthlyEnergyEur.slice(0, 3)).toEqual([1, 1.25, 0])
    expect(bill.monthlyDemandEur.slice(0, 3)).toEqual([8, 6, 0])
    expect(bill.monthlyFixedEur).toEqual(new Array(12).fill(7))
    expect(bill.energyBillEur).toBeCloseTo(2.25 + 14 + 84, 12)
    expect(bill.feedInRevenueEur).toBeCloseTo(1, 12)
    expect(bill.costEur).toBeCloseTo(99.25, 12)
  })

  test("netting gives back a price for each kWh of the smaller of import and export", () => {
    const prices = { buyEurPerKwh: constant(0.3), sellEurPerKwh: constant(0.1) }
    const charges = { fixedCostEurPerMonth: 0, demandChargeEurPerKwMonth: 0, nettingEurPerKwh: 0.2 }
    const hours = (kwh: number) => {
      const year = constant(0)
      year[100] = kwh
      return year
    }
    const more = yearBill(hours(50), hours(20), prices, charges)
    expect(more.nettingCreditEur).toBeCloseTo(4, 12)
    expect(more.costEur).toBeCloseTo(30 * 0.3, 12)
    const less = yearBill(hours(50), hours(70), prices, charges)
    expect(less.costEur).toBeCloseTo(-20 * 0.1, 12)
    expect(less.costEur).toBeCloseTo(less.energyBillEur - less.feedInRevenueEur, 12)
  })
})

const noCosts: PlantCosts = {
  solarPurchaseEur: 0,
  batteryPurchaseEur: 0,
  replacementEur: 0,
  replacementYears: [],
  wearEurPerYear: 0,
  solarRenewals: [],
  solarResidualEur: 0,
  batteryResidualEur: 0,
  solarMaintenanceEurPerYear: 0,
  batteryMaintenanceEurPerYear: 0,
}
const flatYears = (years: number): Horizon => ({
  ...{ years, phaseStarts: [1] },
  ...{ discountRate: 0, priceGrowth: 0, degradation: 0 },
})
const bills = (energyBillEur: number, feedInRevenueEur = 0): PhaseAmounts => [{ energyBillEur, feedInRevenueEur }]

describe("the years of a plant", () => {
  test("1000 EUR that save 300 a year return after 3⅓ years", () => {
    const money = lifecycle(bills(900), bills(700, 100), { ...noCosts, solarPurchaseEur: 1000 }, flatYears(10))
    expect(money.yearlyCashflowsEur).toEqual([-1000, ...new Array(10).fill(300)])
    expect(money.cumulativeCashflowsEur.slice(0, 5)).toEqual([-1000, -700, -400, -100, 200])
    expect(money.returnPeriodYears).toBeCloseTo(10 / 3, 12)
    expect(money.breakEvenYear).toBe(4)
    expect(money.endBalanceEur).toBe(2000)
    expect(money.averageAnnualReturn).toBeCloseTo(0.2, 12)
    expect(money.netPresentValueEur).toBe(2000)
    expect(money.totalCostEur).toBe(7000)
    expect(money.baselineCostEur).toBe(9000)
  })
  test("growth and degradation act from year 2", () => {
    const horizon: Horizon = { ...flatYears(2), discountRate: 0.04, priceGrowth: 0.02, degradation: 0.005 }
    const money = lifecycle(bills(100), bills(0), noCosts, horizon)
    expect(money.yearlyCashflowsEur).toEqual([0, 100, expect.closeTo(101.49, 10)])
    expect(money.energyBillEur).toBeCloseTo((1.02 * 100 * 0.005) / 1.0816, 12)
    expect(money.baselineCostEur).toBeCloseTo(100 / 1.04 + 102 / 1.0816, 12)
    expect(money.returnPeriodYears).toBe(0)
    expect(money.averageAnnualReturn).toBe(0)
  })
  test("the return that lasts counts, when a replacement takes the balance below zero again", () => {
    const costs = { ...noCosts, batteryPurchaseEur: 100, replacementEur: 90, replacementYears: [3] }
    const money = lifecycle(bills(60), bills(0), costs, flatYears(4))
    expect(money.cumulativeCashflowsEur).toEqual([-100, -40, 20, -10, 50])
    expect(money.returnPeriodYears).toBeCloseTo(3 + 10 / 60, 12)
    expect([money.breakEvenYear, money.firstPositiveYear]).toEqual([4, 2])
  })
  test("a balance that only reaches zero has not turned positive", () => {
    const costs = { ...noCosts, batteryPurchaseEur: 100, replacementEur: 60, replacementYears: [3] }
    const money = lifecycle(bills(40), bills(0), costs, flatYears(4))
    expect(money.yearlyCashflowsEur).toEqual([-100, 40, 40, -20, 40])
    expect(money.returnPeriodYears).toBeNull()
    expect(money.breakEvenYear).toBeNull()
    expect(money.replacementEur).toBe(60)
  })
})

describe("what is left of a plant", () => {
  const costs: PlantCosts = {
    ...noCosts,
    ...{ solarPurchaseEur: 8000, batteryPurchaseEur: 3000, solarResidualEur: 1500, batteryResidualEur: 250 },
  }
  const horizon = { ...flatYears(10), discountRate: 0.04 }

  test("is got once, with the last year, whatever was invested: 1750 EUR in year 10 at 4 % are 1182.24 today", () => {
    const money = lifecycle(bills(900), bills(0), costs, horizon)
    expect(money.residualValueEur).toBeCloseTo(1182.2373, 3)
    expect(money.investmentEur).toBe(11_000)
    expect(money.yearlyCashflowsEur).toEqual([-11_000, ...new Array(9).fill(900), 2650])
    // Ten years of 900 EUR at 4 % are 7299.81 EUR.
    expect(money.netPresentValueEur).toBeCloseTo(7299.8062 - 11_000 + 1182.2373, 3)
    expect(money.totalCostEur).toBeCloseTo(11_000 - 1182.2373, 3)
  })
  test("is the same of a plant that cost twice as much, and of one that cost nothing", () => {
    const twice = { ...costs, solarPurchaseEur: 16_000, batteryPurchaseEur: 6000 }
    for (const other of [twice, { ...costs, solarPurchaseEur: 0, batteryPurchaseEur: 0 }])
      expect(lifecycle(bills(900), bills(0), other, horizon).residualValueEur).toBeCloseTo(1182.2373, 3)
  })
  test("of panels and a battery of a report: a fifth of the panels and a third of a second battery at 60 %, half of it counted", () => {
    const assumptions = { residualValueFraction: 0.5, batteryCycleLife: 1e6 }
    const priced = { costPerKwh: 300, batteryKwh: 10, batteryLifeYears: 12 }
    const { scan, solution } = solved({ analysisYears: 20, assumptions, maintenance: false, ...priced })
    const { report } = buildReport(scan, solution)
    const { solarInvestment, batteryInvestment, residualValue } = report.overview.lifecycleCostBreakdown
    expect(batteryInvestment).toBeCloseTo(3000, 9)
    // Panels live 25 years, the second battery from year 12 to 24.
    const left = 0.5 * (solarInvestment / 5 + (1800 * 4) / 12)
    expect(residualValue).toBeCloseTo(left * 1.04 ** -20, 6)
  })
})

describe("the years of a plant, in sum", () => {
  test("nothing bought and nothing saved is nothing, and never returned", () => {
    const money = lifecycle(bills(812.3, 12.1), bills(812.3, 12.1), noCosts, {
      ...flatYears(25),
      discountRate: 0.04,
      degradation: 0.005,
    })
    expect(money.netPresentValueEur).toBe(0)
    expect(money.yearlyCashflowsEur).toEqual(new Array(26).fill(0))
    expect(money.returnPeriodYears).toBeNull()
    expect(money.breakEvenYear).toBeNull()
  })
  test("present values and discounted cash flows are the same sum", () => {
    const euros = fc.double({ min: 0, max: 1e5, noNaN: true })
    const rate = fc.double({ min: -0.05, max: 0.2, noNaN: true })
    fc.assert(
      fc.property(
        fc.tuple(euros, euros, euros, euros, euros, euros, euros, euros, euros),
        fc.tuple(rate, rate, fc.double({ min: 0, max: 0.05, noNaN: true })),
        fc.integer({ min: 10, max: 30 }),
        fc.double({ min: 3, max: 30, noNaN: true }),
        (
          [bE, bF, oE, oF, solar, battery, solarYear, batteryYear, wearYear],
          [discountRate, priceGrowth, degradation],
          years,
          life,
        ) => {
          const replacementYears = batteryReplacementYears(years, life)
          const costs = {
            solarPurchaseEur: solar,
            batteryPurchaseEur: battery,
            replacementEur: 0.6 * battery,
            replacementYears,
            wearEurPerYear: wearYear,
            solarRenewals: [{ year: 7, eur: wearYear }],
            solarResidualEur: solarYear,
            batteryResidualEur: batteryYear,
            solarMaintenanceEurPerYear: solarYear,
            batteryMaintenanceEurPerYear: batteryYear,
          }
          const money = lifecycle(bills(bE, bF), bills(oE, oF), costs, {
            ...{ years, phaseStarts: [1] },
            ...{ discountRate, priceGrowth, degradation },
          })
          const discounted = money.yearlyCashflowsEur.reduce(
            (sum, flow, year) => sum + flow / (1 + discountRate) ** year,
            0,
          )
          // The parts may cancel: rounding is measured against them, not against their difference.
          const scale = (bE + bF + oE + oF) * years + money.investmentEur + 1
          expect(Math.abs(money.netPresentValueEur - discounted)).toBeLessThan(1e-9 * scale)
          expect(money.yearlyCashflowsEur).toHaveLength(years + 1)
        },
      ),
      { numRuns: 200 },
    )
  })
})

const request = (changes: object) =>
  scanInputOf(
    parseEarlierRequest(
      { location: { lat: 52, lon: 5 }, inputMethod: "known", yearlyKwh: 3000, ...changes },
      new Set(["standard"]),
    ),
  )
const battery = { capacityKwh: 50, powerRatingKw: 10 }

describe("what a plant costs to buy", () => {
  test("battery by the curve, its own price, or 600 for self-sufficiency, and what is fixed on top", () => {
    const priceOf = (electricBattery: object, kwh: number, goal = "cost-savings") => {
      const input = request({ electricBattery: { ...battery, ...electricBattery }, goal })
      return batteryPurchaseEur({ input, assumptions: defaultAssumptions }, kwh, 0)
    }
    expect([0, 2.5, 5, 7.5, 10, 20, 40, 50].map(kwh => priceOf({}, kwh))).toEqual([
      0, 3125, 5500, 7375, 9250, 17_000, 24_000, 30_000,
    ])
    expect(priceOf({}, 3, "self-sufficiency")).toBe(1800)
    expect(priceOf({ costPerKwh: 450 }, 3, "self-sufficiency")).toBe(1350)
    expect([0, 3].map(kwh => priceOf({ costPerKwh: 450, fixedCostEur: 100 }, kwh))).toEqual([0, 1450])
    expect(priceOf({ fixedCostEur: 100 }, 5)).toBe(5600)
  })
  test("power above what is included costs what the organization says, but not of a battery at its own price", () => {
    const assumptions = { ...defaultAssumptions, batteryEurPerKw: 100, batteryIncludedRate: 0.5 }
    const of = (own: object) => ({ input: request({ electricBattery: { ...battery, ...own } }), assumptions })
    expect(batteryPurchaseEur(of({}), 10, 8)).toBe(9250 + 300)
    expect(batteryPurchaseEur(of({}), 10, 4)).toBe(9250)
    expect(batteryPurchaseEur(of({ costPerKwh: 500 }), 10, 8)).toBe(5000)
  })
  test("roofs without a price of their own are priced together", () => {
    const roof = { maxPanelCount: 20, panelPowerWatts: 400 }
    const purchase = (newPv: object[], panels: number[]) =>
      solarPurchaseEur({ input: request({ newPv }), assumptions: defaultAssumptions }, panels)
    expect(purchase([roof], [10])).toBe(4400)
    expect(purchase([roof, roof], [5, 5])).toBe(4400)
    expect(purchase([roof, roof], [0, 0])).toBe(0)
    expect(purchase([roof, { ...roof, costPerKwp: 1500 }], [10, 5])).toBe(4400 + 3000)
    expect(
      purchase(
        [
          { ...roof, fixedCostEur: 70 },
          { ...roof, fixedCostEur: 900 },
        ],
        [10, 0],
      ),
    ).toBe(4470)
  })
})

describe("prices of the objective", () => {
  test("purchase, 0.6 of it in year 15, and 2.5 % a year when asked", () => {
    const own = { ...battery, costPerKwh: 1000 }
    const of = (changes: object) =>
      objectivePrices({ input: request({ electricBattery: own, ...changes }), assumptions: defaultAssumptions })
    const plain = 1000 * (1 + 0.6 * 0.5552645027)
    expect(of({}).battery?.capacity).toEqual({ eurPerKwh: expect.closeTo(plain, 6) })
    expect(of({ includeBatteryMaintenanceCosts: true }).battery?.capacity).toEqual({
      eurPerKwh: expect.closeTo(plain + 1000 * 0.025 * 15.6220799437, 5),
    })
  })
  test("the curve carries the same multiplier, and no battery has no price", () => {
    const priced = { input: request({ electricBattery: battery }), assumptions: defaultAssumptions }
    const multiplier = 1 + 0.6 * 1.04 ** -15
    expect(objectivePrices(priced).battery).toEqual({
      wear: { eurPerKwh: expect.closeTo((600 * 0.6 * 15.6220799437) / (6000 * 0.9), 8), includedKwhPerKwh: 360 },
      capacity: {
        curve: defaultAssumptions.batteryPriceCurve.map(({ kwh, eur }) => ({
          size: kwh,
          eur: expect.closeTo(eur * multiplier, 6),
        })),
      },
      eurPerKw: 0,
    })
    expect(objectivePrices({ input: request({}), assumptions: defaultAssumptions }).battery).toBeNull()
  })
  test("roofs carry 18 EUR per kW and year when asked", () => {
    const newPv = [{ maxPanelCount: 10, panelPowerWatts: 400, costPerKwp: 950 }]
    const of = (flag: boolean) =>
      objectivePrices({ input: request({ newPv, includePvMaintenanceCosts: flag }), assumptions: defaultAssumptions })
    const own = { fixedEur: 0, isPricedTogether: false }
    expect(of(false).roofs).toEqual([{ ...own, eurPerKw: 950 }])
    expect(of(true).roofs).toEqual([{ ...own, eurPerKw: expect.closeTo(950 + 18 * 15.6220799437, 6) }])
  })
  test("objective plus offset is the report's life-cycle cost", () => {
    for (const maintenance of [false, true])
      for (const batteryLifeYears of [15, 8.3]) {
        const assumptions = { fixedCostEurPerMonth: 9, batteryCycleLife: 3000 }
        const { scan, solution } = solved({ maintenance, batteryLifeYears, assumptions })
        const { report } = buildReport(scan, solution)
        const prices = objectivePrices(scan)
        const kwp = solution.panels.map(count => count * 0.4)
        const together = curveEur(
          prices.panelCurve,
          kwp.reduce((sum, kw) => sum + kw, 0),
        )
        const roofs = prices.roofs.reduce((eur, { eurPerKw }, roof) => eur + eurPerKw * kwp[roof]!, together)
        const capacity = prices.battery && "curve" in prices.battery.capacity ? prices.battery.capacity.curve : []
        const capacityEur = curveEur(capacity, solution.capacityKwh)
        const { eurPerKwh, includedKwhPerKwh } = prices.battery!.wear!
        const discharged = solution.optimised.years[0].dischargeKwh.reduce((sum, kwh) => sum + kwh, 0)
        const wearEur = eurPerKwh * (discharged - includedKwhPerKwh * solution.capacityKwh)
        expect(wearEur).toBeGreaterThan(10)
        const objective = roofs + capacityEur + wearEur + prices.presentWorthFactor * solution.optimised.costEur
        const offset = lifecycleOffset(scan, [
          { energyBillEur: report.financial.costComparison.firstYearBaseline, feedInRevenueEur: 0 },
        ])
        const { totalCost } = report.financial.lifecycle
        expect(Math.abs((objective + offset) / totalCost - 1)).toBeLessThan(1e-6)
      }
  })
})
