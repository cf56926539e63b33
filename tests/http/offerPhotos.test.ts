import { afterAll, beforeAll, expect, test } from "bun:test"
import { createHash } from "node:crypto"
import { canonicalJson } from "../../domain/report/offer/canonical.ts"
import { PIXEL } from "../support/pixel.ts"
import { completedScan } from "../support/scans.ts"
import { createClient, LIVE_KEY, type RunningService, startFresh, TEST_KEY } from "../support/service.ts"
import type { Client } from "../support/sessions.ts"

/** Photos of offers: reduced, without metadata, seen by customers while a sent offer names them. */
let service: RunningService
let live: Client
let anyone: Client

beforeAll(async () => {
  service = await startFresh()
  live = createClient(service.address)
  anyone = createClient(service.address, null)
})
afterAll(() => service.end())

const LINES = [{ kind: "modules", description: "12 panels", quantity: 12, unitPrice: 215.5, vatPercent: 0 }]
/** Start of a TIFF block in a JPEG: the camera lay on its side, and "GPS at the house". */
const TIFF = "49492a00080000000100120103000100000006000000000000004750532061742074686520686f757365"
/** Photo of a width and height, taken with a camera on its side, whose metadata hold a place. */
const photo = async (width: number, height: number): Promise<Buffer> => {
  const jpeg = Buffer.from(await new Bun.Image(PIXEL).resize(width, height).jpeg().bytes())
  const block = Buffer.concat([Buffer.from("Exif\0\0"), Buffer.from(TIFF, "hex")])
  const size = block.length + 2
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xe1, size >> 8, size & 255]), block, jpeg.subarray(2)])
}

const upload = async (scan: string, image: Uint8Array, key = LIVE_KEY) => {
  const body = new FormData()
  body.set("file", new File([Buffer.from(image)], "roof.jpg"))
  const request = { method: "POST", headers: { "x-api-key": key }, body }
  const answer = await fetch(`${service.address}/v1/scans/${scan}/offer/photos`, request)
  return { status: answer.status, body: await answer.json() }
}
const put = (scan: string, body: object) => live.put(`/v1/scans/${scan}/offer`, body)
const read = (path: string, headers: Record<string, string> = { "x-api-key": LIVE_KEY }) =>
  fetch(`${service.address}${path}`, { headers })
const photoOf = (scan: string, id: string) => read(`/v1/scans/${scan}/offer/photos/${id}`)
const sharing = async (scan: string) =>
  (await live.put(`/v1/scans/${scan}/share`, { enabled: true })).body.shareToken as string
const storedBytes = async () => (await live.get("/v1/usage")).body.storage.live.bytes as number

// @covers scans: POST /v1/scans/{id}/offer/photos
// @covers scans: GET /v1/scans/{id}/offer/photos/{photo}
test("a photo is reduced, turned upright and stored without its metadata", async () => {
  const scan = await completedScan(live)
  const stored = await upload(scan, await photo(3200, 1600))
  expect([stored.status, Object.keys(stored.body).sort()]).toEqual([201, ["id", "sha256"]])
  const answer = await photoOf(scan, stored.body.id)
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/jpeg"])
  const image = Buffer.from(await answer.arrayBuffer())
  expect(createHash("sha256").update(image).digest("hex")).toBe(stored.body.sha256)
  expect(image.includes("GPS at the house")).toBe(false)
  expect(await new Bun.Image(image).metadata()).toMatchObject({ width: 800, height: 1600, format: "jpeg" })
  const again = await read(`/v1/scans/${scan}/offer/photos/${stored.body.id}`, {
    "x-api-key": LIVE_KEY,
    "if-none-match": `"${stored.body.sha256}"`,
  })
  expect(again.status).toBe(304)
  const drawing = await upload(scan, PIXEL)
  expect((await photoOf(scan, drawing.body.id)).headers.get("content-type")).toBe("image/png")
  expect((await upload(scan, await photo(3200, 1600))).body).toEqual(stored.body)
})

// @covers scans: GET /v1/scans/shared/{token}/offer/photos/{photo}
test("customers see the photos of a sent offer in their order, and no others", async () => {
  const scan = await completedScan(live)
  const token = await sharing(scan)
  const [roof, meter] = [(await upload(scan, await photo(40, 30))).body, (await upload(scan, await photo(30, 40))).body]
  const asAnyone = (id: string) => read(`/v1/scans/shared/${token}/offer/photos/${id}`, {})
  const photos = [{ id: meter.id, caption: "Meter cupboard" }, { id: roof.id }]
  expect((await put(scan, { lines: LINES, photos })).body.photos).toEqual([
    { id: meter.id, caption: "Meter cupboard", sha256: meter.sha256 },
    roof,
  ])
  expect((await asAnyone(roof.id)).status).toBe(404)
  await put(scan, { status: "sent" })
  const { offer } = (await anyone.get(`/v1/scans/shared/${token}`)).body
  expect(offer.photos.map(({ caption }: { caption?: string }) => caption)).toEqual(["Meter cupboard", undefined])
  const seen = await asAnyone(roof.id)
  expect([seen.status, seen.headers.get("cache-control")]).toEqual([200, "private, no-cache"])
  await put(scan, { photos: photos.slice(0, 1), status: "sent" })
  expect([(await asAnyone(roof.id)).status, (await asAnyone(meter.id)).status]).toEqual([404, 200])
  await put(scan, { status: "withdrawn" })
  expect((await asAnyone(meter.id)).status).toBe(404)
})

