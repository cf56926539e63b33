import { and, count, eq, type SQL } from "drizzle-orm"
import { isId, newId } from "../infra/ids.ts"
import type { Queries } from "./database.ts"
import { isAmong } from "./isAmong.ts"
import { type Page, pageByKey, type Slice } from "./page.ts"
import { apiKeys } from "./tables.ts"

export type ApiKey = typeof apiKeys.$inferSelect
export type NewApiKey = Pick<ApiKey, "organizationId" | "name" | "mode" | "hash" | "last4"> &
  Partial<Pick<ApiKey, "scopes">>

export const insertApiKey = async (queries: Queries, key: NewApiKey): Promise<ApiKey> => {
  const [row] = await queries
    .insert(apiKeys)
    .values({ id: newId(), ...key })
    .returning()
  return row!
}

/** Number of an organization's keys in both modes. */
export const countApiKeys = async (queries: Queries, organizationId: string): Promise<number> => {
  const { keys } = (
    await queries.select({ keys: count() }).from(apiKeys).where(eq(apiKeys.organizationId, organizationId))
  )[0]!
  return keys
}

/** A part of an organization's keys, newest first. */
export const listApiKeys = (queries: Queries, organizationId: string, slice: Slice): Promise<Page<ApiKey>> => {
  const list = { table: apiKeys, id: apiKeys.id, where: eq(apiKeys.organizationId, organizationId) }
  return pageByKey(queries, list, slice, ({ where, order, limit }) =>
    queries.select().from(apiKeys).where(where).orderBy(order).limit(limit),
  )
}

export const findApiKey = (queries: Queries, id: string): Promise<ApiKey | undefined> =>
  findWhere(queries, eq(apiKeys.id, id))

/** Keys by their ids; a deleted key is left out. */
export const findApiKeys = async (queries: Queries, ids: readonly string[]): Promise<ApiKey[]> =>
  ids.length === 0 ? [] : queries.select().from(apiKeys).where(isAmong(apiKeys.id, ids))

export const findApiKeyByHash = (queries: Queries, hash: string): Promise<ApiKey | undefined> =>
  findWhere(queries, eq(apiKeys.hash, hash))

const findWhere = async (queries: Queries, where: SQL): Promise<ApiKey | undefined> => {
  const [row] = await queries.select().from(apiKeys).where(where).limit(1)
  return row
}

/** Records the use of a key. */
export const noteKeyUse = async (queries: Queries, id: string, usedAt: Date): Promise<void> => {
  await queries.update(apiKeys).set({ lastUsedAt: usedAt }).where(eq(apiKeys.id, id))
}

/** True if the key existed. */
export const deleteApiKey = async (queries: Queries, organizationId: string, id: string): Promise<boolean> => {
  if (!isId(id)) return false
  const removed = await queries
    .delete(apiKeys)
    .where(and(eq(apiKeys.organizationId, organizationId), eq(apiKeys.id, id)))
    .returning({ id: apiKeys.id })
  return removed.length > 0
}
