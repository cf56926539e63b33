import { afterAll, beforeAll, expect } from "bun:test"
import type { Page } from "playwright-core"
import { type Receiver, startReceiver } from "../support/receiver.ts"
import { houseRequest } from "../support/requests.ts"
import { createClient, type RunningService, startFresh, until } from "../support/service.ts"
import { logIn } from "../support/sessions.ts"
import {
  accessibilityViolations,
  type Browser,
  browserTest,
  DESKTOP,
  fitsPhone,
  slowBrowserTest,
  startBrowser,
  turnTo,
  whyNoBrowser,
} from "./chromium.ts"
import { logInTo } from "./login.ts"
import { requestsOf, showSliders } from "./sliders.ts"

const why = whyNoBrowser()

let service: RunningService
let browser: Browser
let receiver: Receiver
let client: ReturnType<typeof createClient>
let scanId: string
let sharedPath: string
let dashboard: Page

beforeAll(async () => {
  if (why) return
  service = await startFresh({ WEBHOOK_ALLOW_PRIVATE: "1" })
  client = createClient(service.address)
  receiver = await startReceiver()
  await client.post("/v1/webhooks", { url: receiver.url })
  scanId = (await client.post("/v1/scans", houseRequest(), { prefer: "wait=60" })).body.id
  const { body } = await client.put(`/v1/scans/${scanId}/share`, { enabled: true })
  sharedPath = new URL(body.shareUrl).pathname
  browser = await startBrowser(service.address)
  dashboard = await logInTo(browser, "/dashboard")
})

afterAll(async () => {
  await browser?.close()
  await receiver?.close()
  await service?.end()
})

const PHONE = { width: 390, height: 844 }
/** Address that creates scans. */
const SCANS = /\/v1\/scans(\?.*)?$/
const adjustments = async () => (await client.get(`/v1/scans/${scanId}/adjustments`)).body

/** Shows the sliders of the report on a page whose hours have come. Returns the list of its later requests. */
const openSliders = async (page: Page): Promise<string[]> => {
  await page.locator("#explore table, #explore summary").first().waitFor({ state: "attached" })
  await showSliders(page)
  return requestsOf(page)
}

const openScan = async (): Promise<Page> => {
  await dashboard.goto(`${service.address}/dashboard/scans/${scanId}`)
  await dashboard.locator("#adjust").waitFor()
  return dashboard
}

/** Waits until a tried plant is solved. The error of a timeout has the sliders' text and the complaints of pages. */
const atRest = async (page: Page): Promise<void> => {
  const solved = page.getByText(/Worked out in this browser in [\d,]+ ms: proven/)
  await solved.waitFor().catch(async error => {
    const text = await page.locator("#adjust").innerText({ timeout: 10_000 })
    throw new Error(`the sliders show: ${text}; complaints: ${browser.complaints().join("; ")}`, { cause: error })
  })
}
const headline = (page: Page) => page.locator("h1").innerText()

const COMPARED = '[aria-busy="false"] #alternatives table'
const wholeEuros = (text: string): number => Math.round(Number(text.replace("−", "-").replace(/[^\d.-]/g, "")))
/** Waits until the drawn parts, which follow the figures, show the same plant. @returns the compared plants */
const comparedAtRest = async (page: Page): Promise<string> => {
  await atRest(page)
  return until(async () => {
    const worth = page.locator(".kpi").nth(3)
    const calculated = /As assumed: (.+)\./.exec(await worth.innerText())?.[1]
    const value = calculated ?? (await worth.locator(".value").innerText())
    const tables = await page.locator(COMPARED).filter({ hasNotText: "As a scan" }).allInnerTexts()
    // Small amounts have cents in the table, so that they add up.
    return tables.find(
      table => wholeEuros(/^Net present value\t([^\t\n]+)/m.exec(table)?.[1] ?? "") === wholeEuros(value),
    )
  })
}

