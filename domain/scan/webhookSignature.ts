import { createHash, createHmac } from "node:crypto"

/** Prefix of every signing secret (document 1, "Endpoint registration"). */
export const SECRET_PREFIX = "whsec_"

/** What is kept of a signing secret: its lowercase hex SHA-256, which is also the HMAC key. */
export const hashSecret = (secret: string): string => createHash("sha256").update(secret).digest("hex")

/**
 * Value of X-Service-Signature for a body as it is sent: `t=<Unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`
 * (document 1, "Signature verification"). `secretHash` is hashSecret's.
 */
export const signatureHeader = (body: Uint8Array, secretHash: string, timestampSeconds: number): string => {
  const signature = createHmac("sha256", secretHash).update(`${timestampSeconds}.`).update(body).digest("hex")
  return `t=${timestampSeconds},v1=${signature}`
}
