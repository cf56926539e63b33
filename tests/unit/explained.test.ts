/** Explanation of a report for a language model: its currency, its counts and its own claim. */
import { expect, test } from "bun:test"
import type { Ask } from "../../api/mcp/ask.ts"
import { comparedContracts, explained } from "../../api/mcp/explain.ts"
import { TOOLS } from "../../api/mcp/tools.ts"
import { REPORT_EXAMPLE } from "../../api/v1/scans/examples.ts"
import type { FullReport } from "../../domain/report/schema.ts"

const report = REPORT_EXAMPLE as FullReport
const { battery, control, financial, overview, solar } = report
const [roof] = solar.newSystems
const nothing: FullReport = {
  ...report,
  battery: { ...battery, wasRequested: true, specs: { ...battery.specs, capacityKwh: 0, powerKw: 0 } },
  solar: { ...solar, newSystems: [{ ...roof!, panelCount: 0 }] },
  overview: { ...overview, kpi: { ...overview.kpi, returnPeriod: null } },
  financial: {
    ...financial,
    netPresentValue: 0,
    investment: { ...financial.investment, solarInvestment: 0, batteryPurchaseCost: 0 },
  },
}

test("amounts are in the currency of the report, and the purchase is that of the page", () => {
  const text = explained({ ...report, currency: "SEK" }, "live")
  expect(text).toMatch(/^Purchase [\d,]+\.\d\d SEK; net present value -?[\d,]+\.\d\d SEK; savings of the first year/m)
  const { solarInvestment, batteryPurchaseCost } = financial.investment
  const shown = (solarInvestment + batteryPurchaseCost).toLocaleString("en", { minimumFractionDigits: 2 })
  expect(explained(report, "live")).toContain(`Purchase ${shown} EUR`)
})

test("one panel is one, and what was considered is told apart from what was not asked for", () => {
  const one = explained({ ...report, solar: { ...solar, newSystems: [{ ...roof!, panelCount: 1 }] } }, "live")
  expect(one).toContain(": 1 panel (")
  expect(explained(nothing, "live")).toContain("No new panels are part of the plant.")
  expect(explained(nothing, "live")).toContain("A battery was considered; none is part of the plant.")
  expect(explained(nothing, "live")).toContain("Nothing is bought.")
  const unasked = {
    ...nothing,
    battery: { ...nothing.battery, wasRequested: false },
    solar: { ...solar, newSystems: [] },
  }
  expect(explained(unasked, "live")).toContain("No new panels were asked for.\nNo battery was asked for.")
})

test("the claim is of the plant as it is operated, rounded up, and of the plants that the goal allows", () => {
  const operated = { ...report, control: { ...control!, provenWithin: 0.01234 } }
  expect(explained(operated, "live")).toContain(
    "however operated, costs less over its life by more than 1.24 % of this one's cost.",
  )
  expect(explained({ ...operated, goal: "self-sufficiency" }, "live")).toContain(
    "within 0.1 percentage points of the highest",
  )
})

test("contracts are compared in the currency of the report, without batteries of 0 kWh", () => {
  const today = {
    ...{ contract: null, name: null, type: "flat" as const, totalCost: 1000, savings: 0, siteAsIsTotalCost: 1000 },
    ...{ firstYearCost: 90, investment: 400, panels: [1], newPanelCount: 1, batteryCapacityKwh: 0, batteryPowerKw: 0 },
    ...{ isOtherPlant: false, control: "ideal" as const, lowerBoundTotalCost: 1000, gap: 0 },
  }
  const hourly = { ...today, contract: 0, name: "Hourly", type: "dynamic" as const, totalCost: 1200, savings: -200 }
  const ranked = [today, { ...hourly, panels: [0], newPanelCount: 0 }]
  const text = comparedContracts({ ...report, currency: "GBP", contracts: { ranked, provenWithin: 0 } })
  expect(text).toBe(
    "1. the contract of today (flat): life-cycle cost 1,000.00 GBP, saves 0.00 GBP, with 1 panel.\n" +
      "2. Hourly (dynamic): life-cycle cost 1,200.00 GBP, saves -200.00 GBP, with nothing new.",
  )
})

test("what the sandbox computed beforehand is not told as the site's", async () => {
  const ask: Ask = async () => ({ status: 200, body: report })
  const explain = TOOLS.get("explain_report")!
  const said = await explain.act(ask, { id: report.id }, "sandbox")
  expect(said.text).toStartWith("A result of the sandbox, computed beforehand: its figures are not those of the site")
  expect(said.data).toMatchObject({ mode: "sandbox" })
  expect((await explain.act(ask, { id: report.id }, "live")).text).toStartWith("Goal ")
  const compared = TOOLS.get("compare_contracts")!.act(ask, { request: {}, contracts: [] }, "sandbox")
  expect(await compared.catch((error: Error) => error.message)).toContain("the sandbox compares no contracts")
})