browserTest(
  "the whole report follows a slider without a request, and is what the service answers once it is kept",
  async () => {
    const page = await openScan()
    const found = await headline(page)
    const delivered = receiver.arrivals.length
    const requests = await openSliders(page)
    await page.getByLabel(/Panels on .?South/).fill("5")
    await page.locator("#adjust").getByLabel("Battery").fill("6")
    const alternatives = await comparedAtRest(page)
    const tried = await headline(page)
    expect(tried).not.toBe(found)
    expect(tried).toContain("5 panels")
    const kpis = await page.locator(".kpis").innerText()
    const money = await page.locator("#money table").first().innerText()
    expect(await accessibilityViolations(page)).toEqual([])
    await fitsPhone(page)
    await page.setViewportSize(DESKTOP)
    expect(requests).toEqual(["live case"])
    expect(await adjustments()).toEqual([])
    expect(receiver.arrivals).toHaveLength(delivered)

    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(SCANS, async route => {
      await released
      await route.continue()
    })
    const keep = page.getByRole("button", { name: "Keep as a scan" })
    await keep.click()
    await until(async () => ((await keep.isDisabled()) ? true : undefined))
    release()
    await page.waitForURL(url => !url.pathname.endsWith(scanId))
    await page.locator("#proof").waitFor()
    await page.unroute(SCANS)
    expect(await adjustments()).toHaveLength(1)
    expect(await headline(page)).toBe(tried)
    expect(await page.locator(".kpis").innerText()).toBe(kpis)
    expect(await page.locator("#money table").first().innerText()).toBe(money)
    expect(await page.locator("#alternatives table").innerText()).toContain(alternatives.split("\n").at(-1)!)
  },
)

/** Parts that must follow a slider, with the selectors of their texts. */
const FOLLOWING: Record<string, string> = {
  headline: "h1",
  figures: ".kpis",
  gap: ".tried-bar span:last-of-type",
  alternatives: "#alternatives td:first-of-type",
  flows: "#energy table",
  week: "#explore table",
  "cash flow": "#money figure table",
}
/** Time in which the worker answers [ms]. */
const ANSWER_MS = 1500
const MOVES = 24
const MOVE_MS = 40
/** Least number of texts that each part shows while a slider is held. */
const LEAST_TEXTS = 4
const HELD_LIMIT_MS = 60_000

/** Runs in the page. Records each text of each part, frame by frame, in `window.kept`. */
const keepTexts = (places: Record<string, string>) => {
  const kept: Record<string, string[]> = {}
  Object.assign(window, { kept })
  const look = () => {
    for (const [name, place] of Object.entries(places)) {
      const shown = Array.from(document.querySelectorAll(place), element => element.textContent).join("|")
      if (shown && kept[name]?.at(-1) !== shown) kept[name] = [...(kept[name] ?? []), shown]
    }
    requestAnimationFrame(look)
  }
  look()
}

/** Drags a slider until each part has shown enough texts. Fails if a part does not. */
const dragUntilAllFollow = async (page: Page, name: RegExp): Promise<void> => {
  for (const part of ["#explore", "#money figure"]) await page.locator(`${part} summary`).click()
  const slider = page.locator("#adjust").getByLabel(name)
  // The worker is ready when it has answered once.
  await slider.press("ArrowRight")
  await atRest(page)
  // Away from the bar of figures, which covers the foot of the screen.
  await slider.evaluate(element => element.scrollIntoView({ block: "center", behavior: "instant" }))
  await page.evaluate(keepTexts, FOLLOWING)
  const { x, y, width, height } = (await slider.boundingBox())!
  const moveTo = (share: number) => page.mouse.move(x + width * share, y + height / 2)
  await moveTo(0.5)
  await page.mouse.down()
  let counts: Record<string, number> = {}
  const turn = async () => {
    for (let move = 0; move < MOVES; move++) {
      await moveTo(0.2 + (0.6 * ((move * 7) % MOVES)) / MOVES)
      await page.waitForTimeout(MOVE_MS)
    }
    const kept: Record<string, string[]> = await page.evaluate(() => Reflect.get(window, "kept"))
    counts = Object.fromEntries(Object.keys(FOLLOWING).map(part => [part, new Set(kept[part]).size]))
    return Object.values(counts).every(texts => texts >= LEAST_TEXTS) || undefined
  }
  await until(turn, HELD_LIMIT_MS, () => `parts did not follow the slider: ${JSON.stringify(counts)}`)
  await page.mouse.up()
}

