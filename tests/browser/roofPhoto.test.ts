import { afterAll, expect } from "bun:test"
import { crc32, deflateSync } from "node:zlib"
import { serveTiles } from "../support/tileServer.ts"
import { accessibilityViolations, browserTest } from "./chromium.ts"
import { type OpenedDashboard, onDashboard } from "./onDashboard.ts"

/**
 * Editor of a roof's plan. A photo has its scale by a line, its eaves by an edge, and its azimuth by its top. Keep-free
 * areas take panels.
 */
let page: OpenedDashboard["page"]
let client: OpenedDashboard["client"]
let show: OpenedDashboard["show"]

const tiles = serveTiles()
afterAll(() => tiles.stop())
const settings = { AERIAL_TILES_URL: `${tiles.url}/{z}/{x}/{y}.png`, AERIAL_TILES_CREDIT: "Kadaster" }
onDashboard("/dashboard/sites", { settings, opened: dashboard => ({ page, client, show } = dashboard) })

const SIZE = { width: 400, height: 200 }

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A grey PNG image. */
const greyImage = ({ width, height }: typeof SIZE): Buffer => {
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0])
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  const rows = Buffer.alloc((width + 1) * height, 200)
  for (let row = 0; row < height; row++) rows[row * (width + 1)] = 0
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const parts = [chunk("IHDR", head), chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))]
  return Buffer.concat([signature, ...parts])
}

const upload = async () => {
  const file = { name: "roof.png", mimeType: "image/png", buffer: greyImage(SIZE) }
  await page.locator("input[type=file]").setInputFiles(file)
  await page.getByRole("button", { name: "Upload the photo" }).click()
}

browserTest("a photo is not put at a roof that has moved since the page was read", async () => {
  const roofs = ["South", "North"].map(name => ({ name, maxPanelCount: 8 }))
  const { id } = (await client.post("/v1/sites", { customer: {}, location: { lat: 52.1, lon: 5.18 }, roofs })).body
  await show(`/sites/${id}`, "h2:has-text('South')")
  await page.getByRole("button", { name: "Draw the roof" }).first().click()
  await client.patch(`/v1/sites/${id}`, { roofs: roofs.toReversed() })
  await upload()
  await page.getByText("it was changed meanwhile").waitFor()
  expect((await client.get(`/v1/sites/${id}`)).body.roofs).toEqual(roofs.toReversed())
})

browserTest("a photo is measured by a line, and its eaves and top give the azimuth of the roof", async () => {
  const roofs = [{ name: "South", maxPanelCount: 8 }]
  const { id } = (await client.post("/v1/sites", { customer: {}, location: { lat: 52.1, lon: 5.18 }, roofs })).body
  const roofOf = async () => (await client.get(`/v1/sites/${id}`)).body.roofs[0]
  await show(`/sites/${id}`, "h2:has-text('South')")
  await page.getByRole("button", { name: "Draw the roof" }).click()
  await upload()
  const photo = page.locator("svg.plan image")
  await photo.waitFor()

  await page.getByRole("button", { name: "Draw a line" }).click()
  const box = (await photo.boundingBox())!
  await page.mouse.move(box.x + box.width / 4, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + (3 * box.width) / 4, box.y + box.height / 2, { steps: 4 })
  await page.mouse.up()
  await page.getByLabel("Length of the line").fill("10")
  await page.getByRole("button", { name: "Use as the scale" }).click()
  expect(Number(await page.getByLabel("Width of the photo").inputValue())).toBeCloseTo(20, 0)
  await page.getByLabel("Width of the photo").fill("24")
  await page.getByLabel("Edge of the eaves").selectOption({ label: "from corner 2 to 3" })
  await page.getByLabel("Direction of the top of the photo").fill("0")
  await page.getByText("The roof faces 90°.").waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  const save = page.getByRole("button", { name: "Save", exact: true })
  await save.click()
  await save.waitFor({ state: "detached" })
  await page.getByRole("img", { name: /^South with \d+ panels/ }).waitFor()

  const { plan, azimuth, photo: saved } = await roofOf()
  expect(azimuth).toBe(90)
  expect(saved).toMatchObject({ topAzimuth: 0, fromAbove: false })
  expect(saved.turnDeg).toBeCloseTo(90, 6)
  expect(saved.metresPerPixel * SIZE.width).toBeCloseTo(24, 6)
  const [across, up] = [
    plan.corners.map(({ xM }: { xM: number }) => xM),
    plan.corners.map(({ yM }: { yM: number }) => yM),
  ]
  expect([Math.min(...across), Math.min(...up)]).toEqual([0, 0])
  // The rectangle of 8 × 5 m on a photo of 20 m, measured as 24 m, on its side.
  expect([Math.max(...across), Math.max(...up)].map(Math.round)).toEqual([6, 10])

  await page.getByRole("button", { name: "Draw the roof" }).click()
  await photo.waitFor()
  await page.getByText("The roof faces 90°.").waitFor()
  await page.getByRole("button", { name: "Remove the photo" }).click()
  await photo.waitFor({ state: "detached" })
  expect(await roofOf()).not.toHaveProperty("photo")
})

