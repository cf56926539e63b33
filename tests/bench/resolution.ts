/**
 * `HOMES_DIR=FOLDER SOLAR_DIR=FOLDER npm run bench -- resolution`: peaks, bills and batteries of measured homes in
 * quarter-hours and in hours, and production within the hour (docs/resolution.md).
 */

import type { ScanCase } from "../../domain/case/case.ts"
import type { JobInputs } from "../../domain/case/jobInputs.ts"
import { prepareCase } from "../../domain/case/prepare.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { modelledQuarters } from "../../domain/site/consumption/withinHour.ts"
import { hourlyKwh, QUARTERS_PER_HOUR, spreadOver, stepMonths, stepsPerHour } from "../../domain/site/steps.ts"
import { solvePrepared } from "../../search/solve.ts"
import { createOptimiser, type Optimiser } from "../../wasm/index.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"
import { readHomes } from "./homes.ts"
import { cloudRows, rampRows } from "./solarQuarters.ts"
import { type Row, report } from "./table.ts"

const YEAR = 2025
const ANTWERP = { lat: 51.22, lon: 4.4 }
/** Capacity charge of Fluvius Antwerpen, 2026 with VAT of 6 % (fixtures/countries/BE.json). */
const CHARGE = { eurPerKwYear: 52.3679, meanOfMonths: true, floorKw: 2.5 }
const ENERGY = { buy: { taxed: false, energy: 0.3 }, sell: { energy: 0.03 } }
const DYNAMIC = { buy: { taxed: false, energy: "dayAhead", plusEurPerKwh: 0.2 }, sell: { energy: "dayAhead" } }
const BATTERY = { capacityKwh: 5, minCapacityKwh: 5, powerRatingKw: 2.5 }

/** Battery alone under the capacity charge, the same at market prices, and a free choice of both. */
const PLANTS: Record<string, object> = {
  "5 kWh, capacity charge": { electricBattery: BATTERY, tariff: { ...ENERGY, grid: { demand: [CHARGE] } } },
  "5 kWh, market and capacity charge": { electricBattery: BATTERY, tariff: { ...DYNAMIC, grid: { demand: [CHARGE] } } },
  "panels and battery, capacity charge": {
    newPv: [{ maxPanelCount: 12, panelPowerWatts: 430 }],
    electricBattery: { capacityKwh: 10, powerRatingKw: 5 },
    tariff: { ...ENERGY, grid: { demand: [CHARGE] } },
  },
}

/** Error of the modelled peaks of a half of the homes. */
const MOST_OFF = 0.1

type Home = ReturnType<typeof readHomes>[number]

/** Mean of the highest powers of the months [kW]. */
const meanPeakKw = (kwh: Float64Array): number => {
  const peaks = new Float64Array(12)
  const months = stepMonths(kwh)
  kwh.forEach((each, step) => {
    peaks[months[step]! - 1] = Math.max(peaks[months[step]! - 1]!, each * stepsPerHour(kwh))
  })
  return peaks.reduce((sum, kw) => sum + kw, 0) / peaks.length
}

const profileOf = ({ name, loadKwh, quartersKwh }: Home, isInQuarters: boolean): JobInputs["profile"] => {
  const curves = (kwh: Float64Array) => ({
    result: Float32Array.from(kwh),
    export: new Float32Array(kwh.length),
    production: new Float32Array(kwh.length),
  })
  return {
    curves: curves(loadKwh),
    ...(isInQuarters ? { quarters: curves(quartersKwh) } : {}),
    ...{ year: YEAR, lacksSolar: false },
    report: {
      ...{ id: name, name, baseProfileType: "upload", baseProfileName: name, year: YEAR, layers: [] },
      ...{ totalKwh: 0, peakKw: 0, layerCount: 0, hasSolarLayer: false },
    },
  }
}

const solved = (
  optimiser: Optimiser,
  home: Home,
  isInQuarters: boolean,
  plant: object,
  changed: (scan: ScanCase) => ScanCase = scan => scan,
) => {
  const tariff = { type: "custom", ...(plant as { tariff: object }).tariff }
  const asked = { location: ANTWERP, inputMethod: "studio", customProfileId: "home", ...plant, tariff }
  const request = parseEarlierRequest(asked, standardProfileKeys)
  const scan = changed(prepareCase(request, { profile: profileOf(home, isInQuarters) }))
  const { report } = solvePrepared(scan, { cuts: undefined }, { optimiser, sizingTolerance: 1e-4 }, () => true)
  const { financial, overview, solar, battery } = report
  return {
    selfSufficiency: overview.kpi.selfSufficiency,
    savingsEur: financial.yearOne.savingsVsBaseline,
    npvEur: financial.netPresentValue,
    panels: solar.newSystems.reduce((sum, { panelCount }) => sum + panelCount, 0),
    batteryKwh: battery.specs.capacityKwh,
  }
}

/** Correlation of each quarter with the next one. */
const lagOf = (kwh: Float64Array): number => {
  const mean = kwh.reduce((sum, each) => sum + each, 0) / kwh.length
  const product = (lag: number) =>
    kwh.subarray(1).reduce((sum, each, at) => sum + (each - mean) * (kwh[at + 1 - lag]! - mean), 0)
  return product(1) / product(0)
}

