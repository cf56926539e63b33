import { expect, test } from "bun:test"
import { createAnswers } from "../../api/http/answers.ts"

const whole = { method: "GET", status: 200, body: "{}" }
const COMMON = { "x-content-type-options": "nosniff", "content-security-policy": "default-src 'none'" }

test("Answers of one kind have the headers that they share, and each its own others", () => {
  const answerOf = createAnswers(COMMON)
  const shared = { vary: "accept", "cache-control": "no-store", "content-type": "application/json" }
  const first = answerOf(whole, { ...shared, "x-request-id": "1", etag: '"a"', "ratelimit-limit": 10 })
  const second = answerOf(whole, { ...shared, "x-request-id": "2", "ratelimit-limit": 10 })
  expect(Object.fromEntries(first.headers)).toEqual({
    ...COMMON,
    ...shared,
    "x-request-id": "1",
    etag: '"a"',
    "ratelimit-limit": "10",
  })
  expect(Object.fromEntries(second.headers)).toEqual({
    ...COMMON,
    ...shared,
    "x-request-id": "2",
    "ratelimit-limit": "10",
  })
})

const HEADERS = {
  vary: ["accept", "accept, origin"],
  "cache-control": ["no-store", "private, no-cache"],
  "content-type": ["application/json", "text/csv"],
  "ratelimit-policy": ['"calls-of-key";q=10;w=60', '"calls-of-user";q=10;w=60'],
  "ratelimit-limit": ["10", "20"],
  "retry-after": ["1", "2"],
} as const

test.each(Object.entries(HEADERS))("Answers that differ in %p alone keep each its own", (name, [one, other]) => {
  const answerOf = createAnswers(COMMON)
  const alike = Object.fromEntries(Object.entries(HEADERS).map(([each, [value]]) => [each, value]))
  const values = [one, other, one].map(value => answerOf(whole, { ...alike, [name]: value }).headers.get(name))
  expect(values).toEqual([one, other, one])
  expect(answerOf(whole, { ...alike, [name]: undefined }).headers.get(name)).toBeNull()
})

test("A header that differs from the one that all answers have, and a header of another kind, are the answer's own", () => {
  const answerOf = createAnswers(COMMON)
  const page = answerOf(whole, { vary: "accept", "content-security-policy": "default-src 'self'" })
  const other = answerOf({ ...whole, status: 201 }, { vary: "accept", location: "/v1/scans/1" })
  expect(page.headers.get("content-security-policy")).toBe("default-src 'self'")
  expect(other.headers.get("content-security-policy")).toBe("default-src 'none'")
  expect(other.headers.get("location")).toBe("/v1/scans/1")
  expect(other.headers.get("etag")).toBeNull()
  expect([page.status, other.status]).toEqual([200, 201])
})
