import { parseScanRequest } from "../domain/request/input.ts"
import { standardProfileKeys } from "../domain/site/consumption/profiles.ts"
import type { Solver } from "../search/model/solver.ts"
import { solveJob } from "./job.ts"

/** A house with a roof and a battery: touches the weather, load and price files and every part of the optimiser. */
const PROBE = {
  location: { lat: 52.1, lon: 5.18 },
  inputMethod: "known",
  yearlyKwh: 3000,
  newPv: [{ maxPanelCount: 10, panelPowerWatts: 400 }],
  electricBattery: { powerRatingKw: 3, capacityKwh: 6, costPerKwh: 300 },
}

/**
 * Solves a scan that must work, so that a thread that reports ready has its data read and its code warm, and the first
 * real scan is as fast as the rest. Throws when the scan does not end in a report.
 */
export const solveProbe = (solver: Solver): void => {
  const input = parseScanRequest(PROBE, standardProfileKeys)
  const result = solveJob({ scanId: "probe", runId: "probe", attempt: 1, input }, solver, () => true)
  if (result.kind !== "solved") throw new Error(`the solver fails on its probe: ${JSON.stringify(result.error)}`)
}
