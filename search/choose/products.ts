import type { Operation, RankedPlant, RankedProduct, Ranking, ScanCase } from "../../domain/case/case.ts"
import { underPlant } from "../../domain/case/plantTerms.ts"
import { withoutProducts, withProduct } from "../../domain/case/products.ts"
import { lifecycleOffset } from "../../domain/finance/objective.ts"
import { standbyKw } from "../../domain/finance/standby.ts"
import type { PricedProduct } from "../../domain/market/batteryProduct.ts"
import { hasDemandCharges } from "../../domain/market/tariff/demandSets.ts"
import { countsWithin } from "../../domain/request/productCounts.ts"
import type { BatteryBounds, Optimiser, Plant, PriceChange, Repriced, Sized, Sizing } from "../../wasm/index.ts"
import { type Budget, SHARES, type Solving, searchWithin } from "../model/budget.ts"
import { scaleOf } from "../model/gap.ts"
import { billsOfPhases } from "../model/phases.ts"
import { newPanels, sizingOf } from "../model/sizing.ts"
import { operateAsIs } from "../operate/control.ts"
import { isAsMetered, operatePlant } from "../operate/operate.ts"
import { sizeFrom } from "../size/cuts.ts"
import { lowered, uncountedFeedInEur } from "../size/feedInCap.ts"
import { type Candidate, createPool } from "./pool.ts"
import { choosesByRule, heldAt, panelsByRule } from "./ruleChoice.ts"
import { type Branch, tournament } from "./tournament.ts"

/** Dispatches that a battery of a given product and count takes at most, … */
const MAX_DISPATCHES = 30
/** … and a range of counts, which is only to be ruled out. */
const RANGE_DISPATCHES = 3
/** Tolerance of the first sizing of a group, whose cuts serve the whole group. */
const GROUP_TOLERANCE = 1e-3
const GROUP_DISPATCHES = 20
/**
 * Tolerance of plants under demand charges. The loss against foresight is many times larger, and the best product is
 * sized again.
 */
const OPERATED_TOLERANCE = 1e-3

/** Products of one efficiency each way and one lowest level: their years are the same, so that they share all cuts. */
interface Group {
  products: { product: PricedProduct; least: number; most: number }[]
  /** Any battery of the group at its lowest price per kWh: the bound holds for each battery. */
  sizing: Sizing
  sized: Sized
  fromKeptCuts: boolean
  /** Largest feed-in pay beyond the bounds [EUR]: bounds of ranked plants are lowered by it. */
  uncountedEur: number
}

/** A ranking, and the case and cuts from which its best plant is sized. */
export interface RankedFor {
  ranking: Ranking
  /** The case with the battery that was chosen. */
  fixed: ScanCase
  cuts: Float64Array
  fromKeptCuts: boolean
  dispatches: number
  /** Proven: no plant with any product, or none, is cheaper [EUR]. */
  lowerBoundEur: number
  /** True if the budget ended the ranking: some products are not ranked. */
  isCut: boolean
}

interface Solver {
  optimiser: Optimiser
  sizingTolerance: number
}

/**
 * The best plant with each product of a request, at its best count, and without a battery. Each product's bound covers
 * all of its counts; a product that the budget left out is covered by the bound of its group. Throws SolveCancelled.
 */
export const rankProducts = (
  scanCase: ScanCase,
  { cuts, budget }: { cuts: Float64Array | undefined; budget: Budget },
  solver: Solver,
  onProgress: (share: number) => boolean,
): RankedFor => {
  const isSpent = () => budget.isSpent(SHARES.sizing)
  const groups = groupsOf(scanCase).map(products => {
    const sizing = groupSizing(scanCase, products)
    const sized = sizeFrom(solver.optimiser, sizing, cuts, searchWithin(budget, SHARES.sizing, onProgress))
    return { products, ...sized, sizing, uncountedEur: uncountedFeedInEur(scanCase, sizing) }
  })
  const products: RankedProduct[] = []
  let withoutBattery: RankedPlant | null = null
  let dispatches = groups.reduce((sum, { sized }) => sum + sized.dispatches, 0)
  for (const [index, group] of groups.entries()) {
    const search = searchGroup(scanCase, group, { ...solver, isSpent, isFirst: index === 0 })
    const next = (before?: Repriced): PriceChange | undefined => {
      dispatches += before?.dispatches ?? 0
      const step = before ? search.next(before) : search.next()
      if (!step.done) return step.value
      products.push(...step.value.products.map(ranked => lowered(ranked, group.uncountedEur)))
      withoutBattery ??= step.value.withoutBattery && lowered(step.value.withoutBattery, group.uncountedEur)
      return undefined
    }
    solver.optimiser.repriceEach(group.sizing, group.sized.cuts, next, () => onProgress(index / groups.length))
  }
  operateRanked(scanCase, { products, withoutBattery, groups }, { ...solver, isSpent, goOn: () => onProgress(1) })
  const isCut = products.length < groups.reduce((count, group) => count + group.products.length, 0)
  const ranking = { products: products.sort(byWorth), withoutBattery }
  return { ...chosen(scanCase, ranking, groups), ranking, dispatches, isCut, lowerBoundEur: boundOf(ranking, groups) }
}

