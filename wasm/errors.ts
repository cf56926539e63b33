/** An argument of the optimiser's interface is wrong; `argument` is its path, for example `year.loadKwh`. */
export class InvalidArgument extends Error {
  readonly code = "INVALID_ARGUMENT"
  constructor(
    readonly argument: string,
    what: string,
  ) {
    super(`${argument} ${what}`)
    this.name = "InvalidArgument"
  }
}

/** The caller's onProgress answered false. */
export class SolveCancelled extends Error {
  readonly code = "SOLVE_CANCELLED"
  constructor() {
    super("the solve was cancelled")
    this.name = "SolveCancelled"
  }
}
