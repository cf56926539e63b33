/** Sizing on the host's side: checks, the problem's tables, the loop over the core's steps, the result. */
import { boughtKwh, floatsAt, loadYear, place, readYears, withSchedule } from "./core.ts"
import {
  type CutShape,
  cutNumbers,
  cutShape,
  type KeptCuts,
  packCuts,
  pointNumbers,
  travellingCuts,
  unpackCuts,
} from "./cuts.ts"
import { type DemandPlan, planDemand } from "./demand.ts"
import { SolveCancelled } from "./errors.ts"
import { GOALS, goalNumbers } from "./goals.ts"
import { inOne } from "./oneRoof.ts"
import { isLeastPlant, purchaseEur } from "./prices.ts"
import { loadProblem, type ProblemExports } from "./problem.ts"
import { readDispatch, readSizing, type SizingResult } from "./results.ts"
import { checkSizing, checkTerms } from "./sizingInput.ts"
import type { Dispatch, OnProgress, Plant, PriceChange, Repriced, Sized, Sizing, Year } from "./types.ts"

/** Exports of wasm/assembly/index.ts that sizing needs. Pointers are byte offsets, booleans 0 or 1. */
export interface SizingExports extends ProblemExports {
  problemOperation(): void
  sizingBegin(cuts: number, nodes: number): void
  sizingAdopt(
    cuts: number,
    nothingEur: number,
    yearEur: number,
    low: number,
    high: number,
    weight: number,
    wearPrice: number,
    dischargeKwh: number,
  ): void
  sizingStep(): number
  sizingStop(): void
  sizingFound(): number
  sizingGap(): number
  sizingBound(): number
  sizingDispatches(): number
  lastYearIsMade(): number
  /** Address of the last year's key, from which makeYearOf() computes it again; 0: it cannot. */
  lastYearKey(): number
  makeYearOf(key: number): void
  sizingBest(): number
  sizingEarlier(): number
  sizingReachable(): number
  /** The address of the sizing's result (results.ts). */
  sizingResult(): number
  poolPointer(): number
  provenCost(plant: number, excess: number): number
  slackAt(cut: number, plant: number, proven: number): number
}

/** Maximum number of dispatches after the limit, for an evaluation, the check of the goal and the final year. */
const EXTRA_DISPATCHES = 8
/** Room for cuts under demand charges; a full pool drops the cuts farthest below the optimum. */
const DEMAND_CUTS_MOST = 6000
/** Maximum number of cuts passed to the next repricing: larger masters cost more time than further cuts save. */
const REPRICE_CUTS = 300
/** Relative accuracy of the year of a given plant: by cuts under demand charges, otherwise to rounding. */
const OPERATION_TOLERANCE = 1e-6
const EXACT_TOLERANCE = 1e-12
const OPERATION_DISPATCHES = 2000
/** Open nodes: each visit splits at most one, and a visit that does not dispatch splits again. */
const NODES_PER_DISPATCH = 8
const NODES_MIN = 256
/** Maximum number of open nodes; beyond it the search ends with its current gap. */
const NODES_MAX = 16_384

function cutsMost({ blocks, demands }: CutShape, earlier: number, dispatches: number): number {
  const all = blocks * dispatches
  return earlier + (demands > 0 ? Math.min(all, DEMAND_CUTS_MOST) : all)
}

/** Prepares the core's sizing, with the cuts of an earlier sizing if given. */
function begin(core: SizingExports, sizing: Sizing, plan: DemandPlan, packed: Float64Array | undefined): void {
  const width = cutNumbers(cutShape(sizing.year, plan))
  prepare(core, sizing, plan, packed === undefined ? 0 : Math.ceil(packed.length / width))
  if (packed !== undefined) adopt(core, sizing, plan, unpackCuts(sizing.year, plan, packed, resultOf(core).unservedEur))
}

