/** The optimiser against HiGHS, C, plain JavaScript and Node.js on the same random years, in one run. */
import { statSync } from "node:fs"
import { type CoreRun, measureCore, median, medianMs } from "../../wasm/bench/measure.ts"
import { runNative } from "../../wasm/bench/native.ts"
import { runInNode } from "../../wasm/bench/node.ts"
import { dispatchPlain, loadPlain } from "../../wasm/bench/plain.ts"
import { longestList } from "../../wasm/bench/plain-list.ts"
import { type Case, KINDS, type Kind, randomCase } from "../../wasm/bench/years.ts"
import { compileCore, createOptimiser } from "../../wasm/index.ts"
import { violations } from "../oracle/feasibility.ts"
import { leastCostEur } from "../oracle/highs.ts"
import { benchAgainst } from "./against.ts"
import { benchBudgets } from "./budgets.ts"
import { benchCharges } from "./reopt.ts"
import { benchSizing } from "./sizing.ts"
import { type Row, report, type Section } from "./table.ts"

const YEARS_PER_KIND = 10
const GAP_YEARS = 300
/**
 * The machine may be busy at times: each case is measured in rounds, all solvers in each, and the best round counts.
 */
const ROUNDS = 3
const REPEATS = 9
const RELATIVE = 1e-9
const FASTER_THAN_HIGHS = 400
const SLOWER_THAN_C = 1.8
const MAX_CORE_BYTES = 52 * 1024
/** Segments of the list, and how much longer than the flat case a year may take: twice the prototype's ratio. */
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
  highsMs: number
  nativeMs?: number | undefined
  nodeMs?: number | undefined
  relative: number
  infeasible: string[]
}

const relative = (value: number, reference: number) => Math.abs(value - reference) / Math.abs(reference)
const ms = (value: number) => `${value.toFixed(2)} ms`
const worst = (values: number[]) => Math.max(...values)

async function measureYears(kind: Kind, module: WebAssembly.Module, node: CoreRun[] | undefined): Promise<Measured[]> {
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
  return cases.map(({ name, year, plant }, i) => {
    const best = (pick: (round: (typeof rounds)[number]) => number | undefined) =>
      Math.min(...rounds.map(pick).filter(x => x !== undefined))
    const began = performance.now()
    const least = leastCostEur(year, plant)
    const highsMs = performance.now() - began
    const dispatch = optimiser.dispatch(year, plant)
    return {
      ...{ kind, name, highsMs },
      coreMs: best(round => round.core[i]!.ms),
      dispatchMs: best(round => round.core[i]!.dispatchMs),
      plainMs: best(round => round.plain[i]),
      nativeMs: rounds[0]!.native && best(round => round.native?.[i]?.ms),
      nodeMs: node?.[i]?.ms,
      relative: relative(dispatch.costEur, least),
      infeasible: violations(year, plant, dispatch),
    }
  })
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
    ratioRow(
      "  HiGHS takes",
      of(each => each.highsMs / each.coreMs),
      `≥ ${FASTER_THAN_HIGHS} ×`,
      ratio => ratio >= FASTER_THAN_HIGHS,
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

/** A year whose list of the value of energy gets about `entries` long: a battery slow enough for it. */
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
    const best = Math.min(...runs)
    return {
      what: `big battery, little power: ${longest} segments (${ms(best)}) against the flat year`,
      measured: `${(best / flatMs).toFixed(2)} ×`,
      bar: `≤ ${ratio.toFixed(1)} ×`,
      holds: best / flatMs <= ratio,
    }
  })
}

function lostCases(measured: Measured[]): string[] {
  const lost: string[] = []
  for (const { name, coreMs, dispatchMs, highsMs, plainMs, nativeMs } of measured) {
    if (highsMs < FASTER_THAN_HIGHS * coreMs) lost.push(`${name}: HiGHS takes only ${(highsMs / coreMs).toFixed(0)} ×`)
    if (plainMs < dispatchMs) lost.push(`${name}: plain JavaScript is faster`)
    if (nativeMs && coreMs > SLOWER_THAN_C * nativeMs) {
      lost.push(`${name}: C is ${(coreMs / nativeMs).toFixed(2)} × faster`)
    }
  }
  return lost
}

async function benchDispatch(): Promise<Section> {
  const module = await compileCore()
  const node = await runInNode(REPEATS, YEARS_PER_KIND)
  const measured: Measured[] = []
  for (const [i, kind] of KINDS.entries()) measured.push(...(await measureYears(kind, module, node?.[i])))
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
  return { title: "Dispatch of one year", rows, lost: lostCases(measured), data: measured }
}

/**
 * Prints the table and writes bench-results/solver.json; with `--against PATH` only how this core compares with another
 * one.
 */
export async function bench([option, path]: readonly string[] = []): Promise<void> {
  if (option === "--against" && path !== undefined) return report("against", [await benchAgainst(path)])
  report("solver", [await benchDispatch(), await benchSizing(), await benchBudgets(), await benchCharges()])
}
