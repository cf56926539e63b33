import { type ApiKey, findApiKey, findApiKeyByHash, noteKeyUse } from "../../store/apiKeys.ts"
import type { Queries } from "../../store/database.ts"
import { endFirstCredentials } from "../../store/firstCredentials.ts"
import type { Mode } from "../../store/tables.ts"
import { hashApiKey } from "./keys.ts"

/** An API key as far as a call needs it. */
export interface KnownKey {
  id: string
  organizationId: string
  mode: Mode
}

export interface KeyLookup {
  byKey(key: string): Promise<KnownKey | undefined>
  byId(id: string): Promise<KnownKey | undefined>
  /** Makes this process ask the database again about a key; other processes do within the cache's time. */
  forget(id: string): void
}

/** How long a key is believed to be valid without asking again: a deleted key ends within this time everywhere. */
const CACHE_MS = 5_000
const MAX_CACHED = 10_000
const NOTE_USE_EVERY_MS = 60_000

interface Cached {
  key: KnownKey
  readAtMs: number
}

/** Finds API keys; thousands of calls a minute cost one query every few seconds, and one note of their use a minute. */
export const createKeyLookup = (queries: Queries): KeyLookup => {
  const cache = new Map<string, Cached>()
  const read = async (name: string, find: () => Promise<ApiKey | undefined>): Promise<KnownKey | undefined> => {
    const cached = cache.get(name)
    // A clock that nobody sets: with the machine's, a deleted key would live on when it is set back.
    const readAtMs = performance.now()
    if (cached && readAtMs - cached.readAtMs < CACHE_MS) return cached.key
    cache.delete(name)
    const row = await find()
    if (!row) return undefined
    if (row.lastUsedAt === null) await endFirstCredentials(queries, row.organizationId)
    const now = new Date()
    if (now.getTime() - (row.lastUsedAt?.getTime() ?? 0) > NOTE_USE_EVERY_MS) await noteKeyUse(queries, row.id, now)
    const key = { id: row.id, organizationId: row.organizationId, mode: row.mode }
    cache.set(name, { key, readAtMs })
    if (cache.size > MAX_CACHED) cache.delete(cache.keys().next().value as string)
    return key
  }
  return {
    byKey(key) {
      const hash = hashApiKey(key)
      return read(hash, () => findApiKeyByHash(queries, hash))
    },
    byId: id => read(id, () => findApiKey(queries, id)),
    forget(id) {
      for (const [name, { key }] of cache) if (key.id === id) cache.delete(name)
    },
  }
}
