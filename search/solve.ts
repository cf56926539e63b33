import type { ControlledYear, ControlledYears, Operation, Ranking, ScanCase, Solution } from "../domain/case/case.ts"
import { areBillsApart } from "../domain/case/phases.ts"
import { assertReached } from "../domain/case/reach.ts"
import { isNearOtherBlock, taxedKwhOfAll } from "../domain/case/taxBlock.ts"
import { areDemandsHeld, isSpread } from "../domain/case/variations.ts"
import type { PriceYear } from "../domain/market/tariff/dayAhead.ts"
import { type BuiltReport, buildReport } from "../domain/report/build.ts"
import { contractMoney, type OperatedPlant } from "../domain/report/contractMoney.ts"
import type { Optimiser } from "../wasm/index.ts"
import { bestOfModules, moduleCases } from "./choose/panelModules.ts"
import { rankProducts, withBound } from "./choose/products.ts"
import { type Chosen, chooseUnderControl } from "./choose/realChoice.ts"
import { type SizedToOperate, sizeInItsBlock } from "./choose/taxBlock.ts"
import { bestOfAlternatives } from "./compare/adopted.ts"
import { type AlternativesFound, searchAlternatives } from "./compare/alternatives.ts"
import { type ContractSizing, solveContracts } from "./compare/contracts.ts"
import { solveHeldYields } from "./compare/heldDemand.ts"
import { solveVariations } from "./compare/sensitivity.ts"
import { solveOtherYears } from "./compare/spread.ts"
import { type Budget, createBudget, SHARES, searchWithin, wholeWithin } from "./model/budget.ts"
import { billsOfTerms, objectiveYearEur } from "./model/phases.ts"
import { newPanels, sizingOf, stoppingBySavings } from "./model/sizing.ts"
import { controlledYears, operateBy } from "./operate/control.ts"
import { foreseenYear, isAsMetered, operateAsIs, operatePanels, variableBillEur } from "./operate/operate.ts"
import { type SizedFrom, sizeFrom } from "./size/cuts.ts"
import { feedInCapNotes, withAllFeedIn } from "./size/feedInCap.ts"

/** Name and version of the optimiser in reports. */
const SOLVER = { solver: "solar-scan-core", version: "1" }

/** Parts of a report that compare: other futures, other years, other plants. Each is worked out separately. */
export const COMPARED_PARTS = ["sensitivity", "savingsSpread", "alternatives"] as const
export type ComparedPart = (typeof COMPARED_PARTS)[number]

export type OnProgress = (share: number) => boolean

/** Optimiser, accuracy, limits and clocks of a solver thread. */
export interface Solver {
  optimiser: Optimiser
  /** Relative gap at which a sizing stops. */
  sizingTolerance: number
  /** Solver budget of one scan, in counted work (search/model/budget.ts); absent: unlimited. */
  budgetMs?: number
  /** CPU time of the thread [ms]. */
  cpuMs?: () => number
  /** Clock that measures solveMs of the report [ms]; absent: 0. */
  nowMs?: () => number
}

interface SolvedCase {
  /** With prices of the tax block that the plant's import ends in. */
  scanCase: ScanCase
  solution: Solution
  /** For adjustments to start from. */
  cuts: Float64Array
}

/** Cuts, imported prices and compared parts that a search starts with. */
interface Start {
  /** Cuts of the scan that this one adjusts. */
  cuts?: Float64Array | undefined
  /** Day-ahead prices that the operator imported. */
  prices?: PriceYear[] | undefined
  /** Compared parts of the report; absent: all. */
  parts?: readonly ComparedPart[]
}

/**
 * Solves a prepared scan and writes its report, without any I/O: also in a browser. Throws InvalidInput, GoalOutOfReach
 * and SolveCancelled.
 */
export const solvePrepared = (
  prepared: ScanCase,
  start: Start,
  solver: Solver,
  onProgress: OnProgress,
): BuiltReport & Pick<SolvedCase, "cuts"> => {
  const { scanCase, solution, cuts } = solveCase(prepared, start, solver, onProgress)
  return { ...buildReport(scanCase, solution), cuts }
}

const solveCase = (prepared: ScanCase, start: Start, solver: Solver, onProgress: OnProgress): SolvedCase => {
  const { nowMs = () => 0, optimiser, budgetMs = Number.POSITIVE_INFINITY } = solver
  const startedAtMs = nowMs()
  const search = { solver, onProgress, budget: createBudget(optimiser, budgetMs, solver.cpuMs) }
  const plant = choosePlant(prepared, start, search)
  const years = operateInAllWays(plant, optimiser)
  const solveMs = nowMs() - startedAtMs
  const { scanCase, sized, sizing } = plant
  const notes = [...scanCase.notes, ...feedInCapNotes(scanCase, sizing, sized)]
  const solution: Solution = {
    panels: newPanels(scanCase, sized.plant.panels),
    capacityKwh: sized.plant.capacityKwh,
    powerKw: sized.plant.powerKw,
    optimised: years.chosen.withBattery,
    withoutBattery: years.chosen.withoutBattery,
    baseline: plant.baseline,
    control: years.control,
    products: plant.ranking,
    optimisation: {
      ...SOLVER,
      lowerBoundTotalCost: sized.lowerBoundEur,
      gap: sized.gap,
      dispatches: sized.dispatches,
      fromKeptCuts: plant.fromKeptCuts,
      solveMs,
    },
    ...comparePlant(plant, years, start, search),
  }
  return { scanCase: { ...scanCase, notes }, solution, cuts: sized.cuts }
}

