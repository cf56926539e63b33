import { expect, test } from "bun:test"
import { createHash, createHmac } from "node:crypto"
import fc from "fast-check"
import { verifyWebhook } from "solar-scan-service/webhooks/verify"
import { Webhook as StandardWebhook } from "standardwebhooks"
import { Webhook as SvixWebhook } from "svix"
import { headerViolations, MAX_HEADERS } from "../../domain/organization/events/webhookEvents.ts"
import {
  hashSecret,
  signatureHeader,
  standardKeyOf,
  standardSignature,
} from "../../domain/organization/events/webhookSignature.ts"
import { sentences } from "../support/sentences.ts"

const SECRET = "whsec_c29sYXItc2Nhbi1zZXJ2aWNlLXRlc3Qtc2VjcmV0"
const NOW_SECONDS = 1_790_000_000
const bytes = (text: string) => new TextEncoder().encode(text)

// @covers scans: events: signature
test("a signature is what the six steps of the document say", () => {
  const body = '{"event":"scan.completed","data":{"id":"é"}}'
  const key = createHash("sha256").update(SECRET, "utf8").digest("hex")
  expect(key).toMatch(/^[0-9a-f]{64}$/)
  const expected = createHmac("sha256", Buffer.from(key, "ascii"))
    .update(`${NOW_SECONDS}.${body}`, "utf8")
    .digest("hex")
  expect(hashSecret(SECRET)).toBe(key)
  expect(signatureHeader(bytes(body), [hashSecret(SECRET)], NOW_SECONDS)).toBe(`t=${NOW_SECONDS},v1=${expected}`)
})

test("the libraries of Standard Webhooks verify what is signed, and nothing that differs", () => {
  const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYqr"
  const [id, body] = ["019a4c22-0c31-7a05-9c7e-2b6d5f81e3a0", '{"event":"scan.completed","data":{"id":"é"}}']
  const timestampSeconds = Math.floor(Date.now() / 1000)
  const signature = standardSignature({ id, timestampSeconds, body: bytes(body) }, [standardKeyOf(secret)])
  const headers = { "webhook-id": id, "webhook-timestamp": String(timestampSeconds), "webhook-signature": signature }
  for (const Library of [StandardWebhook, SvixWebhook]) {
    const library = new Library(secret)
    expect(library.verify(body, headers)).toEqual(JSON.parse(body))
    expect(() => library.verify(`${body} `, headers)).toThrow()
    expect(() => library.verify(body, { ...headers, "webhook-id": `${id}x` })).toThrow()
    expect(() => new Library(`${secret.slice(0, -4)}AAAA`).verify(body, headers)).toThrow()
  }
})

test("a published HMAC-SHA256 vector comes out of the primitive (RFC 4231, case 2)", () => {
  expect(createHmac("sha256", "Jefe").update("what do ya want for nothing?").digest("hex")).toBe(
    "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
  )
})

test("whatever is signed verifies, and nothing that differs in one byte does", () => {
  const anyBody = fc.uint8Array({ maxLength: 200 })
  fc.assert(
    fc.property(anyBody, fc.string({ minLength: 1 }), fc.nat(), fc.nat(255), (body, secret, place, flip) => {
      const header = signatureHeader(body, [hashSecret(secret)], NOW_SECONDS)
      const options = { nowMs: NOW_SECONDS * 1000 }
      expect(verifyWebhook(body, header, secret, options)).toBe(true)
      expect(verifyWebhook(body, header, `${secret}x`, options)).toBe(false)
      if (body.length === 0 || flip === 0) return
      const changed = body.slice()
      changed[place % body.length]! ^= flip
      expect(verifyWebhook(changed, header, secret, options)).toBe(false)
    }),
  )
})

test("a text body verifies as its UTF-8 bytes", () => {
  const header = signatureHeader(bytes("é"), [hashSecret(SECRET)], NOW_SECONDS)
  expect(verifyWebhook("é", header, SECRET, { nowMs: NOW_SECONDS * 1000 })).toBe(true)
})

test("the time of a signature counts, both ways, to the second", () => {
  const header = signatureHeader(bytes("{}"), [hashSecret(SECRET)], NOW_SECONDS)
  const at = (seconds: number, toleranceSeconds?: number) =>
    verifyWebhook("{}", header, SECRET, { nowMs: (NOW_SECONDS + seconds) * 1000, toleranceSeconds })
  expect([at(0), at(300), at(301), at(-300), at(-301)]).toEqual([true, true, false, true, false])
  expect([at(59, 60), at(61, 60)]).toEqual([true, false])
  const fresh = signatureHeader(bytes("{}"), [hashSecret(SECRET)], Math.floor(Date.now() / 1000))
  expect([verifyWebhook("{}", fresh, SECRET), verifyWebhook("{}", header, SECRET)]).toEqual([true, false])
})

test("while two secrets overlap each of them verifies, and no third", () => {
  const [body, other] = ['{"event":"test"}', "whsec_other"]
  const header = signatureHeader(bytes(body), [hashSecret(SECRET), hashSecret(other)], NOW_SECONDS)
  const verifies = (secret: string) => verifyWebhook(body, header, secret, { nowMs: NOW_SECONDS * 1000 })
  expect([verifies(SECRET), verifies(other), verifies("whsec_third")]).toEqual([true, true, false])
  const many = Array.from({ length: 5 }, () => hashSecret(SECRET))
  expect(
    verifyWebhook(body, signatureHeader(bytes(body), many, NOW_SECONDS), SECRET, { nowMs: NOW_SECONDS * 1000 }),
  ).toBe(false)
})

test("a header that is not a signature is refused, not an error", () => {
  const header = signatureHeader(bytes("{}"), [hashSecret(SECRET)], NOW_SECONDS)
  const [t, v1] = header.split(",")
  const wrong = [
    null,
    undefined,
    "",
    "t=,v1=",
    t,
    v1,
    `${v1},${t}`,
    header.toUpperCase(),
    `${header}0`,
    header.slice(0, -1),
  ]
  const results = wrong.map(signature => verifyWebhook("{}", signature, SECRET, { nowMs: NOW_SECONDS * 1000 }))
  expect(results).toEqual(wrong.map(() => false))
})

test("custom headers may be any that the service does not set itself", () => {
  expect(headerViolations({ Authorization: "Bearer abc", "X-Tenant": "7", "x_y.z~1": "" })).toEqual([])
  const reserved = [
    "webhook-id",
    "Webhook-Signature",
    "Content-Type",
    "content-length",
    "HOST",
    "User-Agent",
    "X-Service-Event",
    "x-service-anything",
  ]
  for (const name of [...reserved, "Connection", "Transfer-Encoding"])
    expect(sentences(headerViolations({ [name]: "x" }))).toEqual([
      `headers.${name} is set by the service and must not be overwritten`,
    ])
  for (const name of ["", "a b", "a:b", "a\r\nb", "é"]) expect(headerViolations({ [name]: "x" })).toHaveLength(1)
  for (const value of ["a\r\nX-Injected: 1", "a\nb", "\0", "é", "x".repeat(1001)])
    expect(headerViolations({ "X-A": value })).toHaveLength(1)
  expect(sentences(headerViolations({ "X-A": "1", "x-a": "2" }))).toEqual(["headers.x-a is given twice"])
  const many = Object.fromEntries(Array.from({ length: MAX_HEADERS + 1 }, (_, i) => [`X-${i}`, "1"]))
  expect(sentences(headerViolations(many))).toEqual([`headers must have at most ${MAX_HEADERS} entries`])
})
