/** Months of quarter-hours have HiGHS's cost for the same linear program, and a feasible schedule. */
import { expect, test } from "bun:test"
import { KINDS, randomCase } from "../../wasm/bench/years.ts"
import { checkedOptimiser } from "../support/checkedCore.ts"
import { violations } from "./feasibility.ts"
import { leastCostEur } from "./highs.ts"

const MONTHS = 20
const QUARTERS_PER_MONTH = 30 * 96
const RELATIVE = 1e-9
const TIMEOUT_MS = 60_000

const optimiser = await checkedOptimiser()

for (let month = 0; month < MONTHS; month++) {
  const kind = KINDS[month % KINDS.length]!
  test(
    `${kind}, month ${month} of quarter-hours`,
    () => {
      const { year, plant } = randomCase(kind, 400 + month, { steps: QUARTERS_PER_MONTH, stepHours: 0.25 })
      const dispatch = optimiser.dispatch(year, plant)
      expect(violations(year, plant, dispatch)).toEqual([])
      const least = leastCostEur(year, plant)
      expect(Math.abs(dispatch.costEur - least)).toBeLessThanOrEqual(RELATIVE * Math.abs(least))
    },
    TIMEOUT_MS,
  )
}
