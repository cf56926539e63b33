import { mapped, type NonEmpty } from "../../domain/base/nonEmpty.ts"
import type { Operation, Ranking, ScanCase } from "../../domain/case/case.ts"
import { underPlant } from "../../domain/case/plantTerms.ts"
import { isNearOtherBlock, taxedKwhOfAll } from "../../domain/case/taxBlock.ts"
import { lifecycleOffset } from "../../domain/finance/objective.ts"
import { contractMoney } from "../../domain/report/contractMoney.ts"
import type { Optimiser } from "../../wasm/index.ts"
import { type Budget, SHARES, searchWithin, wholeWithin } from "../model/budget.ts"
import { billsOfPhases } from "../model/phases.ts"
import { newPanels, sizingOf, stoppingBySavings } from "../model/sizing.ts"
import type { OnProgress, Solver } from "../model/solver.ts"
import { operateAsIs, operateBy } from "../operate/control.ts"
import { foreseenYear, variableBillEur } from "../operate/operate.ts"
import { type SizedFrom, sizeFrom } from "../size/cuts.ts"
import { withAllFeedIn } from "../size/feedInCap.ts"
import { withWholeBill } from "../size/wholeBill.ts"
import { bestOfModules, byForesight, moduleCases } from "./panelModules.ts"
import { createPool, type Pool } from "./pool.ts"
import { rankProducts, withBound } from "./products.ts"
import { type Chosen, chooseUnderControl } from "./realChoice.ts"
import type { SizedToOperate } from "./taxBlock.ts"

/**
 * Sizes a scan for its controller. If the budget ends first, the plant is the best with foresight. Choices of modules
 * compete by the cost of their operated plants.
 */
export const sizeToOperate = (
  scanCase: ScanCase,
  start: SizingStart,
  solver: Solver,
  onProgress: OnProgress,
): RankedScan => {
  const { optimiser } = solver
  const { budget } = start
  const chosenFor = (site: RankedScan): RankedScan | undefined => {
    const choose = (goOn: () => boolean) => chooseUnderControl(site.scanCase, site, site.pool, { optimiser, goOn })
    const chosen = wholeWithin(budget, onProgress, choose)
    return chosen && { ...site, ...chosen, ...operatedNearBlock(site, chosen, optimiser) }
  }
  const sites = sizeModules(scanCase, start, solver, onProgress)
  if (sites.length === 1) {
    const [site] = sites
    return chosenFor(site) ?? { ...site, ...operatedNearBlock(site, site, optimiser) }
  }
  const realEur = realEurOf(optimiser)
  return bestOfModules(sites, {
    leastEurOf: site =>
      site.sized.lowerBoundEur + lifecycleOffset(site.scanCase, billsOfPhases(underPlant(scanCase), site.baseline)),
    judge(site) {
      const choice = chosenFor(site)
      return choice && { choice, eur: realEur(choice) }
    },
    isSpent: () => budget.isSpent(SHARES.all),
  })
}

/** Cuts and budget that a sizing starts with. */
interface SizingStart {
  cuts: Float64Array | undefined
  budget: Budget
}

/** Year of a plant under the controller, if its import may end in another tax block than the sizing assumed. */
export const operatedNearBlock = (
  { scanCase, sizing }: RankedScan,
  { sized }: Chosen,
  optimiser: Optimiser,
): { operated?: Operation } => {
  if (!isNearOtherBlock(scanCase, taxedKwhOfAll(scanCase, sized.dispatch))) return {}
  const operated = { ...sized, year: sizing.year, ideal: () => sized.dispatch }
  return { operated: operateBy(scanCase.control, scanCase, operated, optimiser) }
}

/** Life cost of a plant under its controller, or with foresight without such a year; tax is charged by blocks [EUR]. */
export const realEurOf =
  (optimiser: Optimiser) =>
  ({ scanCase, sizing, sized, baseline, underControl, operated }: RankedScan): number => {
    const { panels, capacityKwh, powerKw } = sized.plant
    const year = underControl ?? operated ?? foreseenYear(scanCase, sized, sizing.year, optimiser)
    const plant = { panels: newPanels(scanCase, panels), capacityKwh, powerKw }
    return contractMoney({ scan: scanCase, ...plant, operated: year, baseline }).money.totalCostEur
  }

/** Life cost of a plant less its cost in the objective, equal for all plants of a sizing [EUR]. */
export const offsetOf = ({ scanCase, baseline }: Pick<RankedScan, "scanCase" | "baseline">): number =>
  lifecycleOffset(scanCase, billsOfPhases(underPlant(scanCase), baseline))

interface SizedScan extends SizedFrom {
  /** Year of the baseline. */
  baseline: Operation
  /** Plants that the controller of the scan operated. */
  pool: Pool
}

export interface RankedScan extends SizedScan, SizedToOperate, Chosen {
  scanCase: ScanCase
  ranking: Ranking | null
}

/** Sizes a scan for foresight. With modules to choose from, the plant of the best choice, with the bound of all. */
export const sizeScan = (scanCase: ScanCase, start: SizingStart, solver: Solver, onProgress: OnProgress): RankedScan =>
  bestOfModules(sizeModules(scanCase, start, solver, onProgress), byForesight())

/** The scan sized under each choice of its modules. */
const sizeModules = (
  scanCase: ScanCase,
  start: SizingStart,
  solver: Solver,
  onProgress: OnProgress,
): NonEmpty<RankedScan> => {
  const cases = moduleCases(scanCase)
  return mapped(cases, (choice, index) =>
    sizeProducts(choice, start, solver, share => onProgress((index + share) / cases.length)),
  )
}

/** Sizes a scan whose modules are chosen; of one with products the plant of the best product, with the bound of all. */
const sizeProducts = (scanCase: ScanCase, start: SizingStart, solver: Solver, onProgress: OnProgress): RankedScan => {
  if (!scanCase.input.electricBattery?.products)
    return { scanCase, ranking: null, ...sizePlant(scanCase, start, solver, onProgress) }
  const ranked = rankProducts(scanCase, start, solver, onProgress)
  const { sized, ...site } = sizePlant(ranked.fixed, { ...start, cuts: ranked.cuts }, solver, onProgress)
  const dispatches = sized.dispatches + ranked.dispatches
  return {
    ...site,
    scanCase: ranked.fixed,
    ranking: ranked.ranking,
    fromKeptCuts: ranked.fromKeptCuts,
    sized: { ...withBound(sized, ranked.lowerBoundEur), dispatches, isCut: sized.isCut || ranked.isCut },
  }
}

/** Sizes the plant of a scan whose battery is free or chosen. */
const sizePlant = (
  scanCase: ScanCase,
  { cuts, budget }: SizingStart,
  { optimiser, sizingTolerance }: Solver,
  onProgress: OnProgress,
): SizedScan => {
  const untilGap = sizingOf(scanCase, sizingTolerance)
  const baseline = operateAsIs(scanCase, untilGap.year, optimiser)
  const sizing = stoppingBySavings(untilGap, variableBillEur(scanCase, baseline))
  const from = sizeFrom(optimiser, sizing, cuts, searchWithin(budget, SHARES.sizing, onProgress))
  const pool = createPool(scanCase, { sizing, baseline }, optimiser)
  const sized = withWholeBill(scanCase, sizing, withAllFeedIn(scanCase, sizing, from.sized))
  return { ...from, sized, baseline, pool }
}
