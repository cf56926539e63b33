import { afterAll, beforeAll, expect, test } from "bun:test"
import { aerialPhoto } from "../../domain/site/places/aerial.ts"
import { createClient, LIVE_KEY, type RunningService, startFresh } from "../support/service.ts"
import { serveTiles } from "../support/tileServer.ts"

/** Aerial photos of a server that the operator names. */
const tiles = serveTiles()
let service: RunningService

beforeAll(async () => {
  service = await startFresh({
    ...{ AERIAL_TILES_URL: `${tiles.url}/{z}/{x}/{y}.png`, AERIAL_TILES_ZOOM: "18", AERIAL_TILES_CREDIT: "Test" },
  })
})
afterAll(async () => {
  await service.end()
  await tiles.stop()
})

const read = (path: string) => fetch(`${service.address}${path}`, { headers: { "x-api-key": LIVE_KEY } })

test("the photo around a site is put together from tiles of the operator's server", async () => {
  const answer = await read("/v1/places/aerial?lat=52.0907&lon=5.1214")
  const photo = await answer.json()
  // Web Mercator: 40,075,017 m × cos(52.0907°) / (2^18 × 256).
  expect(photo).toMatchObject({ metresPerPixel: expect.closeTo(0.36687, 4), sidePixels: 218, credit: "Test" })
  // https://wiki.openstreetmap.org/wiki/Slippy_map_tilenames: x = 134801, y = 86482 at zoom 18.
  expect(photo.tiles).toContainEqual(expect.objectContaining({ x: 134_801, y: 86_482 }))
  for (const { left, top } of photo.tiles) {
    expect([left > -256 && left < 218, top > -256 && top < 218]).toEqual([true, true])
  }
  const tile = await read("/v1/places/aerial/18/134801/86482")
  expect([tile.status, tile.headers.get("content-type")]).toEqual([200, "image/png"])
  expect(tiles.asked()).toEqual(["/18/134801/86482.png"])
})

test("a tile that the server does not have is 404, and one that is no image too; a server that is away is 503", async () => {
  expect((await read("/v1/places/aerial/18/1/1")).status).toBe(404)
  expect((await read("/v1/places/aerial/18/2/2")).status).toBe(404)
  expect((await read("/v1/places/aerial/18/3/3")).status).toBe(503)
  expect(service.output()).toContain("answered 403")
  for (const path of ["18/-1/1", "18/1/x", "18/123456789/1", "18/262144/1", "23/1/1"])
    expect((await read(`/v1/places/aerial/${path}`)).status).toBe(404)
  await tiles.stop()
  const away = await read("/v1/places/aerial/18/134801/86482")
  expect([away.status, (await away.json()).message]).toEqual([
    503,
    "the server of aerial photos does not answer; try again in a moment",
  ])
})

test("photos of fine zooms keep a bounded size", () => {
  for (const lat of [0, 52.1, 60, 84]) expect(aerialPhoto({ lat, lon: 5 }, 22)?.sidePixels).toBeWithin(900, 2049)
  expect(aerialPhoto({ lat: 86, lon: 5 }, 19)).toBeUndefined()
})

test("without a server there is no photo, and nothing is asked", async () => {
  const plain = await startFresh()
  const client = createClient(plain.address)
  expect((await client.get("/v1/places/aerial?lat=52&lon=5")).body.message).toBe("aerial photo not found")
  expect((await client.get("/v1/places/aerial/18/1/1")).status).toBe(404)
  await plain.end()
})