browserTest("an aerial photo of the operator's server is measured, and lies around the site", async () => {
  const roofs = [{ name: "South", maxPanelCount: 8, tilt: 30 }]
  const { id } = (await client.post("/v1/sites", { customer: {}, location: { lat: 52.1, lon: 5.18 }, roofs })).body
  await show(`/sites/${id}`, "h2:has-text('South')")
  await page.getByRole("button", { name: "Draw the roof" }).click()
  await page.getByRole("button", { name: "Use an aerial photo" }).click()
  await page.locator("svg.plan image").waitFor()
  await page.getByText("The roof faces").waitFor()
  expect(Number(await page.getByLabel("Width of the photo").inputValue())).toBeCloseTo(80, 0)
  const { photo } = (await client.get(`/v1/sites/${id}`)).body.roofs[0]
  expect(photo).toMatchObject({ fromAbove: true, topAzimuth: 0, metresPerPixel: expect.closeTo(0.1834, 3) })
  expect(await accessibilityViolations(page)).toEqual([])
})

browserTest("keep-free areas take panels, are dragged, typed and removed, and outlast a new photo", async () => {
  const { id } = (
    await client.post("/v1/sites", { customer: {}, location: { lat: 52.1, lon: 5.18 }, roofs: [{ maxPanelCount: 8 }] })
  ).body
  const roofOf = async () => (await client.get(`/v1/sites/${id}`)).body.roofs[0]
  const numberOf = async (label: string) => Number(await page.getByLabel(label).inputValue())
  const fits = (count: number) => page.getByText(`${count} panels fit.`).waitFor()
  const drag = async (target: ReturnType<typeof page.locator>, byX: number, byY: number) => {
    const box = (await target.boundingBox())!
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + byX, y + byY, { steps: 4 })
    await page.mouse.up()
  }
  await show(`/sites/${id}`, "h2:has-text('Roof 1')")
  await page.getByRole("button", { name: "Draw the roof" }).click()
  await fits(12)
  await page.getByRole("button", { name: "Add an area to keep free" }).click()
  // The window is in the middle: each of both rows has 2 panels on its left, and 2 on its right.
  await fits(8)
  expect([await numberOf("Area 1, width"), await numberOf("Area 1, height")]).toEqual([0.8, 1.2])

  const handles = page.locator(".area-handles")
  const left = await numberOf("Area 1, along the eaves")
  await drag(handles.locator("rect"), 60, 0)
  expect(await numberOf("Area 1, along the eaves")).toBeGreaterThan(left + 0.4)
  expect(await numberOf("Area 1, width")).toBe(0.8)
  await drag(handles.locator("circle").nth(2), 40, -40)
  expect(await numberOf("Area 1, width")).toBeGreaterThan(1)
  expect(await numberOf("Area 1, height")).toBeGreaterThan(1.4)

  await page.getByLabel("Area 1, width").fill("0")
  await page.getByText("From 0.05 to 200 m.").waitFor()
  expect(await page.getByRole("button", { name: "Save", exact: true }).isDisabled()).toBe(true)
  const values = { width: "0.8", height: "1.2", "along the eaves": "0", "up the roof": "0" }
  for (const [side, value] of Object.entries(values)) await page.getByLabel(`Area 1, ${side}`).fill(value)
  await fits(11)

  await page.getByRole("button", { name: "Add an area to keep free" }).press("Enter")
  await page.getByLabel("Area 2, width").fill("0.5")
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole("button", { name: "Remove area 2" }).press("Enter")
  await fits(11)
  await upload()
  await page.locator("svg.plan image").waitFor()
  await page.getByLabel("Width of the photo").fill("24")
  await page.getByLabel("Width of the photo").blur()
  await fits(11)
  await page.getByLabel("Corner 2, along the eaves").fill(`${(await numberOf("Corner 1, along the eaves")) + 8.5}`)
  expect(await handles.count()).toBe(1)
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await handles.waitFor({ state: "detached" })
  expect((await roofOf()).plan.keepFree).toEqual([{ xM: 0, yM: 0, widthM: 0.8, heightM: 1.2 }])

  await page.reload()
  await page.getByRole("img", { name: /^Roof 1 with \d+ panels/ }).waitFor()
  expect(await page.locator("svg.plan .keep-free").count()).toBe(1)
  await page.getByRole("button", { name: "Draw the roof" }).click()
  await page.getByRole("button", { name: "Remove area 1" }).click()
  await fits(12)
  for (const _ of [1, 2]) await page.getByRole("button", { name: "Draw the roof" }).click()
  await fits(12)
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await page.locator("svg.plan .keep-free").waitFor({ state: "detached" })
  expect((await roofOf()).plan).not.toHaveProperty("keepFree")
})
