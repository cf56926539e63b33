import { type BatchCounts, deleteEmptyBatch, noteBatch } from "../../../store/scans/batches.ts"
import type { Owner } from "../../../store/scans/read.ts"
import { isDatabaseDown } from "../../http/databaseDown.ts"
import type { ScanContext } from "./context.ts"

type Context = Pick<ScanContext, "queries" | "log">

/**
 * Closes a batch. Its scans are accepted by then: a database that is lost now does not fail the request, whose caller
 * would send them again. The dispatcher closes what stays open.
 */
export const closeBatch = ({ queries, log }: Context, owner: Owner, id: string, counts: BatchCounts): Promise<void> =>
  noteBatch(queries, owner, id, { ...counts, isClosed: true }).catch(error =>
    log.warn(
      { err: error, batchId: id },
      "a batch could not be closed; it is closed once it has been silent for some minutes",
    ),
  )

/**
 * Takes back a batch that failed as a whole. After the loss of the database its scans may still exist: the dispatcher
 * then closes it with the existing scans.
 */
export const abandonBatch = async (
  { queries, log }: Context,
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