/** Prepares the core's sizing, with room for the given number of earlier cuts. */
function prepare(core: SizingExports, sizing: Sizing, plan: DemandPlan, earlier: number): void {
  const dispatchesMost = sizing.maxDispatches + EXTRA_DISPATCHES
  const nodes = Math.min(NODES_MAX, NODES_MIN + NODES_PER_DISPATCH * dispatchesMost)
  core.sizingBegin(cutsMost(cutShape(sizing.year, plan), earlier, dispatchesMost), nodes)
}

/** Passes the cuts of an earlier sizing to a prepared sizing. */
function adopt(core: SizingExports, sizing: Sizing, plan: DemandPlan, kept: KeptCuts): void {
  const { records, nothingEur, plant, year } = kept
  const width = cutNumbers(cutShape(sizing.year, plan))
  if (records.length === 0) return
  floatsAt(core, core.sizingEarlier(), plant.length).set(plant)
  floatsAt(core, core.poolPointer(), records.length).set(records)
  const { code, share } = goalNumbers(sizing)
  const { low, high, weight, wearPrice, dischargeKwh } = year
  // Prices of wear are multipliers of a sizing with wear alone.
  const isOfWear = year.hasWear && (high > 0 || wearPrice > 0)
  const isSame = year.goal === code && year.share === share && (!isOfWear || (sizing.battery?.wear?.eurPerKwh ?? 0) > 0)
  const yearEur = isSame ? year.eur : Number.POSITIVE_INFINITY
  core.sizingAdopt(records.length / width, nothingEur, yearEur, low, high, weight, wearPrice, dischargeKwh)
}

/** Progress from the first gap to the tolerance on a logarithmic scale, or by the number of dispatches. */
function progress(gap: number, tolerance: number, dispatches: number, maxDispatches: number): number {
  const span = Math.log(1 / Math.max(tolerance, 1e-12))
  const closed = gap < 1 ? Math.log(1 / Math.max(gap, tolerance, 1e-12)) / span : 0
  return Math.min(1, Math.max(closed, dispatches / maxDispatches))
}

/** Returns true if the search was ended before its goal. */
function solve(core: SizingExports, sizing: Sizing, onProgress: OnProgress | undefined): boolean {
  let share = 0
  let isCut = false
  for (;;) {
    const done = core.sizingStep() !== 0
    const now = progress(core.sizingGap(), sizing.tolerance, core.sizingDispatches(), sizing.maxDispatches)
    share = done ? 1 : Math.max(share, now)
    const answer = onProgress?.(share)
    if (answer === false) throw new SolveCancelled()
    if (done) return isCut
    if (answer === "enough" && core.sizingFound() === 0) {
      core.sizingStop()
      isCut = true
    }
  }
}

const resultOf = (core: SizingExports): SizingResult => readSizing(core.memory, core.sizingResult())

/** Length of a year's key: objective, panels, capacity, power and constant load. */
const keyNumbers = ({ roofs }: Year) => 6 + roofs.length + 3

/** The year of the best plant; a schedule computed before is computed again at its first read. */
function finalDispatch(core: SizingExports, year: Year, plan: DemandPlan): Dispatch {
  const { yearEur, yearBoundEur, yearWearEur } = resultOf(core)
  const { unservedKwh } = readDispatch(core.memory, core.dispatchedYear())
  const costs = { costEur: yearEur - yearWearEur, lowerBoundEur: yearBoundEur - yearWearEur, unservedKwh }
  const address = core.lastYearKey()
  if (address === 0) return { ...costs, years: readYears(core, year) }
  const key = floatsAt(core, address, keyNumbers(year)).slice()
  const named = { ...costs, name: key.join() }
  if (core.lastYearIsMade() !== 0) return { ...named, years: readYears(core, year) }
  const makeYear = () => {
    loadYear(core, year, plan)
    core.makeYearOf(place(core, key))
    return readYears(core, year)[0]
  }
  return { ...named, years: [withSchedule({}, makeYear)] }
}

