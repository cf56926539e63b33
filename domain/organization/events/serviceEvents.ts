import { SCAN_EVENTS } from "./states.ts"

/** Event of a batch whose scans have all ended. */
export const BATCH_COMPLETED = "batch.completed"

/** Event of a scan whose report a customer accepted. */
export const REPORT_ACCEPTED = "report.accepted"

/** Event of a scan whose offer a customer accepted. */
export const OFFER_ACCEPTED = "offer.accepted"

/** Events of scans and batches, in the event feed and by webhooks. The events of a single scan occur in this order. */
export const SERVICE_EVENTS = [...SCAN_EVENTS, BATCH_COMPLETED, REPORT_ACCEPTED, OFFER_ACCEPTED] as const
export type ServiceEventName = (typeof SERVICE_EVENTS)[number]

/** Fields of a batch that its event contains. */
export interface BatchEventSubject {
  id: string
  /** Number of scans in the request, and how many were accepted and refused. */
  lines: number
  accepted: number
  refused: number
  /** Number of ended scans of the batch by outcome, without deleted scans. */
  scans: { completed: number; error: number }
  createdAt: Date
}

/** Data of batch.completed. */
export const batchEventData = ({ createdAt, ...batch }: BatchEventSubject): object => ({
  ...batch,
  status: "completed",
  createdAt: createdAt.toISOString(),
})

/** Data of report.accepted, without the customer's data, which callers read from the scan. */
export const acceptanceEventData = (scan: { id: string; createdAt: Date; acceptedAt: Date }): object => ({
  id: scan.id,
  status: "accepted",
  acceptedAt: scan.acceptedAt.toISOString(),
  createdAt: scan.createdAt.toISOString(),
})

/** Data of offer.accepted, without the customer's data, which callers read from the offer. */
export const offerEventData = (
  scan: { id: string; createdAt: Date; acceptedAt: Date },
  { number, version }: { number: number; version: number },
): object => ({ ...acceptanceEventData(scan), offerNumber: number, offerVersion: version })
