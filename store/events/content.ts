import { enteredBy, scanEventData } from "../../domain/organization/events/events.ts"
import type { ServiceEventName } from "../../domain/organization/events/serviceEvents.ts"
import { SCAN_EVENTS, type ScanEventName } from "../../domain/organization/events/states.ts"
import { scanErrorText } from "../../domain/texts/scanErrors.ts"
import { type scanEvents, scans } from "../tables.ts"

/** Columns from which the content of an event is built. */
export const SUBJECT = {
  id: scans.id,
  runId: scans.runId,
  createdAt: scans.createdAt,
  error: scans.error,
}
type Subject = Pick<typeof scans.$inferSelect, keyof typeof SUBJECT>

/** The content of an event; its sentences are in English, as in webhooks. */
export const dataOf = (name: ScanEventName, { error, ...scan }: Subject): object =>
  scanEventData(name, { ...scan, errorMessage: error ? scanErrorText(error, "en") : null })

/**
 * The same for a row with its scan, which is null if deleted: version 0.1.0 may have left only its id. Events of
 * batches and of acceptances have stored content.
 */
export const contentOf = (
  { name, scanId, data }: Pick<typeof scanEvents.$inferSelect, "name" | "scanId" | "data">,
  scan: Subject | null,
): object => {
  if (data) return data
  if (!isOfState(name)) return { id: scanId }
  return scan ? dataOf(name, scan) : { id: scanId, status: enteredBy(name) }
}

const isOfState = (name: ServiceEventName): name is ScanEventName => SCAN_EVENTS.some(each => each === name)
