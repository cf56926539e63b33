/** The pool of operated plants: each plant once, and the year of the best one stays. */
import { expect, test } from "bun:test"
import { prepareCase } from "../../domain/case/prepare.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { createPool } from "../../search/choose/pool.ts"
import { sizingOf } from "../../search/model/sizing.ts"
import { operateAsIs } from "../../search/operate/control.ts"
import { createOptimiser, type Optimiser } from "../../wasm/index.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"

/** Years under a demand charge are not memoised, so that each operation is counted. */
const house = {
  location: { lat: 51.44, lon: 5.48 },
  inputMethod: "known",
  yearlyKwh: 4000,
  newPv: [{ maxPanelCount: 12, panelPowerWatts: 430 }],
  electricBattery: { powerRatingKw: 5, capacityKwh: 10, costPerKwh: 200 },
  tariff: { type: "dynamic", demandEurPerKwMonth: 5 },
}

const newPool = async () => {
  const optimiser = await createOptimiser()
  const counts = { operated: 0 }
  const counting: Optimiser = {
    ...optimiser,
    control(...year) {
      counts.operated++
      return optimiser.control(...year)
    },
  }
  const scanCase = prepareCase(parseEarlierRequest(house, standardProfileKeys))
  const sizing = sizingOf(scanCase, 1e-3)
  const baseline = operateAsIs(scanCase, sizing.year, optimiser)
  const pool = createPool(scanCase, { sizing, baseline }, counting)
  const judge = (panels: number, capacityKwh: number) =>
    pool.judge({
      plant: { panels: [panels], capacityKwh, powerKw: capacityKwh / 2 },
      wearEurPerKwh: 0,
      ideal: () => baseline,
    })
  return { pool, judge, counts }
}

test("a plant is operated once, however often it is judged", async () => {
  const { judge, counts } = await newPool()
  expect(judge(8, 5).lifeEur).toBe(judge(8, 5).lifeEur)
  expect(counts.operated).toBe(1)
  judge(9, 5)
  expect(counts.operated).toBe(2)
})

test("the best plant is the cheapest allowed one, and no later plant is written over its year", async () => {
  const { pool, judge } = await newPool()
  const plants = [4, 8, 12].flatMap(panels => [2, 6, 10].map(kwh => judge(panels, kwh)))
  const beyondBounds = judge(13, 6)
  const best = pool.best()!
  expect(best.lifeEur).toBe(Math.min(...plants.map(({ lifeEur }) => lifeEur)))
  expect(best).not.toBe(beyondBounds)
  const sum = () => best.year!.years[0].importKwh.reduce((total, kwh) => total + kwh, 0)
  const importKwh = sum()
  for (const panels of [1, 2, 3]) judge(panels, 3)
  expect(pool.best()).toBe(best)
  expect(sum()).toBe(importKwh)
})