test("a sent version keeps its photos; photos that nothing names are deleted by the next change", async () => {
  const scan = await completedScan(live)
  const before = await storedBytes()
  const [sent, lost] = [(await upload(scan, await photo(40, 30))).body, (await upload(scan, await photo(20, 30))).body]
  expect(await storedBytes()).toBeGreaterThan(before + 1000)
  await put(scan, { lines: LINES, photos: [{ id: sent.id }], status: "sent" })
  expect([(await photoOf(scan, sent.id)).status, (await photoOf(scan, lost.id)).status]).toEqual([200, 404])
  const late = await put(scan, { photos: [{ id: lost.id }] })
  expect([late.status, late.body.message]).toEqual([404, `photos[0].id "${lost.id}": photo not found`])
  expect((await put(scan, { photos: [] })).body.photos).toEqual([])
  const version = (await live.get(`/v1/scans/${scan}/offer/versions/1`)).body
  expect(version.photos).toEqual([sent])
  expect((await photoOf(scan, sent.id)).status).toBe(200)
  expect((await put(scan, { photos: [{ id: sent.id }, { id: sent.id }] })).body.message).toBe(
    "photos[1].id must be unique",
  )
  await live.delete(`/v1/scans/${scan}`)
  expect((await photoOf(scan, sent.id)).status).toBe(404)
})

test("the hash of an acceptance covers the photos, and an accepted offer takes no more", async () => {
  const scan = await completedScan(live)
  const token = await sharing(scan)
  const { id, sha256 } = (await upload(scan, await photo(40, 30))).body
  const { body: offer } = await put(scan, { lines: LINES, photos: [{ id, caption: "Roof" }], status: "sent" })
  const accepted = await anyone.post(`/v1/scans/shared/${token}/acceptance`, { name: "A. Jansen", offerVersion: 1 })
  const { currency, lines, loan, number, payment, terms, totals, validUntil, version } = offer
  const photos = [{ id, caption: "Roof", sha256 }]
  const text = { currency, lines, loan, number, payment, photos, scanId: scan, terms, totals, validUntil, version }
  expect(accepted.body.offer.acceptance.hash).toBe(createHash("sha256").update(canonicalJson(text)).digest("hex"))
  const late = await upload(scan, PIXEL)
  expect([late.status, late.body.code]).toEqual([409, "CONFLICT"])
  await live.delete(`/v1/scans/${scan}/customer`)
  expect((await photoOf(scan, id)).status).toBe(200)
  expect((await live.get(`/v1/scans/${scan}/offer`)).body.photos).toEqual(photos)
})

test("other files, too many photos and strangers are refused", async () => {
  const scan = await completedScan(live)
  for (const file of ["<svg xmlns='http://www.w3.org/2000/svg'/>", "GIF89a.....", ""])
    expect((await upload(scan, Buffer.from(file))).status).toBe(400)
  expect((await upload(scan, new Uint8Array(8 * 1024 * 1024 + 1))).status).toBe(413)
  expect((await upload(scan, PIXEL, TEST_KEY)).status).toBe(404)
  const { id } = (await upload(scan, PIXEL)).body
  expect((await read(`/v1/scans/${scan}/offer/photos/${id}`, {})).status).toBe(401)
  expect((await read(`/v1/scans/${scan}/offer/photos/${id}`, { "x-api-key": TEST_KEY })).status).toBe(404)
  expect((await photoOf(scan, "x")).status).toBe(404)
  const photos = Array.from({ length: 13 }, () => ({ id }))
  expect((await put(scan, { photos })).body.message).toContain("photos must have at most 12 entries")
  for (let width = 2; width <= 60; width++) expect((await upload(scan, await photo(width, 5))).status).toBe(201)
  expect((await upload(scan, await photo(61, 5))).body.message).toContain("at most 60 photos")
})

test("an offer that was never sent is deleted with its photos", async () => {
  const scan = await completedScan(live)
  const { id } = (await upload(scan, PIXEL)).body
  await put(scan, { lines: LINES, photos: [{ id }] })
  expect((await live.delete(`/v1/scans/${scan}/offer`)).status).toBe(204)
  expect((await photoOf(scan, id)).status).toBe(404)
})
