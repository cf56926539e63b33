import type { Operation, PanelRange, ScanCase } from "../../domain/case/case.ts"
import { sharesOf } from "../../domain/case/phases.ts"
import { withinRanges, withVolumeLine } from "../../domain/case/plantTerms.ts"
import { runsOf } from "../../domain/market/tariff/payByVolume.ts"
import {
  type BlockTax,
  type TaxBlock,
  taxBeforeBlockEur,
  taxBeyondPricesEur,
} from "../../domain/market/tariff/taxBlocks.ts"
import { totalOf } from "../../domain/site/profiles/hours.ts"
import type { Optimiser, Sized } from "../../wasm/index.ts"
import { scaleOf } from "../model/gap.ts"
import { newPanels } from "../model/sizing.ts"
import { answerAround, rangesOf } from "./plantTerms.ts"
import { heldAt } from "./ruleChoice.ts"
import { offsetOf, type RankedScan, realEurOf } from "./sizeScan.ts"

/**
 * Feed-in pay by the volume of the year. A sizing has one pay for all kWh and a yearly amount: a line. In a run of
 * blocks whose pay falls, a line is at least the pay, so each sizing bounds every plant, and the highest bound holds.
 * If no line pays its plant exactly, the best volume is near the edge of two blocks. Then a pay between theirs is
 * tried, or the numbers of panels are split at the edge. A bill whose volume is in another run has the bound of that
 * run, so the lowest bound of the runs holds for all plants.
 */

/** Maximum number of sizings for one run. */
const MAX_SIZINGS = 14
/** Maximum number of pays between blocks for one part. */
const MAX_MIXED = 4
/** Share of the cost by which a line may pay a plant too much. */
const TOLERANCE = 5e-4
/** Smallest difference of two pays [EUR/kWh]. */
const ROUNDING = 1e-6
/** Effort of the operation of a plant for its volume. */
const EFFORT = { tolerance: 1e-3, maxDispatches: 8, savings: undefined }

/** A sizing along a line. */
interface Tried {
  site: RankedScan
  /** Pay of each kWh in its prices [EUR/kWh]. */
  eurPerKwh: number
  /** Volume at which line and pay meet [kWh]. */
  edgeKwh: number
  /** Feed-in of its plant with foresight [kWh]. */
  soldKwh: number
  /** Life cost of its plant with foresight, without the pay by volume [EUR]. */
  unpaidEur: number
  /** No plant whose volume is in the run has a lower life cost [EUR]. */
  leastEur: number
  /** Life cost of the operated plant [EUR]. */
  lifeEur: number
  /** True if the line pays the plant nearly what its bill does. */
  isSettled: boolean
}

/** Numbers of panels with the sizings within them. */
interface Part {
  ranges: readonly PanelRange[]
  tries: readonly Tried[]
  /** The plants on both sides of an edge, of the lines next to it; absent: none is needed. */
  bracket: Bracket | undefined
  /** Number of tried pays between two blocks. */
  mixed: number
  /** True if a plant with the volume at the edge was tried. */
  hasEdge: boolean
}

interface Bracket {
  below: Tried
  above: Tried
}

interface Run {
  pays: readonly number[]
  tryAt: (ranges: readonly PanelRange[], eurPerKwh: number) => Tried
  optimiser: Optimiser
}

/** Sizes a scan under the pay by volume that each plant has. */
export const sizeByVolume = (
  scan: ScanCase,
  size: (scan: ScanCase) => RankedScan,
  optimiser: Optimiser,
): RankedScan => {
  const { volumePay } = scan.tariffs[0]
  if (!volumePay) return size(scan)
  const whole = scan.panelRanges ?? rangesOf(scan)
  const runs = runsOf(volumePay.blocks).map((blocks, run) => {
    const tryAt: Run["tryAt"] = (ranges, eurPerKwh) =>
      triedOf(size(withinRanges(withVolumeLine(scan, { run, eurPerKwh }), ranges)), optimiser)
    return sizedRun(whole, { pays: paysOf(blocks), tryAt, optimiser })
  })
  const all = runs.flatMap(parts => parts.flatMap(({ tries }) => tries))
  const { site } = all.reduce((least, tried) => (tried.lifeEur < least.lifeEur ? tried : least))
  const isWhole = JSON.stringify(site.scanCase.panelRanges) === JSON.stringify(whole)
  const around = isWhole ? site : size({ ...site.scanCase, panelRanges: whole })
  const leastEur = Math.min(...runs.flatMap(parts => parts.map(part => leastOf(part, around.baseline))))
  return answerAround(site, around, { leastEur, sites: all.map(tried => tried.site) }, optimiser)
}

