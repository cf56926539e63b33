import type { StoredScanError } from "../base/scanError.ts"
import { type Language, render } from "./render.ts"
import { scanErrorsDe } from "./scanErrors.de.ts"
import { scanErrorsEn } from "./scanErrors.en.ts"
import { scanErrorsNl } from "./scanErrors.nl.ts"

/** Every error of a scan in every language. */
export const SCAN_ERROR_TEXTS = { en: scanErrorsEn, nl: scanErrorsNl, de: scanErrorsDe }

/** The sentence of a scan's error; an error stored as a sentence stays unchanged. */
export const scanErrorText = (error: StoredScanError, language: Language): string =>
  typeof error === "string" ? error : render(SCAN_ERROR_TEXTS, language, error.code, error.params)
