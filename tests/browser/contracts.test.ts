import { expect } from "bun:test"
import { contractTemplates } from "../../domain/request/contractTemplates.ts"
import { houseRequest } from "../support/requests.ts"
import { accessibilityViolations, browserTest, fitsPhone, turnTo } from "./chromium.ts"
import { type OpenedDashboard, onDashboard, unfold } from "./onDashboard.ts"

/** Contracts on the pages: one chosen and changed in the form of a scan, several compared in its report. */
let browser: OpenedDashboard["browser"]
let page: OpenedDashboard["page"]
let client: OpenedDashboard["client"]
let show: OpenedDashboard["show"]

onDashboard("/dashboard", {
  opened: dashboard => ({ browser, page, client, show } = dashboard),
})

const submitted = async () => {
  await page.getByRole("button", { name: "Start the scan" }).click()
  await page.waitForURL(url => !url.pathname.endsWith("/new"))
  const id = new URL(page.url()).pathname.split("/").at(-1)
  const { body } = await client.get(`/v1/scans/${id}/request`)
  const { usual: _, ...tariff } = body.tariff
  return tariff
}

browserTest("a template of the service becomes the contract of a scan, as it is, and its week is drawn", async () => {
  await show("/scans/new", "form")
  await unfold(page)
  await page.getByLabel("Kind").selectOption("custom")
  const { id, name, tariff } = contractTemplates.find(one => one.id === "de-eeg-module3-bayernwerk-2026")!
  await page.locator("option", { hasText: name.en }).waitFor({ state: "attached" })
  await page.getByLabel("Contract", { exact: true }).selectOption(id)
  await page.locator("figure.week").nth(1).waitFor()
  const weeks = await page.locator("figure.week [role=img]").evaluateAll(all => all.map(one => one.ariaLabel))
  expect(weeks[0]).toContain("in January: market + €0.047")
  expect(weeks[1]).toContain("€0.005")
  expect(weeks[1]).toContain("€0.090")
  expect(await page.locator("details.wide").innerText()).toContain("Terms of 2026-08-01")
  expect(await accessibilityViolations(page)).toEqual([])
  await fitsPhone(page)
  expect(await submitted()).toEqual({ ...tariff, name: name.en })
})

browserTest("a contract of one's own is written by parts of the day", async () => {
  await show("/scans/new", "form")
  await unfold(page)
  await page.getByLabel("Kind").selectOption("custom")
  const prices = page.getByRole("group", { name: "Price of a bought kWh" })
  await prices.getByLabel("Price").first().fill("0.08")
  await prices.getByLabel("From hour").first().fill("1")
  await prices.getByRole("button", { name: "Add a part of the day" }).click()
  await prices.getByLabel("Price").nth(2).fill("0.3")
  await prices.getByRole("button", { name: "Remove part 2" }).click()
  await page.getByLabel("Fixed costs a month").fill("7.5")
  const tariff = await submitted()
  expect(tariff.buy).toEqual({ energy: [{ eurPerKwh: 0.08, hours: [[1, 7]] }, { eurPerKwh: 0.3 }], taxed: true })
  expect(tariff.sell).toEqual({ energy: 0.05 })
  expect(tariff.grid).toEqual({ fixedEurPerMonth: 7.5 })
})

browserTest("a copy of a contract with public holidays says whose they are, and changes it", async () => {
  const days = ["sat", "sun", "holidays"]
  const energy = [{ eurPerKwh: 0.2, days }, { eurPerKwh: 0.3 }]
  const contract = { type: "custom", buy: { energy, taxed: false }, sell: { energy: 0 }, holidaysOf: "DE-BY" }
  const request = { ...houseRequest(), location: { lat: 51.45, lon: 7.01 }, tariff: contract }
  const { body } = await client.post("/v1/scans", request, { prefer: "wait=60" })
  await show(`/scans/new?copy=${body.id}`, "form")
  const choice = page.getByLabel("Public holidays of")
  await choice.waitFor()
  expect(await choice.locator("option:checked").innerText()).toBe("Bayern")
  await choice.selectOption("DE-NW")
  expect(await submitted()).toMatchObject({ holidaysOf: "DE-NW", buy: contract.buy })
})

