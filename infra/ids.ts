import { randomBytes } from "node:crypto"

/** A UUIDv7: ordered by time, so that newest first is also the order of the primary key. */
export const newId = (): string => Bun.randomUUIDv7()

/** The id that comes before all that are made at a moment or later [ms since 1970]. */
export const firstIdOf = (ms: number): string => {
  const digits = Math.max(0, ms).toString(16).padStart(12, "0")
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** True if a path parameter can be an id; anything else is simply not found. */
export const isId = (text: string): boolean => UUID.test(text)

/** `bytes` random bytes in base64url, for tokens. */
export const newToken = (bytes: number): string => randomBytes(bytes).toString("base64url")
