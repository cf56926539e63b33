import { expect } from "bun:test"
import { houseRequest } from "../support/requests.ts"
import { createClient } from "../support/service.ts"
import { logIn } from "../support/sessions.ts"
import { browserTest, DESKTOP } from "./chromium.ts"
import { type OpenedDashboard, onDashboard } from "./onDashboard.ts"
import { pagesOf } from "./pdf.ts"

/**
 * Names of right-to-left letters without a space, as long as the service accepts: their isolation must work everywhere.
 */
const PHONE = { width: 390, height: 844 }
/** A page of A4 at 96 dots an inch. */
const PAPER = { width: 794, height: 1123 }
const ofLength = (letters: string, length: number) => letters.repeat(length).slice(0, length)
const HEBREW = ofLength("אנרגיהסולאריתבעמ", 200)
const ARABIC = ofLength("شركةالطاقةالشمسية", 200)
const CUSTOMER = {
  name: ARABIC,
  reference: ofLength("مرجع", 64),
  address: ofLength("شارعالنخيل", 300),
  postalCode: ofLength("رمز", 16),
  town: ofLength("مدينة", 100),
  email: `${"e".repeat(64)}@${"d".repeat(60)}.example`,
  phone: ofLength("0123456789", 40),
}
const HOST = `${"d".repeat(60)}.example`
const CONTACT = { name: HEBREW, email: `${"e".repeat(64)}@${HOST}`, phone: ofLength("0123456789", 40) }

let service: OpenedDashboard["service"]
let browser: OpenedDashboard["browser"]
let page: OpenedDashboard["page"]
let client: OpenedDashboard["client"]
const pages: Record<string, [path: string, ready: string]> = {}

const made = async (path: string, body: object, headers = {}): Promise<string> => {
  const { status, body: answer } = await client.post(path, body, headers)
  expect([path, status, answer.message]).toEqual([path, 201, undefined])
  return answer.id
}

/** Creates two scans for the customer; the first is accepted. */
const makeScans = async () => {
  const body = houseRequest()
  const request = {
    ...body,
    newPv: [{ ...body.newPv[0], name: HEBREW }],
    electricBattery: { ...body.electricBattery, minCapacityKwh: 5, brandName: ARABIC, modelName: HEBREW },
    dossierId: CUSTOMER.reference,
    customerDetails: CUSTOMER,
  }
  const [id, copyId] = [await made("/v1/scans", request, { prefer: "wait=60" }), await made("/v1/scans", request)]
  const { shareToken } = (await client.put(`/v1/scans/${id}/share`, { enabled: true })).body
  await createClient(service.address, null).post(`/v1/scans/shared/${shareToken}/acceptance`, { name: ARABIC })
  Object.assign(pages, {
    list: ["/dashboard/scans", "tbody tr"],
    copy: [`/dashboard/scans/new?copy=${id}`, ".map svg"],
    compare: [`/dashboard/scans/compare?ids=${id},${copyId}`, "tbody tr"],
    scan: [`/dashboard/scans/${id}`, "#proof"],
    shared: [`/shared/${shareToken}`, "#proof"],
  })
}

const makeProfiles = async () => {
  const profile = await made("/v1/studio-profiles", { name: HEBREW })
  await client.post(`/v1/studio-profiles/${profile}/base`, { templateId: "groot-gezin" })
  await client.post(`/v1/studio-profiles/${profile}/layers`, { presetId: "zwembad", name: ARABIC })
  const hub = await made("/v1/energyhub-profiles", { name: ARABIC })
  await client.post(`/v1/energyhub-profiles/${hub}/sources`, { profileKey: "farm-l0", name: HEBREW })
  const pump = { assetType: "heat-pump", name: ARABIC, config: { annualKwh: 9000 } }
  await client.post(`/v1/energyhub-profiles/${hub}/assets`, pump)
  Object.assign(pages, {
    profiles: ["/dashboard/studio", "tbody tr"],
    profile: [`/dashboard/studio/${profile}`, "figure canvas"],
    hub: [`/dashboard/studio/energyhub/${hub}`, "figure canvas"],
  })
}

