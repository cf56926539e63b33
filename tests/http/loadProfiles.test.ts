import { afterAll, beforeAll, expect, test } from "bun:test"
import { connect } from "node:net"
import { legacyClient, legacyToken, smallestRun, solvedRun } from "../support/legacy.ts"
import { startWithTwo } from "../support/profiles.ts"
import { createClient } from "../support/service.ts"
import { bearer, type Client } from "../support/sessions.ts"

let service: Awaited<ReturnType<typeof startWithTwo>>
let client: Client
let token: string

beforeAll(async () => {
  service = await startWithTwo()
  client = await legacyClient(service)
  token = await legacyToken(service)
})
afterAll(() => service.end())

const PATH = "/v1/load-profile"
const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
/** Low at night, high in the evening; exact in binary. */
const hours: number[] = Array.from({ length: 8760 }, (_, hour) => (hour % 24 >= 18 ? 1.5 : 0.25))

const send = async (body: BodyInit, headers: Record<string, string> = {}) => {
  const response = await fetch(`${service.address}${PATH}`, {
    method: "POST",
    headers: { ...bearer(token), ...headers },
    body,
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}
const form = (csv: string | File, field = "csv") => {
  const made = new FormData()
  made.append(field, csv)
  return made
}
const file = (rows: readonly (number | string)[], name = "meter 2025.csv") =>
  new File([rows.join("\n")], name, { type: "text/csv" })
const uploaded = async (rows: readonly number[]): Promise<string> => (await send(form(file(rows)))).body.record_id

// @covers legacy: custom load profile: fields
// @covers legacy: POST /v1/load-profile
test("8760 rows are kept, and answered with their figures", async () => {
  const { status, body } = await send(form(file(hours)))
  expect(status).toBe(200)
  const { hourly_data, ...rest } = body
  expect(rest).toEqual({
    success: true,
    record_id: expect.stringMatching(UUID_V7),
    filename: "meter 2025.csv",
    data_points: 8760,
    total_kwh: 365 * (6 * 1.5 + 18 * 0.25),
    average_kw: (6 * 1.5 + 18 * 0.25) / 24,
  })
  expect(hourly_data).toEqual(hours)
})

// @covers legacy: 400 Failed to get uploaded file
test("without a csv file the upload is refused with the document's text", async () => {
  const expected = { error: "Failed to get uploaded file", message: "csv file is required" }
  const bodies: [BodyInit, Record<string, string>?][] = [
    [new FormData()],
    [form(file(hours), "file")],
    [form(hours.join("\n"))],
    [JSON.stringify({ csv: "1" }), { "content-type": "application/json" }],
    [hours.join("\n"), { "content-type": "text/csv" }],
    ["--x\r\nbroken", { "content-type": "multipart/form-data; boundary=x" }],
  ]
  for (const [body, headers] of bodies) {
    const answer = await send(body, headers)
    expect([answer.status, answer.body]).toEqual([400, expected])
  }
  const two = form(file(hours))
  two.append("csv", file(hours))
  expect((await send(two)).body).toEqual({ error: "Failed to get uploaded file", message: "csv must be given once" })
})

// @covers legacy: wrong rows or text: error body
test("a file that is no load profile is refused with the row and the reason", async () => {
  const cases: [rows: readonly (number | string)[], message: string][] = [
    [hours.slice(1), "expected 8760 rows, found 8759"],
    [[...hours, 1], "expected 8760 rows, found 8761"],
    [[], "expected 8760 rows, found 0"],
    [hours.map(String).with(99, "abc"), 'row 100 is not a number ("abc")'],
    [["kW", ...hours.slice(1)], 'row 1 is not a number ("kW"): leave a header out'],
    [["kW", ...hours], 'expected 8760 rows, found 8761; row 1 is not a number ("kW"): leave a header out'],
    [hours.map(kw => String(kw).replace(".", ",")), 'row 1 has a decimal comma ("0,25"): use a decimal point'],
    [hours.map((kw, hour) => `${hour};${kw}`), 'row 1 has more than one column ("0;0.25")'],
    [hours.with(8, -1), 'row 9 is below 0 ("-1"): a load profile is consumption'],
  ]
  for (const [rows, message] of cases) {
    const { status, body } = await send(form(file(rows)))
    expect([status, body]).toEqual([400, { error: "Invalid load profile", message }])
  }
})

const TOO_LARGE = {
  error: "Failed to get uploaded file",
  message: `the body is larger than ${32 * 1024 * 1024 + 64 * 1024} bytes, the limit of this path`,
}

// @covers legacy: limits: upload
test("300 MB are refused by what they announce, before they are sent", async () => {
  const { hostname, port } = new URL(service.address)
  const head = [
    `POST ${PATH} HTTP/1.1`,
    `host: ${hostname}`,
    `authorization: Bearer ${token}`,
    "content-type: multipart/form-data; boundary=x",
    "content-length: 300000000",
  ]
  const socket = connect(Number(port), hostname)
  socket.write(`${head.join("\r\n")}\r\n\r\n--x\r\n`)
  const answer = await new Promise<string>(done => socket.once("data", data => done(String(data))))
  socket.destroy()
  expect(answer).toStartWith("HTTP/1.1 413 ")
  expect(answer).toContain(JSON.stringify(TOO_LARGE))
})

// @covers legacy: limits: upload, streamed
test("300 MB that are not announced are refused at the limit", async () => {
  let sent = 0
  const chunk = new Uint8Array(1_000_000).fill(0x30)
  const endless = new ReadableStream({
    pull(controller) {
      if (sent++ < 300) controller.enqueue(chunk)
      else controller.close()
    },
  })
  const { status, body } = await send(endless, { "content-type": "multipart/form-data; boundary=x" })
  expect([status, body]).toEqual([413, TOO_LARGE])
})

// @covers legacy: GET /v1/load-profile
test("the list shows the newest first, page by page, without hours", async () => {
  const own = await legacyClient(service, service.otherKey)
  const ids: string[] = []
  for (let i = 0; i < 3; i++) {
    const headers = bearer(await legacyToken(service, service.otherKey))
    ids.push((await send(form(file(hours, `${i}.csv`)), headers)).body.record_id)
  }
  const { status, body } = await own.get(`${PATH}?per_page=2`)
  expect(status).toBe(200)
  expect(body.pagination).toEqual({ page: 1, per_page: 2, total: 3, total_pages: 2, has_next: true, has_prev: false })
  expect(body.profiles.map(({ record_id }: { record_id: string }) => record_id)).toEqual([ids[2], ids[1]])
  expect(body.profiles[0]).toEqual({
    record_id: ids[2],
    filename: "2.csv",
    total_kwh: 4927.5,
    average_kw: 0.5625,
    created: expect.stringMatching(ISO_TIME),
    updated: body.profiles[0].created,
  })
  const second = (await own.get(`${PATH}?per_page=2&page=2`)).body
  expect(second.profiles.map(({ record_id }: { record_id: string }) => record_id)).toEqual([ids[0]])
  expect(second.pagination).toMatchObject({ has_next: false, has_prev: true })
})

// @covers legacy: request: use_custom_load_profile
// @covers legacy: list: custom load profile
test("a scan follows a custom load profile, scaled to yearly_kwh with its shape kept", async () => {
  const load_profile = await uploaded(hours)
  const runUuid = await solvedRun(client, { ...smallestRun(), load_profile, use_custom_load_profile: true })
  const { body } = await client.get(`/v1/scan/chart?run-uuid=${runUuid}&startDate=2026-06-01`)
  const factor = 2800 / 4927.5
  for (const [hour, kw] of body.site_consumption.entries()) expect(kw).toBeCloseTo(hours[hour]! * factor, 3)
  const report = (await client.get(`/v1/scan?run-uuid=${runUuid}`)).body
  expect(report.yearly_energy.site_consumption).toBeCloseTo(2800, 2)
  const [item] = (await client.get("/v1/scans?per_page=1")).body.scans
  expect(item).toMatchObject({ run_uuid: runUuid, load_profile, use_custom_load_profile: true })
})

test("a scan with a custom load profile can be adjusted on /v1/scans", async () => {
  const load_profile = await uploaded(hours)
  await solvedRun(client, { ...smallestRun(), load_profile, use_custom_load_profile: true })
  const current = createClient(service)
  const { id } = (await current.get("/v1/scans?limit=1")).body.items[0]!
  const adjusted = await current.post("/v1/scans", { copiedFromId: id, yearlyKwh: 5000 }, { prefer: "wait=30" })
  expect(adjusted.body.status).toBe("completed")
  const { overview } = (await current.get(`/v1/scans/${adjusted.body.id}`)).body
  expect(overview.kpi.yearlyUsageKwh).toBeCloseTo(5000, 2)
})

test("a load profile that cannot be used is refused at the creation", async () => {
  const ask = async (more: object) => {
    const { status, body } = await client.post("/v1/scan", { ...smallestRun(), use_custom_load_profile: true, ...more })
    expect([status, body.error]).toEqual([400, "failed to create scan"])
    return body.message
  }
  const unknown = "00000000-0000-7000-8000-000000000000"
  const notThere = (id: string) => `load_profile "${id}" is not a custom load profile: GET /v1/load-profile lists them`
  expect(await ask({})).toBe(
    "load_profile is required when use_custom_load_profile is true: the record_id of the profile",
  )
  expect(await ask({ load_profile: unknown })).toBe(notThere(unknown))
  expect(await ask({ load_profile: "standard" })).toBe(notThere("standard"))
  const headers = bearer(await legacyToken(service, service.otherKey))
  const foreign = (await send(form(file(hours)), headers)).body.record_id
  expect(await ask({ load_profile: foreign })).toBe(notThere(foreign))
  const empty = await uploaded(hours.map(() => 0))
  expect(await ask({ load_profile: empty })).toBe(
    `load_profile "${empty}" is 0 in every hour: it cannot be scaled to yearly_kwh`,
  )
  const own = await uploaded(hours)
  const { status, body } = await client.post("/v1/scan", { ...smallestRun(), load_profile: own })
  expect([status, body.message]).toEqual([
    400,
    `load_profile "${own}" is not a standard profile; GET /v1/profiles lists them`,
  ])
})

test("a repeated upload with the same Idempotency-Key keeps one profile", async () => {
  const headers = { "idempotency-key": "profile-1" }
  const first = await send(form(file(hours)), headers)
  const again = await send(form(file(hours)), headers)
  expect([again.status, again.body.record_id]).toEqual([200, first.body.record_id])
  expect(again.headers.get("idempotent-replayed")).toBe("true")
  expect((await send(form(file(hours.with(0, 1))), headers)).status).toBe(409)
})

test("a file name of any kind is kept without control characters, up to 255 characters", async () => {
  const { body } = await send(form(file(hours, `Meßwerte\u0007 <b>${"x".repeat(300)}.csv`)))
  expect(body.filename).toStartWith("Meßwerte <b>xxx")
  expect(body.filename).toHaveLength(255)
})

test("a file whose name is empty is kept as an upload", async () => {
  const boundary = "boundary-of-a-form"
  const part = `--${boundary}\r\ncontent-disposition: form-data; name="csv"; filename=""\r\ncontent-type: text/csv\r\n\r\n`
  const { status, body } = await send(`${part}${hours.join("\n")}\r\n--${boundary}--\r\n`, {
    "content-type": `multipart/form-data; boundary=${boundary}`,
  })
  expect([status, body.filename]).toEqual([200, "upload"])
})
