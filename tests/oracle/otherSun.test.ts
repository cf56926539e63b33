/** The note on sun of another year than the prices estimates its effect on the net present value. */

import { expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import type { NoteParams } from "../../domain/base/note.ts"
import { packJobInputs, surfaceKey } from "../../domain/case/jobInputs.ts"
import type { StoredReport } from "../../domain/report/schema.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { productionKwhPerKwp } from "../../domain/site/solar/production.ts"
import type { Production } from "../../domain/site/solar/provider.ts"
import { HOURS_PER_YEAR, MONTH_START_HOURS } from "../../domain/site/year.ts"
import { solveJob } from "../../worker/job.ts"
import { checkedOptimiser } from "../support/checkedCore.ts"
import { reportOf } from "../support/contractChoice.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"

const optimiser = await checkedOptimiser()
const PRICE_YEAR = 2025
const PLACES = [
  [52.1, 5.18],
  [53.1, 6.6],
  [50.9, 5.8],
] as const

const file = new URL("../../fixtures/reference/solar/germanFeedInDaily.csv", import.meta.url)
const germanDays = readFileSync(file, "utf8")
  .trimEnd()
  .split("\n")
  .slice(1)
  .map(line => line.split(","))
  .filter(([date = ""]) => date.startsWith(`${PRICE_YEAR}-`))
  .map(([, mwh]) => Number(mwh))

/** The days of each month by the rank of German feed-in of the price year. */
const paired = (hours: Float64Array): Float64Array => {
  const dayAt = (day: number) => hours.subarray(day * 24, (day + 1) * 24)
  const sunOf = (day: number) => dayAt(day).reduce((sum, kwh) => sum + kwh, 0)
  const found = new Float64Array(HOURS_PER_YEAR)
  for (let month = 0; month < 12; month++) {
    const [from, to] = [MONTH_START_HOURS[month]! / 24, MONTH_START_HOURS[month + 1]! / 24]
    const days = Array.from({ length: to - from }, (_, day) => from + day)
    const bySun = days.toSorted((a, b) => sunOf(b) - sunOf(a))
    for (const [place, day] of days.toSorted((a, b) => germanDays[b]! - germanDays[a]!).entries())
      found.set(dayAt(bySun[place]!), day * 24)
  }
  return found
}

type Params = NoteParams["weather-of-other-year"]

const noteOf = ({ notes }: StoredReport): Params | undefined => {
  const found = notes.find(one => typeof one === "object" && one.code === "weather-of-other-year")
  return found && (found as { params: Params }).params
}

const siteAt = (lat: number, lon: number, other: object) =>
  parseEarlierRequest(
    {
      ...{ location: { lat, lon }, inputMethod: "known", yearlyKwh: 3500 },
      newPv: [{ minPanelCount: 10, maxPanelCount: 10, panelPowerWatts: 430, orientationAngle: 180 }],
      ...other,
    },
    standardProfileKeys,
  )

const DYNAMIC = { type: "dynamic", priceYear: PRICE_YEAR }

test.each(PLACES)("the estimate is 0.6 to 1.1 of what pairing sun and prices takes away, at %p, %p", (lat, lon) => {
  const input = siteAt(lat, lon, { tariff: DYNAMIC })
  const surface = { lat, lon, tiltDeg: 35, azimuthDeg: 180 }
  const left = productionKwhPerKwp(surface, 2023)
  const reportWith = (production: Production): StoredReport => {
    const material = packJobInputs({ productions: new Map([[surfaceKey(surface), production]]) })
    const job = { scanId: "s", runId: "r", attempt: 1, input, material }
    const result = solveJob(job, { optimiser, sizingTolerance: 1e-3 }, () => true)
    if (result.kind !== "solved") throw new Error(JSON.stringify(result.error))
    return result.report
  }
  const [alone, together] = [left, { ...left, hoursKwhPerKwp: paired(left.hoursKwhPerKwp) }].map(reportWith)
  const measuredEur = alone!.financial.netPresentValue - together!.financial.netPresentValue
  const { worth } = noteOf(alone!)!
  expect(measuredEur).toBeGreaterThan(200)
  // The share was measured with inverters that stop at negative prices.
  expect(worth!.eur / measuredEur).toBeWithin(0.6, 1.1)
  expect(worth).toMatchObject({ share: 0.115, currency: "EUR", hasBattery: false })
})

const [lat, lon] = PLACES[0]
const custom = { type: "custom", buy: { energy: 0.28, taxed: false }, priceYear: PRICE_YEAR }

test.each<[string, object]>([
  ["feed-in at a fixed price", { tariff: { ...DYNAMIC, feedInEurPerKwh: 0.03 } }],
  [
    "a battery for the panels of today",
    {
      ...{ tariff: DYNAMIC, newPv: [], existingPv: [{ panelCount: 8, panelPowerWatts: 400 }] },
      electricBattery: { capacityKwh: 5, powerRatingKw: 2.5 },
    },
  ],
  [
    "purchase alone at the market",
    { tariff: { ...custom, buy: { energy: "dayAhead", taxed: true }, sell: { energy: 0.02 } } },
  ],
])("nothing is said to be too high where no new panels sell at the market: %s", (_, other) => {
  expect(noteOf(reportOf(siteAt(lat, lon, other), optimiser))!.worth).toBeNull()
})

test("a flat tariff has no note, and only the years at the market count", () => {
  expect(
    noteOf(reportOf(siteAt(lat, lon, { tariff: { type: "flat", flatEurPerKwh: 0.3 } }), optimiser)),
  ).toBeUndefined()
  const worthOf = (sell: object) =>
    noteOf(reportOf(siteAt(lat, lon, { tariff: { ...custom, sell } }), optimiser))!.worth!.eur
  const always = worthOf({ energy: "dayAhead" })
  const later = worthOf({ energy: 0.08, until: 2035, after: { energy: "dayAhead" } })
  expect(later).toBeGreaterThan(0)
  expect(later).toBeLessThan(0.8 * always)
})

test("where no share was measured the note keeps the measured range, and says nothing is exact", () => {
  const report = reportOf(siteAt(48.86, 2.35, { tariff: DYNAMIC }), optimiser)
  expect(noteOf(report)).toEqual({ weatherYear: 2023, priceYear: PRICE_YEAR })
})
