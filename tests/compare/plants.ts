import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import fc from "fast-check"
import { anyRequest } from "../support/anyRequest.ts"
import type { Outcome } from "./solveIn.ts"

/**
 * `bun tests/compare/plants.ts CHECKOUT OTHER_CHECKOUT [REQUESTS] [SEED]`: solves the same random requests with the
 * code of two checkouts. Lists each plant that differs, with the cost of its life under its controller in both, and
 * ends with the shares that became cheaper and dearer.
 */

interface Plant {
  panels: number
  batteryKwh: number
  lifeEur: number
}

const plantOf = (outcome: Outcome): Plant | undefined => {
  if (outcome.kind !== "solved") return undefined
  const { solar, battery, financial } = outcome.report as {
    solar: { newSystems: { panelCount: number }[] }
    battery: { specs: { capacityKwh: number } } | null
    financial: { netPresentValue: number; costComparison: { projectedBaseline: number } }
  }
  return {
    panels: solar.newSystems.reduce((sum, { panelCount }) => sum + panelCount, 0),
    batteryKwh: battery?.specs.capacityKwh ?? 0,
    lifeEur: financial.costComparison.projectedBaseline - financial.netPresentValue,
  }
}

const solveIn = async (folder: string, checkout: string, requestsFile: string): Promise<Outcome[]> => {
  const outcomesFile = join(folder, `${Bun.hash(checkout)}.json`)
  const script = join(import.meta.dir, "solveIn.ts")
  const child = Bun.spawn([process.execPath, script, resolve(checkout), requestsFile, outcomesFile], {
    cwd: resolve(checkout),
    stdio: ["ignore", "inherit", "inherit"],
  })
  if ((await child.exited) !== 0) throw new Error(`${checkout} did not solve the requests`)
  return Bun.file(outcomesFile).json()
}

const [first, second, requests = 200, seed = 16] = Bun.argv.slice(2)
if (!first || !second) throw new Error("bun tests/compare/plants.ts CHECKOUT OTHER_CHECKOUT [REQUESTS] [SEED]")
const folder = mkdtempSync(join(tmpdir(), "plants-"))
try {
  const requestsFile = join(folder, "requests.json")
  await Bun.write(
    requestsFile,
    JSON.stringify(fc.sample(anyRequest, { numRuns: Number(requests), seed: Number(seed) })),
  )
  const [before, after] = await Promise.all([
    solveIn(folder, first, requestsFile),
    solveIn(folder, second, requestsFile),
  ])
  const shares: number[] = []
  for (const [i, outcome] of before.entries()) {
    const [a, b] = [plantOf(outcome), plantOf(after[i]!)]
    if (!a || !b) continue
    const share = (b.lifeEur - a.lifeEur) / Math.max(1, Math.abs(a.lifeEur))
    shares.push(share)
    if (a.panels === b.panels && a.batteryKwh === b.batteryKwh) continue
    const text = ({ panels, batteryKwh, lifeEur }: Plant) =>
      `${panels} panels, ${batteryKwh} kWh, ${lifeEur.toFixed(0)} EUR`
    console.log(`request ${i}: ${text(a)} -> ${text(b)} (${(100 * share).toFixed(2)} %)`)
  }
  const count = (isSo: (share: number) => boolean) => shares.filter(isSo).length
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length
  console.log(
    `${shares.length} solved in both: ${count(share => share < -1e-6)} cheaper, ${count(share => share > 1e-6)} dearer, ` +
      `${count(share => share > 2e-3)} dearer by more than 0.2 %; mean ${(100 * mean).toFixed(4)} %, ` +
      `dearest ${(100 * Math.max(...shares)).toFixed(3)} %`,
  )
} finally {
  rmSync(folder, { recursive: true })
}
