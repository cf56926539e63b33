import { type AlternativeTerms, alternativeTerms } from "../../domain/case/alternatives.ts"
import type { AlternativePlant, Operation, Ranking, ScanCase } from "../../domain/case/case.ts"
import type { Plant, Repriced, Sized, Sizing } from "../../wasm/index.ts"
import { SolveCancelled } from "../../wasm/index.ts"
import { lifeEurIn, type PlantToJudge, type Pool } from "../choose/pool.ts"
import { withBound } from "../choose/products.ts"
import { cheapestByRule, choosesByRule, heldAt, MAX_OPERATED_COMPARED } from "../choose/ruleChoice.ts"
import type { Solving } from "../model/budget.ts"
import { type Proven, scaleOf } from "../model/gap.ts"
import { workOf } from "../model/knownYears.ts"
import { newPanels, sizedPanels } from "../model/sizing.ts"
import { operatePanels, operatePlant } from "../operate/operate.ts"
import { lowered, uncountedFeedInEur } from "../size/feedInCap.ts"

/**
 * Largest share of the scan's earlier work that alternatives may take. An alternative that would exceed it, by the work
 * of the largest so far, is not begun.
 */
const WORK_SHARE = 0.48
/** Tolerance of the best plant of an alternative; the report shows the gap. */
const TOLERANCE = 5e-3
/** A plant farther from its bound than this is not shown as the best of its kind while another was not tried. */
const WIDE_GAP = 0.05
/** Factor on the dispatches for a share to reach, … */
const TIMES_FOR_SHARE = 3
/** … and for netting together with demand charges, since one plant's year then takes two to four. */
const TIMES_FOR_NETTED_DEMAND = 6
const DISPATCHES: Readonly<Record<AlternativeTerms["kind"], number>> = {
  withoutBattery: 3,
  usualBattery: 2,
  allRoofsFull: 2,
}

/** Start of the alternatives: the scan's sizing, its plant, and the work so far. */
export interface AlternativesBase {
  sizing: Sizing
  sized: Sized
  /** Plants of the scan that were operated. */
  pool: Pool
  /** Counted as Optimiser.work does. */
  workBefore: number
  /** The products of the request; absent or null: it has none. */
  ranking?: Ranking | null
}

/**
 * Alternatives to the plant of the report, each from the cuts of its sizing and operated by its controller; fewer if
 * they would take too much work. Throws SolveCancelled if the scan has to end.
 */
export const searchAlternatives = (
  scanCase: ScanCase,
  base: AlternativesBase,
  solving: Solving,
): AlternativePlant[] => {
  const { optimiser, goOn } = solving
  const { plant } = base.sized
  const begun = workOf(optimiser)
  const most = WORK_SHARE * base.workBefore
  const panels = newPanels(scanCase, plant.panels)
  const judged: AlternativePlant[] = []
  let largest = 0
  for (const terms of alternativeTerms(scanCase.input, { panels, capacityKwh: plant.capacityKwh })) {
    const before = workOf(optimiser)
    if (before - begun + largest > most) break
    if (!goOn()) throw new SolveCancelled()
    judged.push(solveOne(scanCase, terms, base, solving))
    largest = Math.max(largest, workOf(optimiser) - before)
  }
  return judged
}

const solveOne = (
  scanCase: ScanCase,
  terms: AlternativeTerms,
  { sizing, sized, pool, ranking }: AlternativesBase,
  solving: Solving,
): AlternativePlant => {
  const times = timesOf(sizing)
  const effort = { tolerance: TOLERANCE, maxDispatches: times * DISPATCHES[terms.kind], savings: undefined }
  const bounded = { ...sizing, ...boundsOf(sizing, terms), ...effort }
  const first = bestUnder(scanCase, bounded, sized.cuts, solving)
  const ranked = terms.kind === "withoutBattery" ? ranking?.withoutBattery : undefined
  const best = ranked
    ? nearerOf(scanCase, bounded, { sized, best: first, panels: sizedPanels(scanCase, ranked.panels) }, solving)
    : first
  const isWide = best.gap > WIDE_GAP
  const foreseen = isWide ? nearerOf(scanCase, bounded, { sized, best, panels: sized.plant.panels }, solving) : best
  const { plant, gap, wearEurPerKwh, ideal } = choosesByRule(scanCase)
    ? ruledFrom(scanCase, { bounded, pool, cuts: sized.cuts }, foreseen, solving)
    : foreseen
  const { panels, capacityKwh, powerKw } = plant
  const withoutBattery = panelsAlone(scanCase, { sizing, pool }, panels, solving)
  const withBattery = capacityKwh > 0 ? yearIn(pool, { plant, wearEurPerKwh, ideal }) : withoutBattery
  const sizes = { panels: newPanels(scanCase, panels), capacityKwh, powerKw }
  return { kind: terms.kind, ...sizes, withBattery, withoutBattery, wearEurPerKwh, gap }
}

/** The year of a plant under the controller of the scan. */
const yearIn = (pool: Pool, plant: PlantToJudge): Operation => pool.judge({ ...plant, keepsYear: true }).year!

