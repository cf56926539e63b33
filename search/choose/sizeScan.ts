import type { Operation, Ranking, ScanCase } from "../../domain/case/case.ts"
import { isNearOtherBlock, taxedKwhOfAll } from "../../domain/case/taxBlock.ts"
import { contractMoney } from "../../domain/report/contractMoney.ts"
import type { Optimiser } from "../../wasm/index.ts"
import { type Budget, SHARES, searchWithin, wholeWithin } from "../model/budget.ts"
import { newPanels, sizingOf, stoppingBySavings } from "../model/sizing.ts"
import type { OnProgress, Solver } from "../model/solver.ts"
import { operateBy } from "../operate/control.ts"
import { foreseenYear, operateAsIs, variableBillEur } from "../operate/operate.ts"
import { type SizedFrom, sizeFrom } from "../size/cuts.ts"
import { withAllFeedIn } from "../size/feedInCap.ts"
import { bestOfModules, moduleCases } from "./panelModules.ts"
import { createPool, type Pool } from "./pool.ts"
import { rankProducts, withBound } from "./products.ts"
import { type Chosen, chooseUnderControl } from "./realChoice.ts"
import type { SizedToOperate } from "./taxBlock.ts"

/** Sizes a scan for its controller; if the budget ends first, the plant is the best with foresight. */
export const sizeToOperate = (
  scanCase: ScanCase,
  start: SizingStart,
  solver: Solver,
  onProgress: OnProgress,
): RankedScan => {
  const site = sizeScan(scanCase, start, solver, onProgress)
  const { optimiser } = solver
  const choose = (goOn: () => boolean) => chooseUnderControl(site.scanCase, site, site.pool, { optimiser, goOn })
  const chosen: Chosen = wholeWithin(start.budget, onProgress, choose) ?? { sized: site.sized }
  return { ...site, ...chosen, ...operatedNearBlock(site, chosen, optimiser) }
}

/** Cuts and budget that a sizing starts with. */
interface SizingStart {
  cuts: Float64Array | undefined
  budget: Budget
}

/** Year of a plant under the controller, if its import may end in another tax block than the sizing assumed. */
const operatedNearBlock = (
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
  ({ scanCase, sized, baseline, underControl, operated }: RankedScan): number => {
    const { panels, capacityKwh, powerKw } = sized.plant
    const year = underControl ?? operated ?? foreseenYear(scanCase, sized, optimiser)
    const plant = { panels: newPanels(scanCase, panels), capacityKwh, powerKw }
    return contractMoney({ scan: scanCase, ...plant, operated: year, baseline }).money.totalCostEur
  }

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

/** Sizes a scan; of one with modules to choose from the plant of the best choice, with the bound of all. */
export const sizeScan = (
  scanCase: ScanCase,
  start: SizingStart,
  solver: Solver,
  onProgress: OnProgress,
): RankedScan => {
  const cases = moduleCases(scanCase)
  if (cases.length === 1) return sizeProducts(cases[0]!, start, solver, onProgress)
  const part = (index: number) => (share: number) => onProgress((index + share) / cases.length)
  return bestOfModules(cases.map((choice, index) => sizeProducts(choice, start, solver, part(index))))
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
  return { ...from, sized: withAllFeedIn(scanCase, sizing, from.sized), baseline, pool }
}
