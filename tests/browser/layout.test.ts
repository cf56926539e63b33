import { expect } from "bun:test"
import { houseRequest } from "../support/requests.ts"
import { browserTest, DESKTOP, turnTo } from "./chromium.ts"
import { type OpenedDashboard, onDashboard } from "./onDashboard.ts"

const PHONE = { width: 390, height: 844 }
const LONG = "Vereniging van Eigenaren ".repeat(7).trim()
const RIGHT_TO_LEFT = "شركة الطاقة الشمسية المحدودة للاستثمار"
/** Maximum layout shift of a good page (web.dev, Core Web Vitals, half of its 0.1). */
const MOST_SHIFT = 0.05

let service: OpenedDashboard["service"]
let browser: OpenedDashboard["browser"]
let page: OpenedDashboard["page"]
let show: OpenedDashboard["show"]
let shareToken: string
const ids: string[] = []

onDashboard("/dashboard/scans", {
  prepare: async client => {
    for (const name of [LONG, RIGHT_TO_LEFT]) {
      const request = { ...houseRequest(), customerDetails: { name } }
      ids.push((await client.post("/v1/scans", request, { prefer: "wait=60" })).body.id)
    }
    shareToken = (await client.put(`/v1/scans/${ids[0]}/share`, { enabled: true })).body.shareToken
  },
  opened: dashboard => ({ service, browser, page, show } = dashboard),
})

/** Parts of a page that scroll sideways. */
const sideways = () =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll(".scroll")]
      .filter(element => element.scrollWidth > element.clientWidth)
      .map(element => element.getAttribute("aria-label") ?? element.tagName),
  )

browserTest("long and right-to-left names leave the columns of scans side by side on the screen", async () => {
  await show(`/scans/compare?ids=${ids.join(",")}`, "tbody tr")
  expect(await sideways()).toEqual([])
  const heads = page.locator("thead bdi")
  expect(await heads.first().getAttribute("title")).toBe(`1. ${LONG}`)
  expect(await heads.nth(1).textContent()).toBe(`2. ${RIGHT_TO_LEFT}`)
})

browserTest("the list of a phone does not scroll sideways: all figures are on the screen", async () => {
  await page.setViewportSize(PHONE)
  await show("/scans", "tbody tr")
  expect(await sideways()).toEqual([])
  await page.setViewportSize(DESKTOP)
})

browserTest("nothing moves while the shared page loads and is scrolled", async () => {
  for (const size of [DESKTOP, PHONE]) {
    const shared = await browser.context.newPage()
    await shared.setViewportSize(size)
    await shared.addInitScript(() => {
      interface Shift extends PerformanceEntry {
        value: number
        sources: { node: Node | null }[]
      }
      const shifts: [value: number, ...moved: string[]][] = []
      new PerformanceObserver(list => {
        for (const { value, sources } of list.getEntries() as Shift[])
          shifts.push([value, ...sources.map(({ node }) => node?.textContent?.slice(0, 40) ?? "")])
        document.documentElement.dataset.shifts = JSON.stringify(shifts)
      }).observe({ type: "layout-shift", buffered: true })
    })
    await shared.goto(`${service.address}/shared/${shareToken}`)
    await shared.locator("#proof").waitFor()
    await shared.locator("#proof").scrollIntoViewIfNeeded()
    await shared.locator("#hours canvas").first().waitFor({ state: "attached" })
    const shifts: [number, ...string[]][] = JSON.parse(
      await shared.evaluate(() => document.documentElement.dataset.shifts ?? "[]"),
    )
    const isStill = shifts.reduce((sum, [value]) => sum + value, 0) < MOST_SHIFT
    expect([size.width, isStill, shifts]).toEqual([size.width, true, shifts])
    await shared.close()
  }
})

browserTest("no line ends inside of a value and its unit on a phone, in Dutch", async () => {
  const shared = await browser.context.newPage()
  await shared.setViewportSize(PHONE)
  await shared.goto(`${service.address}/shared/${shareToken}`)
  await turnTo(shared, "nl")
  await shared.locator("#assumptions dd").first().waitFor()
  const values = await shared.evaluate(() => {
    const found: Record<string, number> = {}
    const texts = document.createTreeWalker(document.querySelector("main")!, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode())
      for (const { 0: value, index } of node.textContent!.matchAll(/[\d,.]+\u2060?\/\u2060?kWh?/g)) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + value.length)
        found[value] = Math.max(found[value] ?? 0, new Set([...range.getClientRects()].map(({ top }) => top)).size)
      }
    return found
  })
  expect(Object.keys(values).length).toBeGreaterThan(3)
  expect(Object.entries(values).filter(([, lines]) => lines > 1)).toEqual([])
  await shared.evaluate(() => localStorage.clear())
  await shared.close()
})
