import { afterAll, beforeAll, expect, test } from "bun:test"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import Papa from "papaparse"
import { houseRequest } from "../support/requests.ts"
import { completedScan } from "../support/scans.ts"
import { createClient, LIVE_KEY, type ServiceOfOrganization, startFresh } from "../support/service.ts"
import type { Client } from "../support/sessions.ts"
import { startShared } from "../support/shared.ts"

let service: ServiceOfOrganization
let client: Client
let id: string

beforeAll(async () => {
  service = await startShared()
  client = createClient(service)
  const { newPv, ...house } = houseRequest()
  id = await completedScan(client, { ...house, newPv: [{ ...newPv[0], name: "=1+1" }] })
})
afterAll(() => service.end())

const read = (path: string, accept: string, headers: Record<string, string> = {}) =>
  fetch(service.address + path, { headers: { "x-api-key": service.liveKey, accept, ...headers } })

/** The value at `roofs[0].name` of an object. */
const at = (value: unknown, field: string): unknown =>
  field.split(/[.[\]]+/).reduce((part, name) => (name === "" ? part : (part as Record<string, unknown>)[name]), value)

const leaves = (value: unknown): number =>
  typeof value === "object" && value !== null
    ? Object.values(value).reduce<number>((count, each) => count + leaves(each), 0)
    : 1

