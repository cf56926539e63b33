import type { Optimiser } from "../../wasm/index.ts"
import { hasMixedLosses, withOwnLosses } from "../model/existingBattery.ts"
import { scaleOf } from "../model/gap.ts"
import { heldAt } from "./ruleChoice.ts"
import type { RankedScan } from "./sizeScan.ts"

/** Effort of the operation of a given plant. */
const EFFORT = { tolerance: 1e-4, maxDispatches: 80, savings: undefined }

/**
 * Gap between the cost of a plant, operated with foresight, and its lower bound. Next to an existing battery of another
 * efficiency the sizing assumes lower losses than the plant has, so the plant's own operation counts.
 */
export const plantGap = ({ scanCase, sizing, sized }: RankedScan, optimiser: Optimiser): number => {
  if (!hasMixedLosses(scanCase)) return sized.gap
  const year = withOwnLosses(scanCase, sizing.year, sized.plant)
  const operated = optimiser.size({ ...heldAt({ ...sizing, year }, sized.plant), ...EFFORT })
  return Math.max(0, operated.totalEur - sized.lowerBoundEur) / scaleOf(sized)
}
