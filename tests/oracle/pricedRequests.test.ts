/** Whole scans with price curves: only sizes that are sold, and one plant however its roofs are written. */
import { expect, test } from "bun:test"
import { prepareCase } from "../../domain/case/prepare.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { newPanels, sizingOf } from "../../search/model/sizing.ts"
import { randomNumbers } from "../../wasm/bench/years.ts"
import { createOptimiser } from "../../wasm/index.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"

const REQUESTS = 300
const SMALLEST_KWH = 2
const optimiser = await createOptimiser()

const solve = (body: object) => {
  const scan = prepareCase(parseEarlierRequest(body, standardProfileKeys))
  const sized = optimiser.size(sizingOf(scan, 1e-3))
  return { ...sized, newPanels: newPanels(scan, sized.plant.panels) }
}

const house = (random: () => number) => ({
  location: { lat: 51.44, lon: 5.48 },
  inputMethod: "known",
  yearlyKwh: Math.round(500 + 30_000 * random() ** 3),
  newPv: [{ maxPanelCount: 1 + Math.floor(30 * random()), panelPowerWatts: 430 }],
  tariff:
    random() < 0.5
      ? { type: "dynamic" }
      : { type: "flat", flatEurPerKwh: 0.2 + 0.4 * random(), feedInEurPerKwh: 0.15 * random() },
  electricBattery: {
    capacityKwh: 2 + Math.floor(60 * random() ** 2),
    powerRatingKw: 1 + Math.floor(20 * random()),
    ...(random() < 0.5 ? { costPerKwh: 50 + 800 * random() ** 2 } : {}),
  },
})

test(`${REQUESTS} requests with a free battery: none is smaller than the smallest on sale, or faster than the fastest`, () => {
  const random = randomNumbers(19)
  const sizes: number[] = []
  for (let i = 0; i < REQUESTS; i++) {
    const { capacityKwh, powerKw } = solve(house(random)).plant
    sizes.push(capacityKwh)
    expect(powerKw).toBeLessThanOrEqual(capacityKwh + 1e-9)
  }
  expect(sizes.filter(kwh => kwh > 0 && kwh < SMALLEST_KWH)).toEqual([])
  expect(sizes.filter(kwh => kwh === 0).length).toBeGreaterThan(0)
  expect(sizes.filter(kwh => kwh >= SMALLEST_KWH).length).toBeGreaterThan(0)
}, 120_000)

test("a roof of 16 panels, of 2 times 8 and of 4 times 4 at equal angles has the same plant at the same cost", () => {
  for (const seed of [1, 2, 3]) {
    const { newPv, ...request } = house(randomNumbers(seed))
    const written = [1, 2, 4].map(count => {
      const roof = { maxPanelCount: 16 / count, panelPowerWatts: 430, orientationAngle: 90 * seed }
      return solve({ ...request, newPv: [...Array(count).fill(roof), { ...newPv[0], tiltAngle: 10 }] })
    })
    for (const { plant, totalEur, lowerBoundEur } of written)
      expect([plant, totalEur, lowerBoundEur]).toEqual([
        written[0]!.plant,
        written[0]!.totalEur,
        written[0]!.lowerBoundEur,
      ])
    for (const { newPanels: counts } of written)
      expect(counts.slice(0, -1).reduce((sum, count) => sum + count, 0)).toBe(written[0]!.newPanels[0]!)
  }
})

/** At a point of its curve, 1 Wh more of battery costs at most the steepest piece's price, and may earn as much. */
test("no price jumps at a point of a curve", () => {
  const { newPv: _, ...request } = house(randomNumbers(7))
  const points = [
    { kwh: 0, eur: 900 },
    { kwh: 5, eur: 5200 },
    { kwh: 9.6, eur: 6100 },
    { kwh: 20, eur: 17_000 },
    { kwh: 40, eur: 24_000 },
    { kwh: 100, eur: 60_000 },
  ]
  const { assumptions, ...scan } = prepareCase(
    parseEarlierRequest(
      { ...request, newPv: [], electricBattery: { capacityKwh: 100, powerRatingKw: 5 } },
      standardProfileKeys,
    ),
  )
  for (const batteryPriceCurve of [assumptions.batteryPriceCurve, points]) {
    const sizing = sizingOf({ ...scan, assumptions: { ...assumptions, batteryPriceCurve } }, 1e-9)
    const totalOf = (kwh: number) => {
      const battery = { ...sizing.battery!, minKwh: kwh, maxKwh: kwh, minKw: 2, maxKw: 2 }
      return optimiser.size({ ...sizing, battery }).totalEur
    }
    const steepest = Math.max(
      ...batteryPriceCurve.slice(1).map(({ kwh, eur }, i) => {
        const from = batteryPriceCurve[i]!
        return (eur - from.eur) / (kwh - from.kwh)
      }),
    )
    for (const { kwh } of batteryPriceCurve.slice(1, -1)) {
      const risenEur = totalOf(kwh + 0.001) - totalOf(kwh)
      // Replacements raise a battery's cost to at most 1.6 times its price, and 1 Wh earns less than its purchase for
      // 25 years.
      expect(Math.abs(risenEur)).toBeLessThan(0.001 * 1.6 * steepest + 0.01)
    }
  }
})
