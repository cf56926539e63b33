import { createMemo } from "../../domain/base/memo.ts"
import { mapped, type NonEmpty } from "../../domain/base/nonEmpty.ts"
import type { ScanCase } from "../../domain/case/case.ts"
import { connectionLimits } from "../../domain/case/connection.ts"
import { followsPrices, isNewMustRun } from "../../domain/case/inverterControl.ts"
import { shareWithoutOverlap } from "../../domain/case/overlap.ts"
import { needsPhases, sharesOf } from "../../domain/case/phases.ts"
import { type BatteryPrice, objectivePrices } from "../../domain/finance/objective.ts"
import { standbyKw } from "../../domain/finance/standby.ts"
import { type DemandSet, groupedByDays } from "../../domain/market/tariff/demandSets.ts"
import type { TariffYear } from "../../domain/market/tariff/terms.ts"
import type { BatteryInput } from "../../domain/request/scanInput.ts"
import { stepMonths, stepsPerHour } from "../../domain/site/steps.ts"
import {
  type BatteryBounds,
  type Goal,
  keepYear,
  type PanelBounds,
  type Plant,
  type Sizing,
  type Year,
} from "../../wasm/index.ts"
import { storeOf } from "./existingBattery.ts"
import { existingRoofs } from "./existingRoofs.ts"
import { meteredEur } from "./metered.ts"
import { joinedPhases } from "./phases.ts"

/** The month of each step of a year, January 0, by the number of steps. */
const monthPeriods = new Map<number, Int16Array>()

const monthsOf = ({ length }: Float64Array): Int16Array => {
  const months = monthPeriods.get(length) ?? Int16Array.from(stepMonths({ length }), month => month - 1)
  monthPeriods.set(length, months)
  return months
}

/** Far above what any scan needed; reaching it ends the sizing with the gap reached. */
const MAX_DISPATCHES = 2_000
/** self-sufficiency takes the cheapest plant within this share of the best. */
const SHARE_WITHIN = 1e-3

/**
 * Largest gap as a share of the plant's savings at which a sizing stops. The share of the whole bill alone would hide a
 * third of the savings of a large consumer.
 */
const SAVINGS_TOLERANCE = 5e-3
/** Ratio of the savings tolerance to a tolerance that is coarser than the default. */
const SAVINGS_PER_TOLERANCE = 50

/** The sizing with a stop by its savings against the baseline, whose first year costs `asIsEur`. */
export const stoppingBySavings = (sizing: Sizing, asIsEur: number): Sizing => ({
  ...sizing,
  savings: { asIsEur, tolerance: Math.max(SAVINGS_TOLERANCE, SAVINGS_PER_TOLERANCE * sizing.tolerance) },
})

/**
 * A case in the optimiser's terms. Existing panels of the site are roofs with a single, fixed "panel" before
 * the roofs of the request: `newPanels` takes them off again.
 * @param tolerance relative gap at which the sizing stops
 */
export const sizingOf = (scanCase: ScanCase, tolerance: number): Sizing => {
  const prices = objectivePrices(scanCase)
  const { input, panelRanges } = scanCase
  const existing = existingRoofs(scanCase).map(
    (): PanelBounds => ({ min: 1, max: 1, step: 1, kwPerPanel: 1, eurPerKw: 0 }),
  )
  const takesAllPanels = input.goal.kind === "self-sufficiency" || input.goal.kind === "energyhub"
  const roofs = equalRoofs(scanCase).map((members): PanelBounds => {
    const sum = (field: "minPanelCount" | "maxPanelCount") =>
      members.reduce((count, roof) => count + (panelRanges?.[roof] ?? input.newPv[roof]!)[field], 0)
    const [first] = members as [number]
    return {
      min: sum(takesAllPanels ? "maxPanelCount" : "minPanelCount"),
      max: sum("maxPanelCount"),
      step: 1,
      kwPerPanel: input.newPv[first]!.panelPowerWatts / 1000,
      ...prices.roofs[first]!,
    }
  })
  const year = yearOf(scanCase)
  return {
    year,
    presentWorthFactor: prices.presentWorthFactor,
    panels: [...existing, ...roofs],
    ...(roofs.some(roof => roof.isPricedTogether) ? { panelCurve: [...prices.panelCurve] } : {}),
    goal: goalOf(scanCase),
    ...(input.electricBattery && prices.battery
      ? { battery: batteryBounds(scanCase, input.electricBattery, prices.battery) }
      : {}),
    ...leastYearOf(scanCase, year),
    tolerance,
    maxDispatches: MAX_DISPATCHES,
  }
}

