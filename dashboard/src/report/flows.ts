import type { ColourName } from "../lib/palette.ts"
import { type ChartData, sum } from "./data.ts"

export type Node = "solar" | "grid" | "battery" | "load" | "sold" | "wasted" | "loss"

/** Energy that goes from one node to another in the year [kWh]. */
export interface Flow {
  from: Node
  to: Node
  kwh: number
}

export const NODE_COLOURS: Record<Node, ColourName> = {
  solar: "solar",
  grid: "grid",
  battery: "battery",
  load: "accent",
  sold: "sold",
  wasted: "wasted",
  loss: "wasted",
}

/** Flows below this share of the largest are rounding. */
const LEAST_SHARE = 1e-5

/**
 * The year's flows from chartData of a year. Battery losses are its charge minus its discharge: the year is a circle,
 * so it ends as full as it began.
 */
export const flowsOf = (chart: ChartData): Flow[] => {
  const stored = sum(chart.solarStored) + sum(chart.gridStored)
  const returned = sum(chart.batteryUsedOnsite) + sum(chart.batteryExported)
  const flows: Flow[] = [
    { from: "solar", to: "load", kwh: sum(chart.solarUsedOnsite) },
    { from: "solar", to: "battery", kwh: sum(chart.solarStored) },
    { from: "solar", to: "sold", kwh: sum(chart.solarExported) },
    { from: "solar", to: "wasted", kwh: sum(chart.solarWasted) },
    { from: "grid", to: "load", kwh: sum(chart.gridUsedOnsite) },
    { from: "grid", to: "battery", kwh: sum(chart.gridStored) },
    { from: "battery", to: "load", kwh: sum(chart.batteryUsedOnsite) },
    { from: "battery", to: "sold", kwh: sum(chart.batteryExported) },
    { from: "battery", to: "loss", kwh: stored - returned },
  ]
  const largest = Math.max(...flows.map(({ kwh }) => kwh))
  return flows.filter(({ kwh }) => kwh > LEAST_SHARE * largest)
}
