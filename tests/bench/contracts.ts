/** `npm run bench -- contracts`: extra time of twenty contracts in a scan, in scans of one contract. */
import type { FilledRequest, FilledTariff } from "../../domain/request/request.ts"
import { createOptimiser, type Optimiser } from "../../wasm/index.ts"
import { contractChoice } from "../support/contractChoice.ts"
import { median } from "./cpu.ts"
import { createDraws } from "./draws.ts"
import { createScans } from "./scans.ts"
import { type Row, report } from "./table.ts"

const CONTRACTS = 20
/** Bar: twenty contracts take no longer than this number of scans. */
const SCANS_MOST = 8
const SITES = 4
const TURNS = 9
const WARM_UP_SITES = 2

const site = (seed: number): Omit<FilledRequest, "contracts"> => {
  const { contracts: _, ...alone } = contractChoice(seed)
  return { ...alone, tariff: { type: "dynamic" }, electricBattery: BATTERY }
}

const BATTERY = {
  ...{ capacityKwh: 10, powerRatingKw: 5, costPerKwh: 250, minCapacityKwh: 0, minPowerRatingKw: 0 },
  ...{ minimumChargeLevel: 10, roundtripEfficiency: 92 },
}

/** Half are dynamic contracts, which take longest; the rest are flat. */
const offered: FilledTariff[] = Array.from({ length: CONTRACTS }, (_, i) =>
  i % 2 === 0
    ? { type: "dynamic", fixedEurPerMonth: i / 2 }
    : { type: "flat", flatEurPerKwh: 0.22 + 0.005 * i, feedInEurPerKwh: 0.02 + 0.003 * i, fixedEurPerMonth: 6 },
)

/** Scans of one contract and of twenty in turns, each of another consumption. */
const measured = (seed: number, optimiser: Optimiser) => {
  const [draws, solve] = [createDraws(seed), createScans(optimiser)]
  const alone = site(seed)
  const turns = Array.from({ length: TURNS }, () => ({
    scanMs: solve(draws.request(alone)).ms,
    comparedMs: solve(draws.request({ ...alone, contracts: offered })).ms,
  }))
  const scanMs = median(turns.map(turn => turn.scanMs))
  const comparedMs = median(turns.map(turn => turn.comparedMs))
  return { seed, scanMs, comparedMs, scans: comparedMs / scanMs }
}

export async function bench(): Promise<void> {
  const optimiser = await createOptimiser()
  for (let seed = 1; seed <= WARM_UP_SITES; seed++) measured(seed, optimiser)
  const sites = Array.from({ length: SITES }, (_, i) => measured(10 + i, optimiser))
  const rows = sites.map(
    ({ seed, scanMs, comparedMs, scans }): Row => ({
      what: `site ${seed}: a scan that compares ${CONTRACTS} contracts, in scans of one`,
      measured: `${scans.toFixed(1)} (${comparedMs.toFixed(0)} and ${scanMs.toFixed(0)} ms)`,
      bar: `at most ${SCANS_MOST}`,
      holds: scans <= SCANS_MOST,
    }),
  )
  report("contracts", [{ title: "Contracts, processor time, each scan another consumption", rows, data: sites }])
}
