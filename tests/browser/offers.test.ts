import { expect } from "bun:test"
import { PIXEL } from "../support/pixel.ts"
import { houseRequest } from "../support/requests.ts"
import { accessibilityViolations, browserTest, fitsPhone } from "./chromium.ts"
import { type OpenedDashboard, onDashboard } from "./onDashboard.ts"
import { pagesOf } from "./pdf.ts"

/** An offer from its first line to its acceptance, on the pages of its organization and its customer. */
const PHONE = { width: 390, height: 844 }
let browser: OpenedDashboard["browser"]
let page: OpenedDashboard["page"]
let client: OpenedDashboard["client"]
let show: OpenedDashboard["show"]
let id: string

onDashboard("/dashboard/scans", {
  prepare: async client => {
    const customerDetails = { name: "Family Jansen", address: "Dorpsweg 7, Utrecht", email: "jansen@example.org" }
    const request = { ...houseRequest(), customerDetails }
    id = (await client.post("/v1/scans", request, { prefer: "wait=60" })).body.id
  },
  opened: dashboard => ({ browser, page, client, show } = dashboard),
})

/** A photo that is larger than the service takes. */
const photo = async (name: string) => {
  const image = new Bun.Image(PIXEL).resize(name === "roof.jpg" ? 5000 : 40, 30).jpeg()
  return { name, mimeType: "image/jpeg", buffer: Buffer.from(await image.bytes()) }
}
const offerOf = async () => (await client.get(`/v1/scans/${id}/offer`)).body
const openShared = async (size?: typeof PHONE) => {
  const { shareUrl } = (await client.get(`/v1/scans/${id}/share`)).body
  const shared = await browser.open(new URL(shareUrl).pathname, size)
  await shared.locator("#offer").waitFor()
  return shared
}
const typeLine = async (values: Record<string, string>, kind?: string) => {
  await page.getByRole("button", { name: "Add a line" }).click()
  const line = page.locator(".offer-line").last()
  if (kind) await line.getByLabel("Kind").selectOption({ label: kind })
  for (const [label, value] of Object.entries(values)) await line.getByLabel(label, { exact: false }).last().fill(value)
}

browserTest("an offer is made from the report's lines, with live totals, and sent with a link", async () => {
  await show(`/scans/${id}`, "#proof")
  await page.getByRole("button", { name: "Make an offer" }).click()
  await page.locator(".offer-line").first().waitFor()
  const proposed = (await offerOf()).totals.gross
  await typeLine({ Description: "Installation", Quantity: "16", "Price each": "62.5", VAT: "21" })
  await typeLine({ Description: "Province", Quantity: "1", "Price each": "750", VAT: "0" }, "Subsidy")
  const total = 16 * 62.5 * 1.21 - 750
  const inPage = new Intl.NumberFormat("en-GB", { style: "currency", currency: "EUR" }).format(proposed + total)
  expect(await page.locator(".offer-totals div").last().innerText()).toContain(inPage)
  const down = page.getByRole("button", { name: "Move Installation down" })
  await down.focus()
  await page.keyboard.press("Enter")
  await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label") === "Move Installation down")
  expect(await page.locator(".offer-line").last().getByLabel("Description").inputValue()).toBe("Installation")
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByLabel("Add photos").setInputFiles([await photo("roof.jpg"), await photo("meter.jpg")])
  await page.getByLabel("Caption").first().fill("The roof in the south")
  await page.getByRole("button", { name: "Move Photo 2 up" }).click()
  await page.getByLabel("Terms", { exact: true }).fill("Delivery within eight weeks.")
  await page.locator("form").getByLabel("The link ends").selectOption({ label: "in 90 days" })
  await page.getByRole("button", { name: "Release to the customer" }).click()
  await page.getByText("Offer 1, version 1").first().waitFor()
  await page.getByText("Released", { exact: true }).waitFor()
  const offer = await offerOf()
  expect(offer).toMatchObject({ status: "sent", version: 1, terms: "Delivery within eight weeks." })
  expect(offer.totals.gross).toBeCloseTo(proposed + total, 2)
  expect(offer.photos.map(({ caption }: { caption?: string }) => caption)).toEqual([undefined, "The roof in the south"])
  const share = (await client.get(`/v1/scans/${id}/share`)).body
  expect([share.isShared, (Date.parse(share.expiresAt) - Date.now()) / 86_400_000]).toEqual([
    true,
    // The link ends with the last of the days.
    expect.closeTo(90.5, 0),
  ])
})

browserTest("the link of a released offer is copied, alone or in an e-mail that opens in a mail program", async () => {
  const released = page.getByRole("region", { name: "Offer" }).locator(".message")
  expect(await released.innerText()).toContain("No e-mail was sent: send the link to your customer.")
  await browser.context.grantPermissions(["clipboard-read", "clipboard-write"])
  const { shareUrl } = (await client.get(`/v1/scans/${id}/share`)).body
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await released.getByRole("button", { name: "Copy the link" }).click()
  await released.getByText("Copied").waitFor()
  expect(await copied()).toBe(shareUrl)
  await released.getByRole("button", { name: "Copy a text for an e-mail" }).click()
  await released.getByText("Copied").nth(1).waitFor()
  const mail = await copied()
  expect(mail).toStartWith(`Dear Family Jansen,\n\nYour energy proposal is ready. You can read it here:\n${shareUrl}\n`)
  expect(mail).toContain("The link works until ")
  const target = (await released.getByRole("link", { name: "Write an e-mail" }).getAttribute("href")) ?? ""
  expect(new URL(target).pathname).toBe("jansen@example.org")
  expect(new URL(target).searchParams.get("body")?.replaceAll("\r\n", "\n")).toBe(mail)
})