const paysOf = (blocks: readonly TaxBlock[]): number[] => [...new Set(blocks.map(({ eurPerKwh }) => eurPerKwh))]

/**
 * Lower bound of a part's life costs [EUR].
 * @param baseline of the report; absent: the baseline of each line, which its prices may operate differently
 */
const leastOf = ({ tries }: Part, baseline?: Operation): number =>
  Math.max(
    ...tries.map(({ leastEur, site }) => {
      const { scanCase } = site
      return baseline ? leastEur + offsetOf({ scanCase, baseline }) - offsetOf(site) : leastEur
    }),
  )

/** Sizings of a run, until no open part could have a better plant. */
const sizedRun = (whole: readonly PanelRange[], run: Run): Part[] => {
  let parts = [partOf(whole, 0, run)]
  for (;;) {
    const tries = parts.flatMap(part => part.tries)
    const { lifeEur, site } = tries.reduce((least, tried) => (tried.lifeEur < least.lifeEur ? tried : least))
    const nearEur = lifeEur - TOLERANCE * scaleOf(site.sized)
    const open = parts.filter(part => part.bracket && leastOf(part) < nearEur)
    const [next] = open.toSorted((a, b) => leastOf(a) - leastOf(b))
    const refined = tries.length < MAX_SIZINGS && next ? refine(next, run) : undefined
    if (!next || !refined || tries.some(tried => tried.site.sized.isCut)) return parts
    parts = [...parts.filter(part => part !== next), ...refined]
  }
}

/** Tries the pays of blocks from one on, towards the volume of the plant, until it is settled. */
const partOf = (ranges: readonly PanelRange[], first: number, { pays, tryAt }: Run): Part => {
  const tries: Tried[] = []
  let index = first
  while (index in pays && tries.every(({ eurPerKwh, isSettled }) => !isSettled && eurPerKwh !== pays[index])) {
    const tried = tryAt(ranges, pays[index]!)
    tries.push(tried)
    index += isAbove(tried) ? 1 : -1
  }
  const [below, above] = tries.slice(-2).toSorted((a, b) => a.eurPerKwh - b.eurPerKwh)
  const isBracket = index in pays && !tries.some(({ isSettled }) => isSettled)
  return {
    ranges,
    tries,
    bracket: isBracket && below && above ? { below, above } : undefined,
    mixed: 0,
    hasEdge: false,
  }
}

const isAbove = ({ soldKwh, edgeKwh }: Tried): boolean => soldKwh > edgeKwh

/**
 * A part with one more sizing, or its two halves; undefined if neither can be had. Panels of one roof are split at
 * once. Several roofs have many numbers of panels at the edge: pays between blocks give their bound, and a plant there
 * is tried.
 */
const refine = (part: Part, run: Run): Part[] | undefined => {
  const { below, above } = part.bracket!
  const isSpread = part.ranges.filter(range => range.maxPanelCount > range.minPanelCount).length > 1
  const isSame = JSON.stringify(below.site.sized.plant.panels) === JSON.stringify(above.site.sized.plant.panels)
  const mixed = (isSpread || isSame) && part.mixed < MAX_MIXED ? withMixedPay(part, run) : undefined
  if (mixed) return [mixed]
  if (isSpread && !part.hasEdge) return [withEdge(part, run)]
  const firsts = firstsOf(part.bracket!, run)
  return halvesOf(part, run.optimiser)?.map((ranges, half) => {
    const { tries, ...rest } = partOf(ranges, firsts[half]!, run)
    return { ...rest, tries: [...tries, ...part.tries] }
  })
}

/** Numbers of the pays of the two blocks on both sides of an edge. */
const firstsOf = ({ below, above }: Bracket, { pays }: Run): [number, number] => [
  pays.findLastIndex(pay => pay >= above.eurPerKwh),
  pays.findIndex(pay => pay <= below.eurPerKwh),
]

/** A part with the best plant among those with at most the panels at the edge; it bounds no other plants. */
const withEdge = (part: Part, run: Run): Part => {
  const bracket = part.bracket!
  const panels = panelsAtEdge(bracket, run.optimiser)
  const ranges = part.ranges.map(({ minPanelCount, maxPanelCount }, roof) => ({
    minPanelCount,
    maxPanelCount: Math.max(minPanelCount, Math.min(maxPanelCount, panels[roof]!)),
  }))
  const [first] = firstsOf(bracket, run)
  const tried = { ...run.tryAt(ranges, run.pays[first]!), leastEur: Number.NEGATIVE_INFINITY }
  return { ...part, tries: [...part.tries, tried], hasEdge: true }
}

