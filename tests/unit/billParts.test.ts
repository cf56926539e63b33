/** Energy, grid fees and taxes of a bill, and how they grow apart, by hand. */
import { expect, test } from "bun:test"
import { yearBill } from "../../domain/finance/bill.ts"
import { levelledEur } from "../../domain/finance/lifecycle.ts"
import { type Horizon, phaseShares } from "../../domain/finance/phases.ts"
import { priceParts } from "../../domain/market/tariff/priceParts.ts"
import { HOURS_PER_YEAR } from "../../domain/site/year.ts"

const even = (yearKwh: number) => new Float64Array(HOURS_PER_YEAR).fill(yearKwh / HOURS_PER_YEAR)
const always = (eur: number) => new Float64Array(HOURS_PER_YEAR).fill(eur)
const PRICES = { buyEurPerKwh: always(0.3), sellEurPerKwh: always(0.05) }

test("the parts of a bill: tax by blocks is tax, fixed costs and peaks are grid fees, netting gives each part back", () => {
  const bill = yearBill(even(10_000), even(2000), PRICES, {
    fixedCostEurPerMonth: 5,
    demandChargeEurPerKwMonth: 1,
    nettingEurPerKwh: 0.2,
    parts: priceParts(0.06, 0.1, { nettingEurPerKwh: 0.2, length: HOURS_PER_YEAR }),
    tax: {
      blocks: [
        { fromKwh: 0, toKwh: 2900, eurPerKwh: 0.14 },
        { fromKwh: 2900, toKwh: null, eurPerKwh: 0.1 },
      ],
      inPriceEurPerKwh: 0.1,
      inPriceFromKwh: 2900,
    },
  })
  const peakKw = 10_000 / HOURS_PER_YEAR
  expect(bill.parts!.gridFeeEur).toBeCloseTo(10_000 * 0.06 + 12 * 5 + 12 * peakKw, 6)
  // 2900 kWh of the first block cost 4 ct more than the tax in hourly prices.
  expect(bill.parts!.taxEur).toBeCloseTo(10_000 * 0.1 + 2900 * 0.04, 6)
  expect(bill.parts!.nettedTaxEur).toBeCloseTo(2000 * 0.1, 6)
  expect(bill.parts!.nettedGridFeeEur).toBeCloseTo(2000 * 0.06, 6)
})

const RATES = { energy: 0.05, gridFee: 0.08, tax: -0.03 }
const HORIZON: Horizon = {
  ...{ years: 10, phaseStarts: [1], discountRate: 0.04 },
  ...{ priceGrowth: 0.02, degradation: 0, partGrowth: RATES },
}

test("each part of what is bought, netted and fed in is at its own level in a later year", () => {
  const parts = { gridFeeEur: 200, taxEur: 300, nettedGridFeeEur: 40, nettedTaxEur: 70 }
  const bill = { energyBillEur: 1000, feedInRevenueEur: 260, nettingCreditEur: 160, parts }
  const level = (rate: number) => ((1 + rate) / 1.02) ** 4
  const energy = level(RATES.energy)
  const bought = 500 * energy + 200 * level(RATES.gridFee) + 300 * level(RATES.tax)
  const netted = 50 * energy + 40 * level(RATES.gridFee) + 70 * level(RATES.tax)
  expect(levelledEur(5, [bill], HORIZON)).toBeCloseTo(bought - netted - 100 * energy, 9)
  expect(levelledEur(1, [bill], HORIZON)).toBeCloseTo(740, 9)
  const ownGrowth = { ...HORIZON, feedInGrowth: [-0.1] }
  expect(levelledEur(5, [bill], ownGrowth)).toBeCloseTo(bought - netted - 100 * level(-0.1), 9)
})

test("in the objective feed-in pay without growth of its own counts as energy does, and each part by its own", () => {
  const worthOf = (growth: number, from: number, to: number) => {
    let worth = 0
    for (let year = from; year <= to; year++) worth += (1 + growth) ** (year - 1) / 1.04 ** year
    return worth
  }
  const all = worthOf(0.02, 1, 10)
  const { soldWorth, parts, worth } = phaseShares({ ...HORIZON, phaseStarts: [1, 4], feedInGrowth: [undefined, 0.01] })
  const sharesOf = (growth: number) => [worthOf(growth, 1, 3) / all, worthOf(growth, 4, 10) / all]
  const near = (values: number[]) => values.map(value => expect.closeTo(value, 9))
  expect(worth).toEqual(near(sharesOf(0.02)))
  expect(parts).toEqual({
    energy: near(sharesOf(RATES.energy)),
    gridFee: near(sharesOf(RATES.gridFee)),
    tax: near(sharesOf(RATES.tax)),
  })
  expect(soldWorth).toEqual(near([sharesOf(RATES.energy)[0]!, sharesOf(0.01)[1]!]))
})
