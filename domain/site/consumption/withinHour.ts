/**
 * Use within the hour, for scans in quarter-hours without measured ones. Hourly means hide peaks: an oven of 2 kW runs
 * for a quarter and is off afterwards.
 *
 * - The energy of an hour above the lower of its two neighbours is one block of constant power; the rest is even.
 * - The block has BLOCK_KW and BLOCK_SHARE of its energy per hour as power, so small energies are short blocks.
 * - The block begins at a random moment of the hour. The seed is the same for all sites, so equal loads stay equal.
 * - The quarters of an hour have the energy of the hour.
 *
 * Fitted to five measured homes and judged on five others (Fluvius, WPuQ, Zonnedael): docs/resolution.md.
 */

import { uniformNumbers } from "../solar/random.ts"
import { QUARTERS_PER_HOUR } from "../steps.ts"

/** Least power of a block [kW]. */
const BLOCK_KW = 1
/** Further power of a block per energy of an hour [kW/kWh]. */
const BLOCK_SHARE = 1.2
const SEED = 4711

/**
 * Modelled quarters of a load [kWh].
 * @param hoursKwh 8760 h @param evenKwh part of each hour without blocks, such as a heat pump's; absent: none
 */
export const modelledQuarters = (hoursKwh: Float64Array, evenKwh?: Float64Array): Float64Array => {
  const draw = uniformNumbers(SEED)
  const quarters = new Float64Array(hoursKwh.length * QUARTERS_PER_HOUR)
  const plainAt = (hour: number): number => {
    const at = (hour + hoursKwh.length) % hoursKwh.length
    return Math.max(0, hoursKwh[at]! - (evenKwh?.[at] ?? 0))
  }
  for (let hour = 0; hour < hoursKwh.length; hour++) {
    const blockKwh = Math.max(0, plainAt(hour) - Math.min(plainAt(hour - 1), plainAt(hour + 1)))
    const hours = Math.min(1, blockKwh / (BLOCK_KW + BLOCK_SHARE * blockKwh))
    const from = draw() * (1 - hours)
    const restKwh = (hoursKwh[hour]! - blockKwh) / QUARTERS_PER_HOUR
    for (let quarter = 0; quarter < QUARTERS_PER_HOUR; quarter++) {
      const [start, end] = [quarter / QUARTERS_PER_HOUR, (quarter + 1) / QUARTERS_PER_HOUR]
      const covered = Math.max(0, Math.min(from + hours, end) - Math.max(from, start))
      quarters[hour * QUARTERS_PER_HOUR + quarter] = restKwh + (hours > 0 ? (blockKwh * covered) / hours : 0)
    }
  }
  return quarters
}
