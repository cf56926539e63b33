import type { Rule } from "../base/validation/rules.ts"
import type { Violation, ViolationOf } from "../base/validation/violation.ts"
import { type Catalogues, type Language, render } from "./render.ts"
import type { SayableViolations } from "./sayable.ts"
import { violationsDe } from "./violations.de.ts"
import { violationsEn } from "./violations.en.ts"
import { violationsNl } from "./violations.nl.ts"

/** The sentences of every rule by language. */
export const VIOLATION_TEXTS: Catalogues<SayableViolations> = {
  en: violationsEn,
  nl: violationsNl,
  de: violationsDe,
}

/** One human sentence that names the field by its path. */
export const sentenceOf = <R extends Rule>({ path, rule, params }: ViolationOf<R>, language: Language): string =>
  render(VIOLATION_TEXTS, language, rule, { ...params, path } as SayableViolations[R])

/** All violations as one text, joined by "; ". */
export const messageOf = (broken: readonly Violation[], language: Language): string =>
  broken.map(each => sentenceOf(each, language)).join("; ")
