/** The request breaks one or more rules; each violation is one human sentence that names the field. */
export class InvalidInput extends Error {
  readonly code = "INVALID_INPUT"
  constructor(readonly violations: string[]) {
    super(violations.join("; "))
    this.name = "InvalidInput"
  }
}

/** The site cannot reach the goal; the message says by how much it is missed. The scan ends in error. */
export class GoalOutOfReach extends Error {
  readonly code = "GOAL_OUT_OF_REACH"
  constructor(message: string) {
    super(message)
    this.name = "GoalOutOfReach"
  }
}
