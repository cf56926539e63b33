import type { Refusal, RefusalReason } from "../organization/refusal.ts"
import { refusalsDe } from "./refusals.de.ts"
import { refusalsEn } from "./refusals.en.ts"
import { refusalsNl } from "./refusals.nl.ts"
import { type Language, render } from "./render.ts"

/** Every refusal in every language. */
export const REFUSAL_TEXTS = { en: refusalsEn, nl: refusalsNl, de: refusalsDe }

export const REFUSAL_REASONS = Object.keys(refusalsEn) as RefusalReason[]

/** The sentence of a refusal. */
export const refusalText = ({ reason, params }: Refusal, language: Language): string =>
  render(REFUSAL_TEXTS, language, reason, params)
