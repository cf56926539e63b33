import { expect } from "bun:test"
import { until } from "../support/service.ts"
import { accessibilityViolations, browserTest, DESKTOP, fitsPhone } from "./chromium.ts"
import { type OpenedDashboard, onDashboard } from "./onDashboard.ts"

let page: OpenedDashboard["page"]
let client: OpenedDashboard["client"]
let show: OpenedDashboard["show"]
let id: string

onDashboard("/dashboard/studio", {
  opened: dashboard => ({ page, client, show } = dashboard),
})

const detail = async () => (await client.get(`/v1/studio-profiles/${id}`)).body
const layerOf = async (presetId: string) =>
  (await detail()).layers.find((layer: { presetId: string }) => layer.presetId === presetId)
/** Waits until the layer of a preset meets a condition, and returns it. */
const layerWhen = (presetId: string, isSo: (layer: Awaited<ReturnType<typeof layerOf>>) => boolean) =>
  until(async () => {
    const layer = await layerOf(presetId)
    return layer && isSo(layer) ? layer : undefined
  })
/** Types into a field and leaves it. */
const answer = async (label: string, value: string) => {
  const field = page.getByLabel(label)
  await field.fill(value)
  await field.press("Tab")
}
/** Yearly figure of the table of the chart. */
const januaryKwh = async () => {
  const text = await page.locator("figure tbody tr").first().locator("td").first().textContent()
  return Number(text?.replace(/[^0-9.]/g, ""))
}

browserTest("who lives here makes the base", async () => {
  await page.getByLabel("Name").fill("Asked")
  await page.getByRole("button", { name: "Add" }).click()
  await page.getByRole("heading", { name: "Your information" }).waitFor()
  id = new URL(page.url()).pathname.split("/").at(-1) ?? ""
  expect(await page.getByLabel("Electric cars charge here").count()).toBe(0)
  await page.getByLabel("Household", { exact: true }).selectOption({ label: "Two, at home by day" })
  await page.locator("figure canvas").waitFor()
  await answer("Electricity of a year", "2800")
  await until(async () => (Math.abs((await detail()).baseline.annualKwh - 2800) < 1 ? true : undefined))
  expect((await detail()).baseline.profileKey).toBe("couple1home1work")
})

browserTest("kilometres and when a car is here make its hours, and the picture follows", async () => {
  const figure = page.locator("figure")
  await figure.getByRole("button", { name: "Year" }).click()
  await figure.getByText("Show as a table").click()
  await until(async () => ((await figure.locator("tbody tr").count()) === 12 ? true : undefined))
  const before = await januaryKwh()
  await page.getByLabel("Electric cars charge here").check()
  const first = await layerWhen("ev", () => true)
  expect(first.evConfig).toEqual({ count: 1, yearlyKm: 12_000, arrivalHour: 18, departureHour: 8 })
  await answer("Driven a year", "20000")
  const far = await layerWhen("ev", layer => layer.evConfig.yearlyKm === 20_000)
  expect(far.annualKwh).toBeCloseTo(20_000 * 0.19, 0)
  await until(async () => ((await januaryKwh()) > before + 200 ? true : undefined))
  await page.getByLabel("When is a car here?").selectOption({ label: "By day" })
  await layerWhen("ev", layer => layer.evConfig.arrivalHour === 8 && layer.evConfig.departureHour === 17)
  await page.getByLabel("When is a car here?").selectOption({ label: "As cars of many households" })
  await layerWhen("ev", layer => layer.evConfig?.yearlyKm === 20_000 && !("arrivalHour" in layer.evConfig))
  await page.getByLabel("Drives").selectOption({ label: "Monday to Friday" })
  await layerWhen("ev", layer => layer.schedule[5][0] === false && layer.schedule[4][0])
  await page.getByLabel("Electric cars charge here").uncheck()
  await layerWhen("ev", layer => layer.enabled === false)
  // The next question moves up when those about the car are gone.
  await page.getByLabel("Driven a year").waitFor({ state: "detached" })
})

