/** Certified sizing of full years: dispatches and milliseconds, compared with peers' MILP and a pattern search. */
import { median } from "../../wasm/bench/measure.ts"
import type { Kind } from "../../wasm/bench/years.ts"
import { createOptimiser } from "../../wasm/index.ts"
import type { Optimiser, Plant, Sized, Sizing } from "../../wasm/types.ts"
import { sizingProgram } from "../oracle/sizing-program.ts"
import { threadMs } from "./cpu.ts"
import { answerText, type PeerAnswer, type Peers } from "./peers.ts"
import { randomSizing, type SizingCase } from "./sizingCases.ts"
import type { Row, Section } from "./table.ts"

const KINDS: Kind[] = ["flat", "dynamic", "negative prices", "limits", "no grid charging"]
const CASES = 60
const ROUNDS = 3
/** Tolerances at which a scan stops, by the bill and by the savings. */
const TOLERANCE = 1e-4
const SAVINGS_TOLERANCE = 5e-3
/** Gap at which the peers stop, of their total. */
const PEER_GAP = 1e-3
/** Savings below this part of the total count as none: the optimiser then stops by the bill. */
const LEAST_SAVED = 2e-4
const MEDIAN_DISPATCHES = 15
const MOST_DISPATCHES = 60
/** Dispatches of services that enumerate sizes. */
const PATTERN_DISPATCHES = 317
/** Kinds of which the peers size one full year, and the time limit of a peer. */
const PEER_KINDS: Kind[] = ["flat", "dynamic", "no grid charging"]
const PEER_SECONDS = 60

interface Measured {
  name: string
  /** Processor time, median of a few calls. */
  ms: number
  sized: Sized
  sizing: Sizing
  /** Dispatches after investment costs and bounds changed, from the kept cuts. */
  resizeDispatches: number
  resizeGap: number
  /** Distance of the pattern search's best plant from the proven bound, in units of the gap. */
  patternExcess: number
}

const most = (values: number[]) => Math.max(...values)
const percent = (value: number) => `${(100 * value).toFixed(value < 0.001 ? 4 : 2)} %`
const ms = (value: number) => `${value.toFixed(1)} ms`

function totalEur(optimiser: Optimiser, { battery, panels, presentWorthFactor, year }: Sizing, plant: Plant): number {
  const tier = battery!.tiers?.find(({ maxKwh }) => plant.capacityKwh <= maxKwh)
  const stored = (tier?.eurPerKwh ?? battery!.eurPerKwh!) * plant.capacityKwh + battery!.eurPerKw * plant.powerKw
  const roofs = panels.reduce((sum, roof, k) => sum + roof.kwPerPanel * roof.eurPerKw * plant.panels[k]!, 0)
  return roofs + stored + presentWorthFactor * optimiser.dispatch(year, plant).costEur
}

/** Coordinate search from the middle, steps from a quarter of the range, halved when no step helps. */
function patternSearch(optimiser: Optimiser, sizing: Sizing): number {
  const { battery, panels } = sizing
  const highs = [...panels.map(roof => roof.max), battery!.maxKwh, battery!.maxKw]
  const toPlant = (x: number[]): Plant => {
    const capacityKwh = x[panels.length]!
    const powerKw = Math.max(x[panels.length + 1]!, capacityKwh / 24)
    return { panels: x.slice(0, panels.length).map(Math.round), capacityKwh, powerKw }
  }
  let best = highs.map(high => high / 2)
  let bestEur = totalEur(optimiser, sizing, toPlant(best))
  let dispatches = 1
  for (let step = 0.25; dispatches < PATTERN_DISPATCHES; ) {
    let improved = false
    for (let i = 0; i < 2 * best.length && dispatches < PATTERN_DISPATCHES; i++) {
      const j = i >> 1
      const moved = best[j]! + (i % 2 === 0 ? 1 : -1) * Math.max(step * highs[j]!, j < panels.length ? 1 : 0)
      const x = best.with(j, Math.min(highs[j]!, Math.max(0, moved)))
      const eur = totalEur(optimiser, sizing, toPlant(x))
      dispatches++
      if (eur >= bestEur) continue
      best = x
      bestEur = eur
      improved = true
    }
    if (!improved) step /= 2
  }
  return bestEur
}

