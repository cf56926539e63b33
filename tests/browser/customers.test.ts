import { expect } from "bun:test"
import { readFileSync } from "node:fs"
import { houseRequest, smallestRequest } from "../support/requests.ts"
import { until } from "../support/service.ts"
import { accessibilityViolations, browserTest, DESKTOP, fitsPhone } from "./chromium.ts"
import { type OpenedDashboard, onDashboard, unfold } from "./onDashboard.ts"

let service: OpenedDashboard["service"]
let page: OpenedDashboard["page"]
let client: OpenedDashboard["client"]

onDashboard("/dashboard/scans/new", {
  prepare: async client => {
    const named = (request: object, name: string) => ({ ...request, customerDetails: { name } })
    await client.post("/v1/scans", named(smallestRequest(), "Quist"), { prefer: "wait=60" })
    await client.post("/v1/scans", named(houseRequest(), "مكتب الطاقة الشمسية"), { prefer: "wait=60" })
  },
  opened: dashboard => ({ service, page, client } = dashboard),
})

/** Address that creates scans. */
const SCANS = /\/v1\/scans(\?.*)?$/
const rows = (count: number) =>
  until(async () => ((await page.locator("tbody tr").count()) === count ? true : undefined))

browserTest("what was typed survives a reload and a step back, and is gone once it is sent", async () => {
  await unfold(page)
  await page.getByLabel("Name of the customer").fill("Familie Jansen")
  await page.getByLabel("Postal code").fill("3511 AB")
  await page.getByLabel("Latitude").fill("51.44")
  await page.reload()
  await page.getByText("This is what you typed before.").waitFor()
  expect(await page.getByLabel("Name of the customer").inputValue()).toBe("Familie Jansen")
  await page.getByRole("link", { name: "Studio" }).click()
  await page.getByRole("heading", { name: "New profile" }).waitFor()
  await page.goBack()
  expect(await page.getByLabel("Latitude").inputValue()).toBe("51.44")
  await page.getByRole("button", { name: "Start the scan" }).click()
  await page.locator("#proof").waitFor()
  expect(await page.title()).toStartWith("Familie Jansen – ")
  expect(await page.locator(".verdict").innerText()).toContain("For Familie Jansen")
  await page.getByRole("link", { name: "Copy and change" }).click()
  await page.getByLabel("Name of the customer").waitFor()
  expect(await page.getByLabel("Postal code").inputValue()).toBe("3511 AB")
  expect(await page.getByLabel("Latitude").inputValue()).toBe("51.44")
  await page.getByLabel("Consumption of a year").fill("4100")
  await page.getByRole("button", { name: "Start the scan" }).click()
  await page.locator("#proof").waitFor()
  const id = new URL(page.url()).pathname.split("/").at(-1)
  expect((await client.get(`/v1/scans/${id}/request`)).body).toMatchObject({
    yearlyKwh: 4100,
    location: { lat: 51.44 },
  })
})

browserTest("whoever leaves the form while its scan is being made stays where they went", async () => {
  await page.getByRole("link", { name: "Copy and change" }).click()
  await page.getByLabel("Name of the customer").fill("Visser")
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(SCANS, async route => {
    await released
    await route.continue()
  })
  await page.getByRole("button", { name: "Start the scan" }).click()
  await page.getByRole("link", { name: "Studio" }).click()
  await page.getByRole("heading", { name: "New profile" }).waitFor()
  release()
  // The typed values are dropped in the same step that would change the page.
  await page.waitForFunction(() => Object.values(sessionStorage).every(kept => !kept.includes("Visser")))
  expect(new URL(page.url()).pathname).toBe("/dashboard/studio")
  await page.unroute(SCANS)
  const { items } = (await client.get("/v1/scans?search=Visser")).body
  expect((await client.delete(`/v1/scans/${items[0].id}`)).status).toBe(204)
})

browserTest(
  "the list is searched and sorted; its state stands in the address, and back leads to the same row",
  async () => {
    await page.getByRole("link", { name: "Scans", exact: true }).click()
    await rows(4)
    await page.getByLabel("Search customer").fill("JANSEN")
    await rows(2)
    const date = page.locator("input[type=date]").first()
    await date.fill("2026-02-03")
    const said = await date.getAttribute("aria-describedby")
    expect(await page.locator(`[id="${said}"]`).innerText()).toBe("3 February 2026")
    await page.getByRole("button", { name: "NL", exact: true }).click()
    await until(async () =>
      (await page.locator(`[id="${said}"]`).innerText()) === "3 februari 2026" ? true : undefined,
    )
    await page.getByRole("button", { name: "EN", exact: true }).click()
    await date.fill("")
    await page.getByLabel("Order").selectOption({ label: "most saved" })
    await until(() => (page.url().includes("sort=yearlySavings") ? true : undefined))
    await page.reload()
    await rows(2)
    expect(await page.getByLabel("Search customer").inputValue()).toBe("JANSEN")
    expect(await accessibilityViolations(page)).toEqual([])
    await fitsPhone(page)
    await page.setViewportSize(DESKTOP)
    const last = page.locator("tbody a").last()
    const href = await last.getAttribute("href")
    await last.click()
    await page.locator("#proof").waitFor()
    await page.getByRole("link", { name: "All scans" }).click()
    await rows(2)
    await until(async () =>
      (await page.evaluate(() => document.activeElement?.getAttribute("href"))) === href ? true : undefined,
    )
  },
)