/** The records of at most `most` cuts of the pool, in their order: the cuts with the least slack at the best plant. */
function tightest(core: SizingExports, width: number, most: number): Float64Array {
  const { cuts: count } = resultOf(core)
  const pool = floatsAt(core, core.poolPointer(), count * width)
  if (count <= most) return pool.slice()
  const best = core.sizingBest()
  const proven = core.provenCost(best, Number.POSITIVE_INFINITY)
  const slack = Array.from({ length: count }, (_, i) => core.slackAt(i, best, proven))
  const chosen = slack
    .map((_, i) => i)
    .sort((i, j) => slack[i]! - slack[j]! || i - j)
    .slice(0, most)
    .sort((i, j) => i - j)
  const records = new Float64Array(chosen.length * width)
  chosen.forEach((cut, i) => {
    records.set(pool.subarray(cut * width, (cut + 1) * width), i * width)
  })
  return records
}

/** Cuts passed to later sizings. */
function travelling(core: SizingExports, sizing: Sizing, plan: DemandPlan): Float64Array {
  const { year } = sizing
  const shape = cutShape(year, plan)
  const {
    bestYearEur,
    multiplierLow: low,
    multiplierHigh: high,
    weight,
    wearPrice,
    dischargeKwh,
    wearEur,
    nothingEur,
    unservedEur,
  } = resultOf(core)
  const best = core.sizingBest()
  const records = tightest(core, cutNumbers(shape), travellingCuts(shape))
  const plant = floatsAt(core, best, pointNumbers(shape)).map(value => Math.min(value, Number.MAX_VALUE))
  const { code, share } = goalNumbers(sizing)
  // The best share, and therefore the year of maxShare, depends on the bounds. A given year belongs to its sizing.
  const isOther = code !== GOALS.maxShare && !isLeastPlant(sizing, bestPlant(core, sizing))
  const isReusable = isOther && core.sizingReachable() !== 0 && Number.isFinite(bestYearEur)
  return packCuts(year, plan, {
    ...{ records, plant, unservedEur, nothingEur },
    year: {
      ...{ goal: isReusable ? code : -1, share, eur: isReusable ? bestYearEur - wearEur : 0 },
      ...{ low, high, weight, wearPrice, dischargeKwh, hasWear: (sizing.battery?.wear?.eurPerKwh ?? 0) > 0 },
    },
  })
}

function bestPlant(core: SizingExports, { year: { roofs } }: Sizing): Plant {
  const best = floatsAt(core, core.sizingBest(), roofs.length + 2)
  return {
    panels: [...best.subarray(0, roofs.length)],
    capacityKwh: best[roofs.length]!,
    powerKw: best[roofs.length + 1]!,
  }
}

/** Wear of a discharged kWh at the margin: the multiplier if there is no other (assembly/sizing/wear.ts). */
function wearAtMargin(core: SizingExports, { year, battery, goal }: Sizing): number {
  if (!battery?.wear) return 0
  const { multiplierLow, multiplierHigh, weight, wearPrice } = resultOf(core)
  const hasOther = (year.nettingEurPerKwh ?? 0) > 0 || goal?.kind === "minShare" || goal?.kind === "maxShare"
  return hasOther ? wearPrice : weight * multiplierHigh + (1 - weight) * multiplierLow
}

/** A total with its proven bound. */
function proven(core: SizingExports, { presentWorthFactor }: Sizing, totalEur: number, boundEur: number) {
  const lowerBoundEur = Math.min(totalEur, boundEur)
  const scale = Math.max(Math.abs(totalEur), presentWorthFactor * Math.abs(resultOf(core).nothingEur), 1)
  return { totalEur, lowerBoundEur, gap: (totalEur - lowerBoundEur) / scale, dispatches: core.sizingDispatches() }
}