/** The same roofs and battery with other prices and bounds, like a user's adjustment. */
function adjusted(sizing: Sizing): Sizing {
  return {
    ...sizing,
    presentWorthFactor: 1.05 * sizing.presentWorthFactor,
    panels: sizing.panels.map(roof => ({ ...roof, eurPerKw: 0.95 * roof.eurPerKw })),
    battery: { ...sizing.battery!, maxKwh: 0.8 * sizing.battery!.maxKwh, eurPerKw: 1.1 * sizing.battery!.eurPerKw },
  }
}

function measure(optimiser: Optimiser, { name, sizing }: SizingCase): Measured {
  let sized = optimiser.size(sizing)
  const times = Array.from({ length: ROUNDS }, () => {
    const { ms, answer } = threadMs(() => optimiser.size(sizing))
    sized = answer
    return ms
  })
  const again = optimiser.resize(adjusted(sizing), sized.cuts)
  const scale = (sized.totalEur - sized.lowerBoundEur) / sized.gap || Math.abs(sized.totalEur)
  const patternExcess = (patternSearch(optimiser, sizing) - sized.lowerBoundEur) / scale
  const resized = { resizeDispatches: again.dispatches, resizeGap: again.gap }
  return { name, sizing, sized, ms: median(times), ...resized, patternExcess }
}

/** Gap as a part of the savings; undefined if the plant saves nothing. */
function gapOfSavings({ sized, sizing }: Measured): number | undefined {
  const saved = sizing.presentWorthFactor * sizing.savings!.asIsEur - sized.totalEur
  return saved > LEAST_SAVED * Math.abs(sized.totalEur) ? (sized.totalEur - sized.lowerBoundEur) / saved : undefined
}

/** Stops at a scan's tolerances. */
function stoppingBySavings(optimiser: Optimiser, { name, sizing }: SizingCase): SizingCase {
  const nothing = { panels: sizing.panels.map(() => 0), capacityKwh: 0, powerKw: 0 }
  const asIsEur = optimiser.dispatch(sizing.year, nothing).costEur
  const savings = { asIsEur, tolerance: SAVINGS_TOLERANCE }
  return { name, sizing: { ...sizing, tolerance: TOLERANCE, savings } }
}

function sizingRows(measured: Measured[]): Row[] {
  const dispatches = measured.map(each => each.sized.dispatches)
  const gaps = measured.map(each => each.sized.gap)
  const times = measured.map(each => each.ms)
  const excess = measured.map(each => each.patternExcess)
  const again = measured.map(each => each.resizeDispatches)
  const ofSavings = measured.flatMap(each => gapOfSavings(each) ?? [])
  const open = measured.filter(
    each => each.sized.gap > TOLERANCE || (gapOfSavings(each) ?? 0) > SAVINGS_TOLERANCE,
  ).length
  return [
    {
      what: `${measured.length} random years, 1–4 roofs, to 0.5 % of the savings and 0.01 % of the cost: dispatches, median`,
      measured: `${median(dispatches)}`,
      bar: `≤ ${MEDIAN_DISPATCHES}`,
      holds: median(dispatches) <= MEDIAN_DISPATCHES,
    },
    {
      what: "  dispatches, most",
      measured: `${most(dispatches)}`,
      bar: `≤ ${MOST_DISPATCHES}`,
      holds: most(dispatches) <= MOST_DISPATCHES,
    },
    { what: "  not closed", measured: `${open}`, bar: "0", holds: open === 0 },
    { what: "  proven gap, median", measured: percent(median(gaps)), bar: "" },
    { what: "  proven gap of the savings, median", measured: percent(median(ofSavings)), bar: "" },
    { what: "  proven gap of the savings, most", measured: percent(most(ofSavings)), bar: "" },
    { what: "  processor time with checks and result, median", measured: ms(median(times)), bar: "" },
    { what: "  processor time, most", measured: ms(most(times)), bar: "" },
    {
      what: "other costs and bounds from the kept cuts: dispatches, median",
      measured: `${median(again)}`,
      bar: "",
    },
    { what: "  dispatches, most", measured: `${most(again)}`, bar: "" },
    {
      what: `pattern search, ${PATTERN_DISPATCHES} dispatches: above the bound, median`,
      measured: percent(median(excess)),
      bar: "",
    },
    { what: "  above the bound, most", measured: percent(most(excess)), bar: "" },
  ]
}