/** Solver, budget and progress of one scan. */
interface Search {
  solver: Solver
  onProgress: OnProgress
  budget: Budget
}

/** The plant of the report: the best one of its search, or a better alternative to it. */
interface ChosenPlant extends RankedScan {
  /** Alternatives that were operated to choose the plant; absent if an alternative became the plant. */
  alternatives?: AlternativesFound | undefined
}

/** Sizes the plant and chooses it for its controller. Frames of a moving slider compare no alternatives. */
const choosePlant = (prepared: ScanCase, { cuts, parts }: Start, search: Search): ChosenPlant => {
  const { solver, onProgress, budget } = search
  const best = sizeInItsBlock(
    prepared,
    priced => sizeToOperate(priced, { cuts, budget }, solver, onProgress),
    prepared.input.goal.kind === "cost-savings" ? realEurOf(solver.optimiser) : undefined,
  )
  const adopted = parts?.length === 0 ? undefined : adoptedWithin(best, budget, solver.optimiser, onProgress)
  if (!adopted) return best
  const { sized, underControl, controlWork } = adopted.chosen
  return { ...best, sized, underControl, controlWork, alternatives: adopted.known }
}

/** Years of the plant of the report: with foresight, and under each controller. */
interface PlantYears {
  ideal: ControlledYear
  control: ControlledYears
  /** Under the controller of the scan. */
  chosen: ControlledYear
}

/** Operates the plant with foresight and under each controller. Throws GoalOutOfReach. */
const operateInAllWays = (plant: ChosenPlant, optimiser: Optimiser): PlantYears => {
  const { scanCase, sizing, sized, baseline, underControl } = plant
  const foreseen = foreseenYear(scanCase, sized, optimiser)
  assertReached(scanCase, sized.reached, foreseen, newPanels(scanCase, sized.plant.panels))
  const withoutBattery = operatePanels(scanCase, sizing.year, sized.plant.panels, optimiser)
  const ideal = { withBattery: isAsMetered(scanCase, sized.plant) ? baseline : foreseen, withoutBattery }
  return { ideal, ...controlledYears(scanCase, sizing, { ...sized, ideal, underControl }, optimiser) }
}

type Compared = Pick<Solution, "variations" | "otherYears" | "heldYields" | "alternatives" | "contracts" | "cutShort">

/** The plant in other futures, next to other plants and under other contracts; parts beyond the budget are left out. */
const comparePlant = (
  plant: ChosenPlant,
  { ideal, control, chosen }: PlantYears,
  { parts = COMPARED_PARTS, prices }: Start,
  { solver, budget, onProgress }: Search,
): Compared => {
  const { scanCase, sizing, sized, baseline, controlWork = 0, ranking, alternatives: operated } = plant
  const { optimiser, budgetMs = Number.POSITIVE_INFINITY, sizingTolerance: tolerance } = solver
  const within = <T>(part: ComparedPart, none: T, work: (goOn: () => boolean) => T): T | undefined =>
    parts.includes(part) ? wholeWithin(budget, onProgress, work) : none
  const foresightEur = yearEur(scanCase, chosen.withBattery) - yearEur(scanCase, ideal.withBattery)
  const base = { sizing, sized, baseline, operated: chosen.withBattery, foresightEur }
  const variations = within("sensitivity", [], goOn => solveVariations(scanCase, base, { optimiser, goOn }))
  const own = { operations: operationsOf(control, chosen), baseline }
  const held = areDemandsHeld(scanCase) ? ideal.withBattery : undefined
  const otherYears = isSpread(scanCase)
    ? within("savingsSpread", null, goOn =>
        solveOtherYears(scanCase, { ...sized, imported: prices, held, own }, { ...solver, goOn }),
      )
    : null
  const heldPlant = { ...sized, schedule: ideal.withBattery, tolerance }
  const heldYields = within("sensitivity", [], goOn => solveHeldYields(scanCase, heldPlant, { optimiser, goOn }))
  // Work that was done to choose the plant counts once, as if its alternatives were operated here.
  const workBefore = budget.workDone() + controlWork - (operated?.work ?? 0)
  const alternatives = within("alternatives", [], goOn =>
    searchAlternatives(
      scanCase,
      { sizing, sized, baseline, workBefore, ranking, known: operated },
      { optimiser, goOn },
    ).found.map(({ alternative }) => alternative),
  )
  const { capacityKwh, powerKw } = sized.plant
  const panels = newPanels(scanCase, sized.plant.panels)
  const today = { scan: scanCase, panels, capacityKwh, powerKw, operated: chosen.withBattery, baseline }
  const contracts = contractsWithin(today, budget, solver, onProgress)
  return {
    variations: variations ?? [],
    otherYears: otherYears ?? null,
    ...(heldYields ? { heldYields } : {}),
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
}

/** The plant of the search, or a better alternative; undefined if the budget ends first. */
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
