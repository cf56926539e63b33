import type { ArgumentRule, ArgumentRules, GivenRule } from "./rules.ts"
import { ARGUMENT_TEXTS } from "./texts.ts"

/**
 * Error for an invalid argument of the optimiser's interface; `argument` is its path, for example `year.loadKwh`.
 * `rule` and `params` name the broken rule, for callers with their own sentences; the message is English.
 */
export class InvalidArgument extends Error {
  readonly code = "INVALID_ARGUMENT"
  readonly rule: ArgumentRule
  readonly params: ArgumentRules[ArgumentRule]
  constructor(
    readonly argument: string,
    ...[rule, params]: GivenRule
  ) {
    super(`${argument} ${textOf(rule, params ?? {})}`)
    this.rule = rule
    this.params = params ?? {}
    this.name = "InvalidArgument"
  }
}

const textOf = <R extends ArgumentRule>(rule: R, params: ArgumentRules[ArgumentRule]): string =>
  ARGUMENT_TEXTS[rule](params as ArgumentRules[R])

/** Error: the caller's onProgress returned false. */
export class SolveCancelled extends Error {
  readonly code = "SOLVE_CANCELLED"
  constructor() {
    super("the solve was cancelled")
    this.name = "SolveCancelled"
  }
}
