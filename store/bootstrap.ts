import { sql } from "drizzle-orm"
import { newId } from "../infra/ids.ts"
import { insertApiKey, type NewApiKey } from "./apiKeys.ts"
import type { Queries } from "./database.ts"
import { insertOrganization, someOrganizationIds } from "./organizations.ts"
import { firstCredentials } from "./tables.ts"
import { transaction } from "./transaction.ts"
import { insertUser, type NewUser } from "./users.ts"

/** Lock number, arbitrary but equal in all processes: several may start on one empty database. */
const BOOTSTRAP_LOCK = 7_401_228

/** Contents of a new database. */
export interface Beginning {
  displayName: string
  owner: Omit<NewUser, "organizationId">
  keys: Omit<NewApiKey, "organizationId">[]
  /** Seed of the generated credentials; undefined if no credential was generated. */
  salt?: string | undefined
}

/** Creates the first organization in an empty database; false if an organization exists. */
export const bootstrapDatabase = (queries: Queries, { displayName, owner, keys, salt }: Beginning): Promise<boolean> =>
  transaction(queries, async tx => {
    await tx.execute(sql`select pg_advisory_xact_lock(${BOOTSTRAP_LOCK})`)
    if ((await someOrganizationIds(tx, 1)).length > 0) return false
    const organizationId = newId()
    await insertOrganization(tx, { id: organizationId, displayName })
    await insertUser(tx, { organizationId, ...owner })
    for (const key of keys) await insertApiKey(tx, { organizationId, ...key })
    if (salt !== undefined) await tx.insert(firstCredentials).values({ organizationId, salt })
    return true
  })
