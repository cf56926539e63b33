import { createBoundedMap } from "../../../domain/base/boundedMap.ts"
import { rounded } from "../../../domain/base/validation/units.ts"
import { FullReport } from "../../../domain/report/schema.ts"
import type { Language } from "../../../domain/texts/render.ts"
import type { ScanState } from "../../../store/scans/read.ts"
import { type Encoded, encoded } from "../../http/encoded.ts"

/** Returns the report of a completed scan in its sent form. Throws NotFound when the scan is being deleted. */
export type EncodedReports = (scan: ScanState, language: Language) => Promise<Encoded<FullReport>>

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
  return async (scan, language) => {
    const name = [scan.id, language, scan.isShared, scan.shareToken].join(" ")
    const known = kept.get(name)
    if (known) return known
    const report = encoded<FullReport>(JSON.stringify(rounded(FullReport, await read(scan, language))))
    kept.set(name, report)
    return report
  }
}
