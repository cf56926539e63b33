import type { Path } from "./path.ts"
import type { Rule, RuleParams } from "./rules.ts"

/** A rule that an input breaks, with the parameters of its sentence. */
export interface ViolationOf<R extends Rule> {
  path: Path
  rule: R
  params: RuleParams[R]
}

/** A rule that an input breaks: data, which `domain/texts` turns into a sentence. */
export type Violation = { [R in Rule]: ViolationOf<R> }[Rule]

/** Arguments with the parameters of a rule; empty for a rule without parameters. */
export type Given<R extends Rule> = keyof RuleParams[R] extends never ? [] : [RuleParams[R]]

/** Creates the violation of `rule` by the value at `path`. */
export const violation = <R extends Rule>(path: Path, rule: R, ...[params]: Given<R>): Violation =>
  ({ path, rule, params: params ?? {} }) as ViolationOf<R> as Violation

/** Maps all paths of a violation, for an input that was translated from another. */
export const withPaths = ({ path, rule, params }: Violation, map: (path: Path) => Path): Violation =>
  ({
    path: map(path),
    rule,
    params: {
      ...params,
      ...("other" in params && params.other ? { other: map(params.other) } : {}),
      ...("others" in params ? { others: params.others.map(map) } : {}),
    },
  }) as Violation
