import { EVENT_OF, SCAN_STATUSES, type ScanEventName } from "./states.ts"

/** What an event contains of a scan. */
export interface ScanEventSubject {
  id: string
  runId: string
  createdAt: Date
  errorMessage: string | null
}

/** Data of an event (document 1, "Event types"). */
export const scanEventData = (name: ScanEventName, scan: ScanEventSubject): object => {
  const status = SCAN_STATUSES.find(entered => EVENT_OF[entered] === name)
  return {
    id: scan.id,
    status,
    ...(status === "error" ? { errorMessage: scan.errorMessage ?? "" } : {}),
    ...(status === "processing" ? {} : { runUuid: scan.runId }),
    createdAt: scan.createdAt.toISOString(),
  }
}
