/**
 * Reaction of inverters to prices. A plain inverter is must-run: it produces at any price, and only a fixed limit of
 * feed-in lowers it. A controlled inverter lowers production to the use of the site while feed-in costs money.
 *
 * Older stored requests have no `inverterControl`: all their panels stop for a price as soon as anything is added.
 */
import type { ExistingPvInput, InverterControl, NewPvInput } from "../request/request.ts"
import type { ScanInput } from "../request/scanInput.ts"

type System = Pick<NewPvInput, "inverterControl">

const isMustRun = ({ inverterControl }: ScanInput, system: System): boolean =>
  inverterControl !== undefined && (system.inverterControl ?? inverterControl) === "none"

/** True if new panels on a roof are must-run. */
export const isNewMustRun = (input: ScanInput, roof: NewPvInput): boolean => isMustRun(input, roof)

/** True if existing panels are must-run; without a system: the production of a profile. */
export const isExistingMustRun = (input: ScanInput, system: Pick<ExistingPvInput, "inverterControl"> = {}): boolean =>
  isMustRun(input, input.existingFollowsPrices ? { inverterControl: "exportLimit", ...system } : system)

/** True if existing panels stop for a price before anything is added. */
export const followsPrices = (input: ScanInput): boolean => {
  if (input.inverterControl === undefined) return input.existingFollowsPrices
  const ofProfile = input.consumption.kind === "profile" && !isExistingMustRun(input)
  return ofProfile || input.existingPv.some(system => !isExistingMustRun(input, system))
}

/** Control of a system for its report; empty for an older request. */
export const controlOf = (
  input: ScanInput,
  system: ExistingPvInput | NewPvInput,
): { inverterControl?: InverterControl } => {
  if (input.inverterControl === undefined) return {}
  const isPlain = "panelCount" in system ? isExistingMustRun(input, system) : isNewMustRun(input, system)
  return { inverterControl: isPlain ? "none" : "exportLimit" }
}