const makeOrganization = async () => {
  const owner = await logIn(service.address)
  const { organization } = (await owner.get("/v1/auth/session")).body
  const branding = { displayName: HEBREW, brandingDisplayName: HEBREW, brandingEnabled: true, contact: CONTACT }
  expect((await owner.patch(`/v1/organizations/${organization.id}`, branding)).status).toBe(200)
  await owner.post("/v1/api-keys", { name: ARABIC, mode: "production" })
  await owner.post("/v1/members", { email: `${"m".repeat(64)}@${HOST}`, role: "member" })
  const url = `https://${HOST}/${"p".repeat(200)}`
  await owner.post("/v1/webhook-endpoints", { url, events: ["scan.completed"] })
  await made("/v1/batteries/products", { id: "b", brand: ARABIC, model: HEBREW, capacityKwh: 5, powerKw: 2 })
  const owned = "/dashboard/organization"
  Object.assign(pages, {
    keys: [`${owned}/keys`, "tbody tr"],
    webhooks: [`${owned}/webhooks`, "article"],
    settings: [`${owned}/settings`, "fieldset"],
    batteries: [`${owned}/batteries`, "tbody tr"],
    members: [`${owned}/members`, "tbody tr"],
    account: ["/dashboard/account", "form"],
  })
}

onDashboard("/dashboard/account", {
  opened: dashboard => ({ service, browser, page, client } = dashboard),
})

/** Faults of a page: it is wider than its window, or letters of a name share a run of text with the page's own. */
const faults = (): Promise<string[]> =>
  page.evaluate(() => {
    const root = document.documentElement
    const found = root.scrollWidth > root.clientWidth ? [`${root.scrollWidth} px wide`] : []
    const isRightToLeft = (text: string) => /[\u0590-\u06ff]/.test(text)
    const isIsolating = (element: Element) => /isolate|plaintext/.test(getComputedStyle(element).unicodeBidi)
    /** Text of the run around an element, without isolated inner text. */
    const runOf = (element: Element): string => {
      let run = element
      while (run.parentElement && !isIsolating(run)) run = run.parentElement
      if (run.tagName === "BDI") return ""
      const own = run.cloneNode(true) as Element
      for (const inner of own.querySelectorAll("bdi, option")) inner.remove()
      return (own.textContent ?? "").replace(/\u2068[^\u2069]*\u2069/g, "")
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const { parentElement: parent, textContent } = node
      const text = textContent?.replace(/\u2068[^\u2069]*\u2069/g, "") ?? ""
      if (!parent || !isRightToLeft(text) || parent.closest("script")) continue
      if (/[a-z]/i.test(parent.closest("option")?.text ?? runOf(parent)))
        found.push(`${parent.tagName} in ${parent.closest("[class]")?.className}: ${parent.textContent?.slice(0, 40)}`)
    }
    for (const field of document.querySelectorAll<HTMLInputElement>("input, textarea"))
      if (isRightToLeft(field.value) && !isIsolating(field)) found.push(`the field ${field.name}`)
    return found
  })

browserTest("names of 200 right-to-left letters are isolated, and no page is wider for them", async () => {
  await makeScans()
  await makeProfiles()
  await makeOrganization()
  const found: Record<string, string[]> = {}
  for (const [name, [path, ready]] of Object.entries(pages)) {
    await page.goto(service.address + path)
    await page.locator(ready).first().waitFor({ state: "attached" })
    for (const folded of await page.locator("summary").all()) await folded.click()
    if (name === "scan") await page.getByRole("button", { name: "Change customer" }).click()
    for (const [media, size] of [["screen", DESKTOP] as const, ["screen", PHONE] as const, ["print", PAPER] as const]) {
      await page.emulateMedia({ media })
      await page.setViewportSize(size)
      const wrong = await faults()
      if (wrong.length > 0) found[`${name} on ${media} of ${size.width} px`] = wrong
    }
    await page.emulateMedia({ media: "screen" })
    await page.setViewportSize(DESKTOP)
  }
  expect(found).toEqual({})
})

browserTest("the title of a tab has the beginning of each name, isolated, and paper has them whole", async () => {
  const shared = await browser.open(pages.shared![0])
  await shared.locator("html[data-paper=ready]").waitFor({ state: "attached" })
  const cut = (name: string) => `\u2068${name.slice(0, 60)}\u2069`
  expect(await shared.title()).toBe(`${cut(ARABIC)} – Energy scan – ${cut(HEBREW)}`)
  const printed = await pagesOf(await shared.pdf({ preferCSSPageSize: true, printBackground: true }))
  const letters = printed[0]!.text.match(/[\u0590-\u05ff]/g) ?? []
  // The organization's name is in the head, in the facts and in the contact.
  expect(letters.length).toBeGreaterThanOrEqual(3 * HEBREW.length)
  expect(printed[0]!.text).toContain(`1 / ${printed.length}`)
  expect(printed[1]!.text).toContain(`2 / ${printed.length}`)
  expect(printed[0]!.text).toContain("Open this report")
})
