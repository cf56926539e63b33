/** `npm run bench -- products`: the CPU time of whole scans that rank 50 battery products. */

import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { createOptimiser, type Optimiser } from "../../wasm/index.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"
import { median } from "./cpu.ts"
import { createDraws } from "./draws.ts"
import { createScans } from "./scans.ts"
import { type Row, report } from "./table.ts"

const PRODUCTS = 50
const WARM_UP = 5
const CALLS = 9
const LIMIT_MS = 1000
const SEED = 1

const house = {
  location: { lat: 52.09, lon: 5.12 },
  inputMethod: "known",
  yearlyKwh: 5200,
  newPv: [
    { maxPanelCount: 14, panelPowerWatts: 430, orientationAngle: 150 },
    { maxPanelCount: 10, panelPowerWatts: 430, orientationAngle: 270 },
  ],
}

/** Products with one, two or five efficiencies, at most `maxCount` pieces each. */
const productsOf = (efficiencies: number, maxCount: number) =>
  Array.from({ length: PRODUCTS }, (_, i) => {
    const capacityKwh = 2.4 + 0.35 * i
    return {
      ...{ id: `p${i}`, capacityKwh, powerKw: capacityKwh * (0.4 + 0.01 * i), maxCount },
      ...{ eur: 600 + capacityKwh * (380 + 7 * (i % 11)), roundtripEfficiency: 92 - (i % efficiencies) },
    }
  })

/** Each call solves a house of another consumption. */
const rowOf = (optimiser: Optimiser, what: string, request: object, hasBar = false): Row => {
  const input = parseEarlierRequest(request, standardProfileKeys)
  const [draws, solve] = [createDraws(SEED), createScans(optimiser)]
  const call = () => solve(draws.request(input)).ms
  for (let turn = 0; turn < WARM_UP; turn++) call()
  const ms = median(Array.from({ length: CALLS }, call))
  const measured = `${ms.toFixed(0)} ms`
  return hasBar ? { what, measured, bar: `at most ${LIMIT_MS} ms`, holds: ms <= LIMIT_MS } : { what, measured, bar: "" }
}

export const bench = async (): Promise<void> => {
  const optimiser = await createOptimiser()
  const limits = { capacityKwh: 40, powerRatingKw: 40 }
  const tariffs = {
    flat: { type: "flat", flatEurPerKwh: 0.3, feedInEurPerKwh: 0.06 },
    dynamic: { type: "dynamic" },
    "demand charge": { type: "flat", flatEurPerKwh: 0.25, feedInEurPerKwh: 0.06, demandEurPerKwMonth: 4 },
    "dynamic with a demand charge": { type: "dynamic", demandEurPerKwMonth: 4 },
  }
  const rows = Object.entries(tariffs).flatMap(([name, tariff]) => [
    rowOf(optimiser, `${name}: a free battery`, { ...house, tariff, electricBattery: limits }),
    ...[1, 5].flatMap(efficiencies =>
      [1, 4].map(maxCount =>
        rowOf(
          optimiser,
          `${name}: ${PRODUCTS} products of ${efficiencies} efficiencies, up to ${maxCount} together`,
          {
            ...house,
            tariff,
            electricBattery: { ...limits, products: productsOf(efficiencies, maxCount) },
          },
          maxCount === 1,
        ),
      ),
    ),
  ])
  const share = {
    ...{ ...house, tariff: tariffs.flat, goal: "renewable-minimum", renewableElectricityMinFraction: 0.6 },
    electricBattery: { ...limits, products: productsOf(1, 1) },
  }
  rows.push(rowOf(optimiser, `flat, a share of 60 %: ${PRODUCTS} products`, share, true))
  report("products", [
    { title: "Whole scans with battery products, processor time, each another consumption", rows, data: {} },
  ])
}
