import { type Note, note } from "../../domain/base/note.ts"
import type { ScanCase } from "../../domain/case/case.ts"
import type { Sized, Sizing } from "../../wasm/index.ts"
import { type Proven, scaleOf } from "../model/gap.ts"
import { asMetered } from "../model/metered.ts"
import { nettedEurPerKwh, ofExportEur, type Uncounted, uncountedFeedIn } from "../model/uncounted.ts"
import { isAsMetered } from "../operate/operate.ts"

/** Share of the gap's base above which the report mentions the lowered bound. */
const LARGE_SHARE = 0.01

/** Feed-in pay that the search does not count, at present worth [EUR/kWh]. */
const atPresentWorth = (scan: ScanCase, { year, presentWorthFactor }: Sizing): Uncounted | undefined => {
  const uncounted = uncountedFeedIn(scan, year)
  if (!uncounted) return undefined
  const worth = (eurPerKwh: Float64Array) => eurPerKwh.map(eur => presentWorthFactor * eur)
  return { all: worth(uncounted.all), ofPanels: worth(uncounted.ofPanels) }
}

/**
 * Largest uncounted feed-in pay of any plant of a sizing, with all roofs full and the largest battery [EUR]. At
 * negative purchase prices no battery feeds in (wasm/README.md).
 */
const mostEur = (uncounted: Uncounted, { year, panels, battery }: Sizing): number => {
  const { loadKwh, buyEurPerKwh, roofs, stepHours, exportLimitKw = Number.POSITIVE_INFINITY } = year
  const givenKwh = battery
    ? Math.min(battery.maxKw * stepHours, battery.maxKwh * (1 - year.minLevel) * year.dischargeEfficiency)
    : 0
  return loadKwh.reduce((sum, load, hour) => {
    const producedKwh = roofs.reduce((kwh, roof, k) => kwh + panels[k]!.max * roof.productionKwhPerPanel[hour]!, 0)
    const limitKw = typeof exportLimitKw === "number" ? exportLimitKw : exportLimitKw[hour]!
    const isFedByBattery = buyEurPerKwh[hour]! - nettedEurPerKwh(year, hour) >= 0
    const soldKwh = (kwh: number) => Math.max(0, Math.min(limitKw * stepHours, kwh - load))
    const ofPanelsKwh = soldKwh(producedKwh)
    const ofBatteryKwh = isFedByBattery ? soldKwh(producedKwh + givenKwh) - ofPanelsKwh : 0
    return sum + ofPanelsKwh * uncounted.ofPanels[hour]! + ofBatteryKwh * uncounted.all[hour]!
  }, 0)
}

/** Uncounted feed-in pay of a sized plant [EUR]. */
const ownEur = (scan: ScanCase, uncounted: Uncounted, { plant, dispatch }: Sized): number =>
  isAsMetered(scan, plant) ? ofExportEur(uncounted.ofPanels, asMetered(scan)) : ofExportEur(uncounted.all, dispatch)

/** Largest excess of a sizing's bound over a bound on the real cost of plants [EUR]. */
export const uncountedFeedInEur = (scan: ScanCase, sizing: Sizing): number => {
  const uncounted = atPresentWorth(scan, sizing)
  return uncounted ? mostEur(uncounted, sizing) : 0
}

/** The result with its bound lowered by uncounted feed-in pay. */
export const lowered = <Result extends Proven>(result: Result, uncountedEur: number): Result =>
  uncountedEur > 0
    ? {
        ...result,
        lowerBoundEur: result.lowerBoundEur - uncountedEur,
        gap: result.gap + uncountedEur / scaleOf(result),
      }
    : result

/** A sized plant at its cost with all feed-in pay, and a bound that holds for this cost. */
export const withAllFeedIn = (scan: ScanCase, sizing: Sizing, sized: Sized): Sized => {
  const uncounted = atPresentWorth(scan, sizing)
  if (!uncounted) return sized
  const paidEur = ownEur(scan, uncounted, sized)
  const { lowerBoundEur, gap } = lowered(sized, mostEur(uncounted, sizing))
  return { ...sized, totalEur: sized.totalEur - paidEur, lowerBoundEur, gap: gap - paidEur / scaleOf(sized) }
}

const isLarge = (uncountedEur: number, sized: Sized): boolean => uncountedEur > LARGE_SHARE * scaleOf(sized)

/**
 * A plant from the cuts of a sizing, at other equipment prices. Its uncounted feed-in pay is taken from the plant of
 * the sizing; undefined if that pay may be too large.
 */
export const nearSized = <Result extends Proven>(
  scan: ScanCase,
  { sizing, sized }: { sizing: Sizing; sized: Sized },
  result: Result,
): Result | undefined => {
  const uncounted = atPresentWorth(scan, sizing)
  if (!uncounted) return result
  const uncountedEur = mostEur(uncounted, sizing)
  if (isLarge(uncountedEur, sized)) return undefined
  const paidEur = ownEur(scan, uncounted, sized)
  return { ...lowered(result, uncountedEur), totalEur: result.totalEur - paidEur }
}

/** Notes that the bound is far below, because feed-in pay rises above the purchase price. */
export const feedInCapNotes = (scan: ScanCase, sizing: Sizing, sized: Sized): Note[] => {
  const eur = uncountedFeedInEur(scan, sizing)
  const { currency } = scan.input
  return isLarge(eur, sized) ? [note("feed-in-above-purchase", { amount: Math.round(eur), currency })] : []
}