const timesOf = ({ goal, year: { demandCharges, nettingEurPerKwh = 0 } }: Sizing): number => {
  if (goal?.kind === "minShare") return TIMES_FOR_SHARE
  return demandCharges && nettingEurPerKwh > 0 ? TIMES_FOR_NETTED_DEMAND : 1
}

/** The best plant under the scan's rule near the best plant with foresight, with the bound of the latter. */
const ruledFrom = (
  scanCase: ScanCase,
  { bounded, pool, cuts }: { bounded: Sizing; pool: Pool; cuts: Float64Array },
  foreseen: Best,
  solving: Solving,
): Best => {
  const { wearEurPerKwh, lowerBoundEur } = foreseen
  const lifeEurOf = lifeEurIn(scanCase, { pool, sizing: bounded, wearEurPerKwh }, solving)
  const plant = cheapestByRule(bounded, foreseen.plant, lifeEurOf, MAX_OPERATED_COMPARED)
  if (plant === foreseen.plant) return foreseen
  const resized = solving.optimiser.resize(heldAt(bounded, plant), cuts, solving.goOn)
  const { gap, totalEur } = withBound(resized, lowerBoundEur)
  return { plant, gap, totalEur, lowerBoundEur, wearEurPerKwh: resized.wearEurPerKwh, ideal: () => resized.dispatch }
}

/** The year of panels alone under the controller of the scan. */
const panelsAlone = (
  scanCase: ScanCase,
  { sizing, pool }: { sizing: Sizing; pool: Pool },
  panels: number[],
  { optimiser }: Solving,
): Operation => {
  const plant = { panels, capacityKwh: 0, powerKw: 0 }
  return yearIn(pool, { plant, wearEurPerKwh: 0, ideal: () => operatePanels(scanCase, sizing.year, panels, optimiser) })
}

/** The bounds of a sizing under the terms of an alternative. */
const boundsOf = ({ panels, battery }: Sizing, terms: AlternativeTerms): Pick<Sizing, "panels" | "battery"> => {
  switch (terms.kind) {
    case "withoutBattery":
      return { panels, battery: undefined }
    case "allRoofsFull":
      return { panels: panels.map(roof => ({ ...roof, min: roof.max })), battery }
    case "usualBattery": {
      const { capacityKwh, powerKw } = terms
      const bounded = { minKwh: capacityKwh, maxKwh: capacityKwh, minKw: powerKw, maxKw: powerKw }
      return { panels, battery: battery && { ...battery, ...bounded } }
    }
  }
}

interface Best extends Proven {
  plant: Plant
  wearEurPerKwh: number
  /** Its year with foresight. */
  ideal: () => Operation
}

/**
 * A search of few years also tries other panels: the best panels of a product ranking without a battery. If the search
 * ended far from its bound, it tries the report's panels. The better of the two. A battery that the found plant has
 * nothing like of is not near the cuts of its search.
 */
const nearerOf = (
  scanCase: ScanCase,
  bounded: Sizing,
  { sized, best, panels }: { sized: Sized; best: Best; panels: number[] },
  solving: Solving,
): Best => {
  const isOwn = panels.every((count, roof) => count === best.plant.panels[roof])
  const isAllowed = bounded.panels.every(({ min, max }, roof) => panels[roof]! >= min && panels[roof]! <= max)
  if (isOwn || !isAllowed) return best
  const plant = { ...best.plant, panels }
  const tried = bestUnder(scanCase, heldAt(bounded, plant), sized.cuts, solving)
  if (tried.totalEur >= best.totalEur) return best
  const gap = (tried.totalEur - best.lowerBoundEur) / scaleOf(best)
  return { ...tried, gap, lowerBoundEur: best.lowerBoundEur }
}

/** The best plant of a sizing within its effort, from cuts of the same year. */
const bestUnder = (scanCase: ScanCase, bounded: Sizing, cuts: Float64Array, solving: Solving): Best => {
  const { optimiser, goOn } = solving
  const { goal, year, panels, battery } = bounded
  if (goal?.kind === "maxShare") {
    // All panels and a given battery: one plant.
    const plant = {
      panels: panels.map(({ max }) => max),
      capacityKwh: battery?.maxKwh ?? 0,
      powerKw: battery?.maxKw ?? 0,
    }
    return {
      plant,
      gap: 0,
      totalEur: Number.POSITIVE_INFINITY,
      lowerBoundEur: Number.NEGATIVE_INFINITY,
      wearEurPerKwh: 0,
      ideal: () => operatePlant(scanCase, bounded, plant, solving),
    }
  }
  const uncountedEur = uncountedFeedInEur(scanCase, bounded)
  if (goal?.kind === "minShare" || year.demandCharges || year.nettingEurPerKwh) {
    const { dispatch, ...best } = lowered(optimiser.resize(bounded, cuts, goOn), uncountedEur)
    return { ...best, ideal: () => dispatch }
  }
  const [repriced] = optimiser.reprice(bounded, cuts, [{}], goOn) as [Repriced]
  const best = lowered(repriced, uncountedEur)
  return { ...best, ideal: () => operatePlant(scanCase, bounded, best.plant, solving) }
}