/** A sizing that the peers solved as a program with whole numbers. */
interface SolvedByPeers {
  measured: Measured
  answers: PeerAnswer[]
}

async function solveByPeers(peers: Peers, measured: Measured[]): Promise<SolvedByPeers[]> {
  const solved: SolvedByPeers[] = []
  for (const kind of PEER_KINDS) {
    const one = measured.find(({ name, sized }) => name.startsWith(`${kind} `) && sized.plant.capacityKwh > 0)
    if (one === undefined) continue
    const answers = await peers.solveInteger(sizingProgram(one.sizing), { gap: PEER_GAP, seconds: PEER_SECONDS })
    solved.push({ measured: one, answers })
  }
  return solved
}

function peerRows({ measured, answers }: SolvedByPeers): Row[] {
  const { name, ms: ownMs, sized } = measured
  const rows = answers.flatMap((answer): Row[] => {
    const { peer, eur, solveMs } = answer
    const time: Row = {
      what: `  ${peer} to a gap of ${percent(PEER_GAP)}, reading not counted`,
      ...{ measured: answerText(answer, ownMs), bar: "> 1 ×", holds: solveMs > ownMs },
    }
    if (eur === undefined) return [time]
    const scale = Math.abs(eur)
    return [
      time,
      {
        what: `  ${peer}: its total less our bound`,
        measured: percent((eur - sized.lowerBoundEur) / scale),
        bar: "≥ 0",
        holds: eur >= sized.lowerBoundEur - 1e-6 * scale,
      },
      {
        what: `  ${peer}: our total less its`,
        measured: percent((sized.totalEur - eur) / scale),
        bar: "≤ 0.1 %",
        holds: sized.totalEur <= eur + PEER_GAP * scale,
      },
    ]
  })
  return [{ what: `${name}: sized to a gap of ${percent(sized.gap)}`, measured: ms(ownMs), bar: "" }, ...rows]
}

/** Sizes 60 random years to the tolerance of a scan, adjusts them, and compares with peers and a pattern search. */
export async function benchSizing(peers: Peers): Promise<Section> {
  const optimiser = await createOptimiser()
  const cases = Array.from({ length: CASES }, (_, seed) => randomSizing(KINDS[seed % KINDS.length]!, seed))
  const measured = cases.map(each => measure(optimiser, stoppingBySavings(optimiser, each)))
  const solved = await solveByPeers(peers, measured)
  const lost = solved.flatMap(({ measured: { name, sized }, answers }) =>
    answers
      .filter(({ eur = Number.POSITIVE_INFINITY }) => eur < sized.totalEur)
      .map(({ peer }) => `${name}: the total of ${peer} is lower, within both gaps`),
  )
  const data = measured.map(({ name, ms, sized, resizeDispatches, resizeGap, patternExcess }) => {
    const { dispatches, gap, totalEur, lowerBoundEur, plant } = sized
    return { name, ms, dispatches, gap, totalEur, lowerBoundEur, plant, resizeDispatches, resizeGap, patternExcess }
  })
  const rows = [...sizingRows(measured), ...solved.flatMap(peerRows)]
  const answers = solved.map(each => ({ name: each.measured.name, answers: each.answers }))
  return { title: "Sizing of full years, processor time", rows, lost, data: { sizings: data, peers: answers } }
}
