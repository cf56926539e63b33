/** What prices by curves promise of whole scans: sizes that are sold, and one plant however its roofs are written. */
import { expect, test } from "bun:test"
import { parseScanRequest } from "../../domain/scan/input.ts"
import { prepareCase } from "../../domain/scan/prepare.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { randomNumbers } from "../../wasm/bench/years.ts"
import { createOptimiser } from "../../wasm/index.ts"
import { newPanels, sizingOf } from "../../worker/sizing.ts"

const REQUESTS = 300
const SMALLEST_KWH = 2
const optimiser = await createOptimiser()

const solve = (body: object) => {
  const scan = prepareCase(parseScanRequest(body, standardProfileKeys))
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