// @covers scans: GET /v1/scans/{id}/result
test("a report as CSV has a line for each value, with the unit that the interface document names", async () => {
  const report = (await client.get(`/v1/scans/${id}/result`)).body
  const answer = await read(`/v1/scans/${id}/result`, "text/csv")
  expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8")
  expect(answer.headers.get("vary")).toContain("accept,")
  expect(answer.headers.get("content-disposition")).toBe(`attachment; filename="scan-${id}.csv"`)
  const { data, errors } = Papa.parse<Record<string, string>>((await answer.text()).trim(), { header: true })
  expect(errors).toEqual([])
  for (const { field, value } of data) {
    const shown = String(at(report, field!) ?? "")
    expect([field, value!]).toEqual([
      field,
      /^[=+\-@]/.test(shown) && Number.isNaN(Number(shown)) ? `'${shown}` : value!,
    ])
    expect([field, value!.replace(/^'/, "")]).toEqual([field, shown])
  }
  expect(data).toHaveLength(leaves(report))
  const unitOf = (name: string) => data.find(({ field }) => field === name)?.unit
  expect(unitOf("overview.kpi.yearlySavings")).toBe("EUR")
  expect(unitOf("overview.kpi.returnPeriod")).toBe("years")
  expect(unitOf("goal")).toBe("")
})

test("the hours as CSV have a line for each, with the values of the answer as JSON", async () => {
  const series = (await client.get(`/v1/scans/${id}/series`)).body
  const text = await (await read(`/v1/scans/${id}/series`, "text/csv;q=0.9, application/json;q=0.1")).text()
  const lines = text.trim().split("\r\n")
  expect(lines).toHaveLength(8761)
  expect(lines[0]).toBe(["hour", ...Object.keys(series)].join(","))
  expect(lines[4321]).toBe([4320, ...Object.values(series).map(values => (values as number[])[4320])].join(","))
})

test("each form has an ETag of its own, and who has it already reads nothing", async () => {
  const [json, csv] = await Promise.all(
    ["application/json", "text/csv"].map(
      async type => (await read(`/v1/scans/${id}/result`, type)).headers.get("etag")!,
    ),
  )
  expect(json).not.toBe(csv!)
  const again = (type: string) => read(`/v1/scans/${id}/result`, type, { "if-none-match": csv! })
  expect((await again("text/csv")).status).toBe(304)
  expect((await again("application/json")).status).toBe(200)
})

test("JSON comes unless Accept names another form, and 406 where it names nothing but a PDF and there is none", async () => {
  const token = (await client.put(`/v1/scans/${id}/share`, { enabled: true })).body.shareToken
  const [result, series] = [`/v1/scans/${id}/result`, `/v1/scans/${id}/series`]
  const [scan, shared] = [`/v1/scans/${id}`, `/v1/scans/shared/${token}`]
  const unknown = ["text/plain", "text/html", "application/xml", "text/*", "image/*", "application/json;q=0"]
  const usual = ["*/*", "application/*", "text/html,application/xhtml+xml,*/*;q=0.8", "application/json", ""]
  const mixed = ["application/pdf, */*", "application/json, text/csv", "text/csv;q=0.5, */*"]
  for (const path of [result, series, scan, shared]) {
    for (const type of [...unknown, ...usual, ...mixed]) {
      const { status, headers } = await read(path, type)
      expect([path, type, status, headers.get("content-type")]).toEqual([path, type, 200, "application/json"])
    }
  }
  for (const path of [scan, shared]) {
    for (const type of ["text/csv", "application/pdf"]) {
      const { status, headers } = await read(path, type)
      expect([path, type, status, headers.get("content-type")]).toEqual([path, type, 200, "application/json"])
    }
  }
  for (const path of [result, series]) {
    for (const type of [
      "text/csv, */*",
      "text/csv, text/html",
      "application/json;q=0.5, text/csv",
      "application/pdf, text/csv",
    ])
      expect([path, type, (await read(path, type)).headers.get("content-type")]).toEqual([
        path,
        type,
        "text/csv; charset=utf-8",
      ])
    const answer = await read(path, "application/pdf")
    const { code, message } = (await answer.json()) as { code: string; message: string }
    expect([path, answer.status, code]).toEqual([path, 406, "NOT_ACCEPTABLE"])
    expect(message).toBe("the answer has the forms application/json, text/csv: name one in Accept")
  }
})

test("a page of another origin reads the name of a file, and a cache keeps the answers to origins and forms apart", async () => {
  const other = await startFresh({ CORS_ORIGINS: "https://shop.example" })
  const own = await completedScan(createClient(other.address))
  for (const path of [`/v1/scans/${own}/result`, `/v1/scans/${own}/series`, "/v1/batteries/products"]) {
    const headers = { "x-api-key": LIVE_KEY, accept: "text/csv", origin: "https://shop.example" }
    const answer = await fetch(other.address + path, { headers })
    expect(answer.headers.get("access-control-expose-headers")).toContain("content-disposition")
    const varies = answer.headers.get("vary")!.split(", ")
    expect([path, varies.includes("origin"), varies.includes("accept")]).toEqual([path, true, true])
    await answer.body?.cancel()
  }
  await other.end()
})

test("who may not read the report gets no form of it, and before completion there is none", async () => {
  const other = await fetch(`${service.address}/v1/scans/${id}/result`, { headers: { accept: "text/csv" } })
  expect(other.status).toBe(401)
  const sandbox = createClient(service.address, "zs_test_none")
  expect((await sandbox.get(`/v1/scans/${id}/result`)).status).toBe(401)
  expect((await read(`/v1/scans/${await failedScan()}/result`, "text/csv")).status).toBe(409)
  expect(await completedScan(client)).toBeDefined()
})

const failedScan = async (): Promise<string> => {
  const impossible = { goal: "renewable-minimum", renewableElectricityMinFraction: 0.99 }
  return (await client.post("/v1/scans", { ...houseRequest(), ...impossible }, { prefer: "wait=60" })).body.id
}

test("a browser that cannot print is 503, and leaves nothing that bars the next", async () => {
  const broken = await startFresh({ PDF_CHROMIUM: "/bin/false" })
  const own = createClient(broken.address)
  const scan = await completedScan(own)
  for (const _ of [1, 2]) {
    const answer = await own.get(`/v1/scans/${scan}/result`, { accept: "application/pdf" })
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([
      503,
      "UNAVAILABLE",
      "the PDF could not be made; try again in a moment",
    ])
  }
  await broken.end()
})

/**
 * A program in place of a browser: requests the data of its page with a query that is refused, and writes a document
 * nevertheless.
 */
const BROWSER = `#!${process.execPath}
const page = new URL(process.argv.at(-1))
const { status } = await fetch(new URL(page.pathname.replace("/shared/", "/v1/scans/shared/") + "?unknown=1", page))
if (status !== 500) process.exit(1)
await Bun.write(process.argv.find(each => each.startsWith("--print-to-pdf=")).split("=")[1], "%PDF-")
`

test("a page that was not given its report is no document", async () => {
  const folder = mkdtempSync(join(tmpdir(), "solar-scan-browser-"))
  const executable = join(folder, "browser")
  writeFileSync(executable, BROWSER, { mode: 0o755 })
  const misled = await startFresh({ PDF_CHROMIUM: executable })
  const own = createClient(misled.address)
  const scan = await completedScan(own)
  for (const _ of [1, 2]) {
    const answer = await own.get(`/v1/scans/${scan}/result`, { accept: "application/pdf" })
    expect([answer.status, answer.body.code]).toEqual([503, "UNAVAILABLE"])
  }
  await misled.end()
  rmSync(folder, { recursive: true })
})
