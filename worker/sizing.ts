import { objectivePrices } from "../domain/finance/objective.ts"
import type { ScanCase } from "../domain/scan/case.ts"
import { connectionLimits } from "../domain/scan/connection.ts"
import type { BatteryInput } from "../domain/scan/scanInput.ts"
import { calendarHour, HOURS_PER_YEAR } from "../domain/site/year.ts"
import { type BatteryBounds, type Goal, keepYear, type PanelBounds, type Sizing, type Year } from "../wasm/index.ts"

/** The month of each hour of the year, January 0. */
const MONTH_OF_HOUR = Int16Array.from({ length: HOURS_PER_YEAR }, (_, hour) => calendarHour(hour).month - 1)
/** Far above what any scan needed; reaching it ends the sizing with the gap reached. */
const MAX_DISPATCHES = 2_000
/** self-sufficiency takes the cheapest plant within this share of the best. */
const SHARE_WITHIN = 1e-3

/**
 * A sizing stops where the gap is also within this share of what its plant saves: the whole bill alone would hide a third of
 * the savings of a large consumer.
 */
const SAVINGS_TOLERANCE = 5e-3
/** A coarser tolerance than the default coarsens that of the savings likewise: so many times the tolerance. */
const SAVINGS_PER_TOLERANCE = 50

/** The sizing that stops by what it saves against the site as it is, whose first year costs `asIsEur`. */
export const stoppingBySavings = (sizing: Sizing, asIsEur: number): Sizing => ({
  ...sizing,
  savings: { asIsEur, tolerance: Math.max(SAVINGS_TOLERANCE, SAVINGS_PER_TOLERANCE * sizing.tolerance) },
})

/**
 * A case in the optimiser's terms. The existing panels of the site are one more roof with a single, fixed "panel",
 * before the roofs of the request: `newPanels` takes it off again.
 * @param tolerance relative gap at which the sizing stops
 */
export const sizingOf = (scanCase: ScanCase, batteryLifeYears: number, tolerance: number): Sizing => {
  const prices = objectivePrices(scanCase, batteryLifeYears)
  const { input } = scanCase
  const existing: PanelBounds[] = hasExisting(scanCase) ? [{ min: 1, max: 1, step: 1, kwPerPanel: 1, eurPerKw: 0 }] : []
  const takesAllPanels = input.goal.kind === "self-sufficiency" || input.goal.kind === "energyhub"
  const roofs = input.newPv.map(
    ({ minPanelCount, maxPanelCount, panelPowerWatts }, roof): PanelBounds => ({
      min: takesAllPanels ? maxPanelCount : minPanelCount,
      max: maxPanelCount,
      step: 1,
      kwPerPanel: panelPowerWatts / 1000,
      eurPerKw: prices.roofsEurPerKw[roof]!,
    }),
  )
  return {
    year: yearOf(scanCase),
    presentWorthFactor: prices.presentWorthFactor,
    panels: [...existing, ...roofs],
    goal: goalOf(scanCase),
    ...(input.electricBattery && prices.battery
      ? { battery: batteryBounds(input.electricBattery, prices.battery) }
      : {}),
    tolerance,
    maxDispatches: MAX_DISPATCHES,
  }
}

/** The panels of the request's roofs out of the optimiser's. */
export const newPanels = (scanCase: ScanCase, panels: number[]): number[] =>
  hasExisting(scanCase) ? panels.slice(1) : panels

/** The optimiser's panels of the site as it is. */
export const panelsAsIs = (scanCase: ScanCase): number[] => [
  ...(hasExisting(scanCase) ? [1] : []),
  ...scanCase.roofs.map(() => 0),
]

const hasExisting = ({ existing, profileProductionKwh }: ScanCase): boolean =>
  existing.length > 0 || profileProductionKwh !== undefined

/** Of a year without a battery. */
const LOSSLESS = { charge: 1, discharge: 1 }

const yearOf = (scanCase: ScanCase): Year => {
  const { input, tariff, loadKwh, roofs, existingProductionKwh } = scanCase
  const battery = input.electricBattery
  const { charge, discharge } = battery?.oneWayEfficiency ?? LOSSLESS
  const year: Year = {
    stepHours: 1,
    loadKwh,
    roofs: [
      ...(hasExisting(scanCase) ? [{ productionKwhPerPanel: existingProductionKwh }] : []),
      ...roofs.map(({ productionKwhPerPanel }) => ({ productionKwhPerPanel })),
    ],
    buyEurPerKwh: tariff.buyEurPerKwh,
    sellEurPerKwh: tariff.sellEurPerKwh,
    ...connectionLimits(scanCase),
    ...chargesOf(scanCase),
    gridCharging: true,
    chargeEfficiency: charge,
    dischargeEfficiency: discharge,
    minLevel: (battery?.minimumChargeLevel ?? 0) / 100,
  }
  keepYear(year)
  return year
}

/** Demand charges by month, and netting, where the tariff has them. */
const chargesOf = ({ assumptions, tariff }: ScanCase): Partial<Pick<Year, "demandCharges" | "nettingEurPerKwh">> => {
  const { demandChargeEurPerKwMonth: eurPerKw } = assumptions
  return {
    ...(eurPerKw > 0
      ? { demandCharges: [{ period: MONTH_OF_HOUR, eurPerKw: new Array<number>(12).fill(eurPerKw) }] }
      : {}),
    ...(tariff.nettingEurPerKwh > 0 ? { nettingEurPerKwh: tariff.nettingEurPerKwh } : {}),
  }
}

const goalOf = ({ input: { goal } }: ScanCase): Goal => {
  switch (goal.kind) {
    case "self-sufficiency":
      return { kind: "maxShare", within: SHARE_WITHIN }
    case "renewable-minimum":
      return { kind: "minShare", share: goal.fraction }
    case "maximize-connection":
      return { kind: "noUnserved" }
    case "energyhub":
      return goal.limitKw === undefined ? { kind: "cost" } : { kind: "noUnserved" }
    case "cost-savings":
      return { kind: "cost" }
  }
}

type BatteryPrice = NonNullable<ReturnType<typeof objectivePrices>["battery"]>

const batteryBounds = (battery: BatteryInput, price: BatteryPrice): BatteryBounds => ({
  minKwh: battery.minCapacityKwh,
  maxKwh: battery.capacityKwh,
  minKw: battery.minPowerRatingKw,
  maxKw: battery.powerRatingKw,
  eurPerKw: 0,
  ...price,
})
