import { expect } from "bun:test"
import { accessibilityViolations, browserTest } from "./chromium.ts"
import { type OpenedDashboard, onDashboard, unfold } from "./onDashboard.ts"

/** Horizon and obstacles in the form of a scan, and their loss in its report. */
let page: OpenedDashboard["page"]
let client: OpenedDashboard["client"]
let show: OpenedDashboard["show"]

onDashboard("/dashboard/scans/new", { opened: dashboard => ({ page, client, show } = dashboard) })

const PVGIS = [
  "A\t\tH_hor",
  ...Array.from({ length: 49 }, (_, i) => `${i * 7.5 - 180}\t\t${i < 24 || i > 30 ? 0 : 20}`),
]
const horizon = () => page.locator("details.fold").filter({ hasText: "Horizon and far shade" })

browserTest("a horizon is typed, pasted or read from a file of PVGIS, and drawn", async () => {
  await unfold(page)
  await horizon().getByLabel("S", { exact: true }).fill("15")
  await horizon().getByLabel("150°").fill("7.5")
  await horizon().getByRole("img", { name: "Horizon, at most 15° high" }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  const files = horizon().getByLabel("Horizon file")
  const of = (text: string) => ({ name: "horizon.csv", mimeType: "text/csv", buffer: Buffer.from(text) })
  await files.setInputFiles(of("nothing"))
  await horizon().getByText("This file has no horizon").waitFor()
  await files.setInputFiles(of(PVGIS.join("\n")))
  await horizon().getByText("The horizon has 48 directions.").waitFor()
  await horizon().getByRole("img", { name: "Horizon, at most 20° high" }).waitFor()
  await horizon().getByRole("button", { name: "Remove the horizon" }).click()
  await horizon().getByLabel("N", { exact: true }).waitFor()
})

browserTest("obstacles of a roof are typed and removed, and the report has what shade takes", async () => {
  await show("/scans/new", "form")
  await page.getByRole("button", { name: "Start anew" }).click()
  await unfold(page)
  await horizon().getByLabel("S", { exact: true }).fill("15")
  const roofs = page.locator("details.fold").filter({ hasText: "More about the roofs" })
  const add = roofs.getByRole("button", { name: "Add an obstacle" })
  await add.click()
  await add.click()
  const typed = async (row: number, values: readonly string[]) => {
    for (const [i, label] of ["Direction", "Height above the roof edge", "Distance", "Width"].entries())
      await roofs
        .getByLabel(new RegExp(`^${label}`))
        .nth(row)
        .fill(values[i]!)
  }
  await typed(0, ["90", "1", "2", "3"])
  await typed(1, ["200", "5", "12", "6"])
  await roofs.getByRole("button", { name: "Remove obstacle 1" }).click()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByLabel("Latitude").fill("52.09")
  await page.getByLabel("Longitude").fill("5.12")
  await page.getByLabel("Consumption of a year").fill("3500")
  await page.getByRole("button", { name: "Start the scan" }).click()
  await page.locator("#proof").waitFor()
  const path = `/v1/scans/${new URL(page.url()).pathname.split("/").at(-1)}`
  const { body } = await client.get(`${path}/request`)
  expect(body.horizon).toEqual([0, 0, 0, 0, 0, 0, 15, 0, 0, 0, 0, 0])
  expect(body.newPv[0].obstacles).toEqual([{ azimuth: 200, heightM: 5, distanceM: 12, widthM: 6 }])
  const table = page.locator("#system")
  expect(await table.innerText()).toContain("Lost to shade")
  const report = (await client.get(`${path}/result`)).body
  expect(report.solar.newSystems[0].shadeLossKwh).toBeGreaterThan(0)

  await show(`/scans/new?copy=${path.split("/").at(-1)}`, "form")
  expect(await horizon().getByLabel("S", { exact: true }).inputValue()).toBe("15")
})