browserTest("each row of the list begins with its customer", async () => {
  expect(await page.locator("thead th").first().innerText()).toBe("Customer")
  expect(await page.locator("tbody th a").allInnerTexts()).toEqual(["Familie Jansen", "Familie Jansen"])
})

browserTest(
  "the list is narrowed by goal, date and saving, which stand in the address, and all come back",
  async () => {
    const goal = page.getByLabel("Goal")
    await page.getByLabel("Search customer").fill("")
    await rows(4)
    await goal.selectOption({ label: "self-sufficiency" })
    await rows(0)
    await goal.selectOption({ label: "lowest cost" })
    await rows(4)
    const savings = (await client.get("/v1/scans")).body.items.map(
      (item: { yearlySavings: number }) => item.yearlySavings,
    )
    const most = Math.max(...savings)
    const within = savings.filter((saved: number) => saved >= Math.floor(most)).length
    expect(within).toBeLessThan(4)
    await page.getByLabel("Saved in year 1, at least").fill(String(Math.floor(most)))
    await rows(within)
    await page.reload()
    await rows(within)
    expect(await goal.inputValue()).toBe("cost-savings")
    await page.getByLabel("Saved in year 1, at least").fill("")
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    await page.getByLabel("Made until").fill(day(-2))
    await rows(0)
    await page.getByLabel("Made until").fill("")
    await page.getByLabel("Made from").fill(day(-2))
    await rows(4)
    expect(new URL(page.url()).searchParams.get("from")).toBe(day(-2))
    await page.getByLabel("Made from").fill("")
    await goal.selectOption({ label: "All" })
    await rows(4)
    const search = page.getByLabel("Search customer")
    await search.fill("nobody")
    await rows(0)
    await search.fill("JANSEN")
    await rows(2)
    expect(await search.evaluate(field => field === document.activeElement)).toBe(true)
    await page.getByRole("link", { name: "Scans", exact: true }).click()
    await rows(4)
    expect(await search.inputValue()).toBe("")
    await page.goBack()
    await rows(2)
    expect(await search.inputValue()).toBe("JANSEN")
    await page.goto(`${page.url()}&page=7`)
    await rows(2)
    expect(new URL(page.url()).searchParams.get("page")).toBeNull()
  },
)

browserTest("chosen scans are compared, shared, saved and deleted together", async () => {
  const choose = () => page.getByRole("checkbox", { name: "Choose the scan of" })
  await choose().nth(0).check()
  await choose().nth(1).check()
  await page.getByRole("button", { name: "Compare two to four" }).click()
  await page.getByRole("heading", { name: "Side by side" }).waitFor()
  await page.getByRole("row", { name: "Net present value" }).waitFor()
  expect(await page.locator("thead th").count()).toBe(3)
  expect(await accessibilityViolations(page)).toEqual([])
  await page.reload()
  await page.getByRole("row", { name: "Net present value" }).waitFor()
  await page.getByRole("link", { name: "All scans" }).click()
  await rows(2)
  await choose().nth(0).check()
  await choose().nth(1).check()
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Share, and save" }).click(),
  ])
  const lines = readFileSync(await saved.path(), "utf8")
    .trim()
    .split("\r\n")
  expect(lines).toHaveLength(3)
  const link = lines[1]?.split(",").at(-1)
  expect((await fetch(`${service.address}/v1/scans${new URL(link ?? "").pathname}`)).status).toBe(200)
  await page.getByLabel("Search customer").fill("Quist")
  await rows(1)
  await choose().first().check()
  page.once("dialog", dialog => dialog.accept())
  await page.getByRole("group", { name: "Chosen scans" }).getByRole("button", { name: "Delete" }).click()
  await page.getByText("No scan is like that.").waitFor()
  await page.getByLabel("Search customer").fill("JANSEN")
  await rows(2)
})

browserTest("details are changed and deleted on the report's page", async () => {
  await page.locator("tbody a").first().click()
  await page.getByRole("button", { name: "Change customer" }).click()
  await page.getByLabel("Customer number").fill("K-7")
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await page.locator("bdi", { hasText: "K-7" }).waitFor()
  await page.getByRole("button", { name: "Change customer" }).click()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.locator("form").getByRole("button", { name: "Delete" }).click()
  await page.getByRole("button", { name: "Name a customer" }).waitFor()
  const id = new URL(page.url()).pathname.split("/").at(-1)
  expect((await client.get(`/v1/scans/${id}/customer`)).body).toEqual({})
})
