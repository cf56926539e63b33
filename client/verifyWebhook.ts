import { createHash, createHmac, timingSafeEqual } from "node:crypto"

/** Maximum age of a delivery, and maximum time ahead of this clock [s]. */
export const DEFAULT_TOLERANCE_SECONDS = 300

export interface VerifyOptions {
  toleranceSeconds?: number | undefined
  /** Unix milliseconds; default: now. */
  nowMs?: number
}

/**
 * Verifies that the service sent a webhook: it is for receivers, and has no dependencies, so it may be copied.
 * `rawBody` is the body as it arrived, before any parsing; `signature` is the header X-Service-Signature; `secret` is
 * the endpoint's whsec_ secret. False for a signature that is missing, malformed, wrong or too old: answer 401.
 */
export const verifyWebhook = (
  rawBody: string | Uint8Array,
  signature: string | null | undefined,
  secret: string,
  { toleranceSeconds = DEFAULT_TOLERANCE_SECONDS, nowMs = Date.now() }: VerifyOptions = {},
): boolean => {
  const [, timestamp, signatures] = /^t=(\d{1,12})((?:,v1=[0-9a-f]{64}){1,4})$/.exec(signature ?? "") ?? []
  if (timestamp === undefined || signatures === undefined) return false
  const key = createHash("sha256").update(secret).digest("hex")
  const expected = createHmac("sha256", key).update(`${timestamp}.`).update(rawBody).digest()
  // Several signatures while a secret and its successor overlap.
  const digests = signatures.split(",v1=").slice(1)
  if (!digests.some(v1 => timingSafeEqual(expected, Buffer.from(v1, "hex")))) return false
  return Math.abs(nowMs / 1000 - Number(timestamp)) <= toleranceSeconds
}
