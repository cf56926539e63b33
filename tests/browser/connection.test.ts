import { expect } from "bun:test"
import type { Request, Route } from "playwright-core"
import { smallestRequest } from "../support/requests.ts"
import { createClient, OWNER } from "../support/service.ts"
import { logIn } from "../support/sessions.ts"
import { accessibilityViolations, browserTest } from "./chromium.ts"
import { type OpenedDashboard, onDashboard, unfold } from "./onDashboard.ts"
import { showSliders } from "./sliders.ts"

let service: OpenedDashboard["service"]
let browser: OpenedDashboard["browser"]
let page: OpenedDashboard["page"]
let show: OpenedDashboard["show"]

onDashboard("/dashboard/scans", {
  prepare: client => client.post("/v1/scans", smallestRequest(), { prefer: "wait=60" }),
  opened: dashboard => ({ service, browser, page, show } = dashboard),
})

const SHARE = /\/share(\?.*)?$/
/** Time in which a page shows an answer that it has received [ms]. */
const ANSWER_MS = 500

const reportPath = async () => {
  const { items } = (await createClient(service.address).get("/v1/scans")).body
  return `/dashboard/scans/${items[0].id}`
}

browserTest("says that the network is away and how old the data is, in place, until it is back", async () => {
  await show("/operations", ".kpi")
  await page.getByText("Ready", { exact: true }).waitFor()
  await browser.context.setOffline(true)
  await page.getByText("No connection to the service").waitFor()
  await page.getByText("Not reachable").waitFor()
  expect(await page.locator(".banner").innerText()).toMatch(/Last updated (now|in 0 seconds|\d+ seconds? ago)/)
  expect(await page.locator(".kpi").count()).toBeGreaterThan(0)
  expect(await accessibilityViolations(page)).toEqual([])
  await browser.context.setOffline(false)
  await page.getByText("Ready", { exact: true }).waitFor()
  await page.locator(".banner").waitFor({ state: "detached" })
})

/** Blocks scripts of the page's parts, or only scripts that contain a text; `isLost` is true while they are blocked. */
const loseParts = async (isLost: () => boolean, holding = "") => {
  await page.route(/\/dashboard\/assets\/(part|live)-.*\.js$/, async route => {
    if (!isLost()) return route.continue()
    if (holding === "" || (await (await route.fetch()).text()).includes(holding)) return route.abort()
    return route.continue()
  })
}
const findParts = () => page.unrouteAll({ behavior: "wait" })
const gone = () => page.getByRole("alert").filter({ hasText: "did not arrive" })

browserTest("a script that does not arrive is asked for again, and the page comes by itself", async () => {
  await show("/scans", "tbody tr")
  let lost = 0
  await loseParts(() => lost++ < 2)
  await page.getByRole("link", { name: "Studio" }).click()
  await page.getByRole("heading", { name: "New profile" }).waitFor()
  expect(lost).toBeGreaterThan(2)
  await findParts()
})

browserTest(
  "a part whose script stays away says so in its place, and comes when tried; nothing typed is lost",
  async () => {
    await loseParts(() => true, "Groningen")
    await show("/scans/new", "form")
    await unfold(page)
    await page.getByLabel("Dossier").fill("typed meanwhile")
    await gone().waitFor()
    expect(await gone().count()).toBe(1)
    expect(await accessibilityViolations(page)).toEqual([])
    await findParts()
    await gone().getByRole("button", { name: "Try again" }).click()
    await page.locator(".map svg").waitFor()
    expect(await page.getByLabel("Dossier").inputValue()).toBe("typed meanwhile")
    await page.getByRole("button", { name: "Start anew" }).or(page.locator("h1")).first().waitFor()
    await page.evaluate(() => sessionStorage.clear())
  },
)

