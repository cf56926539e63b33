/** Inputs and tables of benches: all timed inputs differ, because a solver thread memoises years. */
import { expect, test } from "bun:test"
import { readdirSync, readFileSync } from "node:fs"
import type { FilledRequest } from "../../domain/request/request.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { workOf } from "../../search/model/knownYears.ts"
import { createOptimiser } from "../../wasm/index.ts"
import { createDraws, createOnce } from "../bench/draws.ts"
import { createScans } from "../bench/scans.ts"
import { lostCases } from "../bench/table.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"
import { houseRequest } from "../support/requests.ts"

const BENCHES = new URL("../bench/", import.meta.url)
/** Compares reports with and without standby losses, without timing. */
const NOT_TIMED = ["batteryLosses.ts"]

const house = parseEarlierRequest(houseRequest(), standardProfileKeys)

const withBatteryPrice = (input: FilledRequest, costPerKwh: number): FilledRequest => ({
  ...input,
  electricBattery: { ...input.electricBattery!, costPerKwh },
})

test("no two of twenty thousand drawn inputs are alike, and a seed draws the same ones again", () => {
  const [draws, again] = [createDraws(1), createDraws(1)]
  const once = createOnce()
  for (let i = 0; i < 20_000; i++) {
    const drawn = i % 2 ? draws.request(house) : draws.requestElsewhere(house)
    once(drawn)
    expect(i % 2 ? again.request(house) : again.requestElsewhere(house)).toEqual(drawn)
  }
  expect(createDraws(2).request(house)).not.toEqual(createDraws(1).request(house))
})

test("a draw scales purchase and feed-in alike, and moves the place only where it is asked to", () => {
  const metered = { ...houseRequest(), yearlyKwh: 3000, yearlyExportKwh: 1500 }
  const draws = createDraws(3)
  for (let i = 0; i < 100; i++) {
    const { yearlyKwh, yearlyExportKwh, location } = draws.request(metered)
    expect(yearlyKwh / yearlyExportKwh).toBeCloseTo(2, 9)
    expect(yearlyKwh / 3000).toBeWithin(0.8, 1.25)
    expect(location).toEqual(metered.location)
    const elsewhere = draws.requestElsewhere(metered).location
    expect(elsewhere).not.toEqual(metered.location)
    expect(Math.abs(elsewhere.lat - metered.location.lat)).toBeLessThan(0.1)
  }
})

test("a thread does as much of a drawn scan as one that solved nothing before", async () => {
  const draws = createDraws(4)
  const used = await createOptimiser()
  const solve = createScans(used)
  for (let i = 0; i < 4; i++) {
    const input = draws.request(house)
    const anew = await createOptimiser()
    const before = { all: workOf(used), done: used.work() }
    solve(input)
    createScans(anew)(input)
    expect(used.work() - before.done).toBe(anew.work())
    expect(workOf(used) - before.all).toBe(workOf(anew))
  }
})

test("a bench that solves one input twice fails, as does one whose years the thread knows", async () => {
  const solve = createScans(await createOptimiser())
  const input = withBatteryPrice(createDraws(5).request(house), 250)
  const { cuts } = solve(input).solved
  expect(() => solve(input)).toThrow("one input twice")
  expect(() => solve(withBatteryPrice(input, 250.01))).toThrow("draw its input")
  // Adjustments must find the years of their scan.
  solve({ ...input, analysisYears: 20 }, cuts)
  const once = createOnce()
  once(houseRequest())
  expect(() => once(houseRequest())).toThrow("one input twice")
})

test("benches time scans by the helper that solves each input once", () => {
  const others = readdirSync(BENCHES)
    .filter(file => !["scans.ts", ...NOT_TIMED].includes(file))
    .filter(file => /worker\/solve\.ts|\breportOf\b/.test(readFileSync(new URL(file, BENCHES), "utf8")))
  expect(others).toEqual([])
})

test("a table names each row that misses its bar, under the row that it belongs to, and single cases", () => {
  const rows = [
    { what: "flat", measured: "1 ms", bar: "" },
    { what: "  Clp solves in", measured: "90 ×", bar: "≥ 100 ×", holds: false },
    { what: "limits", measured: "2 ms", bar: "≤ 3 ms", holds: true },
    { what: "core", measured: "70 KB", bar: "< 64 KB", holds: false },
  ]
  const missed = ["flat: Clp solves in: 90 ×, bar ≥ 100 ×", "core: 70 KB, bar < 64 KB"]
  expect(lostCases({ rows, lost: ["flat 3: Clp takes only 80 ×"] })).toEqual([...missed, "flat 3: Clp takes only 80 ×"])
  expect(lostCases({ rows: [rows[2]!] })).toEqual([])
})
