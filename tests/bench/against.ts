/**
 * `npm run bench -- solver --against PATH`: compares this core with another core on the same cases, alternately. PATH
 * is the wasm folder of another checkout (its host and its built core), or a built core.wasm that this host can drive.
 */
import { readFile } from "node:fs/promises"
import { resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { median } from "../../wasm/bench/measure.ts"
import { type Case, KINDS, type Kind, randomCase } from "../../wasm/bench/years.ts"
import * as ownHost from "../../wasm/core.ts"
import * as ownInterface from "../../wasm/index.ts"
import type { Optimiser } from "../../wasm/types.ts"
import { randomDemandCharges, withRandomNetting } from "./chargeCases.ts"
import { randomSizing } from "./sizingCases.ts"
import type { Row, Section } from "./table.ts"

type Host = Pick<typeof ownHost, "loadYear" | "place">

/** A core with the host that drives it. */
interface Side {
  host: Host
  core: ownHost.DispatchExports
  optimiser: Optimiser
}

const YEARS_PER_KIND = 10
const SIZINGS = 20
const CHARGED_YEARS = 6
/** Time of calls that are not measured: the engine compiles frequent functions again, with better code [ms]. */
const WARM_UP_MS = 400
/** Calls of each side, alternating; the shortest time counts. */
const DISPATCH_ROUNDS = 40
const SOLVE_ROUNDS = 12
const SLOWER_AT_MOST = 1.03

async function sideOf(
  host: Host,
  entry: Pick<typeof ownInterface, "createOptimiser">,
  module: WebAssembly.Module,
): Promise<Side> {
  const core = await ownHost.instantiateCore<ownHost.DispatchExports>(module)
  return { host, core, optimiser: await entry.createOptimiser(module) }
}

async function otherSide(path: string): Promise<Side> {
  if (path.endsWith(".wasm")) {
    return sideOf(ownHost, ownInterface, await WebAssembly.compile(new Uint8Array(await readFile(path))))
  }
  const load = (file: string) => import(pathToFileURL(resolve(path, file)).href)
  const entry: typeof ownInterface = await load("index.ts")
  return sideOf(await load("core.ts"), entry, await entry.compileCore())
}

/**
 * Processor time of `own` by processor time of `other`: the least times of alternating calls, each side first as often
 * as second. A busy machine hardly changes the ratio.
 */
function slower(rounds: number, own: () => void, other: () => void): number {
  const calls = [own, other]
  const least = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let round = 0; round < 2 * rounds; round++) {
    for (const side of round % 2 ? [0, 1] : [1, 0]) {
      const began = process.cpuUsage()
      calls[side]!()
      const { user, system } = process.cpuUsage(began)
      least[side] = Math.min(least[side]!, user + system)
    }
  }
  return least[0]! / least[1]!
}

/** A dispatch with its duals as sizing calls it. */
function prepare({ host, core }: Side, { year, plant }: Case): () => void {
  host.loadYear(core, year)
  const panels = host.place(core, plant.panels)
  const cut = core.takeF64(core.cutLength())
  return () => core.dispatchYear(panels, plant.capacityKwh, plant.powerKw, cut)
}

const row = (what: string, ratios: number[]): Row => ({
  what,
  measured: `${median(ratios).toFixed(3)} × at the median, ${Math.max(...ratios).toFixed(3)} × at most`,
  bar: `≤ ${SLOWER_AT_MOST} ×, each`,
  holds: Math.max(...ratios) <= SLOWER_AT_MOST,
})

function dispatchRow(kind: Kind, own: Side, other: Side): Row {
  const ratios = Array.from({ length: YEARS_PER_KIND }, (_, seed) => {
    const each = randomCase(kind, seed)
    return slower(DISPATCH_ROUNDS, prepare(own, each), prepare(other, each))
  })
  return row(`a year with duals, ${kind}, ${ratios.length} years`, ratios)
}

function solveRow(what: string, own: Side, other: Side, calls: ((optimiser: Optimiser) => unknown)[]): Row {
  const began = performance.now()
  while (performance.now() - began < WARM_UP_MS) {
    for (const call of calls) for (const { optimiser } of [own, other]) call(optimiser)
  }
  const ratios = calls.map(call =>
    slower(
      SOLVE_ROUNDS,
      () => call(own.optimiser),
      () => call(other.optimiser),
    ),
  )
  return row(`${what}, ${ratios.length} cases`, ratios)
}

/** Compares this core with the core at `path`. */
export async function benchAgainst(path: string): Promise<Section> {
  const own = await sideOf(ownHost, ownInterface, await ownInterface.compileCore())
  const other = await otherSide(path)
  const sizings = Array.from({ length: SIZINGS }, (_, seed) => randomSizing(KINDS[seed % KINDS.length]!, seed).sizing)
  const charged = Array.from({ length: CHARGED_YEARS }, (_, seed) => randomCase(KINDS[seed % KINDS.length]!, seed))
  const rows = [
    ...KINDS.map(kind => dispatchRow(kind, own, other)),
    solveRow(
      "sizing",
      own,
      other,
      sizings.map(sizing => optimiser => optimiser.size(sizing)),
    ),
    solveRow(
      "a year with demand charges",
      own,
      other,
      charged.map(({ year, plant }, seed) => {
        const demandCharges = randomDemandCharges(year, seed)
        return optimiser => optimiser.dispatch({ ...year, demandCharges }, plant)
      }),
    ),
    solveRow(
      "a year with netting",
      own,
      other,
      charged.map(
        ({ year, plant }, seed) =>
          optimiser =>
            optimiser.dispatch(withRandomNetting(year, seed), plant),
      ),
    ),
  ]
  return { title: `This core against ${path}: how many times as long it takes`, rows, data: rows }
}
