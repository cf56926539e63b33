import { expect, test } from "bun:test"
import { packJobInputs, type ScanProfile, unpackJobInputs } from "../../domain/case/jobInputs.ts"
import { prepareCase } from "../../domain/case/prepare.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { readMeterYear } from "../../domain/site/meters/readMeterFile.ts"
import { meterBase } from "../../domain/site/profiles/base.ts"
import type { ProfileCurves } from "../../domain/site/profiles/curves.ts"
import { mergedBase } from "../../domain/site/profiles/merge.ts"
import { curvesInQuarters, hasQuarters, quarterCurvesOf } from "../../domain/site/profiles/quarters.ts"
import {
  curvesOf,
  definitionsOf,
  EMPTY_STATE,
  type ProfileState,
  packHours,
  unpackState,
} from "../../domain/site/profiles/state.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"
import { grid, textFile } from "../support/meterFiles.ts"

/** Quarters of meter files, from the file to the curves of a scan. */

const AMSTERDAM = { zone: "Europe/Amsterdam", year: 2023 }
const PLACE = { year: 2023, lat: 52.1, lon: 5.1 }
const QUARTERS = 35_040
const year = grid("2022-12-31T23:00:00Z", QUARTERS, 15)
/** Purchase and feed-in of a quarter [kWh]: never both, with hours that have both. */
const netOf = (index: number): number => ((index * 7919) % 1000) / 1000 - 0.35

const rowsOf = (moments: readonly Date[], minutes = 15): string[] =>
  moments.map((at, index) => {
    const net = minutes === 15 ? netOf(index) : [0, 1, 2, 3].reduce((sum, part) => sum + netOf(4 * index + part), 0)
    return `${at.toISOString()},${Math.max(0, net)},${Math.max(0, -net)}`
  })
const fileOf = (rows: readonly string[]) =>
  readMeterYear(textFile(["timestamp,import kWh,export kWh", ...rows].join("\n")), "meter.csv", AMSTERDAM)

const stateOf = (rows: readonly string[]): ProfileState => ({
  ...EMPTY_STATE,
  base: meterBase(fileOf(rows), "meter.csv", PLACE),
})

/** Sums of four quarters each. */
const hoursOf = (quarters: ArrayLike<number>): Float64Array => {
  const hours = new Float64Array(quarters.length / 4)
  for (let quarter = 0; quarter < quarters.length; quarter++) hours[quarter >> 2]! += quarters[quarter]!
  return hours
}

const furthest = (some: ArrayLike<number>, others: ArrayLike<number>): number => {
  let most = 0
  for (let at = 0; at < some.length; at++) most = Math.max(most, Math.abs(some[at]! - others[at]!))
  return most
}

const solarLayer = (hoursKwh: Float32Array): ProfileState["layers"][number] => ({
  definition: { id: "s", presetId: "solar", enabled: true } as ProfileState["layers"][number]["definition"],
  hours: { kwh: hoursKwh },
})

test("a file of quarters keeps each of them, with the energy of the hours", () => {
  const { quarters, importKwh, exportKwh } = fileOf(rowsOf(year))
  for (const index of [0, 1, 2, 3, 17_000, QUARTERS - 1]) {
    expect(quarters!.importKwh[index]).toBeCloseTo(Math.max(0, netOf(index)), 12)
    expect(quarters!.exportKwh[index]).toBeCloseTo(Math.max(0, -netOf(index)), 12)
  }
  expect(furthest(hoursOf(quarters!.importKwh), importKwh)).toBeLessThan(1e-12)
  expect(furthest(hoursOf(quarters!.exportKwh), exportKwh!)).toBeLessThan(1e-12)
})

