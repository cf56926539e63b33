import type { ScanCase, Solution } from "../domain/case/case.ts"
import { assertReached } from "../domain/case/reach.ts"
import type { SolvedPlant } from "../domain/case/solvedPlant.ts"
import { areOfThisCode, VERSIONS } from "../domain/case/versions.ts"
import { type BuiltReport, buildReport } from "../domain/report/build.ts"
import type { Optimiser } from "../wasm/index.ts"
import { sizeUnderContract } from "./choose/contractSize.ts"
import { plantGap } from "./choose/plantGap.ts"
import { sizeToOperate } from "./choose/sizeScan.ts"
import { sizeSolved, solvedPlantOf } from "./choose/solvedPlant.ts"
import { bestWithin, type ChosenPlant, comparePlant, type PlantYears } from "./compare/comparePlant.ts"
import { createBudget } from "./model/budget.ts"
import { newPanels } from "./model/sizing.ts"
import type { OnProgress, Search, Solver, Start } from "./model/solver.ts"
import { controlledYears } from "./operate/control.ts"
import { foreseenYear, isAsMetered, operatePanels } from "./operate/operate.ts"
import { feedInCapNotes } from "./size/feedInCap.ts"

/** Name and version of the optimiser in reports. */
const SOLVER = { solver: "solar-scan-core", version: "1" }

/** True if this version searched a plant with this data. Other reports are computed again at their sizes. */
export const isOfThisEngine = ({ engineVersion, dataVersion = VERSIONS.dataVersion }: SolvedPlant): boolean =>
  areOfThisCode({ engineVersion, dataVersion })

interface SolvedCase {
  /** With prices of the tax block that the plant's import ends in. */
  scanCase: ScanCase
  solution: Solution
  /** For adjustments to start from. */
  cuts: Float64Array
  /** For completing a report of the plant. */
  solved: SolvedPlant
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
): BuiltReport & Pick<SolvedCase, "cuts" | "solved"> => {
  const { scanCase, solution, ...rest } = solveCase(prepared, start, solver, onProgress)
  return { ...buildReport(scanCase, solution), ...rest }
}

const solveCase = (prepared: ScanCase, start: Start, solver: Solver, onProgress: OnProgress): SolvedCase => {
  const { nowMs = () => 0, optimiser, budgetMs = Number.POSITIVE_INFINITY } = solver
  const startedAtMs = nowMs()
  const search = { solver, onProgress, budget: createBudget(optimiser, budgetMs, solver.cpuMs) }
  const plant = choosePlant(prepared, start, search)
  const solved = solvedPlantOf(prepared, plant, {
    workDone: search.budget.workDone(),
    limit: plant.limit,
  })
  const years = operateInAllWays(plant, start, optimiser)
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
      gap: plantGap(plant, optimiser),
      dispatches: sized.dispatches,
      fromKeptCuts: plant.fromKeptCuts,
      solveMs,
    },
    ...comparePlant(plant, years, start, search),
  }
  return { scanCase: { ...scanCase, notes }, solution, cuts: sized.cuts, solved }
}

/** Sizes the plant and chooses it for its controller. Frames of a moving slider compare no alternatives. */
const choosePlant = (prepared: ScanCase, { cuts, isPlantAlone, solved }: Start, search: Search): ChosenPlant => {
  const { solver, onProgress, budget } = search
  if (solved) {
    const fixed = { cuts, budget, isSameEngine: isOfThisEngine(solved) }
    const sizeAt = (priced: ScanCase) => sizeSolved(priced, solved, fixed, solver, onProgress)
    return sizeUnderContract(prepared, sizeAt, solver.optimiser)
  }
  const size = (priced: ScanCase) => sizeToOperate(priced, { cuts, budget }, solver, onProgress)
  const sized = sizeUnderContract(prepared, size, solver.optimiser)
  return isPlantAlone ? sized : bestWithin(sized, budget, solver.optimiser, onProgress)
}

/** Operates the plant with foresight and under each controller. Throws GoalOutOfReach after a search. */
const operateInAllWays = (plant: ChosenPlant, { solved }: Start, optimiser: Optimiser): PlantYears => {
  const { scanCase, sizing, sized, baseline, underControl } = plant
  const foreseen = foreseenYear(scanCase, sized, sizing.year, optimiser)
  if (!solved) assertReached(scanCase, sized.reached, foreseen, newPanels(scanCase, sized.plant.panels))
  const withoutBattery = operatePanels(scanCase, sizing.year, sized.plant.panels, optimiser)
  const ideal = { withBattery: isAsMetered(scanCase, sized.plant) ? baseline : foreseen, withoutBattery }
  return { ideal, ...controlledYears(scanCase, sizing, { ...sized, ideal, underControl }, optimiser) }
}
