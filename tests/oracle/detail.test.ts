import { expect, test } from "bun:test"
import fc from "fast-check"
import { InvalidInput } from "../../domain/base/errors.ts"
import { assertFeasible } from "../../domain/case/prepare.ts"
import { plantBytes, plantOf } from "../../domain/case/solvedPlant.ts"
import { VERSIONS } from "../../domain/case/versions.ts"
import type { ScanJob, ScanSolved } from "../../domain/report/messages.ts"
import type { StoredReport } from "../../domain/report/schema.ts"
import { unpackSeries } from "../../domain/report/series/pack.ts"
import type { FilledRequest } from "../../domain/request/request.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { createOptimiser } from "../../wasm/index.ts"
import { completeJob, solveJob } from "../../worker/job.ts"
import { anyRequest } from "../support/anyRequest.ts"
import { casesOf } from "../support/cases.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"
import { farmRequest, houseRequest } from "../support/requests.ts"

/** Reports of the plant, and their completion, next to full reports of the same requests. */

const RUNS = casesOf(120, 15)
const SEED = 20_261_129
/** Largest difference of an hour from the highest load: years under demand charges are operated within a gap. */
const TOLERANCE = 1e-3

/** Each solve has an optimiser of its own, which knows no year of another solve. */
const solverOf = async () => ({ optimiser: await createOptimiser(), sizingTolerance: 1e-4, budgetMs: 10_000 })

const jobOf = (input: FilledRequest): ScanJob => ({ scanId: "s", runId: "r", attempt: 1, input })

const inputOf = (request: object): FilledRequest | undefined => {
  const input = parseEarlierRequest(JSON.parse(JSON.stringify(request)), standardProfileKeys)
  try {
    assertFeasible(input)
    return input
  } catch (error) {
    if (error instanceof InvalidInput) return undefined
    throw error
  }
}

const solved = async (input: FilledRequest): Promise<ScanSolved | undefined> => {
  const result = solveJob(jobOf(input), await solverOf(), () => true)
  return result.kind === "solved" ? result : undefined
}

const completed = async (input: FilledRequest, { report, solved, cuts }: ScanSolved) => {
  const stored = JSON.parse(JSON.stringify(report)) as StoredReport
  const job = { ...jobOf({ ...input, detail: "plant" }), stored, solved: solved!, cuts: Uint8Array.from(cuts) }
  const result = completeJob(job, await solverOf(), () => true)
  if (result.kind !== "detailed") throw new Error("not completed")
  return result
}

/** Everything that a report of the plant has. */
const ofPlant = ({ alternatives: _a, contracts: _c, notes: _n, outlook, optimisation, ...rest }: StoredReport) => ({
  ...rest,
  optimisation: { ...optimisation, solveMs: 0 },
  outlook: outlook && { ...outlook, drivers: [], breakEven: [] },
})

const hoursOf = (series: Uint8Array) => unpackSeries(series).hours

test(`${RUNS} requests: plant and money are those of a full report, before and after their completion`, async () => {
  for (const request of fc.sample(anyRequest, { numRuns: RUNS, seed: SEED })) {
    const input = inputOf(request)
    const full = input && (await solved(input))
    if (!input || !full) continue
    const plant = (await solved({ ...input, detail: "plant" }))!
    expect([plant.series.length, plant.report.alternatives, plant.report.contracts]).toEqual([0, [], undefined])
    expect(plant.report.outlook?.drivers.filter(({ name }) => name !== "foresight") ?? []).toEqual([])
    expect(ofPlant(plant.report)).toEqual(ofPlant(full.report))
    expect(plant.summary).toEqual(full.summary)
    const { report, series, summary } = await completed(input, plant)
    expect(ofPlant(report)).toEqual(ofPlant(plant.report))
    expect(summary).toEqual(plant.summary)
    expect(report.outlook?.drivers.map(({ name }) => name)).toEqual(
      full.report.outlook?.drivers.map(({ name }) => name) as never,
    )
    const [hours, same] = [hoursOf(full.series), hoursOf(series)]
    const mostKwh = TOLERANCE * Math.max(...hours.consumption, 1)
    for (const name of ["gridUsedOnsite", "solarExported", "batteryLevel"] as const)
      for (const [hour, kwh] of hours[name].entries())
        if (Math.abs(kwh - same[name][hour]!) > mostKwh) throw new Error(`${name} differs in hour ${hour}`)
  }
}, 600_000)

