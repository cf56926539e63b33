import { expect, test } from "bun:test"
import { createReconnectWait } from "../../infra/bus/nats/settings.ts"

test("a broker is called again after the wait by the monotonic clock, whatever the wall clock says", () => {
  let nowMs = 1_000
  const wait = createReconnectWait(() => nowMs)
  // The client connects if its last attempt plus the wait is not later than its wall clock.
  const connects = (lastAttemptMs: number, wallMs: number) => lastAttemptMs + wait() <= wallMs
  const DAY_MS = 86_400_000
  expect(connects(0, 0)).toBe(true)
  expect(connects(DAY_MS, 0)).toBe(false)
  nowMs += 10_000
  expect(connects(DAY_MS, 0)).toBe(true)
  expect(connects(DAY_MS, 0)).toBe(false)
})
