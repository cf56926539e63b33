import { sql } from "drizzle-orm"
import type { Config } from "../../infra/config.ts"
import { newId } from "../../infra/ids.ts"
import type { Database, Queries } from "../../store/database.ts"
import { apiKeys, type Mode, organizations, users } from "../../store/tables.ts"
import { hashApiKey, newApiKey } from "./keys.ts"
import { hashPassword, newPassword } from "./passwords.ts"
import { normalEmail } from "./sessions.ts"

/** Any fixed number will do, as long as every process takes the same: several may start on one empty database. */
const BOOTSTRAP_LOCK = 7_401_228

/** What an empty database was given: shown once, kept nowhere in the clear. */
export interface FirstCredentials {
  email: string
  /** Undefined when it came from BOOTSTRAP_PASSWORD. */
  password?: string
  testKey: string
  liveKey: string
}

/** Gives an empty database one organization, one owner and one key of each mode; undefined when there is one already. */
export const bootstrap = async (
  database: Database,
  { bootstrap: given }: Config,
): Promise<FirstCredentials | undefined> => {
  const password = given.password ?? newPassword()
  const passwordHash = await hashPassword(password)
  const email = normalEmail(given.email ?? "owner@localhost")
  const testKey = given.testKey ?? newApiKey("sandbox")
  const liveKey = given.liveKey ?? newApiKey("live")
  const isNew = await database.queries.transaction(async transaction => {
    const tx = transaction as unknown as Queries
    await tx.execute(sql`select pg_advisory_xact_lock(${BOOTSTRAP_LOCK})`)
    if ((await tx.select({ id: organizations.id }).from(organizations).limit(1)).length > 0) return false
    const organizationId = newId()
    await tx.insert(organizations).values({ id: organizationId, displayName: "My organization" })
    await tx.insert(users).values({
      id: newId(),
      organizationId,
      email,
      passwordHash,
      role: "owner",
      mustChangePassword: given.password === undefined,
    })
    await tx
      .insert(apiKeys)
      .values([
        keyRow(organizationId, "First test key", "sandbox", testKey),
        keyRow(organizationId, "First production key", "live", liveKey),
      ])
    return true
  })
  if (!isNew) return undefined
  return { email, ...(given.password === undefined ? { password } : {}), testKey, liveKey }
}

const keyRow = (organizationId: string, name: string, mode: Mode, key: string) => ({
  id: newId(),
  organizationId,
  name,
  mode,
  hash: hashApiKey(key),
  last4: key.slice(-4),
})
