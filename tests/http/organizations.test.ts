import { afterAll, beforeAll, expect, test } from "bun:test"
import { PIXEL } from "../support/pixel.ts"
import { createClient, LIVE_KEY, OWNER, type RunningService, startFresh } from "../support/service.ts"
import { type Client, logIn } from "../support/sessions.ts"

let service: RunningService
let owner: Client
let path: string
/** The owner's session as a browser's cookie. */
let cookie: string

beforeAll(async () => {
  service = await startFresh({ PUBLIC_URL: "https://scans.example.org" })
  owner = await logIn(service.address)
  const { headers } = await createClient(service.address, null).post("/v1/auth/login", OWNER)
  cookie = headers.get("set-cookie")?.split(";")[0] ?? ""
  path = `/v1/organizations/${(await owner.get("/v1/auth/session")).body.organization.id}`
})
afterAll(() => service.end())

test("behind https the session's cookie belongs to this host alone, and the plain name is no session", async () => {
  expect(cookie).toMatch(/^__Host-solar_scan_session=/)
  const askWith = (headers: Record<string, string>) => fetch(`${service.address}/v1/auth/session`, { headers })
  expect((await askWith({ cookie })).status).toBe(200)
  expect((await askWith({ cookie: cookie.replace("__Host-", "") })).status).toBe(401)
})

const ALL_STEPS = ["consumption", "existing-pv", "new-pv", "battery", "tariff", "goal", "financial"]
const WEBP = Buffer.from("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==", "base64")

const upload = async (image: Uint8Array | string, name = "logo.png", field = "file") => {
  const form = new FormData()
  form.set(field, new File([typeof image === "string" ? image : Buffer.from(image)], name))
  const response = await fetch(`${service.address}${path}/logo`, {
    method: "PUT",
    headers: { cookie },
    body: form,
  })
  return { status: response.status, body: await response.json() }
}

test("the settings of a new organization", async () => {
  const { status, body } = await owner.get(path)
  expect(status).toBe(200)
  expect(body).toEqual({
    id: path.split("/")[3],
    displayName: "My organization",
    brandingDisplayName: "",
    brandingEnabled: false,
    brandingLogo: null,
    brandingColor: null,
    contact: null,
    company: null,
    adjustableSteps: ALL_STEPS,
    liveScanDays: null,
    sandboxScanDays: 30,
    assumptions: {},
    createdAt: expect.stringMatching(/Z$/),
  })
})

test("an owner changes settings; what is absent stays, and an API key changes nothing", async () => {
  const changes = {
    brandingDisplayName: "Sun & Co",
    adjustableSteps: ["tariff", "battery", "tariff"],
    assumptions: { discountRate: 0.07 },
  }
  const changed = await owner.patch(path, changes)
  expect(changed.body).toMatchObject({
    displayName: "My organization",
    brandingDisplayName: "Sun & Co",
    adjustableSteps: ["battery", "tariff"],
    assumptions: { discountRate: 0.07 },
  })
  expect((await owner.patch(path, {})).body).toEqual(changed.body)
  expect((await owner.patch(path, { assumptions: {} })).body.assumptions).toEqual({})
  expect((await createClient(service.address).patch(path, changes)).status).toBe(403)
  expect((await createClient(service.address).get(path)).status).toBe(200)
})

test("what a setting does not take is named", async () => {
  const { status, body } = await owner.patch(path, {
    displayName: "",
    adjustableSteps: ["tariffs"],
    assumptions: { discountRates: 0.07, pvLifeYears: 0 },
    tier: "unlimited",
  })
  expect(status).toBe(400)
  for (const part of [
    "displayName must not be empty",
    "adjustableSteps[0] must be one of consumption",
    "unknown field assumptions.discountRates, did you mean assumptions.discountRate?",
    "assumptions.pvLifeYears must be at least 1",
    "unknown field tier",
  ])
    expect(body.message).toContain(part)
})

