/** A meter file and the panels behind its meter: the baseline has the purchase and feed-in of the file. */
import { beforeAll, expect, test } from "bun:test"
import type { ScanCase } from "../../domain/case/case.ts"
import { type JobInputs, packJobInputs, type ScanProfile, unpackJobInputs } from "../../domain/case/jobInputs.ts"
import { liveCaseOf, packLiveCase, unpackLiveCase } from "../../domain/case/live/liveCase.ts"
import { prepareCase } from "../../domain/case/prepare.ts"
import type { HourlySeries } from "../../domain/report/series/hourly.ts"
import { packSeries, unpackSeries } from "../../domain/report/series/pack.ts"
import { parseScanRequest } from "../../domain/request/input.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { countryAt } from "../../domain/site/geo/site.ts"
import { readMeterFile } from "../../domain/site/meters/readMeterFile.ts"
import { newAsset } from "../../domain/site/profiles/assets.ts"
import { meterBase } from "../../domain/site/profiles/base.ts"
import { totalOf } from "../../domain/site/profiles/hours.ts"
import { newLayer } from "../../domain/site/profiles/layers.ts"
import { mergedBase } from "../../domain/site/profiles/merge.ts"
import type { Part } from "../../domain/site/profiles/parts.ts"
import { meterSource } from "../../domain/site/profiles/sources.ts"
import { curvesOf, EMPTY_STATE, type ProfileState, packCurves, unpackCurves } from "../../domain/site/profiles/state.ts"
import { savedCurves, savedStudio } from "../../domain/site/profiles/studioState.ts"
import { productionKwhPerKwp } from "../../domain/site/solar/production.ts"
import { readReport } from "../../domain/texts/report.ts"
import { solvePrepared } from "../../search/solve.ts"
import { createOptimiser, type Optimiser } from "../../wasm/index.ts"
import { brokenIdentities } from "../fuzz/identities.ts"
import { sample, textFile } from "../support/meterFiles.ts"

const UTRECHT = { lat: 52.09, lon: 5.12 }
const DAY_AHEAD = { type: "dynamic", priceYear: 2025 }
const FLAT = { type: "flat", flatEurPerKwh: 0.25, feedInEurPerKwh: 0.05 }
const BATTERY = { powerRatingKw: 5, capacityKwh: 10, costPerKwh: 250 }

let optimiser: Optimiser
beforeAll(async () => {
  optimiser = await createOptimiser()
})

/** Two weeks of each season with clouds within the hour, and a battery that feeds in at night, in quarter-hours. */
const cloudyFile = (): Uint8Array => {
  const rows = Array.from({ length: 365 * 96 }, (_, quarter) => {
    const time = new Date(Date.UTC(2025, 0, 1) + quarter * 900_000).toISOString().slice(0, 19)
    const hour = (quarter / 4) % 24
    const sun = Math.max(0, Math.sin(((hour - 6) / 12) * Math.PI)) * (quarter % 4 < 2 ? 0.9 : 0.1)
    const net = 0.12 - sun - (hour >= 21 && hour < 22 ? 0.3 : 0)
    return `${time}Z,${Math.max(0, net).toFixed(3)},${Math.max(0, -net).toFixed(3)}`
  })
  return textFile(["time,import kWh,export kWh", ...rows].join("\n"))
}

interface MeterFile {
  name: string
  bytes: () => Uint8Array
  panels: number
}
const FILES: MeterFile[] = [
  { name: "zonneplan-2024.xlsx", bytes: () => sample("zonneplan-2024.xlsx"), panels: 8 },
  { name: "dsmrReader-2024.csv", bytes: () => sample("dsmrReader-2024.csv.gz"), panels: 12 },
  { name: "engie-2025.csv", bytes: () => sample("engie-2025.csv.gz"), panels: 14 },
  // Obfuscated by its contributor: feed-in and purchase in all hours of the night.
  { name: "homewizard-2022-09.csv", bytes: () => sample("homewizard-2022-09.csv.gz"), panels: 20 },
  { name: "clouds and a battery", bytes: cloudyFile, panels: 9 },
]
const [ZONNEPLAN] = FILES as [MeterFile]

const provider = (surface: Parameters<typeof productionKwhPerKwp>[0]) => productionKwhPerKwp(surface)
const context = { year: 2025, ...UTRECHT, provider }
const meterOf = ({ bytes, name }: MeterFile) => readMeterFile(bytes(), name, { zone: "Europe/Amsterdam" })
const solarConfig = (panelCount: number) => ({ panelCount, panelPowerWatts: 430, tilt: 35, azimuth: 180 })

