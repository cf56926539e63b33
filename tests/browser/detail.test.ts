import { expect } from "bun:test"
import { houseRequest } from "../support/requests.ts"
import { completedScan } from "../support/scans.ts"
import { browserTest } from "./chromium.ts"
import { type OpenedDashboard, onDashboard } from "./onDashboard.ts"

/** Pages of scans with `detail: "plant"`. */
let page: OpenedDashboard["page"]
let client: OpenedDashboard["client"]
let show: OpenedDashboard["show"]

onDashboard("/dashboard/scans", { opened: dashboard => ({ page, client, show } = dashboard) })

const plant = () => completedScan(client, { ...houseRequest(), detail: "plant" })

browserTest("the page of a scan, and a shared page, have the whole report when they are opened", async () => {
  await show(`/scans/${await plant()}`, "#proof")
  const { shareToken } = (await client.put(`/v1/scans/${await plant()}/share`, { enabled: true })).body
  await page.goto(new URL(`/shared/${shareToken}`, page.url()).href)
  await page.locator("#proof").waitFor()
  expect(await page.locator(".loading").count()).toBe(0)
})

browserTest("a report that takes long to complete says so, with its progress", async () => {
  const id = await plant()
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  const isScan = ({ pathname }: URL) => pathname === `/v1/scans/${id}`
  await page.route(isScan, async route => {
    await answered
    await route.continue()
  })
  await page.goto(new URL(`/dashboard/scans/${id}`, page.url()).href)
  await page.locator(".loading progress").waitFor()
  answer()
  await page.locator("#proof").waitFor()
})