browserTest("a part that could not come while the network was away comes when it is back", async () => {
  await show("/scans", "tbody tr")
  await loseParts(() => true)
  await browser.context.setOffline(true)
  await page.getByRole("link", { name: "Studio" }).click()
  await gone().waitFor()
  await findParts()
  await browser.context.setOffline(false)
  await page.getByRole("heading", { name: "New profile" }).waitFor()
})

browserTest("the sliders say that they could not begin, and begin when tried", async () => {
  await page.goto(`${service.address}${await reportPath()}`)
  await showSliders(page)
  await page.route(/\/live-.*\.js$/, route => route.abort())
  await page.getByLabel("Period").fill("15")
  await gone().waitFor()
  await findParts()
  await page.locator("#adjust").getByRole("button", { name: "Try again" }).click()
  await page.getByText(/Worked out in this browser/).waitFor()
})

browserTest("a drawing whose script stays away says so in its place, and is made when tried", async () => {
  await loseParts(() => true, "ECharts")
  await page.goto(`${service.address}${await reportPath()}`)
  await gone().first().waitFor()
  expect(await page.locator("#energy table, #months table").count()).toBeGreaterThan(0)
  await findParts()
  await gone().first().getByRole("button", { name: "Try again" }).click()
  await page.locator("#energy canvas").first().waitFor()
})

browserTest("a part of a report that cannot be drawn says so in its place; the rest stays", async () => {
  const path = await reportPath()
  const answer = new RegExp(`/v1${path.replace("/dashboard", "")}(/result)?(\\?.*)?$`)
  await page.route(answer, async route => {
    const report = await (await route.fetch()).json()
    await route.fulfill({ json: { ...report, alternatives: [null, null] } })
  })
  await page.goto(service.address + path)
  const broken = page.getByRole("alert").filter({ has: page.getByRole("button", { name: "Try again" }) })
  await broken.first().waitFor()
  await page.locator("#proof").waitFor()
  expect(await page.locator("#money table").count()).toBeGreaterThan(0)
  expect(await accessibilityViolations(page)).toEqual([])
  await page.unroute(answer)
  await page.reload()
  await page.locator("#proof").waitFor()
  expect(await broken.count()).toBe(0)
})

browserTest("a link that is made while the report is read anew stays", async () => {
  await page.goto(`${service.address}${await reportPath()}`)
  await page.getByLabel("Anyone with the link").waitFor()
  const { promise: read, resolve: isRead } = Promise.withResolvers<void>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: answered, resolve: isAnswered } = Promise.withResolvers<void>()
  await page.route(SHARE, async route => {
    if (route.request().method() !== "GET") return route.continue()
    const response = await route.fetch()
    isRead()
    await released
    await route.fulfill({ response })
    isAnswered()
  })
  await browser.context.setOffline(true)
  await page.locator(".banner.bad").waitFor()
  await browser.context.setOffline(false)
  await read
  await page.getByLabel("Anyone with the link").click()
  const link = page.getByRole("link", { name: "Link to the shared report" })
  await link.waitFor()
  release()
  await answered
  await page.waitForTimeout(ANSWER_MS)
  expect(await link.count()).toBe(1)
  await page.unroute(SHARE)
})

browserTest("a newer build of the page offers a reload", async () => {
  await show("/scans", "tbody tr")
  const isPage = ({ pathname }: URL) => pathname === "/dashboard/scans"
  await page.route(isPage, route =>
    route.fulfill({ contentType: "text/html", body: '<script type="module" src="/dashboard/assets/newer.js">' }),
  )
  await browser.context.setOffline(true)
  await page.locator(".banner.bad").waitFor()
  await browser.context.setOffline(false)
  await page.getByText("There is a newer version").waitFor()
  await page.unroute(isPage)
  await page.getByRole("button", { name: "Reload" }).click()
  await page.getByText("There is a newer version").waitFor({ state: "detached" })
})

