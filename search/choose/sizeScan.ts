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
import { rankProducts, withBound } from "./products.ts"
import { type Chosen, chooseUnderControl } from "./realChoice.ts"
import type { SizedToOperate } from "./taxBlock.ts"

/** Sizes a scan for its controller; if the budget ends first, the plant is the best with foresight. */
export const sizeToOperate = (
  scanCase: ScanCase,
  kept: { cuts: Float64Array | undefined; budget: Budget },
  solver: Solver,
  onProgress: OnProgress,
): RankedScan => {
  const found = sizeScan(scanCase, kept, solver, onProgress)
  const choose = (goOn: () => boolean) =>
    chooseUnderControl(found.scanCase, found, { optimiser: solver.optimiser, goOn })
  const chosen: Chosen = wholeWithin(kept.budget, onProgress, choose) ?? { sized: found.sized }
  return { ...found, ...chosen, ...operatedNearBlock(found, chosen, solver.optimiser) }
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
}

export interface RankedScan extends SizedScan, SizedToOperate, Chosen {
  scanCase: ScanCase
  ranking: Ranking | null
}

/** Sizes a scan; of one with modules to choose from the plant of the best choice, with the bound of all. */
export const sizeScan = (
  scanCase: ScanCase,
  kept: { cuts: Float64Array | undefined; budget: Budget },
  solver: Solver,
  onProgress: OnProgress,
): RankedScan => {
  const cases = moduleCases(scanCase)
  if (cases.length === 1) return sizeProducts(cases[0]!, kept, solver, onProgress)
  const part = (index: number) => (share: number) => onProgress((index + share) / cases.length)
  return bestOfModules(cases.map((choice, index) => sizeProducts(choice, kept, solver, part(index))))
}

/** Sizes a scan whose modules are chosen; of one with products the plant of the best product, with the bound of all. */
const sizeProducts = (
  scanCase: ScanCase,
  kept: { cuts: Float64Array | undefined; budget: Budget },
  solver: Solver,
  onProgress: OnProgress,
): RankedScan => {
  if (!scanCase.input.electricBattery?.products)
    return { scanCase, ranking: null, ...sizePlant(scanCase, kept, solver, onProgress) }
  const ranked = rankProducts(scanCase, kept, solver, onProgress)
  const { sized, ...found } = sizePlant(ranked.held, { ...kept, cuts: ranked.cuts }, solver, onProgress)
  const dispatches = sized.dispatches + ranked.dispatches
  return {
    ...found,
    scanCase: ranked.held,
    ranking: ranked.ranking,
    fromKeptCuts: ranked.fromKeptCuts,
    sized: { ...withBound(sized, ranked.lowerBoundEur), dispatches, isCut: sized.isCut || ranked.isCut },
  }
}

/** Sizes the plant of a scan whose battery is free or chosen. */
const sizePlant = (
  scanCase: ScanCase,
  { cuts, budget }: { cuts: Float64Array | undefined; budget: Budget },
  { optimiser, sizingTolerance }: Solver,
  onProgress: OnProgress,
): SizedScan => {
  const untilGap = sizingOf(scanCase, sizingTolerance)
  const baseline = operateAsIs(scanCase, untilGap.year, optimiser)
  const sizing = stoppingBySavings(untilGap, variableBillEur(scanCase, baseline))
  const found = sizeFrom(optimiser, sizing, cuts, searchWithin(budget, SHARES.sizing, onProgress))
  return { ...found, sized: withAllFeedIn(scanCase, sizing, found.sized), baseline }
}
