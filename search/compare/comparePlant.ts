import type {
  AlternativePlant,
  ControlledYear,
  ControlledYears,
  Operation,
  PlantOutlook,
  ScanCase,
  Solution,
} from "../../domain/case/case.ts"
import { areBillsApart } from "../../domain/case/phases.ts"
import { areDemandsHeld, isSpread, variationsOf } from "../../domain/case/variations.ts"
import type { OperatedPlant } from "../../domain/report/contractMoney.ts"
import type { Optimiser } from "../../wasm/index.ts"
import { sizeUnderContract } from "../choose/contractSize.ts"
import { type RankedScan, sizeScan, sizeToOperate } from "../choose/sizeScan.ts"
import { type Budget, createBudget, wholeWithin } from "../model/budget.ts"
import { billsOfPhases, objectiveYearEur } from "../model/phases.ts"
import { newPanels } from "../model/sizing.ts"
import type { OnProgress, Search, Solver, Start } from "../model/solver.ts"
import { bestOfAlternatives } from "./adopted.ts"
import { withFutures } from "./alternativeFutures.ts"
import { searchAlternatives } from "./alternatives.ts"
import { type ContractSizing, solveContracts } from "./contracts.ts"
import { solveHeldYields } from "./heldDemand.ts"
import { solveOtherYears } from "./otherYears.ts"
import { solveReadings } from "./readings.ts"
import { solveVariations } from "./variations.ts"

/** The plant of the report: the best one of its search, or a better alternative to it. */
export interface ChosenPlant extends RankedScan {
  /** Alternatives that were operated to choose the plant; absent if an alternative became the plant. */
  alternatives?: AlternativePlant[] | undefined
  /** Earlier work that limited these alternatives; absent without them. */
  limit?: number | undefined
}

/** Years of the plant of the report: with foresight, and under each controller. */
export interface PlantYears {
  ideal: ControlledYear
  control: ControlledYears
  /** Under the controller of the scan. */
  chosen: ControlledYear
}

type Compared = Pick<Solution, "outlook" | "alternatives" | "contracts" | "cutShort">

/** The plant in other futures, next to other plants and under other contracts; parts beyond the budget are left out. */
export const comparePlant = (
  plant: ChosenPlant,
  years: PlantYears,
  { isPlantAlone = false, detail = "full", prices, solved }: Start,
  { solver, budget, onProgress }: Search,
): Compared => {
  const { scanCase, sizing, sized, baseline, pool, ranking } = plant
  const { optimiser, budgetMs = Number.POSITIVE_INFINITY } = solver
  const within = <T>(none: T, work: (goOn: () => boolean) => T): T | undefined =>
    isPlantAlone ? none : wholeWithin(budget, onProgress, work)
  const isFull = detail !== "plant"
  const outlook = within(null, goOn => solveOutlook(plant, years, { prices, detail }, { ...solver, goOn }))
  const base = { sizing, sized, pool, workBefore: workBefore(budget, solved), ranking }
  // No alternative is judged after the choice of the plant, since it may be worth more than the plant.
  const alternatives =
    (isFull ? plant.alternatives : []) ?? within([], goOn => searchAlternatives(scanCase, base, { optimiser, goOn }))
  const { capacityKwh, powerKw } = sized.plant
  const panels = newPanels(scanCase, sized.plant.panels)
  const today = { scan: scanCase, panels, capacityKwh, powerKw, operated: years.chosen.withBattery, baseline }
  const contracts = isFull ? contractsWithin(today, budget, solver, onProgress) : undefined
  const drawnFrom = {
    ...{ sizing, sized, baseline, imported: prices, workBefore: plant.limit ?? base.workBefore },
    within: <T>(work: (goOn: () => boolean) => T) => within(undefined, work),
  }
  return {
    outlook: outlook ?? null,
    alternatives: withFutures(scanCase, alternatives ?? [], drawnFrom, solver),
    ...(contracts ? { contracts } : {}),
    cutShort: {
      budgetMs,
      search: sized.isCut,
      outlook: outlook === undefined,
      alternatives: alternatives === undefined,
      contracts: isFull && contracts === undefined && scanCase.contracts !== undefined,
      byTime: budget.isEndedByTime(),
    },
  }
}

