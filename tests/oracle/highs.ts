/**
 * HiGHS as the oracle of costs. It solves every program unless TEST_OPTIMA is set:
 *
 * - `known` (`npm test`): optima.json has the optimum by the program's hash; HiGHS solves programs that the file lacks.
 * - `checked` (`npm run test:all`): the file must match HiGHS's result.
 * - Any other value is the path of a file to which solved programs are appended (`npx bun
 *   tests/oracle/writeOptima.ts`).
 */
import { appendFileSync } from "node:fs"
import loadHighs from "highs"
import type { Plant, Year } from "../../wasm/types.ts"
import { linearProgram } from "./linear-program.ts"
import optima from "./optima.json"

export interface Solution {
  Status: string
  ObjectiveValue: number
}

type Options = Record<string, number>

const USE = process.env.TEST_OPTIMA
const KNOWN: Record<string, number | string> = optima
/** Characters of a hash: 80 bits, so that two of a million programs share one by a chance of one in 10^12. */
const HASH_CHARACTERS = 20
const HOW_TO_WRITE = "npx bun tests/oracle/writeOptima.ts writes it"

const solver = await loadHighs()

const hashOf = (program: string, options: Options): string =>
  new Bun.CryptoHasher("sha256")
    .update(JSON.stringify(options) + program)
    .digest("hex")
    .slice(0, HASH_CHARACTERS)

const solveByHighs = (program: string, options: Options): Solution => {
  const { Status, ObjectiveValue } = solver.solve(program, options)
  return { Status, ObjectiveValue }
}

/** An optimum is its number, an outcome without one its status. */
const shortOf = ({ Status, ObjectiveValue }: Solution): number | string =>
  Status === "Optimal" ? ObjectiveValue : Status

const solutionOf = (short: number | string): Solution =>
  typeof short === "number"
    ? { Status: "Optimal", ObjectiveValue: short }
    : { Status: short, ObjectiveValue: Number.NaN }

export const highs = {
  /** Solution of a program in the text format of HiGHS. Throws if optima.json should have it but does not. */
  solve(program: string, options: Options): Solution {
    if (USE === undefined) return solveByHighs(program, options)
    const hash = hashOf(program, options)
    const known = KNOWN[hash]
    if (USE === "known" && known !== undefined) return solutionOf(known)
    const solution = solveByHighs(program, options)
    const short = shortOf(solution)
    if (USE === "checked" && known !== short)
      throw new Error(`HiGHS finds ${short}, tests/oracle/optima.json has ${known} for ${hash}: ${HOW_TO_WRITE}`)
    if (USE !== "checked" && USE !== "known") appendFileSync(USE, `${JSON.stringify([hash, short])}\n`)
    return solution
  },
}

/** Least cost in EUR of the year's linear program (linear-program.ts); throws unless HiGHS proves it optimal. */
export function leastCostEur(year: Year, plant: Plant, curtailedEurPerKwh?: Float64Array): number {
  const tolerances = { primal_feasibility_tolerance: 1e-10, dual_feasibility_tolerance: 1e-10 }
  const solution = highs.solve(linearProgram(year, plant, curtailedEurPerKwh), tolerances)
  if (solution.Status !== "Optimal") throw new Error(`HiGHS answered ${solution.Status}`)
  return solution.ObjectiveValue
}
