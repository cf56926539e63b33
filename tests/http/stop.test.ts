import { expect, test } from "bun:test"
import { hardRequest, smallestRequest } from "../support/requests.ts"
import { createClient, freshDataDir, startProcess, until } from "../support/service.ts"

/** A search that runs to its budget; no stop waits for it. */
const LONG = { SIZING_TOLERANCE: "1e-7", SOLVE_BUDGET_MS: "60000", WORKER_THREADS: "1", LOG_LEVEL: "info" }
const WAIT_MS = 90_000

test("a stop gives the running scan back at once, and it is solved after the next start", async () => {
  const dataDir = await freshDataDir()
  const first = await startProcess(dataDir, LONG)
  const client = createClient(first.address)
  const { body: scan } = await client.post("/v1/scans", hardRequest())
  await until(async () => {
    const { body } = await client.get(`/v1/scans/${scan.id}`)
    return body.status === "processing" ? body : undefined
  }, WAIT_MS)
  const waiting = await client.post("/v1/scans", smallestRequest())
  expect(await first.end("SIGTERM")).toBe(0)
  expect(first.output()).toContain("scan given back")
  expect(first.output()).not.toContain("scan solved")

  const second = await startProcess(dataDir, { SOLVE_BUDGET_MS: "300", WORKER_THREADS: "1", LOG_LEVEL: "info" })
  const again = createClient(second.address)
  for (const id of [scan.id, waiting.body.id])
    await until(async () => {
      const { body } = await again.get(`/v1/scans/${id}`)
      return body.status === "optimal" ? body : undefined
    }, WAIT_MS)
  expect(second.output()).not.toContain("scan not solved")
  await second.end()
})
