import { readFileSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Config, InvalidConfig } from "../../infra/config.ts"
import { newToken } from "../../infra/ids.ts"

const FILE = "jwt-secret"
const RANDOM_BYTES = 48
/** Minimum length, as for JWT_SECRET; a shorter secret can be guessed from a single token. */
const MIN_LENGTH = 32

/**
 * Signing secret of sessions and tokens: JWT_SECRET, or a secret that an embedded start makes once and stores in its
 * folder, readable by its user alone. Throws InvalidConfig for a cluster without JWT_SECRET, whose processes must share
 * one, and for a kept secret that is too short.
 */
export const signingSecret = ({ jwtSecret, databaseUrl, dataDir }: Config): Uint8Array => {
  if (jwtSecret) return new TextEncoder().encode(jwtSecret)
  if (databaseUrl) throw new InvalidConfig("JWT_SECRET", "must be set when DATABASE_URL is: at least 32 characters")
  const path = join(dataDir, FILE)
  const secret = readKept(path) ?? keepNew(path)
  if (secret.trim().length < MIN_LENGTH)
    throw new InvalidConfig(
      path,
      `holds fewer than ${MIN_LENGTH} characters: put a longer secret there, or delete it to have one made, which ends all sessions`,
    )
  return new TextEncoder().encode(secret)
}

const readKept = (path: string): string | undefined => {
  try {
    return readFileSync(path, "utf8")
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined
    throw error
  }
}

const keepNew = (path: string): string => {
  const secret = newToken(RANDOM_BYTES)
  const unfinished = `${path}.new`
  writeFileSync(unfinished, secret, { mode: 0o600 })
  renameSync(unfinished, path)
  return secret
}
