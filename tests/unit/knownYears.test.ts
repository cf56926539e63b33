/** Years that a thread has simulated earlier: they change no report and no count of a scan's work. */
import { expect, test } from "bun:test"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { workOf, yearName } from "../../search/model/knownYears.ts"
import { createOptimiser, type Optimiser, type Plant, type Year } from "../../wasm/index.ts"
import { solveJob } from "../../worker/job.ts"
import { casesOf } from "../support/cases.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"
import { houseRequest } from "../support/requests.ts"

const battery = { powerRatingKw: 5, capacityKwh: 15, costPerKwh: 250 }
const flat = { tariff: { type: "flat", flatEurPerKwh: 0.3, feedInEurPerKwh: 0.05 } }
const existing = { existingPv: [{ panelCount: 6, panelPowerWatts: 300, tiltAngle: 30, orientationAngle: 200 }] }
const demand = { tariff: { ...flat.tariff, demandEurPerKwMonth: 3 } }
const house = { ...houseRequest(), electricBattery: battery }

/** Solves with one optimiser, like a thread. Counts the years that it simulates. */
const createThread = (optimiser: Optimiser) => {
  let operated = 0
  const counting: Optimiser = {
    ...optimiser,
    control: (...given) => {
      operated++
      return optimiser.control(...given)
    },
    operate: (...given) => {
      operated++
      return optimiser.operate(...given)
    },
  }
  return (request: object, cuts?: Uint8Array) => {
    const [before, operatedBefore] = [workOf(counting), operated]
    const input = parseEarlierRequest(structuredClone(request), standardProfileKeys)
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

test.each(Object.entries(KINDS).slice(0, casesOf(7, 4)))(
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

test("an adjustment that ends at the same plant operates only years again whose hours its report reads", async () => {
  const thread = createThread(await createOptimiser())
  const first = thread(house)
  const again = thread({ ...house, electricBattery: { ...battery, costPerKwh: 250.25 } }, first.result.cuts)
  expect(again.result.report.battery.specs).toEqual(first.result.report.battery.specs)
  expect(first.operated).toBeGreaterThan(15)
  // The ranges of alternatives read how their hours follow the market.
  const [, ...others] = again.result.report.alternatives ?? []
  const ranged = others.filter(({ netPresentValueRange }) => netPresentValueRange).length
  expect(again.operated).toBeLessThanOrEqual(3 + ranged)
})

test.each([{ tariff: { ...flat.tariff, fixedEurPerMonth: 11 } }, { tariff: { ...flat.tariff, flatEurPerKwh: 0.31 } }])(
  "a report after that of the same house but for %j is its own",
  async change => {
    const [used, fresh] = [createThread(await createOptimiser()), createThread(await createOptimiser())]
    used({ ...house, ...flat })
    const changed = { ...house, ...flat, ...change }
    expect(used(changed).result).toEqual(fresh(changed).result)
  },
)

type NamedYear = Required<Omit<Year, "demandCharges" | "phases" | "roofs">> & {
  existingBattery: NonNullable<Year["existingBattery"]>
  roofs: Required<Year["roofs"][number]>[]
}

/** A year that sets every optional field; the type makes later fields mandatory here too. */
const hours = () => new Float64Array(24).fill(0.5)
const YEAR: NamedYear = {
  stepHours: 1,
  loadKwh: hours(),
  roofs: [
    { productionKwhPerPanel: hours(), exportKwPerPanel: 0.2, mustRunPanels: 5 },
    { productionKwhPerPanel: hours(), exportKwPerPanel: 0.3, mustRunPanels: 6 },
  ],
  buyEurPerKwh: hours(),
  sellEurPerKwh: hours(),
  importLimitKw: 8,
  exportLimitKw: hours(),
  gridCharging: true,
  chargeEfficiency: 0.95,
  dischargeEfficiency: 0.96,
  minLevel: 0.1,
  initialLevel: 0.2,
  existingBattery: { capacityKwh: 3, powerKw: 2 },
  nettingEurPerKwh: 0.05,
}
const PLANT: Required<Plant> = { panels: [4, 6], capacityKwh: 10, powerKw: 5 }

/**
 * Variants of a value, each with one number, flag or array changed, or one element or field left out. Each has the path
 * of its change.
 */
const changesOf = (value: unknown, path = ""): [path: string, changed: unknown][] => {
  if (typeof value === "number") return [[path, value + 0.01]]
  if (typeof value === "boolean") return [[path, !value]]
  if (value instanceof Float64Array) return [[path, value.map(each => each + 0.01)]]
  if (Array.isArray(value))
    return [
      [`${path} without its last`, value.slice(0, -1)],
      ...value.flatMap((each, i) =>
        changesOf(each, `${path}[${i}]`).map(([at, changed]): [string, unknown] => [at, value.with(i, changed)]),
      ),
    ]
  return Object.entries(value as object).flatMap(([field, each]) =>
    changesOf(each, path ? `${path}.${field}` : field).map(([at, changed]): [string, unknown] => [
      at,
      { ...(value as object), [field]: changed },
    ]),
  )
}

test("years and plants that differ in any one field have different names", () => {
  const names = new Map([["as it is", yearName(YEAR, PLANT)]])
  for (const [path, year] of changesOf(YEAR, "year")) names.set(path, yearName(year as NamedYear, PLANT))
  for (const [path, plant] of changesOf(PLANT, "plant")) names.set(path, yearName(YEAR, plant as Plant))
  expect([...names.keys()]).toContain("year.roofs[1].exportKwPerPanel")
  const byName = Map.groupBy(names, ([, name]) => name)
  expect([...byName.values()].filter(({ length }) => length > 1)).toEqual([])
  expect(names.values()).not.toContain(undefined)
  expect(yearName({ ...YEAR }, structuredClone(PLANT))).toBe(names.get("as it is"))
})

test("a year whose operation depends on more than its arrays and numbers has no name", () => {
  const charged = { ...YEAR, demandCharges: [{ period: new Int16Array(24), eurPerKw: [5] }] }
  expect(yearName(charged, PLANT)).toBeUndefined()
  expect(yearName({ ...YEAR, phases: [{ wearShare: 1, isNetted: false }] }, PLANT)).toBeUndefined()
})
