import { afterAll, beforeAll, expect, test } from "bun:test"
import {
  createClient,
  createScanClient,
  ScanApiError,
  type ScanClient,
  ScanFailed,
  ScanTimeout,
} from "../../client/index.ts"
import { houseRequest, smallestRequest } from "../support/requests.ts"
import type { ServiceOfOrganization } from "../support/service.ts"
import { startShared } from "../support/shared.ts"

let service: ServiceOfOrganization
let scans: ScanClient

beforeAll(async () => {
  service = await startShared()
  scans = createScanClient({ baseUrl: `${service.address}/`, apiKey: service.liveKey })
})
afterAll(() => service.end())

const house = () => ({ ...houseRequest(), inputMethod: "known" as const })
const small = () => ({ ...smallestRequest(), inputMethod: "known" as const })

test("from a request to its report, with the progress on the way", async () => {
  const { id, status } = await scans.createScan(house())
  expect(status).toBe("pending")
  const progressions: number[] = []
  const report = await scans.waitForReport(id, { onProgress: ({ progression }) => progressions.push(progression) })
  expect(report).toMatchObject({ id, status: "optimal" })
  expect(progressions.at(-1)).toBe(100)
  expect(await scans.report(id)).toEqual(report)
  expect(await scans.scan(id)).toEqual(report)
  expect((await scans.status(id)).status).toBe("completed")
  expect((await scans.request(id)).yearlyKwh).toBe(3500)
  expect((await scans.chart(id, { interval: "week", startDate: "2026-03-02" })).labels).toHaveLength(7)
  expect((await scans.plan(id, "2026-03-02")).hours).toHaveLength(24)
})

test("a report as a file, and the headers of an answer", async () => {
  const { id } = await scans.createScan(small(), { waitSeconds: 60 })
  const csv = await scans.reportAs(id, "text/csv")
  expect([csv.type, (await csv.text()).split("\n")[0]?.trim()]).toEqual([
    expect.stringContaining("text/csv"),
    "field,value,unit",
  ])
  expect(await scans.reportAs(id, "application/pdf").catch(error => error)).toMatchObject({
    status: 406,
    code: "NOT_ACCEPTABLE",
  })
  const client = createClient({ baseUrl: service.address, apiKey: service.liveKey })
  const series = await client.open("GET /v1/scans/{id}/series", { params: { id }, accept: "text/csv" })
  expect([series.headers.has("etag"), (await series.text()).startsWith("hour,")]).toEqual([true, true])
})

test("an adjustment, its original's list, sharing and branding", async () => {
  const { id } = await scans.createScan(house(), { waitSeconds: 60 })
  const adjusted = await scans.createScan({ copiedFromId: id, electricBattery: null }, { waitSeconds: 60 })
  expect(adjusted.status).toBe("completed")
  expect((await scans.adjustments(id)).map(scan => scan.id)).toEqual([adjusted.id])
  const { shareToken } = await scans.share(adjusted.id, true)
  const anyone = createScanClient({ baseUrl: service.address })
  expect(await anyone.sharedScan(shareToken ?? "", { interval: "month" })).toMatchObject({
    scanId: adjusted.id,
    chartData: { intervalType: "month" },
    ...(await scans.branding(id)),
  })
  await scans.remove(adjusted.id)
  expect(await scans.scan(adjusted.id).catch(error => error)).toMatchObject({ status: 404, message: "scan not found" })
})

test("a batch, and the list of a dossier", async () => {
  const { items } = await scans.createScans([
    { ...small(), dossierId: "client" },
    { ...small(), yearlyKwh: -1 },
  ])
  expect(items[1]).toEqual({
    statusCode: 400,
    message: "yearlyKwh must be above 0",
    code: "INVALID_INPUT",
    errors: expect.any(Array),
  })
  expect(await scans.listScans({ dossierId: "client", limit: 5 })).toMatchObject({ total: 1, limit: 5 })
})

test("what goes wrong is thrown with the service's own words", async () => {
  const refused = await scans.createScan({ ...small(), yearlyKwh: 0 }).catch(error => error)
  expect(refused).toBeInstanceOf(ScanApiError)
  expect(refused).toMatchObject({
    status: 400,
    message: "yearlyKwh must be above 0",
    requestId: expect.any(String),
    code: "INVALID_INPUT",
    errors: [{ path: ["yearlyKwh"], rule: "above", message: "yearlyKwh must be above 0" }],
  })
  const impossible = { ...small(), goal: "renewable-minimum" as const, renewableElectricityMinFraction: 0.9 }
  const { id } = await scans.createScan(impossible)
  const failed = await scans.waitForReport(id).catch(error => error)
  expect(failed).toBeInstanceOf(ScanFailed)
  expect(failed.message).toContain("out of reach")
})

test("events of all scans come one after another, from a cursor on", async () => {
  const sandbox = createScanClient({ baseUrl: service.address, apiKey: service.testKey })
  const made = [(await sandbox.createScan(small())).id, (await sandbox.createScan(small())).id]
  const first: { cursor: string; id: string }[] = []
  for await (const { event, data, cursor } of sandbox.events()) {
    if (event === "scan.pending" && made.includes(data.id)) first.push({ cursor, id: data.id })
    if (first.length === made.length) break
  }
  expect(first.map(({ id }) => id).sort()).toEqual(made.sort())
  for await (const { data } of sandbox.events(first[0]!.cursor)) {
    expect(data.id).toBe(first[1]!.id)
    break
  }
})

test("many scans go in one request, and their batch is read", async () => {
  const sandbox = createScanClient({ baseUrl: service.address, apiKey: service.testKey })
  const answer = await sandbox.createBulk([small(), { ...small(), yearlyKwh: 0 }, small()])
  expect(answer).toMatchObject({ lines: 3, accepted: 2, refused: 1, errors: [{ line: 2 }] })
  expect(await sandbox.batch(answer.id)).toMatchObject({ isClosed: true, accepted: 2 })
})

test("a wait has an end", async () => {
  const sandbox = createScanClient({ baseUrl: service.address, apiKey: service.testKey })
  const { id } = await sandbox.createScan(small())
  const error = await sandbox.waitForReport(id, { timeoutMs: 50 }).catch(thrown => thrown)
  expect(error).toBeInstanceOf(ScanTimeout)
})

test("after 429 and 503 the same request is sent again, with the same Idempotency-Key", async () => {
  const keys: (string | null)[] = []
  const answers = [429, 503, 201]
  const flaky = createScanClient({
    baseUrl: "http://service.test",
    fetch: (async (_url: string, { headers }: RequestInit) => {
      keys.push(new Headers(headers).get("idempotency-key"))
      const status = answers.shift() ?? 500
      return Response.json(status === 201 ? { id: "x" } : { statusCode: status, message: "later" }, {
        status,
        headers: { "retry-after": "0" },
      })
    }) as typeof fetch,
  })
  expect(await flaky.createScan(small())).toEqual({ id: "x" } as never)
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size).toBe(1)
  expect(keys[0]).not.toBeNull()
})
