import type { WebhookEventName } from "./webhookEvents.ts"

/** Ids and time of an example. */
export interface ExampleIds {
  /** Id of a scan or a batch. */
  id: string
  runUuid: string
  /** ISO 8601 in UTC. */
  at: string
}

/** Data of an event as an example, for test deliveries and the interface document. */
export const exampleData = (event: WebhookEventName, { id, runUuid, at }: ExampleIds): object => {
  const accepted = { id, status: "accepted", acceptedAt: at, createdAt: at }
  switch (event) {
    case "scan.pending":
      return { id, status: "pending", runUuid, createdAt: at }
    case "scan.processing":
      return { id, status: "processing", createdAt: at }
    case "scan.completed":
      return { id, status: "completed", runUuid, createdAt: at }
    case "scan.failed":
      return { id, status: "error", errorMessage: "the goal is out of reach", runUuid, createdAt: at }
    case "batch.completed": {
      const scans = { completed: 2, error: 0 }
      return { id, status: "completed", lines: 3, accepted: 2, refused: 1, scans, createdAt: at }
    }
    case "report.accepted":
      return accepted
    case "offer.accepted":
      return { ...accepted, offerNumber: 17, offerVersion: 2 }
    case "test":
      return { message: "This is a test of your webhook endpoint", timestamp: at }
  }
}
