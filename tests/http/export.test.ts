import { afterAll, beforeAll, expect, test } from "bun:test"
import Papa from "papaparse"
import { smallestRequest } from "../support/requests.ts"
import { createClient, type ServiceOfOrganization } from "../support/service.ts"
import type { Client } from "../support/sessions.ts"
import { startShared } from "../support/shared.ts"

const PATH = "/v1/scans/export"
const SCANS = 1_203

let service: ServiceOfOrganization
let sandbox: Client

beforeAll(async () => {
  service = await startShared()
  sandbox = createClient(service, service.testKey)
  const line = (n: number) => JSON.stringify({ ...smallestRequest(), dossierId: n % 100 === 0 ? '=1+1,"x"' : "plain" })
  const lines = Array.from({ length: SCANS }, (_, n) => line(n)).join("\n")
  await sandbox.post("/v1/scans/bulk", lines, { "content-type": "application/x-ndjson" })
})
afterAll(() => service.end())

const rowsOf = async (query: string): Promise<Record<string, unknown>[]> => {
  const answer = await fetch(`${service.address}${PATH}?format=ndjson${query}`, {
    headers: { "x-api-key": service.testKey },
  })
  return (await answer.text())
    .split("\n")
    .filter(line => line !== "")
    .map(line => JSON.parse(line))
}

// @covers scans: GET /v1/scans/export
test("every scan is a line, once, newest first, as the list has it", async () => {
  const answer = await fetch(`${service.address}${PATH}?format=ndjson`, { headers: { "x-api-key": service.testKey } })
  expect(answer.headers.get("content-type")).toBe("application/x-ndjson")
  expect(answer.headers.get("content-disposition")).toBe('attachment; filename="scans.ndjson"')
  const rows: Record<string, unknown>[] = (await answer.text())
    .trim()
    .split("\n")
    .map(line => JSON.parse(line))
  expect(rows).toHaveLength(SCANS)
  const ids = rows.map(({ id }) => String(id))
  expect(new Set(ids).size).toBe(SCANS)
  expect(ids).toEqual([...ids].sort().reverse())
  const { items } = (await sandbox.get("/v1/scans?limit=1&page=700")).body
  const row = rows[699]!
  expect(Object.keys(row)).toEqual(Object.keys(items[0]))
  expect(row.id).toBe(items[0].id)
  expect(row.dossierId).toBe("plain")
})

test("a table has the same rows, and nothing in it is taken for a formula", async () => {
  const { body, headers } = await sandbox.get(`${PATH}?format=csv&dossierId=${encodeURIComponent('=1+1,"x"')}`)
  expect(headers.get("content-type")).toBe("text/csv; charset=utf-8")
  const { data, meta } = Papa.parse<Record<string, string>>(body.trim(), { header: true })
  const rows = await rowsOf(`&dossierId=${encodeURIComponent('=1+1,"x"')}`)
  expect(rows).toHaveLength(13)
  const lines = ["name", "reference", "address", "postalCode", "town", "email", "phone"].map(
    line => `customerDetails.${line}`,
  )
  const fields = Object.keys(rows[0]!).flatMap(name => (name === "customerDetails" ? lines : [name]))
  expect(meta.fields).toEqual(fields)
  expect(data.map(({ id }) => id)).toEqual(rows.map(({ id }) => String(id)))
  expect(new Set(data.map(({ dossierId }) => dossierId))).toEqual(new Set([`'=1+1,"x"`]))
  const none = await sandbox.get(`${PATH}?format=csv&dossierId=none`)
  expect(none.body).toBe(`${meta.fields!.join(",")}\r\n`)
})

test("a table has a column for each line about a customer", async () => {
  const customerDetails = { name: "=Quist", postalCode: "3511 AB" }
  await sandbox.post("/v1/scans", { ...smallestRequest(), dossierId: "named", customerDetails })
  const { body } = await sandbox.get(`${PATH}?format=csv&dossierId=named`)
  const [row] = Papa.parse<Record<string, string>>(body.trim(), { header: true }).data
  expect(row).toMatchObject({ "customerDetails.name": "'=Quist", "customerDetails.postalCode": "3511 AB" })
  expect(row!["customerDetails.address"]).toBe("")
  expect((await rowsOf("&dossierId=named")).map(item => item.customerDetails)).toEqual([customerDetails])
})

test("what is not offered is named, and another mode's scans are not exported", async () => {
  const parquet = await sandbox.get(`${PATH}?format=parquet`)
  expect([parquet.status, parquet.body.message]).toEqual([400, "format must be one of ndjson, csv"])
  expect((await sandbox.get(PATH)).status).toBe(400)
  const soon = await sandbox.get(`${PATH}?format=csv&createdFrom=soon`)
  expect([soon.status, soon.body.message]).toEqual([400, "createdFrom must be a date as YYYY-MM-DD"])
  const live = await fetch(`${service.address}${PATH}?format=ndjson`, { headers: { "x-api-key": service.liveKey } })
  expect([live.status, await live.text()]).toEqual([200, ""])
})

test("an export that has ended gives its share back", async () => {
  for (let i = 0; i < 5; i++) expect(await rowsOf("&dossierId=plain")).toHaveLength(SCANS - 13)
})
