import { afterAll, beforeAll, expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { bundleLiveWorker } from "../../dashboard/buildLive.ts"
import type { Frame } from "../../dashboard/src/live/liveSolver.ts"
import type { FromWorker } from "../../dashboard/src/live/protocol.ts"
import { variantOf } from "../../dashboard/src/live/variant.ts"
import { rounded } from "../../domain/base/validation/units.ts"
import { type JobInputs, packJobInputs, type ScanProfile, unpackJobInputs } from "../../domain/case/jobInputs.ts"
import { liveCaseOf, packLiveCase } from "../../domain/case/live/liveCase.ts"
import { chartData } from "../../domain/report/chart/chart.ts"
import type { ScanFailed, ScanSolved } from "../../domain/report/messages.ts"
import { FullReport, type StoredReport } from "../../domain/report/schema.ts"
import { answeredHours } from "../../domain/report/series/answered.ts"
import { unpackSeries } from "../../domain/report/series/pack.ts"
import { type Adjustment, adjustInput } from "../../domain/request/adjust.ts"
import { ADJUSTABLE_STEPS } from "../../domain/request/adjustableSteps.ts"
import type { FilledRequest } from "../../domain/request/request.ts"
import { ChartData } from "../../domain/site/chart/schema.ts"
import { profileHours, standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { countryAt, siteOf } from "../../domain/site/geo/site.ts"
import { productionKwhPerKwp } from "../../domain/site/solar/production.ts"
import { readReport } from "../../domain/texts/report.ts"
import { scanErrorText } from "../../domain/texts/scanErrors.ts"
import { createOptimiser } from "../../wasm/index.ts"
import { solveJob } from "../../worker/job.ts"
import { casesOf } from "../support/cases.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"
import { expectNear } from "../support/nearCharts.ts"

const ID = "019a4c1e-7c3a-7e21-9d5b-3f6f0a8d2b14"
const SOLVER = { sizingTolerance: 1e-4, budgetMs: 10_000 }
const HARNESS = fileURLToPath(new URL("../support/liveInNode.mjs", import.meta.url))
const BERLIN = { lat: 52.52, lon: 13.4 }
const EINDHOVEN = { lat: 51.44, lon: 5.48 }
const WARSAW = { lat: 52.23, lon: 21.01 }
const ROOFS = [
  { name: "south", maxPanelCount: 12, panelPowerWatts: 430 },
  { name: "east", maxPanelCount: 8, panelPowerWatts: 430, tiltAngle: 20, orientationAngle: 90, inverterKw: 3 },
]
const BATTERY = { capacityKwh: 12, powerRatingKw: 5 }
const KNOWN = { inputMethod: "known", yearlyKwh: 4200, newPv: ROOFS, electricBattery: BATTERY }

/** Sites, tariffs and goals of all kinds. */
const ROOTS: Record<string, object> = {
  "a flat price before taxes, with panels of today": {
    ...KNOWN,
    location: EINDHOVEN,
    yearlyExportKwh: 900,
    existingPv: [{ panelCount: 5, panelPowerWatts: 300 }],
    tariff: { type: "flat", flatEurPerKwh: 0.14, taxesIncluded: false },
  },
  "a dynamic tariff": { ...KNOWN, location: BERLIN, tariff: { type: "dynamic" } },
  "a large consumer in its second tax block, with netting": {
    ...KNOWN,
    yearlyKwh: 16_000,
    location: EINDHOVEN,
    tariff: { type: "dynamic", netting: true, priceYear: 2024 },
    includeSavingsSpread: false,
  },
  "a contract with windows and a demand charge": {
    ...KNOWN,
    location: WARSAW,
    tariff: {
      type: "custom",
      buy: { energy: [{ hours: [[7, 23]], eurPerKwh: 0.31 }, { eurPerKwh: 0.19 }], taxed: true },
      sell: { energy: "dayAhead", stopsAtNegativePrices: true },
      grid: { demand: [{ eurPerKwMonth: 4 }] },
    },
  },
  "modelled quarter-hours under a demand charge": {
    ...KNOWN,
    ...{ location: EINDHOVEN, resolution: "quarter", newPv: [ROOFS[0]], electricBattery: undefined },
    tariff: { type: "flat", flatEurPerKwh: 0.3, feedInEurPerKwh: 0.05, demandEurPerKwMonth: 4 },
  },
  "the goal of a share": {
    ...KNOWN,
    location: BERLIN,
    goal: "renewable-minimum",
    renewableElectricityMinFraction: 0.3,
    tariff: { type: "flat", flatEurPerKwh: 0.32 },
  },
}

/** Number of adjustments of each. */
const VARIANTS = casesOf(20, 3)

/** Adjustments of a scan by sliders, across their full range. */
const variantsOf = (input: FilledRequest): Adjustment[] =>
  Array.from({ length: VARIANTS }, (_, n) =>
    variantOf(
      ID,
      input,
      {
        panels: [(5 * n) % 13, (3 * n) % 9],
        modules: [],
        batteryKwh: ((7 * n) % 11) * 1.2,
        years: 10 + n,
        growth: -0.05 + 0.007 * n,
        ...(input.tariff.type === "flat" ? { priceEurPerKwh: 0.12 + 0.02 * n } : {}),
      },
      ADJUSTABLE_STEPS,
    ),
  )

let folder: string
let script: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "live-"))
  const built = await bundleLiveWorker(folder)
  script = join(folder, built.script)
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Answers of the bundled worker in Node.js. */
const inNode = async (packed: Uint8Array, variants: Adjustment[]): Promise<FromWorker[]> => {
  const [casePath, variantsPath] = [join(folder, "case"), join(folder, "variants.json")]
  await Bun.write(casePath, packed)
  await Bun.write(variantsPath, JSON.stringify(variants.map(variant => ({ variant, depth: "whole" }))))
  const child = Bun.spawn(["node", HARNESS, script, casePath, variantsPath], { stderr: "inherit" })
  const text = await new Response(child.stdout).text()
  expect(await child.exited).toBe(0)
  return text
    .trim()
    .split("\n")
    .map(line => JSON.parse(line) as FromWorker)
}

