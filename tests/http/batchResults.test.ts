import { afterAll, beforeAll, expect, test } from "bun:test"
import Papa from "papaparse"
import { createScanClient } from "../../client/index.ts"
import { newId } from "../../infra/ids.ts"
import { smallestRequest } from "../support/requests.ts"
import { createClient, type ServiceOfOrganization, until } from "../support/service.ts"
import type { Client } from "../support/sessions.ts"
import { startShared } from "../support/shared.ts"

const NDJSON = { "content-type": "application/x-ndjson" }

let service: ServiceOfOrganization
let sandbox: Client

beforeAll(async () => {
  service = await startShared()
  sandbox = createClient(service, service.testKey)
})
afterAll(() => service.end())

const lineOf = (dossierId: string, more: object = {}) => JSON.stringify({ ...smallestRequest(), dossierId, ...more })

const bulk = async (lines: readonly string[], batchId = newId()): Promise<string> => {
  const { status } = await sandbox.post(`/v1/scans/bulk?batchId=${batchId}`, lines.join("\n"), NDJSON)
  expect(status).toBe(201)
  return batchId
}

const rowsIn = (text: string): Record<string, unknown>[] =>
  text
    .split("\n")
    .filter(line => line !== "")
    .map(line => JSON.parse(line))

const read = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(service.address + path, { headers: { "x-api-key": service.testKey, ...headers } })
  return { headers: answer.headers, text: await answer.text() }
}

// @covers scans: GET /v1/batches/{id}/results
test("each line of a batch has a row in order: its scan's figures, or its refusal", async () => {
  const id = await bulk([lineOf("a"), "{", "", lineOf("b", { yearlyKwh: 0 }), lineOf("c")])
  await until(async () => (await sandbox.get(`/v1/batches/${id}`)).body.isOver || undefined, 30_000)
  const { text, headers } = await read(`/v1/batches/${id}/results`)
  expect(headers.get("content-type")).toBe("application/x-ndjson")
  const rows = rowsIn(text)
  expect(rows.map(({ line, dossierId, status }) => [line, dossierId, status])).toEqual([
    [1, "a", "completed"],
    [2, null, "refused"],
    [4, "b", "refused"],
    [5, "c", "completed"],
  ])
  const [solved, broken, refused] = rows
  const report = (await sandbox.get(`/v1/scans/${solved!.id}/result`)).body
  expect(solved).toMatchObject({
    panels: report.solar.newSystems.reduce((sum: number, one: { panelCount: number }) => sum + one.panelCount, 0),
    batteryKwh: report.battery.specs.capacityKwh,
    investment: report.financial.investment.totalInvestment,
    netPresentValue: report.financial.netPresentValue,
    savingsP10: report.outlook?.firstYearSavings.p10 ?? null,
    savingsP50: report.outlook?.firstYearSavings.p50 ?? null,
    savingsP90: report.outlook?.firstYearSavings.p90 ?? null,
    payback: report.overview.kpi.returnPeriod,
    currency: "EUR",
    error: null,
  })
  expect(broken).toMatchObject({ id: null, panels: null, error: { code: "INVALID_JSON" } })
  expect(refused!.error).toMatchObject({ code: "INVALID_INPUT", errors: [{ path: ["yearlyKwh"], rule: "above" }] })
  const rest = rowsIn((await read(`/v1/batches/${id}/results?after=2`)).text)
  expect(rest).toEqual(rows.slice(2))
  const listed = (await sandbox.get(`/v1/scans?batchId=${id}`)).body.items
  expect(listed[0]).toMatchObject({
    dossierId: "c",
    panels: rows[3]!.panels,
    netPresentValue: rows[3]!.netPresentValue,
  })
})

test("the rows are a table when CSV is asked for, and other organizations have no such batch", async () => {
  const id = await bulk([lineOf("=1+1"), "[]"])
  for (const [path, headers] of [
    [`/v1/batches/${id}/results?format=csv`, {}],
    [`/v1/batches/${id}/results`, { accept: "text/csv" }],
  ] as const) {
    const answer = await read(path, headers)
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8")
    const { data } = Papa.parse<Record<string, string>>(answer.text.trim(), { header: true })
    expect(data.map(row => [row.line, row.dossierId, row["error.code"]])).toEqual([
      ["1", "'=1+1", ""],
      ["2", "", "INVALID_INPUT"],
    ])
  }
  expect((await createClient(service).get(`/v1/batches/${id}/results`)).status).toBe(404)
})

test("items of a batch of POST /v1/scans/batch are lines too", async () => {
  const scans = [{ ...smallestRequest(), dossierId: "first" }, { dossierId: "second" }]
  const { body } = await sandbox.post("/v1/scans/batch", { scans })
  const rows = rowsIn((await read(`/v1/batches/${body.batchId}/results`)).text)
  expect(rows.map(({ line, id, dossierId }) => [line, id, dossierId])).toEqual([
    [1, body.items[0].id, "first"],
    [2, null, "second"],
  ])
})

