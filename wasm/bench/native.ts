/** Runs kernel.c on the same years as the core; compiles it with gcc if available. */

import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { evenLimit } from "../limits.ts"
import type { Case } from "./years.ts"

export interface NativeRun {
  ms: number
  costEur: number
  lowerBoundEur: number
}

/** The layout that kernel.c reads. */
function encode({ year, plant }: Case): Float64Array {
  const { loadKwh, roofs, buyEurPerKwh, sellEurPerKwh } = year
  const numbers = [
    loadKwh.length,
    roofs.length,
    year.stepHours,
    evenLimit(year.importLimitKw),
    evenLimit(year.exportLimitKw),
    year.gridCharging ? 1 : 0,
    year.chargeEfficiency,
    year.dischargeEfficiency,
    year.minLevel,
    year.initialLevel ?? year.minLevel,
    plant.capacityKwh,
    plant.powerKw,
  ]
  const series = [loadKwh, ...roofs.map(roof => roof.productionKwhPerPanel), buyEurPerKwh, sellEurPerKwh]
  return Float64Array.from([numbers, plant.panels, ...series].flatMap(part => [...part]))
}

/** Medians of `repeats` runs of each case in C, or undefined without gcc; throws if the kernel fails. */
export function runNative(cases: Case[], repeats: number): NativeRun[] | undefined {
  if (spawnSync("gcc", ["--version"]).status !== 0) return undefined
  const folder = mkdtempSync(join(tmpdir(), "kernel-"))
  try {
    const source = fileURLToPath(new URL("./kernel.c", import.meta.url))
    const compiled = spawnSync("gcc", ["-O3", "-o", join(folder, "kernel"), source, "-lm"], { encoding: "utf8" })
    if (compiled.status !== 0) throw new Error(`gcc: ${compiled.stderr}`)
    for (const [i, each] of cases.entries()) writeFileSync(join(folder, "years"), encode(each), { flag: i ? "a" : "w" })
    const run = spawnSync(join(folder, "kernel"), [join(folder, "years"), `${repeats}`], { encoding: "utf8" })
    if (run.status !== 0) throw new Error(`the kernel ended with ${run.status}: ${run.stderr}`)
    const lines = run.stdout.trim().split("\n")
    return lines.map(line => {
      const [ms, costEur, lowerBoundEur] = line.split(" ").map(Number)
      return { ms: ms!, costEur: costEur!, lowerBoundEur: lowerBoundEur! }
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
