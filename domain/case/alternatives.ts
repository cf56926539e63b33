import { usualBatteries } from "../market/usualBatteries.ts"
import type { BatteryInput, ScanInput } from "../request/scanInput.ts"

/** The plants that a report compares, the one that was found first. */
export const ALTERNATIVE_KINDS = ["optimum", "withoutBattery", "usualBattery", "allRoofsFull"] as const

/** Usual batteries that a report compares at most. */
const MAX_BATTERIES = 3

/** What an alternative holds fast; the best plant under it is looked for. */
export type AlternativeTerms =
  | { kind: "withoutBattery" | "allRoofsFull" }
  | { kind: "usualBattery"; capacityKwh: number; powerKw: number }

/**
 * What is compared with a plant that was found, what says most first: no battery, the usual battery nearest to its own,
 * all roofs full, further batteries. Nothing that the plant is already, and batteries only where the request asks for
 * one.
 */
export const alternativeTerms = (
  { newPv, electricBattery, goal }: ScanInput,
  plant: { panels: readonly number[]; capacityKwh: number },
): AlternativeTerms[] => {
  const isFull = newPv.every(({ maxPanelCount }, roof) => plant.panels[roof] === maxPanelCount)
  const [nearest = [], others = []] = electricBattery ? batteriesNear(electricBattery, plant.capacityKwh) : []
  const takesAllPanels = goal.kind === "self-sufficiency" || goal.kind === "energyhub"
  return [
    ...(plant.capacityKwh > 0 ? [{ kind: "withoutBattery" } as const] : []),
    ...nearest,
    ...(isFull || takesAllPanels ? [] : [{ kind: "allRoofsFull" } as const]),
    ...others,
  ]
}

/**
 * The usual batteries within the request's bounds that are nearest in ratio to a capacity: the nearest, and the others.
 */
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
