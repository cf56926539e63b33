import { afterAll, beforeAll, expect, test } from "bun:test"
import { farmRequest, smallestRequest } from "../support/requests.ts"
import { completedScan, endOf } from "../support/scans.ts"
import { createClient, type RunningService, startFresh } from "../support/service.ts"
import type { Client } from "../support/sessions.ts"

let service: RunningService
let client: Client

beforeAll(async () => {
  service = await startFresh({ WORKER_THREADS: "1", LOG_LEVEL: "info" })
  client = createClient(service.address)
})
afterAll(() => service.end())

const linesAbout = (id: string) =>
  service
    .output()
    .split("\n")
    .filter(line => line.includes(id))

// @covers scans: DELETE /v1/scans/{id}
test("a pending scan that is cancelled is never solved; what is cancelled is gone, in whatever state it was", async () => {
  const { items } = (await client.post("/v1/scans/batch", { scans: Array.from({ length: 4 }, farmRequest) })).body
  const ids: string[] = items.map(({ id }: { id: string }) => id)
  for (const id of ids.toReversed()) {
    const removed = await client.delete(`/v1/scans/${id}`)
    expect([removed.status, removed.body]).toEqual([204, ""])
  }
  for (const id of ids)
    for (const path of ["", "/status", "/result", "/events"])
      expect((await client.get(`/v1/scans/${id}${path}`)).body).toEqual({
        statusCode: 404,
        message: "scan not found",
        code: "NOT_FOUND",
        reason: "not-found",
      })
  expect(await endOf(client, (await client.post("/v1/scans", smallestRequest())).body.id)).toBe("completed")
  const [last] = ids.toReversed()
  expect(linesAbout(last!).filter(line => line.includes("scan solved"))).toEqual([])
})

test("an ended scan is deleted with its report", async () => {
  const id = await completedScan(client)
  const { shareToken } = (await client.put(`/v1/scans/${id}/share`, { enabled: true })).body
  expect((await client.delete(`/v1/scans/${id}`)).status).toBe(204)
  for (const path of [`/v1/scans/${id}`, `/v1/scans/${id}/result`, `/v1/scans/shared/${shareToken}`])
    expect((await client.get(path)).status).toBe(404)
  expect((await client.delete(`/v1/scans/${id}`)).status).toBe(404)
})
