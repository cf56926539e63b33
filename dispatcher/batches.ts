import { TOPICS } from "../domain/report/messages.ts"
import type { Bus } from "../infra/bus/bus.ts"
import type { Database } from "../store/database.ts"
import { closeAbandonedBatches, completeBatches } from "../store/scans/batchEnds.ts"

/** Ends batches whose scans have all ended, each with one event, for any number of processes. */
export const endBatches = async ({ database, bus }: { database: Database; bus: Bus }): Promise<void> => {
  await closeAbandonedBatches(database.queries, "silent")
  const completed = await completeBatches(database.queries)
  if (completed > 0) bus.broadcast(TOPICS.webhooks, new Uint8Array())
}
