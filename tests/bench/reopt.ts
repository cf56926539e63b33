/** Demand charges, netting and REopt's published cases compared with the peers' linear program of the same case. */
import { median } from "../../wasm/bench/measure.ts"
import { type Case, type Kind, randomCase } from "../../wasm/bench/years.ts"
import { createOptimiser } from "../../wasm/index.ts"
import type { Dispatch, Optimiser, Sized, Year } from "../../wasm/types.ts"
import { violations } from "../oracle/feasibility.ts"
import { leastCostEur } from "../oracle/highs.ts"
import { linearProgram } from "../oracle/linear-program.ts"
import { sizingProgram } from "../oracle/sizing-program.ts"
import { randomDemandCharges, withRandomNetting } from "./chargeCases.ts"
import { threadMs } from "./cpu.ts"
import { type Against, answerText, type PeerAnswer, type Peers, peerLosses, peerRows } from "./peers.ts"
import { lifeCycleCostUsd, REOPT_CASES, type ReoptName, reoptCase } from "./reoptCases.ts"
import type { Row, Section } from "./table.ts"

const KINDS: Kind[] = ["flat", "dynamic", "no grid charging"]
const ROUNDS = 3
const DISPATCH_TOLERANCE = 1e-6
const TOLERANCE = 1e-7
const PUBLISHED = 1e-6
const MOST_DISPATCHES = 5000
const PEER_SECONDS = 300
/** Least ratio of a peer's time. */
const FASTER_THAN_PEERS = 1
const CHARGED_MS = 10

/** Solvers of the measured years. */
interface Means {
  optimiser: Optimiser
  peers: Peers
}

interface Charged extends Against {
  relative: number
  infeasible: number
}

const ms = (value: number) => `${value.toFixed(value < 100 ? 1 : 0)} ms`

/** Median processor time of a few calls after a warm-up call, and the last answer. */
function timed<T>(call: () => T): { ms: number; answer: T } {
  call()
  const runs = Array.from({ length: ROUNDS }, () => threadMs(call))
  return { ms: median(runs.map(({ ms }) => ms)), answer: runs.at(-1)!.answer }
}

async function measureYear({ optimiser, peers }: Means, { name, year, plant }: Case): Promise<Charged> {
  const { ms: ownMs, answer } = timed<Dispatch>(() => optimiser.dispatch(year, plant))
  const answers = await peers.solveLinear(linearProgram(year, plant), PEER_SECONDS)
  const least = leastCostEur(year, plant)
  const relative = Math.abs(answer.costEur - least) / Math.max(1, Math.abs(least))
  return { name, ownMs, answers, relative, infeasible: violations(year, plant, answer).length }
}

function chargedRows(what: string, measured: Charged[], bar: number, mostMs?: number): Row[] {
  const worst = Math.max(...measured.map(each => each.relative))
  const infeasible = measured.filter(each => each.infeasible > 0).length
  const medianMs = median(measured.map(each => each.ownMs))
  return [
    {
      what: `${what}, ${measured.length} years, processor time, median`,
      measured: ms(medianMs),
      ...(mostMs === undefined ? { bar: "" } : { bar: `≤ ${mostMs} ms`, holds: medianMs <= mostMs }),
    },
    ...peerRows(measured, FASTER_THAN_PEERS),
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
  answers: PeerAnswer[]
  lccUsd: number
  publishedUsd: number
  sized: Pick<Sized, "plant" | "gap" | "dispatches">
}

async function measureReopt({ optimiser, peers }: Means, name: ReoptName): Promise<Reopt> {
  const each = reoptCase(name, TOLERANCE)
  const { ms, answer } = timed<Sized>(() => optimiser.size(each.sizing))
  const solved = await peers.solveLinear(sizingProgram(each.sizing), PEER_SECONDS)
  const { plant, gap, dispatches, dispatch } = answer
  return {
    ...{ name, ms },
    answers: solved.map(one => ({ ...one, eur: one.eur === undefined ? undefined : one.eur + each.offsetUsd })),
    lccUsd: lifeCycleCostUsd(each, plant, dispatch.years[0].importKwh),
    publishedUsd: each.published.published.lcc,
    sized: { plant, gap, dispatches },
  }
}

function reoptRows({ name, ms: coreMs, answers, lccUsd, publishedUsd, sized }: Reopt): Row[] {
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
    ...answers.map((answer): Row => {
      const usd = answer.eur === undefined ? "no answer" : `${answer.eur.toFixed(2)} USD`
      return {
        what: `  ${answer.peer}'s LP (${usd})`,
        ...{ measured: answerText(answer, coreMs), bar: "> 1 ×", holds: answer.solveMs > coreMs },
      }
    }),
  ]
}

/** Years with charges and REopt's cases, for the solver's table. */
export async function benchCharges(peers: Peers): Promise<Section> {
  const means: Means = { optimiser: await createOptimiser(), peers }
  const measureAll = async (changed: (each: Case, seed: number) => Year): Promise<Charged[]> => {
    const measured: Charged[] = []
    for (const [seed, kind] of KINDS.entries()) {
      const each = randomCase(kind, seed)
      measured.push(await measureYear(means, { ...each, year: changed(each, seed) }))
    }
    return measured
  }
  const demand = await measureAll(({ year }, seed) => ({ ...year, demandCharges: randomDemandCharges(year, seed) }))
  const netting = await measureAll(({ year }, seed) => withRandomNetting(year, seed))
  const reopt: Reopt[] = []
  for (const name of REOPT_CASES) reopt.push(await measureReopt(means, name))
  return {
    title: "Demand charges, netting, and REopt's published cases, processor time",
    rows: [
      ...chargedRows("demand charges", demand, DISPATCH_TOLERANCE, CHARGED_MS),
      ...chargedRows("annual netting", netting, 1e-9),
      ...reopt.flatMap(reoptRows),
    ],
    lost: peerLosses([...demand, ...netting], FASTER_THAN_PEERS),
    data: { demand, netting, reopt },
  }
}