/**
 * A report without its solve time and number of dispatches, its bound in cents. Bun and Node.js differ in the last bit
 * of powers, which may move the end of a search by a dispatch.
 */
const timeless = <R extends Pick<StoredReport, "optimisation">>(report: R) => {
  const lowerBoundTotalCost = Math.round(100 * report.optimisation.lowerBoundTotalCost) / 100
  return { ...report, optimisation: { ...report.optimisation, lowerBoundTotalCost, dispatches: 0, solveMs: 0 } }
}

const answerOf = (result: ScanSolved | ScanFailed, location: FilledRequest["location"]) => {
  if (result.kind === "failed") return { refused: scanErrorText(result.error, "en") }
  const series = unpackSeries(result.series)
  const chart = chartData(series, {
    interval: "year",
    startDate: { year: 2023, month: 1, day: 1 },
    clock: siteOf(location.lat, location.lon),
  })
  return {
    report: timeless(rounded(FullReport, readReport(result.report, "en") as FullReport)),
    chart: rounded(ChartData, chart),
    hours: answeredHours(series.hours),
  }
}

const job = (input: FilledRequest, jobInputs: JobInputs, cuts?: Uint8Array) => ({
  ...{ scanId: ID, runId: ID, attempt: 1, input },
  ...(cuts ? { cuts } : {}),
  material: packJobInputs({ assumptions: { discountRate: 0.03 }, ...jobInputs }),
})

/** Common part of a frame and the service's answer. The frame's gap must match its report's gap, without rounding. */
const shownOf = ({ gap, ...frame }: Frame) => {
  expect(gap).toBeCloseTo(frame.report.optimisation.gap, 5)
  return { ...frame, report: timeless(frame.report) }
}

/**
 * Solves adjustments in a browser's engine and by the service, and expects equal answers. Returns the number of
 * reports.
 */
const solvedAlike = async (
  request: object,
  variantsFrom: (input: FilledRequest) => Adjustment[],
  jobInputs: JobInputs = {},
): Promise<number> => {
  const root = parseEarlierRequest(request, standardProfileKeys)
  const solver = { optimiser: await createOptimiser(), ...SOLVER }
  const solved = solveJob(job(root, jobInputs), solver, () => true)
  if (solved.kind !== "solved") throw new Error(JSON.stringify(solved.error))
  const kept = { id: ID, input: root, root, steps: ADJUSTABLE_STEPS, cuts: solved.cuts, solver: SOLVER }
  const packed = packLiveCase(liveCaseOf(kept, unpackJobInputs(job(root, jobInputs).material)))
  const variants = variantsFrom(root)
  const answers = await inNode(packed, variants)
  expect(answers).toHaveLength(variants.length)
  variants.forEach((variant, n) => {
    const input = adjustInput(root, { ...variant }, ADJUSTABLE_STEPS, {
      knownLoadProfiles: standardProfileKeys,
      countryAt,
    })
    const expected = answerOf(
      solveJob(job(input, jobInputs, solved.cuts), solver, () => true),
      root.location,
    )
    const answer = answers[n]!
    const shown =
      answer.kind === "frame" ? shownOf(answer.frame) : { refused: "message" in answer ? answer.message : "" }
    const [live, stored] = [shown, expected].map(one => JSON.parse(JSON.stringify(one)))
    if (stored.chart) expectNear(stored.chart, live.chart, "chart")
    expect({ ...live, chart: undefined }).toEqual({ ...stored, chart: undefined })
  })
  return answers.filter(({ kind }) => kind === "frame").length
}

