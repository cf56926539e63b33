/** `npm run bench -- model`: the CPU time of each part of a scan, from the sun to the stored series. */
import { readFileSync } from "node:fs"
import { chartData } from "../../domain/report/chart/chart.ts"
import { unpackSeries } from "../../domain/report/series/pack.ts"
import { parseScanRequest } from "../../domain/scan/input.ts"
import type { ScanSolved } from "../../domain/scan/messages.ts"
import { prepareCase } from "../../domain/scan/prepare.ts"
import type { FilledRequest } from "../../domain/scan/request.ts"
import { profileHours, standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { productionKwhPerKwp } from "../../domain/site/solar/production.ts"
import { createOptimiser, type Optimiser } from "../../wasm/index.ts"
import { solveJob } from "../../worker/solve.ts"
import { AMSTERDAM } from "../support/clocks.ts"
import { type Row, report, type Section } from "./table.ts"

const CALLS = 9
const SURFACES = 20
const WARM_UP = 3
/** The compilers of the engine go on for some tens of scans. */
const WARM_UP_SOLVES = 20
const SENSITIVITY_SOLVES = 40
/** A surface must take well under this, cold and from the cache [ms of CPU]. */
const COLD_LIMIT_MS = 20
const CACHED_LIMIT_MS = 0.2
/** What the sensitivity may add to the rest of a scan. */
const SENSITIVITY_LIMIT = 0.4
/** Relative gap of the sizings, as the worker's by default. */
const TOLERANCE = 1e-4

/** CPU time of a call on all threads of the process, its compilers and garbage collector included [ms]. */
const cpuMs = (call: () => void): number => {
  const before = process.cpuUsage()
  call()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** CPU times of calls in a row, ascending [ms]. */
const cpuTimes = (calls: number, call: (turn: number) => void): number[] =>
  Array.from({ length: calls }, (_, turn) => cpuMs(() => call(turn))).sort((a, b) => a - b)

const medianMs = (call: (turn: number) => void): number => cpuTimes(CALLS, call)[Math.floor(CALLS / 2)]!

/** The same of a process whose code is compiled, as a solver's is after its first scans. */
const warmMs = (call: () => void): number => {
  for (let turn = 0; turn < WARM_UP_SOLVES; turn++) call()
  return medianMs(call)
}

const inMs = (ms: number): string => `${ms.toFixed(ms < 1 ? 3 : 1)} ms`

const row = (what: string, ms: number): Row => ({ what, measured: inMs(ms), bar: "" })

/** Of a process that has made a few before; the bar holds when all calls but one in twenty keep it. */
const barRow = (what: string, limitMs: number, call: (turn: number) => void): Row => {
  for (let turn = 0; turn < WARM_UP; turn++) call(SURFACES + turn)
  const times = cpuTimes(SURFACES, call)
  const p95 = times[Math.ceil(SURFACES * 0.95) - 1]!
  return {
    what,
    measured: `${inMs(times[SURFACES / 2]!)} median, ${inMs(p95)} p95`,
    bar: `p95 at most ${limitMs} ms`,
    holds: p95 <= limitMs,
  }
}

/** Each turn takes a place or surface of its own, so that nothing is measured from a cache by mistake. */
const sunRows = (): Row[] => {
  const surface = { lat: 52.09, lon: 5.12, tiltDeg: 35, azimuthDeg: 180 }
  return [
    row(
      "first surface of a process: files read, code compiled",
      cpuMs(() => productionKwhPerKwp(surface)),
    ),
    barRow("surface at a new place, measured weather", COLD_LIMIT_MS, turn =>
      productionKwhPerKwp({ ...surface, lat: 50.9 + turn / 10, lon: turn % 2 ? 5.5 : 5.7 }),
    ),
    barRow("surface at a new place, world climatology", COLD_LIMIT_MS, turn =>
      productionKwhPerKwp({ ...surface, lat: 31.5 + turn, lon: 21.5 + turn }),
    ),
    barRow("new surface at a known place", COLD_LIMIT_MS, turn =>
      productionKwhPerKwp({ ...surface, azimuthDeg: 100 + turn }),
    ),
    barRow("surface from the cache", CACHED_LIMIT_MS, () => productionKwhPerKwp({ ...surface, azimuthDeg: 100 })),
    row(
      "a standard load profile",
      medianMs(turn => profileHours([...standardProfileKeys][turn]!, 2023)),
    ),
  ]
}

const EXAMPLES = ["terraced-house", "farm-east-west", "house-with-panels"]

const exampleInput = (name: string): FilledRequest => {
  const file = new URL(`../../examples/requests/${name}.json`, import.meta.url)
  return parseScanRequest(JSON.parse(readFileSync(file, "utf8")), standardProfileKeys)
}

const scanRows = (optimiser: Optimiser): Row[] =>
  EXAMPLES.flatMap(name => {
    const input = exampleInput(name)
    const solved = solveInput(optimiser, input)
    const solve = () => solveInput(optimiser, input)
    const series = unpackSeries(solved.series)
    const startDate = { year: 2023, month: 1, day: 1 }
    return [
      row(
        `${name}: site, sun, load and prices`,
        medianMs(() => prepareCase(input)),
      ),
      row(`${name}: whole scan on a solver thread`, warmMs(solve)),
      row(
        `${name}: its adjustment to 20 years, from the kept cuts`,
        warmMs(() => solveInput(optimiser, { ...input, analysisYears: 20 }, solved.cuts)),
      ),
      row(
        `${name}: with the spread of the savings`,
        medianMs(() => solveInput(optimiser, { ...input, includeSavingsSpread: true })),
      ),
      row(
        `${name}: chart of the year`,
        medianMs(() => chartData(series, { interval: "year", startDate, clock: AMSTERDAM })),
      ),
    ]
  })

/**
 * An optimiser that measures the CPU time from its first repricing to its last answer [ms]: the sensitivity is what a
 * scan asks of it last.
 */
const watched = (optimiser: Optimiser) => {
  let begun: NodeJS.CpuUsage | undefined
  let addedMs = 0
  const after = <T>(answer: T): T => {
    if (begun) {
      const { user, system } = process.cpuUsage(begun)
      addedMs = (user + system) / 1000
    }
    return answer
  }
  const spied: Optimiser = {
    dispatch: (...given) => after(optimiser.dispatch(...given)),
    operate: (...given) => after(optimiser.operate(...given)),
    cost: (...given) => after(optimiser.cost(...given)),
    control: (...given) => after(optimiser.control(...given)),
    size: (...given) => after(optimiser.size(...given)),
    resize: (...given) => after(optimiser.resize(...given)),
    reprice: (...given) => {
      begun = process.cpuUsage()
      return after(optimiser.reprice(...given))
    },
    repriceEach: optimiser.repriceEach,
    work: optimiser.work,
  }
  return { spied, takeMs: () => addedMs }
}

/** What the sensitivity adds to the rest of the same scans. */
const sensitivityRows = (optimiser: Optimiser): Row[] =>
  EXAMPLES.flatMap(name =>
    [
      { what: name, input: exampleInput(name) },
      { what: `${name}, demand charge`, input: charged(exampleInput(name)) },
    ].map(({ what, input }) => {
      const { spied, takeMs } = watched(optimiser)
      for (let turn = 0; turn < WARM_UP_SOLVES; turn++) solveInput(spied, input)
      const solves = Array.from({ length: SENSITIVITY_SOLVES }, () => {
        const wholeMs = cpuMs(() => solveInput(spied, input))
        return { wholeMs, addedMs: takeMs() }
      })
      const wholeMs = solves.reduce((sum, solve) => sum + solve.wholeMs, 0) / solves.length
      const addedMs = solves.reduce((sum, solve) => sum + solve.addedMs, 0) / solves.length
      const share = addedMs / (wholeMs - addedMs)
      return {
        what: `${what}: sensitivity`,
        measured: `${inMs(addedMs)}, ${(100 * share).toFixed(0)} % of the rest`,
        bar: `at most ${100 * SENSITIVITY_LIMIT} %`,
        holds: share <= SENSITIVITY_LIMIT,
      }
    }),
  )

const charged = (input: FilledRequest): FilledRequest => ({
  ...input,
  tariff: { ...input.tariff, demandEurPerKwMonth: 6 },
})

const solveInput = (optimiser: Optimiser, input: FilledRequest, cuts?: Uint8Array): ScanSolved => {
  const job = { scanId: "bench", runId: "bench", attempt: 1, input, ...(cuts ? { cuts } : {}) }
  const result = solveJob(job, { optimiser, sizingTolerance: TOLERANCE }, () => true)
  if (result.kind !== "solved") throw new Error(JSON.stringify(result.error))
  return result
}

export const bench = async (): Promise<void> => {
  const optimiser = await createOptimiser()
  const sections: Section[] = [
    { title: "Sun and load", rows: sunRows(), lost: [], data: {} },
    { title: "Scans", rows: scanRows(optimiser), lost: [], data: {} },
    { title: "Sensitivity", rows: sensitivityRows(optimiser), lost: [], data: {} },
  ]
  report("model", sections)
}
