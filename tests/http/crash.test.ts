import { expect, test } from "bun:test"
import { houseRequest } from "../support/requests.ts"
import { createClient, freshDataDir, startProcess, until } from "../support/service.ts"

const SCANS = 20
/**
 * Recovery time on the cluster engine [ms]: the broker redelivers jobs of dead workers after its wait, or they are
 * requeued after 30 s.
 */
const RECOVERY_MS = 90_000

test("kill -9 in the middle of 20 scans: after the restart every accepted scan ends, once", async () => {
  const dataDir = await freshDataDir()
  const accepted: string[] = []
  const first = await startProcess(dataDir, { WORKER_THREADS: "1" })
  const client = createClient(first.address)
  const posting = Array.from({ length: SCANS }, async (_, i) => {
    const answer = await client.post("/v1/scans", { ...houseRequest(), yearlyKwh: 3000 + i }).catch(() => undefined)
    if (answer?.status === 201) accepted.push(answer.body.id)
  })
  await until(() => (accepted.length >= SCANS / 2 ? true : undefined))
  await first.end("SIGKILL")
  await Promise.all(posting)
  expect(accepted.length).toBeGreaterThanOrEqual(SCANS / 2)

  const second = await startProcess(dataDir)
  const again = createClient(second.address)
  const list = await until(async () => {
    const { body } = await again.get("/v1/scans?limit=100")
    return body.items.every(({ status }: { status: string }) => status === "completed") ? body : undefined
  }, RECOVERY_MS)
  const ids = list.items.map(({ id }: { id: string }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(accepted.filter(id => !ids.includes(id))).toEqual([])
  for (const id of accepted) expect((await again.get(`/v1/scans/${id}/result`)).status).toBe(200)
  await second.end()
})
