import { createBoundedMap } from "../../domain/base/boundedMap.ts"
import type { KeyScope } from "../../domain/organization/scopes.ts"
import { type ApiKey, findApiKey, findApiKeyByHash, noteKeyUse } from "../../store/apiKeys.ts"
import type { Queries } from "../../store/database.ts"
import { endFirstCredentials } from "../../store/firstCredentials.ts"
import type { Mode } from "../../store/tables.ts"
import { hashApiKey } from "./keys.ts"

/** Fields of an API key that a call needs. */
export interface KnownKey {
  id: string
  organizationId: string
  mode: Mode
  scopes: readonly KeyScope[]
}

export interface KeyLookup {
  byKey(key: string): Promise<KnownKey | undefined>
  byId(id: string): Promise<KnownKey | undefined>
  /** Removes a key from the cache of this process; other processes read it again within the cache's time. */
  forget(id: string): void
}

/** Time for which a key is cached; a deleted key ends within this time in all processes. */
export const KEY_CACHE_MS = 5_000
const MAX_CACHED = 10_000
const NOTE_USE_EVERY_MS = 60_000

interface Cached {
  key: KnownKey
  readAtMs: number
}

/** Finds API keys. Thousands of calls a minute cost one query every few seconds and one recorded use a minute. */
export const createKeyLookup = (queries: Queries): KeyLookup => {
  // The clock is monotonic: if the machine's clock were set back, a deleted key would stay valid.
  const isCurrent = ({ readAtMs }: Cached) => performance.now() - readAtMs < KEY_CACHE_MS
  const cache = createBoundedMap<Cached>({ capacity: MAX_CACHED, isCurrent })
  const read = async (name: string, find: () => Promise<ApiKey | undefined>): Promise<KnownKey | undefined> => {
    const cached = cache.get(name)
    if (cached) return cached.key
    const readAtMs = performance.now()
    const row = await find()
    if (!row) return undefined
    if (row.lastUsedAt === null) await endFirstCredentials(queries, row.organizationId)
    const now = new Date()
    if (now.getTime() - (row.lastUsedAt?.getTime() ?? 0) > NOTE_USE_EVERY_MS) await noteKeyUse(queries, row.id, now)
    const key = { id: row.id, organizationId: row.organizationId, mode: row.mode, scopes: row.scopes }
    cache.set(name, { key, readAtMs })
    return key
  }
  return {
    byKey(key) {
      const hash = hashApiKey(key)
      return read(hash, () => findApiKeyByHash(queries, hash))
    },
    byId: id => read(id, () => findApiKey(queries, id)),
    forget(id) {
      for (const [name, { key }] of cache.entries()) if (key.id === id) cache.delete(name)
    },
  }
}
