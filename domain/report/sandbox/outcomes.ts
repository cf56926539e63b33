import { type ScanError, scanError } from "../../base/scanError.ts"

/**
 * Outcomes of sandbox scans by their `dossierId`, so that integrators can test failures, waits and refusals. Live scans
 * with these ids are solved normally. All other sandbox scans follow SANDBOX_TIMELINE.
 */

/** Completed in the transaction that accepts it. */
export const INSTANT_DOSSIER = "sandbox:instant"
/** Processing from 5 seconds, completed from SLOW_MS. */
export const SLOW_DOSSIER = "sandbox:slow"
export const SLOW_MS = 60_000
/** Refused as if the month's scans of a tier were used up. */
export const QUOTA_DOSSIER = "sandbox:quota"

/** Errors in which scans end in place of a result. */
export const SANDBOX_ERRORS: Readonly<Record<string, ScanError>> = {
  "sandbox:error": scanError("solver-broke", {}),
  "sandbox:unreachable-goal": scanError("share-out-of-reach", { askedShare: 0.9, bestShare: 0.62 }),
}
