/** Monthly settlement of feed-in in money: by hand, in the bills of a scan, and not in the choice of its plant. */
import { expect, test } from "bun:test"
import { settledEur } from "../../domain/finance/settlement.ts"
import { inputOnRoof, ROOF_SITE, solveOnRoof } from "../support/roofSite.ts"
import { refusedRules } from "../support/sentences.ts"

/** Pay of 60 EUR in June and July, and purchases of 20 EUR a month. */
const SOLD = [0, 0, 0, 0, 0, 60, 60, 0, 0, 0, 0, 0]
const BOUGHT = new Array<number>(12).fill(20)

test.each([
  [0, 0, 40],
  [0, 0.5, 40 + 0.5 * 80],
  // June's 60 EUR last until August, July's until September.
  [1, 0, 20 + 20 + 20],
  [2, 0, 20 + 20 + 20 + 20],
  // Within twelve months the whole pay is set off.
  [12, 0, 120],
])("a rest of %i months with a refund of %d earns %d EUR", (carryOverMonths, refundFraction, eur) => {
  expect(settledEur(SOLD, BOUGHT, { carryOverMonths, refundFraction })).toBeCloseTo(eur, 9)
})

test("a rest goes over the end of the year, and negative pay is charged at once", () => {
  const sold = [-5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 50]
  expect(settledEur(sold, BOUGHT, { carryOverMonths: 0, refundFraction: 0 })).toBeCloseTo(15, 9)
  expect(settledEur(sold, BOUGHT, { carryOverMonths: 1, refundFraction: 0.2 })).toBeCloseTo(35 + 0.2 * 10, 9)
})

const tariffOf = (settlement?: object) => ({
  ...{ type: "custom", buy: { energy: 0.2, taxed: false }, grid: { buyEurPerKwh: [{ eurPerKwh: 0.1 }] } },
  sell: { energy: 0.12, ...(settlement ? { settlement } : {}) },
})

test("the bills of a scan have it, the bound stays below, and a note says how much is not paid", () => {
  const [paid, settled] = [tariffOf(), tariffOf({ carryOverMonths: 0 })].map(tariff => solveOnRoof(tariff))
  const [all, some] = [paid!, settled!].map(({ financial }) => financial.yearOne.feedInRevenue)
  expect(some!).toBeLessThan(all! - 50)
  expect(settled!.notes.find(text => text.includes("set off"))).toContain(`€${Math.round(all! - some!)} a year`)
  const { optimisation, financial } = settled!
  expect(optimisation.lowerBoundTotalCost).toBeLessThan(financial.lifecycle.totalCost)
  expect(paid!.financial.costComparison.firstYearBaseline).toBeCloseTo(financial.costComparison.firstYearBaseline, 6)
})

test("it is refused with netting", () => {
  const netted = { ...tariffOf({ carryOverMonths: 12 }), netting: true }
  expect(refusedRules(() => inputOnRoof(netted, ROOF_SITE))).toContainEqual(["tariff.sell.settlement", "left-out-when"])
})