const studioOf = async (file: MeterFile): Promise<ProfileState> => {
  const base = meterBase(meterOf(file), file.name, context)
  const layer = await newLayer("l", { presetId: "solar", solarConfig: solarConfig(file.panels) }, context)
  return { ...EMPTY_STATE, base, layers: [layer] }
}
const hubOf = async (file: MeterFile): Promise<ProfileState> => {
  const source = meterSource("s", meterOf(file), file.name, context)
  const pv = { assetType: "pv", config: solarConfig(file.panels), behindSource: "s" } as const
  return { ...EMPTY_STATE, sources: [source], assets: [await newAsset("a", pv, context)] }
}

const profileOf = (state: ProfileState): ScanProfile => {
  const { curves, lacksSolar } = curvesOf(state)
  const { baseline: _, ...stored } = unpackCurves(packCurves(curves))
  const report = { name: "House", baseProfileType: state.base ? "upload" : null } as ScanProfile["report"]
  return unpackJobInputs(packJobInputs({ profile: { curves: stored, year: 2025, lacksSolar, report } })).profile!
}
const caseOf = (profile: ScanProfile, changed: object = {}, assumptions: JobInputs["assumptions"] = {}) => {
  const body = {
    location: UTRECHT,
    inputMethod: "studio",
    customProfileId: "0192d7a0-0000-7000-8000-000000000001",
    tariff: FLAT,
    ...changed,
  }
  return prepareCase(parseScanRequest(body, standardProfileKeys, countryAt), { profile, assumptions })
}
const solve = (prepared: ScanCase) =>
  solvePrepared(prepared, { isPlantAlone: true }, { optimiser, sizingTolerance: 1e-4 }, () => true)

const hoursOf = (part: Part<unknown>) => ({ boughtKwh: part.hours.kwh, fedInKwh: part.hours.exported! })
const largestDifference = (one: ArrayLike<number>, other: ArrayLike<number>) => {
  let most = 0
  for (let hour = 0; hour < 8760; hour++) most = Math.max(most, Math.abs(one[hour]! - other[hour]!))
  return most
}
const sum = (...series: ArrayLike<number>[]) =>
  Float64Array.from({ length: 8760 }, (_, hour) => series.reduce((kwh, one) => kwh + one[hour]!, 0))

/** Energy balance of each hour of a report. */
const unbalanced = (hours: HourlySeries) => {
  const used = sum(hours.solarUsedOnsite, hours.gridUsedOnsite, hours.batteryUsedOnsite)
  const produced = sum(hours.solarUsedOnsite, hours.solarStored, hours.solarExported, hours.solarWasted)
  return Math.max(largestDifference(used, hours.consumption), largestDifference(produced, hours.solarProduction))
}

for (const file of FILES) {
  test(`the baseline buys and feeds in what the meter counted: ${file.name}`, async () => {
    for (const state of [await studioOf(file), await hubOf(file)]) {
      const { boughtKwh, fedInKwh } = hoursOf((state.base ?? state.sources[0])!)
      const { report, series } = solve(caseOf(profileOf(state), { electricBattery: BATTERY }))
      const { hours } = series
      expect(largestDifference(hours.baselineImport, boughtKwh)).toBeLessThan(1e-6)
      expect(largestDifference(hours.baselineExport, fedInKwh)).toBeLessThan(1e-6)
      const { electricityGrid, solar, overview } = report
      expect(Math.abs(electricityGrid.annualEnergySuppliedKwhBau - totalOf(boughtKwh))).toBeLessThan(1)
      // Load = purchase + production − feed-in.
      const { yearlyUsageKwh } = overview.energyFlow
      const fedIn = electricityGrid.annualEnergySuppliedKwhBau + solar.profileOutputKwh - yearlyUsageKwh
      expect(Math.abs(fedIn - totalOf(fedInKwh))).toBeLessThan(1)
      expect(unbalanced(hours)).toBeLessThan(1e-5)
      expect(hours.consumption.every(kwh => kwh >= 0)).toBe(true)
    }
  }, 60_000)
}

/** The profile of a meter without hours of both directions: the same net exchange in every hour. */
const netted = ({ curves: { overlap, modelled: _, ...curves }, ...rest }: ScanProfile): ScanProfile => {
  const less = (hours: Float32Array) => hours.map((kwh, hour) => kwh - overlap![hour]!)
  const { result, export: exported, production } = curves
  return { ...rest, curves: { result: less(result), export: less(exported), production: less(production) } }
}

