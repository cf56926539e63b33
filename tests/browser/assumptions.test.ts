import { expect } from "bun:test"
import { logIn } from "../support/sessions.ts"
import { accessibilityViolations, browserTest, fitsPhone, turnTo } from "./chromium.ts"
import { type OpenedDashboard, onDashboard } from "./onDashboard.ts"

/** Assumptions of an organization, each with its default and the source of the default. */
let opened: OpenedDashboard
onDashboard("/dashboard/organization/assumptions", { opened: dashboard => (opened = dashboard) })

browserTest("an owner changes assumptions; each field says its default and the source", async () => {
  const { page, service } = opened
  const owner = await logIn(service.address)
  const { organization } = (await owner.get("/v1/auth/session")).body
  const path = `/v1/organizations/${organization.id}`
  await owner.patch(path, { assumptions: { currency: "CHF", pvLifeYears: 30 } })
  await page.reload()
  const rate = page.getByLabel("Discount rate")
  await rate.waitFor()
  expect(await page.getByLabel("Life of panels").inputValue()).toBe("30")
  expect(await rate.inputValue()).toBe("")
  const standard = (await page.locator(".field", { has: rate }).locator("..").innerText()).replace(/\s+/g, " ")
  expect(standard).toContain("Default: 4 %. Source: own choice.")
  expect(await accessibilityViolations(page)).toEqual([])
  const alertAfter = async (percent: string) => {
    await rate.fill(percent)
    await page.getByRole("button", { name: "Save", exact: true }).click()
    return (await page.locator("form [role=alert]").innerText()).replace(/\s+/g, " ")
  }
  expect(await alertAfter("500")).toBe("Discount rate must be at most 100 %")
  expect(await alertAfter("-60")).toBe("Discount rate must be at least -50 %")
  await rate.fill("5.5")
  await page.getByLabel("Life of panels").fill("")
  await page.getByLabel("Price of all new panels").fill("0: 500; 10: 9000")
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await page.getByText("Saved", { exact: false }).first().waitFor()
  const assumptionsOf = async () => (await owner.get(path)).body.assumptions
  const panelPriceCurve = [
    { kwp: 0, eur: 500 },
    { kwp: 10, eur: 9000 },
  ]
  expect(await assumptionsOf()).toEqual({ currency: "CHF", discountRate: 0.055, panelPriceCurve })
  await page.getByLabel("Price of all new panels").fill("10: 9000; 0: 500")
  await page.getByRole("button", { name: "Save", exact: true }).click()
  expect(await page.locator("form [role=alert]").innerText()).toContain("Price of all new panels")
  await fitsPhone(page)
  await turnTo(page, "de")
  await page.getByText("Standardwert: 25. Quelle:").first().waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
})
