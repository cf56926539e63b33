import { asc, eq } from "drizzle-orm"
import type { ApiKey } from "./apiKeys.ts"
import type { Queries } from "./database.ts"
import { apiKeys, firstCredentials, users } from "./tables.ts"
import type { User } from "./users.ts"

/** Salt of the first credentials, and the current state of their organization. */
export interface FoundCredentials {
  organizationId: string
  salt: string
  /** First user; undefined if deleted. */
  owner?: User | undefined
  keys: Pick<ApiKey, "hash" | "lastUsedAt">[]
}

/** Number of first keys that are checked; these were created with the organization. */
const KEYS_LOOKED_AT = 10

/** undefined without such credentials, or after the first use of a credential. */
export const findFirstCredentials = async (queries: Queries): Promise<FoundCredentials | undefined> => {
  const [row] = await queries.select().from(firstCredentials).limit(1)
  if (!row) return undefined
  const { organizationId, salt } = row
  const [owner] = await queries
    .select()
    .from(users)
    .where(eq(users.organizationId, organizationId))
    .orderBy(asc(users.id))
    .limit(1)
  const keys = await queries
    .select({ hash: apiKeys.hash, lastUsedAt: apiKeys.lastUsedAt })
    .from(apiKeys)
    .where(eq(apiKeys.organizationId, organizationId))
    .orderBy(asc(apiKeys.id))
    .limit(KEYS_LOOKED_AT)
  return { organizationId, salt, owner, keys }
}

/** Records that a credential of the organization was used, so that its first credentials are not shown again. */
export const endFirstCredentials = async (queries: Queries, organizationId: string): Promise<void> => {
  await queries.delete(firstCredentials).where(eq(firstCredentials.organizationId, organizationId))
}
