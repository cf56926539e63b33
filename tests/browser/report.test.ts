import { afterAll, beforeAll, expect } from "bun:test"
import { existsSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { Page } from "playwright-core"
import { driverEnds } from "../support/outlook.ts"
import { houseRequest } from "../support/requests.ts"
import { createClient, type RunningService, startFresh } from "../support/service.ts"
import {
  accessibilityViolations,
  type Browser,
  browserTest,
  fitsPhone,
  slowBrowserTest,
  startBrowser,
  turnTo,
  whyNoBrowser,
} from "./chromium.ts"

const why = whyNoBrowser()
const READY_FOR_PAPER = "html[data-paper=ready]"
const MANIFEST = fileURLToPath(new URL("../../dashboard/dist/manifest.json", import.meta.url))

const PARTS = [
  "energy",
  "hours",
  "explore",
  "months",
  "money",
  "alternatives",
  "outlook",
  "system",
  "carbon",
  "proof",
  "assumptions",
]

/** At this price a battery pays, so that every part has something to show. */
const house = houseRequest()
const houseWithBattery = { ...house, electricBattery: { ...house.electricBattery, costPerKwh: 300 } }
/** Sets one assumption itself. */
const requested = { ...houseWithBattery, electricityPriceGrowth: 0.03 }

let service: RunningService
let browser: Browser
let token: string
// biome-ignore lint/suspicious/noExplicitAny: the report is checked by the assertions
let report: any

beforeAll(async () => {
  if (why) return
  expect(existsSync(MANIFEST), "run `npm run build` first").toBe(true)
  service = await startFresh()
  const client = createClient(service.address)
  const { body: created } = await client.post("/v1/scans", requested, { prefer: "wait=60" })
  report = (await client.get(`/v1/scans/${created.id}/result`)).body
  token = (await client.put(`/v1/scans/${created.id}/share`, { enabled: true })).body.shareToken
  browser = await startBrowser(service.address)
})

afterAll(async () => {
  await browser?.close()
  await service?.end()
})

const openReport = async (size?: { width: number; height: number }): Promise<Page> => {
  const page = await browser.open(`/shared/${token}`, size)
  await Promise.all([page.locator("#hours canvas").first().waitFor(), page.locator("#outlook").waitFor()])
  return page
}
browserTest("shows the report's own figures, each explained, without a credential", async () => {
  const page = await openReport()
  const savings = Math.round(report.overview.kpi.yearlySavings).toLocaleString("en-GB")
  expect(await page.locator("h1").innerText()).toContain(`€${savings} a year`)
  const kpis = await page.locator(".kpi").allInnerTexts()
  expect(kpis).toHaveLength(6)
  for (const kpi of kpis) expect(kpi.split("\n").filter(Boolean).length).toBeGreaterThanOrEqual(3)
  const years = report.overview.kpi.returnPeriod.toFixed(1)
  expect(kpis.join("\n")).toContain(`${years}\u00a0years`)
  const { gap, gapOfSavings } = report.optimisation
  const within = `within ${(Math.ceil(10_000 * gapOfSavings) / 100).toFixed(2)}\u00a0% of the highest possible savings`
  const proof = await page.locator("#proof").innerText()
  expect(proof).toContain(gap < 1e-9 ? "Proven to be the best possible" : within)
  const share = `${(Math.ceil(10_000 * report.control.provenWithin) / 100).toFixed(2)}\u00a0%`
  expect(proof).toContain(`is over its life more than ${share} cheaper than this one`)
  const { ideal, [report.control.chosen as "forecast"]: own } = report.control.netPresentValue
  expect(proof).toContain(`€${Math.round(ideal - own).toLocaleString("en-GB")} of this (`)
  await page.close()
})

browserTest("draws every part, with a table next to each drawing", async () => {
  const page = await openReport()
  for (const id of PARTS) expect(await page.locator(`section#${id} h2`).count()).toBe(1)
  const drawings = await page.getByRole("img").count()
  expect(drawings).toBeGreaterThanOrEqual(10)
  const unlabelled = await page.locator("[role=img]:not([aria-label])").count()
  expect(unlabelled).toBe(0)
  for (const figure of await page.locator("figure").all()) {
    await figure.getByText("Show as a table").click()
    await figure.locator("table").waitFor()
  }
  expect(await page.locator("#energy table tbody tr").count()).toBeGreaterThan(4)
  const drawn = await page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>("#hours canvas")
    const data = canvas?.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
    return new Set(Array.from({ length: data.length / 4 }, (_, i) => `${data[4 * i]},${data[4 * i + 1]}`)).size
  })
  expect(drawn).toBeGreaterThan(20)
  await page.close()
})

