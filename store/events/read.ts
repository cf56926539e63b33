import { and, asc, eq, getTableColumns, gt, sql } from "drizzle-orm"
import type { ServiceEventName } from "../../domain/organization/events/serviceEvents.ts"
import type { Queries } from "../database.ts"
import type { Owner } from "../scans/read.ts"
import { type Mode, scanEvents, scans } from "../tables.ts"
import { contentOf, SUBJECT } from "./content.ts"
import { eventPlaces } from "./tables.ts"

/** An event with an assigned place. */
export interface PlacedEvent {
  position: number
  id: string
  organizationId: string
  mode: Mode
  name: ServiceEventName
  data: object
  createdAt: Date
  /** Batch of the event or of its scan; null without one, and for a deleted scan. */
  batchId: string | null
  /** Dossier of its scan; null without one, and for a deleted scan. */
  dossierId: string | null
}

/** Last assigned place, and the place up to which events may be deleted. Events up to the last place are readable. */
export const eventBounds = async (queries: Queries): Promise<{ last: number; swept: number }> => {
  const [row] = await queries.select({ last: eventPlaces.last, swept: eventPlaces.swept }).from(eventPlaces).limit(1)
  return row ?? { last: 0, swept: 0 }
}

/** Events after a place in their order, at most `limit`: of an owner, or of all. */
export const eventsAfter = async (
  queries: Queries,
  after: number,
  limit: number,
  owner?: Owner,
): Promise<PlacedEvent[]> => {
  const ofOwner = owner && and(eq(scanEvents.organizationId, owner.organizationId), eq(scanEvents.mode, owner.mode))
  const rows = await queries
    .select({
      event: getTableColumns(scanEvents),
      scan: { ...SUBJECT, batchId: scans.batchId, dossierId: scans.dossierId },
    })
    .from(scanEvents)
    .leftJoin(scans, eq(scans.id, scanEvents.scanId))
    // Literals as in the index definitions, so that a statement with parameters uses the indexes.
    .where(and(ofOwner, sql`${scanEvents.position} > 0`, gt(scanEvents.position, after)))
    .orderBy(asc(scanEvents.position))
    .limit(limit)
  return rows.map(({ event, scan }) => {
    const { position, id, organizationId, mode, name, createdAt } = event
    const placed = { position: position ?? 0, id, organizationId, mode, name, createdAt }
    const batchId = event.batchId ?? scan?.batchId ?? null
    return { ...placed, data: contentOf(event, scan), batchId, dossierId: scan?.dossierId ?? null }
  })
}
