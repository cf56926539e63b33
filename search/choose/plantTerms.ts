import type { PanelRange, ScanCase } from "../../domain/case/case.ts"
import { sharesOf } from "../../domain/case/phases.ts"
import {
  hasOrElse,
  hasPayBySize,
  underPlant,
  withinRanges,
  withOrElse,
  withPayOfPlant,
} from "../../domain/case/plantTerms.ts"
import type { CustomSell, PayBySize } from "../../domain/market/tariff/custom/schema.ts"
import { edgesWithin } from "../../domain/market/tariff/payBySize.ts"
import type { Optimiser } from "../../wasm/index.ts"
import { scaleOf } from "../model/gap.ts"
import { paidForFeedIn } from "../model/phases.ts"
import { newPanels, sizesOf } from "../model/sizing.ts"
import { ofExportEur } from "../model/uncounted.ts"
import { withAllFeedIn } from "../size/feedInCap.ts"
import { withWholeBill } from "../size/wholeBill.ts"
import { heldAt } from "./ruleChoice.ts"
import { offsetOf, type RankedScan, realEurOf } from "./sizeScan.ts"

/**
 * Terms that depend on the size of the plant. A part of the search has a range of panels on each roof, and the highest
 * pay of these plants. No plant of the part costs less than its bound. A part whose plant has a lower pay than that
 * is split, the lowest bound first.
 *
 * Each charge of the grid is a part too. A bill has the lower charge, so the lowest bound of the parts holds for it.
 */

/** Maximum number of sizings of parts. */
const MAX_SIZINGS = 12
/** Share of the cost by which the pay of a part may be too high. */
const TOLERANCE = 5e-4
/** Effort of the sizing at a given plant. */
const EFFORT = { tolerance: 1e-4, maxDispatches: 80, savings: undefined }

type Size = (scan: ScanCase) => RankedScan

/** A sized part. */
interface Part {
  /** The scan with the charges of the part. */
  scan: ScanCase
  ranges: readonly PanelRange[]
  site: RankedScan
  /** No plant of the part has a lower life cost [EUR]. */
  leastEur: number
  /** Life cost of its plant by its sizing, under the terms of the part [EUR]. */
  sizedEur: number
  /** Life cost of its plant under the terms of that plant [EUR]. */
  lifeEur: number
  /** True if its plant has nearly the pay that the part assumes. */
  isSettled: boolean
}

/** Sizes a scan under the terms that each plant has. */
export const sizeUnderTerms = (scan: ScanCase, size: Size, optimiser: Optimiser): RankedScan => {
  if (!hasPayBySize(scan) && !hasOrElse(scan)) return size(scan)
  const parts = sizedParts(scan, size, optimiser)
  const best = parts.reduce((least, part) => (isBetter(part, least) ? part : least))
  return answerOf(best, parts, size, optimiser)
}

/** Smallest difference of life costs [EUR]. */
const ROUNDING_EUR = 1e-3

/** True if a part has the better plant; of equal plants the part whose own charges are billed. */
const isBetter = (part: Part, other: Part): boolean =>
  Math.abs(part.lifeEur - other.lifeEur) > ROUNDING_EUR ? part.lifeEur < other.lifeEur : part.sizedEur < other.sizedEur

const sizedParts = (scan: ScanCase, size: Size, optimiser: Optimiser): Part[] => {
  const sizePart = (charged: ScanCase, ranges: readonly PanelRange[]): Part => ({
    ...{ scan: charged, ranges },
    ...partOf(size(withinRanges(charged, ranges)), optimiser),
  })
  const whole = hasOrElse(scan) ? [withOrElse(scan, false), withOrElse(scan, true)] : [scan]
  let parts = whole.map(charged => sizePart(charged, rangesOf(scan)))
  for (let sizings = 1; sizings < MAX_SIZINGS; sizings += 2) {
    const bestEur = Math.min(...parts.map(({ lifeEur }) => lifeEur))
    const open = parts.filter(({ isSettled, leastEur }) => !isSettled && leastEur < bestEur)
    const [next] = open.toSorted((a, b) => a.leastEur - b.leastEur)
    const halves = next && halvesOf(next.scan, next.ranges)
    if (!halves || next.site.sized.isCut) break
    parts = [...parts.filter(part => part !== next), ...halves.map(ranges => sizePart(next.scan, ranges))]
  }
  return parts
}

/** Ranges of the numbers of panels that a scan allows. */
export const rangesOf = ({ input: { goal, newPv } }: ScanCase): PanelRange[] => {
  const takesAllPanels = goal.kind === "self-sufficiency" || goal.kind === "energyhub"
  return newPv.map(({ minPanelCount, maxPanelCount }) => ({
    minPanelCount: takesAllPanels ? maxPanelCount : minPanelCount,
    maxPanelCount,
  }))
}

