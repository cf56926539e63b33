import { afterAll, beforeAll, expect, test } from "bun:test"
import { sql } from "drizzle-orm"
import { openFreshDatabase, startLonelyApi } from "../support/legacy.ts"
import { PIXEL } from "../support/pixel.ts"
import { createClient, LIVE_KEY, type RunningService, startFresh, TEST_KEY } from "../support/service.ts"
import { type Client, logIn } from "../support/sessions.ts"

/** Photos of the roofs of a site: uploaded, read by the organization alone, and deleted with their names. */
let service: RunningService
let live: Client
let sandbox: Client

beforeAll(async () => {
  service = await startFresh()
  live = createClient(service.address)
  sandbox = createClient(service.address, TEST_KEY)
})
afterAll(() => service.end())

const WEBP = Buffer.from("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==", "base64")
const ROOFS = [
  { name: "South", maxPanelCount: 8 },
  { name: "North", maxPanelCount: 4 },
]

const made = async (client: Client = live): Promise<string> =>
  (await client.post("/v1/sites", { customer: {}, location: { lat: 52.1, lon: 5.18 }, roofs: ROOFS })).body.id
const pathOf = (site: string, roof: number | string = 0) => `/v1/sites/${site}/roofs/${roof}/photo`
const formOf = (image: Uint8Array | string) => {
  const form = new FormData()
  form.set("file", new File([typeof image === "string" ? image : Buffer.from(image)], "roof.png"))
  return form
}
const upload = async (path: string, image: Uint8Array | string, key = LIVE_KEY, more: Record<string, string> = {}) => {
  const request = { method: "PUT", headers: { "x-api-key": key, ...more }, body: formOf(image) }
  const answer = await fetch(`${service.address}${path}`, request)
  return { status: answer.status, body: await answer.json(), headers: answer.headers }
}
const read = (path: string, headers: Record<string, string> = { "x-api-key": LIVE_KEY }) =>
  fetch(`${service.address}${path}`, { headers })
const storedBytes = async () => (await live.get("/v1/usage")).body.storage.live.bytes as number

test("a photo of a roof is stored, read as it was, replaced and deleted", async () => {
  const site = await made()
  const path = pathOf(site)
  expect((await live.get(path)).body.message).toBe("photo not found")
  const first = await upload(path, PIXEL)
  expect([first.status, first.body.roofs[1]]).toEqual([200, ROOFS[1]])
  const { id } = first.body.roofs[0].photo
  expect((await live.get(`/v1/sites/${site}`)).body).toEqual(first.body)
  const answer = await read(path)
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/png"])
  expect(answer.headers.get("cache-control")).toBe("private, no-cache")
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(PIXEL)

  const second = await upload(path, WEBP)
  expect(second.body.roofs[0].photo.id).not.toBe(id)
  expect((await read(path)).headers.get("content-type")).toBe("image/webp")
  expect((await live.delete(path)).status).toBe(204)
  expect((await live.get(`/v1/sites/${site}`)).body.roofs).toEqual(ROOFS)
  expect((await live.delete(path)).status).toBe(404)
})

test("what is no image, and what no roof has, is refused", async () => {
  const site = await made()
  for (const image of ["<svg xmlns='http://www.w3.org/2000/svg'/>", "GIF89a.....", "", PIXEL.subarray(0, 20)])
    expect((await upload(pathOf(site), image)).status).toBe(400)
  expect((await upload(pathOf(site), new Uint8Array(8 * 1024 * 1024 + 1))).status).toBe(413)
  for (const roof of [2, "x", "-1", "0.5"])
    expect((await upload(pathOf(site, roof), PIXEL)).body.message).toBe("roof not found")
  expect((await upload(pathOf("019a4c1e-7c3a-7e21-9d5b-3f6f0a8d2b14"), PIXEL)).body.message).toBe("site not found")
  const stranger = { name: "South", maxPanelCount: 8, photo: { id: "019a4c1e-7c3a-7e21-9d5b-3f6f0a8d2b14" } }
  const changed = await live.patch(`/v1/sites/${site}`, { roofs: [stranger] })
  expect([changed.status, changed.body.errors?.[0].path ?? changed.body.message]).toEqual([
    404,
    'roofs[0].photo.id "019a4c1e-7c3a-7e21-9d5b-3f6f0a8d2b14": photo not found',
  ])
  const created = await live.post("/v1/sites", { customer: {}, location: { lat: 52, lon: 5 }, roofs: [stranger] })
  expect(created.status).toBe(404)
})

test("a photo moves with its roof, and is deleted once no roof names it", async () => {
  const site = await made()
  const before = await storedBytes()
  const { photo } = (await upload(pathOf(site, 1), PIXEL)).body.roofs[1]
  expect(await storedBytes()).toBeGreaterThanOrEqual(before + PIXEL.length + 500)
  const placed = { ...photo, metresPerPixel: 0.02, turnDeg: 12, xM: -3, yM: 9, fromAbove: true, tilt: 35 }
  const moved = [{ ...ROOFS[1], photo: placed }, ROOFS[0]]
  expect((await live.patch(`/v1/sites/${site}`, { roofs: moved })).body.roofs).toEqual(moved)
  expect([(await read(pathOf(site, 0))).status, (await read(pathOf(site, 1))).status]).toEqual([200, 404])

  await live.patch(`/v1/sites/${site}`, { roofs: ROOFS })
  expect(await storedBytes()).toBe(before)
  const back = await live.patch(`/v1/sites/${site}`, { roofs: moved })
  expect([back.status, back.body.message]).toEqual([404, `roofs[0].photo.id "${photo.id}": photo not found`])
})