/**
 * Order of a ranking: plants that meet the goal, then operated plants by their value, then the others by their ceiling.
 */
const byWorth = (a: RankedPlant, b: RankedPlant): number =>
  Number(b.isReached) - Number(a.isReached) ||
  Number(b.operated !== undefined) - Number(a.operated !== undefined) ||
  (b.operated?.netPresentValue ?? 0) - (a.operated?.netPresentValue ?? 0) ||
  a.totalEur - b.totalEur

/** A ranked plant in the terms of the optimiser. */
interface Repricing {
  repriced?: Pick<Repriced, "plant" | "wearEurPerKwh" | "peaksKw">
}

interface Operating {
  products: readonly RankedProduct[]
  withoutBattery: RankedPlant | null
  groups: readonly Group[]
}

/** A ranked plant, with or without a product. */
type Ranked = RankedPlant & Repricing & Partial<RankedProduct>

/**
 * Operates the ranked plants by the controller of the scan, until no other can be worth more than the best: no
 * controller goes below the year with foresight.
 */
const operateRanked = (
  scanCase: ScanCase,
  { products, withoutBattery, groups }: Operating,
  solving: Solving & { isSpent: () => boolean },
): void => {
  if (products.length === 0) return
  const baseline = operateAsIs(scanCase, groups[0]!.sizing.year, solving.optimiser)
  const asIs = billsOfPhases(underPlant(scanCase), baseline)
  let best: { eur: number; plant: Plant } | undefined
  const branchOf = (ranked: Ranked): Branch[] => {
    const { product, count = 0, repriced } = ranked
    if (!repriced || !ranked.isReached) return []
    const scan = product ? withProduct(scanCase, product, { least: count, most: count }) : withoutProducts(scanCase)
    const group = groups.find(each => each.products.some(choice => choice.product === product)) ?? groups[0]!
    const leastEur = ranked.lowerBoundEur + lifecycleOffset(scan, asIs)
    const judge = (): number => {
      const { plant, life, lifeEur } = bestPanels(scan, { group, repriced, baseline, best }, solving)
      if (!best || lifeEur < best.eur) best = { eur: lifeEur, plant }
      // With foresight the plant costs no more than under the rule.
      if (plant !== repriced.plant) ranked.gap = (lifeEur - leastEur) / scaleOf(ranked)
      ranked.panels = newPanels(scan, plant.panels)
      ranked.operated = {
        firstYearSavings: life.baselineBills[0].costEur - life.bills[0].costEur,
        netPresentValue: life.money.netPresentValueEur,
        returnPeriod: life.money.returnPeriodYears,
      }
      return lifeEur
    }
    return [{ leastEur, judge }]
  }
  const plants: Ranked[] = withoutBattery ? [...products, withoutBattery] : [...products]
  tournament(plants.flatMap(branchOf), Number.POSITIVE_INFINITY, solving.isSpent)
}

interface OneBattery {
  group: Group
  repriced: NonNullable<Repricing["repriced"]>
  baseline: Operation
}

/** A plant of the ranking under its controller; with the best panels for a rule, if the scan has one. */
const bestPanels = (
  scan: ScanCase,
  { best, ...battery }: OneBattery & { best: { eur: number; plant: Plant } | undefined },
  solving: Solving,
): Candidate => {
  const judge = poolOf(scan, battery, solving)
  const { group, repriced } = battery
  if (!choosesByRule(scan)) return judge(repriced.plant)
  return judge(panelsByRule(group.sizing, { plant: repriced.plant, best }, plant => judge(plant).lifeEur))
}

/** The pool of plants with one battery of a ranking, each with its own panels. */
const poolOf = (
  scan: ScanCase,
  { group, repriced, baseline }: OneBattery,
  solving: Solving,
): ((plant: Plant) => Candidate) => {
  const { optimiser, goOn } = solving
  const { sizing, sized } = group
  const { wearEurPerKwh, peaksKw } = repriced
  const pool = createPool(scan, { sizing, baseline }, optimiser)
  return plant => {
    const ideal = () =>
      sizing.year.demandCharges && !isAsMetered(scan, plant)
        ? optimiser.resize(heldInGroup(sizing, plant, standbyKw(scan)), sized.cuts, goOn).dispatch
        : operatePlant(scan, sizingOf(scan, GROUP_TOLERANCE), plant, solving)
    return pool.judge({ plant, wearEurPerKwh, peaksKw, ideal })
  }
}

