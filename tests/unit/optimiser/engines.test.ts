/** The same door in Node.js, to the last bit. */
import { expect, test } from "bun:test"
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { KINDS, randomCase } from "../../../wasm/bench/years.ts"
import { createOptimiser, type Dispatch } from "../../../wasm/index.ts"

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Arrays as lists: what JSON carries without loss. */
const plain = (_: string, value: unknown) => (value instanceof Float64Array ? [...value] : value)

/** What Node.js runs: an application that ships the optimiser with wasm/build/core.wasm beside it. */
const SCRIPT = `
import { readFileSync } from "node:fs"
import { createOptimiser } from "./index.js"
const series = value => (Array.isArray(value) && typeof value[0] === "number" ? Float64Array.from(value) : value)
const cases = JSON.parse(readFileSync(new URL("cases.json", import.meta.url), "utf8"), (key, value) =>
  key === "panels" ? value : series(value))
const optimiser = await createOptimiser()
const answers = cases.map(({ year, plant }) => optimiser.dispatch(year, plant))
let refused
try {
  optimiser.dispatch(cases[0].year, { ...cases[0].plant, powerKw: -1 })
} catch (error) {
  refused = error.argument
}
console.log(JSON.stringify({ answers, refused }, (_, value) => (value instanceof Float64Array ? [...value] : value)))
`

async function answersOfNode(cases: unknown): Promise<{ answers: unknown; refused: string }> {
  const folder = mkdtempSync(join(tmpdir(), "optimiser-"))
  try {
    const built = await Bun.build({ entrypoints: [here("../../../wasm/index.ts")], target: "node", outdir: folder })
    expect(built.success).toBe(true)
    cpSync(here("../../../wasm/build/core.wasm"), join(folder, "build/core.wasm"))
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }')
    writeFileSync(join(folder, "cases.json"), JSON.stringify(cases, plain))
    writeFileSync(join(folder, "script.js"), SCRIPT)
    const run = Bun.spawnSync(["node", join(folder, "script.js")])
    expect(run.stderr.toString()).toBe("")
    return JSON.parse(run.stdout.toString())
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test("Node.js gives what Bun gives", async () => {
  const cases = KINDS.map(kind => randomCase(kind, 77, { steps: 480 }))
  const optimiser = await createOptimiser()
  const dispatched: Dispatch[] = cases.map(({ year, plant }) => optimiser.dispatch(year, plant))
  const answers = JSON.parse(JSON.stringify(dispatched, plain))
  expect(await answersOfNode(cases)).toEqual({ answers, refused: "plant.powerKw" })
})
