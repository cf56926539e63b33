import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { houseRequest } from "../support/requests.ts"
import { createClient, type RunningService, startFresh } from "../support/service.ts"
import { logIn } from "../support/sessions.ts"
import { type Browser, startBrowser, whyNoBrowser } from "./chromium.ts"
import { logInTo } from "./login.ts"

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

describe.skipIf(why !== undefined)(`hostile names${why ? ` (${why})` : ""}`, () => {
  let service: RunningService
  let browser: Browser

  beforeAll(async () => {
    service = await startFresh()
    browser = await startBrowser(service.address)
  })
  afterAll(async () => {
    await browser?.close()
    await service?.end()
  })

  test("of roofs, batteries, organizations, keys and members stay text on every page", async () => {
    const owner = await logIn(service.address)
    const client = createClient(service.address)
    const { body: who } = await owner.get("/v1/auth/session")
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
    await owner.post("/v1/studio-profiles", { name: HOSTILE[1] })
    const changes = { displayName: HOSTILE[1], brandingDisplayName: HOSTILE[5], brandingEnabled: true }
    expect((await owner.patch(`/v1/organizations/${who.organization.id}`, changes)).status).toBe(200)

    const page = await logInTo(browser, "/dashboard/scans")
    const pages = [
      [`/shared/${share.shareToken}`, "#proof"],
      ["/dashboard/scans", "tbody"],
      [`/dashboard/scans/${scan.id}`, "#adjust input"],
      ["/dashboard/organization/keys", "tbody"],
      ["/dashboard/organization/settings", "fieldset"],
      ["/dashboard/organization/members", "tbody"],
      ["/dashboard/studio", "tbody"],
      [`/dashboard/${encodeURIComponent(HOSTILE[0])}`, "main"],
    ]
    for (const [path, ready] of pages) {
      await page.goto(service.address + path)
      await page.locator(ready).first().waitFor()
      const found = await page.evaluate(() => ({
        ran: "pwned" in window,
        planted: document.querySelectorAll("main script, main iframe, main svg[onload], [onerror], [onmouseover]")
          .length,
        links: [...document.querySelectorAll("a")].filter(({ href }) => /^javascript:|evil/.test(href)).length,
      }))
      expect([path, found]).toEqual([path, { ran: false, planted: 0, links: 0 }])
    }
    await page.goto(`${service.address}/shared/${share.shareToken}`)
    await page.locator("#system tbody").first().waitFor()
    const roofs = await page.locator("#system tbody th").allInnerTexts()
    for (const name of HOSTILE) expect(roofs).toContain(name)
    expect(await page.locator(".brand").innerText()).toBe(HOSTILE[5])
    expect(browser.foreign()).toEqual([])
  })

  test("a policy stops a script even where markup would get in", async () => {
    const page = await browser.open("/dashboard")
    const ran = await page.evaluate(async () => {
      document.body.insertAdjacentHTML("beforeend", `<img src="data:," onerror="window.pwned = 1">`)
      const script = document.createElement("script")
      script.textContent = "window.pwned = 1"
      document.body.append(script)
      await new Promise(done => setTimeout(done, 200))
      return "pwned" in window
    })
    expect(ran).toBe(false)
    await page.close()
  })
})
