import { usualBatteries } from "../market/usualBatteries.ts"
import type { BatteryInput, ScanInput } from "../request/scanInput.ts"

/** Kinds of plants that a report compares; `optimum` is the scan's own plant. */
export const ALTERNATIVE_KINDS = ["optimum", "withoutBattery", "usualBattery", "allRoofsFull"] as const

/** Maximum number of usual batteries that a report compares. */
const MAX_BATTERIES = 3

/** Constraint of an alternative; the search finds the best plant under it. */
export type AlternativeTerms =
  | { kind: "withoutBattery" | "allRoofsFull" }
  | { kind: "usualBattery"; capacityKwh: number; powerKw: number }

/**
 * Terms of the alternatives to a plant, most informative first: no battery, usual battery of the nearest capacity, all
 * roofs full, further batteries. Terms that the plant meets already are left out. Batteries are compared only if the
 * request has one, full roofs only for goals that do not use all panels anyway.
 */
export const alternativeTerms = (
  { newPv, electricBattery, goal }: ScanInput,
  plant: { panels: readonly number[]; capacityKwh: number },
): AlternativeTerms[] => {
  const isFull = newPv.every(({ maxPanelCount }, roof) => plant.panels[roof] === maxPanelCount)
  const [nearest = [], otherBatteries = []] = electricBattery ? batteriesNear(electricBattery, plant.capacityKwh) : []
  const takesAllPanels = goal.kind === "self-sufficiency" || goal.kind === "energyhub"
  return [
    ...(plant.capacityKwh > 0 ? [{ kind: "withoutBattery" } as const] : []),
    ...nearest,
    ...(isFull || takesAllPanels ? [] : [{ kind: "allRoofsFull" } as const]),
    ...otherBatteries,
  ]
}

/** Usual batteries within the request's bounds with the nearest capacities by ratio: the nearest, and the others. */
const batteriesNear = (battery: BatteryInput, capacityKwh: number): [AlternativeTerms[], AlternativeTerms[]] => {
  const sizeKwh = Math.max(capacityKwh, usualBatteries[0]!.kwh)
  const distance = ({ kwh }: { kwh: number }) => Math.abs(Math.log(kwh / sizeKwh))
  const allowed = usualBatteries
    .filter(({ kwh, powerKw }) => isWithin(battery, kwh, powerKw) && kwh !== capacityKwh)
    .sort((a, b) => distance(a) - distance(b))
    .slice(0, MAX_BATTERIES)
    .map(({ kwh, powerKw }) => ({ kind: "usualBattery", capacityKwh: kwh, powerKw }) as const)
  return [allowed.slice(0, 1), allowed.slice(1)]
}

const isWithin = (
  { minCapacityKwh, capacityKwh, minPowerRatingKw, powerRatingKw }: BatteryInput,
  kwh: number,
  powerKw: number,
): boolean => kwh >= minCapacityKwh && kwh <= capacityKwh && powerKw >= minPowerRatingKw && powerKw <= powerRatingKw
