import { expect, test } from "bun:test"
import { createScanClient, ScanTimeout } from "solar-scan-service/client"

/** A service with too many calls, which accepts calls again after 20 seconds. */
const answer = async () =>
  Response.json({ statusCode: 429, message: "too many calls" }, { status: 429, headers: { "retry-after": "20" } })
const scans = createScanClient({ baseUrl: "http://service", fetch: Object.assign(answer, { preconnect: () => {} }) })

test("a wait for a report ends at its deadline, though the service asks for a longer pause", async () => {
  const waited = scans.waitForReport("1", { timeoutMs: 50 }).catch(error => error)
  expect(await Promise.race([waited, Bun.sleep(10_000)])).toBeInstanceOf(ScanTimeout)
})

test("a pause ends when its caller gives up", async () => {
  const read = Array.fromAsync(scans.progress("1", AbortSignal.timeout(50))).catch(error => error.name)
  expect(await Promise.race([read, Bun.sleep(10_000)])).toBe("TimeoutError")
})
