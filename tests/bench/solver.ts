/**
 * The optimiser against linear solvers, C, plain JavaScript and Node.js on the same random years, in one run. Times are
 * processor time.
 */
import { statSync } from "node:fs"
import { type CoreRun, measureCore, median, medianMs } from "../../wasm/bench/measure.ts"
import { runNative } from "../../wasm/bench/native.ts"
import { runInNode } from "../../wasm/bench/node.ts"
import { dispatchPlain, loadPlain } from "../../wasm/bench/plain.ts"
import { longestList } from "../../wasm/bench/plain-list.ts"
import { type Case, KINDS, type Kind, randomCase } from "../../wasm/bench/years.ts"
import { MAX_CORE_BYTES } from "../../wasm/compile.ts"
import { compileCore, createOptimiser } from "../../wasm/index.ts"
import { violations } from "../oracle/feasibility.ts"
import { leastCostEur } from "../oracle/highs.ts"
import { linearProgram } from "../oracle/linear-program.ts"
import { benchAgainst } from "./against.ts"
import { benchBudgets } from "./budgets.ts"
import { type Against, findPeers, type Peers, peerLosses, peerRows } from "./peers.ts"
import { benchCharges } from "./reopt.ts"
import { benchSizing } from "./sizing.ts"
import { type Row, report, type Section } from "./table.ts"

const YEARS_PER_KIND = 10
const GAP_YEARS = 300
/** Years of each kind that the peers get. */
const PEER_YEARS = 5
const PEER_SECONDS = 60
/** Each case is measured in rounds, with the core and the same kernel in other languages; the median counts. */
const ROUNDS = 3
const REPEATS = 9
const RELATIVE = 1e-9
/** Least ratio of a peer's time for a year, without reading and writing its text. */
const FASTER_THAN_PEERS = 100
const SLOWER_THAN_C = 1.5
/** Segments of the list, and the maximum ratio of its time to the flat case: twice the prototype's ratio. */
const LONG_LISTS = [
  { entries: 143, ratio: 2 * (1.45 / 0.65) },
  { entries: 2500, ratio: 2 * (7.4 / 0.65) },
]

interface Measured {
  kind: Kind
  name: string
  coreMs: number
  /** Without the duals. */
  dispatchMs: number
  plainMs: number
  /** Answers of the peers, for the first years of a kind. */
  against?: Against | undefined
  nativeMs?: number | undefined
  nodeMs?: number | undefined
  relative: number
  infeasible: string[]
}

const relative = (value: number, reference: number) => Math.abs(value - reference) / Math.abs(reference)
const ms = (value: number) => `${value.toFixed(2)} ms`
const worst = (values: number[]) => Math.max(...values)

/** The program of a year, solved by each peer. */
async function solvedByPeers(peers: Peers, { name, year, plant }: Case, ownMs: number): Promise<Against> {
  return { name, ownMs, answers: await peers.solveLinear(linearProgram(year, plant), PEER_SECONDS) }
}

/** Solvers of the measured years. */
interface Means {
  module: WebAssembly.Module
  node: CoreRun[] | undefined
  peers: Peers
}

async function measureYears(kind: Kind, { module, node, peers }: Means): Promise<Measured[]> {
  const optimiser = await createOptimiser(module)
  const cases = Array.from({ length: YEARS_PER_KIND }, (_, seed) => randomCase(kind, seed))
  const rounds = Array.from({ length: ROUNDS }, () => ({
    core: measureCore(module, cases, REPEATS),
    native: runNative(cases, REPEATS),
    plain: cases.map(({ year, plant }) => {
      loadPlain(year)
      return medianMs(REPEATS, () => dispatchPlain(plant))
    }),
  }))
  const measured: Measured[] = []
  for (const [i, each] of cases.entries()) {
    const { name, year, plant } = each
    const middle = (pick: (round: (typeof rounds)[number]) => number | undefined) =>
      median(rounds.map(pick).filter(x => x !== undefined))
    const dispatch = optimiser.dispatch(year, plant)
    const coreMs = middle(round => round.core[i]!.ms)
    measured.push({
      ...{ kind, name, coreMs },
      against: i < PEER_YEARS ? await solvedByPeers(peers, each, coreMs) : undefined,
      dispatchMs: middle(round => round.core[i]!.dispatchMs),
      plainMs: middle(round => round.plain[i]),
      nativeMs: rounds[0]!.native && middle(round => round.native?.[i]?.ms),
      nodeMs: node?.[i]?.ms,
      relative: relative(dispatch.costEur, leastCostEur(year, plant)),
      infeasible: violations(year, plant, dispatch),
    })
  }
  return measured
}

function exactRows(measured: Measured[], gaps: number[]): Row[] {
  const differences = worst(measured.map(each => each.relative))
  const infeasible = measured.filter(each => each.infeasible.length > 0).length
  const bytes = statSync(new URL("../../wasm/build/core.wasm", import.meta.url)).size
  return [
    {
      what: `cost against HiGHS's LP, ${measured.length} years, largest relative difference`,
      measured: differences.toExponential(1),
      bar: `≤ ${RELATIVE}`,
      holds: differences <= RELATIVE,
    },
    {
      what: "schedules that are not feasible within 1e-9 kWh",
      measured: `${infeasible}`,
      bar: "0",
      holds: !infeasible,
    },
    {
      what: `duality gap, ${gaps.length} years, largest`,
      measured: worst(gaps).toExponential(1),
      bar: `≤ ${RELATIVE}`,
      holds: worst(gaps) <= RELATIVE,
    },
    { what: "size of the core", measured: `${bytes} bytes`, bar: `< ${MAX_CORE_BYTES}`, holds: bytes < MAX_CORE_BYTES },
  ]
}