const partOf = (site: RankedScan, optimiser: Optimiser): Omit<Part, "scan" | "ranges"> => {
  const { scanCase, sized } = site
  const offsetEur = offsetOf(site)
  return {
    site,
    leastEur: sized.lowerBoundEur + offsetEur,
    sizedEur: sized.totalEur + offsetEur,
    lifeEur: realEurOf(optimiser)(site),
    isSettled: overpaidEur(scanCase, site) <= TOLERANCE * scaleOf(sized),
  }
}

/** Feed-in revenue of a plant that its part assumes and its own terms do not pay [EUR]. */
const overpaidEur = (scanCase: ScanCase, { sized, sizing }: RankedScan): number => {
  if (!hasPayBySize(scanCase)) return 0
  const shares = sharesOf(scanCase)
  const paidByPlant = paidForFeedIn(underPlant(scanCase, sizesOf(scanCase, sized.plant)).tariffs, shares)
  const overpaid = paidForFeedIn(scanCase.tariffs, shares).map((eur, hour) => eur - paidByPlant[hour]!)
  return sizing.presentWorthFactor * ofExportEur(overpaid, sized.dispatch)
}

/** Pay by size of all phases. */
const paysOf = ({ input }: ScanCase): PayBySize[] =>
  input.phases.flatMap(({ terms }) => {
    const sell: Partial<CustomSell> = terms.type === "custom" ? terms.sell : {}
    return sell.bySize ? [sell.bySize] : []
  })

/**
 * The two halves of ranges: the roof with the widest range is split at the edge of a class, or else in the middle;
 * undefined for a single plant.
 */
const halvesOf = (scan: ScanCase, ranges: readonly PanelRange[]): PanelRange[][] | undefined => {
  const kwpOf = (count: number, roof: number) => (count * scan.input.newPv[roof]!.panelPowerWatts) / 1000
  const spans = ranges.map(({ minPanelCount, maxPanelCount }, roof) => kwpOf(maxPanelCount - minPanelCount, roof))
  const widest = spans.indexOf(Math.max(...spans))
  const range = ranges[widest]
  if (!range || range.minPanelCount === range.maxPanelCount) return undefined
  const { minPanelCount, maxPanelCount } = range
  const [leastKwp, mostKwp] = withinRanges(scan, ranges).tariffSite.panelsKwp!
  const atEdges = paysOf(scan)
    .flatMap(pay => edgesWithin(pay, leastKwp, mostKwp))
    .map(kwp => minPanelCount + Math.floor((kwp - leastKwp) / kwpOf(1, widest) + ROUNDING))
  const middle = Math.floor((minPanelCount + maxPanelCount) / 2)
  const last = atEdges.find(count => count >= minPanelCount && count < maxPanelCount) ?? middle
  const withRange = (changed: PanelRange) => ranges.map((each, roof) => (roof === widest ? changed : each))
  return [withRange({ minPanelCount, maxPanelCount: last }), withRange({ minPanelCount: last + 1, maxPanelCount })]
}

/** Rounding of a number of panels at an edge. */
const ROUNDING = 1e-9

/** A part's plant in a sizing of all plants at the pay of that plant, with the bound of all parts. */
const answerOf = ({ site }: Part, parts: readonly Part[], size: Size, optimiser: Optimiser): RankedScan => {
  const { panelRanges: _, ...whole } = site.scanCase
  const { panels } = site.sized.plant
  const around = hasPayBySize(whole) ? size(withPayOfPlant(whole, newPanels(whole, panels))) : site
  const leastEur = Math.min(...parts.map(part => part.leastEur))
  return answerAround(site, around, { leastEur, sites: parts.map(part => part.site) }, optimiser)
}

/**
 * The plant of a sizing in another sizing, from which its alternatives are searched.
 * @param all bound of all plants, and all sizings before
 */
export const answerAround = (
  site: RankedScan,
  around: RankedScan,
  { leastEur, sites }: { leastEur: number; sites: readonly RankedScan[] },
  optimiser: Optimiser,
): RankedScan => {
  const { plant } = site.sized
  const { scanCase, sizing } = around
  const isSame = JSON.stringify(around.sized.plant) === JSON.stringify(plant)
  const resize = () => optimiser.resize({ ...heldAt(sizing, plant), ...EFFORT }, around.sized.cuts)
  const resized = isSame ? around.sized : withWholeBill(scanCase, sizing, withAllFeedIn(scanCase, sizing, resize()))
  const { underControl: _year, operated: _operated, ...rest } = around
  const lowerBoundEur = Math.min(leastEur - offsetOf(around), resized.totalEur)
  const ofAround = around === site ? 0 : around.sized.dispatches
  const dispatches = sites.reduce((sum, { sized }) => sum + sized.dispatches, ofAround)
  return {
    ...(isSame ? around : rest),
    ranking: site.ranking,
    sized: {
      ...resized,
      lowerBoundEur,
      gap: (resized.totalEur - lowerBoundEur) / scaleOf(resized),
      cuts: around.sized.cuts,
      isCut: sites.some(({ sized }) => sized.isCut) || around.sized.isCut,
      dispatches,
    },
  }
}