const TARIFFS: [name: string, terms: object][] = [
  ["flat", FLAT],
  ["flat with netting that ends", { ...FLAT, netting: true, nettingUntil: 2029 }],
  ["dynamic", DAY_AHEAD],
]

test.each(TARIFFS)(
  "the overlap is billed alike with the plant and without, and moves nothing: %s",
  async (_, tariff) => {
    const profile = profileOf(await studioOf(ZONNEPLAN))
    const newPv = [{ maxPanelCount: 6, panelPowerWatts: 430 }]
    const changed = { tariff, electricBattery: BATTERY, newPv }
    const growth = { taxGrowth: 0.01, gridFeeGrowth: 0.04 }
    const prepared = caseOf(profile, changed, growth)
    const [apart, net] = [solve(prepared), solve(caseOf(netted(profile), changed, growth))]
    expect(
      brokenIdentities(prepared.request, readReport(apart.report, "en"), unpackSeries(packSeries(apart.series))),
    ).toEqual([])
    const figuresOf = ({ report: { overview, financial, battery, optimisation } }: typeof apart) => [
      overview.kpi.yearlySavings,
      financial.netPresentValue,
      battery.specs.capacityKwh,
      overview.lifecycleCostBreakdown.totalCost - optimisation.lowerBoundTotalCost,
    ]
    figuresOf(apart).forEach((figure, i) => {
      expect(figure).toBeCloseTo(figuresOf(net)[i]!, 4)
    })
    const { hours } = apart.series
    const priced = (kwh: ArrayLike<number>, eurPerKwh: ArrayLike<number>) =>
      sum(kwh).reduce((eur, one, hour) => eur + one * eurPerKwh[hour]!, 0)
    const [terms] = prepared.tariffs
    const overlap = profile.curves.overlap!
    const expectedEur =
      priced(overlap, terms.buyEurPerKwh) -
      priced(overlap, terms.sellEurPerKwh) -
      totalOf(overlap) * terms.nettingEurPerKwh
    const yearEur = ({ report }: typeof apart) => report.financial.costComparison.firstYearBaseline
    expect(yearEur(apart) - yearEur(net)).toBeCloseTo(expectedEur, 3)
    for (const name of ["batteryLevel", "solarStored", "gridStored", "batteryExported", "solarWasted"] as const)
      expect(largestDifference(hours[name], net.series.hours[name])).toBeLessThan(1e-6)
  },
  60_000,
)

test("monthly peaks count what the meter bought in the hour", async () => {
  const state = await studioOf(FILES[4]!)
  const demandEurPerKwMonth = 4
  const { report, series } = solve(caseOf(profileOf(state), { tariff: { ...FLAT, demandEurPerKwMonth } }))
  const { boughtKwh } = hoursOf(state.base!)
  expect(report.electricityGrid.peakGridDemandKwBau).toBeCloseTo(Math.max(...boughtKwh), 6)
  const months = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  let start = 0
  const peaks = months.map(days => {
    const hours = boughtKwh.subarray(start, start + 24 * days)
    start += 24 * days
    return Math.max(...hours)
  })
  peaks.forEach((kw, month) => {
    expect(series.figures.monthlyDemandCosts[month]).toBeCloseTo(kw * demandEurPerKwMonth, 4)
  })
})

test("a limit of the connection and a share of own energy include the overlap", async () => {
  const profile = profileOf(await studioOf(ZONNEPLAN))
  const newPv = [{ maxPanelCount: 30, panelPowerWatts: 430 }]
  const limited = solve(
    caseOf(profile, {
      tariff: { ...FLAT, contractedPowerKw: 11.2 },
      goal: "maximize-connection",
      electricBattery: BATTERY,
    }),
  )
  expect(limited.report.electricityGrid.peakGridDemandKw).toBeLessThan(11.2 + 1e-6)
  const large = { ...BATTERY, capacityKwh: 40, powerRatingKw: 10 }
  const goal = { goal: "renewable-minimum", renewableElectricityMinFraction: 0.68 }
  const { selfSufficiency } = solve(caseOf(profile, { ...goal, newPv, electricBattery: large })).report.overview.kpi
  expect(selfSufficiency).toBeWithin(0.6789, 0.69)
})

