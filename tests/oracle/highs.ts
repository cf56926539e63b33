/** HiGHS as the oracle of a dispatch's cost. */
import loadHighs from "highs"
import type { Plant, Year } from "../../wasm/types.ts"
import { linearProgram } from "./linear-program.ts"

const solver = await loadHighs()

/** Least cost in EUR of the year's linear program (linear-program.ts); throws unless HiGHS proves it optimal. */
export function leastCostEur(year: Year, plant: Plant, curtailedEurPerKwh?: Float64Array): number {
  const tolerances = { primal_feasibility_tolerance: 1e-10, dual_feasibility_tolerance: 1e-10 }
  const solution = solver.solve(linearProgram(year, plant, curtailedEurPerKwh), tolerances)
  if (solution.Status !== "Optimal") throw new Error(`HiGHS answered ${solution.Status}`)
  return solution.ObjectiveValue
}
