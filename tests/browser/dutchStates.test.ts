import { expect } from "bun:test"
import { readFileSync } from "node:fs"
import { MANIFEST } from "../../api/pages/built.ts"
import { form as formNl } from "../../dashboard/src/text/nl.form.ts"
import { houseRequest } from "../support/requests.ts"
import { OWNER } from "../support/service.ts"
import { browserTest, turnTo } from "./chromium.ts"
import { notDutch, textsOf } from "./english.ts"
import { type OpenedDashboard, onDashboard } from "./onDashboard.ts"

/** Texts of Dutch pages for questions, refusals, missing objects and an unavailable service. */
let browser: OpenedDashboard["browser"]
let page: OpenedDashboard["page"]
let client: OpenedDashboard["client"]
let show: OpenedDashboard["show"]
let scanId = ""

onDashboard("/dashboard/scans", {
  prepare: async owner => {
    scanId = (await owner.post("/v1/scans", houseRequest(), { prefer: "wait=60" })).body.id
  },
  opened: dashboard => ({ browser, page, client, show } = dashboard),
})

const inDutch = async () => expect(notDutch(await textsOf(page))).toEqual([])

browserTest("a place that is a question, and fields that are refused", async () => {
  await page.evaluate(() => localStorage.setItem("language", "nl"))
  await show("/scans/new", ".map svg")
  await page.getByLabel("Postcode, plaats").fill("3511")
  await page.getByRole("button", { name: "Scan starten" }).click()
  await page.getByText(formNl.chooseFirst).waitFor()
  await inDutch()
  await page.getByLabel("Postcode, plaats").fill("99999")
  await page.getByText("geen bekende postcode").waitFor()
  await inDutch()
  await page.getByRole("button", { name: /^Bij .* blijven$/ }).click()
  for (const button of await page.getByRole("button", { name: formNl.unfold }).all()) await button.click()
  await page.getByLabel("Verbruik per jaar").fill("3.500")
  await page.getByRole("button", { name: "Scan starten" }).click()
  await page.locator(".wrong", { hasText: "“3.500” kan duizendtallen" }).waitFor()
  await page.getByLabel("Verbruik per jaar").fill("3500")
  await page.getByLabel("Breedtegraad").fill("99,5")
  await page.getByLabel("Paneelvermogen").or(page.getByLabel(/Wp/)).first().fill("veel")
  await page.getByLabel("Looptijd").fill("99")
  await page.getByRole("button", { name: "Scan starten" }).click()
  await page.locator("[aria-invalid=true]").first().waitFor()
  await inDutch()
  await page.evaluate(() => sessionStorage.clear())
})

browserTest("lists without anything in them, and the question about the mode", async () => {
  await show("/scans", "tbody tr")
  await page.getByLabel("Zoek klant").fill("niemand")
  await page.locator("tbody tr").first().waitFor({ state: "detached" })
  await inDutch()
  await page.getByRole("button", { name: "Testomgeving" }).click()
  for (const path of ["/scans", "/studio", "/organization/webhooks", "/organization/batteries", "/operations"]) {
    await show(path, "h1")
    await page.locator(".loading").waitFor({ state: "detached" })
    await inDutch()
  }
  await show("/scans?mode=live", "#mode-question")
  await inDutch()
  await page.getByRole("button", { name: "Naar Live" }).click()
  await page.locator("tbody tr").first().waitFor()
})

browserTest("a plaza, what is put on it, and what is refused of it", async () => {
  const { id } = (await client.post("/v1/laadplein-profiles", { name: "Plein" })).body
  await show(`/studio/laadplein/${id}`, "h1")
  for (const add of await page.getByRole("button", { name: /^\+ / }).all()) await add.click()
  await page.locator("article").first().waitFor()
  await inDutch()
  const number = page.locator("article input[inputmode=decimal]").first()
  await number.fill("1.000")
  await number.press("Tab")
  await page.locator(".wrong", { hasText: "“1.000” kan duizendtallen" }).waitFor()
  await number.fill("-5")
  await number.press("Tab")
  await page.getByRole("alert").first().waitFor()
  await inDutch()
})

