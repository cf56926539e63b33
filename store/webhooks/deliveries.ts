import { and, eq, gte, isNotNull, isNull, ne, type SQL, sql } from "drizzle-orm"
import { isId } from "../../infra/ids.ts"
import type { Queries } from "../database.ts"
import { type Page, pageByKey, type Slice } from "../page.ts"
import type { Owner } from "../scans/read.ts"
import { webhookDeliveries, webhookEndpoints } from "./tables.ts"

/** An attempt in the log. */
export type Delivery = typeof webhookDeliveries.$inferSelect
/** An attempt that is to be made. */
export type NewDelivery = Pick<
  Delivery,
  "endpointId" | "scanId" | "event" | "eventId" | "eventAt" | "originalId" | "kind" | "step" | "body"
>

/** What a list is restricted to. */
export interface DeliveryFilter {
  event?: Delivery["event"] | undefined
  scanId?: string | undefined
  outcome?: "succeeded" | "failed" | "waiting" | undefined
}

const { state, error } = webhookDeliveries
const SUCCEEDED = and(eq(state, "ended"), isNull(error))
const WAITING = ne(state, "ended")

/** A part of an endpoint's log, newest first. */
export const listDeliveries = async (
  queries: Queries,
  endpointId: string,
  filter: DeliveryFilter,
  slice: Slice,
): Promise<Page<Delivery>> => {
  if (filter.scanId !== undefined && !isId(filter.scanId)) return { rows: [], total: 0 }
  const list = { table: webhookDeliveries, id: webhookDeliveries.id, where: matching(endpointId, filter) }
  return pageByKey(queries, list, slice, ({ where, order, limit }) =>
    queries.select().from(webhookDeliveries).where(where).orderBy(order).limit(limit),
  )
}

const OUTCOMES = { succeeded: SUCCEEDED, failed: isNotNull(error), waiting: WAITING }

const matching = (endpointId: string, { event, scanId, outcome }: DeliveryFilter): SQL | undefined =>
  and(
    eq(webhookDeliveries.endpointId, endpointId),
    event === undefined ? undefined : eq(webhookDeliveries.event, event),
    scanId === undefined ? undefined : eq(webhookDeliveries.scanId, scanId),
    outcome === undefined ? undefined : OUTCOMES[outcome],
  )

export const findDelivery = async (queries: Queries, endpointId: string, id: string): Promise<Delivery | undefined> => {
  if (!isId(id)) return undefined
  const where = and(eq(webhookDeliveries.endpointId, endpointId), eq(webhookDeliveries.id, id))
  const [row] = await queries.select().from(webhookDeliveries).where(where).limit(1)
  return row
}

/** Makes a delivery that waits for its turn, with the id given. */
export const insertDelivery = async (queries: Queries, id: string, delivery: NewDelivery): Promise<void> => {
  await queries.insert(webhookDeliveries).values({ ...delivery, id, createdAt: new Date() })
}

/** How many of the owner's deliveries were made since a moment, by what came of them. */
export const countDeliveries = async (
  queries: Queries,
  { organizationId, mode }: Owner,
  since: Date,
): Promise<{ delivered: number; failed: number; waiting: number }> => {
  const counted = (where: SQL | undefined) => sql<number>`count(*) filter (where ${where})`.mapWith(Number)
  const [counts] = await queries
    .select({
      delivered: counted(SUCCEEDED),
      failed: counted(and(eq(state, "ended"), isNotNull(error))),
      waiting: counted(WAITING),
    })
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
    .where(
      and(
        eq(webhookEndpoints.organizationId, organizationId),
        eq(webhookEndpoints.mode, mode),
        gte(webhookDeliveries.createdAt, since),
      ),
    )
  return counts!
}
