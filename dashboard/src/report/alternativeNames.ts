import type { Settings } from "../lib/settings.tsx"
import type { FullReport } from "./data.ts"

export type Alternative = NonNullable<FullReport["alternatives"]>[number]

/** Name of an alternative. */
export const alternativeName = ({ kind, batteryCapacityKwh }: Alternative, { text, format }: Settings): string => {
  const { names } = text.report.alternatives
  return kind === "usualBattery" ? names.usualBattery(format.kwh(batteryCapacityKwh)) : names[kind]
}