const PRODUCTS = [
  { id: "a", capacityKwh: 5, powerKw: 2.5, eur: 1400, maxCount: 2 },
  { id: "b", capacityKwh: 9, powerKw: 4, eur: 2600 },
]
const REQUESTS: Record<string, object> = {
  house: houseRequest(),
  farm: farmRequest(),
  products: {
    ...houseRequest(),
    electricBattery: { capacityKwh: 20, powerRatingKw: 10, products: PRODUCTS },
    control: "selfConsumption",
  },
  modules: {
    ...houseRequest(),
    newPv: [
      {
        maxPanelCount: 14,
        panelPowerWatts: 430,
        modules: [
          { id: "s", watts: 400, eur: 90, maxPanelCount: 16 },
          { id: "l", watts: 500, eur: 105, maxPanelCount: 12 },
        ],
      },
    ],
  },
}

test.each(Object.entries(REQUESTS))(
  "a completed report equals the full report: %s",
  async (_name, request) => {
    const input = inputOf(request)!
    const full = (await solved(input))!
    const { report } = await completed(input, (await solved({ ...input, detail: "plant" }))!)
    const { optimisation: _before, alternatives, ...rest } = full.report
    const { optimisation: _after, alternatives: others, ...same } = report
    expect(same).toEqual(rest)
    // The work of the search limits the last alternative.
    expect([others?.[0]?.kind, (others?.length ?? 0) > 1]).toEqual([alternatives?.[0]?.kind, true])
  },
  120_000,
)

test("another version keeps the sizes, computes the rest, and says so", async () => {
  const input = inputOf(houseRequest())!
  const plant = (await solved({ ...input, detail: "plant" }))!
  const ofEarlier = plantBytes({ ...plantOf(plant.solved!), engineVersion: "0.0.1" })
  const figures = { ...plant.report, financial: { ...plant.report.financial, netPresentValue: 1 } }
  const { report, summary } = await completed(input, { ...plant, report: figures, solved: ofEarlier })
  expect(report.solar.newSystems.map(({ panelCount }) => panelCount)).toEqual(
    plant.report.solar.newSystems.map(({ panelCount }) => panelCount),
  )
  expect(report.battery.specs).toEqual(plant.report.battery.specs)
  expect(report.financial.netPresentValue).toBeCloseTo(plant.report.financial.netPresentValue, 0)
  expect(summary.netPresentValue).toBe(report.financial.netPresentValue)
  expect(report.notes[0]).toEqual({ code: "completed-by-other-version", params: { version: "0.0.1" } })
  expect(report).toMatchObject(VERSIONS)
}, 120_000)

test("other shipped data count as another version, and a note on the original stays", async () => {
  const input = inputOf(houseRequest())!
  const plant = (await solved({ ...input, detail: "plant" }))!
  const onOriginal = { code: "adjusts-other-version", params: { engineVersion: null, dataVersion: null } } as const
  const stored = { ...plant.report, notes: [onOriginal, ...plant.report.notes] }
  const ofOtherData = plantBytes({ ...plantOf(plant.solved!), dataVersion: "0123456789abcdef" })
  const { report } = await completed(input, { ...plant, report: stored, solved: ofOtherData })
  expect(report.notes.slice(0, 2)).toEqual([
    { code: "completed-with-other-data", params: { dataVersion: "0123456789abcdef" } },
    onOriginal,
  ])
  expect(report).toMatchObject(VERSIONS)
}, 120_000)