browserTest("a session that ends asks for a login over the page, and then does what was asked", async () => {
  await show("/scans/new", "form")
  await unfold(page)
  await page.getByLabel("Latitude").fill("51.44")
  await page.getByLabel("Dossier").fill("kept")
  // Requests that the page makes by itself wait, so that the scan is the first to find the session ended.
  const waiting: (() => Promise<void>)[] = []
  const isScan = (request: Request) => request.method() === "POST" && new URL(request.url()).pathname === "/v1/scans"
  const keepWaiting = (route: Route) => {
    if (isScan(route.request())) return route.continue()
    waiting.push(() => route.continue())
  }
  await page.route(/\/v1\//, keepWaiting)
  await browser.context.clearCookies()
  await page.getByRole("button", { name: "Start the scan" }).click()
  const login = page.getByRole("dialog")
  await login.getByText("Your session has ended").waitFor()
  for (const send of waiting) await send()
  await page.unroute(/\/v1\//, keepWaiting)
  expect(await accessibilityViolations(page)).toEqual([])
  await page.keyboard.press("Escape")
  await login.getByLabel("Password").fill("not the password")
  await login.getByRole("button", { name: "Log in" }).click()
  await login.getByRole("alert").waitFor()
  expect(await page.getByLabel("Latitude").inputValue()).toBe("51.44")
  await login.getByLabel("Password").fill(OWNER.password)
  await login.getByRole("button", { name: "Log in" }).click()
  await page.locator("#proof").waitFor()
  const { body } = await createClient(service.address).get("/v1/scans?dossierId=kept")
  expect(body.items).toHaveLength(1)
})

browserTest("whoever logs in in another tab has no page of the one before them", async () => {
  const colleague = { email: "colleague@example.org", role: "member" }
  const { password } = (await (await logIn(service.address)).post("/v1/members", colleague)).body
  await show("/organization/keys", "form")
  const become = (email: string, secret: string) =>
    page.evaluate(
      async body => {
        const headers = { "content-type": "application/json" }
        await fetch("/v1/auth/login", { method: "POST", headers, body: JSON.stringify(body) })
        document.dispatchEvent(new Event("visibilitychange", { bubbles: true }))
      },
      { email, password: secret },
    )
  await become(colleague.email, password)
  await page.getByLabel("Current password").waitFor()
  await become(OWNER.email, OWNER.password)
  await page.getByRole("link", { name: "Operations" }).waitFor()
})

browserTest("the mode stands in the address; a link to the other one is followed after a question", async () => {
  await show("/scans", "tbody tr")
  expect(new URL(page.url()).searchParams.get("mode")).toBe("live")
  await page.getByRole("button", { name: "Sandbox" }).click()
  await page.getByText("No scans yet.").waitFor()
  expect(new URL(page.url()).searchParams.get("mode")).toBe("sandbox")
  await page.getByRole("link", { name: "New scan" }).click()
  expect(new URL(page.url()).searchParams.get("mode")).toBe("sandbox")
  await show("/scans?mode=live", "#mode-question")
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole("button", { name: "Stay with Sandbox" }).click()
  await page.getByText("No scans yet.").waitFor()
  await show("/scans?mode=live", "#mode-question")
  await page.getByRole("button", { name: "Switch to Live" }).click()
  await page.locator("tbody tr").first().waitFor()
})

browserTest("a report of the sandbox says so, on its shared page too", async () => {
  const sandbox = createClient(service.address, `zs_test_${"t".repeat(40)}`)
  const { id } = (await sandbox.post("/v1/scans", smallestRequest(), { prefer: "wait=60" })).body
  await sandbox.get(`/v1/scans/${id}/status`)
  const { shareToken } = (await sandbox.put(`/v1/scans/${id}/share`, { enabled: true })).body
  const shared = await browser.open(`/shared/${shareToken}`)
  await shared.locator(".sandbox:visible", { hasText: "example figures" }).waitFor()
  await shared.close()
  await show(`/scans/${id}?mode=sandbox`, "#mode-question")
  await page.getByRole("button", { name: "Switch to Sandbox" }).click()
  await page.locator(".sandbox:visible").waitFor()
})