browserTest("a wrong line is named as the form names it", async () => {
  await page.getByRole("button", { name: "Change the offer" }).click()
  await page.locator(".offer-line").first().getByLabel("Quantity").fill("0")
  await page.getByRole("button", { name: "Save as a draft" }).click()
  expect(await page.locator(".card [role=alert]").innerText()).toContain("Line 1, Quantity must be above 0")
  await page.getByRole("button", { name: "Close" }).click()
})

browserTest("a sent version can be read after a change, and a draft that was sent before is not deleted", async () => {
  page.on("dialog", dialog => dialog.accept())
  await page.getByRole("button", { name: "Change the offer" }).click()
  await page.getByLabel("Terms", { exact: true }).fill("Delivery within ten weeks.")
  await page.getByRole("button", { name: "Save as a draft" }).click()
  await page.getByText("Offer 1, version 2").first().waitFor()
  await page.getByRole("button", { name: "Released versions" }).click()
  await page.getByRole("button", { name: "Version 1, released on" }).click()
  await page.getByText("Delivery within eight weeks.").waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  expect(await page.getByRole("button", { name: "Delete Offer" }).count()).toBe(0)
  expect(await page.getByRole("button", { name: "Withdraw" }).count()).toBe(1)
  await page.getByRole("button", { name: "Release to the customer" }).click()
  await page.getByText("Released", { exact: true }).waitFor()
})

browserTest("the customer reads the offer on a phone, accepts it with a drawn name, and prints it", async () => {
  const shared = await openShared(PHONE)
  await fitsPhone(shared)
  await shared.getByRole("button", { name: "Accept offer 1" }).click()
  await shared.getByLabel("Your name").fill("A. Jansen")
  const pad = shared.locator(".pad")
  await pad.scrollIntoViewIfNeeded()
  const box = (await pad.boundingBox())!
  await shared.mouse.move(box.x + 20, box.y + 20)
  await shared.mouse.down()
  await shared.mouse.move(box.x + 120, box.y + 60, { steps: 5 })
  await shared.mouse.up()
  expect(await accessibilityViolations(shared)).toEqual([])
  await shared.getByText("Lines and terms", { exact: true }).click()
  await shared.getByRole("img", { name: "The roof in the south" }).scrollIntoViewIfNeeded()
  await shared.waitForFunction(() => [...document.images].every(({ naturalWidth }) => naturalWidth > 0))
  expect(await shared.locator("details .offer-photos img").count()).toBe(2)
  await shared.getByRole("button", { name: "I agree" }).click()
  await shared.locator("#offer .accepted svg").waitFor()
  await shared.locator("#days").waitFor({ state: "attached" })
  await shared.locator(".cover").waitFor({ state: "attached" })
  const pages = await pagesOf(await shared.pdf({ preferCSSPageSize: true, printBackground: true }))
  const text = pages.map(each => each.text).join(" ")
  for (const words of [
    "Offer 1, version 2",
    "Installation",
    "16 h",
    "1 lump sum",
    "by A. Jansen",
    "The roof in the south",
    "Dorpsweg 7, Utrecht",
    "Fingerprint of the accepted offer",
  ])
    expect(text).toContain(words)
  await shared.close()
  const { acceptance } = await offerOf()
  expect(acceptance).toMatchObject({ name: "A. Jansen", drawing: expect.stringMatching(/^M\d+ \d+(L\d+ \d+){3,}$/) })
  expect(text.replace(/\s/g, "")).toContain(acceptance.hash)
  await show(`/scans/${id}`, "#offer .accepted")
  expect(await page.getByRole("button", { name: "Change the offer" }).count()).toBe(0)
})

browserTest("prices are edited in the organization, and a new offer has their lines", async () => {
  await show("/organization/prices", "form.card")
  await page.getByRole("button", { name: "Add a price" }).click()
  await page.locator(".offer-line").getByLabel("Description").fill("Roof work")
  await page.getByLabel("Counted by").selectOption({ label: "roof" })
  await page.getByLabel("Price per unit").fill("-5")
  await page.getByRole("button", { name: "Save", exact: true }).click()
  expect(await page.locator("form [role=alert]").innerText()).toContain("Line 1, Price per unit, without VAT must be")
  await page.getByLabel("Price per unit").fill("350.50")
  await page.getByLabel("Usual terms of payment").fill("On delivery")
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await page.getByText("Saved", { exact: false }).first().waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  const rows = ["modules;Panels;panel;110", "labour;Roof work;roof;400,50", "labour;Cleaning;offer;80"]
  const csv = ["kind;description;unit;unitPrice", ...rows, ""].join("\n")
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "p.csv", mimeType: "text/csv", buffer: Buffer.from(csv) })
  await page.getByRole("button", { name: "Import" }).click()
  await page.getByText("The list has 3 prices.").waitFor()
  expect(await page.locator(".offer-line").count()).toBe(3)
  const other = (await client.post("/v1/scans", houseRequest(), { prefer: "wait=60" })).body.id
  await show(`/scans/${other}`, "#proof")
  await page.getByRole("button", { name: "Make an offer" }).click()
  await page.locator(".offer-line").first().waitFor()
  const texts = await page.locator(".offer-line legend").allInnerTexts()
  expect(texts.slice(-2)).toEqual(["Roof work", "Cleaning"])
  expect(await page.getByLabel("Payment", { exact: true }).inputValue()).toBe("On delivery")
})