test("intervals of five minutes become quarters; hours and half-hours have none", () => {
  const fives = grid("2022-12-31T23:00:00Z", 3 * QUARTERS, 5)
  const rows = fives.map((at, index) => `${at.toISOString()},${Math.max(0, netOf(Math.floor(index / 3))) / 3},0`)
  const { quarters } = fileOf(rows)
  expect(quarters!.importKwh[17_000]).toBeCloseTo(Math.max(0, netOf(17_000)), 12)
  expect(fileOf(rowsOf(grid("2022-12-31T23:00:00Z", 8760, 60), 60)).quarters).toBeUndefined()
  const halves = grid("2022-12-31T23:00:00Z", 2 * 8760, 30).map(at => `${at.toISOString()},0.5,0`)
  expect(fileOf(halves).quarters).toBeUndefined()
})

test("a counter of whole kilowatt-hours shows no quarters, one of watt-hours does", () => {
  const counted = (digits: number) => {
    let kwh = 4711
    const rows = year.map((at, index) => {
      kwh += Math.max(0, netOf(index)) / 3
      return `${at.toISOString()},${kwh.toFixed(digits)}`
    })
    return readMeterYear(textFile(["timestamp,meter reading import kWh", ...rows].join("\n")), "c.csv", AMSTERDAM)
  }
  expect(counted(0).quarters).toBeUndefined()
  expect(counted(3).quarters!.importKwh[17_000]).toBeCloseTo(Math.max(0, netOf(17_001)) / 3, 2)
})

test("an hour that lacks a quarter is even, and has the energy of the scaled hour", () => {
  const state = stateOf(rowsOf(year).filter((_, index) => index !== 17_001))
  const { kwh, quarters } = state.base!.hours
  const hour = 17_001 >> 2
  const even = [...quarters!.kwh.subarray(4 * hour, 4 * hour + 4)]
  expect(new Set(even).size).toBe(1)
  expect(4 * even[0]!).toBeCloseTo(kwh[hour]!, 5)
})

test("quarters of a part of a year stay; the filled hours are even", () => {
  const { base } = stateOf(rowsOf(year.slice(0, 96 * 60)))
  const { kwh, quarters } = base!.hours
  expect(quarters!.kwh[5_001]).toBeCloseTo(Math.max(0, netOf(5_001)), 6)
  expect(furthest(hoursOf(quarters!.kwh), kwh)).toBeLessThan(1e-5)
  expect(new Set(quarters!.kwh.subarray(4 * 8000, 4 * 8001)).size).toBe(1)
})

test("curves of quarters without panels are the file's, and less of them overlaps than of hours", () => {
  const state = stateOf(rowsOf(year))
  const [hours, quarters] = [curvesOf(state).curves, quarterCurvesOf(state, PLACE)!]
  expect(furthest(hoursOf(quarters.result), hours.result)).toBeLessThan(1e-5)
  expect(furthest(hoursOf(quarters.export), hours.export)).toBeLessThan(1e-5)
  expect(Math.max(...quarters.overlap!)).toBe(0)
  expect(Math.max(...hours.overlap!)).toBeGreaterThan(0.3)
})

test("panels behind the meter: every quarter balances, and its load is never below zero", () => {
  const sun = Float32Array.from({ length: 8760 }, (_, hour) => Math.max(0, Math.sin(((hour % 24) - 6) / 3.82)) * 1.4)
  const state = { ...stateOf(rowsOf(year)), layers: [solarLayer(sun)] }
  const { result, export: exported, production } = quarterCurvesOf(state, PLACE)!
  const ofFile = fileOf(rowsOf(year)).quarters!
  expect(furthest(result, ofFile.importKwh)).toBeLessThan(1e-6)
  expect(furthest(exported, ofFile.exportKwh)).toBeLessThan(1e-6)
  const loads = result.map((kwh, at) => kwh + production[at]! - exported[at]!)
  expect(Math.min(...loads)).toBeGreaterThan(-1e-6)
})

