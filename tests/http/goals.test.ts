import { afterAll, beforeAll, expect, test } from "bun:test"
import { completedScan } from "../support/scans.ts"
import { createClient, type ServiceOfOrganization } from "../support/service.ts"
import { startShared } from "../support/shared.ts"

/** Goals of document 1, checked on reports and their hours alone. */
let service: ServiceOfOrganization
let client: ReturnType<typeof createClient>

beforeAll(async () => {
  service = await startShared()
  client = createClient(service)
})
afterAll(() => service.end())

const PANELS = 14
const CAPACITY_KWH = 10
const CAP_KW = 5
const home = {
  location: { lat: 51.44, lon: 5.48 },
  inputMethod: "known",
  yearlyKwh: 3500,
  tariff: { type: "dynamic" },
  newPv: [{ maxPanelCount: PANELS, panelPowerWatts: 430 }],
  electricBattery: { powerRatingKw: 5, capacityKwh: CAPACITY_KWH },
}

const solved = async (request: object) => {
  const id = await completedScan(client, { ...home, ...request })
  const [report, hours] = await Promise.all([
    client.get(`/v1/scans/${id}/result`),
    client.get(`/v1/scans/${id}/series`),
  ])
  const { gridUsedOnsite, gridStored, baselineImport } = hours.body
  const imports: number[] = gridUsedOnsite.map((kwh: number, hour: number) => kwh + gridStored[hour])
  return {
    panels: report.body.solar.newSystems[0].panelCount as number,
    capacityKwh: report.body.battery.specs.capacityKwh as number,
    savings: report.body.financial.netPresentValue as number,
    share: report.body.overview.kpi.selfSufficiency as number,
    highestKw: Math.max(...imports),
    highestAsItIsKw: Math.max(...baselineImport),
  }
}

// @covers scans: goals: cost-savings
// @covers scans: goals: self-sufficiency
test("self-sufficiency takes all panels and the battery though they cost more; cost-savings takes what saves most", async () => {
  const [cheapest, own] = [await solved({}), await solved({ goal: "self-sufficiency" })]
  expect([own.panels, own.capacityKwh]).toEqual([PANELS, CAPACITY_KWH])
  expect(own.share).toBeGreaterThan(cheapest.share)
  const forced = {
    newPv: [{ ...home.newPv[0], minPanelCount: PANELS }],
    electricBattery: { ...home.electricBattery, minCapacityKwh: CAPACITY_KWH },
  }
  expect((await solved(forced)).savings).toBeLessThan(cheapest.savings)
})

// @covers scans: goals: maximize-connection
test("maximize-connection keeps what is bought below the contracted power in every hour; cost-savings goes on without", async () => {
  const tariff = { type: "dynamic", contractedPowerKw: CAP_KW }
  const kept = await solved({ goal: "maximize-connection", tariff })
  expect(kept.highestAsItIsKw).toBeGreaterThan(CAP_KW)
  expect(kept.highestKw).toBeLessThan(CAP_KW + 0.001)
  expect(kept.capacityKwh).toBeGreaterThan(0)
  const cheapest = await solved({ tariff })
  expect(cheapest.highestKw).toBeGreaterThan(CAP_KW)
  expect(cheapest.savings).toBeGreaterThan(kept.savings)
})
