import { note } from "../../domain/base/note.ts"
import type { Operation, ScanCase, Solution } from "../../domain/case/case.ts"
import { type Assumptions, defaultAssumptions } from "../../domain/market/assumptions.ts"
import { NO_BLOCK_TAX } from "../../domain/market/tariff/taxBlocks.ts"
import type { TariffYear } from "../../domain/market/tariff/terms.ts"
import { scanInputOf } from "../../domain/request/scanInput.ts"
import { HOURS_PER_YEAR } from "../../domain/site/year.ts"
import { parseEarlierRequest } from "./earlierRequests.ts"

/** Options of an invented solved scan; everything else follows from `seed`. */
export interface CaseOptions {
  seed: number
  /** Panels chosen on each candidate roof. */
  panels: number[]
  existingRoofs: number
  batteryKwh: number
  tariff: "flat" | "dynamic"
  analysisYears: number
  maintenance: boolean
  batteryLifeYears: number
  assumptions?: Partial<Assumptions>
  goal?: "cost-savings" | "self-sufficiency" | "maximize-connection"
  contractedPowerKw?: number
  costPerKwh?: number
}

/** A generator of numbers in [0, 1): mulberry32. */
export const randomNumbers = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
}

const year = (hourly: (hour: number) => number) =>
  Float64Array.from({ length: HOURS_PER_YEAR }, (_, hour) => Math.fround(hourly(hour)))

const daylight = (hour: number) => Math.max(0, Math.sin((((hour % 24) - 6) / 12) * Math.PI))

const tariffOf = (type: "flat" | "dynamic", random: () => number): TariffYear => {
  const buyEurPerKwh = year(() => (type === "flat" ? 0.3 : random() * 0.5 - 0.1))
  return {
    type,
    isVaried: type === "dynamic",
    demand: [],
    buyEurPerKwh,
    sellEurPerKwh: buyEurPerKwh.map(buy => (type === "flat" ? 0.07 : buy - 0.15 * random())),
    nettingEurPerKwh: 0,
    cappedHours: 0,
    filledHours: 0,
    priceYear: 2023,
    componentsYear: 2026,
    tax: NO_BLOCK_TAX,
    taxEurPerKwh: 0.1,
    feesEurPerKwh: 0,
    vatFraction: 0.21,
    markUpEurPerKwh: 0.02,
    feedInFeeEurPerKwh: 0.01,
    components: [],
    notes: [note("day-ahead-of-netherlands", { country: "XX" })],
  }
}

/** A case of random load, sun and prices. */
const madeUpCase = (options: CaseOptions): ScanCase => {
  const random = randomNumbers(options.seed)
  const { contractedPowerKw, batteryKwh } = options
  const input = parseEarlierRequest(
    {
      location: { lat: 52, lon: 5 },
      inputMethod: "known",
      yearlyKwh: 5000,
      goal: options.goal ?? "cost-savings",
      analysisYears: options.analysisYears,
      includePvMaintenanceCosts: options.maintenance,
      includeBatteryMaintenanceCosts: options.maintenance,
      tariff: {
        type: options.tariff,
        ...(options.tariff === "flat" && { flatEurPerKwh: 0.3, feedInEurPerKwh: 0.07 }),
        ...(contractedPowerKw && { contractedPowerKw }),
      },
      newPv: options.panels.map(count => ({
        maxPanelCount: count + 5,
        panelPowerWatts: 400,
        orientationAngle: 90 * random(),
      })),
      existingPv: Array.from({ length: options.existingRoofs }, () => ({ panelCount: 5, panelPowerWatts: 350 })),
      ...(batteryKwh > 0 && {
        electricBattery: {
          capacityKwh: batteryKwh,
          powerRatingKw: batteryKwh / 2,
          ...(options.costPerKwh !== undefined && { costPerKwh: options.costPerKwh }),
        },
      }),
    },
    new Set(["standard"]),
  )
  const existing = input.existingPv.map(roof => ({
    input: roof,
    productionKwh: year(hour => daylight(hour) * random()),
  }))
  return {
    request: input,
    input: scanInputOf(input),
    site: { zone: "Europe/Amsterdam", country: "NL", standardOffsetHours: 1 },
    sun: { orders: new Map(), notes: [] },
    loadKwh: year(() => random() * 1.2),
    meanYield: null,
    existing,
    roofs: input.newPv.map(roof => ({
      input: roof,
      productionKwhPerPanel: year(hour => 0.4 * daylight(hour) * random()),
    })),
    existingProductionKwh: year(hour => existing.reduce((kwh, { productionKwh }) => kwh + productionKwh[hour]!, 0)),
    tariffs: [tariffOf(options.tariff, random)],
    tariffSite: { country: "NL", yearlyImportKwh: 5000 },
    assumptions: { ...defaultAssumptions, batteryLifeYears: options.batteryLifeYears, ...options.assumptions },
    control: "ideal",
    controlOrigin: "shipped",
    solarSource: "knmi",
    calendarYear: 2023,
    notes: ["A sentence of an earlier version.", note("day-ahead-of-netherlands", { country: "XX" })],
  }
}

