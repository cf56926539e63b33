import { createHash, createHmac } from "node:crypto"

/** Prefix of every signing secret (document 1, "Endpoint registration"). */
export const SECRET_PREFIX = "whsec_"

/** Stored hash of a signing secret: its lowercase hex SHA-256, which is also the HMAC key of X-Service-Signature. */
export const hashSecret = (secret: string): string => createHash("sha256").update(secret).digest("hex")

/**
 * Value of X-Service-Signature for a body as sent: `t=<Unix seconds>,v1=<hex HMAC-SHA256 of "t.body">` (document 1,
 * "Signature verification").
 * @param secretHashes from hashSecret; two while a secret and its successor overlap, each with a v1
 */
export const signatureHeader = (
  body: Uint8Array,
  secretHashes: readonly string[],
  timestampSeconds: number,
): string => {
  const signatures = secretHashes.map(
    hash => `v1=${createHmac("sha256", hash).update(`${timestampSeconds}.`).update(body).digest("hex")}`,
  )
  return [`t=${timestampSeconds}`, ...signatures].join(",")
}

/**
 * Key of a secret's Standard Webhooks signature: the bytes in base64 after its prefix (github.com/standard-webhooks,
 * "Signature scheme").
 */
export const standardKeyOf = (secret: string): Uint8Array => Buffer.from(secret.slice(SECRET_PREFIX.length), "base64")

/** Signed contents of a Standard Webhooks message. */
export interface StandardMessage {
  /** Constant for all attempts to send the message. */
  id: string
  /** Time of this attempt. */
  timestampSeconds: number
  body: Uint8Array
}

/** Value of webhook-signature: `v1,<base64 HMAC-SHA256 of "id.timestamp.body">` for each key, with a space between. */
export const standardSignature = (
  { id, timestampSeconds, body }: StandardMessage,
  keys: readonly (Uint8Array | string)[],
): string =>
  keys
    .map(key => `v1,${createHmac("sha256", key).update(`${id}.${timestampSeconds}.`).update(body).digest("base64")}`)
    .join(" ")
