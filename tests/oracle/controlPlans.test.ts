/** A plan that knows all there is decides each step as the dispatch of the same hours does, whatever cuts it short. */
import { expect, test } from "bun:test"
import { KINDS, randomCase } from "../../wasm/bench/years.ts"
import type { Controller, Knowledge, Plant, Year } from "../../wasm/index.ts"
import { checkedOptimiser } from "../support/checkedCore.ts"

const HOURS = 100
const CASES = 210
const RELATIVE = 1e-9
/** Plans count what is sold an hour later so much more. */
const SOLD_LATER_PER_HOUR = 0.005

const optimiser = await checkedOptimiser()

const cut = (values: Float64Array, from: number): Float64Array => values.slice(from, from + HOURS)

const hoursOf = (year: Year, from: number): Year => ({
  ...year,
  gridCharging: true,
  loadKwh: cut(year.loadKwh, from),
  roofs: year.roofs.map(roof => ({ productionKwhPerPanel: cut(roof.productionKwhPerPanel, from) })),
  buyEurPerKwh: cut(year.buyEurPerKwh, from),
  sellEurPerKwh: cut(year.sellEurPerKwh, from),
})

/** Everything is known from the first hour on. */
const allKnown = (year: Year, { panels }: Plant): Knowledge => {
  const all = (value: number) => new Float64Array(HOURS).fill(value)
  const last = new Int32Array(HOURS).fill(HOURS)
  return {
    ...{ pricesUntil: last, nearUntil: last, beyondSteps: 0, clearnessSteps: 48 },
    ...{ expectedBuyEurPerKwh: year.buyEurPerKwh, expectedSellEurPerKwh: year.sellEurPerKwh },
    ...{ nearLoadKwh: year.loadKwh, farLoadKwh: year.loadKwh },
    clearProductionKwh: year.loadKwh.map((_, t) =>
      year.roofs.reduce((sum, roof, k) => sum + panels[k]! * roof.productionKwhPerPanel[t]!, 0),
    ),
    ...{ usualClearness: all(1), clearness: all(1), endValueEurPerKwh: all(0) },
  }
}

/** Prices that the plan made in the first hour goes by. */
const asPlanned = (year: Year): Year => ({
  ...year,
  sellEurPerKwh: year.sellEurPerKwh.map((sell, t) =>
    Math.min(year.buyEurPerKwh[t]!, sell + Math.abs(sell) * SOLD_LATER_PER_HOUR * t),
  ),
})

for (const [index, kind] of KINDS.entries()) {
  test(`plans that know all cost what the dispatch costs: ${kind}`, () => {
    for (let seed = index; seed < CASES; seed += KINDS.length) {
      const { name, year: drawn, plant } = randomCase(kind, 11_000 + seed, { roofs: 1 })
      const year = hoursOf(drawn, (seed * 37) % 8000)
      const controller: Controller = { kind: "forecast", knowledge: allKnown(year, plant) }
      const { importKwh, exportKwh, unservedKwh } = optimiser.control(year, plant, controller)
      const planned = asPlanned(year)
      const best = optimiser.dispatch(planned, plant)
      const energyEur = (flows: { importKwh: Float64Array; exportKwh: Float64Array }) =>
        flows.importKwh.reduce(
          (sum, kwh, t) => sum + kwh * planned.buyEurPerKwh[t]! - flows.exportKwh[t]! * planned.sellEurPerKwh[t]!,
          0,
        )
      const excess = energyEur({ importKwh, exportKwh }) - energyEur(best)
      const isSame = Math.abs(excess) <= RELATIVE * Math.max(1, Math.abs(best.costEur))
      expect({ name, excess, isSame }).toMatchObject({ isSame: true })
      expect(unservedKwh).toBeCloseTo(best.unservedKwh, 6)
    }
  })
}
