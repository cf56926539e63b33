import { createHmac } from "node:crypto"
import type { Queries } from "../../store/database.ts"
import { endFirstCredentials, findFirstCredentials } from "../../store/firstCredentials.ts"
import type { Mode } from "../../store/tables.ts"
import { hashApiKey, newApiKey } from "./keys.ts"
import { isPassword } from "./passwords.ts"

/** Credentials of a new database that were generated, not set by BOOTSTRAP_ variables. */
export interface FirstCredentials {
  email: string
  password?: string
  testKey?: string
  liveKey?: string
}

/** Derives the credentials from a salt. */
export interface DerivedCredentials {
  password: string
  testKey: string
  liveKey: string
}

const PASSWORD_LENGTH = 16

/**
 * The credentials are derived from the signing secret and a salt that the database holds until their first use. They
 * can be shown again, are never stored in the clear, and cannot be derived later from the secret alone.
 */
export const deriveCredentials = (secret: Uint8Array, salt: string): DerivedCredentials => {
  const derive = (label: string) =>
    createHmac("sha256", secret).update(`first credentials ${label} ${salt}`).digest("base64url")
  const key = (mode: Mode) => newApiKey(mode, derive(mode))
  return { password: derive("password").slice(0, PASSWORD_LENGTH), testKey: key("sandbox"), liveKey: key("live") }
}

/** First credentials until their first use; undefined afterwards, and if no credentials were generated. */
export const unusedCredentials = async (
  queries: Queries,
  secret: Uint8Array,
): Promise<FirstCredentials | undefined> => {
  const stored = await findFirstCredentials(queries)
  if (!stored) return undefined
  const { organizationId, salt, owner, keys } = stored
  const { password, testKey, liveKey } = deriveCredentials(secret, salt)
  const ours = [testKey, liveKey].filter(key => keys.some(({ hash }) => hash === hashApiKey(key)))
  if (keys.some(({ lastUsedAt }) => lastUsedAt !== null)) {
    await endFirstCredentials(queries, organizationId)
    return undefined
  }
  const isOurs = owner?.mustChangePassword && (await isPassword(password, owner.passwordHash))
  if (!owner || (ours.length === 0 && !isOurs)) return undefined
  return {
    email: owner.email,
    ...(isOurs ? { password } : {}),
    ...(ours.includes(testKey) ? { testKey } : {}),
    ...(ours.includes(liveKey) ? { liveKey } : {}),
  }
}