function shareNotBought({ loadKwh }: Year, dispatch: Dispatch): number {
  let load = 0
  for (let t = 0; t < loadKwh.length; t++) load += loadKwh[t]!
  return load > 0 ? Math.max(0, 1 - boughtKwh(dispatch) / load) : 1
}

function result(core: SizingExports, sizing: Sizing, plan: DemandPlan): Omit<Sized, "isCut"> {
  const { year, presentWorthFactor } = sizing
  const plant = bestPlant(core, sizing)
  const cuts = travelling(core, sizing, plan)
  const dispatch = finalDispatch(core, year, plan)
  const purchase = purchaseEur(sizing, plant)
  const { yearEur, yearBoundEur, yearWearEur } = resultOf(core)
  const boundEur = core.sizingReachable() ? core.sizingBound() : purchase + presentWorthFactor * yearBoundEur
  return {
    plant,
    wearEur: presentWorthFactor * yearWearEur,
    wearEurPerKwh: wearAtMargin(core, sizing),
    ...proven(core, sizing, purchase + presentWorthFactor * yearEur, boundEur),
    dispatch,
    cuts,
    reached: {
      get share() {
        return shareNotBought(year, dispatch)
      },
      unservedKwh: dispatch.unservedKwh,
      peakUnservedKw: readDispatch(core.memory, core.dispatchedYear()).peakUnservedKw,
    },
  }
}

/**
 * Sizes panels and battery for the goal; with `cuts` of an earlier sizing of the same year it starts from them.
 *
 * lowerBoundEur bounds the total of every allowed plant that meets the goal. gap = (totalEur − lowerBoundEur) /
 * max(|totalEur|, presentWorthFactor · |yearly bill without a new plant|, 1). maxShare: the bound covers every battery
 * with panel counts at their maxima; the search skips plants with fewer panels. It bounds least-cost operation within
 * the share, while totalEur is the cost of least import: the gap includes this difference. A goal out of reach gives
 * the plant with the best share or the least unserved energy; its bound is from its own dispatch.
 * @throws InvalidArgument with the path of the wrong argument; SolveCancelled when onProgress answers false.
 */
export function sizeWith(core: SizingExports, sizing: Sizing, cuts?: Float64Array, onProgress?: OnProgress): Sized {
  checkSizing(sizing)
  const plan = planDemand(sizing.year)
  loadYear(core, sizing.year, plan)
  loadProblem(core, sizing)
  begin(core, sizing, plan, cuts)
  const isCut = solve(core, sizing, onProgress)
  return { ...result(core, sizing, plan), isCut }
}

/** The highest imports of the best plant; none if its year was given. */
function peaksOf(core: SizingExports, { year }: Sizing, { eurPerKw }: DemandPlan): Pick<Repriced, "peaksKw"> {
  if (eurPerKw.length === 0) return {}
  const from = year.roofs.length + 2
  const peaksKw = [...floatsAt(core, core.sizingBest(), from + eurPerKw.length).subarray(from)]
  return peaksKw.every(kw => Number.isFinite(kw)) ? { peaksKw } : {}
}

/** The best plant found; for a goal by shares its year is the least-cost year. */
function bestFound(core: SizingExports, sizing: Sizing, plan: DemandPlan): Repriced {
  const plant = bestPlant(core, sizing)
  const isKnown = Number.isFinite(resultOf(core).bestYearEur)
  while (!isKnown && core.sizingStep() === 0);
  const { bestYearEur, yearEur: finalEur } = resultOf(core)
  const yearEur = isKnown ? bestYearEur : finalEur
  const totalEur = purchaseEur(sizing, plant) + sizing.presentWorthFactor * yearEur
  const wearEurPerKwh = wearAtMargin(core, sizing)
  const isReached = core.sizingReachable() !== 0
  return {
    plant,
    isReached,
    wearEurPerKwh,
    ...peaksOf(core, sizing, plan),
    ...proven(core, sizing, totalEur, isReached ? core.sizingBound() : totalEur),
  }
}