const euros = (value: number) => `${value < 0 ? "−" : ""}€${Math.abs(Math.round(value)).toLocaleString("en-GB")}`

browserTest("shows how the result changes when an assumption is off", async () => {
  const page = await openReport()
  await page.locator("#outlook summary").first().click()
  const rows = await page.locator("#outlook table").first().locator("tbody tr").allInnerTexts()
  const ends = driverEnds(report)
  expect(rows).toHaveLength(ends.length + 1)
  expect(rows[0]).toContain(euros(report.financial.netPresentValue))
  for (const [index, { npv }] of ends.entries()) expect(rows[index + 1]).toContain(euros(npv!))
  expect(await page.locator("#outlook .tornado > div").count()).toBe(report.outlook.drivers.length)
  await page.close()
})

slowBrowserTest("puts the range of futures beside savings and present value, in both languages", async () => {
  const page = await openReport()
  const { firstYearSavings, npv, paybackYears } = report.outlook
  const calculated = report.financial.netPresentValue
  const kpis = await page.locator(".kpi").allInnerTexts()
  const [low, middle, high] = Object.values<number>(firstYearSavings).map(euros)
  expect(kpis[1]).toContain(`Likely ${low} to ${high} (8 in 10 futures), ${middle} in the middle.`)
  const worth = kpis[3]!.replaceAll("\u2060", "")
  expect(worth.split("\n").slice(0, 2)).toEqual([expect.stringContaining("P50"), euros(npv.p50)])
  expect(worth).toContain(`Cautious (P90): ${euros(npv.p10)}. As assumed: ${euros(calculated)}.`)
  expect(kpis[2]).toMatch(
    /If electricity prices are 30\u00a0% lower: (never|[\d.]+\u00a0years), and a net present value of −?⁠?€[\d,]+\./,
  )
  const [saved, , payback] = await page.getByLabel("Possible results").locator("tbody tr").allInnerTexts()
  for (const figure of Object.values<number>(firstYearSavings)) expect(saved).toContain(euros(figure))
  for (const years of Object.values<number>(paybackYears)) expect(payback).toContain(`${years.toFixed(1)}\u00a0years`)
  await turnTo(page, "nl")
  expect(await page.locator(".kpi").nth(1).innerText()).toContain("Waarschijnlijk")
  expect(await page.locator("#outlook").innerText()).toContain("Wat het kan opbrengen")
  await page.evaluate(() => localStorage.clear())
  await page.close()
})

slowBrowserTest("shows the plant next to others, in both languages, and offers a stranger no adjustment", async () => {
  const page = await openReport()
  const names = () => page.locator("#alternatives thead th").allInnerTexts()
  const cells = (name: string) =>
    page
      .locator("#alternatives tbody tr")
      .filter({ has: page.getByRole("rowheader", { name, exact: true }) })
      .locator("td")
      .allInnerTexts()
  const plants: { kind: string; netPresentValue: number }[] = report.alternatives
  expect(plants.length).toBeGreaterThan(2)
  expect(await names()).toEqual([
    "Figure",
    "This report",
    "Without a battery",
    ...plants.slice(2).map(() => expect.any(String)),
  ])
  expect(await cells("Net present value")).toEqual(plants.map(({ netPresentValue: value }) => euros(value)))
  expect(await page.locator("#alternatives button:not(.drawing button)").count()).toBe(0)
  await turnTo(page, "nl")
  expect(await names()).toContain("Zonder batterij")
  await page.evaluate(() => localStorage.clear())
  await page.close()
})

