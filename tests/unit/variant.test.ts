/** Adjustments by sliders and of kept alternatives: a scan that is held at its own sizes gives the same plant. */

import { expect, test } from "bun:test"
import { priceRange, rangesIn, rangesOf } from "../../dashboard/src/live/ranges.ts"
import { allowedMoves, movedSizes, sizesOf } from "../../dashboard/src/live/sizes.ts"
import { alternativeAdjustment, modulesOf, type Sizes, variantOf } from "../../dashboard/src/live/variant.ts"
import type { FullReport } from "../../domain/report/schema.ts"
import { type Adjustment, adjustInput } from "../../domain/request/adjust.ts"
import { ADJUSTABLE_STEPS } from "../../domain/request/adjustableSteps.ts"
import { mostPanels } from "../../domain/request/mostPanels.ts"
import type { FilledRequest } from "../../domain/request/request.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { countryAt } from "../../domain/site/geo/site.ts"
import { readReport } from "../../domain/texts/report.ts"
import { createOptimiser } from "../../wasm/index.ts"
import { solveJob } from "../../worker/job.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"

const optimiser = await createOptimiser()
const SITE = { location: { lat: 51.44, lon: 5.48 }, inputMethod: "known", yearlyKwh: 4500 }
const CHEAP = { id: "a", watts: 430, eur: 150 }
const STRONG = { id: "b", watts: 500, eur: 400, maxPanelCount: 6 }

const parsed = (request: object) => parseEarlierRequest({ ...SITE, ...request }, standardProfileKeys)

const solve = (input: FilledRequest): FullReport => {
  const result = solveJob(
    { scanId: "s", runId: "r", attempt: 1, input },
    { optimiser, sizingTolerance: 1e-4 },
    () => true,
  )
  if (result.kind !== "solved") throw new Error(JSON.stringify(result.error))
  return readReport(result.report, "en") as FullReport
}

const adjusted = (input: FilledRequest, adjustment: Adjustment | undefined) =>
  adjustInput(input, { ...adjustment!, copiedFromId: "s" }, ADJUSTABLE_STEPS, {
    knownLoadProfiles: standardProfileKeys,
    countryAt,
  })

const held = (input: FilledRequest, sizes: Sizes) => adjusted(input, variantOf("s", input, sizes, ADJUSTABLE_STEPS))

test("sliders hold the module that was found, and another one where so many of it do not fit", () => {
  const roof = { maxPanelCount: 12, panelPowerWatts: 430, modules: [CHEAP, STRONG] }
  const input = parsed({ newPv: [roof], tariff: { type: "flat", flatEurPerKwh: 0.3 } })
  const found = solve(input)
  const sizes = sizesOf(found, input)
  expect(sizes).toMatchObject({ panels: [12], modules: ["a"] })
  expect(solve(held(input, sizes)).financial.netPresentValue).toBeCloseTo(found.financial.netPresentValue, 2)
  const modulesAt = (count: number, id: string | undefined) =>
    held(input, { ...sizes, panels: [count], modules: [id] }).newPv[0]!.modules!.map(one => one.id)
  expect([modulesAt(5, "a"), modulesAt(6, "b"), modulesAt(7, "b"), modulesAt(7, undefined)]).toEqual([
    ["a"],
    ["b"],
    ["a"],
    ["a"],
  ])
  expect(modulesAt(6, undefined)).toEqual(["a", "b"])
})

test("no slider goes beyond the panels of which any module fits", () => {
  const roof = { maxPanelCount: 12, panelPowerWatts: 430, modules: [{ ...CHEAP, maxPanelCount: 8 }, STRONG] }
  const [asked] = parsed({ newPv: [roof], tariff: { type: "flat", flatEurPerKwh: 0.3 } }).newPv
  expect(mostPanels(asked!)).toBe(8)
})

const BEHIND_SMALL_INVERTER = { maxPanelCount: 20, panelPowerWatts: 430, inverterKw: 4 }
const FLAT = { type: "flat", flatEurPerKwh: 0.3, feedInEurPerKwh: 0.01 }

test.each([
  ["of one panel", [{ ...BEHIND_SMALL_INVERTER, costPerKwp: 1800 }]],
  [
    "of a module of which fewer fit",
    [{ ...BEHIND_SMALL_INVERTER, modules: [{ ...CHEAP, eur: 774, maxPanelCount: 16 }] }],
  ],
])("a slider at the found size leaves a roof %s behind a small inverter as it was found", (_, newPv) => {
  const input = parsed({ yearlyKwh: 3500, newPv, tariff: FLAT })
  const found = solve(input)
  const sizes = sizesOf(found, input)
  expect(sizes.panels[0]).toBeGreaterThan(0)
  expect(sizes.panels[0]).toBeLessThan(16)
  expect(solve(held(input, sizes)).financial.netPresentValue).toBeCloseTo(found.financial.netPresentValue, 2)
})