test("a followed batch gives each row once its scan has ended, and clients resume behind a line", async () => {
  const id = await bulk([lineOf("a"), "{", lineOf("c")])
  const client = createScanClient({ baseUrl: service.address, apiKey: service.testKey })
  const rows = await Array.fromAsync(client.batchResults(id))
  expect(rows.map(({ line, status }) => [line, status])).toEqual([
    [1, "completed"],
    [2, "refused"],
    [3, "completed"],
  ])
  const rest = await Array.fromAsync(client.batchResults(id, { after: 2, follow: false }))
  expect(rest).toEqual(rows.slice(2))
})

// @covers scans: POST /v1/batches/{id}/cancel
test("a cancelled batch has no unfinished scans, keeps its lines, and ends with its event", async () => {
  const id = await bulk([lineOf("a"), lineOf("b"), "{"])
  const client = createScanClient({ baseUrl: service.address, apiKey: service.testKey })
  const before = rowsIn((await read(`/v1/batches/${id}/results`)).text)
  const cancelled = await client.cancelBatch(id)
  expect(cancelled).toMatchObject({ isClosed: true, isOver: true })
  expect(cancelled.cancelledAt).not.toBeNull()
  const rows = rowsIn((await read(`/v1/batches/${id}/results`)).text)
  expect(rows.map(({ line, id: scan, dossierId, status }) => [line, scan, dossierId, status])).toEqual([
    [1, before[0]!.id, "a", "cancelled"],
    [2, before[1]!.id, "b", "cancelled"],
    [3, null, null, "refused"],
  ])
  expect((await sandbox.get(`/v1/scans/${before[0]!.id}`)).status).toBe(404)
  expect((await client.cancelBatch(id)).cancelledAt).toBe(cancelled.cancelledAt)
  const ended = await until(async () => {
    const { items } = (await sandbox.get(`/v1/events?batchId=${id}&type=batch.completed`)).body
    return items[0]
  }, 30_000)
  expect(ended.data).toMatchObject({ id, lines: 3, accepted: 2, scans: { completed: 0, error: 0 } })
  expect((await sandbox.post(`/v1/batches/${newId()}/cancel`, {})).status).toBe(404)
})

test("an erasure by dossier deletes refused and cancelled lines of the dossier", async () => {
  const id = await bulk([lineOf("gone", { yearlyKwh: 0 }), lineOf("stays", { yearlyKwh: 0 })])
  const { body } = await createClient(service).post("/v1/customers/erasure", { by: "dossierId", value: "gone" })
  expect(body.lines).toBe(1)
  const rows = rowsIn((await read(`/v1/batches/${id}/results`)).text)
  expect(rows.map(({ dossierId }) => dossierId)).toEqual(["stays"])
})

test("an event feed gives the events of one type, batch or dossier, and a cursor behind all others", async () => {
  const id = await bulk([lineOf("mine"), lineOf("other")])
  const page = async (query: string) => (await sandbox.get(`/v1/events?${query}`)).body
  // An event is read once it has its place, shortly after the end of the batch.
  await until(async () => (await page(`batchId=${id}&type=batch.completed`)).items[0], 30_000)
  const names = async (query: string) => (await page(query)).items.map(({ event }: { event: string }) => event)
  const ofBatch: string[] = await names(`batchId=${id}`)
  expect(ofBatch.at(-1)).toBe("batch.completed")
  expect(ofBatch.filter(name => name === "scan.completed")).toHaveLength(2)
  expect(await names("dossierId=mine")).toEqual(["scan.pending", "scan.processing", "scan.completed"])
  expect(await names(`batchId=${id}&type=scan.pending`)).toEqual(["scan.pending", "scan.pending"])
  const nothing = await page("dossierId=nobody")
  expect(nothing).toMatchObject({ items: [], hasMore: false, cursor: (await page("after=latest")).cursor })
  const first = await page(`batchId=${id}&type=scan.pending&limit=1`)
  expect(first).toMatchObject({ hasMore: true })
  const second = await page(`batchId=${id}&type=scan.pending&limit=1&after=${first.cursor}`)
  expect(second.items).toHaveLength(1)
  expect(second.items[0].id).not.toBe(first.items[0].id)
})

test("results and exports are gzipped for a caller that accepts it", async () => {
  const id = await bulk([lineOf("a")])
  for (const path of [`/v1/batches/${id}/results`, `/v1/scans/export?format=ndjson&batchId=${id}`]) {
    const ask = (encoding: string) =>
      fetch(service.address + path, {
        headers: { "x-api-key": service.testKey, "accept-encoding": encoding },
        decompress: false,
      } as RequestInit)
    const packed = await ask("gzip")
    expect([
      path,
      packed.headers.get("content-encoding"),
      packed.headers.get("vary")?.includes("accept-encoding"),
    ]).toEqual([path, "gzip", true])
    const text = new TextDecoder().decode(Bun.gunzipSync(await packed.bytes()))
    const plain = await ask("identity")
    expect(plain.headers.get("content-encoding")).toBeNull()
    expect(rowsIn(text)[0]!.id).toBe(rowsIn(await plain.text())[0]!.id)
  }
})
