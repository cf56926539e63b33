import { afterAll, beforeAll, expect, test } from "bun:test"
import { smallestRequest } from "../support/requests.ts"
import { createClient, type ServiceOfOrganization } from "../support/service.ts"
import { startShared } from "../support/shared.ts"
import { WORST_VALUES } from "../support/worstBodies.ts"

/** One organization that sends all the costly work that it may, and another; measured by the order of their answers. */

let hostile: ServiceOfOrganization
let other: ServiceOfOrganization
beforeAll(async () => {
  hostile = await startShared()
  other = await startShared()
})
afterAll(async () => {
  await hostile.end()
  await other.end()
})

const HOSTILE_FILES = 16
const HOSTILE_LISTS = 40
const BULK_LINES = 24
/** Few: on a loaded machine each takes up to half a second, and all have to end before the bulks. */
const CALLS = 8
const TIME_LIMIT_MS = 300_000

/** A year of quarter-hours with many columns, which takes a second to read. */
const meterFile = (): string => {
  const row = (n: number) => {
    const at = new Date(Date.UTC(2023, 11, 31, 23) + n * 900_000).toISOString()
    return `${at},${(n % 40) / 100},0.01${",1.234".repeat(8)}`
  }
  const head = `timestamp,import kWh,export kWh${Array.from({ length: 8 }, (_, n) => `,column ${n}`).join("")}`
  return [head, ...Array.from({ length: 35_136 }, (_, n) => row(n))].join("\n")
}

/** Requests of the hostile organization that have been answered, by kind. */
const answered = { bulk: 0, list: 0, file: 0 }
const counted = (kind: keyof typeof answered, request: Promise<Response>) =>
  request.then(async response => {
    await response.bytes()
    answered[kind]++
    return response.status
  })

const newProfile = async (service: ServiceOfOrganization): Promise<string> =>
  (await createClient(service).post("/v1/studio-profiles", { year: 2024 })).body.id

const sendFile = (service: ServiceOfOrganization, id: string, file: string): Promise<Response> => {
  const body = new FormData()
  body.append("file", new File([file], "x.csv"))
  const headers = { "x-api-key": service.liveKey }
  return fetch(`${service.address}/v1/studio-profiles/${id}/base/upload`, { method: "POST", body, headers })
}

const sendBulk = (): Promise<Response> => {
  const line = `{"newPv":${WORST_VALUES["names with texts"]!(1_000_000)}}\n`
  const headers = { "x-api-key": hostile.testKey, "content-type": "application/x-ndjson" }
  return fetch(`${hostile.address}/v1/scans/bulk`, { method: "POST", headers, body: line.repeat(BULK_LINES) })
}

test(
  "bulks of refused large lines, sorted lists and meter files of one organization do not stop another's calls",
  async () => {
    const file = meterFile()
    const profiles = await Promise.all(Array.from({ length: HOSTILE_FILES }, () => newProfile(hostile)))
    const ownProfile = await newProfile(other)
    const crowd = [
      counted("bulk", sendBulk()),
      counted("bulk", sendBulk()),
      ...profiles.map(id => counted("file", sendFile(hostile, id, file))),
      ...Array.from({ length: HOSTILE_LISTS }, (_, page) =>
        counted(
          "list",
          fetch(`${hostile.address}/v1/scans?sort=yearlySavings&search=a&page=${page + 1}`, {
            headers: { "x-api-key": hostile.testKey },
          }),
        ),
      ),
    ]
    const client = createClient(other)
    const files = sendFile(other, ownProfile, file)
    const large = await client.post("/v1/scans", { ...smallestRequest(), dossierId: "x".repeat(100_000) })
    expect(large.status).toBe(400)
    expect((await client.get("/v1/scans?sort=yearlySavings")).status).toBe(200)
    for (let n = 0; n < CALLS; n++) expect((await client.get("/v1/usage")).status).toBe(200)
    expect(answered.bulk).toBe(0)
    expect((await files).status).toBe(201)
    // The two running files, and one more for each turn of the other organization.
    expect(answered.file).toBeLessThan(HOSTILE_FILES / 2)
    // Files that wait for more than 30 s are refused.
    for (const status of await Promise.all(crowd)) expect([200, 201, 429]).toContain(status)
    const { account } = (await createClient(hostile).get("/v1/usage")).body
    expect(account.used.readBytes).toBeGreaterThan(2 * BULK_LINES * 1_000_000)
    expect(account.used.childMs).toBeGreaterThan(0)
  },
  TIME_LIMIT_MS,
)