test("a photo is put at or deleted from a roof of the site that If-Match names, and of no later one", async () => {
  const site = await made()
  const tag = async () => (await live.get(`/v1/sites/${site}`)).headers.get("etag")!
  const shown = await tag()
  const first = await upload(pathOf(site), PIXEL, LIVE_KEY, { "if-match": shown })
  expect([first.status, first.headers.get("etag")]).toEqual([200, await tag()])
  const moved = [ROOFS[1], { ...ROOFS[0], photo: first.body.roofs[0].photo }]
  await live.patch(`/v1/sites/${site}`, { roofs: moved }, { "if-match": first.headers.get("etag")! })
  const late = await upload(pathOf(site), PIXEL, LIVE_KEY, { "if-match": first.headers.get("etag")! })
  expect([late.status, late.body.code]).toEqual([412, "PRECONDITION_FAILED"])
  expect((await live.delete(pathOf(site, 1), { "if-match": shown })).status).toBe(412)
  expect((await live.get(`/v1/sites/${site}`)).body.roofs).toEqual(moved)
  expect((await live.delete(pathOf(site, 1), { "if-match": await tag() })).status).toBe(204)
})

test("of changes of a site and its photos at once from one state one is made", async () => {
  const site = await made()
  const tag = (await live.get(`/v1/sites/${site}`)).headers.get("etag")!
  const changes = [0, 1, 0, 1].map(async roof => [
    (await upload(pathOf(site, roof), PIXEL, LIVE_KEY, { "if-match": tag })).status,
    (await live.patch(`/v1/sites/${site}`, { dossierId: `D-${roof}` }, { "if-match": tag })).status,
  ])
  const statuses = (await Promise.all(changes)).flat()
  expect(statuses.filter(status => status !== 412)).toEqual([200])
})

test("roofs of one photo are refused by the field of the second", async () => {
  const site = await made()
  const { photo } = (await upload(pathOf(site), PIXEL)).body.roofs[0]
  const roofs = ROOFS.map(roof => ({ ...roof, photo }))
  const twice = await live.patch(`/v1/sites/${site}`, { roofs })
  expect([twice.status, twice.body.message]).toEqual([400, "roofs[1].photo.id must be unique"])
  expect((await read(pathOf(site, 1))).status).toBe(404)
})

test("a photo that the reader has is answered without its bytes", async () => {
  const { database, dataDir, close } = await openFreshDatabase()
  const api = await startLonelyApi(database, dataDir)
  const client = createClient(api.address)
  const { id } = (await client.post("/v1/sites", { customer: {}, location: { lat: 52.1, lon: 5.18 }, roofs: ROOFS }))
    .body
  const photo = (method: string, more: Record<string, string> = {}, body?: FormData) =>
    fetch(`${api.address}${pathOf(id)}`, { method, headers: { "x-api-key": LIVE_KEY, ...more }, ...(body && { body }) })
  await photo("PUT", {}, formOf(PIXEL))
  const tag = (await photo("GET")).headers.get("etag")!
  await database.queries.execute(sql`alter table site_photos rename column image to unread`)
  const known = await photo("GET", { "if-none-match": tag })
  expect([known.status, known.headers.get("etag")]).toEqual([304, tag])
  expect((await photo("GET", { "if-none-match": '"other"' })).status).toBe(500)
  await api.stop()
  await close()
})

test("photos are read by keys and sessions of the organization, and changed in their own mode", async () => {
  const site = await made()
  const path = pathOf(site)
  await upload(path, PIXEL)
  expect((await read(path, {})).status).toBe(401)
  expect((await (await logIn(service.address)).get(path)).status).toBe(200)
  expect((await sandbox.get(path)).status).toBe(200)
  expect((await upload(path, PIXEL, TEST_KEY)).status).toBe(403)
  expect((await sandbox.delete(path)).status).toBe(403)
  const own = await made(sandbox)
  expect((await upload(pathOf(own), PIXEL, TEST_KEY)).status).toBe(200)
  expect((await live.get(pathOf(own))).status).toBe(404)
})

test("customers do not see photos, and erasures delete them", async () => {
  const site = await made()
  const before = await storedBytes()
  await live.patch(`/v1/sites/${site}`, { customer: { reference: "K-77" } })
  const { photo } = (await upload(pathOf(site), PIXEL)).body.roofs[0]
  const { id } = (
    await live.post("/v1/scans", { siteId: site, inputMethod: "known", yearlyKwh: 3000 }, { prefer: "wait=60" })
  ).body
  const { shareUrl } = (await live.put(`/v1/scans/${id}/share`, { enabled: true })).body
  const shared = await fetch(`${service.address}/v1/scans/shared/${shareUrl.split("/").at(-1)}`)
  expect(await shared.text()).not.toContain(photo.id)
  await live.post("/v1/customers/erasure", { by: "reference", value: "K-77" })
  expect((await read(pathOf(site))).status).toBe(404)
  expect(await storedBytes()).toBeLessThan(before)
}, 60_000)
