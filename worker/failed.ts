import type { ScanFailed } from "../domain/report/messages.ts"
import { scanErrorText } from "../domain/texts/scanErrors.ts"

/**
 * A failed result as it is sent: with its sentence too, which is all that a dispatcher of 0.1 reads
 * (docs/decisions/057).
 */
export const withSentence = (failed: ScanFailed): ScanFailed => ({
  ...failed,
  errorMessage: scanErrorText(failed.error, "en"),
})
