import { TOPICS } from "../../../domain/report/messages.ts"
import { noteCancelled } from "../../../store/scans/batches.ts"
import { cancelScansOfBatch } from "../../../store/scans/batchLines.ts"
import type { Owner } from "../../../store/scans/read.ts"
import { orNotFound } from "../../http/errors.ts"
import type { ScanContext } from "./context.ts"

type Context = Pick<ScanContext, "queries" | "bus">

/**
 * Cancels a batch: no further line is accepted, unfinished scans are deleted, and their lines stay as cancelled. Ended
 * scans stay. A repeated call continues an interrupted one. Throws NotFound.
 */
export const cancelBatch = async (context: Context, owner: Owner, id: string): Promise<void> => {
  orNotFound(await noteCancelled(context.queries, owner, id), "batch")
  await cancelScans(context, owner, id)
}

/** Cancels all unfinished scans of a batch; workers drop their jobs. */
export const cancelScans = async ({ queries, bus }: Context, owner: Owner, id: string): Promise<void> => {
  for (;;) {
    const cancelled = await cancelScansOfBatch(queries, owner, id)
    if (cancelled.length === 0) return
    for (const scan of cancelled) if (scan.isQueued) bus.broadcast(TOPICS.cancel, new TextEncoder().encode(scan.id))
  }
}