test("a live case has the overlap too", async () => {
  const profile = profileOf(await studioOf(ZONNEPLAN))
  const { request: root, overlapKwh, loadKwh, existingProductionKwh } = caseOf(profile)
  const solver = { sizingTolerance: 1e-4, budgetMs: 1000 }
  const live = packLiveCase(liveCaseOf({ id: "s", input: root, root, steps: [], solver }, { profile }))
  const { inputs, root: sent } = unpackLiveCase(live.buffer)
  const again = prepareCase(sent, inputs)
  expect(totalOf(again.overlapKwh!)).toBeCloseTo(244.512, 2)
  expect([again.overlapKwh, again.loadKwh]).toEqual([overlapKwh!, loadKwh])
  expect(again.existingProductionKwh).toEqual(existingProductionKwh)
})

test("a profile stored before counts hours of both directions net, as it did", async () => {
  const { base, ...state } = await studioOf(ZONNEPLAN)
  const { keepsOverlap: _, ...definition } = base!.definition
  const profile = profileOf({ ...state, base: { ...base!, definition } })
  const { curves } = profile
  expect([curves.overlap, curves.modelled]).toEqual([undefined, undefined])
  const { report } = solve(caseOf(profile))
  // The figure of the previous version.
  expect(report.electricityGrid.annualEnergySuppliedKwhBau).toBeCloseTo(4647.664, 2)
  expect(report.notes).toEqual(expect.not.arrayContaining([expect.objectContaining({ code: "meter-overlap" })]))
})

test("notes say what the meter counted both ways, and that the panels produce more than their model", async () => {
  const few = profileOf(await studioOf({ ...ZONNEPLAN, panels: 4 }))
  const params = (code: string) => {
    const found = caseOf(few).notes.find(one => typeof one === "object" && one.code === code)
    return typeof found === "object" ? found.params : undefined
  }
  expect(params("meter-overlap")).toEqual({ kwh: expect.closeTo(244.512, 2), hours: 3051 })
  const { curves } = few
  expect(totalOf(curves.production)).toBeGreaterThan(totalOf(curves.export))
  expect(params("production-raised-to-meter")).toMatchObject({
    modelledKwh: expect.closeTo(totalOf(curves.modelled!), 3),
    producedKwh: expect.closeTo(totalOf(curves.production), 3),
  })
  const enough = caseOf(profileOf(await studioOf(ZONNEPLAN))).notes
  expect(enough).toContainEqual(expect.objectContaining({ params: expect.objectContaining({ modelledKwh: null }) }))
})

test("merged profiles keep the overlap of their meters, and count each other's exchange net as before", async () => {
  const [one, other] = [await studioOf(ZONNEPLAN), await studioOf(FILES[1]!)].map(state => curvesOf(state).curves)
  const panels = { surfaces: [], meter: "file" }
  const members = [one!, other!].map((curves, i) => ({ name: `House ${i}`, curves, lacksSolar: false, panels }))
  const { curves } = curvesOf({ ...EMPTY_STATE, base: mergedBase(members) })
  expect(largestDifference(curves.overlap!, sum(one!.overlap!, other!.overlap!))).toBeLessThan(1e-6)
  expect(largestDifference(curves.result, sum(one!.result, other!.result))).toBeLessThan(1e-5)
  const { hours } = solve(caseOf(profileOf({ ...EMPTY_STATE, base: mergedBase(members) }))).series
  const net = sum(
    curves.result,
    curves.export.map(kwh => -kwh),
  )
  const bought = net.map((kwh, hour) => Math.max(0, kwh) + curves.overlap![hour]!)
  expect(largestDifference(hours.baselineImport, bought)).toBeLessThan(1e-5)
})

test("a studio that saves its own state keeps the meter's hours, and its panels count once", async () => {
  const state = await studioOf(ZONNEPLAN)
  const { curves } = curvesOf(state)
  const { kwh, exported } = state.base!.hours
  const saved = {
    baseProfile: { type: "upload" as const, name: "Meter", data: [...kwh], exportData: [...exported!] },
    layers: [{ type: "solar", config: { solarConfig: solarConfig(ZONNEPLAN.panels) } }],
    ...{ result: [...curves.result], exportResult: [...curves.export], productionResult: [...curves.production] },
  }
  const { state: made, studioCurves: given } = await savedStudio(saved, context, () => "l")
  expect(made.base!.definition.hasUnexplainedExport).toBe(true)
  const again = curvesOf(made)
  const kept = savedCurves(again.curves, given)
  for (const hours of [again.curves, kept])
    for (const name of ["result", "export", "production", "overlap"] as const)
      expect(largestDifference(hours[name]!, curves[name]!)).toBeLessThan(1e-6)
})