/** A sizing of a group that leaves a plant no choice but how it is operated: from the group's cuts a few dispatches. */
const heldInGroup = (sizing: Sizing, plant: Plant, constantKw: number): Sizing => {
  const { battery, ...fixed } = heldAt(sizing, plant)
  return { ...fixed, battery: battery && { ...battery, constantKw }, maxDispatches: RANGE_DISPATCHES }
}

/** Case and cuts from which the best plant of a ranking is sized. */
const chosen = (scanCase: ScanCase, { products: [first], withoutBattery }: Ranking, groups: readonly Group[]) => {
  const isNone = !first || (withoutBattery !== null && byWorth(withoutBattery, first) <= 0)
  const group =
    groups.find(each => !isNone && each.products.some(({ product }) => product === first?.product)) ?? groups[0]!
  const fixed =
    isNone || !first
      ? withoutProducts(scanCase)
      : withProduct(scanCase, first.product, { least: first.count, most: first.count })
  return { fixed, cuts: group.sized.cuts, fromKeptCuts: group.fromKeptCuts }
}

const boundOf = ({ products, withoutBattery }: Ranking, groups: readonly Group[]): number => {
  const ranked = new Set(products.map(({ product }) => product))
  const left = groups.filter(group => group.products.some(({ product }) => !ranked.has(product)))
  return Math.min(
    ...products.filter(({ isReached }) => isReached).map(({ lowerBoundEur }) => lowerBoundEur),
    ...(withoutBattery?.isReached ? [withoutBattery.lowerBoundEur] : []),
    ...left.map(({ sized, uncountedEur }) => sized.lowerBoundEur - uncountedEur),
  )
}

/** Products that fit the bounds, grouped by their year, the smallest first. */
const groupsOf = (scanCase: ScanCase): Group["products"][] => {
  const battery = scanCase.input.electricBattery
  const groups = new Map<string, Group["products"]>()
  for (const product of scanCase.products ?? []) {
    const counts = countsWithin(product, battery!)
    if (!counts) continue
    const { oneWayEfficiency, minimumChargeLevel } = withProduct(scanCase, product, counts).input.electricBattery!
    const year = `${oneWayEfficiency.charge} ${oneWayEfficiency.discharge} ${minimumChargeLevel}`
    groups.set(year, [...(groups.get(year) ?? []), { product, ...counts }])
  }
  return [...groups.values()].map(group => group.sort((a, b) => a.product.capacityKwh - b.product.capacityKwh))
}

/** A product's counts as bounds of a sizing; of several counts any size between them. */
const boundsOf = (
  scanCase: ScanCase,
  product: PricedProduct,
  counts: { least: number; most: number },
): BatteryBounds => {
  const { battery } = sizingOf(withProduct(scanCase, product, counts), 0)
  // A product's power is its own.
  return { ...battery!, smallestKwh: 0, highestRate: undefined }
}

const groupSizing = (scanCase: ScanCase, products: Group["products"]): Sizing => {
  const [{ product, ...counts }] = products as [Group["products"][number]]
  const first = sizingOf(withProduct(scanCase, product, counts), GROUP_TOLERANCE)
  const each = products.map(({ product, ...counts }) => boundsOf(scanCase, product, counts))
  const most = (name: "maxKwh" | "maxKw") => Math.max(...each.map(bounds => bounds[name]))
  const least = (name: "minKwh" | "minKw" | "eurPerKwh" | "constantKw") =>
    Math.min(...each.map(bounds => bounds[name] ?? 0))
  const battery: BatteryBounds = {
    ...each[0]!,
    ...{ minKwh: least("minKwh"), maxKwh: most("maxKwh"), minKw: least("minKw"), maxKw: most("maxKw") },
    eurPerKwh: least("eurPerKwh"),
    constantKw: least("constantKw"),
    wear: leastWear(each),
  }
  return { ...first, battery, maxDispatches: GROUP_DISPATCHES }
}

/** Lower bound on the wear of all batteries; undefined if a battery does not wear. */
const leastWear = (batteries: readonly BatteryBounds[]): BatteryBounds["wear"] => {
  const wears = batteries.flatMap(({ wear }) => wear ?? [])
  if (wears.length < batteries.length) return undefined
  return {
    eurPerKwh: Math.min(...wears.map(({ eurPerKwh }) => eurPerKwh)),
    includedKwhPerKwh: Math.max(...wears.map(({ includedKwhPerKwh }) => includedKwhPerKwh)),
  }
}

