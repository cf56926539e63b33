import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { randomNumbers } from "../support/solvedCase.ts"
import type { Outcome } from "./solveIn.ts"

/**
 * `bun tests/compare/plants.ts CHECKOUT OTHER_CHECKOUT [REQUESTS] [SEED]`: solves the same drawn sites with the code of
 * two checkouts. Lists each plant that differs, with the cost of its life under its controller in both, and ends with
 * the numbers that became cheaper and dearer.
 */

/** Homes, farms and offices with a battery on offer, the goal cost-savings, and contracts of all kinds. */
const drawnSites = (count: number, seed: number): object[] => {
  const random = randomNumbers(seed)
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!
  return Array.from({ length: count }, () => {
    const scale = pick([1, 1, 12, 25])
    const capacityKwh = Math.round((5 + random() * 25) * scale)
    const type = pick(["dynamic", "dynamic", "flat"])
    const flat = { flatEurPerKwh: 0.2 + random() * 0.2, feedInEurPerKwh: random() * 0.08 }
    const demand = random() < 0.4 ? { demandEurPerKwMonth: 1 + random() * 9 } : {}
    return {
      location: pick([
        { lat: 51.44, lon: 5.48 },
        { lat: 52.5, lon: 6.1 },
        { lat: 50.85, lon: 4.35 },
        { lat: 52.52, lon: 13.4 },
        { lat: 48.1, lon: 11.6 },
      ]),
      inputMethod: "known",
      yearlyKwh: Math.round((2500 + random() * 5000) * scale),
      newPv: [
        {
          maxPanelCount: Math.round((5 + random() * 25) * scale),
          panelPowerWatts: 430,
          tiltAngle: pick([15, 35]),
          orientationAngle: pick([90, 180, 220]),
        },
      ],
      electricBattery: {
        capacityKwh,
        powerRatingKw: capacityKwh / pick([1, 2, 4]),
        costPerKwh: Math.round(80 + random() * 320),
      },
      tariff: { type, ...(type === "flat" ? flat : {}), ...demand },
      ...(random() < 0.25 ? { control: "selfConsumption" } : {}),
    }
  })
}

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
  await Bun.write(requestsFile, JSON.stringify(drawnSites(Number(requests), Number(seed))))
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
