/**
 * The same measurement in Node.js: `node BUNDLE CORE.WASM REPEATS SEEDS`, with this file bundled for it; prints JSON,
 * one array of runs for each kind of year.
 */
import { readFileSync } from "node:fs"
import { measureCore } from "./measure.ts"
import { KINDS, randomCase } from "./years.ts"

const [core, repeats, seeds] = process.argv.slice(2)
const module = new WebAssembly.Module(new Uint8Array(readFileSync(core!)))
const runs = KINDS.map(kind => {
  const cases = Array.from({ length: Number(seeds) }, (_, seed) => randomCase(kind, seed))
  return measureCore(module, cases, Number(repeats))
})
console.log(JSON.stringify(runs))
