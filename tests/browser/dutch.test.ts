import { afterAll, beforeAll, expect } from "bun:test"
import type { Page } from "playwright-core"
import { app as appEn } from "../../dashboard/src/text/en.app.ts"
import { batteries as batteriesEn } from "../../dashboard/src/text/en.batteries.ts"
import { common as commonEn } from "../../dashboard/src/text/en.common.ts"
import { form as formEn } from "../../dashboard/src/text/en.form.ts"
import { manage as manageEn } from "../../dashboard/src/text/en.manage.ts"
import { questions as questionsEn } from "../../dashboard/src/text/en.questions.ts"
import { report as reportEn } from "../../dashboard/src/text/en.report.ts"
import { NAMES_NL } from "../../dashboard/src/text/names.ts"
import { app as appNl } from "../../dashboard/src/text/nl.app.ts"
import { batteries as batteriesNl } from "../../dashboard/src/text/nl.batteries.ts"
import { common as commonNl } from "../../dashboard/src/text/nl.common.ts"
import { form as formNl } from "../../dashboard/src/text/nl.form.ts"
import { manage as manageNl } from "../../dashboard/src/text/nl.manage.ts"
import { questions as questionsNl } from "../../dashboard/src/text/nl.questions.ts"
import { report as reportNl } from "../../dashboard/src/text/nl.report.ts"
import { meterFile } from "../support/meterFile.ts"
import { houseRequest, smallestRequest } from "../support/requests.ts"
import { createClient, type RunningService, startFresh } from "../support/service.ts"
import { type Browser, browserTest, startBrowser, whyNoBrowser } from "./chromium.ts"
import { logInTo } from "./login.ts"

const why = whyNoBrowser()
const EN = {
  ...{ ...appEn, ...manageEn, common: commonEn, report: reportEn },
  ...{ batteries: batteriesEn, questions: questionsEn, form: formEn },
}
const NL = {
  ...{ ...appNl, ...manageNl, common: commonNl, report: reportNl },
  ...{ batteries: batteriesNl, questions: questionsNl, form: formNl },
}
/** Stands for whatever a text is completed with. */
const GIVEN = "\u0001"
/** Words of English sentences that are no Dutch words. */
const ENGLISH = /\b(the|and|with|must|are|this|not|from|by)\b/i
/** A decimal point: one or two digits after it, or four and more. */
const DECIMAL_POINT = /\d\.(\d{1,2}|\d{4,})(?!\d)/

/** What a text may be completed with: whether it is of one thing comes second. */
const completions = (parameters: number): unknown[][] => {
  const given = new Array<unknown>(parameters).fill(GIVEN)
  return parameters > 1 ? [given, given.with(1, false)] : [given]
}

/** Every sentence of a catalogue, by the path of its key. */
const leaves = (part: unknown, path = ""): [string, string][] => {
  if (typeof part === "string") return [[path, part]]
  if (typeof part === "function")
    return completions(part.length).map((given, index) => [`${path}#${index}`, String(part(...given))])
  if (typeof part !== "object" || part === null) return []
  return Object.entries(part).flatMap(([key, value]) => leaves(value, `${path}.${key}`))
}

const patternOf = (sentence: string): RegExp => new RegExp(`^${RegExp.escape(sentence).replaceAll(GIVEN, "[^]+")}$`)

/** What stands in the English catalogue and is not Dutch too, as patterns of whole texts. */
const englishTexts = (): RegExp[] => {
  const dutch = new Map(leaves(NL))
  const words = new Set(dutch.values())
  const differing = leaves(EN).filter(([path, text]) => dutch.get(path) !== text && !words.has(text))
  const sentences = differing.map(([, text]) => text).filter(text => text.replaceAll(GIVEN, "").trim().length > 2)
  return [...sentences, ...Object.keys(NAMES_NL).filter(name => NAMES_NL[name] !== name)].map(patternOf)
}
const english = englishTexts()

let service: RunningService
let browser: Browser
let page: Page
const paths: Record<string, [path: string, ready: string]> = {}

