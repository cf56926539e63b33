import { prepareCase } from "../../domain/case/prepare.ts"
import { type PlantKnowledge, peakKnowledge, plantKnowledge } from "../../domain/control/knowledge.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { sizingOf } from "../../search/model/sizing.ts"
import type { Plant, Year } from "../../wasm/index.ts"
import { parseEarlierRequest } from "./earlierRequests.ts"

/** Sites with given plants, on which controllers are measured. */

export interface Site {
  name: string
  yearlyKwh: number
  loadProfile: string
  tariff: object
  panels: number
  batteryKwh: number
}

const DYNAMIC = { type: "dynamic", priceYear: 2025 }
const FLAT = { type: "flat", flatEurPerKwh: 0.28, feedInEurPerKwh: 0.06 }
/** Fixed plants: the figures then depend on the controllers alone. */
export const CONTROL_SITES: Site[] = [
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

const BY_MONTH = { demandEurPerKwMonth: 8 }
/** The Flemish charge for the mean of the twelve monthly peaks. */
const FLEMISH = {
  ...{ type: "custom", zone: "BE", sell: { energy: "dayAhead" } },
  buy: { energy: "dayAhead", plusEurPerKwh: 0.12, taxed: false },
  grid: { demand: [{ eurPerKwYear: 52, meanOfMonths: true, floorKw: 2.5 }] },
}

/** Sites that pay for their highest import, and the least part of the savings with foresight that plans must reach. */
export const CHARGED_SITES: (Site & { least: number })[] = [
  ["office, flat", 250_000, "office-hours-g1", { ...FLAT, ...BY_MONTH }, 0, 137, 0.48],
  ["office, dynamic", 250_000, "office-hours-g1", { ...DYNAMIC, ...BY_MONTH }, 320, 274, 0.67],
  ["measured office, dynamic", 250_000, "office-measured", { ...DYNAMIC, ...BY_MONTH }, 320, 103, 0.67],
  ["shop, flat", 40_000, "shop-g4", { ...FLAT, ...BY_MONTH }, 0, 22, 0.66],
  ["shop, dynamic", 40_000, "shop-g4", { ...DYNAMIC, ...BY_MONTH }, 51, 44, 0.78],
  ["dairy farm, flat", 85_000, "dairy-farm-l1", { ...FLAT, ...BY_MONTH }, 0, 47, 0.84],
  ["Flemish house, dynamic", 4000, "standard", FLEMISH, 10, 5, 0.74],
].map(([name, yearlyKwh, loadProfile, tariff, panels, batteryKwh, least]) => ({
  ...({ name, yearlyKwh, loadProfile, tariff, panels, batteryKwh, least } as Site & { least: number }),
}))

/** Loads under a demand charge at one price, with the size of their battery. */
const PEAK_LOADS: readonly (readonly [loadProfile: string, yearlyKwh: number, batteryKwh: number])[] = [
  ...[
    ...["office-measured", "metal-works-measured", "furniture-shop-measured", "school-small-measured"],
    ...["restaurant", "primary-school", "shop-g4", "small-office", "dairy-farm-l1", "warehouse"],
  ].map(loadProfile => [loadProfile, 60_000, 33] as const),
  ["standard", 4000, 5],
  ["house-measured", 3500, 5],
]
const PEAK_TARIFF = { type: "flat", flatEurPerKwh: 0.21, feedInEurPerKwh: 0.05, demandEurPerKwMonth: 8 }
/** Yearly production of a panel [kWh], and the part of the load that panels produce. */
const [PANEL_KWH, PRODUCED_PART] = [440, 0.9]

/** Twelve sites at 8 EUR per kW and month. @param hasPanels true: with panels for nine tenths of the load */
export const peakSites = (hasPanels: boolean): Site[] =>
  PEAK_LOADS.map(([loadProfile, yearlyKwh, batteryKwh]) => ({
    ...{ name: loadProfile, yearlyKwh, loadProfile, tariff: PEAK_TARIFF, batteryKwh },
    panels: hasPanels ? Math.round((PRODUCED_PART * yearlyKwh) / PANEL_KWH) : 0,
  }))

/**
 * The site's year, with one roof, and its plant: a battery of two hours.
 * @param loadKwh another load of 8760 hours, by the calendar of the prices
 */
export const preparedSite = ({ yearlyKwh, loadProfile, tariff, panels, batteryKwh }: Site, loadKwh?: Float64Array) => {
  const request = {
    location: { lat: 52.1, lon: 5.2 },
    inputMethod: "known",
    ...{ yearlyKwh, loadProfile, tariff },
    newPv: [{ maxPanelCount: Math.max(1, panels), panelPowerWatts: 430 }],
    electricBattery: { capacityKwh: batteryKwh, powerRatingKw: batteryKwh / 2 },
  }
  const scan = prepareCase(parseEarlierRequest(request, standardProfileKeys))
  const { year: ownYear } = sizingOf(scan, 1e-3)
  const year: Year = loadKwh ? { ...ownYear, loadKwh } : ownYear
  const plant: Plant = { panels: [panels], capacityKwh: batteryKwh, powerKw: batteryKwh / 2 }
  return { year, plant, calendarYear: scan.calendarYear }
}

/** Knowledge of plans for a prepared site. */
export const knowledgeOf = (year: Year, plant: Plant, calendarYear: number): PlantKnowledge => {
  const production = year.roofs[0]!.productionKwhPerPanel.map(kwh => kwh * plant.panels[0]!)
  const known = plantKnowledge({ ...year, productionKwh: production, calendarYear })
  return year.demandCharges ? { ...known, ...peakKnowledge({ ...year, calendarYear }) } : known
}

/** Knowledge with the actual load and sun. */
export const foreseen = (knowledge: PlantKnowledge, year: Year, plant: Plant): PlantKnowledge => {
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