browserTest("gas and the boiler make a heat pump's hours, and hours drawn by hand take over and give way", async () => {
  await page.getByLabel("A heat pump heats this place").check()
  await layerWhen("warmtepomp", layer => layer.heatConfig.yearlyGasM3 === 1200)
  await answer("Gas of a year", "1500")
  const gas = await layerWhen("warmtepomp", layer => layer.heatConfig.yearlyGasM3 === 1500)
  await page.getByLabel("Boiler that burnt it").selectOption({ label: "Older, not condensing" })
  const old = await layerWhen("warmtepomp", layer => layer.heatConfig.boiler === "conventional")
  expect(old.annualKwh).toBeLessThan(gas.annualKwh)
  await page.getByLabel("The heat pump makes").selectOption("hybrid")
  const hybrid = await layerWhen("warmtepomp", layer => layer.heatConfig.maxHeatKw === 5)
  expect([hybrid.heatConfig.makesHotWater, hybrid.annualKwh < old.annualKwh]).toEqual([false, true])
  await page.getByLabel("The heat pump makes").selectOption("all")
  await layerWhen("warmtepomp", layer => layer.heatConfig && !("maxHeatKw" in layer.heatConfig))
  await page.getByLabel("Your information").selectOption("heat")
  await answer("Heat demand of a year", "9000")
  const heat = await layerWhen("warmtepomp", layer => layer.heatConfig.yearlyHeatKwh === 9000)
  expect(heat.heatConfig).not.toHaveProperty("yearlyGasM3")
  expect(await accessibilityViolations(page)).toEqual([])
  const pump = page.locator("article", { hasText: "Heat pump" })
  await pump.getByText("Advanced: hours and days").click()
  expect(await pump.getByLabel("kW at 12:00").count()).toBe(0)
  await pump.getByRole("button", { name: "Draw the hours by hand" }).click()
  await pump.getByLabel("kW at 12:00").waitFor()
  expect((await layerOf("warmtepomp")).heatConfig).toBeNull()
  await page.getByRole("button", { name: "Answer questions instead" }).click()
  await layerWhen("warmtepomp", layer => layer.heatConfig?.yearlyGasM3 === 1200)
})

browserTest("answers given faster than they are taken all count, and one that is refused does not stay", async () => {
  await page.getByLabel("Electric cars charge here").check()
  await layerWhen("ev", layer => layer.enabled)
  const car = page.locator("article", { hasText: "Electric car" })
  await car.getByText("Advanced: hours and days").click()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const CHANGES = /\/(layers\/[^/]+|base)$/
  await page.route(CHANGES, async route => {
    await released
    await route.continue()
  })
  await page.getByLabel("Household", { exact: true }).selectOption("groot-gezin")
  await answer("Electricity of a year", "4100")
  await answer("Driven a year", "15000")
  await page.getByLabel("Cars", { exact: true }).fill("2")
  await page.getByLabel("Cars", { exact: true }).press("Tab")
  for (const day of ["Sat", "Sun"]) await car.getByLabel(`${day} in January`).click()
  release()
  await until(async () => {
    const { baseline } = await detail()
    return baseline.profileKey === "groot-gezin" && Math.abs(baseline.annualKwh - 4100) < 1 ? true : undefined
  })
  await layerWhen("ev", ({ evConfig: { count, yearlyKm }, schedule }) => {
    return count === 2 && yearlyKm === 15_000 && schedule[5][0] && schedule[6][0]
  })
  await page.unroute(CHANGES)
  await page.route(CHANGES, route => route.fulfill({ status: 409, json: { statusCode: 409, message: "Not now." } }))
  const counted = car.getByLabel("Include")
  await counted.click()
  await car.getByText("Not now.").waitFor()
  await until(async () => ((await counted.isChecked()) ? true : undefined))
  await page.unroute(CHANGES)
})

browserTest("shows a single day hour by hour", async () => {
  const figure = page.locator("figure")
  await figure.getByRole("button", { name: "Day", exact: true }).click()
  const rows = figure.locator("tbody tr")
  await until(async () => ((await rows.count()) === 24 ? true : undefined))
  expect(await rows.first().locator("th").textContent()).toContain("1 January, 00:00")
  await figure.getByRole("slider").fill("364")
  await until(async () => ((await rows.first().textContent())?.includes("31 December, 00:00") ? true : undefined))
})

browserTest("fits a phone, where sliders stay wide enough for a finger", async () => {
  await show(`/studio/${id}`, "figure canvas")
  await page.getByRole("button", { name: "+ Pool pump" }).click()
  const pool = page.locator("article", { hasText: "Pool pump" })
  await pool.getByText("Advanced: hours and days").click()
  await fitsPhone(page)
  const widths = await pool
    .locator("input[type=range], input[type=checkbox]")
    .evaluateAll(inputs => inputs.map(input => (input.closest("label") ?? input).getBoundingClientRect().width))
  expect(Math.min(...widths)).toBeGreaterThanOrEqual(24)
  await page.setViewportSize(DESKTOP)
})
