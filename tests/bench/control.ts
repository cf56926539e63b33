/** `npm run bench -- control`: what controllers earn of a battery's ideal savings, with perfect and with real forecasts. */
import { type PlantKnowledge, plantKnowledge } from "../../domain/control/knowledge.ts"
import { parseScanRequest } from "../../domain/scan/input.ts"
import { prepareCase } from "../../domain/scan/prepare.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { createOptimiser, type Optimiser, type Plant, type Year } from "../../wasm/index.ts"
import { sizingOf } from "../../worker/sizing.ts"
import { type Row, report } from "./table.ts"

/** With load and sun known, plans must earn this part of what foresight earns. */
const PERFECT_LEAST = 0.98
/** Processor time of one year under plans [ms]. */
const YEAR_MOST_MS = 60
const TIMED_CALLS = 9

interface Site {
  name: string
  yearlyKwh: number
  loadProfile: string
  tariff: object
  panels: number
  batteryKwh: number
}

const DYNAMIC = { type: "dynamic", priceYear: 2025 }
const FLAT = { type: "flat", flatEurPerKwh: 0.28, feedInEurPerKwh: 0.06 }
/** Plants that are given, so that the figures are those of the controllers alone. */
const SITES: Site[] = [
  {
    name: "measured house, panels",
    yearlyKwh: 3500,
    loadProfile: "house-measured",
    tariff: DYNAMIC,
    panels: 10,
    batteryKwh: 10,
  },
  {
    name: "average house, panels",
    yearlyKwh: 3500,
    loadProfile: "standard",
    tariff: DYNAMIC,
    panels: 10,
    batteryKwh: 5,
  },
  {
    name: "measured house, no panels",
    yearlyKwh: 3500,
    loadProfile: "house-measured",
    tariff: DYNAMIC,
    panels: 0,
    batteryKwh: 10,
  },
  {
    name: "large measured house",
    yearlyKwh: 5000,
    loadProfile: "house-measured",
    tariff: DYNAMIC,
    panels: 18,
    batteryKwh: 20,
  },
  {
    name: "dairy farm",
    yearlyKwh: 85_000,
    loadProfile: "dairy-farm-l1",
    tariff: DYNAMIC,
    panels: 220,
    batteryKwh: 100,
  },
  {
    name: "measured house, flat tariff",
    yearlyKwh: 3500,
    loadProfile: "house-measured",
    tariff: FLAT,
    panels: 10,
    batteryKwh: 10,
  },
]

/** The site's year, with one roof, and its plant: a battery of two hours. */
const prepared = ({ yearlyKwh, loadProfile, tariff, panels, batteryKwh }: Site) => {
  const request = {
    location: { lat: 52.1, lon: 5.2 },
    inputMethod: "known",
    ...{ yearlyKwh, loadProfile, tariff },
    newPv: [{ maxPanelCount: Math.max(1, panels), panelPowerWatts: 430 }],
    electricBattery: { capacityKwh: batteryKwh, powerRatingKw: batteryKwh / 2 },
  }
  const scan = prepareCase(parseScanRequest(request, standardProfileKeys))
  const { year } = sizingOf(scan, 1e-3)
  const plant: Plant = { panels: [panels], capacityKwh: batteryKwh, powerKw: batteryKwh / 2 }
  return { year, plant, calendarYear: scan.calendarYear }
}

const knowledgeOf = (year: Year, plant: Plant, calendarYear: number): PlantKnowledge => {
  const production = year.roofs[0]!.productionKwhPerPanel.map(kwh => kwh * plant.panels[0]!)
  return plantKnowledge({ ...year, productionKwh: production, calendarYear })
}

/** The same with the load and the sun that will come. */
const foreseen = (knowledge: PlantKnowledge, year: Year, plant: Plant): PlantKnowledge => {
  const ones = new Float64Array(year.loadKwh.length).fill(1)
  return {
    ...knowledge,
    nearLoadKwh: year.loadKwh,
    farLoadKwh: year.loadKwh,
    clearProductionKwh: year.roofs[0]!.productionKwhPerPanel.map(kwh => kwh * plant.panels[0]!),
    usualClearness: ones,
    clearness: ones,
  }
}

const cpuMs = (call: () => void): number => {
  const before = process.cpuUsage()
  for (let turn = 0; turn < TIMED_CALLS; turn++) call()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / TIMED_CALLS
}

const measured = (optimiser: Optimiser, site: Site) => {
  const { year, plant, calendarYear } = prepared(site)
  const without = optimiser.dispatch(year, { ...plant, capacityKwh: 0, powerKw: 0 }).costEur
  const idealEur = without - optimiser.dispatch(year, plant).costEur
  const knowledge = knowledgeOf(year, plant, calendarYear)
  const part = (costEur: number) => (without - costEur) / idealEur
  const planned = (known: PlantKnowledge) =>
    optimiser.control(year, plant, { kind: "forecast", knowledge: known }).costEur
  return {
    name: site.name,
    idealEur,
    forecast: part(planned(knowledge)),
    perfect: part(planned(foreseen(knowledge, year, plant))),
    selfConsumption: part(optimiser.control(year, plant, { kind: "selfConsumption" }).costEur),
    yearMs: cpuMs(() => planned(knowledgeOf(year, plant, calendarYear))),
  }
}

const percent = (part: number): string => `${(100 * part).toFixed(1)} %`

export async function bench(): Promise<void> {
  const optimiser = await createOptimiser()
  const sites = SITES.map(site => measured(optimiser, site))
  const rows = sites.flatMap(({ name, idealEur, forecast, perfect, selfConsumption, yearMs }): Row[] => [
    { what: `${name}: ideal savings of the battery`, measured: `${idealEur.toFixed(0)} EUR`, bar: "" },
    { what: `${name}: by plans`, measured: percent(forecast), bar: "" },
    {
      what: `${name}: by plans that know load and sun`,
      measured: percent(perfect),
      bar: `at least ${percent(PERFECT_LEAST)}`,
      holds: perfect >= PERFECT_LEAST,
    },
    { what: `${name}: for own use only`, measured: percent(selfConsumption), bar: "" },
    {
      what: `${name}: processor time of a year under plans`,
      measured: `${yearMs.toFixed(1)} ms`,
      bar: `at most ${YEAR_MOST_MS} ms`,
      holds: yearMs <= YEAR_MOST_MS,
    },
  ])
  report("control", [{ title: "Controllers, part of the battery's ideal savings", rows, lost: [], data: sites }])
}
