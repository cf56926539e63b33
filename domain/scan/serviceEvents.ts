import { SCAN_EVENTS } from "./states.ts"

/** Every scan of a batch has ended. */
export const BATCH_COMPLETED = "batch.completed"

/** What is told of scans and of batches, in the feed of events and by webhooks. */
export const SERVICE_EVENTS = [...SCAN_EVENTS, BATCH_COMPLETED] as const
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
