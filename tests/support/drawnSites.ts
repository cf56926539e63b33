import { prepareCase } from "../../domain/case/prepare.ts"
import { type PlantKnowledge, peakKnowledge, plantKnowledge } from "../../domain/control/knowledge.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { sizingOf } from "../../search/model/sizing.ts"
import { randomNumbers } from "../../wasm/bench/years.ts"
import type { Plant, Year } from "../../wasm/index.ts"
import { parseEarlierRequest } from "./earlierRequests.ts"

/** Sites of any profile, place, contract and plant, drawn by a seed. */

export interface DrawnSite {
  name: string
  year: Year
  plant: Plant
  calendarYear: number
  knowledge: PlantKnowledge
}

/** Parts of a contract that replace the drawn parts; `grid: {}` leaves the demand charge out. */
export interface DrawnTerms {
  buy?: object
  sell?: object
  limits?: object
  grid?: object
}

const PLACES = [
  { lat: 52.1, lon: 5.2, zone: "NL" },
  { lat: 50.94, lon: 6.96, zone: "DE-LU" },
  { lat: 48.14, lon: 11.58, zone: "DE-LU" },
  { lat: 54.3, lon: 10.1, zone: "DE-LU" },
  { lat: 50.85, lon: 4.35, zone: "BE" },
  { lat: 48.2, lon: 16.37, zone: "AT" },
]
const PRICE_YEARS = [2023, 2024, 2025]
const SALES = [
  { energy: 0 },
  { energy: 0.00001 },
  { energy: 0.03 },
  { energy: 0.08 },
  { energy: 0.08, stopsAtNegativePrices: true },
  { energy: "dayAhead" },
  { energy: "dayAhead", floorEurPerKwh: 0 },
  { energy: "dayAhead", feeEurPerKwh: 0.01, stopsAtNegativePrices: true },
]
const AT_MARKET = { energy: "dayAhead", plusEurPerKwh: 0.16, taxed: false }
const PURCHASES = [
  { energy: 0.28, taxed: false },
  { energy: [{ eurPerKwh: 0.31, hours: [[7, 23]] }, { eurPerKwh: 0.21 }], taxed: false },
]
const LIMITS = [{}, {}, {}, { exportKw: 0 }, { feedInShareOfKwp: 0.6 }]
const WITH_MARKET = 0.8
const WITHOUT_PANELS = 0.15
const BATTERY_HOURS = [1, 2, 2, 4]
const PANEL_WATTS = 440
/** Approximate yield of a panel in a year. */
const PANEL_KWH = 420

/** 2,000 to 60,000 kWh a year, mostly small values. */
const drawnLoad = (random: () => number): number => Math.round(2000 * 30 ** (random() ** 2))

/** The site of a seed. */
export const drawnSite = (seed: number, terms: DrawnTerms = {}, isCharged = false): DrawnSite => {
  const random = randomNumbers(seed)
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!
  const { zone, ...location } = pick(PLACES)
  const loadProfile = pick([...standardProfileKeys])
  const yearlyKwh = drawnLoad(random)
  const tariff = {
    ...{ type: "custom", zone, priceYear: pick(PRICE_YEARS) },
    ...{ sell: pick(SALES), buy: random() < WITH_MARKET ? AT_MARKET : pick(PURCHASES), limits: pick(LIMITS) },
    ...(isCharged ? { grid: { demand: [{ eurPerKwMonth: 2 + 8 * random() }] } } : {}),
    ...terms,
  }
  const panels = random() < WITHOUT_PANELS ? 0 : Math.ceil(((0.3 + 1.4 * random()) * yearlyKwh) / PANEL_KWH)
  const capacityKwh = Math.round((10 * yearlyKwh) / (200 + 1400 * random())) / 10
  const powerKw = capacityKwh / pick(BATTERY_HOURS)
  const request = {
    inverterControl: "exportLimit",
    ...{ location, inputMethod: "known", yearlyKwh, loadProfile, tariff },
    newPv: [{ maxPanelCount: Math.max(1, panels), panelPowerWatts: PANEL_WATTS }],
    electricBattery: { capacityKwh, powerRatingKw: powerKw },
  }
  const scan = prepareCase(parseEarlierRequest(request, standardProfileKeys))
  const contract = JSON.stringify({ ...tariff, type: undefined, zone: undefined }).replaceAll('"', "")
  return withKnowledge({
    name: `${seed}: ${zone}, ${loadProfile}, ${yearlyKwh} kWh, ${panels} panels, ${capacityKwh} kWh, ${contract}`,
    year: sizingOf(scan, 1e-3).year,
    plant: { panels: [panels], capacityKwh, powerKw },
    calendarYear: scan.calendarYear,
  })
}

const withKnowledge = (site: Omit<DrawnSite, "knowledge">): DrawnSite => {
  const { year, plant, calendarYear } = site
  const productionKwh = year.roofs[0]!.productionKwhPerPanel.map(kwh => kwh * plant.panels[0]!)
  const known = plantKnowledge({ ...year, productionKwh, calendarYear })
  const knowledge = year.demandCharges ? { ...known, ...peakKnowledge({ ...year, calendarYear }) } : known
  return { ...site, knowledge }
}

/** The site with other prices of feed-in, 8760 h. */
export const withSale = (site: DrawnSite, sellEurPerKwh: Float64Array): DrawnSite =>
  withKnowledge({ ...site, year: { ...site.year, sellEurPerKwh } })
