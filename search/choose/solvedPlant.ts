import { isSame } from "../../domain/base/isSame.ts"
import type { RankedPlant, Ranking, ScanCase } from "../../domain/case/case.ts"
import { withoutProducts, withProduct } from "../../domain/case/products.ts"
import type { SolvedPlant } from "../../domain/case/solvedPlant.ts"
import { VERSIONS } from "../../domain/case/versions.ts"
import { type Budget, SHARES, searchWithin } from "../model/budget.ts"
import { sizingOf, stoppingBySavings } from "../model/sizing.ts"
import type { OnProgress, Solver } from "../model/solver.ts"
import { operateAsIs } from "../operate/control.ts"
import { variableBillEur } from "../operate/operate.ts"
import { sizeFrom } from "../size/cuts.ts"
import { withAllFeedIn } from "../size/feedInCap.ts"
import { withWholeBill } from "../size/wholeBill.ts"
import { moduleCases } from "./panelModules.ts"
import { createPool } from "./pool.ts"
import { heldAt } from "./ruleChoice.ts"
import { operatedNearBlock, type RankedScan } from "./sizeScan.ts"

/** Effort of the sizing at the plant. */
const EFFORT = { tolerance: 1e-4, maxDispatches: 80, savings: undefined }

/**
 * The parts of a search's result that complete its report later.
 * @param prepared the case that the search began with
 * @param limit work that limited the judged alternatives; undefined if none were judged
 */
export const solvedPlantOf = (
  prepared: ScanCase,
  { scanCase, sized, ranking }: RankedScan,
  { workDone, limit }: { workDone: number; limit: number | undefined },
): SolvedPlant => {
  const { dispatch: _dispatch, cuts: _cuts, reached: _reached, ...proven } = sized
  const modules = moduleCases(prepared).findIndex(({ input }) => isSame(input.newPv, scanCase.input.newPv))
  const work = limit ?? workDone
  return {
    ...VERSIONS,
    proven,
    modules: Math.max(0, modules),
    product: productOf(prepared, ranking, sized.plant.capacityKwh),
    withoutBattery: ranking?.withoutBattery ? rankedOf(ranking.withoutBattery) : null,
    work: Number.isFinite(work) ? work : null,
    isWholeWork: limit !== undefined,
  }
}

const productOf = (prepared: ScanCase, ranking: Ranking | null, capacityKwh: number): SolvedPlant["product"] => {
  const [first] = ranking?.products ?? []
  if (!first || capacityKwh === 0) return null
  return { index: prepared.products?.findIndex(product => isSame(product, first.product)) ?? -1, count: first.count }
}

/** A ranked plant without its form in the optimiser. */
const rankedOf = ({ panels, capacityKwh, powerKw, totalEur, lowerBoundEur, gap, isReached }: RankedPlant) => ({
  ...{ panels, capacityKwh, powerKw, totalEur, lowerBoundEur, gap, isReached },
})

/** The case with the modules and the product of a solved plant. */
const withChoices = (scanCase: ScanCase, { modules, product }: SolvedPlant): ScanCase => {
  const cases = moduleCases(scanCase)
  const chosen = cases[modules] ?? cases[0]
  if (!scanCase.input.electricBattery?.products) return chosen
  const battery = product && scanCase.products?.[product.index]
  return battery ? withProduct(chosen, battery, { least: product.count, most: product.count }) : withoutProducts(chosen)
}

/** A scan sized at the plant of an earlier search, for comparisons with that search's cuts. */
export const sizeSolved = (
  priced: ScanCase,
  solved: SolvedPlant,
  { cuts, budget, isSameEngine }: { cuts: Float64Array | undefined; budget: Budget; isSameEngine: boolean },
  { optimiser, sizingTolerance }: Solver,
  onProgress: OnProgress,
): RankedScan => {
  const scanCase = withChoices(priced, solved)
  const untilGap = sizingOf(scanCase, sizingTolerance)
  const baseline = operateAsIs(scanCase, untilGap.year, optimiser)
  const whole = stoppingBySavings(untilGap, variableBillEur(scanCase, baseline))
  const { plant } = solved.proven
  const heldPlant = { ...heldAt(whole, plant), ...EFFORT }
  const from = sizeFrom(optimiser, heldPlant, cuts, searchWithin(budget, SHARES.sizing, onProgress))
  // A share that is missed by no more than the tolerance is the goal of all sizings.
  const sizing = { ...whole, ...(from.sizing.goal ? { goal: from.sizing.goal } : {}) }
  const sized = withWholeBill(scanCase, sizing, withAllFeedIn(scanCase, sizing, from.sized))
  const { withoutBattery } = solved
  const site = {
    scanCase,
    sizing,
    baseline,
    pool: createPool(scanCase, { sizing, baseline }, optimiser),
    ranking: withoutBattery ? { products: [], withoutBattery } : null,
    fromKeptCuts: from.fromKeptCuts,
    sized: {
      ...sized,
      ...(isSameEngine ? solved.proven : { plant }),
      cuts: from.fromKeptCuts && cuts ? cuts : sized.cuts,
    },
  }
  return { ...site, ...operatedNearBlock(site, site, optimiser) }
}