test("another organization's id is not found", async () => {
  const other = "/v1/organizations/00000000-0000-7000-8000-000000000000"
  for (const answer of [await owner.get(other), await owner.patch(other, { displayName: "x" })])
    expect(answer.body).toEqual({
      statusCode: 404,
      message: "organization not found",
      code: "NOT_FOUND",
      reason: "not-found",
    })
  expect((await owner.delete(`${other}/logo`)).status).toBe(404)
  expect((await owner.get("/v1/organizations/none/logo")).status).toBe(404)
})

test("a logo is read by its organization, and by anyone while branding is enabled", async () => {
  const read = (headers: Record<string, string> = {}) => fetch(`${service.address}${path}/logo`, { headers })
  expect((await owner.get(`${path}/logo`)).body).toEqual({
    statusCode: 404,
    message: "logo not found",
    code: "NOT_FOUND",
    reason: "not-found",
  })
  const { status, body } = await upload(PIXEL)
  expect(status).toBe(200)
  expect(body.brandingLogo).toMatch(new RegExp(`^https://scans.example.org${path}/logo\\?v=[0-9a-f]{16}$`))

  expect((await read()).status).toBe(401)
  const own = await read({ "x-api-key": LIVE_KEY })
  expect(own.headers.get("content-type")).toBe("image/png")
  expect(Buffer.from(await own.arrayBuffer()).equals(PIXEL)).toBe(true)

  await owner.patch(path, { brandingEnabled: true })
  const anyone = await read()
  expect(anyone.status).toBe(200)
  const etag = anyone.headers.get("etag") ?? ""
  expect((await read({ "if-none-match": etag })).status).toBe(304)

  const replaced = await upload(WEBP, "logo.bin")
  expect(replaced.body.brandingLogo).not.toBe(body.brandingLogo)
  const fresh = await read({ "if-none-match": etag })
  expect([fresh.status, fresh.headers.get("content-type")]).toEqual([200, "image/webp"])

  expect((await owner.delete(`${path}/logo`)).status).toBe(204)
  expect((await read()).status).toBe(404)
  expect((await owner.delete(`${path}/logo`)).status).toBe(404)
})

/** A PNG image of one colour. */
const plainPng = (width: number, height: number) =>
  new Bun.Image(PIXEL).resize(width, height, { fit: "fill" }).png().bytes()

test("an image that is damaged or fills a browser's memory is refused", async () => {
  const whole = await plainPng(300, 200)
  expect((await upload(whole)).status).toBe(200)
  expect((await upload(whole.subarray(0, whole.length / 2))).status).toBe(400)
  expect((await upload(PIXEL.subarray(0, 16))).status).toBe(400)
  expect((await upload(WEBP.subarray(0, 20))).status).toBe(400)
  expect((await upload(await plainPng(4096, 1))).status).toBe(200)
  expect((await upload(await plainPng(4097, 1))).status).toBe(400)
  expect((await owner.delete(`${path}/logo`)).status).toBe(204)
})

test("only images that cannot carry scripts, by their bytes and not by their name", async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  for (const [image, name] of [
    [svg, "logo.svg"],
    [svg, "logo.png"],
    ["GIF89a.....", "logo.gif"],
    ["", "logo.png"],
  ])
    expect((await upload(image!, name)).body).toEqual({
      statusCode: 400,
      message: "file must be a PNG, JPEG or WebP image with sides of at most 4096 pixels",
      code: "INVALID_INPUT",
      errors: expect.any(Array),
    })
  expect((await upload(PIXEL, "logo.png", "image")).body.message).toBe("file is required, as a file")
  expect((await owner.put(`${path}/logo`, { file: "x" })).status).toBe(415)
})

test("a logo has up to one MiB", async () => {
  const big = Buffer.concat([PIXEL, Buffer.alloc(1024 * 1024 - PIXEL.length)])
  expect((await upload(big)).status).toBe(200)
  expect((await upload(Buffer.concat([big, Buffer.alloc(1)]))).body).toEqual({
    statusCode: 413,
    message: "the body is larger than 1048576 bytes, the limit of this path",
    code: "BODY_TOO_LARGE",
    reason: "body-too-large",
  })
  expect((await upload(Buffer.alloc(3_000_000))).status).toBe(413)
})
