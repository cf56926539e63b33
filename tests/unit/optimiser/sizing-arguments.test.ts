/** Wrong sizings are refused with the path of the wrong value. */
import { expect, test } from "bun:test"
import { InvalidArgument } from "../../../wasm/index.ts"
import type { BatteryBounds, PanelBounds, Sizing } from "../../../wasm/types.ts"
import { randomSizing } from "../../bench/sizingCases.ts"
import { checkedOptimiser } from "../../support/checkedCore.ts"

const optimiser = await checkedOptimiser()
const { sizing } = randomSizing("flat", 1, { days: 7, roofs: 2 })
const battery: BatteryBounds = { minKwh: 0, maxKwh: 10, minKw: 0, maxKw: 5, eurPerKw: 100, eurPerKwh: 400 }

function refused(changed: Partial<Record<keyof Sizing, unknown>>): string {
  try {
    optimiser.size({ ...sizing, battery, ...changed } as Sizing)
  } catch (error) {
    if (error instanceof InvalidArgument) return error.argument
    throw error
  }
  return "accepted"
}

const roof = (changed: Partial<Record<keyof PanelBounds, unknown>>) => ({
  panels: [sizing.panels[0], { ...sizing.panels[1], ...changed }],
})
const store = (changed: Partial<Record<keyof BatteryBounds, unknown>>) => ({ battery: { ...battery, ...changed } })
const year = (changed: Partial<Sizing["year"]>) => ({ year: { ...sizing.year, ...changed } })

const CASES: [string, Partial<Record<keyof Sizing, unknown>>][] = [
  ["accepted", {}],
  ["accepted", year({ demandCharges: [], nettingEurPerKwh: 0 })],
  ["year.demandCharges[0].period", year({ demandCharges: [{ period: new Int16Array(1), eurPerKw: [1] }] })],
  ["year.nettingEurPerKwh", year({ nettingEurPerKwh: 10 })],
  ["year.nettingEurPerKwh", { ...year({ nettingEurPerKwh: 1e-9 }), goal: { kind: "minShare", share: 0.2 } }],
  ["year.stepHours", year({ stepHours: 0 })],
  ["presentWorthFactor", { presentWorthFactor: 0 }],
  ["presentWorthFactor", { presentWorthFactor: Number.NaN }],
  ["tolerance", { tolerance: -1 }],
  ["maxDispatches", { maxDispatches: 0 }],
  ["maxDispatches", { maxDispatches: 2.5 }],
  ["maxDispatches", { maxDispatches: 1e6 }],
  ["panels", { panels: sizing.panels.slice(1) }],
  ["panels[1].min", roof({ min: -1 })],
  ["panels[1].max", roof({ min: 9, max: 8 })],
  ["panels[1].max", roof({ max: 8.5 })],
  ["panels[1].step", roof({ step: 2 })],
  ["panels[1].eurPerKw", roof({ eurPerKw: Number.POSITIVE_INFINITY })],
  ["panels[1].kwPerPanel", roof({ kwPerPanel: Number.NaN })],
  ["battery.minKwh", store({ minKwh: -1 })],
  ["battery.maxKwh", store({ minKwh: 11 })],
  ["battery.maxKw", store({ minKw: 6 })],
  ["battery.maxKw", store({ minKwh: 10, maxKw: 0.4 })],
  ["battery.eurPerKw", store({ eurPerKw: -1 })],
  ["battery", store({ eurPerKwh: undefined })],
  ["battery", store({ tiers: [{ maxKwh: 10, eurPerKwh: 1 }] })],
  ["battery.tiers", store({ eurPerKwh: undefined, tiers: [] })],
  ["battery.tiers", store({ eurPerKwh: undefined, tiers: [{ maxKwh: 9, eurPerKwh: 1 }] })],
  [
    "battery.tiers[1].maxKwh",
    store({ eurPerKwh: undefined, tiers: [10, 9].map(maxKwh => ({ maxKwh, eurPerKwh: 1 })) }),
  ],
  ["battery", store({ curve: [{ size: 1, eur: 1 }] })],
  ["battery.curve", store({ eurPerKwh: undefined, curve: [] })],
  ["battery.curve", store({ eurPerKwh: undefined, curve: [{ size: 0, eur: 1 }] })],
  ["battery.curve[1].size", store({ eurPerKwh: undefined, curve: [2, 2].map(size => ({ size, eur: 1 })) })],
  ["battery.curve[1].eur", store({ eurPerKwh: undefined, curve: [1, 2].map(size => ({ size, eur: 3 - size })) })],
  ["battery.highestRate", store({ highestRate: -1 })],
  ["battery.includedRate", store({ includedRate: Number.NaN })],
  ["battery.smallestKwh", store({ smallestKwh: -1 })],
  ["panelCurve", { panelCurve: [] }],
  ["panelCurve", roof({ isPricedTogether: true })],
  ["panels[1].fixedEur", roof({ fixedEur: -1 })],
  ["panels[1].step", roof({ fixedEur: 1, step: 0 })],
  ["goal.kind", { goal: { kind: "most" } }],
  ["goal.share", { goal: { kind: "minShare", share: 1.1 } }],
  ["goal.within", { goal: { kind: "maxShare", within: Number.NaN } }],
]

for (const [argument, changed] of CASES) {
  test(`${argument}: ${JSON.stringify({ ...changed, year: undefined })}`, () => expect(refused(changed)).toBe(argument))
}

test("65 roofs are too many, and the message says how many are not", () => {
  const roofs = Array.from({ length: 65 }, () => sizing.year.roofs[0]!)
  const panels = roofs.map(() => sizing.panels[0]!)
  expect(() => optimiser.size({ ...sizing, panels, year: { ...sizing.year, roofs } })).toThrow("at most 64")
})

test("64 roofs are sized", () => {
  const roofs = Array.from({ length: 64 }, (_, k) => ({
    productionKwhPerPanel: sizing.year.roofs[k % 2]!.productionKwhPerPanel.map(kwh => kwh * (1 + k / 640)),
  }))
  const panels = roofs.map((_, k) => ({ ...sizing.panels[k % 2]!, max: 3 }))
  const sized = optimiser.size({ ...sizing, panels, year: { ...sizing.year, roofs } })
  expect(sized.gap).toBeLessThanOrEqual(1e-3)
})
