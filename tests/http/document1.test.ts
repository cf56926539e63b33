import { afterAll, beforeAll, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import type { TSchema } from "@sinclair/typebox"
import { ChartData } from "../../domain/report/chart/schema.ts"
import { FullReport } from "../../domain/report/schema.ts"
import { createClient, type RunningService, startFresh } from "../support/service.ts"

/** Every row of the document on scans, authentication, webhooks and the sandbox, and the test that shows it. */

let service: RunningService

beforeAll(async () => {
  service = await startFresh()
})
afterAll(() => service.end())

/** Files of the tests, by the names that the rows use. */
const FILES = {
  request: "tests/unit/scanRequest.test.ts",
  scans: "tests/http/scans.test.ts",
  adjust: "tests/unit/adjust.test.ts",
  adjustments: "tests/http/adjustments.test.ts",
  sharing: "tests/http/sharing.test.ts",
  chart: "tests/http/chart.test.ts",
  batch: "tests/http/batch.test.ts",
  pages: "tests/http/pages.test.ts",
  progress: "tests/http/progress.test.ts",
  cancel: "tests/http/cancel.test.ts",
  sandbox: "tests/http/sandbox.test.ts",
  fixtures: "tests/unit/sandbox.test.ts",
  clock: "tests/unit/sandboxClock.test.ts",
  sessions: "tests/http/sessions.test.ts",
  credentials: "tests/http/credentials.test.ts",
  usage: "tests/http/usage.test.ts",
  errors: "tests/http/errors.test.ts",
  webhooks: "tests/http/webhooks.test.ts",
  delivery: "tests/unit/webhookDelivery.test.ts",
  signature: "tests/unit/webhookSignature.test.ts",
  energyhub: "tests/http/energyhub.test.ts",
  uploads: "tests/http/uploads.test.ts",
  here: "tests/http/document1.test.ts",
}
type File = keyof typeof FILES

/** Fields of the creation request: rules of tests/unit/scanRequest.test.ts that accept, and that refuse. */
const REQUEST_FIELDS: [field: string, accepts: string, refuses: string[]][] = [
  ["location", "the poles and the date line", ["location", "location.lat", "location.lon", "location.lon type"]],
  ["inputMethod", "studio", ["inputMethod", "inputMethod value"]],
  ["yearlyKwh", "the least", ["yearlyKwh", "yearlyKwh zero", "yearlyKwh bound", "yearlyKwh null"]],
  ["yearlyKwh with studio", "studio ignores yearlyKwh", []],
  [
    "yearlyExportKwh",
    "export with panels",
    ["export without panels", "export with an empty list", "export above consumption", "export in studio"],
  ],
  ["loadProfile", "a load profile", ["loadProfile unknown", "loadProfile in studio"]],
  ["customProfileId", "studio", ["customProfileId missing", "customProfileId with known"]],
  [
    "existingPv",
    "existing panels by count and power alone",
    [
      "existingPv type",
      "existingPv count",
      "existingPv.panelCount",
      "existingPv.panelCount whole",
      "existingPv.panelPowerWatts",
      "existingPv.tiltAngle",
      "existingPv.orientationAngle",
      "existingPv.systemLosses",
      "existingPv.name",
    ],
  ],
  [
    "newPv",
    "a roof by count and power alone",
    [
      "newPv count",
      "newPv.maxPanelCount",
      "newPv.maxPanelCount low",
      "newPv.maxPanelCount high",
      "newPv.minPanelCount",
      "newPv.panelPowerWatts",
      "newPv.panelPowerWatts bound",
      "newPv.tiltAngle",
      "newPv.orientationAngle",
      "newPv.systemLosses",
      "newPv.costPerKwp",
      "newPv.name",
    ],
  ],
  [
    "tariff",
    "a flat tariff",
    [
      "tariff.type",
      "tariff.type value",
      "tariff.flatEurPerKwh",
      "tariff.flatEurPerKwh bound",
      "tariff.feedInEurPerKwh above purchase",
      "tariff.contractedPowerKw",
      "tariff.taxesIncluded",
    ],
  ],
  [
    "electricBattery",
    "a battery with everything given",
    [
      "battery.powerRatingKw",
      "battery.capacityKwh",
      "battery.minCapacityKwh",
      "battery.minPowerRatingKw",
      "battery too slow",
      "battery.minimumChargeLevel",
      "battery.roundtripEfficiency",
    ],
  ],
  ["electricBattery.powerKw", "a battery with powerKw", ["battery two powers"]],
  ["goal", "maximize-connection", ["goal", "goal maximize-connection", "goal energyhub"]],
  ["renewableElectricityMinFraction", "renewable-minimum", ["fraction", "goal renewable-minimum"]],
  ["analysisYears", "10 years", ["analysisYears low", "analysisYears high", "analysisYears whole"]],
  ["copiedFromId", "the least", ["copiedFromId"]],
  ["includePvMaintenanceCosts", "maintenance costs", ["includePvMaintenanceCosts"]],
  ["includeBatteryMaintenanceCosts", "maintenance costs", ["includeBatteryMaintenanceCosts"]],
  ["dossierId", "a dossier", ["dossierId", "dossierId with a control character"]],
]

/** Row of the document, file, name of the test. */
const ROWS: [row: string, file: File, name: string][] = [
  ["request: defaults", "request", "the defaults are those of the contract"],
  [
    "request: copiedFromId, completed parent of the same project",
    "adjustments",
    "a parent that failed or is of the other mode, and one that is no scan, is refused",
  ],
  ["request: copiedFromId, adjustable steps", "adjust", "all that may not differ is told at once"],
  [
    "request: copiedFromId, root of an adjustment",
    "adjustments",
    "an adjustment of an adjustment is one of the original, laid over the original",
  ],
  [
    "request: a profile with export needs a solar layer",
    "uploads",
    "a smart-meter file from upload to report: refused without panels, scanned with them",
  ],
  ["goals: energyhub", "energyhub", "a scan with the goal energyhub takes an energyhub, and no other kind of profile"],
  ["goals: renewable-minimum", "scans", "a goal out of reach ends the scan in error, with the best that is reached"],
  ["creation response", "scans", "a scan is accepted at once and its report can be fetched when it is completed"],
  ["list item", "scans", "the list shows the newest scans first, page by page, and only those of a dossier when asked"],
  ["list item: hasSeenReport", "sharing", "only the owner's side marks a report as seen"],
  [
    "list item: isAdjustment, adjustmentCount",
    "adjustments",
    "adjustments are listed newest first, counted at their original, and marked",
  ],
  ["status response", "scans", "a scan is accepted at once and its report can be fetched when it is completed"],
  ["full report: fields", "here", "the full report has every field of the document"],
  [
    "full report: status optimal",
    "scans",
    "a scan is accepted at once and its report can be fetched when it is completed",
  ],
  ["chartData: fields", "here", "chartData has every series of the document"],
  ["chartData: intervals", "chart", "a %s from %s has %d points in every series, and 12 months"],
  ["states: pending", "webhooks", "the events of real scans arrive at the endpoints of their mode"],
  [
    "states: processing",
    "delivery",
    "a scan's events arrive signed, once, in the order of its states, with the data of the document",
  ],
  ["states: completed", "scans", "Prefer: wait answers when the scan has ended"],
  ["states: error", "scans", "a goal out of reach ends the scan in error, with the best that is reached"],
  ["states: sandbox timeline", "clock", "pending from 0 to 5 s, processing from 5 to 10 s, completed from 10 s on"],
  [
    "GET /v1/scans",
    "scans",
    "the list shows the newest scans first, page by page, and only those of a dossier when asked",
  ],
  ["GET /v1/scans, out of range", "errors", "a page out of range names the parameter"],
  ["POST /v1/scans", "scans", "a scan is accepted at once and its report can be fetched when it is completed"],
  ["POST /v1/scans/batch", "batch", "each scan of a batch is accepted or refused by itself, in the order sent"],
  ["GET /v1/scans/{id}", "scans", "a scan is accepted at once and its report can be fetched when it is completed"],
  ["GET /v1/scans/{id}, before completion", "sandbox", "figures and report of an unfinished scan are not shown"],
  [
    "GET /v1/scans/{id}, anonymous",
    "sharing",
    "without a credential a scan is read by its id, 3 times a minute per address",
  ],
  [
    "GET /v1/scans/{id}/status",
    "scans",
    "a scan is accepted at once and its report can be fetched when it is completed",
  ],
  [
    "GET /v1/scans/{id}/result",
    "scans",
    "a scan is accepted at once and its report can be fetched when it is completed",
  ],
  ["GET /v1/scans/{id}/result, before completion", "sandbox", "figures and report of an unfinished scan are not shown"],
  ["GET /v1/scans/{id}/request", "scans", "the request can be read back with its defaults filled in"],
  ["GET /v1/scans/{id}/chart", "chart", "unless asked otherwise a chart is the year from today"],
  [
    "GET /v1/scans/{id}/events",
    "progress",
    "status and progression come as they happen, never go back, and end with the scan",
  ],
  [
    "GET /v1/scans/{id}/adjustments",
    "adjustments",
    "adjustments are listed newest first, counted at their original, and marked",
  ],
  ["GET /v1/scans/shared/{token}", "sharing", "a shared scan is read by its token alone, with its chart and branding"],
  [
    "GET /v1/scans/{id}/branding",
    "sharing",
    "the branding of a scan is its organization's, its logo an absolute address",
  ],
  [
    "PUT /v1/scans/{id}/share",
    "sharing",
    "sharing that is on already keeps its token; ended and enabled again it has a new one",
  ],
  [
    "DELETE /v1/scans/{id}",
    "cancel",
    "a pending scan that is cancelled is never solved; what is cancelled is gone, in whatever state it was",
  ],
  ["GET /v1/scans/{id}/series", "pages", "the hours behind a report are 8760 of each kind and sum to its figures"],
  ["GET /v1/scans/shared/{token}/series", "pages", "the hours are the owner's, and the token's while it lasts"],
  ["authentication: x-api-key", "errors", "no key, a wrong key, and something that is no key"],
  [
    "authentication: JWT or key on lists and scans",
    "sessions",
    "a session sees live scans, or those of the sandbox when asked",
  ],
  [
    "authentication: keys with a mode",
    "credentials",
    "a made key is shown once, works in its mode, and is listed by its last characters",
  ],
  [
    "authentication: test and production keys apart",
    "sandbox",
    "the two modes are apart: lists, ids, adjustments and the mode of a session",
  ],
  ["events: registration and secret", "webhooks", "a registered endpoint shows its secret once, and never again"],
  ["events: secret regenerated", "webhooks", "a new secret signs from then on, and the old one nothing more"],
  ["events: toggled, changed", "webhooks", "an endpoint is changed field by field, and switched off and on"],
  [
    "events: test event",
    "webhooks",
    "a test event is sent at once, to an endpoint that is switched off too, and its outcome is the answer",
  ],
  [
    "events: types and data",
    "delivery",
    "a scan's events arrive signed, once, in the order of its states, with the data of the document",
  ],
  ["events: scan.failed", "delivery", "a failed scan tells why"],
  ["events: signature", "signature", "a signature is what the six steps of the document say"],
  [
    "events: sent once, every attempt logged",
    "delivery",
    "whatever a receiver does is one attempt and one explained row",
  ],
  [
    "events: logs for 30 days",
    "delivery",
    "logs are kept for 30 days by the clock, and what waits for a day is given up",
  ],
  [
    "errors: validation alike in both modes",
    "sandbox",
    "a sandbox scan is refused where a production scan is, in the same words",
  ],
  ["errors: 400 body", "errors", "all violations in one message"],
  [
    "errors: sandbox with a profile",
    "sandbox",
    "profiles are refused with what to do instead, beside whatever else is wrong",
  ],
  ["errors: failed scan", "scans", "a goal out of reach ends the scan in error, with the best that is reached"],
  ["limits: analysisYears", "request", "the defaults are those of the contract"],
  ["limits: anonymous reads", "sharing", "without a credential a scan is read by its id, 3 times a minute per address"],
  [
    "limits: sandbox about 10 seconds",
    "sandbox",
    "pending, processing from 5 s, completed from 10 s on, and never earlier",
  ],
  ["limits: sandbox costs nothing, is not counted", "sandbox", "a sandbox scan costs nothing and is not counted"],
  [
    "limits: scan quota",
    "usage",
    "a scan counts when it is created, in its mode; beyond a hard cap it is refused and not counted",
  ],
  ["limits: adjustments are free", "adjustments", "adjustments are free: no cost, nothing counted"],
  [
    "sandbox: validated as production",
    "sandbox",
    "a sandbox scan is refused where a production scan is, in the same words",
  ],
  ["sandbox: score", "fixtures", "a matching trait counts 1, a mismatch -1"],
  [
    "sandbox: 20 fixtures",
    "fixtures",
    "there are the 20 fixtures of document 1, in its order, each of the traits that its name says",
  ],
  [
    "sandbox: the fixture is the result",
    "sandbox",
    "the report is a fixture's, in the shape of production, with chart, sharing and adjustments",
  ],
  [
    "sandbox: timeline through restarts",
    "sandbox",
    "the timeline goes on after kill -9, with each event once, and no solver ever sees the scan",
  ],
  [
    "sandbox: events to sandbox endpoints only",
    "delivery",
    "only active endpoints of the organization and mode that subscribed receive an event",
  ],
]

const texts = Object.fromEntries(Object.entries(FILES).map(([name, path]) => [name, readFileSync(path, "utf8")]))

test("every row of the document has a test of the name that is told here", () => {
  const missing = ROWS.filter(([, file, name]) => {
    const quoted = JSON.stringify(name)
    return !texts[file].includes(`test(${quoted},`) && !texts[file].includes(`(${quoted}, async (`)
  })
  expect(missing).toEqual([])
})

test("every field of the creation request has a body that is accepted and one that is refused", () => {
  const rules = [...texts.request.matchAll(/^ {2}\[\s*"([^"]+)",/gm)].map(match => match[1])
  const named = REQUEST_FIELDS.flatMap(([, accepts, refuses]) => [accepts, ...refuses])
  expect(named.filter(rule => !rules.includes(rule))).toEqual([])
})

test("every path of the scans has a row", async () => {
  const { paths } = (await createClient(service.address).get("/openapi.json")).body
  const own = Object.entries<object>(paths).filter(([path]) => path.startsWith("/v1/scans"))
  const named = own.flatMap(([path, methods]) => Object.keys(methods).map(method => `${method.toUpperCase()} ${path}`))
  const rows = new Set(ROWS.map(([row]) => row.split(",")[0]))
  expect(named.filter(name => !rows.has(name))).toEqual([])
})

/** Fields of the full report, by the path of the object that holds them. */
const REPORT_FIELDS: Record<string, string> = {
  "": "id status createdAt latitude longitude goal tariffType hasError overview solar battery electricityGrid financial sustainability studioProfile isShared shareToken",
  "overview.kpi":
    "yearlyUsageKwh selfSufficiency selfSufficiencyBaseline selfSufficiencyImprovement yearlySavings returnPeriod",
  "overview.selfConsumption": "selfConsumption selfSufficiency yearlyGridPurchaseKwh yearlyFeedInKwh",
  "overview.energyFlow":
    "yearlyUsageKwh solarYearlyOutputKwh yearlyGridPurchaseKwh yearlyFeedInKwh directlyUsedSolarKwh batteryCapacityKwh",
  "overview.financialSummary": "firstYearElectricityCost firstYearSavings totalOwnershipCost totalProjectSavings",
  "overview.lifecycleCostBreakdown":
    "energyBill batteryInvestment replacementCost solarMaintenanceCost batteryMaintenanceCost feedInRevenue totalCost",
  solar:
    "existingSystems newSystems totalCapacityKwp totalYearlyOutputKwh peakOutputKw directConsumption toGrid hasSolarPanelsCurrently wantsNewSolarPanels",
  "solar.newSystems":
    "name type roofDirection installedCapacityKwp panelCount panelPowerRatedWatts tiltDeg azimuthDeg losses lifetimeYears yearlyOutputKwh capacityFactor specificYieldKwhPerKwp co2SavedKg",
  battery: "specs performance costs isFeasible wasRequested",
  "battery.specs": "powerKw capacityKwh roundtripEfficiency minChargeLevel brandName modelName",
  "battery.performance": "annualSavings cyclesPerYear stateOfHealth gridChargingEnabled",
  "battery.costs": "purchaseCost replacementCost systemReturnPeriod",
  electricityGrid: "annualEnergySuppliedKwh annualEnergySuppliedKwhBau peakGridDemandKw peakGridDemandKwBau",
  financial: "isPositiveOutcome netPresentValue investment yearOne lifecycle parameters costComparison cashflowSummary",
  "financial.investment":
    "batteryPurchaseCost replacementCostNetPresentValue solarMaintenanceCost batteryMaintenanceCost totalInvestment totalInvestmentAfterIncentives",
  "financial.yearOne": "energyBill feedInRevenue maintenanceCosts savingsVsBaseline",
  "financial.lifecycle": "energyBill feedInRevenue totalCost savingsVsBaseline",
  "financial.parameters": "evaluationPeriod discountRate baselineFirstYearCost baselineTotalCost",
  "financial.costComparison": "firstYearBaseline firstYearOptimized projectedBaseline projectedOptimized",
  "financial.cashflowSummary": "breakEvenYear endBalance avgAnnualReturn",
  "sustainability.energyBalance": "totalConsumptionKwh solarProductionKwh gridPurchaseKwh gridFeedInKwh",
  "sustainability.co2Emissions": "gridCarbonIntensity co2SavedTotalKg co2FromGridImportKg co2AvoidedByExportKg",
  "sustainability.selfSufficiency": "renewableShare selfConsumption directlyUsedRenewableKwh netGridDependencyKwh",
  "sustainability.equivalents": "treesEquivalent carKmAvoided flightsAvoided projectedCo2Savings",
  "sustainability.energyMix": "ownGenerationKwh gridPurchaseKwh renewableShare",
  studioProfile: "id name baseProfileType baseProfileName totalKwh peakKw layerCount hasSolarLayer year layers",
  "studioProfile.layers":
    "id name type enabled icon color maxKw annualKwh peakKw schedule hourlyKw loadHeatmap productionHeatmap solarConfig evConfig",
}

/** The object that a path leads to, through lists and what may be null. */
const objectAt = (schema: TSchema, path: string): TSchema =>
  path.split(".").reduce((at, step) => {
    const next: TSchema = step === "" ? at : at.properties[step]
    const [object] = [next, ...(next.anyOf ?? [])]
      .flatMap(choice => choice.items ?? choice)
      .filter(({ properties }) => properties)
    return object
  }, schema)

test("the full report has every field of the document", () => {
  for (const [path, names] of Object.entries(REPORT_FIELDS))
    expect([path, Object.keys(objectAt(FullReport, path).properties)]).toEqual([
      path,
      expect.arrayContaining(names.split(" ")),
    ])
})

const CHART_FIELDS =
  "consumption solarUsedOnsite solarExported solarStored solarWasted solarProduction gridUsedOnsite gridStored " +
  "baselineGridConsumption batteryUsedOnsite batteryExported batteryLevel monthlyEnergyCosts monthlyDemandCosts " +
  "monthlyFixedCosts yearlyCashflows cumulativeCashflows monthlyCo2SavingsKg consumptionStats batteryLevelStats " +
  "tariffRates interconnectionLimitKw tariffType labels intervalType startDate endDate yearlyElectricityCost"

test("chartData has every series of the document", () => {
  expect(Object.keys(ChartData.properties).sort()).toEqual(CHART_FIELDS.split(" ").sort())
  for (const stats of ["consumptionStats", "batteryLevelStats", "tariffRates"] as const)
    expect(Object.keys(ChartData.properties[stats].items.properties)).toEqual(["min", "max", "average"])
})
