import { GoalOutOfReach, InvalidInput } from "../domain/errors.ts"
import type { PriceYear } from "../domain/market/tariff/dayAhead.ts"
import { type BuiltReport, buildReport, reportSummary } from "../domain/report/build.ts"
import { contractMoney, type OperatedPlant } from "../domain/report/contractMoney.ts"
import { packSeries } from "../domain/report/series/pack.ts"
import type { ControlledYear, ControlledYears, Operation, Ranking, ScanCase, Solution } from "../domain/scan/case.ts"
import { unpackJobInputs } from "../domain/scan/jobInputs.ts"
import type { ScanFailed, ScanJob, ScanSolved } from "../domain/scan/messages.ts"
import { areBillsApart } from "../domain/scan/phases.ts"
import { prepareCase } from "../domain/scan/prepare.ts"
import { assertReached } from "../domain/scan/reach.ts"
import { type ScanError, scanError } from "../domain/scan/scanError.ts"
import { isNearOtherBlock, taxedKwhOfAll } from "../domain/scan/taxBlock.ts"
import { areDemandsHeld, isSpread } from "../domain/scan/variations.ts"
import type { Optimiser } from "../wasm/index.ts"
import { bestOfAlternatives } from "./adopted.ts"
import { searchAlternatives } from "./alternatives.ts"
import { type Budget, createBudget, SHARES, searchWithin, wholeWithin } from "./budget.ts"
import { type ContractSizing, solveContracts } from "./contracts.ts"
import { controlledYears, operateBy } from "./control.ts"
import { cutBytes, cutsOf, type SizedFrom, sizeFrom } from "./cuts.ts"
import { feedInCapNotes, withAllFeedIn } from "./feedInCap.ts"
import { solveHeldYields } from "./heldDemand.ts"
import { foreseenYear, isAsMetered, operateAsIs, operatePanels, variableBillEur } from "./operate.ts"
import { bestOfModules, moduleCases } from "./panelModules.ts"
import { billsOfTerms, objectiveYearEur } from "./phases.ts"
import { rankProducts, withBound } from "./products.ts"
import { type Chosen, chooseUnderControl } from "./realChoice.ts"
import { solveVariations } from "./sensitivity.ts"
import { newPanels, sizingOf, stoppingBySavings } from "./sizing.ts"
import { solveOtherYears } from "./spread.ts"
import { type SizedToOperate, sizeInItsBlock } from "./taxBlock.ts"

/** Name and version of the optimiser in reports. */
const SOLVER = { solver: "solar-scan-core", version: "1" }

/** Parts of a report that show the plant in other futures and beside other plants, each worked out by itself. */
export const COMPARED_PARTS = ["sensitivity", "savingsSpread", "alternatives"] as const
export type ComparedPart = (typeof COMPARED_PARTS)[number]

type OnProgress = (share: number) => boolean

/** What a thread solves with. */
export interface Solver {
  optimiser: Optimiser
  /** Relative gap at which a sizing stops. */
  sizingTolerance: number
  /** What one scan may take, counted in work (worker/budget.ts); absent: no bound. */
  budgetMs?: number
  /** CPU time of the thread [ms]. */
  cpuMs?: () => number
}

/**
 * Solves a scan: sizes the plant, operates it, operates it without its battery and the site as it is, asks how it would
 * do in other futures, writes the report. Where the budget ends first, the best plant so far is the answer, and the
 * other futures are left out; the report says so. Causes that lie in the request come back as a failed result. Throws
 * SolveCancelled when onProgress answers false.
 */
export const solveJob = (job: ScanJob, solver: Solver, onProgress: OnProgress): ScanSolved | ScanFailed => {
  const { scanId, attempt } = job
  try {
    const jobInputs = job.material && unpackJobInputs(job.material)
    const prepared = prepareCase(job.input, jobInputs)
    const given = { cuts: job.cuts && cutsOf(job.cuts), prices: jobInputs?.prices }
    const { report, series, cuts } = solvePrepared(prepared, given, solver, onProgress)
    return {
      kind: "solved",
      ...{ scanId, attempt, report },
      summary: reportSummary(report),
      series: packSeries(series),
      cuts: cutBytes(cuts),
    }
  } catch (error) {
    const reason = reasonOf(error)
    if (reason) return { kind: "failed", scanId, attempt, error: reason }
    throw error
  }
}

/** The cause of a failure that lies in the request; undefined for any other. */
const reasonOf = (error: unknown): ScanError | undefined => {
  if (error instanceof GoalOutOfReach) return error.reason
  return error instanceof InvalidInput ? scanError("input-refused", { violations: error.violations }) : undefined
}

interface SolvedCase {
  /** With prices of the tax block that the plant's import ends in. */
  scanCase: ScanCase
  solution: Solution
  /** For adjustments to start from. */
  cuts: Float64Array
}

