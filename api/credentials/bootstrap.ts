import { type Config, InvalidConfig } from "../../infra/config.ts"
import { bootstrapDatabase } from "../../store/bootstrap.ts"
import type { Database } from "../../store/database.ts"
import type { Mode } from "../../store/tables.ts"
import { isCommonPassword } from "./commonPasswords.ts"
import { hashApiKey, newApiKey } from "./keys.ts"
import { hashPassword, newPassword } from "./passwords.ts"
import { normalEmail } from "./sessions.ts"

/** What an empty database was given: shown once, kept nowhere in the clear. */
export interface FirstCredentials {
  email: string
  /** Undefined when it came from BOOTSTRAP_PASSWORD. */
  password?: string
  testKey: string
  liveKey: string
}

/** Gives an empty database one organization, one owner and one key of each mode; undefined when there is one already.
 * Throws InvalidConfig. */
export const bootstrap = async (
  database: Database,
  { bootstrap: given }: Config,
): Promise<FirstCredentials | undefined> => {
  if (given.password !== undefined && (await isCommonPassword(given.password)))
    throw new InvalidConfig("BOOTSTRAP_PASSWORD", "takes none of the most common passwords")
  const password = given.password ?? newPassword()
  const passwordHash = await hashPassword(password)
  const email = normalEmail(given.email ?? "owner@localhost")
  const testKey = given.testKey ?? newApiKey("sandbox")
  const liveKey = given.liveKey ?? newApiKey("live")
  const isNew = await bootstrapDatabase(database.queries, {
    displayName: "My organization",
    owner: { email, passwordHash, role: "owner", mustChangePassword: given.password === undefined },
    keys: [keyRow("First test key", "sandbox", testKey), keyRow("First production key", "live", liveKey)],
  })
  if (!isNew) return undefined
  return { email, ...(given.password === undefined ? { password } : {}), testKey, liveKey }
}

const keyRow = (name: string, mode: Mode, key: string) => ({
  name,
  mode,
  hash: hashApiKey(key),
  last4: key.slice(-4),
})
