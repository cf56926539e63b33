import { SCAN_EVENTS } from "./states.ts"

/** Every scan of a batch has ended. */
export const BATCH_COMPLETED = "batch.completed"

/** A customer accepted the report of a scan. */
export const REPORT_ACCEPTED = "report.accepted"

/** Events of scans and of batches, in the feed of events and by webhooks; those of one scan in this order. */
export const SERVICE_EVENTS = [...SCAN_EVENTS, BATCH_COMPLETED, REPORT_ACCEPTED] as const
export type ServiceEventName = (typeof SERVICE_EVENTS)[number]

/** What the event of a batch contains of it. */
export interface BatchEventSubject {
  id: string
  /** Scans that were sent, and what became of them. */
  lines: number
  accepted: number
  refused: number
  /** Its scans by how they ended, those that were deleted left out. */
  scans: { completed: number; error: number }
  createdAt: Date
}

/** Data of batch.completed. */
export const batchEventData = ({ createdAt, ...batch }: BatchEventSubject): object => ({
  ...batch,
  status: "completed",
  createdAt: createdAt.toISOString(),
})

/** Data of report.accepted: nothing of the customer, who is read at the scan. */
export const acceptanceEventData = (scan: { id: string; createdAt: Date; acceptedAt: Date }): object => ({
  id: scan.id,
  status: "accepted",
  acceptedAt: scan.acceptedAt.toISOString(),
  createdAt: scan.createdAt.toISOString(),
})
