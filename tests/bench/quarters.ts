/** `npm run bench -- quarters`: processor time of years and whole scans in quarter-hours against hours. */

import type { ScanCase } from "../../domain/case/case.ts"
import { prepareCase } from "../../domain/case/prepare.ts"
import { plantKnowledge } from "../../domain/control/knowledge.ts"
import type { FilledRequest } from "../../domain/request/request.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { solvePrepared } from "../../search/solve.ts"
import { randomCase } from "../../wasm/bench/years.ts"
import { createOptimiser, type Optimiser, type Plant, type Year } from "../../wasm/index.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"
import { inQuarters } from "../support/quarters.ts"
import { houseRequest } from "../support/requests.ts"
import { cpuMs, median } from "./cpu.ts"
import { createDraws } from "./draws.ts"
import { type Row, report } from "./table.ts"

const YEARS = 9
const SCANS = 5
const SEED = 1
const MOST_OF_A_YEAR = 4.5
const MOST_OF_A_SCAN = 3.5
const CALENDAR_YEAR = 2023

type Operate = (optimiser: Optimiser, year: Year, plant: Plant) => unknown

/** Knowledge of a plant with one panel count for each roof. */
const knowledgeOf = (year: Year, { panels }: Plant) => {
  const productionKwh = year.loadKwh.map((_, step) =>
    year.roofs.reduce((kwh, roof, at) => kwh + panels[at]! * roof.productionKwhPerPanel[step]!, 0),
  )
  return { wearEurPerKwh: 0, ...plantKnowledge({ ...year, productionKwh, calendarYear: CALENDAR_YEAR }) }
}

const OPERATED: Record<string, Operate> = {
  "least cost, with its proof": (optimiser, year, plant) => optimiser.dispatch(year, plant),
  "self-consumption": (optimiser, year, plant) => optimiser.control(year, plant, { kind: "selfConsumption" }),
  "plans, with preparing their forecasts": (optimiser, year, plant) =>
    optimiser.control(year, plant, { kind: "switching", knowledge: knowledgeOf(year, plant) }),
}

const rowOf = (what: string, pairs: readonly (readonly [number, number])[], bar: number): Row => {
  const [hours, quarters] = [0, 1].map(of => median(pairs.map(pair => pair[of]!))) as [number, number]
  const ratio = median(pairs.map(([inHours, inQuarters]) => inQuarters / inHours))
  const measured = `${hours.toFixed(1)} and ${quarters.toFixed(1)} ms, ${ratio.toFixed(2)} ×`
  return { what, measured, bar: `at most ${bar} ×`, holds: ratio <= bar }
}

/** Years of dynamic prices, each drawn once in hours and once in quarters. */
const yearRow = (optimiser: Optimiser, [what, operate]: [string, Operate]): Row => {
  const ms = (steps: number, stepHours: number, seed: number) => {
    const { year, plant } = randomCase("dynamic", seed, { steps, stepHours, roofs: 2 })
    return cpuMs(() => operate(optimiser, year, plant)).ms
  }
  const pairs = Array.from({ length: YEARS }, (_, seed) => [ms(8760, 1, seed), ms(35_040, 0.25, seed)] as const)
  return rowOf(`a year, ${what}`, pairs.slice(2), MOST_OF_A_YEAR)
}

/** Scans of drawn consumption, new to the optimiser. */
const scanRow = (optimiser: Optimiser, [what, change]: [string, object]): Row => {
  const input = parseEarlierRequest({ ...houseRequest(), ...change }, standardProfileKeys)
  const draws = createDraws(SEED)
  const ms = (request: FilledRequest, inSteps: (scan: ScanCase) => ScanCase) => {
    const scan = inSteps(prepareCase(request))
    return cpuMs(() => solvePrepared(scan, { cuts: undefined }, { optimiser, sizingTolerance: 1e-4 }, () => true)).ms
  }
  const pairs = Array.from({ length: SCANS }, () => {
    const request = draws.request(input)
    return [ms(request, scan => scan), ms(request, inQuarters)] as const
  })
  return rowOf(`a scan, ${what}`, pairs.slice(1), MOST_OF_A_SCAN)
}

const SCANNED: Record<string, object> = {
  "one price": { tariff: { type: "flat", flatEurPerKwh: 0.3, feedInEurPerKwh: 0.05 } },
  "day-ahead prices": {},
  "a demand charge": {
    tariff: { type: "flat", flatEurPerKwh: 0.3, feedInEurPerKwh: 0.05, demandEurPerKwMonth: 4 },
  },
}

export const bench = async (): Promise<void> => {
  const optimiser = await createOptimiser()
  const rows = [
    ...Object.entries(OPERATED).map(of => yearRow(optimiser, of)),
    ...Object.entries(SCANNED).map(of => scanRow(optimiser, of)),
  ]
  report("quarters", [{ title: "Hours and quarter-hours, processor time", rows, data: {} }])
}
