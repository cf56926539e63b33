/** Sizings at the limits that the interface allows: each ends, closes its gap, and its year is feasible. */
import { expect, test } from "bun:test"
import type { Kind } from "../../../wasm/bench/years.ts"
import type { Goal, Sizing, Year } from "../../../wasm/types.ts"
import { randomSizing } from "../../bench/sizingCases.ts"
import { violations } from "../../oracle/feasibility.ts"
import { checkedOptimiser } from "../../support/checkedCore.ts"

const optimiser = await checkedOptimiser()
const KINDS: Kind[] = ["flat", "dynamic", "negative prices", "limits"]
const GOALS: Goal[] = [
  { kind: "cost" },
  { kind: "noUnserved" },
  { kind: "minShare", share: 0.5 },
  { kind: "maxShare", within: 0.001 },
]
const CLOSED = 1e-3

const scaled = (series: Float64Array, factor: number) => series.map(value => value * factor)
const year = (change: (year: Year) => Partial<Year>) => (sizing: Sizing) => ({
  ...sizing,
  year: { ...sizing.year, ...change(sizing.year) },
})
const battery = (change: Partial<Sizing["battery"]>) => (sizing: Sizing) => ({
  ...sizing,
  battery: { ...sizing.battery!, ...change },
})
const panels = (change: Partial<Sizing["panels"][number]>) => (sizing: Sizing) => ({
  ...sizing,
  panels: sizing.panels.map(roof => ({ ...roof, ...change })),
})

const HARD: Record<string, (sizing: Sizing) => Sizing> = {
  "a battery without usable capacity": year(() => ({ minLevel: 1, initialLevel: undefined })),
  "no import": year(() => ({ importLimitKw: 0 })),
  "no export": year(() => ({ exportLimitKw: 0 })),
  "no grid at all": year(() => ({ importLimitKw: 0, exportLimitKw: 0 })),
  "a battery of up to 1,000,000 kWh": battery({ maxKwh: 1e6, maxKw: 5e4 }),
  "up to 100,000 panels": panels({ max: 100_000 }),
  "a free battery": battery({ maxKwh: 20, maxKw: 10, eurPerKw: 0, eurPerKwh: 0, tiers: undefined }),
  "free panels": panels({ eurPerKw: 0 }),
  "continuous panels": panels({ step: 0 }),
  "one size that is no multiple of 0.001 kWh": battery({
    minKwh: 10 / 3,
    maxKwh: 10 / 3,
    eurPerKwh: 400,
    tiers: undefined,
  }),
  "a largest size that a rounding keeps below a multiple of 0.001 kWh": battery({
    maxKwh: 59.99999999999997,
    maxKw: 6.000000000000004,
    eurPerKw: 0,
    eurPerKwh: 10,
    tiers: undefined,
  }),
  "a hundred times the load": year(({ loadKwh }) => ({ loadKwh: scaled(loadKwh, 100) })),
  "no load": year(({ loadKwh }) => ({ loadKwh: scaled(loadKwh, 0) })),
  "no sun": year(({ roofs }) => ({
    roofs: roofs.map(roof => ({ productionKwhPerPanel: scaled(roof.productionKwhPerPanel, 0) })),
  })),
  "lossless storage where selling pays what buying costs": year(({ buyEurPerKwh }) => ({
    sellEurPerKwh: buyEurPerKwh,
    chargeEfficiency: 1,
    dischargeEfficiency: 1,
  })),
  "only negative prices": year(({ buyEurPerKwh }) => {
    const buy = buyEurPerKwh.map(price => -Math.abs(price) - 0.01)
    return { buyEurPerKwh: buy, sellEurPerKwh: buy.map(price => price - 0.02) }
  }),
}

for (const [name, change] of Object.entries(HARD)) {
  for (const goal of GOALS) {
    test(`${name}, ${goal.kind}`, () => {
      KINDS.forEach((kind, i) => {
        const sizing = { ...change(randomSizing(kind, 500 + i, { days: 14 }).sizing), goal }
        const { plant, dispatch, gap, totalEur, lowerBoundEur } = optimiser.size(sizing)
        // Under a share's premium the rule that bounds discharging follows the price with the premium.
        const ruled = (what: string) => !(goal.kind.endsWith("Share") && what.includes("discharge"))
        expect(violations(sizing.year, plant, dispatch).filter(ruled)).toEqual([])
        expect(Number.isFinite(totalEur) && Number.isFinite(lowerBoundEur)).toBe(true)
        // Least import, and a share goal in hours of negative prices, cost more than the search can close; the gap
        // shows it.
        const dearer = goal.kind === "maxShare" || (goal.kind === "minShare" && kind === "negative prices")
        if (!dearer && name !== "only negative prices") expect(gap).toBeLessThanOrEqual(2 * CLOSED)
        if (goal.kind === "cost") expect(gap).toBeLessThanOrEqual(CLOSED)
      })
    })
  }
}
