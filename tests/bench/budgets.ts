/** Certified sizing of full years with demand charges and a second sum over the year: netting, or a share goal. */
import { median } from "../../wasm/bench/measure.ts"
import { type Kind, randomNumbers } from "../../wasm/bench/years.ts"
import { createOptimiser } from "../../wasm/index.ts"
import type { Goal, Optimiser, Sized, Sizing } from "../../wasm/types.ts"
import { randomDemandCharges, withRandomNetting } from "./chargeCases.ts"
import { randomSizing } from "./sizingCases.ts"
import type { Row, Section } from "./table.ts"

const KINDS: Kind[] = ["flat", "dynamic", "negative prices", "limits", "no grid charging"]
const CASES = 80
const FIRST_SEED = 1000
/** Tolerances at which a scan stops, by the bill and by the savings. */
const TOLERANCE = 1e-4
const SAVINGS_TOLERANCE = 5e-3
const MEDIAN_DISPATCHES = 80
/** Counted work, about milliseconds of a core. */
const MEDIAN_WORK = 150
export const MOST_WORK = 500
export const WORK_PER_MS = 1e6
/** Range of the share goals: first value and width. */
const SHARES = [0.2, 0.6] as const

type What = "netting" | "share"

interface Measured {
  name: string
  dispatches: number
  work: number
  gap: number
  /** True if some plant reaches the share. */
  isReached: boolean
}

function yearCost(optimiser: Optimiser, { year, panels }: Sizing): number {
  return optimiser.dispatch(year, { panels: panels.map(() => 0), capacityKwh: 0, powerKw: 0 }).costEur
}

/** A full year with demand charges and one more sum, to be sized to 0.01 % and without a share of savings. */
export function charged(what: What, seed: number): { name: string; sizing: Sizing } {
  const { name, sizing } = randomSizing(KINDS[seed % KINDS.length]!, FIRST_SEED + seed)
  const year = what === "netting" ? withRandomNetting(sizing.year, seed) : { ...sizing.year, importLimitKw: undefined }
  const share = SHARES[0] + SHARES[1] * randomNumbers(seed)()
  const goal: Goal = what === "netting" ? { kind: "cost" } : { kind: "minShare", share }
  const demandCharges = randomDemandCharges(year, seed)
  return {
    name: `${what}, ${name}`,
    sizing: { ...sizing, year: { ...year, demandCharges }, goal, tolerance: TOLERANCE, maxDispatches: 2000 },
  }
}

function reaches({ goal }: Sizing, { reached }: Sized): boolean {
  return goal?.kind !== "minShare" || reached.share >= goal.share - 1e-6
}

function measure(optimiser: Optimiser, what: What, seed: number): Measured {
  const { name, sizing } = charged(what, seed)
  const savings = { asIsEur: yearCost(optimiser, sizing), tolerance: SAVINGS_TOLERANCE }
  const before = optimiser.work()
  const sized = optimiser.size({ ...sizing, savings })
  const work = (optimiser.work() - before) / WORK_PER_MS
  return { name, dispatches: sized.dispatches, work, gap: sized.gap, isReached: reaches(sizing, sized) }
}

function rows(what: string, measured: Measured[]): Row[] {
  const dispatches = median(measured.map(each => each.dispatches))
  const work = measured.map(each => each.work)
  const most = Math.max(...work)
  const open = measured.filter(each => each.gap > TOLERANCE).length
  return [
    {
      what: `demand charges and ${what}, ${measured.length} years that close: dispatches, median`,
      measured: `${dispatches}`,
      bar: `≤ ${MEDIAN_DISPATCHES}`,
      holds: dispatches <= MEDIAN_DISPATCHES,
    },
    { what: "  dispatches, most", measured: `${Math.max(...measured.map(each => each.dispatches))}`, bar: "" },
    {
      what: "  work, about ms of a core, median",
      measured: median(work).toFixed(0),
      bar: `≤ ${MEDIAN_WORK}`,
      holds: median(work) <= MEDIAN_WORK,
    },
    { what: "  work, most", measured: most.toFixed(0), bar: `≤ ${MOST_WORK}`, holds: most <= MOST_WORK },
    { what: "  not closed", measured: `${open}`, bar: "0", holds: open === 0 },
  ]
}

/** Sizes 80 full years of each kind; years whose share no plant reaches have no gap to close. */
export async function benchBudgets(): Promise<Section> {
  const optimiser = await createOptimiser()
  const cases = Array.from({ length: CASES }, (_, seed) => seed)
  const netting = cases.map(seed => measure(optimiser, "netting", seed))
  const shares = cases.map(seed => measure(optimiser, "share", seed)).filter(each => each.isReached)
  const lost = [...netting, ...shares].filter(each => each.work > MOST_WORK)
  return {
    title: "Sizing with demand charges and a sum over the year",
    rows: [...rows("netting", netting), ...rows("a share", shares)],
    lost: lost.map(({ name, work, dispatches }) => `${name}: ${work.toFixed(0)} ms of work, ${dispatches} dispatches`),
    data: { netting, shares },
  }
}