const BATTERY_EFFICIENCY = Math.sqrt(0.92)

/**
 * A feasible operation, but not the best: the battery stores surplus, buys below a price and sells above another. There
 * is no export at a sale price below zero, and no production at a purchase price below zero.
 */
const greedyOperation = (
  { loadKwh, tariffs: [tariff] }: ScanCase,
  productionKwh: Float64Array,
  capacityKwh: number,
  importLimitKwh = Number.POSITIVE_INFINITY,
): Operation => {
  const empty = () => new Float64Array(HOURS_PER_YEAR)
  const run = {
    importKwh: empty(),
    exportKwh: empty(),
    curtailedKwh: empty(),
    chargeKwh: empty(),
    dischargeKwh: empty(),
    levelKwh: empty(),
  }
  const minKwh = capacityKwh * 0.1
  const powerKwh = capacityKwh / 2
  let levelKwh = minKwh
  let unservedKwh = 0
  let costEur = 0
  for (let hour = 0; hour < HOURS_PER_YEAR; hour++) {
    const buy = tariff.buyEurPerKwh[hour]!
    const sell = tariff.sellEurPerKwh[hour]!
    const curtailed = buy < 0 ? productionKwh[hour]! : 0
    const net = loadKwh[hour]! - (productionKwh[hour]! - curtailed)
    const room = Math.min(powerKwh, (capacityKwh - levelKwh) / BATTERY_EFFICIENCY)
    const stock = Math.min(powerKwh, (levelKwh - minKwh) * BATTERY_EFFICIENCY)
    const isSelling = sell > 0.3 && buy >= 0
    const charge =
      net < 0 && !isSelling ? Math.min(room, -net) : buy < 0.02 ? Math.min(room, Math.max(0, importLimitKwh - net)) : 0
    const discharge = charge > 0 || buy < 0.02 ? 0 : isSelling ? stock : Math.min(stock, Math.max(0, net))
    const demand = net + charge - discharge
    const surplus = Math.max(0, -demand)
    const unserved = Math.max(0, demand - importLimitKwh)
    run.importKwh[hour] = Math.max(0, demand) - unserved
    run.curtailedKwh[hour] = curtailed + (sell < 0 ? Math.min(surplus, productionKwh[hour]! - curtailed) : 0)
    run.exportKwh[hour] = sell < 0 ? 0 : surplus
    run.chargeKwh[hour] = charge
    run.dischargeKwh[hour] = discharge
    levelKwh += charge * BATTERY_EFFICIENCY - discharge / BATTERY_EFFICIENCY
    run.levelKwh[hour] = levelKwh
    unservedKwh += unserved
    costEur += run.importKwh[hour]! * buy - run.exportKwh[hour]! * sell
  }
  return { costEur, unservedKwh, years: [run] }
}

/** A case with its chosen plant, operated. */
const madeUpSolution = (scan: ScanCase, options: CaseOptions): Solution => {
  const production = scan.existingProductionKwh.map((kwh, hour) =>
    scan.roofs.reduce((sum, roof, index) => sum + options.panels[index]! * roof.productionKwhPerPanel[hour]!, kwh),
  )
  const limit = options.goal === "maximize-connection" ? options.contractedPowerKw : undefined
  const optimised = greedyOperation(scan, production, options.batteryKwh, limit)
  const withoutBattery = greedyOperation(scan, production, 0, limit)
  const ideal = { withBattery: optimised, withoutBattery }
  return {
    panels: options.panels,
    capacityKwh: options.batteryKwh,
    powerKw: options.batteryKwh / 2,
    optimised,
    withoutBattery,
    control: { chosen: "ideal", ideal, forecast: null, selfConsumption: ideal },
    baseline: greedyOperation(scan, scan.existingProductionKwh, 0),
    optimisation: {
      solver: "test",
      version: "1",
      lowerBoundTotalCost: 0,
      gap: 0,
      dispatches: 1,
      fromKeptCuts: false,
      solveMs: 1,
    },
    outlook: null,
    products: null,
    alternatives: [],
  }
}

/** Options of a house with an empty roof and a full roof, five old panels and a battery. */
export const options = (changed: Partial<CaseOptions> = {}): CaseOptions => ({
  seed: 1,
  panels: [12, 0],
  existingRoofs: 1,
  batteryKwh: 8,
  tariff: "dynamic",
  analysisYears: 25,
  maintenance: true,
  batteryLifeYears: 15,
  ...changed,
})

/** An invented scan and its solution. */
export const solved = (changed: Partial<CaseOptions> = {}) => {
  const given = options(changed)
  const scan = madeUpCase(given)
  return { scan, solution: madeUpSolution(scan, given) }
}
