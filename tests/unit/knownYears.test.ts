/** Years that a thread operated before: they change no report, and no count of what a scan took. */
import { expect, test } from "bun:test"
import { parseScanRequest } from "../../domain/scan/input.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { createOptimiser, type Optimiser } from "../../wasm/index.ts"
import { workOf } from "../../worker/knownYears.ts"
import { solveJob } from "../../worker/solve.ts"
import { houseRequest } from "../support/requests.ts"

const battery = { powerRatingKw: 5, capacityKwh: 15, costPerKwh: 250 }
const flat = { tariff: { type: "flat", flatEurPerKwh: 0.3, feedInEurPerKwh: 0.05 } }
const existing = { existingPv: [{ panelCount: 6, panelPowerWatts: 300, tiltAngle: 30, orientationAngle: 200 }] }
const demand = { tariff: { ...flat.tariff, demandEurPerKwMonth: 3 } }
const house = { ...houseRequest(), electricBattery: battery }

/** Solves with one optimiser, as a thread does; counts the years that it operates. */
const createThread = (optimiser: Optimiser) => {
  let operated = 0
  const counting: Optimiser = {
    ...optimiser,
    control: (...given) => {
      operated++
      return optimiser.control(...given)
    },
    dispatch: (...given) => {
      operated++
      return optimiser.dispatch(...given)
    },
  }
  return (request: object, cuts?: Uint8Array) => {
    const [before, operatedBefore] = [workOf(counting), operated]
    const input = parseScanRequest(structuredClone(request), standardProfileKeys)
    const job = { scanId: "s", runId: "r", attempt: 1, input, ...(cuts ? { cuts } : {}) }
    const result = solveJob(job, { optimiser: counting, sizingTolerance: 1e-4 }, () => true)
    if (result.kind !== "solved") throw new Error(JSON.stringify(result.error))
    result.report.optimisation.solveMs = 0
    return { result, work: workOf(counting) - before, operated: operated - operatedBefore }
  }
}

const KINDS: Record<string, object> = {
  "prices of the hour": house,
  "a flat price": { ...house, ...flat },
  "panels of today": { ...house, ...existing },
  "demand charges": { ...house, ...demand },
  "the goal self-sufficiency": { ...house, goal: "self-sufficiency" },
  "grid fees that grow": { ...house, gridFeeGrowth: 0.04 },
  "all weather years": { ...house, includeSavingsSpread: true },
}

test.each(Object.entries(KINDS))(
  "a scan with %s is the same on a thread that solved others, and counts the same work",
  async (_, request) => {
    const used = createThread(await createOptimiser())
    const { cuts } = used(request).result
    const adjusted = { ...request, electricBattery: { ...battery, costPerKwh: 300 } }
    for (const [asked, start] of [
      [adjusted, cuts],
      [request, undefined],
      [adjusted, cuts],
    ] as const) {
      const fresh = createThread(await createOptimiser())
      const [again, first] = [used(asked, start), fresh(asked, start)]
      expect(again.result).toEqual(first.result)
      expect(again.work).toBe(first.work)
    }
  },
)

test("an adjustment that ends at the same plant operates those years again whose hours the report shows", async () => {
  const thread = createThread(await createOptimiser())
  const first = thread(house)
  const again = thread({ ...house, electricBattery: { ...battery, costPerKwh: 250.25 } }, first.result.cuts)
  expect(again.result.report.battery.specs).toEqual(first.result.report.battery.specs)
  expect(first.operated).toBeGreaterThan(15)
  expect(again.operated).toBeLessThanOrEqual(3)
})