function ratioRow(what: string, ratios: number[], bar: string, holds: (ratio: number) => boolean): Row {
  const middle = median(ratios)
  return { what, measured: `${middle.toFixed(middle < 100 ? 2 : 0)} ×`, bar, holds: holds(middle) }
}

function speedRows(kind: Kind, measured: Measured[]): Row[] {
  const of = (pick: (each: Measured) => number | undefined) => measured.map(pick).filter(x => x !== undefined)
  const [native, node] = [of(each => each.nativeMs), of(each => each.nodeMs)]
  const rows: Row[] = [
    { what: `${kind}: a year with duals`, measured: ms(median(of(each => each.coreMs))), bar: "" },
    ...peerRows(
      measured.flatMap(each => each.against ?? []),
      FASTER_THAN_PEERS,
    ),
    ratioRow(
      "  plain JavaScript takes, without duals",
      of(each => each.plainMs / each.dispatchMs),
      "> 1 ×",
      ratio => ratio > 1,
    ),
  ]
  if (native.length > 0) {
    const ratios = of(each => each.nativeMs && each.coreMs / each.nativeMs)
    rows.push(ratioRow("  takes longer than C by", ratios, `≤ ${SLOWER_THAN_C} ×`, ratio => ratio <= SLOWER_THAN_C))
  }
  if (node.length > 0) rows.push({ what: "  in Node.js", measured: ms(median(node)), bar: "" })
  return rows
}

/** A year whose list of the value of energy reaches about `entries` segments: its battery is slow enough. */
function longListCase(entries: number): { each: Case; longest: number } {
  const base = randomCase("dynamic", 3)
  const year = { ...base.year, importLimitKw: undefined, exportLimitKw: undefined, gridCharging: true }
  const powerKw = 2
  const withHours = (hours: number): Case => ({
    name: `${entries} segments`,
    year,
    plant: { ...base.plant, powerKw, capacityKwh: hours * powerKw },
  })
  const longestOf = ({ plant }: Case) => {
    dispatchPlain(plant)
    return longestList
  }
  loadPlain(year)
  let [low, high] = [1, 8760]
  for (let i = 0; i < 20; i++) {
    const hours = Math.sqrt(low * high)
    if (longestOf(withHours(hours)) < entries) low = hours
    else high = hours
  }
  return { each: withHours(high), longest: longestOf(withHours(high)) }
}

function longListRows(module: WebAssembly.Module, flatMs: number): Row[] {
  return LONG_LISTS.map(({ entries, ratio }) => {
    const { each, longest } = longListCase(entries)
    const runs = Array.from({ length: ROUNDS }, () => measureCore(module, [each], REPEATS)[0]!.ms)
    const middle = median(runs)
    return {
      what: `big battery, little power: ${longest} segments (${ms(middle)}) against the flat year`,
      measured: `${(middle / flatMs).toFixed(2)} ×`,
      bar: `≤ ${ratio.toFixed(1)} ×`,
      holds: middle / flatMs <= ratio,
    }
  })
}

function lostCases(measured: Measured[]): string[] {
  const lost = peerLosses(
    measured.flatMap(each => each.against ?? []),
    FASTER_THAN_PEERS,
  )
  for (const { name, coreMs, dispatchMs, plainMs, nativeMs } of measured) {
    if (plainMs < dispatchMs) lost.push(`${name}: plain JavaScript is faster`)
    if (nativeMs && coreMs > SLOWER_THAN_C * nativeMs) {
      lost.push(`${name}: C is ${(coreMs / nativeMs).toFixed(2)} × faster`)
    }
  }
  return lost
}

async function benchDispatch(peers: Peers): Promise<Section> {
  const module = await compileCore()
  const node = await runInNode(REPEATS, YEARS_PER_KIND)
  const measured: Measured[] = []
  for (const [i, kind] of KINDS.entries())
    measured.push(...(await measureYears(kind, { module, peers, node: node?.[i] })))
  const gapCases = Array.from({ length: GAP_YEARS }, (_, seed) => randomCase(KINDS[seed % KINDS.length]!, 1000 + seed))
  const gaps = measureCore(module, gapCases, 1).map(run => relative(run.lowerBoundEur, run.costEur))
  const flatMs = median(measured.filter(each => each.kind === "flat").map(each => each.coreMs))
  const rows = [
    ...exactRows(measured, gaps),
    ...KINDS.flatMap(kind =>
      speedRows(
        kind,
        measured.filter(each => each.kind === kind),
      ),
    ),
    ...longListRows(module, flatMs),
  ]
  return { title: "Dispatch of one year, processor time", rows, lost: lostCases(measured), data: measured }
}

/**
 * Prints the table and writes bench-results/solver.json; with `--against PATH` only how this core compares with another
 * one.
 */
export async function bench([option, path]: readonly string[] = []): Promise<void> {
  if (option === "--against" && path !== undefined) return report("against", [await benchAgainst(path)])
  const peers = findPeers()
  for (const line of peers.absent) console.log(line)
  const sections = [
    await benchDispatch(peers),
    await benchSizing(peers),
    await benchBudgets(),
    await benchCharges(peers),
  ]
  report("solver", sections)
}
