import { EVENT_OF, type ScanEventName, type ScanStatus } from "./states.ts"

/** What an event tells of a scan. */
export interface ScanEventSubject {
  id: string
  runId: string
  createdAt: Date
  errorMessage?: string | null
}

/** Name and data of the event that entering a state fires (document 1, "Event types"). */
export const scanEvent = (status: ScanStatus, scan: ScanEventSubject): { name: ScanEventName; data: object } => ({
  name: EVENT_OF[status],
  data: {
    id: scan.id,
    status,
    ...(status === "error" ? { errorMessage: scan.errorMessage ?? "" } : {}),
    ...(status === "processing" ? {} : { runUuid: scan.runId }),
    createdAt: scan.createdAt.toISOString(),
  },
})
