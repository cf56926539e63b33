import { KEY_SCOPES } from "../../domain/organization/scopes.ts"
import { type ApiKey, countApiKeys, deleteApiKey, insertApiKey, listApiKeys } from "../../store/apiKeys.ts"
import type { Queries } from "../../store/database.ts"
import { changeInTurn } from "../../store/organizations.ts"
import type { Mode } from "../../store/tables.ts"
import { Conflict, orNotFound } from "../http/errors.ts"
import { pageOf, sliceOf } from "../http/lists.ts"
import type { KeepAnswer } from "../http/operation.ts"
import { writeOnce } from "../http/writeOnce.ts"
import type { KeyLookup } from "./keyLookup.ts"
import { hashApiKey, newApiKey } from "./keys.ts"
import type { ApiKeyItem, ApiKeyList, ApiKeyListQuery, ApiKeyRequest, CreatedApiKey } from "./schemas.ts"

/** Keys of one organization in both modes. */
const MAX_KEYS = 1_000

export interface ApiKeyService {
  /** Creates a key, whose text is in this answer only. Throws Conflict when the organization has too many. */
  create(
    organizationId: string,
    request: ApiKeyRequest,
    keepAnswer?: KeepAnswer<CreatedApiKey> | undefined,
  ): Promise<CreatedApiKey>
  list(organizationId: string, query: ApiKeyListQuery): Promise<ApiKeyList>
  /** Deletes a key, which ends at once in this process and within seconds in others. Throws NotFound. */
  remove(organizationId: string, id: string): Promise<void>
}

export const createApiKeyService = (queries: Queries, lookup: KeyLookup): ApiKeyService => ({
  create(organizationId, { name, mode, scopes = [...KEY_SCOPES] }, keepAnswer) {
    const insert = async (tx: Queries) => {
      if ((await countApiKeys(tx, organizationId)) >= MAX_KEYS)
        throw new Conflict("too-many-api-keys", { maximum: MAX_KEYS })
      const key = newApiKey(MODES[mode])
      const secret = { hash: hashApiKey(key), last4: key.slice(-4) }
      const ordered = KEY_SCOPES.filter(scope => scopes.includes(scope))
      const row = await insertApiKey(tx, { organizationId, name, mode: MODES[mode], scopes: ordered, ...secret })
      const { lastUsedAt: _, ...item } = keyItem(row)
      return { ...item, key }
    }
    return writeOnce(queries, keepAnswer, tx => changeInTurn(tx, organizationId, insert))
  },
  async list(organizationId, query) {
    const { rows, total } = await listApiKeys(queries, organizationId, sliceOf(query))
    return pageOf(query, rows.map(keyItem), total)
  },
  async remove(organizationId, id) {
    orNotFound(await deleteApiKey(queries, organizationId, id), "api-key")
    lookup.forget(id)
  },
})

const MODES: Record<ApiKeyItem["mode"], Mode> = { sandbox: "sandbox", production: "live" }

const keyItem = ({ id, name, mode, scopes, last4, lastUsedAt, createdAt }: ApiKey): ApiKeyItem => ({
  id,
  name,
  mode: mode === "live" ? "production" : "sandbox",
  scopes,
  last4,
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
})
