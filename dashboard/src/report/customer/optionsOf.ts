import type { Alternative } from "../alternativeNames.ts"
import type { FullReport } from "../data.ts"

/** Plants that a customer compares with the report's: each is the best of its kind. */
const OPTIONS = ["optimum", "withoutBattery", "withoutPanels", "usualBattery", "allRoofsFull"] as const
export type Option = (typeof OPTIONS)[number]

const MAX_OPTIONS = 3

/** True for a plant that is a battery alone, although the report's plant has panels. */
const isWithoutPanels = (plant: Alternative, optimum: Alternative | undefined): boolean =>
  plant.newPanelCount === 0 && plant.batteryCapacityKwh > 0 && (optimum?.newPanelCount ?? 0) > 0

/**
 * The plant of a report and up to two others. A plant without panels is any alternative that has none: reports compare
 * no best battery without panels.
 */
export const optionsOf = ({
  alternatives = [],
}: Pick<FullReport, "alternatives">): { option: Option; plant: Alternative }[] => {
  const optimum = alternatives.find(({ kind }) => kind === "optimum")
  const all = alternatives
    .map(plant => ({ option: isWithoutPanels(plant, optimum) ? ("withoutPanels" as const) : plant.kind, plant }))
    .toSorted((a, b) => b.plant.netPresentValue - a.plant.netPresentValue)
  return OPTIONS.flatMap(option => all.find(each => each.option === option) ?? []).slice(0, MAX_OPTIONS)
}
