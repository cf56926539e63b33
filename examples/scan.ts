/**
 * A scan from request to report with the typed client: `URL=http://127.0.0.1:3000 KEY=zs_live_... npx bun
 * examples/scan.ts`.
 */
import { createScanClient } from "solar-scan-service/client"

const { URL: baseUrl = "http://127.0.0.1:3000", KEY: apiKey } = process.env
if (!apiKey) throw new Error("KEY takes an API key, zs_live_... or zs_test_...")

const scans = createScanClient({ baseUrl, apiKey })
const report = await scans.waitForReport({
  location: { lat: 51.44, lon: 5.48 },
  inputMethod: "known",
  yearlyKwh: 3500,
  newPv: [{ maxPanelCount: 14, panelPowerWatts: 430 }],
  electricBattery: { powerRatingKw: 5, capacityKwh: 10 },
})
const panels = report.solar.newSystems.reduce((sum, { panelCount }) => sum + panelCount, 0)
const { capacityKwh } = report.battery.specs
console.log(`${panels} panels, ${capacityKwh > 0 ? `a battery of ${capacityKwh} kWh` : "no battery"}`)
console.log(`net present value ${report.financial.netPresentValue.toFixed(2)} EUR`)