/** Work that limits alternatives: of this scan, and of the search of a solved plant. */
const workBefore = (budget: Budget, solved: Start["solved"]): number => {
  if (!solved) return budget.workDone()
  const { work, isWholeWork } = solved
  if (work === null) return Number.POSITIVE_INFINITY
  return isWholeWork ? work : work + budget.workDone()
}

/** The plant in other futures; null if nothing can be added. Throws SolveCancelled. */
const solveOutlook = (
  { scanCase, sizing, sized, baseline }: ChosenPlant,
  { ideal, control, chosen }: PlantYears,
  { prices: imported, detail }: Pick<Start, "prices" | "detail">,
  solving: Solver & { goOn: () => boolean },
): PlantOutlook | null => {
  if (variationsOf(scanCase).length === 0) return null
  const foresightEur = yearEur(scanCase, chosen.withBattery) - yearEur(scanCase, ideal.withBattery)
  const base = { sizing, sized, baseline, operated: chosen.withBattery, foresightEur }
  const scanYear = { operations: operationsOf(control, chosen), baseline }
  const peaks = areDemandsHeld(scanCase) ? ideal.withBattery : undefined
  const heldPlant = { ...sized, schedule: ideal.withBattery, tolerance: solving.sizingTolerance }
  // The stored report has ranges and readings.
  const hasRanges = detail !== "rest"
  const otherYears = { ...sized, imported, peaks, scanYear }
  return {
    variations: solveVariations(scanCase, base, solving, detail === "plant" ? ["yield"] : undefined),
    readings: hasRanges ? solveReadings(scanCase, sized, solving) : [],
    otherYears: hasRanges && isSpread(scanCase) ? solveOtherYears(scanCase, otherYears, solving) : null,
    heldYields: solveHeldYields(scanCase, heldPlant, solving),
  }
}

/** Maximum number of times that an alternative becomes the plant; each time, alternatives to it are searched. */
const MOST_ADOPTIONS = 3

/** The plant of a search, or the best alternative to it; alternatives beyond the budget are not judged. */
export const bestWithin = (
  site: RankedScan,
  budget: Budget,
  optimiser: Optimiser,
  onProgress: OnProgress,
): ChosenPlant => {
  let plant: ChosenPlant = site
  for (let round = 0; round < MOST_ADOPTIONS; round++) {
    const adopted = wholeWithin(budget, onProgress, goOn =>
      bestOfAlternatives(plant, budget.workDone(), { optimiser, goOn }),
    )
    if (!adopted) return plant
    plant = { ...plant, ...adopted.chosen, alternatives: adopted.alternatives, limit: adopted.limit }
    if (adopted.isSettled) return plant
  }
  return plant
}

/** Cost of a year of the plant in the terms of the objective; it may include fixed costs or not [EUR]. */
const yearEur = (scan: ScanCase, operation: Operation): number =>
  areBillsApart(scan) ? objectiveYearEur(scan, billsOfPhases(scan, operation)) : operation.costEur

/** The plant's year under the controllers that were run. */
const operationsOf = ({ chosen: name, forecast, selfConsumption }: ControlledYears, chosen: ControlledYear) => ({
  ...(forecast ? { forecast: forecast.withBattery } : {}),
  selfConsumption: selfConsumption.withBattery,
  [name]: chosen.withBattery,
})

/** Compared contracts, each with its plant; undefined without contracts, or if the budget ends first. */
const contractsWithin = (today: OperatedPlant, budget: Budget, solver: Solver, onProgress: OnProgress) => {
  const { contracts } = today.scan
  if (!contracts) return undefined
  const sizeWith =
    (goOn: () => boolean) =>
    (scan: ScanCase, tolerance?: number): ContractSizing => {
      // Each sizing is unlimited: a rough plant would make a contract look dear. `goOn` ends the whole comparison.
      const whole = createBudget(solver.optimiser, Number.POSITIVE_INFINITY)
      const isRough = tolerance !== undefined
      const size = isRough ? sizeScan : sizeToOperate
      const nearness = isRough ? { ...solver, sizingTolerance: tolerance } : solver
      const sizeAt = (priced: ScanCase) => size(priced, { cuts: undefined, budget: whole }, nearness, goOn)
      const site = sizeUnderContract(scan, sizeAt, solver.optimiser)
      return isRough ? site : bestWithin(site, whole, solver.optimiser, goOn)
    }
  return wholeWithin(budget, onProgress, goOn =>
    solveContracts(contracts, today, { optimiser: solver.optimiser, size: sizeWith(goOn) }, goOn),
  )
}