test("quarters survive storage, jobs and merging; a profile of hours is spread evenly", () => {
  const state = stateOf(rowsOf(year))
  const stored = unpackState(definitionsOf(state), packHours(state))
  expect(stored.base!.hours.quarters).toEqual(state.base!.hours.quarters)
  const quarters = quarterCurvesOf(stored, PLACE)!
  const { baseline: _, ...curves } = curvesOf(stored).curves
  const profile = { curves, quarters, year: 2023, lacksSolar: false, report: {} as never }
  const unpacked = unpackJobInputs(packJobInputs({ profile, isInQuarters: true }))
  expect([unpacked.profile, unpacked.isInQuarters]).toEqual([{ ...profile, curves, quarters }, true])

  const hourly = {
    ...EMPTY_STATE,
    base: meterBase(fileOf(rowsOf(grid("2022-12-31T23:00:00Z", 8760, 60), 60)), "h", PLACE),
  }
  expect([hasQuarters(state), hasQuarters(hourly)]).toEqual([true, false])
  expect(quarterCurvesOf(hourly, PLACE)).toBeUndefined()
  const member = (of: ProfileState) => {
    const ofHours: ProfileCurves = curvesOf(of).curves
    return {
      name: "m",
      curves: ofHours,
      quarters: curvesInQuarters(of, PLACE, ofHours),
      lacksSolar: false,
      panels: [] as never,
    }
  }
  const merged = mergedBase([member(state), member(hourly)])
  expect(furthest(hoursOf(merged.hours.quarters!.kwh), merged.hours.kwh)).toBeLessThan(1e-5)
  const at = 17_000
  const even = curvesOf(hourly).curves.result[at >> 2]! / 4
  expect(merged.hours.quarters!.kwh[at]).toBeCloseTo(Math.max(0, netOf(at)) + even, 6)
})

test("notes on raised production and on the market of a compared contract are of the quarters of a scan", () => {
  const atNoon = (index: number) => index % 96 === 49
  const rows = year.map((at, index) => `${at.toISOString()},${atNoon(index) ? 0 : 0.1},${atNoon(index) ? 0.5 : 0}`)
  const sun = Float32Array.from({ length: 8760 }, (_, hour) => (Math.abs((hour % 24) - 12) < 4 ? 1 : 0))
  const state = { ...stateOf(rows), layers: [solarLayer(sun)] }
  const { baseline: _, ...curves } = curvesOf(state).curves
  const report: ScanProfile["report"] = {
    ...{ id: "m", name: "Meter", baseProfileType: "upload", baseProfileName: "m", year: 2023, layers: [] },
    ...{ totalKwh: 0, peakKw: 0, layerCount: 1, hasSolarLayer: true },
  }
  const tariff = { type: "flat", flatEurPerKwh: 0.3, feedInEurPerKwh: 0.05 }
  const contracts = [{ name: "Market", type: "dynamic" }]
  const asked = { location: { lat: 52.1, lon: 5.1 }, inputMethod: "studio", customProfileId: "m", tariff, contracts }
  const request = parseEarlierRequest(asked, standardProfileKeys)
  const notesOf = (profile: ScanProfile) => prepareCase(request, unpackJobInputs(packJobInputs({ profile }))).notes
  const profile = { curves, year: 2023, lacksSolar: false, report }
  const [hours, quarters] = [notesOf(profile), notesOf({ ...profile, quarters: quarterCurvesOf(state, PLACE)! })]
  const paramsIn = (notes: typeof hours, code: string) =>
    notes.flatMap(one => (typeof one === "object" && one.code === code ? [one.params] : []))
  const raised = "production-raised-to-meter"
  expect([paramsIn(hours, raised), paramsIn(hours, "market-quarters")]).toEqual([[], []])
  // 0.5 kWh of feed-in in a quarter of about 0.25 kWh, on 365 days.
  expect(paramsIn(quarters, raised)).toMatchObject([{ raisedKwh: expect.closeTo(365 * 0.25, -1) }])
  // The market of a compared contract has quarters in December.
  expect(paramsIn(quarters, "market-quarters")).toEqual([{ hours: expect.closeTo(31 * 24, 0), zone: "NL", year: 2025 }])
})
