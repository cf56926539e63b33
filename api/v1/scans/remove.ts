import { and, eq } from "drizzle-orm"
import { TOPICS } from "../../../domain/scan/messages.ts"
import { isEnded } from "../../../domain/scan/states.ts"
import { isId } from "../../../infra/ids.ts"
import { scans } from "../../../store/tables.ts"
import { NotFound } from "../../http/errors.ts"
import type { ScanContext } from "./context.ts"
import { type Owner, ownedBy } from "./scope.ts"

/**
 * Deletes a scan with its report and the events that were not sent yet. One that is not ended is cancelled: the workers
 * are told to drop it, solved or not, and a result that is on its way finds no scan to belong to. Its adjustments stay.
 * Throws NotFound.
 */
export const removeScan = async ({ queries, bus }: ScanContext, owner: Owner, id: string): Promise<void> => {
  const [removed] = isId(id)
    ? await queries
        .delete(scans)
        .where(and(ownedBy(owner), eq(scans.id, id)))
        .returning({ id: scans.id, status: scans.status })
    : []
  if (!removed) throw new NotFound("scan")
  if (!isEnded(removed.status)) bus.broadcast(TOPICS.cancel, new TextEncoder().encode(removed.id))
}
