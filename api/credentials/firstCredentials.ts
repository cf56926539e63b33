import { createHmac } from "node:crypto"
import type { Queries } from "../../store/database.ts"
import { endFirstCredentials, findFirstCredentials } from "../../store/firstCredentials.ts"
import type { Mode } from "../../store/tables.ts"
import { hashApiKey, newApiKey } from "./keys.ts"
import { isPassword } from "./passwords.ts"

/** What an empty database was given, as far as it was made and not brought by BOOTSTRAP_ variables. */
export interface FirstCredentials {
  email: string
  password?: string
  testKey?: string
  liveKey?: string
}

/** The credentials that are derived from a salt. */
export interface DerivedCredentials {
  password: string
  testKey: string
  liveKey: string
}

const PASSWORD_LENGTH = 16

/**
 * Made from the signing secret and a salt that the database holds until one of them is used: so they can be shown
 * again, are kept nowhere in the clear, and cannot be made again by whoever learns the secret later.
 */
export const deriveCredentials = (secret: Uint8Array, salt: string): DerivedCredentials => {
  const derive = (label: string) =>
    createHmac("sha256", secret).update(`first credentials ${label} ${salt}`).digest("base64url")
  const key = (mode: Mode) => newApiKey(mode, derive(mode))
  return { password: derive("password").slice(0, PASSWORD_LENGTH), testKey: key("sandbox"), liveKey: key("live") }
}

/** The first credentials while nobody has used any of them; undefined afterwards, and where nothing was made. */
export const unusedCredentials = async (
  queries: Queries,
  secret: Uint8Array,
): Promise<FirstCredentials | undefined> => {
  const found = await findFirstCredentials(queries)
  if (!found) return undefined
  const { organizationId, salt, owner, keys } = found
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
