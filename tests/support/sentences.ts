import { InvalidInput } from "../../domain/base/errors.ts"
import type { Violation } from "../../domain/base/validation/violation.ts"
import { messageOf, sentenceOf } from "../../domain/texts/violations.ts"

/** Violations as the English sentences that a caller reads. */
export const sentences = (found: readonly Violation[]): string[] => found.map(one => sentenceOf(one, "en"))

/** `work`, whose InvalidInput has the English sentences as its message. */
export const saying =
  <T>(work: () => T) =>
  (): T => {
    try {
      return work()
    } catch (error) {
      if (error instanceof InvalidInput) error.message = messageOf(error.violations, "en")
      throw error
    }
  }

/** Violations by which `work` refuses its input; empty if it accepts it. */
export const violationsIn = (work: () => unknown): readonly Violation[] => {
  try {
    work()
    return []
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error
    return error.violations
  }
}

/** The same as paths and rules. */
export const refusedRules = (work: () => unknown): [path: string, rule: string][] =>
  violationsIn(work).map(({ path, rule }) => [path.join("."), rule])
