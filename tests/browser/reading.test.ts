import { expect } from "bun:test"
import type { Page } from "playwright-core"
import { houseRequest } from "../support/requests.ts"
import { browserTest, DESKTOP } from "./chromium.ts"
import { type OpenedDashboard, onDashboard } from "./onDashboard.ts"
import { showSliders } from "./sliders.ts"

/** Reading at several widths, and by keyboard alone. */
let browser: OpenedDashboard["browser"]
let page: OpenedDashboard["page"]
let show: OpenedDashboard["show"]
let [houseId, bareId, sharedPath] = ["", "", ""]

const TABLET = { width: 768, height: 1024 }
const LAPTOP = { width: 1024, height: 768 }
const PHONE = { width: 360, height: 800 }
const UNREACHABLE = { goal: "renewable-minimum", renewableElectricityMinFraction: 0.99 }

onDashboard("/dashboard/scans", {
  prepare: async client => {
    const wait = { prefer: "wait=60" }
    const electricBattery = { powerRatingKw: 5, capacityKwh: 10, costPerKwh: 150 }
    const house = {
      ...houseRequest(),
      electricBattery,
      customerDetails: { name: "Vereniging van Eigenaren ".repeat(7).trim(), reference: "K-2041" },
    }
    const { newPv: _, electricBattery: __, ...site } = house
    const flat = { type: "flat", flatEurPerKwh: 0.28, feedInEurPerKwh: 0.06 }
    houseId = (await client.post("/v1/scans", house, wait)).body.id
    bareId = (await client.post("/v1/scans", { ...site, tariff: flat }, wait)).body.id
    await client.post("/v1/scans", { ...house, ...UNREACHABLE }, wait)
    const short = { customerDetails: { name: "Family Jansen", reference: "K-2042" } }
    await client.post("/v1/scans", { ...site, ...short, tariff: flat }, wait)
    await client.post("/v1/scans", { ...house, ...short, ...UNREACHABLE }, wait)
    await client.post("/v1/webhook-endpoints", { url: "https://hook.invalid/", events: ["scan.completed"] })
    const { shareToken } = (await client.put(`/v1/scans/${houseId}/share`, { enabled: true })).body
    sharedPath = `/shared/${shareToken}`
  },
  opened: dashboard => ({ browser, page, show } = dashboard),
})

/** Tables of a page that hide a part of their figures on the right. */
const cutTables = (of: Page) =>
  of.evaluate(() =>
    [...document.querySelectorAll(".scroll")]
      .filter(element => element.scrollWidth > element.clientWidth + 1)
      .map(element => element.getAttribute("aria-label")),
  )

/** Cells of tables that reach over the next ones. */
const wideCells = (of: Page) =>
  of.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>(".scroll td")]
      .filter(cell => cell.scrollWidth > cell.clientWidth + 1)
      .map(cell => cell.innerText),
  )

browserTest(
  "lists and scans side by side show all their figures on a tablet and a laptop, in both languages",
  async () => {
    for (const language of ["nl", "en"])
      for (const size of [TABLET, LAPTOP, DESKTOP]) {
        await page.setViewportSize(size)
        await page.evaluate(chosen => localStorage.setItem("language", chosen), language)
        for (const path of ["/scans", `/scans/compare?ids=${houseId},${bareId}`, "/organization/keys"]) {
          await show(path, "tbody tr")
          expect([language, size.width, path, await cutTables(page)]).toEqual([language, size.width, path, []])
          expect([language, size.width, path, await wideCells(page)]).toEqual([language, size.width, path, []])
        }
      }
    await page.evaluate(() => localStorage.clear())
    await page.setViewportSize(DESKTOP)
  },
)

browserTest("the box that chooses a scan is next to its customer, with a mark and in narrow columns too", async () => {
  for (const size of [PHONE, TABLET, LAPTOP, DESKTOP]) {
    await page.setViewportSize(size)
    await show("/scans?search=jansen", "tbody tr")
    expect(await page.locator(".choose + .customer").count()).toBe(2)
    expect([size.width, await wrappedNames(page)]).toEqual([size.width, []])
  }
})

browserTest(
  "a report on a phone hides no figure at the side; hours by month scroll, their names in sight",
  async () => {
    const shared = await browser.open(sharedPath, PHONE)
    await shared.locator("#proof").waitFor()
    await shared.locator("#outlook summary").first().click()
    for (const name of [
      "Panels and battery separately",
      "New panels",
      "Compare options",
      "What if?",
      "Terms of the contract, and other parts of the price",
    ])
      await shared.getByRole("group", { name, exact: true }).waitFor()
    expect(await cutTables(shared)).toEqual([])
    const hours = shared.locator("#hours details").first()
    await hours.locator("summary").click()
    const left = await hours.locator(".scroll").evaluate(element => {
      element.scrollLeft = element.scrollWidth
      return [element, element.querySelector("tbody th")!].map(part => Math.round(part.getBoundingClientRect().left))
    })
    expect(left[1]).toBe(left[0]!)
    await shared.close()
  },
)