slowBrowserTest(
  "shows the price curves, where assumptions come from, and which the request set, in both languages",
  async () => {
    const page = await openReport()
    const row = (name: string) => page.locator("#assumptions .pairs > div", { hasText: name }).locator("dd")
    const value = (name: string) => row(name).first().innerText()
    const valueAndSource = (name: string) => row(name).allInnerTexts()
    expect(await value("Price of a battery, by default")).toMatch(/^from €750 · 5.0\u00a0kWh: €5,500 · /)
    expect(await value("Price of all new panels")).toMatch(/^from €300 · 2.0\u00a0kWp: €2,400 · /)
    expect(await valueAndSource("Growth of electricity prices")).toEqual(["3.0\u00a0% (set for this scan)"])
    expect(await valueAndSource("Discount rate")).toEqual(["4.0\u00a0%", "own choice"])
    expect(await valueAndSource("Panels lose each year")).toEqual(["0.5\u00a0%", "NREL REopt.jl, src/core/pv.jl"])
    await turnTo(page, "nl")
    // The service translates sources: the page shows the former ones until its answer arrives.
    await page.locator("#assumptions .pairs", { hasText: "eigen keuze" }).first().waitFor()
    expect(await value("Prijs van een batterij, als")).toContain("vanaf €")
    expect(await valueAndSource("Disconteringsvoet")).toEqual(["4,0\u00a0%", "eigen keuze"])
    expect(await page.locator("#assumptions .pairs").first().innerText()).toContain("(voor deze scan bepaald)")
    await page.evaluate(() => localStorage.clear())
    await page.close()
  },
)

slowBrowserTest("shows a report from before there were curves, origins and alternatives without them", async () => {
  const { batteryPriceCurve, panelPriceCurve, batteryHighestRate, smallestBatteryKwh, ...parameters } =
    report.financial.parameters
  expect([batteryPriceCurve, panelPriceCurve, batteryHighestRate, smallestBatteryKwh]).not.toContain(undefined)
  const { assumptionOrigins, ...financial } = { ...report.financial, parameters }
  expect(assumptionOrigins).not.toBeUndefined()
  const page = await openReport()
  await page.route(
    ({ pathname }) => pathname === `/v1/scans/shared/${token}`,
    async route => {
      const answer = await (await route.fetch()).json()
      const { alternatives: _, premises: _premises, ...older } = answer.report
      await route.fulfill({ json: { ...answer, report: { ...older, financial } } })
    },
  )
  await page.reload()
  await page.locator("#assumptions .pairs").waitFor()
  const names = await page.locator("#assumptions .pairs dt").allInnerTexts()
  expect(names).toContain("Discount rate")
  expect(await page.locator("#alternatives").count()).toBe(0)
  expect(names.filter(name => /^(Price of (a battery|all)|Smallest|Most power)/.test(name))).toEqual([])
  expect(await page.locator("#assumptions .pairs").innerText()).not.toContain("set for this scan")
  await page.close()
})

slowBrowserTest("one date serves day, week, month and year, by the keyboard too", async () => {
  const page = await openReport()
  const explore = page.locator("#explore")
  await explore.getByRole("button", { name: "Day", exact: true }).press("Enter")
  const [year] = (await explore.getByLabel("Start date").inputValue()).split("-")
  await explore.getByLabel("Start date").fill(`${year}-03-01`)
  await explore.getByText("Show as a table").press("Enter")
  expect(await explore.locator("figure > p").innerText()).toBe("1 March")
  await explore.locator("tbody tr").nth(23).waitFor()
  expect(await explore.locator("tbody tr").count()).toBe(24)
  await explore.getByRole("button", { name: "Later" }).press("Enter")
  expect(await explore.getByLabel("Start date").inputValue()).toBe(`${year}-03-02`)
  await explore.getByRole("button", { name: "Month", exact: true }).click()
  expect(await explore.locator("tbody tr").count()).toBe(31)
  await explore.getByRole("button", { name: "Year", exact: true }).click()
  const january = await explore.locator("tbody tr").first().innerText()
  expect(january).toContain("Jan")
  expect(await explore.locator("tbody tr").count()).toBe(12)
  await page.close()
})