interface Searching {
  sizingTolerance: number
  isSpent: () => boolean
  /**
   * The first group also searches the plant without a battery; where none is allowed, it has a product even beyond the
   * budget.
   */
  isFirst: boolean
}

type Search<Result> = Generator<PriceChange, Result, Repriced>

function* searchGroup(
  scanCase: ScanCase,
  { products }: Group,
  searching: Searching,
): Search<Pick<Ranking, "products" | "withoutBattery">> {
  const effort = { tolerance: toleranceOf(scanCase, searching), maxDispatches: MAX_DISPATCHES }
  const isOptional = (scanCase.input.electricBattery?.minCapacityKwh ?? 0) === 0
  const none = searching.isFirst && isOptional ? yield { battery: undefined, ...effort } : undefined
  const ranked: RankedProduct[] = []
  for (const { product, ...counts } of products) {
    const hasPlant = !searching.isFirst || none !== undefined || ranked.length > 0
    if (hasPlant && searching.isSpent()) break
    ranked.push(yield* searchCounts(scanCase, product, counts, effort))
  }
  return { products: ranked, withoutBattery: none ? plantOf(scanCase, none) : null }
}

const toleranceOf = (scanCase: ScanCase, { sizingTolerance }: Searching): number =>
  hasDemandCharges(scanCase) && scanCase.control !== "ideal"
    ? Math.max(OPERATED_TOLERANCE, sizingTolerance)
    : sizingTolerance

/**
 * The best count of a product: ranges of counts are split at the best size within them until their bounds rule them
 * out.
 */
function* searchCounts(
  scanCase: ScanCase,
  product: PricedProduct,
  counts: { least: number; most: number },
  effort: Pick<Sizing, "tolerance" | "maxDispatches">,
): Search<RankedProduct> {
  const open = [counts]
  let best: { count: number; repriced: Repriced } | undefined
  let lowerBoundEur = Number.POSITIVE_INFINITY
  for (let range = open.pop(); range; range = open.pop()) {
    const { least, most } = range
    const isOne = least === most
    const battery = boundsOf(scanCase, product, range)
    const repriced = yield { battery, ...effort, ...(isOne ? {} : { maxDispatches: RANGE_DISPATCHES }) }
    const isOut = !isOne && best !== undefined && isRuledOut(repriced, best.repriced, effort.tolerance)
    if (isOne || isOut) {
      if (isOne && (!best || isBetter(repriced, best.repriced))) best = { count: least, repriced }
      if (repriced.isReached) lowerBoundEur = Math.min(lowerBoundEur, repriced.lowerBoundEur)
      continue
    }
    const count = repriced.isReached
      ? Math.min(most, Math.max(least, Math.round(repriced.plant.capacityKwh / product.capacityKwh)))
      : most
    if (count < most) open.push({ least: count + 1, most })
    if (count > least && repriced.isReached) open.push({ least, most: count - 1 })
    open.push({ least: count, most: count })
  }
  const { count, repriced } = best!
  const scale = scaleOf(repriced)
  const plant = plantOf(scanCase, repriced)
  const bound = Math.min(repriced.totalEur, lowerBoundEur)
  return { ...plant, product, count, lowerBoundEur: bound, gap: (repriced.totalEur - bound) / scale }
}

const isBetter = (a: Repriced, b: Repriced): boolean =>
  a.isReached === b.isReached ? a.totalEur < b.totalEur : a.isReached

const isRuledOut = (range: Repriced, best: Repriced, tolerance: number): boolean =>
  range.isReached && best.isReached && range.lowerBoundEur >= best.totalEur - tolerance * scaleOf(best)

/** The sizing of a chosen product with the bound of all that it was chosen from. */
export const withBound = (sized: Sized, boundEur: number): Sized => {
  const lowerBoundEur = Math.min(sized.lowerBoundEur, boundEur)
  return { ...sized, lowerBoundEur, gap: (sized.totalEur - lowerBoundEur) / scaleOf(sized) }
}

const plantOf = (scanCase: ScanCase, repriced: Repriced): RankedPlant & Repricing => ({
  repriced: repriced,
  panels: newPanels(scanCase, repriced.plant.panels),
  capacityKwh: repriced.plant.capacityKwh,
  powerKw: repriced.plant.powerKw,
  totalEur: repriced.totalEur,
  lowerBoundEur: repriced.lowerBoundEur,
  gap: repriced.gap,
  isReached: repriced.isReached,
})
