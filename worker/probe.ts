import { parseScanRequest } from "../domain/request/input.ts"
import { standardProfileKeys } from "../domain/site/consumption/profiles.ts"
import { countryAt } from "../domain/site/geo/site.ts"
import type { Solver } from "../search/model/solver.ts"
import { solveJob } from "./job.ts"

/**
 * Request of a house with a roof and a battery. It uses the weather, load and price files and every part of the
 * optimiser.
 */
const PROBE = {
  location: { lat: 52.1, lon: 5.18 },
  inputMethod: "known",
  yearlyKwh: 3000,
  newPv: [{ maxPanelCount: 10, panelPowerWatts: 400 }],
  electricBattery: { powerRatingKw: 3, capacityKwh: 6, costPerKwh: 300 },
  tariff: { type: "dynamic" },
}

/**
 * Solves a known scan, so that a ready thread has read its data and warmed up its code. The first real scan is then as
 * fast as later ones. Throws if the scan does not give a report.
 */
export const solveProbe = (solver: Solver): void => {
  const input = parseScanRequest(PROBE, standardProfileKeys, countryAt)
  const result = solveJob({ scanId: "probe", runId: "probe", attempt: 1, input }, solver, () => true)
  if (result.kind !== "solved") throw new Error(`the solver fails on its probe: ${JSON.stringify(result.error)}`)
}
