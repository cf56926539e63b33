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
