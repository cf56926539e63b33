import type { PayByVolume } from "./custom/schema.ts"
import type { BlockTax, TaxBlock } from "./taxBlocks.ts"

/** A line above the pay of a run of blocks: a single pay in all hourly prices, and a yearly amount. */
export interface VolumeLine {
  /** Number of the run. */
  run: number
  /** Pay in the hourly prices, between the lowest and the highest of the run [EUR/kWh]. */
  eurPerKwh: number
}

/** Blocks by rising volume; the lowest counts from 0. */
export const volumeBlocks = (pays: PayByVolume): TaxBlock[] => {
  const all = pays.toSorted((a, b) => a.fromKwh - b.fromKwh)
  return all.map(({ fromKwh, eurPerKwh }, i) => ({
    fromKwh: i === 0 ? 0 : fromKwh,
    toKwh: all[i + 1]?.fromKwh ?? null,
    eurPerKwh,
  }))
}

/**
 * Runs of blocks in which the pay never rises. A single pay with a yearly amount can be at least the pay of a whole
 * run; the pay of blocks that rise cannot be bounded so closely by one line.
 */
export const runsOf = (blocks: readonly TaxBlock[]): TaxBlock[][] => {
  const runs: TaxBlock[][] = []
  for (const block of blocks) {
    const last = runs.at(-1)
    if (last && last.at(-1)!.eurPerKwh >= block.eurPerKwh) last.push(block)
    else runs.push([block])
  }
  return runs
}

/**
 * Blocks with the single pay of a line in the hourly prices. The line is at least the pay of its run, and equal to it
 * at the start of the named block.
 * @param line absent: the pay of the first block
 */
export const payAlong = (blocks: readonly TaxBlock[], line?: VolumeLine): BlockTax => {
  const run = runsOf(blocks)[line?.run ?? 0]!
  const inPriceEurPerKwh = line?.eurPerKwh ?? run[0]!.eurPerKwh
  const touched = run.find(({ eurPerKwh }) => eurPerKwh <= inPriceEurPerKwh) ?? run.at(-1)!
  return { blocks, inPriceEurPerKwh, inPriceFromKwh: touched.fromKwh }
}
