import { expect } from "bun:test"
import { meterFile } from "../support/meterFile.ts"
import { sample } from "../support/meterFiles.ts"
import { until } from "../support/service.ts"
import { accessibilityViolations, browserTest } from "./chromium.ts"
import { type OpenedDashboard, onDashboard } from "./onDashboard.ts"

let page: OpenedDashboard["page"]
let client: OpenedDashboard["client"]

onDashboard("/dashboard/scans/new", {
  opened: dashboard => ({ page, client } = dashboard),
})

/** Drops a file onto the place for it, as a browser does. */
const drop = async (name: string, content: string) => {
  const data = await page.evaluateHandle(
    ([fileName, text]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([text!], fileName!, { type: "text/csv" }))
      return transfer
    },
    [name, content],
  )
  await page.getByRole("region", { name: "Meter file" }).dispatchEvent("drop", { dataTransfer: data })
}
/** The first days of a meter file. */
const daysOf = (days: number) => {
  const [head, ...rows] = meterFile().trimEnd().split("\n")
  return [head, ...rows.slice(0, (rows.length / 365) * days)].join("\n")
}
const profiles = async () => (await client.get("/v1/studio-profiles/all")).body.items

browserTest("a file that is none is refused, and leaves nothing behind", async () => {
  await drop("notes.csv", "hello\nworld\n")
  await page.getByRole("alert").waitFor()
  expect(await profiles()).toEqual([])
})

browserTest("a file with few measured hours is taken, and says so in words and colour", async () => {
  await drop("march.csv", daysOf(60))
  const warning = page.getByRole("note")
  await warning.waitFor()
  expect(await warning.textContent()).toContain(
    "Few hours were measured. The file has 16\u00a0% of the year, about 60 days",
  )
  const colours = await warning.evaluate(element => [
    getComputedStyle(element).borderLeftColor,
    getComputedStyle(document.querySelector(".message:not(.bad, .warn)")!).borderLeftColor,
  ])
  expect(colours[0]).not.toBe(colours[1])
  expect(await accessibilityViolations(page)).toEqual([])
})

browserTest("a whole year becomes the consumption of the scan, at the place of the form", async () => {
  await page.getByLabel("Latitude").fill("51.5")
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route("**/base/upload*", async route => {
    await released
    await route.continue()
  })
  const start = page.getByRole("button", { name: "Start the scan" })
  await drop("meter.csv", meterFile())
  await until(async () => ((await start.isDisabled()) ? true : undefined))
  release()
  await page.getByText("meter.csv is the consumption of this scan").waitFor()
  await until(async () => ((await start.isEnabled()) ? true : undefined))
  expect(await page.getByRole("note").count()).toBe(0)
  const [made] = await profiles()
  const { lat, baseline } = (await client.get(`/v1/studio-profiles/${made.id}`)).body
  expect([lat, baseline.measuredFraction]).toEqual([51.5, 1])
  const chosen = page.getByLabel("Profile", { exact: true })
  await until(async () => ((await chosen.inputValue()) === made.id ? true : undefined))
  await page.getByRole("button", { name: "Start the scan" }).click()
  await page.locator("#proof").waitFor()
  const scan = new URL(page.url()).pathname.split("/").at(-1)
  const { body } = await client.get(`/v1/scans/${scan}/request`)
  expect([body.inputMethod, body.customProfileId]).toEqual(["studio", made.id])
})

/** A real year of a household with panels, 3,743 kWh of import and 2,128 kWh of export. */
const meteredYear = () => new TextDecoder().decode(sample("dsmrReader-2024.csv.gz"))
const start = () => page.getByRole("button", { name: "Start the scan" })
const panelsToday = () => page.getByLabel("Panels today")

browserTest("a file with feed-in and no panels: the page asks for them before it sends anything", async () => {
  await page.goto(page.url().replace(/\/scans\/.*/, "/scans/new"))
  await page.getByRole("region", { name: "Meter file" }).waitFor()
  await drop("panels.csv", meteredYear())
  await page.getByText("panels.csv is the consumption of this scan").waitFor()
  const ofProfile = page.locator("p", { hasText: "Panels behind the meter belong to its profile" }).getByRole("link")
  const made = (await profiles()).map(({ id }: { id: string }) => id)
  const address = await ofProfile.getAttribute("href")
  expect(made).toContain(/\/studio\/([^?]+)/.exec(address ?? "")?.[1])
  expect(await page.getByText("Fill in the panels today").isVisible()).toBe(true)
  let sent = 0
  await page.route("**/v1/scans", route => {
    sent++
    return route.continue()
  })
  await start().click()
  await page.getByText("How many panels does the site have today?").first().waitFor()
  expect(sent).toBe(0)
  expect(await panelsToday().getAttribute("aria-invalid")).toBe("true")
  expect(await accessibilityViolations(page)).toEqual([])
})

browserTest("panels that the profile cannot take are refused at their field", async () => {
  await panelsToday().fill("2.5")
  await start().click()
  await page.getByText("Panels today must be a whole number").first().waitFor()
  expect(await panelsToday().getAttribute("aria-invalid")).toBe("true")
})

browserTest(
  "panels today become the solar layer of the file's profile, and the report has what the meter counted",
  async () => {
    await panelsToday().fill("12")
    await start().click()
    await page.locator("#proof").waitFor()
    const id = new URL(page.url()).pathname.split("/").at(-1)
    const request = (await client.get(`/v1/scans/${id}/request`)).body
    expect(request.existingPv).toEqual([])
    expect(request.electricBattery).toMatchObject({ capacityKwh: expect.any(Number) })
    const profile = (await client.get(`/v1/studio-profiles/${request.customProfileId}`)).body
    expect(profile.layers).toMatchObject([{ type: "solar", solarConfig: { systemCapacityKw: 5.16 } }])
    const { solar, electricityGrid, overview } = (await client.get(`/v1/scans/${id}`)).body
    const boughtKwh = electricityGrid.annualEnergySuppliedKwhBau
    const fedInKwh = boughtKwh + solar.profileOutputKwh - overview.energyFlow.yearlyUsageKwh
    const { annualKwh, annualExportKwh } = profile.baseline
    expect(Math.abs(boughtKwh - annualKwh)).toBeLessThan(1)
    expect(Math.abs(fedInKwh - annualExportKwh)).toBeLessThan(1)
    // The file lacks some hours, which are estimated.
    expect(annualKwh).toBeWithin(3743, 3760)
    await page.getByText("the meter counted purchase and feed-in").first().waitFor()
  },
)
