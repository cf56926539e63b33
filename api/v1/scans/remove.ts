import { isEnded } from "../../../domain/organization/events/states.ts"
import { TOPICS } from "../../../domain/report/messages.ts"
import { deleteScan } from "../../../store/scans/change.ts"
import type { Owner } from "../../../store/scans/read.ts"
import { orNotFound } from "../../http/errors.ts"
import type { ScanContext } from "./context.ts"

/**
 * Deletes a scan with its report and unsent events. An unfinished scan is cancelled: the workers get a message to drop
 * it, and later results are dropped. Its adjustments stay. Throws NotFound.
 */
export const removeScan = async ({ queries, bus }: ScanContext, owner: Owner, id: string): Promise<void> => {
  const status = orNotFound(await deleteScan(queries, owner, id), "scan")
  if (!isEnded(status)) bus.broadcast(TOPICS.cancel, new TextEncoder().encode(id.toLowerCase()))
}
