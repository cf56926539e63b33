import { and, count, eq } from "drizzle-orm"
import { isId } from "../../infra/ids.ts"
import type { Queries } from "../database.ts"
import { type Page, pageByKey, type Slice } from "../page.ts"
import type { Mode } from "../tables.ts"
import { webhookEndpoints } from "./tables.ts"

export type Endpoint = typeof webhookEndpoints.$inferSelect

/** Owner of endpoints: an organization, in one mode or both. */
export interface EndpointOwner {
  organizationId: string
  mode: Mode | undefined
}

export const insertEndpoint = async (queries: Queries, row: Endpoint): Promise<void> => {
  await queries.insert(webhookEndpoints).values(row)
}

/** Number of an organization's endpoints in both modes. */
export const countEndpoints = async (queries: Queries, organizationId: string): Promise<number> => {
  const { endpoints } = (
    await queries
      .select({ endpoints: count() })
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.organizationId, organizationId))
  )[0]!
  return endpoints
}

/** A part of an organization's endpoints, of one mode or of both, newest first. */
export const listEndpoints = (
  queries: Queries,
  { organizationId, mode }: EndpointOwner,
  slice: Slice,
): Promise<Page<Endpoint>> => {
  const ofOwner = and(
    eq(webhookEndpoints.organizationId, organizationId),
    mode === undefined ? undefined : eq(webhookEndpoints.mode, mode),
  )
  const list = { table: webhookEndpoints, id: webhookEndpoints.id, where: ofOwner }
  return pageByKey(queries, list, slice, ({ where, order, limit }) =>
    queries.select().from(webhookEndpoints).where(where).orderBy(order).limit(limit),
  )
}

export const findEndpoint = async (
  queries: Queries,
  owner: EndpointOwner,
  id: string,
): Promise<Endpoint | undefined> => {
  if (!isId(id)) return undefined
  const [row] = await queries.select().from(webhookEndpoints).where(owned(owner, id)).limit(1)
  return row
}

/** Changes an endpoint and returns it; undefined without such an endpoint. */
export const changeEndpoint = async (
  queries: Queries,
  owner: EndpointOwner,
  id: string,
  changes: Partial<Endpoint>,
): Promise<Endpoint | undefined> => {
  if (!isId(id)) return undefined
  const [row] = await queries.update(webhookEndpoints).set(changes).where(owned(owner, id)).returning()
  return row
}

/** Deletes an endpoint and the log of its deliveries; true if the endpoint existed. */
export const deleteEndpoint = async (queries: Queries, owner: EndpointOwner, id: string): Promise<boolean> => {
  if (!isId(id)) return false
  const where = owned(owner, id)
  return (await queries.delete(webhookEndpoints).where(where).returning({ id: webhookEndpoints.id })).length > 0
}

const owned = ({ organizationId, mode }: EndpointOwner, id: string) =>
  and(
    eq(webhookEndpoints.organizationId, organizationId),
    mode === undefined ? undefined : eq(webhookEndpoints.mode, mode),
    eq(webhookEndpoints.id, id),
  )