/** The baseline costs the metered year, not a dispatch of its panels. */
const leastYearOf = (scanCase: ScanCase, year: Year): Pick<Sizing, "leastYear"> => {
  if (!hasPanelsAlone(scanCase) || followsPrices(scanCase.input)) return {}
  const eur = meteredEur(scanCase, year)
  return eur === undefined ? {} : { leastYear: { panels: panelsAsIs(scanCase), eur } }
}

/**
 * Groups of new roofs that the optimiser sees as one, by their number in the request: same production and cost, without
 * fixed cost or inverter per roof. A roof then gets the same panels however it is split in the request.
 */
const equalRoofs = ({ input: { newPv } }: ScanCase): readonly number[][] =>
  groupsOfRoofs([newPv], "", () => {
    const groups = new Map<string, number[]>()
    newPv.forEach(({ name: _, minPanelCount: _min, maxPanelCount: _max, ...panel }, roof) => {
      const isOnItsOwn = panel.fixedCostEur || panel.inverterKw !== undefined
      const key = isOnItsOwn ? `${roof}` : JSON.stringify(Object.entries(panel).sort())
      groups.set(key, [...(groups.get(key) ?? []), roof])
    })
    return [...groups.values()]
  })

/** A scan asks for them some forty times. */
const groupsOfRoofs = createMemo<readonly number[][]>(1)

/** The optimiser's panels from the panels of the request's roofs: the inverse of `newPanels`. */
export const sizedPanels = (scanCase: ScanCase, panels: readonly number[]): number[] => [
  ...existingRoofs(scanCase).map(() => 1),
  ...equalRoofs(scanCase).map(members => members.reduce((sum, roof) => sum + panels[roof]!, 0)),
]

/** The panels of the request's roofs out of the optimiser's: of equal roofs the first is filled first. */
export const newPanels = (scanCase: ScanCase, panels: number[]): number[] => {
  const { newPv } = scanCase.input
  const existing = existingRoofs(scanCase).length
  const counts = newPv.map(({ minPanelCount }) => minPanelCount)
  equalRoofs(scanCase).forEach((members, group) => {
    const least = members.reduce((sum, roof) => sum + counts[roof]!, 0)
    let left = panels[group + existing]! - least
    for (const roof of members) {
      const more = Math.min(left, newPv[roof]!.maxPanelCount - counts[roof]!)
      counts[roof]! += more
      left -= more
    }
  })
  return counts
}

/** Sizes of a plant of the optimiser in the terms of the request. */
export const sizesOf = (scanCase: ScanCase, { panels, ...sizes }: Plant): Plant => ({
  ...sizes,
  panels: newPanels(scanCase, panels),
})

/** The optimiser's panels of the baseline. */
export const panelsAsIs = (scanCase: ScanCase): number[] => [
  ...existingRoofs(scanCase).map(() => 1),
  ...equalRoofs(scanCase).map(() => 0),
]

/** True if the site has panels already, and no battery. */
export const hasPanelsAlone = ({ input, existing, profileProductionKwh }: ScanCase): boolean =>
  !input.existingBattery && (existing.length > 0 || profileProductionKwh !== undefined)

/** The year of a case, or its years under all of its terms one after the other. */
const yearOf = (scanCase: ScanCase): Year => {
  const year = needsPhases(scanCase) ? phasedYear(scanCase) : yearUnder(scanCase, scanCase.tariffs[0])
  keepYear(year)
  return year
}

const phasedYear = (scanCase: ScanCase): Year =>
  joinedPhases(phaseYears(scanCase), sharesOf(scanCase), scanCase.tariffs)

/** A year under each of the terms of a case, at the prices of the first year. */
export const phaseYears = (scanCase: ScanCase): NonEmpty<Year> =>
  mapped(scanCase.tariffs, tariff => yearUnder(scanCase, tariff))

