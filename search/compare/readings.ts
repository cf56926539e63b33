import type { ReadPlant, ScanCase } from "../../domain/case/case.ts"
import { readingsOf } from "../../domain/case/readings.ts"
import type { Sized } from "../../wasm/index.ts"
import { SolveCancelled } from "../../wasm/index.ts"
import type { Solving } from "../model/budget.ts"
import { newPanels, sizingOf } from "../model/sizing.ts"
import { billsIn } from "./variations.ts"

/**
 * A plant under other readings of a scan's assumptions, operated again where its hours may differ; empty if nothing is
 * bought. Throws SolveCancelled if the scan has to end.
 */
export const solveReadings = (
  scanCase: ScanCase,
  sized: Sized,
  solving: Solving & { sizingTolerance: number },
): ReadPlant[] => {
  const { panels, capacityKwh } = sized.plant
  if (capacityKwh === 0 && newPanels(scanCase, panels).every(count => count === 0)) return []
  return readingsOf(scanCase).map(({ isOtherYear, ...reading }) => {
    if (!isOtherYear) return reading
    if (!solving.goOn()) throw new SolveCancelled()
    return {
      ...reading,
      otherYear: billsIn(reading.scan, sizingOf(reading.scan, solving.sizingTolerance), sized, solving),
    }
  })
}