beforeAll(async () => {
  if (why) return
  service = await startFresh()
  const client = createClient(service.address)
  const wait = { prefer: "wait=60" }
  const dynamic = { ...houseRequest(), tariff: { type: "dynamic" }, includeSavingsSpread: true }
  const { id } = (await client.post("/v1/scans", dynamic, wait)).body
  const unreachable = { ...smallestRequest(), goal: "renewable-minimum", renewableElectricityMinFraction: 0.5 }
  const failed = (await client.post("/v1/scans", unreachable, wait)).body.id
  const { shareToken } = (await client.put(`/v1/scans/${id}/share`, { enabled: true })).body
  const profile = (await client.post("/v1/studio-profiles", { name: "Gezin" })).body.id
  await client.post(`/v1/studio-profiles/${profile}/base`, { templateId: "groot-gezin" })
  await client.post(`/v1/studio-profiles/${profile}/layers`, { presetId: "warmtepomp" })
  for (const layer of [
    { presetId: "ev", evConfig: { yearlyKm: 12_000 } },
    { presetId: "warmtepomp", heatConfig: { yearlyGasM3: 1200 } },
  ])
    await client.post(`/v1/studio-profiles/${profile}/layers`, layer)
  const hub = (await client.post("/v1/energyhub-profiles", { name: "Haven" })).body.id
  await client.post(`/v1/energyhub-profiles/${hub}/sources`, { profileKey: "stel" })
  await client.post(`/v1/energyhub-profiles/${hub}/assets`, { assetType: "heat-pump", config: { annualKwh: 9000 } })
  await client.post("/v1/batteries/products", { id: "b", capacityKwh: 5.5, powerKw: 2.5 })
  const owner = "/dashboard/organization"
  Object.assign(paths, {
    list: ["/dashboard/scans", "tbody tr"],
    form: ["/dashboard/scans/new", "option >> nth=30"],
    compare: [`/dashboard/scans/compare?ids=${id},${id}`, "tbody tr"],
    scan: [`/dashboard/scans/${id}`, "#adjust button"],
    failure: [`/dashboard/scans/${failed}`, ".message"],
    profiles: ["/dashboard/studio", "tbody tr"],
    profile: [`/dashboard/studio/${profile}`, "figure canvas"],
    hub: [`/dashboard/studio/energyhub/${hub}`, "figure canvas"],
    "password link": ["/dashboard/password#secret", "form"],
    keys: [`${owner}/keys`, "tbody tr"],
    webhooks: [`${owner}/webhooks`, "form"],
    settings: [`${owner}/settings`, "fieldset"],
    batteries: [`${owner}/batteries`, "tbody tr"],
    members: [`${owner}/members`, "tbody tr"],
    usage: [`${owner}/usage`, ".pairs"],
    operations: ["/dashboard/operations", "canvas"],
    account: ["/dashboard/account", "form"],
    missing: ["/dashboard/nothing", "h1"],
    shared: [`/shared/${shareToken}`, "#hours canvas"],
    unshared: [`/shared/${"x".repeat(43)}`, "h1"],
  })
  browser = await startBrowser(service.address)
  page = await logInTo(browser, "/dashboard")
  await page.evaluate(() => localStorage.setItem("language", "nl"))
})

afterAll(async () => {
  await browser?.close()
  await service?.end()
})

/** Every text of the page and every attribute that is read out. */
const textsOf = (): Promise<string[]> =>
  page.evaluate(() => {
    const texts = new Set<string>([document.title])
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode())
      if (!walker.currentNode.parentElement?.closest("noscript, script, cite"))
        texts.add(walker.currentNode.textContent?.trim() ?? "")
    for (const name of ["aria-label", "aria-valuetext", "placeholder", "title", "alt"])
      for (const element of document.querySelectorAll(`[${name}]`)) texts.add(element.getAttribute(name) ?? "")
    for (const input of document.querySelectorAll<HTMLInputElement>("input:not([type=range])")) texts.add(input.value)
    return [...texts]
  })

const notDutch = (texts: readonly string[]): string[] =>
  texts.filter(text => english.some(pattern => pattern.test(text)) || ENGLISH.test(text) || DECIMAL_POINT.test(text))

browserTest("the catalogue has English to look for", () => {
  expect(english.length).toBeGreaterThan(300)
  expect(notDutch(["Start the scan", "3 panels", "Heat pump", "€ 0.28", "must be at most 90"])).toHaveLength(5)
  expect(notDutch(["€ 1.250", "0,28", "Studio", "Alle scans"])).toEqual([])
})

browserTest("no page in Dutch shows a text of the English catalogue, or a decimal point", async () => {
  const found: Record<string, string[]> = {}
  for (const [name, [path, ready]] of Object.entries(paths)) {
    await page.goto(service.address + path)
    await page.locator(ready).first().waitFor({ state: "attached" })
    for (const folded of await page.locator("summary").all()) await folded.click()
    const wrong = notDutch(await textsOf())
    if (wrong.length > 0) found[name] = wrong
  }
  expect(found).toEqual({})
})

browserTest("the sliders, and the report of a plant that they hold, are Dutch", async () => {
  await page.goto(service.address + paths.scan![0])
  await page.locator("#adjust button").click()
  await page.getByLabel(/Panelen op .?South/).fill("3")
  await page.getByText(/In deze browser berekend/).waitFor()
  expect(notDutch(await textsOf())).toEqual([])
})

browserTest("Dutch tables stay inside of their cards on a desktop", async () => {
  await page.goto(service.address + paths.shared![0])
  await page.locator("#hours canvas").first().waitFor()
  const wide = await page.evaluate(() =>
    [...document.querySelectorAll(".scroll")]
      .filter(element => element.scrollWidth > element.clientWidth)
      .map(element => element.getAttribute("aria-label")),
  )
  expect(wide).toEqual([])
})

browserTest("a meter file that is refused, and one that is read, are described in Dutch", async () => {
  const upload = async (name: string, content: string) => {
    await page.goto(service.address + paths.profile![0])
    await page.locator("input[type=file]").setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(content) })
    await page.getByRole("button", { name: "Bestand lezen" }).click()
  }
  await upload("leeg.csv", "a,b\n1,2\n")
  await page.getByRole("alert").waitFor()
  expect(notDutch(await textsOf())).toEqual([])
  await upload("meter.csv", meterFile())
  await page.getByRole("heading", { name: /Wat is herkend/ }).waitFor()
  expect(notDutch(await textsOf())).toEqual([])
})
