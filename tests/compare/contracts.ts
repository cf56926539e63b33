import { createOptimiser } from "../../wasm/index.ts"
import { wrongChoices } from "../support/contractChoice.ts"

/**
 * `bun tests/compare/contracts.ts [CASES]`: the choice among contracts against an enumeration of single scans, on
 * random sites.
 */

const cases = Number(Bun.argv[2] ?? 100)
const optimiser = await createOptimiser()
let wrong = 0
for (let seed = 1000; seed < 1000 + cases; seed++) {
  const found = wrongChoices(seed, optimiser)
  if (found.length > 0) console.log(`seed ${seed}: ${found.join("; ")}`)
  wrong += found.length > 0 ? 1 : 0
}
console.log(`${cases} sites, ${wrong} with another choice`)
process.exit(wrong > 0 ? 1 : 0)
