import { afterAll, beforeAll, expect, test } from "bun:test"
import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { smallestRequest } from "../support/requests.ts"
import { createClient, type ServiceOfOrganization, startFresh, until } from "../support/service.ts"
import type { Client } from "../support/sessions.ts"
import { startShared } from "../support/shared.ts"

const NDJSON = { "content-type": "application/x-ndjson" }
const GOOD = JSON.stringify(smallestRequest())

let service: ServiceOfOrganization
let sandbox: Client

beforeAll(async () => {
  service = await startShared()
  sandbox = createClient(service, service.testKey)
})
afterAll(() => service.end())

const send = (client: Client, body: string, query = "") => client.post(`/v1/scans/bulk${query}`, body, NDJSON)

// @covers scans: POST /v1/scans/bulk
test("each line is accepted or refused by itself, with its number, and the batch shows how far its scans are", async () => {
  const lines = [GOOD, "{", "", JSON.stringify({ ...smallestRequest(), yearlyKwh: 0 }), `${GOOD}\r`, "[]", GOOD]
  const { status, body, headers } = await send(sandbox, lines.join("\n"))
  expect(status).toBe(201)
  expect(body).toMatchObject({ lines: 6, accepted: 3, refused: 3, moreErrors: 0 })
  expect(body.errors.map(({ line, statusCode, code }: Record<string, unknown>) => [line, statusCode, code])).toEqual([
    [2, 400, "INVALID_JSON"],
    [4, 400, "INVALID_INPUT"],
    [6, 400, "INVALID_INPUT"],
  ])
  expect(body.errors[1]).toMatchObject({ errors: [{ path: ["yearlyKwh"], rule: "above" }] })
  const path = headers.get("location")!
  expect(path).toBe(`/v1/batches/${body.id}`)
  const begun = (await sandbox.get(path)).body
  expect(begun).toMatchObject({ id: body.id, isClosed: true, isOver: false, lines: 6, accepted: 3, refused: 3 })
  expect(begun.scans.pending + begun.scans.processing).toBe(3)
  const over = await until(async () => {
    const { body: batch } = await sandbox.get(path)
    return batch.isOver ? batch : undefined
  }, 30_000)
  expect(over.scans).toEqual({ pending: 0, processing: 0, completed: 3, error: 0 })
  expect((await sandbox.get("/v1/scans")).body.total).toBe(3)
  expect((await createClient(service).get(path)).status).toBe(404)
  expect((await sandbox.get("/v1/batches/nothing")).status).toBe(404)
})

test("a list and an export of a batch have its scans alone", async () => {
  const dossiers = ["a-1", "a-2"]
  const lines = dossiers.map(dossierId => JSON.stringify({ ...smallestRequest(), dossierId }))
  const { body } = await send(sandbox, lines.join("\n"))
  const listed = (await sandbox.get(`/v1/scans?batchId=${body.id}&status=running`)).body
  const others = (await sandbox.get("/v1/scans")).body.total
  expect([listed.total, others > 2]).toEqual([2, true])
  const headers = { "x-api-key": service.testKey }
  const exported = await fetch(`${service.address}/v1/scans/export?format=ndjson&batchId=${body.id.toUpperCase()}`, {
    headers,
  })
  const rows = (await exported.text())
    .trim()
    .split("\n")
    .map(line => JSON.parse(line))
  expect(rows.map(({ dossierId }) => dossierId).sort()).toEqual(dossiers)
  expect(rows.map(({ id }) => id).sort()).toEqual(listed.items.map(({ id }: { id: string }) => id).sort())
  expect((await createClient(service).get(`/v1/scans?batchId=${body.id}`)).body.total).toBe(0)
  expect((await sandbox.get("/v1/scans?batchId=mine")).body.message).toMatch(/^batchId must be a UUID/)
})

test("lines are worked on while others still arrive, and what was accepted stays when the request breaks off", async () => {
  const id = "019a4c22-0c31-7a05-9c7e-2b6d5f81e3a0"
  const more = Promise.withResolvers<void>()
  const leaving = new AbortController()
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(new TextEncoder().encode(`${GOOD}\n`.repeat(250)))
      await more.promise
    },
  })
  const sent = fetch(`${service.address}/v1/scans/bulk?batchId=${id}`, {
    method: "POST",
    headers: { ...NDJSON, "x-api-key": service.testKey },
    body,
    signal: leaving.signal,
  }).catch(() => undefined)
  const batch = async () => (await sandbox.get(`/v1/batches/${id}`)).body
  const begun = await until(async () => ((await batch()).accepted > 0 ? batch() : undefined))
  expect(begun).toMatchObject({ isClosed: false, lines: 200, accepted: 200 })
  leaving.abort()
  more.resolve()
  await sent
  expect(await until(async () => ((await batch()).isClosed ? batch() : undefined))).toMatchObject({ accepted: 200 })
  const again = await send(sandbox, GOOD, `?batchId=${id}`)
  expect([again.status, again.body.code]).toEqual([409, "BATCH_EXISTS"])
  // An id belongs to one organization and mode.
  expect((await send(createClient(service), GOOD, `?batchId=${id}`)).status).toBe(201)
})

test("a line that is too long is refused alone, and so is what comes after the last line that is taken", async () => {
  const long = JSON.stringify({ ...smallestRequest(), name: "x".repeat(1024 * 1024) })
  const mixed = (await send(sandbox, [GOOD, long, GOOD].join("\n"))).body
  expect(mixed).toMatchObject({ accepted: 2, refused: 1, errors: [{ line: 2, statusCode: 413 }] })
  const many = (await send(sandbox, "0\n".repeat(100_005))).body
  expect(many).toMatchObject({ lines: 100_001, accepted: 0, refused: 100_001, moreErrors: 99_001 })
  expect(many.errors).toHaveLength(1_000)
}, 120_000)

test("the quota counts each line", async () => {
  const folder = mkdtempSync(join(tmpdir(), "solar-scan-tiers-"))
  const trial = { monthlyScans: 3, beyondQuota: "refuse", priceEurPerScan: 1.5, overagePriceEurPerScan: 0 }
  const tiers = { defaultTier: "trial", tiers: { trial } }
  writeFileSync(join(folder, "tiers.json"), JSON.stringify(tiers))
  const limited = await startFresh({ TIERS_FILE: join(folder, "tiers.json") })
  const { body } = await send(createClient(limited.address), `${GOOD}\n`.repeat(5))
  expect(body).toMatchObject({ accepted: 3, refused: 2 })
  expect(body.errors.map(({ line, code }: Record<string, unknown>) => [line, code])).toEqual([
    [4, "QUOTA_USED_UP"],
    [5, "QUOTA_USED_UP"],
  ])
  await limited.end()
})

test("a body of another type, a wrong id and a key that may not write are refused", async () => {
  expect((await sandbox.post("/v1/scans/bulk", GOOD)).status).toBe(415)
  expect((await send(sandbox, GOOD, "?batchId=mine")).status).toBe(400)
  expect((await send(createClient(service.address, null), GOOD)).status).toBe(401)
  const empty = await fetch(`${service.address}/v1/scans/bulk`, {
    method: "POST",
    headers: { ...NDJSON, "x-api-key": service.liveKey },
  })
  expect(await empty.json()).toMatchObject({ lines: 0, accepted: 0, refused: 0, errors: [] })
})
