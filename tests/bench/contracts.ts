/** `npm run bench -- contracts`: what twenty contracts add to a scan, against scans of one contract. */
import type { FilledRequest, FilledTariff } from "../../domain/scan/request.ts"
import { createOptimiser, type Optimiser } from "../../wasm/index.ts"
import { contractChoice, reportOf } from "../support/contractChoice.ts"
import { type Row, report } from "./table.ts"

const CONTRACTS = 20
/** Twenty contracts take no longer than so many scans. */
const SCANS_MOST = 8
const SITES = 4
const TURNS = 5

const site = (seed: number): Omit<FilledRequest, "contracts"> => {
  const { contracts: _, ...alone } = contractChoice(seed)
  return { ...alone, tariff: { type: "dynamic" }, electricBattery: BATTERY }
}

const BATTERY = {
  ...{ capacityKwh: 10, powerRatingKw: 5, costPerKwh: 250, minCapacityKwh: 0, minPowerRatingKw: 0 },
  ...{ minimumChargeLevel: 10, roundtripEfficiency: 92 },
}

/** Half of them dynamic, which take longest; the rest flat. */
const offered: FilledTariff[] = Array.from({ length: CONTRACTS }, (_, i) =>
  i % 2 === 0
    ? { type: "dynamic", fixedEurPerMonth: i / 2 }
    : { type: "flat", flatEurPerKwh: 0.22 + 0.005 * i, feedInEurPerKwh: 0.02 + 0.003 * i, fixedEurPerMonth: 6 },
)

const cpuMs = (call: () => void): number => {
  const before = process.threadCpuUsage()
  call()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!

const measured = (seed: number, optimiser: Optimiser) => {
  const alone = site(seed)
  const turns = Array.from({ length: TURNS }, () => ({
    scanMs: cpuMs(() => void reportOf(alone, optimiser)),
    comparedMs: cpuMs(() => void reportOf({ ...alone, contracts: offered }, optimiser)),
  }))
  const scanMs = median(turns.map(turn => turn.scanMs))
  const comparedMs = median(turns.map(turn => turn.comparedMs))
  return { seed, scanMs, comparedMs, scans: comparedMs / scanMs }
}

export async function bench(): Promise<void> {
  const optimiser = await createOptimiser()
  measured(1, optimiser)
  const sites = Array.from({ length: SITES }, (_, i) => measured(10 + i, optimiser))
  const rows = sites.map(
    ({ seed, scanMs, comparedMs, scans }): Row => ({
      what: `site ${seed}: a scan that compares ${CONTRACTS} contracts, in scans of one`,
      measured: `${scans.toFixed(1)} (${comparedMs.toFixed(0)} and ${scanMs.toFixed(0)} ms)`,
      bar: `at most ${SCANS_MOST}`,
      holds: scans <= SCANS_MOST,
    }),
  )
  report("contracts", [{ title: "Contracts, processor time of the thread", rows, lost: [], data: sites }])
}
