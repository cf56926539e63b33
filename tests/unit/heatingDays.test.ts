/** Heat pumps of a profile follow the sun of the price year, day by day, with the use of the year. */
import { expect, test } from "bun:test"
import type { ScanCase } from "../../domain/case/case.ts"
import { packJobInputs, type ScanProfile, unpackJobInputs } from "../../domain/case/jobInputs.ts"
import { otherYearsOf } from "../../domain/case/otherYears.ts"
import { prepareCase } from "../../domain/case/prepare.ts"
import { parseScanRequest } from "../../domain/request/input.ts"
import { heatingHoursAt } from "../../domain/site/consumption/heating.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { countryAt } from "../../domain/site/geo/site.ts"
import { dailySums } from "../../domain/site/solar/sunnyDays.ts"

const WARSAW = { lat: 52.2, lon: 21 }
const UTRECHT = { lat: 52.09, lon: 5.12 }
const NEED = { yearlyHeatKwh: 12_000 }
const BASE_KW = 0.3

const profileAt = (place: typeof WARSAW, hasHeating = true): ScanProfile => {
  const heating = Float32Array.from(heatingHoursAt(NEED, place))
  const zero = new Float32Array(8760)
  return {
    curves: {
      result: heating.map(kwh => kwh + BASE_KW),
      export: zero,
      production: zero,
      ...(hasHeating ? { heating } : {}),
    },
    year: 2025,
    lacksSolar: false,
    report: { baseProfileType: "template" } as ScanProfile["report"],
  }
}

const caseOf = (location: typeof WARSAW, profile: ScanProfile, priceYear = 2025, fields: object = {}) => {
  const body = {
    ...fields,
    location,
    inputMethod: "studio",
    customProfileId: "0192d7a0-0000-7000-8000-000000000001",
    goal: "cost-savings",
    newPv: [{ maxPanelCount: 10, panelPowerWatts: 430 }],
    tariff: { type: "dynamic", priceYear },
  }
  const { profile: packed } = unpackJobInputs(packJobInputs({ profile }))
  return prepareCase(parseScanRequest(body, standardProfileKeys, countryAt), { profile: packed! })
}

const total = (hours: Float64Array) => hours.reduce((sum, kwh) => sum + kwh, 0)
const sorted = (days: ArrayLike<number>) => Array.from(days, day => Math.round(day * 1e3)).toSorted((a, b) => a - b)
/** Correlation of two lists. */
const correlation = (a: Float64Array, b: Float64Array) => {
  const centred = (list: Float64Array) => list.map(value => value - total(list) / list.length)
  const [x, y] = [centred(a), centred(b)]
  const product = (u: Float64Array, v: Float64Array) => u.reduce((sum, value, i) => sum + value * v[i]!, 0)
  return product(x, y) / Math.sqrt(product(x, x) * product(y, y))
}
const january = (hours: Float64Array) => dailySums(hours).subarray(0, 31)
/** Correlation of the days' use with the days' production of a panel. */
const heatAndSun = ({ loadKwh, roofs }: ScanCase) =>
  correlation(dailySums(loadKwh), dailySums(roofs[0]!.productionKwhPerPanel))

test("days of heat move with the days of sun, and keep the year's use", () => {
  const [moved, asMade] = [caseOf(WARSAW, profileAt(WARSAW)), caseOf(WARSAW, profileAt(WARSAW, false))]
  expect(total(moved.loadKwh)).toBeCloseTo(total(asMade.loadKwh), 1)
  expect(sorted(january(moved.loadKwh))).toEqual(sorted(january(asMade.loadKwh)))
  expect(january(moved.loadKwh)).not.toEqual(january(asMade.loadKwh))
  // Each day has the heat and the sun of one day of the weather year.
  const dayOf = (scan: ScanCase) =>
    Array.from(january(scan.loadKwh), (kwh, day) => [kwh, january(scan.roofs[0]!.productionKwhPerPanel)[day]!])
  const asWeather = caseOf(WARSAW, profileAt(WARSAW), 2023)
  const pairs = (scan: ScanCase) =>
    dayOf(scan)
      .map(pair => pair.map(kwh => kwh.toFixed(4)).join())
      .toSorted()
  expect(pairs(moved)).toEqual(pairs(asWeather))
  expect(heatAndSun(moved)).toBeCloseTo(heatAndSun(asWeather), 1)
})

test("modelled quarters of a load with panels have the days of heat that hours have", () => {
  const panels = { existingPv: [{ panelCount: 8, panelPowerWatts: 400 }] }
  const [hours, quarters] = (["hour", "quarter"] as const).map(resolution =>
    caseOf(WARSAW, profileAt(WARSAW), 2025, { ...panels, resolution }),
  ) as [ScanCase, ScanCase]
  expect(quarters.loadKwh).toHaveLength(35_040)
  const days = (loadKwh: Float64Array, steps: number) =>
    Array.from({ length: 365 }, (_, day) => total(loadKwh.subarray(day * steps, (day + 1) * steps)))
  const inHours = days(hours.loadKwh, 24)
  days(quarters.loadKwh, 96).forEach((kwh, day) => {
    expect(kwh).toBeCloseTo(inHours[day]!, 3)
  })
})

test("each price year of the outlook has its own days of heat", () => {
  const scan = caseOf(UTRECHT, profileAt(UTRECHT))
  const loads = otherYearsOf(scan).map(({ priceYear, scan: other }) => ({ priceYear, loadKwh: other.loadKwh }))
  expect(loads.map(({ priceYear }) => priceYear)).toEqual([2023, 2024, 2025])
  expect(loads[2]!.loadKwh).toBe(scan.loadKwh)
  const asMade = caseOf(UTRECHT, profileAt(UTRECHT, false)).loadKwh
  for (const { loadKwh } of loads) expect(total(loadKwh)).toBeCloseTo(total(asMade), 1)
  for (const day of [0, 1]) expect(loads[day]!.loadKwh).not.toEqual(scan.loadKwh)
})

test("a load without the heat of its layers stays", () => {
  const profile = profileAt(WARSAW)
  const saved = { ...profile, curves: { ...profile.curves, result: new Float32Array(8760).fill(BASE_KW) } }
  expect(caseOf(WARSAW, saved).loadKwh.every(kwh => Math.abs(kwh - BASE_KW) < 1e-6)).toBe(true)
})