browserTest(
  "the first screen names assumptions with the value under another reading, and leads to their fields",
  async () => {
    const request = { location: { lat: 48.14, lon: 11.58 }, inputMethod: "known", yearlyKwh: 3500 }
    const newPv = [{ maxPanelCount: 14, panelPowerWatts: 430 }]
    const electricBattery = { capacityKwh: 10, powerRatingKw: 5 }
    const { body } = await client.post("/v1/scans", { ...request, newPv, electricBattery }, { prefer: "wait=60" })
    await show(`/scans/${body.id}`, ".assumed table")
    const { body: report } = await client.get(`/v1/scans/${body.id}`)
    const dynamic = report.premises.find(({ code }: { code: string }) => code === "usual-contract").effect
      .netPresentValue
    expect(await page.locator(".verdict").innerText()).toContain("We advise no battery here: one of")
    const row = page.locator(".assumed tbody tr", { hasText: "as is usual" })
    expect(await row.innerText()).toContain(`€${Math.round(dynamic).toLocaleString("en")}`)
    expect(await accessibilityViolations(page)).toEqual([])
    await fitsPhone(page)
    await row.getByRole("link", { name: "Change" }).click()
    await page.getByLabel("Kind").waitFor()
    await page.waitForFunction(() => {
      const { top = -1 } = document.getElementById("part-contract")?.getBoundingClientRect() ?? {}
      return top >= 0 && top < innerHeight / 2
    })
    await show(`/scans/${body.id}`, ".assumed table")
    await turnTo(page, "nl")
    await page.locator(".assumed", { hasText: "zoals gebruikelijk" }).waitFor()
    await turnTo(page, "en")
  },
)

browserTest("contracts to compare are added from a template or written, and one is taken away", async () => {
  await show("/scans/new", "form")
  await unfold(page)
  const add = page.getByRole("button", { name: "Add a contract" })
  for (let clicks = 0; clicks < 3; clicks++) await add.click()
  const offer = (number: number) => page.getByRole("group", { name: `Contract ${number}`, exact: true })
  await offer(1).getByLabel("Kind").selectOption("flat")
  await offer(1).getByLabel("Name").fill("Three years")
  await offer(1).getByLabel("Purchase price").fill("0.26")
  await offer(2).getByRole("button", { name: "Remove contract 2" }).click()
  await offer(2).getByLabel("Kind").selectOption("custom")
  const { id, name, tariff } = contractTemplates.find(one => one.id === "be-flanders-dynamic-2026")!
  await offer(2).locator("option", { hasText: name.en }).waitFor({ state: "attached" })
  await offer(2).getByLabel("Contract", { exact: true }).selectOption(id)
  await offer(2).locator("figure.week").first().waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await fitsPhone(page)
  const today = await submitted()
  expect(today).toMatchObject({ type: "flat", flatEurPerKwh: 0.25774 })
  const scanId = new URL(page.url()).pathname.split("/").at(-1)
  const { body } = await client.get(`/v1/scans/${scanId}/request`)
  expect(body.contracts).toEqual([
    expect.objectContaining({ type: "flat", name: "Three years", flatEurPerKwh: 0.26, taxesIncluded: true }),
    expect.objectContaining({ ...tariff, name: name.en }),
  ])
})

browserTest("the report ranks contracts with their plants, in both languages and on a phone", async () => {
  const contracts = [
    { type: "flat", name: "Cheap", flatEurPerKwh: 0.15, feedInEurPerKwh: 0.05 },
    { type: "flat", flatEurPerKwh: 0.6, feedInEurPerKwh: 0.01 },
  ]
  const request = { ...houseRequest(), goal: "cost-savings", contracts }
  const { body } = await client.post("/v1/scans", request, { prefer: "wait=60" })
  await show(`/scans/${body.id}`, "#contracts table")
  const names = () => page.locator("#contracts tbody th").allInnerTexts()
  expect(await names()).toEqual(["Cheap", "Dynamic tariff, the contract of today", "Flat tariff (offer 2)"])
  expect(await page.locator("#contracts header").innerText()).toContain("cheaper than the first")
  expect(await accessibilityViolations(page)).toEqual([])
  await fitsPhone(page)
  await turnTo(page, "nl")
  expect((await names())[1]).toContain("het huidige contract")
  // The only complaint is the 401 of the page's question for its session before the login.
  expect(browser.complaints().filter(complaint => !complaint.includes("401"))).toEqual([])
})

