/**
 * Demand charges, netting and REopt's published cases compared with HiGHS's linear program of the same year or case.
 */
import loadHighs from "highs"
import { median } from "../../wasm/bench/measure.ts"
import { type Kind, randomCase } from "../../wasm/bench/years.ts"
import { createOptimiser } from "../../wasm/index.ts"
import type { Dispatch, Optimiser, Plant, Sized, Year } from "../../wasm/types.ts"
import { violations } from "../oracle/feasibility.ts"
import { leastCostEur } from "../oracle/highs.ts"
import { sizingProgram } from "../oracle/sizing-program.ts"
import { randomDemandCharges, withRandomNetting } from "./chargeCases.ts"
import { lifeCycleCostUsd, REOPT_CASES, type ReoptName, reoptCase } from "./reoptCases.ts"
import type { Row, Section } from "./table.ts"

const KINDS: Kind[] = ["flat", "dynamic", "no grid charging"]
const ROUNDS = 3
const DISPATCH_TOLERANCE = 1e-6
const TOLERANCE = 1e-7
const PUBLISHED = 1e-6
const MOST_DISPATCHES = 5000
const HIGHS_SECONDS = 300
const CHARGED_MS = 10

interface Charged {
  name: string
  ms: number
  highsMs: number
  relative: number
  infeasible: number
}

const ms = (value: number) => `${value.toFixed(value < 100 ? 1 : 0)} ms`

/** Processor time of this process so far: other work on the machine does not count. */
function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Least processor time of a few calls, and the last answer. */
function timed<T>(call: () => T): { ms: number; answer: T } {
  let answer = call()
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < ROUNDS; i++) {
    const began = processorMs()
    answer = call()
    least = Math.min(least, processorMs() - began)
  }
  return { ms: least, answer }
}

function measureYear(optimiser: Optimiser, name: string, year: Year, plant: Plant): Charged {
  const { ms, answer } = timed<Dispatch>(() => optimiser.dispatch(year, plant))
  const began = processorMs()
  const least = leastCostEur(year, plant)
  const highsMs = processorMs() - began
  const relative = Math.abs(answer.costEur - least) / Math.max(1, Math.abs(least))
  return { name, ms, highsMs, relative, infeasible: violations(year, plant, answer).length }
}

function chargedRows(what: string, measured: Charged[], bar: number, mostMs?: number): Row[] {
  const worst = Math.max(...measured.map(each => each.relative))
  const infeasible = measured.filter(each => each.infeasible > 0).length
  const medianMs = median(measured.map(each => each.ms))
  const faster = median(measured.map(each => each.highsMs / each.ms))
  return [
    {
      what: `${what}, ${measured.length} years, processor time, median`,
      measured: ms(medianMs),
      ...(mostMs === undefined ? { bar: "" } : { bar: `≤ ${mostMs} ms`, holds: medianMs <= mostMs }),
    },
    { what: "  HiGHS takes", measured: `${faster.toFixed(0)} ×`, bar: "> 1 ×", holds: faster > 1 },
    {
      what: "  largest relative difference from HiGHS",
      measured: worst.toExponential(1),
      bar: `≤ ${bar}`,
      holds: worst <= bar,
    },
    { what: "  not feasible within 1e-9 kWh", measured: `${infeasible}`, bar: "0", holds: infeasible === 0 },
  ]
}

interface Reopt {
  name: ReoptName
  ms: number
  highsMs: number
  /** Undefined: HiGHS found none within its time. */
  highsUsd?: number | undefined
  lccUsd: number
  publishedUsd: number
  sized: Pick<Sized, "plant" | "gap" | "dispatches">
}

async function measureReopt(optimiser: Optimiser, name: ReoptName): Promise<Reopt> {
  const each = reoptCase(name, TOLERANCE)
  const { ms, answer } = timed<Sized>(() => optimiser.size(each.sizing))
  const highs = await loadHighs()
  const began = processorMs()
  const { ObjectiveValue: usd } = highs.solve(sizingProgram(each.sizing), { time_limit: HIGHS_SECONDS })
  const highsMs = processorMs() - began
  const { plant, gap, dispatches, dispatch } = answer
  const lccUsd = lifeCycleCostUsd(each, plant, dispatch.importKwh)
  const highsUsd = Number.isFinite(usd) ? usd + each.offsetUsd : undefined
  return {
    name,
    ms,
    highsMs,
    highsUsd,
    lccUsd,
    publishedUsd: each.published.published.lcc,
    sized: { plant, gap, dispatches },
  }
}

function reoptRows({ name, ms: coreMs, highsMs, highsUsd, lccUsd, publishedUsd, sized }: Reopt): Row[] {
  const relative = lccUsd / publishedUsd - 1
  return [
    { what: `${name}: life-cycle cost billed from the schedule`, measured: `${lccUsd.toFixed(2)} USD`, bar: "" },
    {
      what: "  above the published one",
      measured: relative.toExponential(1),
      bar: `≤ ${PUBLISHED}`,
      holds: relative <= PUBLISHED,
    },
    {
      what: "  dispatches",
      measured: `${sized.dispatches}`,
      bar: `≤ ${MOST_DISPATCHES}`,
      holds: sized.dispatches <= MOST_DISPATCHES,
    },
    {
      what: "  proven gap",
      measured: sized.gap.toExponential(1),
      bar: `≤ ${TOLERANCE}`,
      holds: sized.gap <= TOLERANCE,
    },
    { what: "  processor time with checks and result", measured: ms(coreMs), bar: "" },
    {
      what: `  HiGHS's LP (${highsUsd === undefined ? "no answer" : `${highsUsd.toFixed(2)} USD`})`,
      measured: `${ms(highsMs)}, ${(highsMs / coreMs).toFixed(0)} ×`,
      bar: "> 1 ×",
      holds: highsMs > coreMs,
    },
  ]
}

/** Years with charges and REopt's cases, for the solver's table. */
export async function benchCharges(): Promise<Section> {
  const optimiser = await createOptimiser()
  const demand = KINDS.map((kind, seed) => {
    const { name, year, plant } = randomCase(kind, seed)
    return measureYear(optimiser, name, { ...year, demandCharges: randomDemandCharges(year, seed) }, plant)
  })
  const netting = KINDS.map((kind, seed) => {
    const { name, year, plant } = randomCase(kind, seed)
    return measureYear(optimiser, name, withRandomNetting(year, seed), plant)
  })
  const reopt: Reopt[] = []
  for (const name of REOPT_CASES) reopt.push(await measureReopt(optimiser, name))
  return {
    title: "Demand charges, netting, and REopt's published cases",
    rows: [
      ...chargedRows("demand charges", demand, DISPATCH_TOLERANCE, CHARGED_MS),
      ...chargedRows("annual netting", netting, 1e-9),
      ...reopt.flatMap(reoptRows),
    ],
    lost: [
      ...[...demand, ...netting].filter(each => each.highsMs < each.ms).map(each => `${each.name}: HiGHS is faster`),
      ...reopt.filter(each => each.highsMs < each.ms).map(each => `${each.name}: HiGHS is faster`),
    ],
    data: { demand, netting, reopt },
  }
}