/** A part with the pay at which the two plants of its bracket cost the same; undefined if no such pay is between. */
const withMixedPay = (part: Part, { tryAt }: Run): Part | undefined => {
  const { ranges, tries, bracket } = part
  const { below, above } = bracket!
  const paidEur = worthOfPay(above.site) * (above.soldKwh - below.soldKwh)
  const eurPerKwh = (above.unpaidEur - below.unpaidEur) / paidEur
  if (!(eurPerKwh > below.eurPerKwh + ROUNDING && eurPerKwh < above.eurPerKwh - ROUNDING)) return undefined
  const tried = tryAt(ranges, eurPerKwh)
  const next = tried.isSettled ? undefined : isAbove(tried) ? { below, above: tried } : { below: tried, above }
  return { ...part, tries: [...tries, tried], bracket: next, mixed: part.mixed + 1 }
}

/** The two halves of a part: the roof with the widest range is split at the edge; undefined for a single plant. */
const halvesOf = ({ ranges, bracket }: Part, optimiser: Optimiser): PanelRange[][] | undefined => {
  const spans = ranges.map(({ minPanelCount, maxPanelCount }) => maxPanelCount - minPanelCount)
  const span = Math.max(...spans)
  const widest = spans.indexOf(span)
  if (!(span > 0)) return undefined
  const { minPanelCount, maxPanelCount } = ranges[widest]!
  const atEdge = panelsAtEdge(bracket!, optimiser)[widest]!
  const last = Math.max(minPanelCount, Math.min(maxPanelCount - 1, atEdge))
  const withRange = (changed: PanelRange) => ranges.map((range, roof) => (roof === widest ? changed : range))
  return [withRange({ minPanelCount, maxPanelCount: last }), withRange({ minPanelCount: last + 1, maxPanelCount })]
}

/** Panels of each roof between the two plants of a bracket, with the volume just below the edge. */
const panelsAtEdge = ({ below, above }: Bracket, optimiser: Optimiser): number[] => {
  const { sizing, sized, scanCase } = above.site
  const from = below.site.sized.plant.panels
  const steps = sized.plant.panels.map((count, group) => count - from[group]!)
  const span = Math.max(...steps.map(Math.abs))
  const panelsAt = (step: number) => from.map((count, group) => count + Math.round((step / span) * steps[group]!))
  let [least, most] = [0, span]
  while (most - least > 1) {
    const middle = Math.floor((least + most) / 2)
    const heldPanels = { ...heldAt(sizing, { ...sized.plant, panels: panelsAt(middle) }), ...EFFORT }
    if (soldKwhOf(scanCase, optimiser.resize(heldPanels, sized.cuts)) > below.edgeKwh) most = middle
    else least = middle
  }
  return newPanels(scanCase, span > 0 ? panelsAt(least) : from)
}

const soldKwhOf = ({ overlapKwh }: ScanCase, { dispatch }: Sized): number =>
  totalOf(dispatch.years[0].exportKwh) + (overlapKwh ? totalOf(overlapKwh) : 0)

/** Present worth of one EUR of feed-in pay a year [EUR]. */
const worthOfPay = ({ scanCase, sizing }: RankedScan): number =>
  sizing.presentWorthFactor * sharesOf(scanCase).soldWorth[0]!

const triedOf = (site: RankedScan, optimiser: Optimiser): Tried => {
  const { scanCase, sized } = site
  const pay: BlockTax = scanCase.tariffs[0].volumePay!
  const { inPriceEurPerKwh: eurPerKwh, inPriceFromKwh: edgeKwh } = pay
  const soldKwh = soldKwhOf(scanCase, sized)
  const beyondEur = taxBeyondPricesEur(pay, soldKwh)
  const offsetEur = offsetOf(site)
  const worth = worthOfPay(site)
  return {
    ...{ site, eurPerKwh, edgeKwh, soldKwh },
    unpaidEur: sized.totalEur + offsetEur + worth * (beyondEur + eurPerKwh * soldKwh),
    leastEur: sized.lowerBoundEur + offsetEur,
    lifeEur: realEurOf(optimiser)(site),
    isSettled: worth * (taxBeforeBlockEur(pay) - beyondEur) <= TOLERANCE * scaleOf(sized),
  }
}
