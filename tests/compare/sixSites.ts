import { contractTemplates } from "../../domain/request/contractTemplates.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { readReport } from "../../domain/texts/report.ts"
import { createOptimiser } from "../../wasm/index.ts"
import { solveJob } from "../../worker/job.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"

/** `bun tests/compare/sixSites.ts`: reports of six sites on the terms of 2026, for a reader. */

const template = (id: string) => contractTemplates.find(one => one.id === id)!.tariff
const roof = (maxPanelCount: number) => [{ maxPanelCount, panelPowerWatts: 430, orientationAngle: 180 }]
const NL = { lat: 52.1, lon: 5.18 }
const home = { yearlyKwh: 3500, newPv: roof(14), electricBattery: { capacityKwh: 10, powerRatingKw: 5 } }
const business = { customer: "business", newPv: roof(120), electricBattery: { capacityKwh: 60, powerRatingKw: 30 } }
const SITES: [name: string, request: object][] = [
  ["NL home, dynamic 2026", { ...home, location: NL, tariff: template("nl-dynamic-2026") }],
  ["NL home, one price 2027", { ...home, location: NL, tariff: template("nl-fixed-2027") }],
  ["Flemish home", { ...home, location: { lat: 51.22, lon: 4.4 }, tariff: template("be-flanders-dynamic-2026") }],
  [
    "German home, module 3",
    { ...home, location: { lat: 51.45, lon: 7.01 }, tariff: template("de-eeg-module3-westnetz-2026") },
  ],
  ["NL bakery, dynamic", { ...business, location: NL, yearlyKwh: 38_000, loadProfile: "bakery-g5" }],
  ["NL dairy, dynamic", { ...business, location: NL, yearlyKwh: 120_000, loadProfile: "dairy-farm-l1" }],
]

const optimiser = await createOptimiser()
for (const [name, request] of SITES) {
  const input = parseEarlierRequest({ inputMethod: "known", ...request }, new Set([...standardProfileKeys]))
  const result = solveJob(
    { scanId: "s", runId: "r", attempt: 1, input },
    { optimiser, sizingTolerance: 1e-3 },
    () => true,
  )
  if (result.kind !== "solved") throw new Error(JSON.stringify(result.error))
  const {
    solar,
    battery,
    overview,
    financial,
    electricityGrid: grid,
    notes,
    optimisation,
  } = readReport(result.report, "en")
  const { parameters, costComparison } = financial
  const eur = (value: number) => value.toFixed(0)
  console.log(
    `\n${name}: bill ${eur(costComparison.firstYearBaseline)} -> ${eur(costComparison.firstYearOptimized)} EUR, of ${grid.annualEnergySuppliedKwhBau.toFixed(0)} -> ${grid.annualEnergySuppliedKwh.toFixed(0)} kWh bought, ${overview.selfConsumption.yearlyFeedInKwh.toFixed(0)} fed in`,
  )
  console.log(
    `  ${solar.newSystems[0]?.panelCount} panels, ${battery.specs.capacityKwh.toFixed(1)} kWh; net present value ${eur(financial.netPresentValue)}, payback ${overview.kpi.returnPeriod?.toFixed(1) ?? "never"}, gap ${(100 * optimisation.gap).toFixed(2)} %; prices ${parameters.priceYear}, taxes ${parameters.componentsYear}, tax ${parameters.taxEurPerKwh.toFixed(4)}, VAT ${parameters.vatFraction}, feed-in revenue ${eur(financial.yearOne.feedInRevenue)}`,
  )
  for (const note of notes) console.log(`  - ${note}`)
  for (const { name: term, value, unit, year, status } of financial.tariffTerms ?? [])
    console.log(`    ${term}: ${value} ${unit} (${year ?? "-"}, ${status})`)
}
