import type { ScanError } from "./scanError.ts"
import type { Violation } from "./validation/violation.ts"

/** The input breaks one or more rules. The message, paths and rules, is for logs: `domain/texts` has the sentences. */
export class InvalidInput extends Error {
  readonly code: "INVALID_INPUT" | "TARIFF_NEEDED" = "INVALID_INPUT"
  constructor(readonly violations: readonly Violation[]) {
    super(violations.map(({ path, rule }) => `${path.join(".")}: ${rule}`).join("; "))
    this.name = "InvalidInput"
  }
}

/** The contract follows market prices at a place without any: the request must give its own prices. */
export class TariffNeeded extends InvalidInput {
  override readonly code = "TARIFF_NEEDED"
}

/** The site cannot reach the goal; `reason` says by how much it is missed. The scan ends in error. */
export class GoalOutOfReach extends Error {
  readonly code = "GOAL_OUT_OF_REACH"
  constructor(readonly reason: ScanError) {
    super(reason.code)
    this.name = "GoalOutOfReach"
  }
}