slowBrowserTest(
  "headline, figures, gap, alternatives, flows, week and cash flow move while a slider is held, in both languages",
  async () => {
    const page = await openScan()
    await openSliders(page)
    await dragUntilAllFollow(page, /^Battery/)
    await comparedAtRest(page)
    expect(await page.locator(".tried-bar").innerText()).toMatch(/Proven within\s+(< )?0\.\d{4}.%/)
    const notes = () => page.locator("ul.notes").textContent()
    const inEnglish = await notes()
    await turnTo(page, "nl")
    await until(async () => ((await notes()) === inEnglish ? undefined : true))
    await page.getByLabel(/^Batterij/).fill("4")
    await page.locator(".tried-bar").getByText("Bewezen binnen").waitFor()
    await page.evaluate(() => localStorage.clear())
  },
)

slowBrowserTest("a step back shows the found plant again", async () => {
  const page = await openScan()
  const found = await headline(page)
  await openSliders(page)
  await page.getByLabel(/Panels on .?South/).fill("2")
  await atRest(page)
  expect(await headline(page)).not.toBe(found)
  await page.getByRole("button", { name: "Reset" }).click()
  await until(async () => ((await headline(page)) === found ? true : undefined))
  expect(await page.getByLabel(/Panels on .?South/).inputValue()).not.toBe("2")
})

slowBrowserTest("a step back while a plant is being solved is not undone by its answer", async () => {
  const page = await openScan()
  const found = await headline(page)
  await openSliders(page)
  const slider = page.getByLabel(/Panels on .?South/)
  await slider.fill("2")
  await atRest(page)
  const back = page.getByRole("button", { name: "Reset" })
  // One step of the page, so that the answer cannot arrive between the slider and the button.
  await slider.evaluate((input: HTMLInputElement) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(input, "3")
    input.dispatchEvent(new Event("input", { bubbles: true }))
  })
  await back.evaluate((button: HTMLElement) => button.click())
  await until(async () => ((await headline(page)) === found ? true : undefined))
  await page.waitForTimeout(ANSWER_MS)
  expect(await headline(page)).toBe(found)
  expect(await back.count()).toBe(0)
})

browserTest("a customer tries sizes on the shared page, and can keep nothing", async () => {
  const page = await browser.open(sharedPath)
  const before = await adjustments()
  const requests = await openSliders(page)
  await page.getByLabel(/Panels on .?South/).fill("3")
  await atRest(page)
  expect(await headline(page)).toContain("3 panels")
  expect(await page.getByRole("button", { name: "Keep as a scan" }).count()).toBe(0)
  expect(requests).toEqual(["live case"])
  expect(await adjustments()).toEqual(before)
  expect(await accessibilityViolations(page)).toEqual([])
  await page.close()
})

/** Addresses of the sliders' data and scripts that a page has loaded. */
const loadedOf = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .map(({ name }) => new URL(name).pathname)
      .filter(path => /\/live$|\/live-[^/]+\.js$/.test(path)),
  )

