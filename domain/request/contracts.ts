import { InvalidInput } from "../base/errors.ts"
import type { Path } from "../base/validation/path.ts"
import { type Violation, violation, withPaths } from "../base/validation/violation.ts"
import { DEFAULTS, type ScanRequest } from "./request.ts"
import { tariffViolations } from "./tariffRules.ts"

/** The path of a tariff's field within a contract. */
export const inContract =
  (index: number) =>
  (path: Path): Path =>
    path[0] === "tariff" ? ["contracts", index, ...path.slice(1)] : path

/** Violations of the contracts of a request: each contract as a separate tariff, and the goal. */
export const contractViolations = (request: ScanRequest): Violation[] => {
  const { contracts = [], goal = DEFAULTS.goal } = request
  if (contracts.length > 0 && goal !== "cost-savings")
    return [violation(["contracts"], "left-out-when", { other: ["goal"], value: goal })]
  return contracts.flatMap((tariff, index) =>
    tariffViolations({ ...request, tariff }).map(broken => withPaths(broken, inContract(index))),
  )
}

/** The result of `work`; if a contract is impossible, InvalidInput names its field. */
export const underContract = <T>(index: number, work: () => T): T => {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error
    throw new InvalidInput(error.violations.map(broken => withPaths(broken, inContract(index))))
  }
}