test.each(Object.keys(ROOTS).map(name => [name] as const))(
  "a browser's engine solves adjustments of %s to the figures of the service",
  async name => {
    const solved = await solvedAlike(ROOTS[name]!, variantsOf)
    expect(solved).toBeGreaterThan(VARIANTS / 2)
  },
)

/** A profile of a template with a modelled solar layer at Berlin. */
const profileInBerlin = (): ScanProfile => {
  const load = profileHours("standard", 2025).map(share => 4000 * share)
  const surface = { ...BERLIN, tiltDeg: 35, azimuthDeg: 180 }
  const production = productionKwhPerKwp(surface).hoursKwhPerKwp.map(kwh => 3 * kwh)
  const surplus = production.map((kwh, hour) => kwh - load[hour]!)
  const f32 = (hours: Float64Array) => Float32Array.from(hours, kwh => Math.max(0, kwh))
  return {
    curves: { result: f32(surplus.map(kwh => -kwh)), export: f32(surplus), production: f32(production) },
    year: 2025,
    lacksSolar: false,
    report: {
      ...{ id: ID, name: "Home", baseProfileType: "template", baseProfileName: "stel", year: 2025, layers: [] },
      ...{ totalKwh: 4000, peakKw: 2, layerCount: 1, hasSolarLayer: true },
    },
  }
}

test("a browser has the solar layer of a profile in the order of the prices", async () => {
  const request = {
    ...{ inputMethod: "studio", customProfileId: ID, location: BERLIN, newPv: [ROOFS[0]] },
    tariff: { type: "dynamic" },
  }
  const variants = (): Adjustment[] => [{ copiedFromId: ID, newPv: [{ ...ROOFS[0]!, maxPanelCount: 5 }] }]
  expect(await solvedAlike(request, variants, { profile: profileInBerlin() })).toBe(1)
})

/** The profile in quarters that differ within the hour, with purchase and feed-in in the same quarters. */
const profileInQuarters = (): ScanProfile => {
  const hourly = profileInBerlin()
  const quarters = (hours: Float32Array) =>
    Float32Array.from({ length: 4 * hours.length }, (_, at) => hours[at >> 2]! * [0.1, 0.2, 0.3, 0.4][at % 4]!)
  const overlap = Float32Array.from({ length: 4 * 8760 }, (_, at) => (at % 96 === 40 ? 0.02 : 0))
  const withOverlap = (hours: Float32Array) => quarters(hours).map((kwh, at) => kwh + overlap[at]!)
  const { result, export: exported, production } = hourly.curves
  const curves = { ...hourly.curves, overlap: new Float32Array(8760) }
  return {
    ...{ ...hourly, curves },
    quarters: {
      result: withOverlap(result),
      export: withOverlap(exported),
      production: withOverlap(production),
      overlap,
    },
  }
}

test("a browser solves in the quarters of its scan", async () => {
  const request = {
    ...{ inputMethod: "studio", customProfileId: ID, location: BERLIN, newPv: [ROOFS[0]] },
    tariff: {
      type: "custom",
      buy: { energy: 0.3, taxed: false },
      sell: { energy: 0.06 },
      grid: { demand: [{ eurPerKwMonth: 4 }] },
    },
  }
  const variants = (): Adjustment[] => [{ copiedFromId: ID, newPv: [{ ...ROOFS[0]!, maxPanelCount: 5 }] }]
  expect(await solvedAlike(request, variants, { profile: profileInQuarters() })).toBe(1)
})

const [SOUTH] = ROOFS
const ONE_ROOF = { inputMethod: "known", yearlyKwh: 4500, location: EINDHOVEN, newPv: [SOUTH] }

test.each([
  ["pays the market's price", { energy: "dayAhead" }],
  ["stops at negative prices of the market", { energy: 0.05, stopsAtNegativePrices: true }],
])("a browser has the prices of the market where feed-in %s only in later years", async (_, after) => {
  const buy = { energy: 0.28, taxed: false }
  const tariff = { type: "custom", buy, sell: { energy: 0.08, until: 2033, after } }
  const solved = await solvedAlike({ ...ONE_ROOF, tariff }, input => [
    variantOf(ID, input, { panels: [7], modules: [], batteryKwh: 0, years: 25, growth: 0 }, ADJUSTABLE_STEPS),
  ])
  expect(solved).toBe(1)
})