browserTest("sliders are open with the sizes of the report, and load their data once, at the first touch", async () => {
  const page = await browser.open(sharedPath, PHONE)
  await page.locator("#proof").waitFor()
  expect(await page.locator("#adjust input").count()).toBe(0)
  const requests = await openSliders(page)
  const { body: report } = await client.get(`/v1/scans/${scanId}/result`)
  const panels = page.getByLabel(/Panels on .?South/)
  expect(await panels.inputValue()).toBe(String(report.solar.newSystems[0].panelCount))
  expect(await panels.getAttribute("max")).toBe("14")
  expect(await page.locator("#adjust").getByLabel("Battery").getAttribute("max")).toBe("10")
  expect(await accessibilityViolations(page)).toEqual([])
  expect(await loadedOf(page)).toEqual([])

  await panels.focus()
  await until(async () => ((await loadedOf(page)).length > 0 ? true : undefined))
  await page.locator("#adjust summary", { hasText: "Prices and period" }).click()
  await page.locator("#adjust").getByLabel("Period").fill("12")
  await atRest(page)
  await turnTo(page, "nl")
  await page.getByLabel(/Panelen op .?South/).fill("4")
  await page.locator("h1", { hasText: "4 panelen" }).waitFor()
  expect(requests.filter(request => request === "live case")).toEqual(["live case"])
  await page.evaluate(() => localStorage.clear())
  await page.close()
})

const PRODUCTS = [
  { id: "small", brand: "Home", model: "4", capacityKwh: 4.2, powerKw: 2, eur: 1900, maxCount: 2 },
  { id: "large", brand: "Home", model: "9", capacityKwh: 9.6, powerKw: 4, eur: 4200 },
]

browserTest("the battery of products stops at numbers of one product", async () => {
  const request = { ...houseRequest(), electricBattery: { powerRatingKw: 5, capacityKwh: 10, products: PRODUCTS } }
  const { id } = (await client.post("/v1/scans", request, { prefer: "wait=60" })).body
  const page = await browser.open(`/dashboard/scans/${id}`)
  await showSliders(page)
  const battery = page.locator("#adjust").getByLabel("Battery")
  const stopAt = async () => Number.parseFloat((await battery.getAttribute("aria-valuetext")) ?? "")
  await battery.press("Home")
  await battery.press("End")
  await atRest(page)
  const stops = [await stopAt()]
  for (let stop = 0; stop < 3; stop++) {
    await battery.press("ArrowLeft")
    stops.push(await stopAt())
  }
  expect(stops).toEqual([9.6, 8.4, 4.2, 0])
  await battery.press("ArrowRight")
  await page.locator("h1", { hasText: "4.2" }).waitFor()
  expect(await page.locator("#adjust [role=alert]").count()).toBe(0)
  await page.close()
})

browserTest("a report of an earlier version, without the ranges of sliders, has a button", async () => {
  const page = await browser.open("/dashboard")
  await page.route(new RegExp(`/v1/scans/${scanId}(\\?.*)?$`), async route => {
    const report = await (await route.fetch()).json()
    for (const roof of report.solar.newSystems) delete roof.maxPanelCount
    delete report.battery.maxCapacityKwh
    await route.fulfill({ json: report })
  })
  await page.goto(`${service.address}/dashboard/scans/${scanId}`)
  await page.locator("#adjust").scrollIntoViewIfNeeded()
  const button = page.getByRole("button", { name: "Show the sliders" })
  await button.waitFor()
  expect(await page.locator("#adjust input").count()).toBe(0)
  await button.click()
  await page.getByLabel(/Panels on .?South/).fill("3")
  await atRest(page)
  expect(await headline(page)).toContain("3 panels")
  await page.close()
})

browserTest("a slider that the organization does not allow is locked before its scan is loaded", async () => {
  const owner = await logIn(service.address)
  const path = `/v1/organizations/${(await owner.get("/v1/auth/session")).body.organization.id}`
  const { adjustableSteps } = (await owner.get(path)).body
  await owner.patch(path, { adjustableSteps: ["new-pv"] })
  for (const place of [sharedPath, `/dashboard/scans/${scanId}`]) {
    const page = place === sharedPath ? await browser.open(place) : await openScan()
    const requests = requestsOf(page)
    await showSliders(page)
    expect(await page.locator("#adjust").getByLabel("Battery").isDisabled()).toBe(true)
    expect(await page.getByLabel(/Panels on .?South/).isEnabled()).toBe(true)
    expect(requests).not.toContain("live case")
    if (page !== dashboard) await page.close()
  }
  await owner.patch(path, { adjustableSteps })
})
