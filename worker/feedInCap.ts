import { type Note, note } from "../domain/note.ts"
import type { Operation, ScanCase, Schedule } from "../domain/scan/case.ts"
import { hasTerms, schedulesOf, sharesOf } from "../domain/scan/phases.ts"
import type { Sized, Sizing } from "../wasm/index.ts"
import { type Proven, scaleOf } from "./gap.ts"
import { isAsMetered } from "./operate.ts"
import { paidForFeedIn } from "./phases.ts"
import { termsYears } from "./sizing.ts"

/** Where the bound is lowered by more than this share of what the gap is relative to, the report says so. */
const LARGE_SHARE = 0.01

/**
 * What feed-in pays in each hour of all phases above what the search counts, at present worth [EUR/kWh]: pay may end
 * above purchase, by growing faster, purchase falling or prices below 0, which the search cannot take. Undefined where
 * the search counts all of it.
 */
const uncountedEurPerKwh = (scan: ScanCase, { year, presentWorthFactor }: Sizing): Float64Array | undefined => {
  if (!hasTerms(scan)) return undefined
  const paid = paidForFeedIn(termsYears(scan), sharesOf(scan))
  const uncounted = paid.map((eur, hour) => presentWorthFactor * Math.max(0, eur - year.sellEurPerKwh[hour]!))
  return uncounted.some(eur => eur > 0) ? uncounted : undefined
}

/**
 * The most that any plant of a sizing could sell in each hour [kWh]: all roofs full and the largest battery, less the
 * load.
 */
const mostExportKwh = ({ year, panels, battery }: Sizing): Float64Array => {
  const { loadKwh, roofs, exportLimitKw = Number.POSITIVE_INFINITY, minLevel, dischargeEfficiency } = year
  const givenKwh = battery ? Math.min(battery.maxKw, battery.maxKwh * (1 - minLevel) * dischargeEfficiency) : 0
  return loadKwh.map((load, hour) => {
    const producedKwh = roofs.reduce((sum, roof, k) => sum + panels[k]!.max * roof.productionKwhPerPanel[hour]!, 0)
    const limitKw = typeof exportLimitKw === "number" ? exportLimitKw : exportLimitKw[hour]!
    return Math.max(0, Math.min(limitKw, producedKwh + givenKwh - load))
  })
}

const worthEur = (eurPerKwh: Float64Array, kwh: Float64Array): number =>
  kwh.reduce((sum, sold, hour) => sum + sold * eurPerKwh[hour]!, 0)

/** What feed-in of an operation pays above what the search counts. */
const ownEur = (eurPerKwh: Float64Array, operation: Pick<Operation, keyof Schedule | "later">): number =>
  schedulesOf(operation).reduce(
    (sum, { exportKwh }, phase) => sum + worthEur(eurPerKwh.subarray(phase * exportKwh.length), exportKwh),
    0,
  )

/** By how much the bound of a sizing is above one on what plants really cost, at most [EUR]. */
export const uncountedFeedInEur = (scan: ScanCase, sizing: Sizing): number => {
  const eurPerKwh = uncountedEurPerKwh(scan, sizing)
  return eurPerKwh ? worthEur(eurPerKwh, mostExportKwh(sizing)) : 0
}

/** What is proven of a plant with the bound lowered by what the search did not count. */
export const lowered = <Found extends Proven>(found: Found, uncountedEur: number): Found =>
  uncountedEur > 0
    ? {
        ...found,
        lowerBoundEur: found.lowerBoundEur - uncountedEur,
        gap: found.gap + uncountedEur / scaleOf(found),
      }
    : found

/** A sized plant at what it costs with all that its feed-in pays, with a bound that holds for that. */
export const withAllFeedIn = (scan: ScanCase, sizing: Sizing, sized: Sized): Sized => {
  const eurPerKwh = uncountedEurPerKwh(scan, sizing)
  if (!eurPerKwh) return sized
  // The site as it is counts with all of it already (Sizing.leastYear).
  const paidEur = isAsMetered(scan, sized.plant) ? 0 : ownEur(eurPerKwh, sized.dispatch)
  const { lowerBoundEur, gap } = lowered(sized, worthEur(eurPerKwh, mostExportKwh(sizing)))
  return { ...sized, totalEur: sized.totalEur - paidEur, lowerBoundEur, gap: gap - paidEur / scaleOf(sized) }
}

const isLarge = (uncountedEur: number, sized: Sized): boolean => uncountedEur > LARGE_SHARE * scaleOf(sized)

/**
 * A plant found from the cuts of a sizing, at other prices of the plant: what feed-in pays above what the search counts
 * is taken as that of the plant of the sizing; undefined where it may be too much for that.
 */
export const nearSized = <Found extends Proven>(
  scan: ScanCase,
  { sizing, sized }: { sizing: Sizing; sized: Sized },
  found: Found,
): Found | undefined => {
  const eurPerKwh = uncountedEurPerKwh(scan, sizing)
  if (!eurPerKwh) return found
  const uncountedEur = uncountedFeedInEur(scan, sizing)
  if (isLarge(uncountedEur, sized)) return undefined
  const paidEur = isAsMetered(scan, sized.plant) ? 0 : ownEur(eurPerKwh, sized.dispatch)
  return { ...lowered(found, uncountedEur), totalEur: found.totalEur - paidEur }
}

/** That the bound is far below, because feed-in pay comes above purchase over the years. */
export const feedInCapNotes = (scan: ScanCase, sizing: Sizing, sized: Sized): Note[] => {
  const eur = uncountedFeedInEur(scan, sizing)
  const { currency } = scan.input
  return isLarge(eur, sized) ? [note("feed-in-above-purchase", { amount: Math.round(eur), currency })] : []
}