browserTest("the report says which contract bills costs that the others do not", async () => {
  const contracts = [
    { type: "flat", name: "With the grid operator", flatEurPerKwh: 0.2, fixedEurPerMonth: 39.84 },
    { type: "flat", name: "Dear", flatEurPerKwh: 0.5 },
  ]
  const request = { ...houseRequest(), goal: "cost-savings", contracts }
  const { body } = await client.post("/v1/scans", request, { prefer: "wait=60" })
  await show(`/scans/${body.id}`, "#contracts table")
  await turnTo(page, "en")
  const table = page.locator("#contracts table")
  expect(await table.locator("thead").innerText()).toContain("Differs in")
  const differences = async () => new Set(await table.locator("tbody td:nth-child(5)").allTextContents())
  expect(await differences()).toEqual(
    new Set(["only this contract bills fixed costs: €478 a year", "no fixed costs entered"]),
  )
  expect(await accessibilityViolations(page)).toEqual([])
  await fitsPhone(page)
  await turnTo(page, "nl")
  expect([...(await differences())].join()).toContain("alleen dit contract rekent vaste kosten")
  await turnTo(page, "en")
})

browserTest("the report says until when the prices of each contract hold, and what counts in later years", async () => {
  const { tariff, name } = contractTemplates.find(one => one.id === "nl-fixed-2026")!
  const contracts = [
    { ...tariff, name: name.en },
    { type: "flat", name: "Dear", flatEurPerKwh: 0.9, feedInEurPerKwh: 0 },
  ]
  const current = { type: "flat", flatEurPerKwh: 0.8, feedInEurPerKwh: 0 }
  const request = { ...houseRequest(), goal: "cost-savings", tariff: current, contracts }
  const { body } = await client.post("/v1/scans", request, { prefer: "wait=60" })
  await show(`/scans/${body.id}`, "#contracts table")
  await turnTo(page, "en")
  expect(await page.locator("#contracts tbody th").first().innerText()).toBe(name.en)
  const lastDays = () => page.locator('#contracts td[data-label="Price terms until"]').allTextContents()
  expect(await lastDays()).toEqual(["31 December 2026", "–", "–"])
  const lead = () => page.locator("#contracts header").innerText()
  expect(await lead()).toContain("hold until 31 December 2026; later years count the same price terms with growth")
  expect(await accessibilityViolations(page)).toEqual([])
  await fitsPhone(page)
  await turnTo(page, "nl")
  expect(await lead()).toContain("gelden tot en met 31 december 2026")
  await turnTo(page, "en")
})

browserTest("the report shows the years of terms that end, in both languages", async () => {
  const tariff = { type: "flat", flatEurPerKwh: 0.3, feedInEurPerKwh: 0.05, netting: true, nettingUntil: 2027 }
  const { body } = await client.post("/v1/scans", { ...houseRequest(), tariff }, { prefer: "wait=60" })
  const table = page.getByRole("group", { name: "Terms that change" })
  await show(`/scans/${body.id}`, "#money table")
  await turnTo(page, "en")
  await table.waitFor()
  expect(await table.locator("tbody th").allInnerTexts()).toEqual(["2026–2027", "2028–2050"])
  expect(await table.locator("tbody td:nth-child(2)").allTextContents()).toEqual(["yes", "no"])
  expect(await accessibilityViolations(page)).toEqual([])
  await fitsPhone(page)
  await turnTo(page, "nl")
  await page.getByRole("group", { name: "Voorwaarden die veranderen" }).waitFor()
  await turnTo(page, "en")
})
