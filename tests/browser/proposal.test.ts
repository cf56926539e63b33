import { expect } from "bun:test"
import { readFileSync } from "node:fs"
import { PIXEL } from "../support/pixel.ts"
import { houseRequest } from "../support/requests.ts"
import { createClient } from "../support/service.ts"
import { logIn } from "../support/sessions.ts"
import { accessibilityViolations, browserTest, fitsPhone, turnTo } from "./chromium.ts"
import { type OpenedDashboard, onDashboard } from "./onDashboard.ts"
import { pagesOf } from "./pdf.ts"

const PHONE = { width: 390, height: 844 }
const COLOUR = "#7a1f4b"
/** The smallest PNG. */
const rgbOf = (colour: string): number[] => colour.match(/[0-9a-f]{2}/g)!.map(part => Number.parseInt(part, 16))
/** Contrast of two colours in the browser's notation, such as `rgb(255, 230, 0)` (WCAG 2.2). */
const contrastOf = (...colours: [string, string]): number => {
  const [low, high] = colours
    .map(colour => {
      const [red, green, blue] = colour.match(/\d+/g)!.map(part => {
        const share = Number(part) / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
    })
    .sort((one, other) => one - other)
  return (high! + 0.05) / (low! + 0.05)
}
let service: OpenedDashboard["service"]
let browser: OpenedDashboard["browser"]
let page: OpenedDashboard["page"]
let client: OpenedDashboard["client"]
let show: OpenedDashboard["show"]
let id: string

onDashboard("/dashboard/organization/settings", {
  prepare: async client => {
    const request = { ...houseRequest(), customerDetails: { name: "Family Jansen" } }
    id = (await client.post("/v1/scans", request, { prefer: "wait=60" })).body.id
  },
  opened: dashboard => ({ service, browser, page, client, show } = dashboard),
})

const shareOf = async () => (await client.get(`/v1/scans/${id}/share`)).body
const openShared = async (size?: typeof PHONE) => {
  const shared = await browser.open(new URL((await shareOf()).shareUrl).pathname, size)
  await shared.locator("#days").waitFor({ state: "attached" })
  await shared.locator(".cover").waitFor({ state: "attached" })
  return shared
}

browserTest("colour and contact are set by the organization's owner, and stay", async () => {
  await page.getByLabel("Contact: name").fill("Ann de Wit")
  await page.getByLabel("Contact: telephone").fill("+31 30 123 4567")
  await page.getByLabel("A colour of our own").check()
  await page.getByLabel("Colour", { exact: true }).fill(COLOUR)
  await page.getByLabel("Show name and logo").check()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await page.getByText("Saved.", { exact: false }).waitFor()
  await page.reload()
  await page.getByLabel("Contact: name").waitFor()
  expect(await page.getByLabel("Contact: telephone").inputValue()).toBe("+31 30 123 4567")
  expect(await page.getByLabel("Colour", { exact: true }).inputValue()).toBe(COLOUR)
})

browserTest("a link is given an end, and shown as a code", async () => {
  await show(`/scans/${id}`, "#proof")
  await page.getByLabel("The link ends").selectOption({ label: "in 30 days" })
  await page.getByLabel("Anyone with the link may read this report").click()
  await page.getByRole("link", { name: "Link to the shared report" }).waitFor()
  // The link ends with the last of the days.
  const days = (Date.parse((await shareOf()).expiresAt) - Date.now()) / 86_400_000
  expect([days > 29.9, days <= 31]).toEqual([true, true])
  await page.getByRole("button", { name: "QR code" }).click()
  await page.locator(".share svg.qr").waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByLabel("The link ends").selectOption({ label: "never" })
  await page.getByText(/^until /).waitFor({ state: "detached" })
  expect((await shareOf()).expiresAt).toBe(null)
})

browserTest("paper has a cover, two days, no half-empty page, and is the same from a phone", async () => {
  const prints = []
  for (const size of [undefined, PHONE]) {
    const shared = await openShared(size)
    await shared.locator("#explore").scrollIntoViewIfNeeded()
    await shared.locator("#explore canvas").waitFor()
    await shared.locator("html[data-paper=ready]").waitFor({ state: "attached" })
    await shared.waitForLoadState("networkidle")
    prints.push(await pagesOf(await shared.pdf({ preferCSSPageSize: true, printBackground: true })))
    await shared.close()
  }
  const [desktop = [], phone = []] = prints
  expect(phone.map(({ text }) => text)).toEqual(desktop.map(({ text }) => text))
  const [cover, ...others] = desktop
  for (const words of ["Energy proposal", "Family Jansen", "Ann de Wit", "Signature", "Open this report"])
    expect(cover!.text).toContain(words)
  const all = others.map(({ text }) => text).join(" ")
  for (const words of ["A day in June, a day in January", "Compare options", "Assumptions"])
    expect(all).toContain(words)
  const unnumbered = desktop.filter(({ text }, index) => !text.includes(`${index + 1} / ${desktop.length}`))
  expect(unnumbered).toEqual([])
  // The last page and the last one for the customer may be partly empty.
  const isLast = (index: number) => /For the adviser/.test(desktop[index + 1]?.text ?? "For the adviser")
  const half = desktop.flatMap(({ filled, text }, n) => (filled < 0.6 && !isLast(n) ? [`${filled} ${text}`] : []))
  expect(half).toEqual([])
})

browserTest(
  "colours of a drawing are taken out and put back, hours shown closer and in euros, maps saved",
  async () => {
    const shared = await openShared()
    const explore = shared.locator("#explore")
    await explore.scrollIntoViewIfNeeded()
    await explore.locator("canvas").waitFor()
    const pixels = () => explore.locator("canvas").evaluate(canvas => (canvas as HTMLCanvasElement).toDataURL())
    const all = await pixels()
    const sold = explore.getByRole("button", { name: "Sold", pressed: true })
    await sold.click()
    const without = await pixels()
    expect(without).not.toBe(all)
    await explore.getByRole("button", { name: "Sold", pressed: false }).click()
    expect(await pixels()).toBe(all)
    await explore.getByRole("button", { name: "Zoom" }).click()
    await explore.getByRole("button", { name: "Zoom", pressed: true }).waitFor()
    expect(await pixels()).not.toBe(all)
    await explore.getByRole("button", { name: "€", exact: true }).click()
    await explore.getByRole("button", { name: "Electricity purchases" }).waitFor()
    await explore.getByText("Show as a table").click()
    expect(await explore.locator("tbody tr").first().innerText()).toContain("€")
    const map = shared.locator("#hours figure").first()
    const saved = async (name: string) => {
      const [file] = await Promise.all([shared.waitForEvent("download"), map.getByRole("button", { name }).click()])
      return readFileSync(await file.path())
    }
    expect((await saved("Save as CSV")).toString().trim().split("\r\n")).toHaveLength(366)
    expect([...(await saved("Save as picture")).subarray(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47])
    expect(await accessibilityViolations(shared)).toEqual([])
    await shared.close()
  },
)

browserTest(
  "the customer accepts on a phone, in Dutch; nothing typed is lost, and the owner's pages say so",
  async () => {
    const shared = await openShared(PHONE)
    await turnTo(shared, "nl")
    await shared.getByRole("link", { name: "+31 30 123 4567" }).waitFor()
    await shared.getByRole("button", { name: "Akkoord met deze installatie" }).click()
    await shared.getByLabel("Uw naam").fill("Zoë Jansen")
    expect(await accessibilityViolations(shared)).toEqual([])
    await fitsPhone(shared)
    await shared.reload()
    await shared.getByRole("button", { name: "Akkoord met deze installatie" }).click()
    expect(await shared.getByLabel("Uw naam").inputValue()).toBe("Zoë Jansen")
    await shared.getByRole("button", { name: "Akkoord", exact: true }).click()
    await shared.locator(".proposal", { hasText: /Akkoord gegeven op .* door Zoë Jansen/ }).waitFor()
    await shared.reload()
    await shared.locator(".proposal", { hasText: /Akkoord gegeven op .* door Zoë Jansen/ }).waitFor()
    expect(await shared.locator(".proposal").innerText()).toContain("ontvangt uw akkoord direct")
    expect(await shared.getByRole("button", { name: "Akkoord met deze installatie" }).count()).toBe(0)
    expect(await accessibilityViolations(shared)).toEqual([])
    await shared.evaluate(() => localStorage.clear())
    await shared.close()
    await show(`/scans/${id}`, ".share .badge")
    expect(await page.locator(".share .badge").innerText()).toContain("by Zoë Jansen")
    await show("/scans?state=accepted", "tbody tr")
    expect(await page.locator("tbody tr").count()).toBe(1)
    expect(await page.locator("tbody tr").innerText()).toContain("accepted")
  },
)

browserTest("a cover has the logo, and words that can be read on any colour", async () => {
  const owner = await logIn(service.address)
  const path = `/v1/organizations/${(await owner.get("/v1/auth/session")).body.organization.id}`
  await show("/organization/settings", "input[type=file]")
  await page.locator("input[type=file]").setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: PIXEL })
  await page.getByRole("button", { name: "Upload" }).click()
  await page.getByAltText("Present logo").waitFor()
  for (const brandingColor of ["#ffe600", "#10222b", "#777777"]) {
    expect((await owner.patch(path, { brandingColor, brandingEnabled: true })).status).toBe(200)
    const shared = await openShared()
    await shared.emulateMedia({ media: "print" })
    const head = shared.locator(".cover-head")
    expect(await head.locator("img").evaluate(logo => (logo as HTMLImageElement).naturalWidth)).toBe(1)
    const [words, behind] = await head.evaluate(element => {
      const { color, backgroundColor } = getComputedStyle(element)
      return [color, backgroundColor]
    })
    expect(behind).toBe(`rgb(${rgbOf(brandingColor).join(", ")})`)
    expect([brandingColor, contrastOf(words!, behind!) >= 4.5]).toEqual([brandingColor, true])
    await shared.close()
  }
})

browserTest("a link that has expired says so, and asks for a new one", async () => {
  const { pathname } = new URL((await shareOf()).shareUrl)
  await client.put(`/v1/scans/${id}/share`, { enabled: true, expiresAt: new Date(Date.now() + 500).toISOString() })
  const anyone = createClient(service.address, null)
  while ((await anyone.get(`/v1/scans${pathname}`)).status !== 410) await Bun.sleep(100)
  const shared = await browser.open(pathname, PHONE)
  expect(await shared.getByRole("alert").innerText()).toContain("This link has expired")
  expect(await accessibilityViolations(shared)).toEqual([])
  await shared.close()
})

browserTest("an endpoint is sent acceptances only when they are ticked", async () => {
  await show("/organization/webhooks", "form")
  expect(await page.getByLabel("report.accepted").isChecked()).toBe(false)
  expect(await page.getByLabel("batch.completed").isChecked()).toBe(true)
  expect((await (await logIn(service.address)).get("/v1/webhook-endpoints")).body.total).toBe(0)
})
