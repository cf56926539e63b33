import { createHash, createHmac, timingSafeEqual } from "node:crypto"

/** Seconds that a delivery may be old, or ahead of this clock. */
export const DEFAULT_TOLERANCE_SECONDS = 300

export interface VerifyOptions {
  toleranceSeconds?: number | undefined
  /** Unix milliseconds; the present unless given. */
  nowMs?: number
}

/**
 * Verifies that the service sent a webhook: for receivers, and free of dependencies so that it may be copied. `rawBody`
 * is the body as it arrived, before any parsing; `signature` is the header X-Service-Signature; `secret` is the
 * endpoint's whsec_ secret. False for a signature that is missing, malformed, wrong or too old: answer 401.
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
  // Several while a secret and its successor overlap.
  const given = signatures.split(",v1=").slice(1)
  if (!given.some(v1 => timingSafeEqual(expected, Buffer.from(v1, "hex")))) return false
  return Math.abs(nowMs / 1000 - Number(timestamp)) <= toleranceSeconds
}