const yearUnder = (scanCase: ScanCase, tariff: TariffYear): Year => {
  const { input, loadKwh, roofs } = scanCase
  const share = input.limits?.feedInShareOfKwp
  const exportCap = (kwp: number) => (share === undefined ? {} : { exportKwPerPanel: share * kwp })
  return {
    stepHours: 1 / stepsPerHour(loadKwh),
    loadKwh,
    roofs: [
      ...existingRoofs(scanCase).map(({ productionKwh, kwp, isMustRun }) => ({
        productionKwhPerPanel: productionKwh,
        ...exportCap(kwp),
        ...(isMustRun ? { mustRunPanels: 1 } : {}),
      })),
      ...equalRoofs(scanCase).map(members => {
        const [first] = members as [number]
        const mustRunPanels = members.reduce((count, roof) => count + input.newPv[roof]!.maxPanelCount, 0)
        return {
          productionKwhPerPanel: roofs[first]!.productionKwhPerPanel,
          ...exportCap(input.newPv[first]!.panelPowerWatts / 1000),
          ...(isNewMustRun(input, input.newPv[first]!) ? { mustRunPanels } : {}),
        }
      }),
    ],
    buyEurPerKwh: tariff.buyEurPerKwh,
    sellEurPerKwh: tariff.countedEurPerKwh ?? tariff.sellEurPerKwh,
    ...connectionLimits(scanCase),
    ...chargesOf(scanCase, tariff),
    gridCharging: input.limits?.gridCharging ?? true,
    ...storeOf(scanCase),
  }
}

/**
 * Smallest demand charge in the optimiser's year [EUR/kW]. Smaller charges change no cent, and their ratios to other
 * prices would not be finite.
 */
const LEAST_DEMAND_EUR_PER_KW = 1e-9

type DemandCharges = NonNullable<Year["demandCharges"]>

const charges = createMemo<DemandCharges>(2)

/** Charges of a set in the optimiser's year, one for each group of its days. */
const ownCharges = (set: DemandSet, loadKwh: Float64Array): DemandCharges => {
  if (!set.days) return [{ ...set, eurPerKw: [...set.eurPerKw] }]
  return charges([set, loadKwh], "", () =>
    groupedByDays(set, loadKwh).map(group => ({ ...group, eurPerKw: [...group.eurPerKw] })),
  )
}

/** Monthly demand charges, demand charges of a custom tariff, and netting, if any. */
const chargesOf = (
  { assumptions, loadKwh }: ScanCase,
  tariff: TariffYear,
): Partial<Pick<Year, "demandCharges" | "nettingEurPerKwh">> => {
  const { demandChargeEurPerKwMonth: eurPerKw } = assumptions
  const demandCharges = [
    { period: monthsOf(loadKwh), eurPerKw: new Array<number>(12).fill(eurPerKw) },
    ...tariff.demand.flatMap(set => ownCharges(set, loadKwh)),
  ].filter(set => set.eurPerKw.some(eur => eur > LEAST_DEMAND_EUR_PER_KW))
  return {
    ...(demandCharges.length > 0 ? { demandCharges } : {}),
    ...(tariff.nettingEurPerKwh > 0 ? { nettingEurPerKwh: tariff.nettingEurPerKwh } : {}),
  }
}

const goalOf = (scanCase: ScanCase): Goal => {
  const { goal } = scanCase.input
  switch (goal.kind) {
    case "self-sufficiency":
      return { kind: "maxShare", within: SHARE_WITHIN }
    case "renewable-minimum":
      return { kind: "minShare", share: shareWithoutOverlap(scanCase, goal.fraction) }
    case "maximize-connection":
      return { kind: "noUnserved" }
    case "energyhub":
      return goal.limitKw === undefined ? { kind: "cost" } : { kind: "noUnserved" }
    case "cost-savings":
      return { kind: "cost" }
  }
}

const batteryBounds = (
  scanCase: ScanCase,
  battery: BatteryInput,
  { capacity, eurPerKw, credits, wear }: BatteryPrice,
): BatteryBounds => ({
  // Wear of the new battery in a common store is not convex. Without it the bound holds, and the real cost includes it.
  ...(wear && !scanCase.input.existingBattery ? { wear } : {}),
  ...credits,
  minKwh: battery.minCapacityKwh,
  maxKwh: battery.capacityKwh,
  minKw: battery.minPowerRatingKw,
  maxKw: battery.powerRatingKw,
  smallestKwh: scanCase.assumptions.smallestBatteryKwh,
  highestRate: scanCase.assumptions.batteryHighestRate,
  includedRate: scanCase.assumptions.batteryIncludedRate,
  constantKw: standbyKw(scanCase),
  eurPerKw,
  ...("curve" in capacity ? { curve: [...capacity.curve] } : capacity),
})
