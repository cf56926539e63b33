import { type Config, InvalidConfig } from "../../infra/config.ts"
import { newToken } from "../../infra/ids.ts"
import { bootstrapDatabase } from "../../store/bootstrap.ts"
import type { Database } from "../../store/database.ts"
import type { Mode } from "../../store/tables.ts"
import { isCommonPassword } from "./commonPasswords.ts"
import { deriveCredentials, type FirstCredentials, unusedCredentials } from "./firstCredentials.ts"
import { hashApiKey } from "./keys.ts"
import { hashPassword } from "./passwords.ts"
import { signingSecret } from "./secret.ts"
import { normalEmail } from "./sessions.ts"

const SALT_BYTES = 32

/**
 * Creates one organization, one owner and one key of each mode in an empty database, from BOOTSTRAP_ variables or
 * generated. Returns the generated credentials until their first use, at this start or an earlier one. Throws
 * InvalidConfig.
 */
export const bootstrap = async ({ queries }: Database, config: Config): Promise<FirstCredentials | undefined> => {
  const { bootstrap: settings } = config
  if (settings.password !== undefined && (await isCommonPassword(settings.password)))
    throw new InvalidConfig("BOOTSTRAP_PASSWORD", "takes none of the most common passwords")
  const secret = signingSecret(config)
  const salt = newToken(SALT_BYTES)
  const derived = deriveCredentials(secret, salt)
  const { password = derived.password, testKey = derived.testKey, liveKey = derived.liveKey } = settings
  const isMade = [password, testKey, liveKey].some(each => Object.values(derived).includes(each))
  const mustChangePassword = settings.password === undefined
  await bootstrapDatabase(queries, {
    displayName: "My organization",
    owner: {
      email: normalEmail(settings.email ?? "owner@localhost"),
      passwordHash: await hashPassword(password),
      role: "owner",
      mustChangePassword,
    },
    keys: [keyRow("First test key", "sandbox", testKey), keyRow("First production key", "live", liveKey)],
    salt: isMade ? salt : undefined,
  })
  return unusedCredentials(queries, secret)
}

const keyRow = (name: string, mode: Mode, key: string) => ({
  name,
  mode,
  hash: hashApiKey(key),
  last4: key.slice(-4),
})
