import { expect, test } from "bun:test"
import { readdirSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { Value } from "@sinclair/typebox/value"
import { fixtureFor, fixtureResult, sandboxFixtures } from "../../domain/report/sandbox/fixtures.ts"
import { bestMatch, score, type Traits } from "../../domain/report/sandbox/traits.ts"
import { ReportBody } from "../../domain/report/schema.ts"
import { unpackSeries } from "../../domain/report/series/pack.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { readReport } from "../../domain/texts/report.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"

const FOLDER = fileURLToPath(new URL("../../fixtures/sandbox", import.meta.url))

/** The fixtures of document 1 ("Sandbox behaviour"), in its order. */
const VARIANTS = [
  ["basic", 0, 0, 0],
  ["existing-pv", 1, 0, 0],
  ["existing-pv-export", 1, 0, 0],
  ["new-pv", 0, 1, 0],
  ["existing-and-new-pv", 1, 1, 0],
  ["battery-only", 0, 0, 1],
  ["existing-pv-battery", 1, 0, 1],
  ["new-pv-battery", 0, 1, 1],
  ["new-pv-fixed-battery", 0, 1, 1],
  ["existing-and-new-pv-battery", 1, 1, 1],
  ["existing-and-new-pv-battery-export", 1, 1, 1],
] as const
const GOALS = ["cost-savings", "self-sufficiency"]

const request = ({ hasExistingPv, hasNewPv, hasBattery, goal }: Traits) =>
  parseEarlierRequest(
    {
      location: { lat: 52, lon: 5 },
      inputMethod: "known",
      yearlyKwh: 3000,
      ...(hasExistingPv ? { existingPv: [{ panelCount: 5, panelPowerWatts: 300 }] } : {}),
      ...(hasNewPv ? { newPv: [{ maxPanelCount: 5, panelPowerWatts: 300 }] } : {}),
      ...(hasBattery ? { electricBattery: { capacityKwh: 5, powerRatingKw: 2 } } : {}),
      goal,
      ...(goal === "maximize-connection" ? { tariff: { type: "dynamic", contractedPowerKw: 17 } } : {}),
    },
    standardProfileKeys,
  )

// @covers scans: sandbox: 20 fixtures
test("there are the 20 fixtures of document 1, in its order, each of the traits that its name says", () => {
  const expected = VARIANTS.flatMap(([name, existing, added, battery]) =>
    GOALS.filter(goal => !name.endsWith("export") || goal === "cost-savings").map(goal => ({
      name: `${name}-${goal}`,
      traits: { hasExistingPv: !!existing, hasNewPv: !!added, hasBattery: !!battery, goal },
    })),
  )
  expect(expected).toHaveLength(20)
  expect(sandboxFixtures.map(({ name, traits }) => ({ name, traits }))).toEqual(expected)
  const files = readdirSync(FOLDER).filter(name => /\.(json\.gz|series)$/.test(name))
  expect(files.sort()).toEqual(expected.flatMap(({ name }) => [`${name}.json.gz`, `${name}.series`]).sort())
})

test("export and a fixed battery are in the fixtures of that name, and only there", () => {
  for (const { name, input } of sandboxFixtures) {
    expect(input.yearlyExportKwh !== undefined).toBe(name.includes("-export-"))
    const battery = input.electricBattery
    const isFixed = battery !== undefined && battery.minCapacityKwh === battery.capacityKwh
    expect(isFixed).toBe(name.includes("fixed-battery"))
  }
})

// @covers scans: sandbox: score
test("a matching trait counts 1, a mismatch -1", () => {
  const traits = { hasExistingPv: true, hasNewPv: true, hasBattery: true, goal: "cost-savings" }
  expect(score(traits, traits)).toBe(4)
  expect(score(traits, { ...traits, hasBattery: false })).toBe(2)
  expect(score(traits, { ...traits, goal: "self-sufficiency", hasNewPv: false })).toBe(0)
  expect(score(traits, { hasExistingPv: false, hasNewPv: false, hasBattery: false, goal: "energyhub" })).toBe(-4)
})

for (const hasExistingPv of [false, true])
  for (const hasNewPv of [false, true])
    for (const hasBattery of [false, true])
      for (const goal of GOALS) {
        const traits = { hasExistingPv, hasNewPv, hasBattery, goal }
        const named = Object.entries({ hasExistingPv, hasNewPv, hasBattery }).flatMap(([name, has]) =>
          has ? name : [],
        )
        test(`${named.join(", ") || "nothing"} for ${goal}: the first fixture of exactly these traits`, () => {
          const first = VARIANTS.find(
            ([, existing, added, battery]) =>
              !!existing === hasExistingPv && !!added === hasNewPv && !!battery === hasBattery,
          )
          expect(fixtureFor(request(traits)).name).toBe(`${first?.[0]}-${goal}`)
        })
      }

test("another goal matches no fixture's, and leaves the choice to the other traits and the order", () => {
  const input = request({ hasExistingPv: false, hasNewPv: true, hasBattery: true, goal: "maximize-connection" })
  expect(fixtureFor(input).name).toBe("new-pv-battery-cost-savings")
})

test("of equal scores the first wins", () => {
  const traits = { hasExistingPv: true, hasNewPv: false, hasBattery: false, goal: "cost-savings" }
  const other = { ...traits, hasExistingPv: false }
  const candidates = [
    { name: "worse", traits: other },
    { name: "first", traits },
    { name: "second", traits },
  ]
  expect(bestMatch(traits, candidates).name).toBe("first")
})

test.each(sandboxFixtures.map(({ name }) => name))("the report of %s is whole and agrees with its series", name => {
  const { report, summary, series } = fixtureResult(name)
  expect(
    [...Value.Errors(ReportBody, readReport(report, "en"))].map(({ path, message }) => `${path} ${message}`),
  ).toEqual([])
  const { hours } = unpackSeries(series)
  const sum = (values: Float32Array) => values.reduce((total, value) => total + value, 0)
  const relative = (a: number, b: number) => Math.abs(a - b) / Math.max(1, Math.abs(b))
  expect(relative(sum(hours.consumption), report.overview.kpi.yearlyUsageKwh)).toBeLessThan(1e-5)
  expect(relative(sum(hours.solarProduction), report.solar.totalYearlyOutputKwh)).toBeLessThan(1e-5)
  expect(summary.selfSufficiency).toBe(report.overview.kpi.selfSufficiency)
  const { input } = sandboxFixtures.find(fixture => fixture.name === name)!
  expect(report.goal).toBe(input.goal)
  expect(report.solar.newSystems).toHaveLength(input.newPv.length)
  expect(report.battery.wasRequested).toBe(input.electricBattery !== undefined)
})

test("a report that was stored without origins of its assumptions meets the schema too", () => {
  const { report } = fixtureResult("new-pv-battery-cost-savings")
  const { assumptionOrigins, ...financial } = report.financial
  expect(assumptionOrigins).not.toBeUndefined()
  expect([...Value.Errors(ReportBody, readReport({ ...report, financial }, "en"))]).toEqual([])
})

test("a name that is no fixture's is refused", () => {
  expect(() => fixtureResult("../../package")).toThrow(RangeError)
})