browserTest("what cannot be reached, and parts that did not arrive", async () => {
  await show("/scans", "tbody tr")
  await page.route(/\/assets\/part-.*\.js$/, route => route.abort())
  await browser.context.setOffline(true)
  await page.getByRole("link", { name: "Organisatie" }).click()
  await page.getByText("niet geladen").waitFor()
  await page.locator(".banner.bad").waitFor()
  await inDutch()
  await page.unrouteAll({ behavior: "wait" })
  await browser.context.setOffline(false)
  await page.locator(".banner.bad").waitFor({ state: "detached" })
})

browserTest("a customer who accepts, and a link that has ended", async () => {
  const { shareToken } = (await client.put(`/v1/scans/${scanId}/share`, { enabled: true })).body
  await page.goto(new URL(`/shared/${shareToken}`, page.url()).href)
  await page.getByRole("button", { name: "Akkoord met deze installatie" }).click()
  await page.getByRole("button", { name: "Akkoord", exact: true }).waitFor()
  await inDutch()
  await page.getByLabel("Uw naam").fill("Q. Quist")
  await page.getByRole("button", { name: "Akkoord", exact: true }).click()
  await page.locator(".proposal", { hasText: /Akkoord gegeven op .* door Q\. Quist/ }).waitFor()
  await inDutch()
  await client.put(`/v1/scans/${scanId}/share`, { enabled: false })
  await page.reload()
  await page.locator(".loading h1").waitFor()
  await inDutch()
})

browserTest("a shared report that was chosen to be Dutch is fetched once, in Dutch", async () => {
  const { shareToken } = (await client.put(`/v1/scans/${scanId}/share`, { enabled: true })).body
  await page.goto(new URL(`/shared/${shareToken}`, page.url()).href)
  await turnTo(page, "en")
  await turnTo(page, "nl")
  const asked: string[] = []
  page.on("request", request => request.url().includes("interval=year") && asked.push(new URL(request.url()).search))
  await page.reload()
  await page.locator("#proof").waitFor()
  expect(new Set(asked)).toEqual(new Set(["?interval=year&startDate=2023-01-01&language=nl"]))
  await turnTo(page, "en")
  expect(await page.evaluate(() => document.cookie)).toBe("")
  await turnTo(page, "nl")
})

browserTest("a shared page that is chosen to be Dutch loads no English words, and is never in English", async () => {
  const { shareToken } = (await client.put(`/v1/scans/${scanId}/share`, { enabled: true })).body
  const { en, nl } = JSON.parse(readFileSync(MANIFEST, "utf8")).pages.report.texts
  const shared = await browser.context.newPage()
  const asked: string[] = []
  shared.on("request", request => asked.push(request.url().split("/").at(-1)!))
  await shared.addInitScript(() => {
    const shown = new Set<string>()
    Object.assign(window, { shown })
    const look = () => {
      if (document.body)
        shown.add(`${document.documentElement.lang} ${document.querySelector(".loading")?.textContent}`)
      requestAnimationFrame(look)
    }
    look()
  })
  await shared.goto(new URL(`/shared/${shareToken}`, page.url()).href)
  await shared.locator("#proof").waitFor()
  expect(asked).toContain(nl[0])
  expect(asked).not.toContain(en[0])
  const shown = await shared.evaluate(() => [...(Reflect.get(window, "shown") as Set<string>)])
  expect(shown.filter(text => !text.startsWith("nl ") || /Loading/.test(text))).toEqual([])
  await shared.close()
})

browserTest("a session that has ended", async () => {
  await show("/organization/keys", "tbody tr")
  await browser.context.clearCookies()
  await page.getByRole("link", { name: "Studio" }).click()
  const login = page.getByRole("dialog")
  await login.waitFor()
  await inDutch()
  await login.getByLabel("Wachtwoord").fill("niet dit")
  await login.getByRole("button", { name: "Inloggen" }).click()
  await login.getByRole("alert").waitFor()
  await inDutch()
  await login.getByLabel("Wachtwoord").fill(OWNER.password)
  await login.getByRole("button", { name: "Inloggen" }).click()
  await login.waitFor({ state: "detached" })
})
