import { hash } from "node:crypto"
import { crc32 } from "node:zlib"
import { newToken } from "../../infra/ids.ts"
import type { Mode } from "../../store/tables.ts"

const PREFIXES: Record<Mode, string> = { sandbox: "zs_test_", live: "zs_live_" }
const MODES = Object.keys(PREFIXES) as Mode[]
const RANDOM_BYTES = 32

/**
 * Creates an API key: prefix of its mode, 32 random or passed bytes (base64url), and a checksum. A scanner uses the
 * checksum to distinguish a real key from a typing error.
 */
export const newApiKey = (mode: Mode, token = newToken(RANDOM_BYTES)): string => {
  const random = token.replaceAll("-", "x").replaceAll("_", "y")
  return `${PREFIXES[mode]}${random}${crc32(random).toString(16).padStart(8, "0")}`
}

/** Stored form of a key: lowercase hex SHA-256. */
export const hashApiKey = (key: string): string => hash("sha256", key, "hex")

/** Mode by a key's prefix; undefined for a text that is no key of this service. */
export const modeOfKey = (key: string): Mode | undefined => MODES.find(mode => key.startsWith(PREFIXES[mode]))
