import { expect } from "bun:test"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { Page } from "playwright-core"
import { houseRequest } from "../support/requests.ts"
import { browserTest, DESKTOP } from "./chromium.ts"
import { type OpenedDashboard, onDashboard } from "./onDashboard.ts"
import { type PdfPage, pagesOf } from "./pdf.ts"

/** Prints from the browser's menu at any moment: the page is not asked if it has loaded all its parts. */
const PHONE = { width: 390, height: 844 }
const MANIFEST = fileURLToPath(new URL("../../dashboard/dist/manifest.json", import.meta.url))
/** Longer timers of the page never end: it must be ready without them [ms]. */
const LONGEST_TIMER_MS = 2_000
const INCOMPLETE = "printed while the page was still loading"

let browser: OpenedDashboard["browser"]
let path: string
let id: string

onDashboard("/dashboard/scans", {
  prepare: async client => {
    const request = { ...houseRequest(), customerDetails: { name: "Family Jansen", reference: "K-2041" } }
    id = (await client.post("/v1/scans", request, { prefer: "wait=60" })).body.id
    path = `/shared/${(await client.put(`/v1/scans/${id}/share`, { enabled: true })).body.shareToken}`
  },
  opened: dashboard => ({ browser } = dashboard),
})

const print = async (page: Page): Promise<PdfPage[]> =>
  pagesOf(await page.pdf({ preferCSSPageSize: true, printBackground: true }))
const textOf = (pages: readonly PdfPage[]): string => pages.map(({ text }) => text).join(" ")
/**
 * Letters of drawings alone, with the number of their drawings, the customer's included. The rows are flows; day by day
 * and two days; cash flow; three maps, months of two kinds, the bill, and emissions.
 */
const DRAWN: [letters: RegExp, times: number][] = [
  [/Panels [\d,]+ kWh/g, 2],
  [/Purchase price \[€\/kWh\]/g, 3],
  [/Paid back in year/g, 2],
  [/Jan (Feb )?Mar/g, 7],
]

browserTest(
  "a page that was opened and not scrolled prints every drawing, from a phone as from a desktop",
  async () => {
    const prints: string[] = []
    for (const size of [DESKTOP, PHONE]) {
      const page = await browser.open("/dashboard/nothing", size)
      await page.addInitScript(longest => {
        const { setTimeout } = window
        Object.assign(window, {
          setTimeout: (then: () => void, ms = 0) => (ms > longest ? 0 : setTimeout(then, ms)),
        })
      }, LONGEST_TIMER_MS)
      await page.goto(new URL(path, page.url()).href)
      await page.locator("html[data-paper=ready]").waitFor()
      const pages = await print(page)
      expect(textOf(pages)).not.toContain(INCOMPLETE)
      prints.push(textOf(pages))
      await page.close()
    }
    const [desktop = "", phone] = prints
    expect(phone).toBe(desktop)
    // The plant of this scan has no battery.
    expect(desktop).not.toContain("Panels and battery separately")
    const times = DRAWN.map(([letters]) => desktop.match(letters)?.length ?? 0)
    expect(times).toEqual(DRAWN.map(([, count]) => count))
  },
)

browserTest("paper from before all was loaded says so, and the screen does not", async () => {
  const page = await browser.open("/dashboard/nothing", PHONE)
  const { soon } = JSON.parse(readFileSync(MANIFEST, "utf8")).pages.report
  for (const script of soon) await page.route(`**/${script}`, () => undefined)
  await page.goto(new URL(path, page.url()).href)
  await page.locator(".cover").waitFor({ state: "attached" })
  expect(await page.getByText(INCOMPLETE).isVisible()).toBe(false)
  const pages = await print(page)
  expect(pages[0]!.text).toContain(INCOMPLETE)
  await page.close()
})

browserTest(
  "the report in the dashboard prints the same cover as the shared one, without the customer's pages",
  async () => {
    const prints: PdfPage[][] = []
    for (const from of [path, `/dashboard/scans/${id}`]) {
      const page = await browser.open(from)
      await page.locator("html[data-paper=ready]").waitFor()
      prints.push(await print(page))
      await page.close()
    }
    const [shared = [], own] = prints
    const withoutPages = (text = "") => text.replace(/^1 \/ \d+ /, "")
    expect(withoutPages(own?.[0]?.text)).toBe(withoutPages(shared[0]!.text))
    expect(own!.length).toBeLessThan(shared.length)
  },
)