slowBrowserTest("a day chosen on a heat map is the day of the chart", async () => {
  const page = await openReport()
  const map = page.locator("#hours canvas[role=img]").first()
  const box = await map.boundingBox()
  if (!box) throw new Error("the map has no place")
  await map.click({ position: { x: (box.width * 31.5) / 365, y: box.height / 2 } })
  expect(await page.locator("#explore").getByLabel("Start date").inputValue()).toMatch(/^\d{4}-02-01$/)
  await page.close()
})

browserTest("speaks Dutch and turns dark, and remembers both", async () => {
  const page = await openReport()
  await turnTo(page, "nl")
  await page.getByRole("button", { name: "Donkere kleuren" }).click()
  await page.reload()
  expect(await page.locator("#energy h2").innerText()).toBe("De energie van het jaar")
  expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dataset.theme])).toEqual([
    "nl",
    "dark",
  ])
  await page.locator("#assumptions .notes li", { hasText: "Gemeten uren van KNMI-station" }).waitFor()
  await turnTo(page, "en")
  await page.locator("#assumptions .notes li", { hasText: "Measured hours of KNMI station" }).waitFor()
  await page.evaluate(() => localStorage.clear())
  await page.close()
})

slowBrowserTest("hands out its hours as CSV and itself as JSON", async () => {
  const page = await openReport()
  const saved = async (name: string) => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByText(name).click()])
    return readFileSync(await download.path(), "utf8")
  }
  await page.getByText("Figures as files").click()
  const lines = (await saved("Hours (CSV)")).trim().split("\r\n")
  expect(lines).toHaveLength(8761)
  const column = lines[0]!.split(",").indexOf("consumption")
  const total = lines.slice(1).reduce((sum, line) => sum + Number(line.split(",")[column]), 0)
  expect(total).toBeCloseTo(report.overview.kpi.yearlyUsageKwh, 0)
  expect(JSON.parse(await saved("Report (JSON)")).overview).toEqual(report.overview)
  await page.close()
})

slowBrowserTest("a drawing is saved as a picture", async () => {
  const page = await openReport()
  await page.locator("#energy").scrollIntoViewIfNeeded()
  await page.locator("#energy canvas").waitFor()
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    page.locator("#energy").getByRole("button", { name: "Save as picture" }).click(),
  ])
  expect(saved.suggestedFilename()).toEndWith(".png")
  expect([...readFileSync(await saved.path()).subarray(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47])
  await page.close()
})

slowBrowserTest("the numbers of each drawing are saved as CSV", async () => {
  const page = await openReport()
  const savedOf = async (part: string) => {
    await page.locator(part).scrollIntoViewIfNeeded()
    const button = page.locator(part).getByRole("button", { name: "Save as CSV" }).first()
    const [saved] = await Promise.all([page.waitForEvent("download"), button.click()])
    expect(saved.suggestedFilename()).toEndWith(".csv")
    const rows = readFileSync(await saved.path(), "utf8")
      .trim()
      .split("\r\n")
    return rows.map(row => row.split(","))
  }
  const [, ...flows] = await savedOf("#energy")
  expect(flows.length).toBeGreaterThan(3)
  const produced = flows.filter(([from]) => from === flows[0]![0]).reduce((sum, [, , kwh]) => sum + Number(kwh), 0)
  expect(produced).toBeGreaterThan(0)
  const [head, ...years] = await savedOf("#money figure:has(.chart)")
  expect(head).toEqual(["", "8 in 10 futures min", "8 in 10 futures max", "In the year", "Added up"])
  expect(years).toHaveLength(report.financial.parameters.evaluationPeriod + 1)
  expect(Number(years.at(-1)!.at(-1))).toBeCloseTo(report.financial.cashflowSummary.endBalance, 0)
  await page.close()
})

