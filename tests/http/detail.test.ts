import { afterAll, beforeAll, expect, test } from "bun:test"
import { legacyClient } from "../support/legacy.ts"
import { studioWithBase } from "../support/profiles.ts"
import { houseRequest, smallestRequest } from "../support/requests.ts"
import { completedScan, endOf, itemOf } from "../support/scans.ts"
import {
  createClient,
  freshDataDir,
  type RunningService,
  type ServiceOfOrganization,
  startFresh,
  startProcess,
  until,
} from "../support/service.ts"
import { type Client, logIn } from "../support/sessions.ts"
import { startShared } from "../support/shared.ts"

/** Scans with `detail: "plant"`: their first read completes the report. */
let service: ServiceOfOrganization
let client: Client
let anyone: Client
let full: string

const plant = () => ({ ...houseRequest(), detail: "plant" })

beforeAll(async () => {
  service = await startShared()
  client = createClient(service)
  anyone = createClient(service, null)
  full = await completedScan(client, houseRequest())
})
afterAll(() => service.end())

/** A report without fields that differ from scan to scan. */
const contentOf = (report: object) => {
  const { id: _id, createdAt: _at, shareToken: _token, isShared: _shared, ...rest } = report as Record<string, unknown>
  return { ...rest, optimisation: { ...(rest.optimisation as object), solveMs: 0 } }
}
const expectFull = (report: object, expected: object) => expect(contentOf(report)).toEqual(contentOf(expected))
const resultOf = async (id: string) => (await client.get(`/v1/scans/${id}/result`)).body

test("the first read of the report has everything, and the tag that it keeps", async () => {
  const id = await completedScan(client, plant())
  const read = await client.get(`/v1/scans/${id}/result`)
  expect(read.status).toBe(200)
  expectFull(read.body, await resultOf(full))
  const again = await client.get(`/v1/scans/${id}/result`, { "if-none-match": read.headers.get("etag")! })
  expect(again.status).toBe(304)
})

test("every read completes it: scan, chart, plan, series, CSV, sliders, shared page, and the earlier interface", async () => {
  const [owner, legacy] = [await logIn(service), await legacyClient(service)]
  const date = "2026-06-21"
  const same = async (path: (id: string) => string, by = client, headers = {}) => {
    const [first, id] = [await by.get(path(full), headers), await completedScan(client, plant())]
    const { status, body } = await by.get(path(id), headers)
    expect([path(id), status]).toEqual([path(id), 200])
    return [first.body, body]
  }
  for (const path of [`chart?startDate=${date}`, `plan?date=${date}`, "series"]) {
    const [expected, body] = await same(id => `/v1/scans/${id}/${path}`)
    expect(body).toEqual(expected)
  }
  const [expected, body] = await same(id => `/v1/scans/${id}`)
  expectFull(body, expected)
  const [lines, others] = await same(id => `/v1/scans/${id}/series`, client, { accept: "text/csv" })
  expect(others).toEqual(lines)
  await same(id => `/dashboard/scans/${id}/live`, owner)
  const [report, other] = await same(id => `/v1/scan?run-uuid=${id}`, legacy)
  expect(other).toEqual({ ...report, run_uuid: expect.any(String), created: expect.any(String) })
  const [chart, ofRun] = await same(id => `/v1/scan/chart?run-uuid=${id}&startDate=${date}&extended=true`, legacy)
  expect(ofRun).toEqual(chart)
})

test("a reader with the link, and a reader without a credential, have the whole report", async () => {
  const shared = async (request: object) => {
    const id = await completedScan(client, request)
    return { id, token: (await client.put(`/v1/scans/${id}/share`, { enabled: true })).body.shareToken }
  }
  const expected = await resultOf(full)
  const { token } = await shared(plant())
  expectFull((await anyone.get(`/v1/scans/shared/${token}`)).body.report, expected)
  const other = await shared(plant())
  const hours = (await client.get(`/v1/scans/${full}/series`)).body
  expect((await anyone.get(`/v1/scans/shared/${other.token}/series`)).body).toEqual(hours)
  const { id } = await shared(plant())
  const { latitude: _lat, longitude: _lon, ...anonymous } = (await anyone.get(`/v1/scans/${id}`)).body
  const { latitude: _north, longitude: _east, ...rest } = expected
  expectFull(anonymous, rest)
})

