import type { ReportBody } from "../../domain/report/schema.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { readReport } from "../../domain/texts/report.ts"
import { createOptimiser } from "../../wasm/index.ts"
import { solveJob } from "../../worker/job.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"

/**
 * `bun tests/compare/heldDemand.ts`: range of savings under held demand, and with every year operated under its
 * charges; with the time of both.
 */

const optimiser = await createOptimiser()
const house = { inputMethod: "known", newPv: [{ maxPanelCount: 16, panelPowerWatts: 430 }] }
const BATTERY = { capacityKwh: 10, powerRatingKw: 5, costPerKwh: 250 }
const peaks = { type: "dynamic", demandEurPerKwMonth: 4.5 }
const CASES: [string, object][] = [
  ["Antwerp, home", { location: { lat: 51.22, lon: 4.4 }, yearlyKwh: 4000 }],
  ["Utrecht, home", { location: { lat: 52.09, lon: 5.12 }, yearlyKwh: 4000 }],
  ["Berlin, home", { location: { lat: 52.52, lon: 13.4 }, yearlyKwh: 4000 }],
  ["Berlin, foresight", { location: { lat: 52.52, lon: 13.4 }, yearlyKwh: 4000, control: "ideal" }],
  [
    "Eindhoven, dairy",
    {
      location: { lat: 51.44, lon: 5.48 },
      yearlyKwh: 60_000,
      customer: "business",
      newPv: [{ maxPanelCount: 150, panelPowerWatts: 430 }],
      electricBattery: { capacityKwh: 100, powerRatingKw: 50, costPerKwh: 250 },
    },
  ],
]

const solve = (request: object): { report: ReportBody; ms: number } => {
  const input = parseEarlierRequest(
    { ...house, electricBattery: BATTERY, tariff: peaks, ...request },
    standardProfileKeys,
  )
  const job = { scanId: "s", runId: "r", attempt: 1, input }
  const { user } = process.cpuUsage()
  const result = solveJob(job, { optimiser, sizingTolerance: 1e-4 }, () => true)
  const ms = (process.cpuUsage().user - user) / 1000
  if (result.kind !== "solved") throw new Error(JSON.stringify(result.error))
  return { report: readReport(result.report, "en"), ms }
}

const shown = ({ outlook }: ReportBody): string => {
  const { firstYearSavings, npv, years } = outlook!
  const list = (of: typeof npv) => [of.p10, of.p50, of.p90].map(eur => eur.toFixed(0)).join(" ")
  return `years ${years.lowest.toFixed(0)} ${years.highest.toFixed(0)}; savings ${list(firstYearSavings)}; value ${list(npv)}`
}

for (const [name, request] of CASES) {
  solve({ ...request, includeSavingsSpread: false })
  const none = solve({ ...request, includeSavingsSpread: false })
  const held = solve(request)
  const operated = solve({ ...request, includeSavingsSpread: true })
  console.log(`${name}\n  none     ${none.ms.toFixed(0)} ms`)
  console.log(`  held     ${held.ms.toFixed(0)} ms, ${shown(held.report)}`)
  console.log(`  operated ${operated.ms.toFixed(0)} ms, ${shown(operated.report)}`)
}
