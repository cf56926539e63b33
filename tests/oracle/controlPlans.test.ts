/** A plan with full knowledge costs as much as the best year of the same hours. */
import { expect, test } from "bun:test"
import { KINDS, randomCase } from "../../wasm/bench/years.ts"
import type { Controller, Knowledge, Plant, Year } from "../../wasm/index.ts"
import { checkedOptimiser } from "../support/checkedCore.ts"
import { leastCostEur } from "./highs.ts"
import { unservedPriceEurPerKwh } from "./linear-program.ts"

const HOURS = 100
const CASES = 210
const RELATIVE = 1e-8
/** Value of an hour's delay of surplus in plans, as a part of the mean purchase price. */
const LATER_PER_HOUR = 0.004

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

/** Knowledge of all hours from the first hour on. */
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

/** Prices of the first hour's plan, and its value of curtailed energy. */
const asPlanned = (year: Year): { planned: Year; curtailedEurPerKwh: Float64Array } => {
  const { buyEurPerKwh, sellEurPerKwh } = year
  const perHour = (LATER_PER_HOUR * buyEurPerKwh.reduce((sum, buy) => sum + Math.abs(buy), 0)) / HOURS
  const planned = sellEurPerKwh.map((sell, t) => Math.min(buyEurPerKwh[t]!, sell < 0 ? sell : sell + perHour * t))
  const curtailedEurPerKwh = buyEurPerKwh.map((buy, t) => {
    if (buy < 0) return perHour * t
    return Math.min(perHour * t, sellEurPerKwh[t]! < 0 ? buy : planned[t]!)
  })
  return { planned: { ...year, sellEurPerKwh: planned }, curtailedEurPerKwh }
}

for (const [index, kind] of KINDS.entries()) {
  test(`plans that know all cost what the best year costs: ${kind}`, () => {
    for (let seed = index; seed < CASES; seed += KINDS.length) {
      const { name, year: drawn, plant } = randomCase(kind, 11_000 + seed, { roofs: 1 })
      const year = hoursOf(drawn, (seed * 37) % 8000)
      const controller: Controller = { kind: "forecast", knowledge: allKnown(year, plant) }
      const flows = optimiser.control(year, plant, controller)
      const { planned, curtailedEurPerKwh } = asPlanned(year)
      const unservedEurPerKwh = unservedPriceEurPerKwh(planned)
      const plannedEur = flows.years[0].importKwh.reduce((sum, kwh, t) => {
        const energyEur = kwh * planned.buyEurPerKwh[t]! - flows.years[0].exportKwh[t]! * planned.sellEurPerKwh[t]!
        return sum + energyEur - flows.years[0].curtailedKwh[t]! * curtailedEurPerKwh[t]!
      }, unservedEurPerKwh * flows.unservedKwh)
      const bestEur = leastCostEur(planned, plant, curtailedEurPerKwh)
      const excess = plannedEur - bestEur
      const isSame = Math.abs(excess) <= RELATIVE * Math.max(1, Math.abs(bestEur))
      expect({ name, excess, isSame }).toMatchObject({ isSame: true })
    }
  })
}
