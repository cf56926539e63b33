/** Bundles node-side.ts and runs it under Node.js. */
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { CoreRun } from "./measure.ts"

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Runs node-side.ts and returns its runs; undefined if Node.js is not installed. */
export async function runInNode(repeats: number, seeds: number): Promise<CoreRun[][] | undefined> {
  if (spawnSync("node", ["--version"]).status !== 0) return undefined
  const folder = mkdtempSync(join(tmpdir(), "node-side-"))
  try {
    const built = await Bun.build({ entrypoints: [here("./node-side.ts")], target: "node", outdir: folder })
    if (!built.success) throw new AggregateError(built.logs, "node-side.ts does not bundle")
    const options = [built.outputs[0]!.path, here("../build/core.wasm"), `${repeats}`, `${seeds}`]
    const run = spawnSync("node", options, { encoding: "utf8" })
    if (run.status !== 0) throw new Error(`node ended with ${run.status}: ${run.stderr}`)
    return JSON.parse(run.stdout)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
