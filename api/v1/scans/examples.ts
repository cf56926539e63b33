import { acceptedPlantOf } from "../../../domain/report/acceptance.ts"
import { chartData } from "../../../domain/report/chart/chart.ts"
import { dayPlan } from "../../../domain/report/plan.ts"
import { fixtureResult } from "../../../domain/report/sandbox/fixtures.ts"
import { unpackSeries } from "../../../domain/report/series/pack.ts"
import { siteOf } from "../../../domain/site/geo/site.ts"
import { readReport } from "../../../domain/texts/report.ts"

/** Bodies and answers that the OpenAPI document shows. */

export const SMALL_SCAN_EXAMPLE = {
  location: { lat: 52.09, lon: 5.12 },
  inputMethod: "known",
  yearlyKwh: 2800,
  newPv: [{ maxPanelCount: 10, panelPowerWatts: 430 }],
}

export const SCAN_EXAMPLE = {
  location: { lat: 51.44, lon: 5.48 },
  inputMethod: "known",
  yearlyKwh: 3500,
  loadProfile: "standard",
  existingPv: [{ name: "Shed", panelCount: 4, panelPowerWatts: 300 }],
  newPv: [{ name: "South", maxPanelCount: 14, panelPowerWatts: 430, tiltAngle: 40, orientationAngle: 170 }],
  tariff: { type: "dynamic" },
  electricBattery: { powerRatingKw: 5, capacityKwh: 10, costPerKwh: 450 },
  goal: "cost-savings",
  analysisYears: 25,
  dossierId: "customer-1042",
}

export const ADJUSTMENT_EXAMPLE = {
  copiedFromId: "019a4c1e-7c3a-7e21-9d5b-3f6f0a8d2b14",
  electricBattery: null,
  goal: "self-sufficiency",
}

export const BATCH_EXAMPLE = { scans: [SMALL_SCAN_EXAMPLE, { ...SMALL_SCAN_EXAMPLE, yearlyKwh: 4100 }] }

const ID = "019a4c1e-7c3a-7e21-9d5b-3f6f0a8d2b14"
const CREATED_AT = "2026-03-02T09:41:07.218Z"
const TOKEN = "Zt0mC5vXl2JrQe8YbN1uWk7hDf3sGa9pRi6oTq4LxMc"

export const CREATED_EXAMPLE = { id: ID, status: "pending", createdAt: CREATED_AT }

const TOO_FEW_PANELS = {
  path: ["newPv", 0, "maxPanelCount"],
  rule: "at-least",
  message: "newPv[0].maxPanelCount must be at least 1",
}

export const BATCH_ANSWER_EXAMPLE = {
  items: [
    CREATED_EXAMPLE,
    {
      statusCode: 400,
      message: TOO_FEW_PANELS.message,
      code: "INVALID_INPUT",
      errors: [TOO_FEW_PANELS],
    },
  ],
  batchId: "019a4c22-0c31-7a05-9c7e-2b6d5f81e3a0",
}

const { report, series, summary } = fixtureResult("new-pv-battery-cost-savings")

export const LIST_ITEM_EXAMPLE = {
  id: ID,
  status: "completed",
  createdAt: CREATED_AT,
  goal: report.goal,
  hasError: false,
  errorMessage: null,
  hasSeenReport: true,
  ...summary,
  dossierId: "dossier-7",
  currency: "EUR",
  customerDetails: { name: "Family Jansen", reference: "K-2041" },
  siteId: null,
  place: "Utrecht",
  acceptedAt: null,
  offerStatus: "sent",
  offerGross: 9128,
  offerReturnPeriod: 11.2,
  isAdjustment: false,
  adjustmentCount: 1,
  cost: 0.25,
}

export const LIST_EXAMPLE = {
  items: [LIST_ITEM_EXAMPLE],
  ...{ total: 41, page: 1, limit: 20, totalPages: 3 },
  nextCursor: ID,
  searchedFrom: null,
}

const { status, ...body } = readReport(report, "en")

export const REPORT_EXAMPLE = {
  id: ID,
  status,
  createdAt: CREATED_AT,
  hasError: false,
  ...body,
  isShared: true,
  shareToken: TOKEN,
}

const clock = siteOf(SCAN_EXAMPLE.location.lat, SCAN_EXAMPLE.location.lon)

export const CHART_EXAMPLE = chartData(unpackSeries(series), {
  interval: "year",
  startDate: { year: 2026, month: 1, day: 1 },
  clock,
})

export const PLAN_EXAMPLE = dayPlan(unpackSeries(series).hours, {
  date: { year: 2026, month: 6, day: 1 },
  clock,
  control: "ideal",
})

export const BRANDING_EXAMPLE = {
  brandingLogo: "https://scans.example.org/v1/organizations/019a4c1b-03d1-7a92-8f0e-5b7d8c1f4e26/logo?v=3f9d0c2a",
  brandingDisplayName: "Sun & Co",
  brandingEnabled: true,
  brandingColor: "#1d5c4a",
  contact: { name: "Ann de Wit", email: "ann@example.org", phone: "+31 30 123 4567" },
  company: { name: "Sun & Co B.V.", address: "Kade 1, 3511 AB Utrecht", registrationNumber: "12345678" },
  adjustableSteps: ["new-pv", "battery"],
}

export const ACCEPTANCE_EXAMPLE = {
  acceptedAt: "2026-03-04T18:02:11.400Z",
  name: "A. Jansen",
  plant: acceptedPlantOf(report),
}

export const SHARE_EXAMPLE = {
  isShared: true,
  shareToken: TOKEN,
  shareUrl: `https://scans.example.org/shared/${TOKEN}`,
  expiresAt: "2026-04-01T00:00:00.000Z",
  acceptance: null,
}

export const SHARED_EXAMPLE = {
  scanId: ID,
  mode: "live",
  customerName: "Family Jansen",
  customerAddress: null,
  shareUrl: `https://scans.example.org/shared/${TOKEN}`,
  expiresAt: "2026-04-01T00:00:00.000Z",
  acceptance: null,
  offer: null,
  report: { ...REPORT_EXAMPLE, shareToken: null },
  chartData: CHART_EXAMPLE,
  ...BRANDING_EXAMPLE,
  company: null,
}

export const STATUS_EXAMPLE = { id: ID, status: "processing", createdAt: CREATED_AT }

export const PROGRESS_EXAMPLE = { id: ID, status: "processing", progression: 62 }
