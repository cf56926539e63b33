import { type BatchProgress, deleteEmptyBatch, noteBatch } from "../../../store/scans/batches.ts"
import { insertRefusedLines, type RefusedLine } from "../../../store/scans/batchLines.ts"
import type { Owner } from "../../../store/scans/read.ts"
import { isDatabaseDown } from "../../http/databaseDown.ts"
import { cancelScans } from "./cancelBatch.ts"
import type { ScanContext } from "./context.ts"

type Context = Pick<ScanContext, "queries" | "log" | "bus">

/** The end of a batch: its progress, and refused lines that are not stored yet. */
interface BatchEnd extends BatchProgress {
  refusals: readonly RefusedLine[]
}

/**
 * Closes a batch. Its scans are accepted by then: a database that is lost now does not fail the request, whose caller
 * would send them again. The dispatcher closes what stays open. Scans that were accepted while the batch was being
 * cancelled are cancelled too.
 */
export const closeBatch = async (
  context: Context,
  owner: Owner,
  id: string,
  { refusals, ...progress }: BatchEnd,
): Promise<void> => {
  const { queries, log } = context
  try {
    await insertRefusedLines(queries, owner, id, refusals)
    const isCancelled = await noteBatch(queries, owner, id, { ...progress, isClosed: true })
    if (isCancelled) await cancelScans(context, owner, id)
  } catch (error) {
    log.warn(
      { err: error, batchId: id },
      "a batch could not be closed; it is closed once it has been silent for some minutes",
    )
  }
}

/**
 * Takes back a batch that failed as a whole. After the loss of the database its scans may still exist: the dispatcher
 * then closes it with the existing scans.
 */
export const abandonBatch = async (
  { queries, log }: Pick<Context, "queries" | "log">,
  owner: Owner,
  id: string,
  error: unknown,
): Promise<void> => {
  if (isDatabaseDown(error)) return
  await deleteEmptyBatch(queries, owner, id).catch(failure =>
    log.warn(
      { err: failure, batchId: id },
      "an empty batch could not be deleted; it is closed once it has been silent for some minutes",
    ),
  )
}
