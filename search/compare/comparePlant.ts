import type { ControlledYear, ControlledYears, Operation, ScanCase, Solution } from "../../domain/case/case.ts"
import { areBillsApart } from "../../domain/case/phases.ts"
import { areDemandsHeld, isSpread } from "../../domain/case/variations.ts"
import type { OperatedPlant } from "../../domain/report/contractMoney.ts"
import type { Optimiser } from "../../wasm/index.ts"
import { type RankedScan, realEurOf, sizeScan, sizeToOperate } from "../choose/sizeScan.ts"
import { sizeInItsBlock } from "../choose/taxBlock.ts"
import { type Budget, createBudget, wholeWithin } from "../model/budget.ts"
import { billsOfTerms, objectiveYearEur } from "../model/phases.ts"
import { newPanels } from "../model/sizing.ts"
import {
  COMPARED_PARTS,
  type ComparedPart,
  type OnProgress,
  type Search,
  type Solver,
  type Start,
} from "../model/solver.ts"
import { bestOfAlternatives } from "./adopted.ts"
import { type AlternativesFound, searchAlternatives } from "./alternatives.ts"
import { type ContractSizing, solveContracts } from "./contracts.ts"
import { solveHeldYields } from "./heldDemand.ts"
import { solveVariations } from "./sensitivity.ts"
import { solveOtherYears } from "./spread.ts"

/** The plant of the report: the best one of its search, or a better alternative to it. */
export interface ChosenPlant extends RankedScan {
  /** Alternatives that were operated to choose the plant; absent if an alternative became the plant. */
  alternatives?: AlternativesFound | undefined
}

/** Years of the plant of the report: with foresight, and under each controller. */
export interface PlantYears {
  ideal: ControlledYear
  control: ControlledYears
  /** Under the controller of the scan. */
  chosen: ControlledYear
}

type Compared = Pick<Solution, "variations" | "otherYears" | "heldYields" | "alternatives" | "contracts" | "cutShort">

/** The plant in other futures, next to other plants and under other contracts; parts beyond the budget are left out. */
export const comparePlant = (
  plant: ChosenPlant,
  { ideal, control, chosen }: PlantYears,
  { parts = COMPARED_PARTS, prices }: Start,
  { solver, budget, onProgress }: Search,
): Compared => {
  const { scanCase, sizing, sized, baseline, pool, ranking, alternatives: judged } = plant
  const { optimiser, budgetMs = Number.POSITIVE_INFINITY, sizingTolerance: tolerance } = solver
  const within = <T>(part: ComparedPart, none: T, work: (goOn: () => boolean) => T): T | undefined =>
    parts.includes(part) ? wholeWithin(budget, onProgress, work) : none
  const foresightEur = yearEur(scanCase, chosen.withBattery) - yearEur(scanCase, ideal.withBattery)
  const base = { sizing, sized, baseline, operated: chosen.withBattery, foresightEur }
  const variations = within("sensitivity", [], goOn => solveVariations(scanCase, base, { optimiser, goOn }))
  const scanYear = { operations: operationsOf(control, chosen), baseline }
  const peaks = areDemandsHeld(scanCase) ? ideal.withBattery : undefined
  const otherYears = isSpread(scanCase)
    ? within("savingsSpread", null, goOn =>
        solveOtherYears(scanCase, { ...sized, imported: prices, peaks, scanYear }, { ...solver, goOn }),
      )
    : null
  const heldPlant = { ...sized, schedule: ideal.withBattery, tolerance }
  const heldYields = within("sensitivity", [], goOn => solveHeldYields(scanCase, heldPlant, { optimiser, goOn }))
  const workBefore = budget.workDone() - (judged?.work ?? 0)
  const alternatives = within("alternatives", [], goOn =>
    searchAlternatives(
      scanCase,
      { sizing, sized, pool, workBefore, ranking, earlier: judged },
      { optimiser, goOn },
    ).judged.map(({ alternative }) => alternative),
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
    plant = { ...plant, ...adopted.chosen, alternatives: adopted.alternatives }
    if (adopted.isSettled) return plant
  }
  return plant
}

/** Cost of a year of the plant in the terms of the objective; it may include fixed costs or not [EUR]. */
const yearEur = (scan: ScanCase, operation: Operation): number =>
  areBillsApart(scan) ? objectiveYearEur(scan, billsOfTerms(scan, operation)) : operation.costEur

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
      const site = sizeInItsBlock(scan, sizeAt, realEurOf(solver.optimiser))
      return isRough ? site : bestWithin(site, whole, solver.optimiser, goOn)
    }
  return wholeWithin(budget, onProgress, goOn =>
    solveContracts(contracts, today, { optimiser: solver.optimiser, size: sizeWith(goOn) }, goOn),
  )
}
