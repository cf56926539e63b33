import { EVENT_OF, SCAN_STATUSES, type ScanEventName, type ScanStatus } from "./states.ts"

/** Fields of a scan that its events contain. */
export interface ScanEventSubject {
  id: string
  runId: string
  createdAt: Date
  errorMessage: string | null
}

/** State that a scan enters with an event. */
export const enteredBy = (name: ScanEventName): ScanStatus | undefined =>
  SCAN_STATUSES.find(entered => EVENT_OF[entered] === name)

/** Data of a scan's event (document 1, "Event types"). */
export const scanEventData = (name: ScanEventName, scan: ScanEventSubject): object => {
  const status = enteredBy(name)
  return {
    id: scan.id,
    status,
    ...(status === "error" ? { errorMessage: scan.errorMessage ?? "" } : {}),
    ...(status === "processing" ? {} : { runUuid: scan.runId }),
    createdAt: scan.createdAt.toISOString(),
  }
}
