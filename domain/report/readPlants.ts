import type { ReadPlant } from "../case/case.ts"
import { isServed } from "../case/reach.ts"
import { lifecycle } from "../finance/lifecycle.ts"
import { horizonOf } from "../finance/objective.ts"
import { type Figures, plantCosts } from "./figures.ts"

/** Worth of the scan's plant under another reading of an assumption [EUR]. */
export interface ReadWorth {
  reading: ReadPlant["reading"]
  firstYearSavings: number
  netPresentValue: number
}

/** Worth of the plant under each reading in which its load is served, by the code of the reading. */
export const readWorths = (figures: Figures): ReadonlyMap<string, ReadWorth> => {
  const { solution, year } = figures
  const worths = new Map<string, ReadWorth>()
  for (const { code, reading, scan, otherYear } of solution.outlook?.readings ?? []) {
    if (otherYear && !isServed(scan, otherYear.unservedKwh)) continue
    const { baselineBills, bills } = otherYear ?? year
    const readCosts = plantCosts(scan, solution, (otherYear ?? figures).dischargedKwh)
    const { netPresentValueEur } = lifecycle(baselineBills, bills, readCosts, horizonOf(scan))
    const [before, after] = [baselineBills, bills].map(([first]) => first.energyBillEur - first.feedInRevenueEur) as [
      number,
      number,
    ]
    worths.set(code, { reading, firstYearSavings: before - after, netPresentValue: netPresentValueEur })
  }
  return worths
}
