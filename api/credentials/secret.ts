import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Config, InvalidConfig } from "../../infra/config.ts"
import { newToken } from "../../infra/ids.ts"

const FILE = "jwt-secret"
const RANDOM_BYTES = 48

/**
 * What signs sessions and tokens: JWT_SECRET, or a secret that an embedded start makes once and keeps in its folder,
 * readable by its user alone. Throws InvalidConfig for a cluster without JWT_SECRET: its processes must share one.
 */
export const signingSecret = ({ jwtSecret, databaseUrl, dataDir }: Config): Uint8Array => {
  if (jwtSecret) return new TextEncoder().encode(jwtSecret)
  if (databaseUrl) throw new InvalidConfig("JWT_SECRET", "must be set when DATABASE_URL is: at least 32 characters")
  const path = join(dataDir, FILE)
  return new TextEncoder().encode(readKept(path) ?? keepNew(path))
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
  writeFileSync(path, secret, { mode: 0o600, flag: "wx" })
  return secret
}