slowBrowserTest("a phone prints the same drawings as a desktop, with every page numbered", async () => {
  const drawn: number[][] = []
  for (const width of [1280, 390]) {
    const page = await openReport({ width, height: 900 })
    await page.locator(READY_FOR_PAPER).waitFor()
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")))
    drawn.push(await page.locator(".chart canvas").evaluateAll(all => all.map(one => (one as HTMLCanvasElement).width)))
    await page.close()
  }
  const [desktop = [], phone = []] = drawn
  expect(phone).toHaveLength(desktop.length)
  expect(
    desktop.map((width, index) => Math.abs(phone[index]! / width - 1) < 0.15 || `${phone[index]} for ${width}`),
  ).toEqual(desktop.map(() => true))
})

browserTest("axe finds nothing wrong", async () => {
  const page = await openReport()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.close()
})

slowBrowserTest("axe finds nothing wrong on a dark phone with every table open, and nothing overflows", async () => {
  const page = await openReport({ width: 360, height: 800 })
  await page.getByRole("button", { name: "Dark colours" }).click()
  for (const table of await page.getByText("Show as a table").all()) await table.click()
  expect(await accessibilityViolations(page)).toEqual([])
  await fitsPhone(page)
  await page.evaluate(() => localStorage.clear())
  await page.close()
})

slowBrowserTest("on paper it is light, without buttons", async () => {
  const page = await openReport()
  await page.locator(READY_FOR_PAPER).waitFor()
  await page.getByRole("button", { name: "Dark colours" }).click()
  const pdf = await page.pdf({ format: "A4", preferCSSPageSize: true, printBackground: true })
  const pages = pdf.toString("latin1").match(/\/Type \/Page\b/g) ?? []
  expect(pages.length).toBeGreaterThanOrEqual(4)
  expect(pages.length).toBeLessThanOrEqual(14)
  await page.emulateMedia({ media: "print" })
  expect(await page.getByText("Print or save as PDF").isVisible()).toBe(false)
  await page.evaluate(() => {
    localStorage.clear()
    dispatchEvent(new Event("beforeprint"))
  })
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe("light")
  await page.close()
})

browserTest("a report that is not shared says so", async () => {
  const page = await browser.open(`/shared/${"x".repeat(43)}`)
  expect(await page.getByRole("alert").innerText()).toContain("stopped sharing it")
  await page.close()
})

browserTest(
  "a site for which nothing was asked is no proposal: nothing to accept, nothing that never pays",
  async () => {
    const client = createClient(service.address)
    const { newPv: _, electricBattery: __, ...site } = house
    const flat = { type: "flat", flatEurPerKwh: 0.28, feedInEurPerKwh: 0.06 }
    const { id } = (await client.post("/v1/scans", { ...site, tariff: flat }, { prefer: "wait=60" })).body
    const { shareToken } = (await client.put(`/v1/scans/${id}/share`, { enabled: true })).body
    const page = await browser.open(`/shared/${shareToken}`)
    expect(await page.locator("h1").innerText()).toBe("This is the current site: nothing new was requested.")
    const kpis = await page.locator(".kpi").allInnerTexts()
    expect(kpis.join()).toContain("No purchase.")
    expect(kpis.join()).not.toMatch(/never|futures/)
    expect(await page.getByRole("button", { name: "Accept this system" }).count()).toBe(0)
    expect(await page.locator("#proof").innerText()).toContain("Best achievable")
    await page.close()
  },
)

browserTest("asks no other host, breaks no policy of its own", () => {
  expect(browser.foreign()).toEqual([])
  expect(browser.complaints().filter(text => !text.includes("404"))).toEqual([])
})
