import type { ScanFailed } from "../domain/report/messages.ts"
import { scanErrorText } from "../domain/texts/scanErrors.ts"

/** Adds the English sentence to a failed result; a dispatcher of 0.1 reads nothing else (docs/decisions/057). */
export const withSentence = (failed: ScanFailed): ScanFailed => ({
  ...failed,
  errorMessage: scanErrorText(failed.error, "en"),
})
