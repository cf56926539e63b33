import { createBoundedMap } from "../../../domain/base/boundedMap.ts"
import { rounded } from "../../../domain/base/validation/units.ts"
import { FullReport } from "../../../domain/report/schema.ts"
import type { Language } from "../../../domain/texts/render.ts"
import type { ScanState } from "../../../store/scans/read.ts"
import { type Encoded, encoded } from "../../http/encoded.ts"

/**
 * Returns the report of a completed scan in its sent form, with a coarse place for callers without a credential. Throws
 * NotFound when the scan is being deleted.
 */
export type EncodedReports = (
  scan: ScanState,
  language: Language,
  isAnonymous?: boolean,
) => Promise<Encoded<FullReport>>

/** Decimals of degrees without a credential, about 1 km. */
const COARSE_DECIMALS = 2

const withCoarsePlace = (report: FullReport): FullReport => ({
  ...report,
  latitude: Number(report.latitude.toFixed(COARSE_DECIMALS)),
  longitude: Number(report.longitude.toFixed(COARSE_DECIMALS)),
})

/**
 * Maximum number of characters of cached reports, a few thousand reports; their compressed forms need about as much
 * again.
 */
const MAX_CHARACTERS = 8 * 1024 * 1024

/**
 * Caches the reports read last; the least recently read report leaves first. A stored report never changes, and the
 * rest of the answer is part of its key here. A cached report therefore equals a fresh read, whatever process changed
 * the scan. The caller has already read the scan's existence and owner from the database.
 */
export const createEncodedReports = (
  read: (scan: ScanState, language: Language) => Promise<FullReport>,
  maxCharacters = MAX_CHARACTERS,
): EncodedReports => {
  const kept = createBoundedMap<Encoded<FullReport>>({ capacity: maxCharacters, sizeOf: ({ text }) => text.length })
  return async (scan, language, isAnonymous = false) => {
    const name = [scan.id, language, scan.isShared, scan.shareToken, isAnonymous].join(" ")
    const cached = kept.get(name)
    if (cached) return cached
    const full = await read(scan, language)
    const shown = isAnonymous ? withCoarsePlace(full) : full
    const report = encoded<FullReport>(JSON.stringify(rounded(FullReport, shown)))
    kept.set(name, report)
    return report
  }
}