/** What a scan is solved with besides its case. */
interface Given {
  /** Of the scan that it adjusts. */
  cuts?: Float64Array | undefined
  /** Day-ahead prices that the operator brought. */
  prices?: PriceYear[] | undefined
  /** What the report holds besides the plant; unless given, everything. */
  parts?: readonly ComparedPart[]
}

/**
 * Solves a prepared scan and writes its report, without any I/O: also in a browser. Throws InvalidInput, GoalOutOfReach
 * and SolveCancelled.
 */
export const solvePrepared = (
  prepared: ScanCase,
  given: Given,
  solver: Solver,
  onProgress: OnProgress,
): BuiltReport & Pick<SolvedCase, "cuts"> => {
  const { scanCase, solution, cuts } = solveCase(prepared, given, solver, onProgress)
  return { ...buildReport(scanCase, solution), cuts }
}

const solveCase = (prepared: ScanCase, given: Given, solver: Solver, onProgress: OnProgress): SolvedCase => {
  const startedAtMs = performance.now()
  const { parts = COMPARED_PARTS } = given
  const { optimiser, budgetMs = Number.POSITIVE_INFINITY } = solver
  const budget = createBudget(optimiser, budgetMs, solver.cpuMs)
  const found = sizeInItsBlock(
    prepared,
    priced => sizeToOperate(priced, { cuts: given.cuts, budget }, solver, onProgress),
    prepared.input.goal.kind === "cost-savings" ? realEurOf(optimiser) : undefined,
  )
  const { scanCase, sizing, fromKeptCuts, baseline, ranking } = found
  // Frames of a slider that moves compare nothing.
  const adopted = parts.length > 0 ? adoptedWithin(found, budget, optimiser, onProgress) : undefined
  const { sized, underControl, controlWork = 0 } = adopted?.chosen ?? found
  const panels = newPanels(scanCase, sized.plant.panels)
  const foreseen = foreseenYear(scanCase, sized, optimiser)
  assertReached(scanCase, sized.reached, foreseen, panels)
  const withoutBattery = operatePanels(scanCase, sizing.year, sized.plant.panels, optimiser)
  const withBattery = isAsMetered(scanCase, sized.plant) ? baseline : foreseen
  const ideal: ControlledYear = { withBattery, withoutBattery }
  const { control, chosen } = controlledYears(scanCase, sizing, { ...sized, ideal, underControl }, optimiser)
  const solveMs = performance.now() - startedAtMs
  const foresightEur = yearEur(scanCase, chosen.withBattery) - yearEur(scanCase, ideal.withBattery)
  const base = { sizing, sized, baseline, operated: chosen.withBattery, foresightEur }
  const within = <T>(part: ComparedPart, none: T, work: (goOn: () => boolean) => T): T | undefined =>
    parts.includes(part) ? wholeWithin(budget, onProgress, work) : none
  const variations = within("sensitivity", [], goOn => solveVariations(scanCase, base, { optimiser, goOn }))
  const own = { operations: operationsOf(control, chosen), baseline }
  const held = areDemandsHeld(scanCase) ? ideal.withBattery : undefined
  const spreadBase = { ...sized, imported: given.prices, held, own }
  const otherYears = isSpread(scanCase)
    ? within("savingsSpread", null, goOn => solveOtherYears(scanCase, spreadBase, { ...solver, goOn }))
    : null
  const heldPlant = { ...sized, schedule: ideal.withBattery, tolerance: solver.sizingTolerance }
  const heldYields = within("sensitivity", [], goOn => solveHeldYields(scanCase, heldPlant, { optimiser, goOn }))
  // A year that need not be operated twice counts as if it were: what is compared stays the same.
  const workBefore = budget.workDone() + controlWork - (adopted?.known?.work ?? 0)
  const compared = { sizing, sized, baseline, workBefore, ranking, known: adopted?.known }
  const alternatives = within("alternatives", [], goOn =>
    searchAlternatives(scanCase, compared, { optimiser, goOn }).found.map(({ alternative }) => alternative),
  )
  const plant = { panels, capacityKwh: sized.plant.capacityKwh, powerKw: sized.plant.powerKw }
  const today = { scan: scanCase, ...plant, operated: chosen.withBattery, baseline }
  const contracts = contractsWithin(today, budget, solver, onProgress)
  const solution: Solution = {
    ...plant,
    optimised: chosen.withBattery,
    withoutBattery: chosen.withoutBattery,
    baseline,
    control,
    optimisation: {
      ...SOLVER,
      lowerBoundTotalCost: sized.lowerBoundEur,
      gap: sized.gap,
      dispatches: sized.dispatches,
      fromKeptCuts,
      solveMs,
    },
    variations: variations ?? [],
    otherYears: otherYears ?? null,
    ...(heldYields ? { heldYields } : {}),
    products: ranking,
    alternatives: alternatives ?? [],
    ...(contracts ? { contracts } : {}),
    cutShort: {
      budgetMs,
      search: sized.isCut,
      sensitivity: variations === undefined,
      savingsSpread: otherYears === undefined,
      alternatives: alternatives === undefined,
      contracts: contracts === undefined && scanCase.contracts !== undefined,
      byTime: budget.isEndedByTime(),
    },
  }
  const notes = [...scanCase.notes, ...feedInCapNotes(scanCase, sizing, sized)]
  return { scanCase: { ...scanCase, notes }, solution, cuts: sized.cuts }
}

