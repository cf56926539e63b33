/** `npm run bench -- model`: the time of each part of a scan, from the sun to the stored series. */
import { readFileSync } from "node:fs"
import { chartData } from "../../domain/chart/chart.ts"
import { profileHours, standardProfileKeys } from "../../domain/consumption/profiles.ts"
import { parseScanRequest } from "../../domain/scan/input.ts"
import { prepareCase } from "../../domain/scan/prepare.ts"
import type { ScanInput } from "../../domain/scan/request.ts"
import { unpackSeries } from "../../domain/series/pack.ts"
import { productionKwhPerKwp, solarYear } from "../../domain/solar/production.ts"
import { createOptimiser, type Optimiser } from "../../wasm/index.ts"
import { solveJob } from "../../worker/solve.ts"
import { type Row, report, type Section } from "./table.ts"

const CALLS = 9
/** A surface must take well under this, cold and from the cache [ms of CPU]. */
const COLD_LIMIT_MS = 20
const CACHED_LIMIT_MS = 0.2

/** Median CPU time of a call, or its wall time where that is longer. */
const medianMs = (call: (turn: number) => void): number => {
  const times = Array.from({ length: CALLS }, (_, turn) => {
    const cpuBefore = process.cpuUsage()
    const startedMs = performance.now()
    call(turn)
    const cpu = process.cpuUsage(cpuBefore)
    return Math.max((cpu.user + cpu.system) / 1000, performance.now() - startedMs)
  })
  return times.sort((a, b) => a - b)[Math.floor(CALLS / 2)]
}

const row = (what: string, ms: number, limitMs?: number): Row => ({
  what,
  measured: `${ms.toFixed(ms < 1 ? 3 : 1)} ms`,
  bar: limitMs === undefined ? "" : `at most ${limitMs} ms`,
  ...(limitMs === undefined ? {} : { holds: ms <= limitMs }),
})

/** Each turn takes a place or surface of its own, so that nothing is measured from a cache by mistake. */
const sunRows = (): Row[] => {
  const surface = { lat: 52.09, lon: 5.12, tiltDeg: 35, azimuthDeg: 180 }
  const startedMs = performance.now()
  solarYear(surface.lat, surface.lon)
  const firstMs = performance.now() - startedMs
  const measured = (turn: number) => productionKwhPerKwp({ ...surface, lat: 51.5 + turn / 10, lon: 5.5 })
  const made = (turn: number) => productionKwhPerKwp({ ...surface, lat: 41.5 + turn, lon: 15.5 })
  return [
    row("first weather year of a process, files read", firstMs),
    row("surface at a new place, measured weather", medianMs(measured), COLD_LIMIT_MS),
    row("surface at a new place, world climatology", medianMs(made), COLD_LIMIT_MS),
    row(
      "new surface at a known place",
      medianMs(turn => productionKwhPerKwp({ ...surface, azimuthDeg: 100 + turn })),
      COLD_LIMIT_MS,
    ),
    row(
      "surface from the cache",
      medianMs(() => productionKwhPerKwp({ ...surface, azimuthDeg: 100 })),
      CACHED_LIMIT_MS,
    ),
    row(
      "a standard load profile",
      medianMs(turn => profileHours([...standardProfileKeys][turn], 2023)),
    ),
  ]
}

const EXAMPLES = ["terraced-house", "farm-east-west", "house-with-panels"]

const exampleInput = (name: string): ScanInput => {
  const file = new URL(`../../fixtures/examples/${name}.json`, import.meta.url)
  return parseScanRequest(JSON.parse(readFileSync(file, "utf8")).request, standardProfileKeys)
}

const scanRows = (optimiser: Optimiser): Row[] =>
  EXAMPLES.flatMap(name => {
    const input = exampleInput(name)
    const solve = () =>
      solveJob({ scanId: name, runId: name, attempt: 1, input }, { optimiser, sizingTolerance: 1e-3 }, () => true)
    const solved = solve()
    if (solved.kind !== "solved") throw new Error(`${name}: ${solved.errorMessage}`)
    const series = unpackSeries(solved.series)
    const startDate = { year: 2023, month: 1, day: 1 }
    return [
      row(
        `${name}: site, sun, load and prices`,
        medianMs(() => prepareCase(input)),
      ),
      row(`${name}: whole scan on a solver thread`, medianMs(solve)),
      row(
        `${name}: chart of the year`,
        medianMs(() => chartData(series, { interval: "year", startDate })),
      ),
    ]
  })

export const bench = async (): Promise<void> => {
  const sections: Section[] = [
    { title: "Sun and load", rows: sunRows(), lost: [], data: {} },
    { title: "Scans", rows: scanRows(await createOptimiser()), lost: [], data: {} },
  ]
  report("model", sections)
}
