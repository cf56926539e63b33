import { and, count, desc, eq } from "drizzle-orm"
import { isId, newId } from "../../infra/ids.ts"
import type { Queries } from "../../store/database.ts"
import { apiKeys, type Mode } from "../../store/tables.ts"
import { Conflict, NotFound } from "../http/errors.ts"
import type { KeyLookup } from "./keyLookup.ts"
import { hashApiKey, newApiKey } from "./keys.ts"
import type { ApiKeyItem, ApiKeyList, ApiKeyListQuery, ApiKeyRequest, CreatedApiKey } from "./schemas.ts"

/** Keys of one organization, of both modes together. */
const MAX_KEYS = 1_000

export interface ApiKeyService {
  /** A new key, whose text is in this answer only. Throws Conflict when the organization has too many. */
  create(organizationId: string, request: ApiKeyRequest): Promise<CreatedApiKey>
  list(organizationId: string, query: ApiKeyListQuery): Promise<ApiKeyList>
  /** The key ends at once in this process, and within seconds in others. Throws NotFound. */
  remove(organizationId: string, id: string): Promise<void>
}

export const createApiKeyService = (queries: Queries, lookup: KeyLookup): ApiKeyService => ({
  async create(organizationId, { name, mode }) {
    if ((await countKeys(queries, organizationId)) >= MAX_KEYS)
      throw new Conflict(`an organization has at most ${MAX_KEYS} API keys: delete one that is not used`)
    const key = newApiKey(MODES[mode])
    const [row] = await queries
      .insert(apiKeys)
      .values({ id: newId(), organizationId, name, mode: MODES[mode], hash: hashApiKey(key), last4: key.slice(-4) })
      .returning()
    const { lastUsedAt: _, ...item } = keyItem(row)
    return { ...item, key }
  },
  async list(organizationId, { page = 1, limit = 20 }) {
    const rows = await queries
      .select()
      .from(apiKeys)
      .where(eq(apiKeys.organizationId, organizationId))
      .orderBy(desc(apiKeys.id))
      .limit(limit)
      .offset((page - 1) * limit)
    const total = await countKeys(queries, organizationId)
    return { items: rows.map(keyItem), total, page, limit, totalPages: Math.ceil(total / limit) }
  },
  async remove(organizationId, id) {
    const removed = isId(id)
      ? await queries
          .delete(apiKeys)
          .where(and(eq(apiKeys.organizationId, organizationId), eq(apiKeys.id, id)))
          .returning({ id: apiKeys.id })
      : []
    if (removed.length === 0) throw new NotFound("API key")
    lookup.forget(id)
  },
})

const MODES: Record<ApiKeyItem["mode"], Mode> = { sandbox: "sandbox", production: "live" }

const countKeys = async (queries: Queries, organizationId: string): Promise<number> => {
  const [{ keys }] = await queries
    .select({ keys: count() })
    .from(apiKeys)
    .where(eq(apiKeys.organizationId, organizationId))
  return keys
}

const keyItem = ({ id, name, mode, last4, lastUsedAt, createdAt }: typeof apiKeys.$inferSelect): ApiKeyItem => ({
  id,
  name,
  mode: mode === "live" ? "production" : "sandbox",
  last4,
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
})