browserTest("nothing bought is never said to pay for itself or not: in the list, and beside other scans", async () => {
  await show("/scans", "tbody tr")
  const payback = (id: string) =>
    page
      .locator("tr", { has: page.locator(`#row-${id}`) })
      .locator("td[data-label='Pays for itself in']")
      .innerText()
  expect(await payback(bareId)).toBe("–")
  expect(await payback(houseId)).toMatch(/years$/)
  await show(`/scans/compare?ids=${houseId},${bareId}`, "tbody tr")
  const row = page.getByRole("row", { name: "Pays for itself in" }).locator("td")
  expect(await row.nth(1).innerText()).toBe("–")
})

browserTest("a share is written alike in the report, the list and beside other scans", async () => {
  await show(`/scans/${houseId}`, ".kpi")
  const share = await page.locator(".kpi", { hasText: "Self-sufficiency" }).locator(".value").innerText()
  expect(share).toMatch(/^\d+.%$/)
  await show("/scans", "tbody tr")
  const listed = page.locator("tr", { has: page.locator(`#row-${houseId}`) })
  expect(await listed.locator("td[data-label='Self-sufficiency']").innerText()).toBe(share)
  await show(`/scans/compare?ids=${houseId},${bareId}`, "tbody tr")
  expect(await page.getByRole("row", { name: "Self-sufficiency" }).locator("td").first().innerText()).toStartWith(share)
})

browserTest("the log of an endpoint says in the page's language why a delivery failed", async () => {
  await page.evaluate(() => localStorage.setItem("language", "nl"))
  await show("/organization/webhooks", "article")
  await page.getByRole("button", { name: "Test sturen" }).click()
  await page.locator(".reason", { hasText: "van de hostnaam hook.invalid is geen adres gevonden" }).first().waitFor()
  await page.evaluate(() => localStorage.clear())
})

/** Customers of a list that are not to the right of the box that chooses their scan. */
const wrappedNames = (of: Page) =>
  of
    .locator(".choose + .customer")
    .evaluateAll(all =>
      all
        .filter(each => each.getBoundingClientRect().left < each.previousElementSibling!.getBoundingClientRect().right)
        .map(each => each.textContent),
    )

/** Name of the focused element, and its fault if the focus cannot be seen: "hidden" or "no ring". */
const unseenFocus = (of: Page) =>
  of.evaluate(() => {
    const at = document.activeElement as HTMLElement
    const name = `${at.tagName} ${at.getAttribute("aria-label") ?? at.textContent?.trim().slice(0, 40)}`
    if (at === document.body) return { name: "", wrong: "" }
    const { left, right, top, bottom } = at.getBoundingClientRect()
    const [x, y] = [
      (Math.max(left, 0) + Math.min(right, innerWidth)) / 2,
      (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2,
    ]
    const seen = document.elementFromPoint(x, y)
    // The map's marker ignores the pointer, but it is visible.
    const isPassed = getComputedStyle(at).pointerEvents === "none" && at.parentElement?.contains(seen)
    const isSeen =
      isPassed || (seen !== null && (at.contains(seen) || seen.contains(at) || seen.closest("label")?.control === at))
    // Parts of a date show the browser's focus ring inside the field.
    const ringed =
      at.matches("[type=date]") ||
      [at, at.nextElementSibling].some(one => one && getComputedStyle(one).outlineStyle !== "none")
    return { name, wrong: isSeen ? (ringed ? "" : "no ring") : "hidden" }
  })

const LOOKS = 20
const LOOK_MS = 100

/** The same, looked at again while it is hidden, because a part that arrives moves the page. */
const settledFocus = async (of: Page) => {
  let focus = await unseenFocus(of)
  for (let look = 0; look < LOOKS && focus.wrong === "hidden"; look++) {
    await of.waitForTimeout(LOOK_MS)
    focus = await unseenFocus(of)
  }
  return focus
}

/** Steps through a page by Tab, to its end or at most `most` steps. Returns the elements whose focus cannot be seen. */
const walk = async (of: Page, most: number): Promise<{ steps: number; wrong: string[] }> => {
  const wrong: string[] = []
  for (let steps = 0; steps < most; steps++) {
    await of.keyboard.press("Tab")
    const focus = await settledFocus(of)
    if (focus.name === "") return { steps, wrong }
    if (focus.wrong) wrong.push(`${focus.name}: ${focus.wrong}`)
  }
  return { steps: most, wrong }
}

browserTest(
  "whatever has the focus can be seen, on a report with its sliders and on pages of the dashboard",
  async () => {
    const shared = await browser.open(sharedPath, LAPTOP)
    await shared.emulateMedia({ reducedMotion: "reduce" })
    await shared.locator("#hours canvas").first().waitFor()
    await showSliders(shared)
    await shared.locator("#adjust").getByLabel("Battery").fill("6")
    await shared.locator(".tried-bar").waitFor()
    await shared.locator(".assumed[aria-busy=false]").waitFor()
    await shared.evaluate(() => {
      document.querySelector<HTMLElement>(":focus")?.blur()
      scrollTo(0, 0)
    })
    const report = await walk(shared, 200)
    expect(report.wrong).toEqual([])
    expect(report.steps).toBeGreaterThan(60)
    await shared.close()
    await page.emulateMedia({ reducedMotion: "reduce" })
    for (const path of ["/scans", "/scans/new", "/organization/webhooks", "/organization/settings"]) {
      await show(path, "h1")
      await page.locator(".loading").waitFor({ state: "detached" })
      expect([path, (await walk(page, 120)).wrong]).toEqual([path, []])
    }
  },
)
