import { createOptimiser } from "../../wasm/index.ts"
import { type Outcome, offeredOf, outcomeOf } from "./check.ts"
import { assumptionsOf } from "./requests.ts"

/**
 * `npm run fuzz [-- COUNT [FIRST]]`: solves requests over the bounds of all fields and prints requests with a fault.
 */

const [count = 10_000, first = 0] = Bun.argv.slice(2).map(Number)
const SIZING_TOLERANCE = 0.02
const BUDGET_MS = 1_000
const SLOW_MS = 5_000

const optimiser = await createOptimiser()
const solver = { optimiser, sizingTolerance: SIZING_TOLERANCE, budgetMs: BUDGET_MS }
const counts: Record<Outcome["kind"], number> = { refused: 0, solved: 0, reasoned: 0, fault: 0 }
const reasons = new Map<string, number>()
/** For the largest share the gap also contains the extra cost of least import over least cost: `leastImport`. */
const proofs = { within: 0, cut: 0, leastImport: 0, wide: 0 }
let worst = { seed: 0, ms: 0 }

for (let seed = first; seed < first + count; seed++) {
  const begunMs = performance.now()
  const outcome = outcomeOf(seed, solver)
  const ms = performance.now() - begunMs
  counts[outcome.kind]++
  if (ms > worst.ms) worst = { seed, ms }
  if (outcome.kind === "solved") {
    if (outcome.isCut) proofs.cut++
    else if (outcome.gap <= SIZING_TOLERANCE) proofs.within++
    else if (outcome.goal === "self-sufficiency") proofs.leastImport++
    else {
      proofs.wide++
      console.log(`seed ${seed}: gap ${outcome.gap} after ${outcome.dispatches} dispatches`)
    }
  }
  if (ms > SLOW_MS) console.log(`seed ${seed}: ${(ms / 1000).toFixed(1)} s, ${JSON.stringify(outcome)}`)
  if (outcome.kind === "fault")
    console.log(
      `seed ${seed}: ${outcome.reason}\n${JSON.stringify(offeredOf(seed))} ${JSON.stringify(assumptionsOf(seed))}`,
    )
  if ("reason" in outcome) {
    const reason = outcome.reason.replace(/[\d.]+/g, "#").slice(0, 120)
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
  }
}
for (const [reason, times] of [...reasons].sort((a, b) => b[1] - a[1]).slice(0, 40)) console.log(`${times} × ${reason}`)
console.log(
  `${count} requests: ${JSON.stringify(counts)}; ${JSON.stringify(proofs)}; the slowest is ${worst.seed} with ${(worst.ms / 1000).toFixed(1)} s`,
)
process.exit(counts.fault > 0 ? 1 : 0)