/** The plant that was found, or an alternative that is better; undefined where the budget ends before that is known. */
const adoptedWithin = (found: RankedScan, budget: Budget, optimiser: Optimiser, onProgress: OnProgress) => {
  const { scanCase, sizing, baseline, ranking, ...chosen } = found
  const workBefore = budget.workDone() + (found.controlWork ?? 0)
  return wholeWithin(budget, onProgress, goOn =>
    bestOfAlternatives(scanCase, { sizing, baseline, chosen, ranking, workBefore }, { optimiser, goOn }),
  )
}

/**
 * What a year of the plant costs in the terms of the objective, with all that bills count; fixed costs may be in it or
 * not [EUR].
 */
const yearEur = (scan: ScanCase, operation: Operation): number =>
  areBillsApart(scan) ? objectiveYearEur(scan, billsOfTerms(scan, operation)) : operation.costEur

/** The plant's year under the controllers that were run. */
const operationsOf = ({ chosen: name, forecast, selfConsumption }: ControlledYears, chosen: ControlledYear) => ({
  ...(forecast ? { forecast: forecast.withBattery } : {}),
  selfConsumption: selfConsumption.withBattery,
  [name]: chosen.withBattery,
})

/**
 * Sizes a scan for its controller; where the budget ends before that, the plant is the one that is best with foresight.
 */
const sizeToOperate = (
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

/**
 * The year of a plant under the controller, where its import may end in another tax block than the one that was sized
 * with.
 */
const operatedNearBlock = (
  { scanCase, sizing }: RankedScan,
  { sized }: Chosen,
  optimiser: Optimiser,
): { operated?: Operation } => {
  if (!isNearOtherBlock(scanCase, taxedKwhOfAll(scanCase, sized.dispatch))) return {}
  const operated = { ...sized, year: sizing.year, ideal: () => sized.dispatch }
  return { operated: operateBy(scanCase.control, scanCase, operated, optimiser) }
}

/**
 * What a plant costs over its life as the controller operates it, with foresight where that is not worked out, its tax
 * by the blocks [EUR].
 */
const realEurOf =
  (optimiser: Optimiser) =>
  ({ scanCase, sized, baseline, underControl, operated }: RankedScan): number => {
    const { panels, capacityKwh, powerKw } = sized.plant
    const year = underControl ?? operated ?? foreseenYear(scanCase, sized, optimiser)
    const plant = { panels: newPanels(scanCase, panels), capacityKwh, powerKw }
    return contractMoney({ scan: scanCase, ...plant, operated: year, baseline }).money.totalCostEur
  }

/**
 * The contracts that the scan compares, each with its plant; undefined without any, or where the budget ends before.
 */
const contractsWithin = (own: OperatedPlant, budget: Budget, solver: Solver, onProgress: OnProgress) => {
  const { contracts } = own.scan
  if (!contracts) return undefined
  const sizeWith =
    (goOn: () => boolean) =>
    (scan: ScanCase, tolerance?: number): ContractSizing => {
      // Where the budget ends, no contract has a rough plant that would make it look dear: `goOn` ends the comparison.
      const whole = createBudget(solver.optimiser, Number.POSITIVE_INFINITY)
      const isRough = tolerance !== undefined
      const size = isRough ? sizeScan : sizeToOperate
      const nearness = isRough ? { ...solver, sizingTolerance: tolerance } : solver
      const sizeAt = (priced: ScanCase) => size(priced, { cuts: undefined, budget: whole }, nearness, goOn)
      const found = sizeInItsBlock(scan, sizeAt, realEurOf(solver.optimiser))
      const adopted = isRough ? undefined : adoptedWithin(found, whole, solver.optimiser, goOn)
      return { ...found, ...adopted?.chosen }
    }
  return wholeWithin(budget, onProgress, goOn =>
    solveContracts(contracts, own, { optimiser: solver.optimiser, size: sizeWith(goOn) }, goOn),
  )
}

interface SizedScan extends SizedFrom {
  /** The site as it is. */
  baseline: Operation
}

interface RankedScan extends SizedScan, SizedToOperate, Chosen {
  scanCase: ScanCase
  ranking: Ranking | null
}

/** Sizes a scan; of one with modules to choose from the plant of the best choice, with the bound of all. */
const sizeScan = (
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
