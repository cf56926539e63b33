/** `npm run bench -- model`: the CPU time of each part of a scan, from the sun to the stored series. */
import { readFileSync } from "node:fs"
import { prepareCase } from "../../domain/case/prepare.ts"
import { chartData } from "../../domain/report/chart/chart.ts"
import { unpackSeries } from "../../domain/report/series/pack.ts"
import type { FilledRequest } from "../../domain/request/request.ts"
import { profileHours, standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { productionKwhPerKwp } from "../../domain/site/solar/production.ts"
import { createOptimiser, type Optimiser } from "../../wasm/index.ts"
import { AMSTERDAM } from "../support/clocks.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"
import { cpuMs, median } from "./cpu.ts"
import { createDraws, type Draws } from "./draws.ts"
import { createScans } from "./scans.ts"
import { type Row, report, type Section } from "./table.ts"

const CALLS = 9
const SURFACES = 20
const WARM_UP = 3
/** The engine's compilers continue for some tens of scans; a thread forgets a scan after about ten others. */
const WARM_UP_SOLVES = 20
const SENSITIVITY_SOLVES = 40
/** Bars of a surface, cold and from the cache [ms of CPU]. */
const COLD_LIMIT_MS = 20
const CACHED_LIMIT_MS = 0.2
/** Maximum time of the sensitivity on top of the rest of a scan. */
const SENSITIVITY_LIMIT = 0.4
/** Seed of the first example; the next examples add one each. */
const SEED = 1
const SENSITIVITY_SEED = 100

const timesOf = (calls: number, call: (turn: number) => unknown): number[] =>
  Array.from({ length: calls }, (_, turn) => cpuMs(() => call(turn)).ms)

const medianMs = (call: (turn: number) => unknown): number => median(timesOf(CALLS, call))

const inMs = (ms: number): string => `${ms.toFixed(ms < 1 ? 3 : 1)} ms`

const row = (what: string, ms: number): Row => ({ what, measured: inMs(ms), bar: "" })

/** A row of a warm process; the bar holds if 95 % of the calls keep it. */
const barRow = (what: string, limitMs: number, call: (turn: number) => void): Row => {
  for (let turn = 0; turn < WARM_UP; turn++) call(SURFACES + turn)
  const times = timesOf(SURFACES, call).sort((a, b) => a - b)
  const p95 = times[Math.ceil(SURFACES * 0.95) - 1]!
  return {
    what,
    measured: `${inMs(times[SURFACES / 2]!)} median, ${inMs(p95)} p95`,
    bar: `p95 at most ${limitMs} ms`,
    holds: p95 <= limitMs,
  }
}

/** Rows of the sun model. Each turn has a place or surface of its own, so that no cache is measured by mistake. */
const sunRows = (): Row[] => {
  const surface = { lat: 52.09, lon: 5.12, tiltDeg: 35, azimuthDeg: 180 }
  return [
    row("first surface of a process: files read, code compiled", cpuMs(() => productionKwhPerKwp(surface)).ms),
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

interface Scan {
  input: FilledRequest
  cuts: Uint8Array
  series: Uint8Array
}

const EXAMPLES = ["terraced-house", "farm-east-west", "house-with-panels"]

const exampleInput = (name: string): FilledRequest => {
  const file = new URL(`../../examples/requests/${name}.json`, import.meta.url)
  return parseEarlierRequest(JSON.parse(readFileSync(file, "utf8")), standardProfileKeys)
}

/** Every call has an input of its own. */
const scanRowsOf = (optimiser: Optimiser, name: string, draws: Draws): Row[] => {
  const example = exampleInput(name)
  const solve = createScans(optimiser)
  for (let turn = 0; turn < WARM_UP_SOLVES; turn++) solve(draws.request(example))
  const medianOf = (inputs: FilledRequest[]): number => median(inputs.map(input => solve(input).ms))
  const drawn = (draw: () => FilledRequest) => Array.from({ length: CALLS }, draw)
  /** The scan with another period, from its cuts. */
  const adjust = (scan: Scan): number => solve({ ...scan.input, analysisYears: 20 }, scan.cuts).ms
  const made = (input: FilledRequest): Scan => ({ input, ...solve(input).solved })
  const earlier = drawn(() => draws.request(example)).map(made)
  for (let turn = 0; turn < WARM_UP_SOLVES; turn++) solve(draws.request(example))
  const startDate = { year: 2023, month: 1, day: 1 }
  const chart = ({ series }: Scan) => chartData(unpackSeries(series), { interval: "year", startDate, clock: AMSTERDAM })
  return [
    row(
      `${name}: site, load and prices, the sun known`,
      medianMs(() => prepareCase(draws.request(example))),
    ),
    row(
      `${name}: site, sun, load and prices`,
      medianMs(() => prepareCase(draws.requestElsewhere(example))),
    ),
    row(
      `${name}: whole scan on a solver thread, each another consumption`,
      medianOf(drawn(() => draws.request(example))),
    ),
    row(`  each also at another place`, medianOf(drawn(() => draws.requestElsewhere(example)))),
    row(
      `  with the spread of the savings`,
      medianOf(drawn(() => draws.request({ ...example, includeSavingsSpread: true }))),
    ),
    row(
      `  adjusted to 20 years from its cuts, right after it`,
      median(drawn(() => draws.request(example)).map(input => adjust(made(input)))),
    ),
    row(`  the same after ${WARM_UP_SOLVES} other scans of the thread`, median(earlier.map(adjust))),
    row(
      `${name}: hours unpacked, chart of the year`,
      medianMs(turn => chart(earlier[turn]!)),
    ),
  ]
}

const scanRows = (optimiser: Optimiser): Row[] =>
  EXAMPLES.flatMap((name, i) => scanRowsOf(optimiser, name, createDraws(SEED + i)))

/**
 * An optimiser that measures the CPU time from its repricing to its last answer [ms]. These are a scan's last
 * questions: the sensitivity and, under a dynamic tariff, the other price years.
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

/** Processor time that the sensitivity and other price years add to the rest of the same scans. */
const sensitivityRows = (optimiser: Optimiser): Row[] =>
  EXAMPLES.flatMap(name =>
    [
      { what: name, input: exampleInput(name) },
      { what: `${name}, demand charge`, input: charged(exampleInput(name)) },
    ].map(({ what, input }) => {
      const { spied, takeMs } = watched(optimiser)
      const solve = createScans(spied)
      const draws = createDraws(SENSITIVITY_SEED)
      for (let turn = 0; turn < WARM_UP_SOLVES; turn++) solve(draws.request(input))
      const solves = Array.from({ length: SENSITIVITY_SOLVES }, () => {
        const { ms: wholeMs } = solve(draws.request(input))
        return { wholeMs, addedMs: takeMs() }
      })
      const wholeMs = solves.reduce((sum, solve) => sum + solve.wholeMs, 0) / solves.length
      const addedMs = solves.reduce((sum, solve) => sum + solve.addedMs, 0) / solves.length
      const share = addedMs / (wholeMs - addedMs)
      return {
        what: `${what}: sensitivity and other price years`,
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

export const bench = async (): Promise<void> => {
  const optimiser = await createOptimiser()
  const sections: Section[] = [
    { title: "Sun and load", rows: sunRows(), data: {} },
    { title: "Scans", rows: scanRows(optimiser), data: {} },
    { title: "Sensitivity", rows: sensitivityRows(optimiser), data: {} },
  ]
  report("model", sections)
}
