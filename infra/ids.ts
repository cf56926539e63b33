import { randomBytes } from "node:crypto"

/** Creates a UUIDv7, ordered by time, so that newest first is also an order of the primary key. */
export const newId = (): string => Bun.randomUUIDv7()

/** Lowest id of a moment [ms since 1970]; all ids made at this moment or later are above it. */
export const firstIdOf = (ms: number): string => {
  const digits = Math.max(0, ms).toString(16).padStart(12, "0")
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** True if a path parameter is a possible id; other texts are not found. */
export const isId = (text: string): boolean => UUID.test(text)

/** `bytes` random bytes in base64url, for tokens. */
export const newToken = (bytes: number): string => randomBytes(bytes).toString("base64url")
