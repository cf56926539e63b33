import { InvalidInput } from "../../base/errors.ts"
import type { Rule } from "../../base/validation/rules.ts"
import { type Given, violation } from "../../base/validation/violation.ts"

const MAX_QUOTED_LENGTH = 60

/** Text of a file as a message may show it: printable, at most 60 characters. */
export const shown = (text: string): string => {
  const start = text.slice(0, MAX_QUOTED_LENGTH).replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, "?")
  return text.length > MAX_QUOTED_LENGTH ? `${start}…` : start
}

/** Refuses a meter file: throws InvalidInput with the rule that it breaks. */
export const refuse = <R extends FileRule>(rule: R, ...params: Given<R>): never => {
  throw new InvalidInput([violation(["file"], rule, ...params)])
}

/** Rules of meter files. */
type FileRule = Rule & `file-${string}`