/**
 * Sizes the same year again for each change of prices and bounds, from the cuts of an earlier sizing and of previous
 * changes. Without the plant's year, a change costs little more than the dispatches that give new cuts.
 * @throws InvalidArgument, SolveCancelled as sizeWith
 */
export function repriceWith(
  core: SizingExports,
  sizing: Sizing,
  cuts: Float64Array,
  changes: readonly PriceChange[],
  onProgress?: OnProgress,
): Repriced[] {
  for (const change of changes) checkTerms({ ...sizing, savings: undefined, ...change })
  const repriced: Repriced[] = []
  const next = (before?: Repriced) => {
    if (before) repriced.push(before)
    return changes[repriced.length]
  }
  repriceEachWith(core, sizing, cuts, next, onProgress)
  return repriced
}

/**
 * Reprices one change after another if a change depends on the previous result: `next` receives the result and returns
 * the next change, or none to end.
 * @throws InvalidArgument, SolveCancelled as sizeWith
 */
export function repriceEachWith(
  core: SizingExports,
  sizing: Sizing,
  cuts: Float64Array,
  next: (before?: Repriced) => PriceChange | undefined,
  onProgress?: OnProgress,
): void {
  checkSizing(sizing)
  const plan = planDemand(sizing.year)
  const width = cutNumbers(cutShape(sizing.year, plan))
  loadYear(core, sizing.year, plan)
  let kept: KeptCuts | undefined
  for (let change = next(); change; ) {
    const each: Sizing = { ...sizing, savings: undefined, ...change }
    checkTerms(each)
    const mark = core.arenaMark()
    loadProblem(core, each)
    prepare(core, each, plan, kept ? kept.records.length / width : Math.ceil(cuts.length / width))
    kept ??= unpackCuts(sizing.year, plan, cuts, resultOf(core).unservedEur)
    adopt(core, each, plan, kept)
    while (core.sizingFound() === 0) {
      core.sizingStep()
      if (onProgress?.(0) === false) throw new SolveCancelled()
    }
    kept = { ...kept, records: tightest(core, width, REPRICE_CUTS) }
    const repriced = bestFound(core, each, plan)
    core.arenaRelease(mark)
    change = next(repriced)
  }
}

/**
 * Least-cost year of a plant under demand charges or netting: a sizing in which only the limits and the share of
 * netting are free. Year and plant must be checked before.
 */
export function operate(core: SizingExports, year: Year, plant: Plant): Dispatch {
  const yearOfPlant: Year = { ...year, roofs: inOne(year, plant.panels) }
  const plan = planDemand(yearOfPlant)
  loadYear(core, yearOfPlant, plan)
  const tolerance = plan.eurPerKw.length > 0 ? OPERATION_TOLERANCE : EXACT_TOLERANCE
  core.problemBegin(GOALS.cost, 0, 1, tolerance, OPERATION_DISPATCHES)
  core.problemRules(year.nettingEurPerKwh ?? 0, 0)
  core.problemPower(plant.powerKw, plant.powerKw, 0, 0, Number.POSITIVE_INFINITY)
  core.problemPrices(1, 0)
  core.problemOperation()
  const panelRows = yearOfPlant.roofs.flatMap(() => [1, 1, 0, 0, 0, 0])
  floatsAt(core, core.panelTablePointer(), panelRows.length).set(panelRows)
  floatsAt(core, core.segmentTablePointer(), 4).set([plant.capacityKwh, plant.capacityKwh, 0, 0])
  const shape = cutShape(yearOfPlant, plan)
  core.sizingBegin(cutsMost(shape, 0, OPERATION_DISPATCHES + EXTRA_DISPATCHES), NODES_MIN)
  while (core.sizingStep() === 0);
  const dispatch = finalDispatch(core, yearOfPlant, plan)
  return { ...dispatch, lowerBoundEur: Math.min(dispatch.costEur, core.sizingBound()) }
}