test("completion makes no event, costs nothing, and changes no figure of the list", async () => {
  const id = await completedScan(client, plant())
  const eventsOf = async () => (await client.get("/v1/events?limit=1000")).body.items
  await until(async () => {
    const events: { event: string; data: { id: string } }[] = await eventsOf()
    return events.some(({ event, data }) => event === "scan.completed" && data.id === id) || undefined
  })
  const state = async () => {
    const events = await eventsOf()
    return { events, used: (await client.get("/v1/usage")).body.used, item: await itemOf(client, id) }
  }
  const before = await state()
  expect(before.item.netPresentValue).toBe((await itemOf(client, full)).netPresentValue)
  await resultOf(id)
  expect(await state()).toEqual(before)
})

test("an adjustment completes its original, starts from its cuts, and has its detail", async () => {
  const id = await completedScan(client, plant())
  const longer = { analysisYears: 20 }
  const [adjusted, expected] = [
    await completedScan(client, { copiedFromId: id, ...longer }),
    await completedScan(client, { copiedFromId: full, ...longer }),
  ]
  expect((await client.get(`/v1/scans/${adjusted}/request`)).body.detail).toBe("plant")
  const report = await resultOf(adjusted)
  expect(report.optimisation.fromKeptCuts).toBe(true)
  expectFull(report, await resultOf(expected))
})

test("a report is completed with the profile that its scan saw, after the profile was deleted", async () => {
  const path = await studioWithBase(client)
  const { yearlyKwh: _, ...site } = smallestRequest()
  const request = { ...site, inputMethod: "studio", customProfileId: path.split("/").at(-1) }
  const [whole, id] = [
    await completedScan(client, request),
    await completedScan(client, { ...request, detail: "plant" }),
  ]
  const expected = await resultOf(whole)
  expect((await client.delete(path)).status).toBe(204)
  expectFull(await resultOf(id), expected)
})

test("a batch and a bulk take the detail for all of their scans; another value is refused by its name", async () => {
  const detailsOf = (ids: string[]) =>
    Promise.all(
      ids.map(async id => {
        expect(await endOf(client, id)).toBe("completed")
        return (await client.get(`/v1/scans/${id}/request`)).body.detail
      }),
    )
  const bodies = [smallestRequest(), { ...smallestRequest(), detail: "full" }]
  const { body: batch } = await client.post("/v1/scans/batch?detail=plant", { scans: bodies })
  expect(await detailsOf(batch.items.map(({ id }: { id: string }) => id))).toEqual(["plant", "full"])
  const lines = bodies.map(body => JSON.stringify(body)).join("\n")
  const ndjson = { "content-type": "application/x-ndjson" }
  const { body: bulk } = await client.post("/v1/scans/bulk?detail=plant", lines, ndjson)
  const { items } = (await client.get(`/v1/scans?batchId=${bulk.id}`)).body
  const ids = items.map(({ id }: { id: string }) => id).toSorted()
  expect(await detailsOf(ids)).toEqual(["plant", "full"])
  expect((await client.get(`/v1/scans/${ids[0]}/result`)).body.alternatives.length).toBeGreaterThan(0)
  const refused = await client.post("/v1/scans", { ...smallestRequest(), detail: "hours" })
  expect([refused.status, refused.body.errors[0].path]).toEqual([400, ["detail"]])
  expect((await client.post("/v1/scans/batch?detail=hours", { scans: bodies })).status).toBe(400)
})

test("concurrent reads complete a report once", async () => {
  const fresh = await startFresh({ LOG_LEVEL: "info" })
  const reader = createClient(fresh.address)
  const id = await completedScan(reader, plant())
  const paths = ["result", "series", "chart", "result", "result"]
  const answers = await Promise.all(paths.map(path => reader.get(`/v1/scans/${id}/${path}`)))
  expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200))
  expect(fresh.output().split('"report completed"').length - 1).toBe(1)
  await fresh.end()
})

test("a completion that is killed begins again with the next read", async () => {
  const dataDir = await freshDataDir()
  const first: RunningService = await startProcess(dataDir)
  const reader = createClient(first.address)
  const ids = await Promise.all([1, 2, 3].map(() => completedScan(reader, plant())))
  const reads = ids.map(id => reader.get(`/v1/scans/${id}/result`).catch(() => undefined))
  await Promise.race([...reads, reader.get("/v1/usage")])
  await first.end("SIGKILL")
  await Promise.all(reads)
  const second = await startProcess(dataDir)
  const later = createClient(second.address)
  for (const id of ids) {
    const read = () => later.get(`/v1/scans/${id}/result`)
    const { body } = await until(async () => {
      const answer = await read()
      expect([200, 503]).toContain(answer.status)
      return answer.status === 200 ? answer : undefined
    }, 90_000)
    expect(body.alternatives.length).toBeGreaterThan(0)
  }
  await second.end()
}, 120_000)