test("an alternative that is kept has the module and the inverter that it was compared with", () => {
  const newPv = [
    {
      ...BEHIND_SMALL_INVERTER,
      modules: [
        { ...CHEAP, eur: 300 },
        { ...STRONG, maxPanelCount: 16 },
      ],
    },
  ]
  const electricBattery = { capacityKwh: 10, powerRatingKw: 5, costPerKwh: 150 }
  const input = parsed({ yearlyKwh: 3500, newPv, electricBattery, tariff: FLAT })
  const found = solve(input)
  const others = found.alternatives!.slice(1)
  expect(others.length).toBeGreaterThan(0)
  for (const plant of others) {
    const body = alternativeAdjustment("s", input, { ...plant, modules: modulesOf(found) }, ADJUSTABLE_STEPS)
    const kept = solve(adjusted(input, body))
    expect(kept.solar.newSystems[0]?.module).toEqual(found.solar.newSystems[0]?.module)
    expect(kept.financial.netPresentValue).toBeCloseTo(plant.netPresentValue, 2)
  }
})

test("one growth of prices is held where all parts grow alike; where one has its own there is none to move", () => {
  const flat = { newPv: [{ maxPanelCount: 8, panelPowerWatts: 430 }], tariff: { type: "flat", flatEurPerKwh: 0.3 } }
  const alike = parsed({ ...flat, electricityPriceGrowth: 0.03 })
  expect(sizesOf(solve(alike), alike).growth).toBe(0.03)
  const apart = parsed({ ...flat, electricityPriceGrowth: 0.03, taxGrowth: -0.02 })
  const found = solve(apart)
  const sizes = sizesOf(found, apart)
  expect(sizes).not.toHaveProperty("growth")
  const kept = held(apart, sizes)
  expect([kept.electricityPriceGrowth, kept.taxGrowth]).toEqual([0.03, -0.02])
  expect(solve(kept).financial.netPresentValue).toBeCloseTo(found.financial.netPresentValue, 2)
})

test("the slider of a price reaches the contract's own, whatever the currency", () => {
  const rangeOf = (flatEurPerKwh: number, feedInEurPerKwh: number) => priceRange({ flatEurPerKwh, feedInEurPerKwh })
  expect(rangeOf(0.3, 0.05)).toEqual({ min: 0.05, max: 1 })
  expect(rangeOf(2.1, 0.6)).toEqual({ min: 0.6, max: 4.2 })
  expect(rangeOf(0.05, 0.1)).toEqual({ min: 0.05, max: 1 })
  expect(rangeOf(8, 0).max).toBe(10)
})

const PRODUCTS = [
  { id: "small", capacityKwh: 4.2, powerKw: 2, eur: 1900, maxCount: 2 },
  { id: "large", capacityKwh: 9.6, powerKw: 4, eur: 4200 },
  { id: "huge", capacityKwh: 20, powerKw: 8, eur: 9000 },
]
const BATTERY = { capacityKwh: 10, powerRatingKw: 5 }
const ROOFS = [
  { maxPanelCount: 12, panelPowerWatts: 430, modules: [{ ...CHEAP, maxPanelCount: 8 }, STRONG] },
  { maxPanelCount: 5, panelPowerWatts: 430 },
]

test.each([
  ["a flat tariff", { newPv: ROOFS, electricBattery: BATTERY, tariff: FLAT }],
  ["a flat tariff for one roof", { newPv: ROOFS.slice(1), tariff: { ...FLAT, feedInEurPerKwh: 0.05 } }],
  ["a dynamic tariff", { electricBattery: BATTERY, analysisYears: 12, tariff: { type: "dynamic" } }],
])("under %s the report gives sizes and ranges of sliders as its live case does", (_, request) => {
  const input = parsed(request)
  const report = solve(input)
  expect(rangesOf(report)).toEqual(rangesIn(input))
  expect(sizesOf(report)).toEqual(sizesOf(report, input))
  expect(sizesOf(report).years).toBe(input.analysisYears)
})

test("a battery of products has the capacity of a number of one product", () => {
  const input = parsed({ newPv: [], electricBattery: { ...BATTERY, products: PRODUCTS }, tariff: FLAT })
  const report = solve(input)
  const ranges = rangesIn(input)
  expect(ranges.capacities).toEqual([0, 4.2, 8.4, 9.6])
  for (const kwh of rangesOf(report)!.capacities!) expect(ranges.capacities).toContain(kwh)
  const sizes = movedSizes(sizesOf(report, input), { batteryKwh: 7 }, ranges)
  expect(sizes.batteryKwh).toBe(8.4)
  expect(solve(held(input, sizes)).battery.specs).toMatchObject({ capacityKwh: 8.4, powerKw: 4 })
})

test("a report of an earlier version has no ranges", () => {
  const { battery, solar, ...report } = solve(parsed({ newPv: ROOFS, electricBattery: BATTERY, tariff: FLAT }))
  const { maxCapacityKwh: _, ...without } = battery
  expect(rangesOf({ ...report, solar, battery: without })).toBeUndefined()
  const newSystems = solar.newSystems.map(({ maxPanelCount: _most, ...roof }) => roof)
  expect(rangesOf({ ...report, solar: { ...solar, newSystems }, battery })).toBeUndefined()
})

test("moves that the organization does not allow are left out", () => {
  const moved = { panels: [3], batteryKwh: 4, years: 12 }
  expect(allowedMoves(moved, ["new-pv", "battery", "financial"])).toEqual(moved)
  expect(allowedMoves(moved, ["new-pv"])).toEqual({ panels: [3] })
})