/** Lag correlation of a half of the homes: measured, in hours and modelled. */
const lagRows = (homes: readonly Home[]): Row[] =>
  ["fitted homes", "other homes"].map((what, half) => {
    const ofHalf = homes.filter((_, at) => at % 2 === half)
    const mean = (of: (home: Home) => Float64Array) =>
      (ofHalf.reduce((sum, home) => sum + lagOf(of(home)), 0) / ofHalf.length).toFixed(2)
    const [quarters, modelled] = [mean(home => home.quartersKwh), mean(home => modelledQuarters(home.loadKwh))]
    const hours = mean(home => spreadOver(home.loadKwh, QUARTERS_PER_HOUR))
    return { what, measured: `measured ${quarters}, in hours ${hours}, modelled ${modelled}`, bar: "" }
  })

const peaksOf = ({ loadKwh, quartersKwh }: Home) => ({
  quarters: meanPeakKw(quartersKwh),
  hours: meanPeakKw(loadKwh),
  modelled: meanPeakKw(modelledQuarters(loadKwh)),
})

const peakRow = (home: Home): Row => {
  const { quarters, hours, modelled } = peaksOf(home)
  const off = percent(modelled, quarters)
  const measured = `${quarters.toFixed(2)} and ${hours.toFixed(2)} kW; modelled ${modelled.toFixed(2)} kW (${off})`
  return { what: home.name, measured, bar: "" }
}

const percent = (of: number, measured: number): string => `${(100 * (of / measured - 1)).toFixed(1)} %`

/** Mean peaks of the homes that the blocks were fitted to, every second one, and of the others. */
const halfRows = (homes: readonly Home[]): Row[] =>
  ["fitted homes", "other homes"].map((what, half) => {
    const peaks = homes.filter((_, at) => at % 2 === half).map(peaksOf)
    const sum = (name: keyof ReturnType<typeof peaksOf>) => peaks.reduce((kw, one) => kw + one[name], 0)
    const [quarters, hours, modelled] = [sum("quarters"), sum("hours"), sum("modelled")]
    const measured = `in hours ${percent(hours, quarters)}, modelled ${percent(modelled, quarters)}`
    return { what, measured, bar: "within 10 %", holds: Math.abs(modelled / quarters - 1) <= MOST_OFF }
  })

const plantRow = (optimiser: Optimiser, home: Home, plant: object): Row => {
  const [quarters, hours] = [true, false].map(isInQuarters => solved(optimiser, home, isInQuarters, plant)) as [
    ReturnType<typeof solved>,
    ReturnType<typeof solved>,
  ]
  const size = ({ panels, batteryKwh }: typeof hours) => `${panels} panels, ${batteryKwh.toFixed(1)} kWh`
  const savings = `${quarters.savingsEur.toFixed(0)} and ${hours.savingsEur.toFixed(0)} EUR`
  const worth = `${size(quarters)}, NPV ${quarters.npvEur.toFixed(0)}; ${size(hours)}, NPV ${hours.npvEur.toFixed(0)}`
  return { what: home.name, measured: `${savings}; ${worth}`, bar: "" }
}

const PANELS = { newPv: [{ minPanelCount: 10, maxPanelCount: 10, panelPowerWatts: 430 }] }

/** A case in quarters whose panels are even within the hour. */
const withEvenPanels = (scan: ScanCase): ScanCase => ({
  ...scan,
  roofs: scan.roofs.map(({ productionKwhPerPanel, ...roof }) => ({
    ...roof,
    productionKwhPerPanel: spreadOver(hourlyKwh(productionKwhPerPanel), QUARTERS_PER_HOUR),
  })),
})

const panelRow = (optimiser: Optimiser, home: Home): Row => {
  const [even, modelled] = [withEvenPanels, undefined].map(changed => {
    const of = (plant: object) => solved(optimiser, home, true, { ...PANELS, ...plant, tariff: ENERGY }, changed)
    const [panels, both] = [of({ electricBattery: undefined }), of({ electricBattery: BATTERY })]
    const own = `${(100 * panels.selfSufficiency).toFixed(1)} %`
    return `${own}, ${panels.savingsEur.toFixed(0)} and ${(both.savingsEur - panels.savingsEur).toFixed(0)} EUR`
  })
  return { what: home.name, measured: `even ${even}; modelled ${modelled}`, bar: "" }
}

export const bench = async (): Promise<void> => {
  const optimiser = await createOptimiser()
  const homes = readHomes(process.env.HOMES_DIR, YEAR)
  report("resolution", [
    {
      title: "Mean of the monthly peaks in quarter-hours and in hours",
      rows: [...homes.map(peakRow), ...halfRows(homes)],
      data: {},
    },
    { title: "Lag correlation of the use of quarters", rows: lagRows(homes), data: {} },
    {
      title: "Ramps of quarters: measured; even; without and with clouds",
      rows: rampRows(process.env.SOLAR_DIR),
      data: {},
    },
    { title: "Deviation by clouds, by the bend of the clearness", rows: cloudRows(process.env.SOLAR_DIR), data: {} },
    {
      title: "Self-sufficiency, savings of 10 panels and of 5 kWh with them: production even and modelled",
      rows: homes.map(home => panelRow(optimiser, home)),
      data: {},
    },
    ...Object.entries(PLANTS).map(([title, plant]) => ({
      title: `Savings of the first year in quarter-hours and in hours: ${title}`,
      rows: homes.map(home => plantRow(optimiser, home, plant)),
      data: {},
    })),
  ])
}
