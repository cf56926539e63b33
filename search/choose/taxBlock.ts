import { note } from "../../domain/base/note.ts"
import type { Operation, ScanCase } from "../../domain/case/case.ts"
import { sharesOf } from "../../domain/case/phases.ts"
import {
  areInPricedBlocks,
  casesOfNearBlocks,
  isInPricedBlock,
  taxedKwhOfAll,
  withTaxOf,
} from "../../domain/case/taxBlock.ts"
import { weighted } from "../../domain/finance/phases.ts"
import { type BlockTax, taxBeforeBlockEur, taxBeyondPricesEur } from "../../domain/market/tariff/taxBlocks.ts"
import type { SizedFrom } from "../size/cuts.ts"
import { withBound } from "./products.ts"

/** Maximum number of sizings until the import of the plant ends in the tax block of its prices. */
const MAX_ROUNDS = 4

/**
 * A sizing, with the year of its plant under the controller if that year may end in another block than with foresight.
 */
export type SizedToOperate = SizedFrom & { operated?: Operation }

/** A sizing with the case whose prices it was done with; a sizing that chose a battery brings the case with that. */
export type SizedInBlock<S extends SizedToOperate> = S & { scanCase: ScanCase }

/**
 * Sizes with the tax rate of the block in which the operated result's import ends. It begins with the block of the
 * baseline and repeats until the block stays the same. If it never does, the answer is the cheapest plant of all rounds
 * by its exact tax. The notes of the case say which block it is, where that or the site's own is not the first.
 *
 * Prices with the rate of a block bound the cost of the plants whose import ends in it. The bound is therefore the
 * least of all sized blocks, including blocks near the import of the plant with foresight. Among plants that end in
 * their own block, the answer is the plant with the lowest real cost.
 * @param realEurOf life cost of an operated plant, its tax by the blocks; absent: near blocks are left out
 */
export const sizeInItsBlock = <S extends SizedToOperate>(
  scanCase: ScanCase,
  size: (scan: ScanCase) => S,
  realEurOf?: (result: SizedInBlock<S>) => number,
): SizedInBlock<S> => {
  const tried: Tried<S>[] = []
  const sizeWith = (priced: ScanCase): Tried<S> => {
    const result = { scanCase: priced, ...size(priced) }
    const importKwh = taxedKwhOfAll(priced, yearOf(result))
    tried.push({ priced, result, importKwh, isSettled: areInPricedBlocks(priced, importKwh) })
    return tried.at(-1)!
  }
  let last = sizeWith(scanCase)
  while (!last.isSettled && tried.length < MAX_ROUNDS) last = sizeWith(withTaxOf(last.priced, last.importKwh))
  if (last.isSettled && realEurOf) for (const near of blocksNear(last, tried)) sizeWith(near)
  const settled = tried.filter(({ isSettled }) => isSettled).map(({ result }) => result)
  const all = tried.map(({ result }) => result)
  const best = settled.length > 0 ? leastOf(settled, realEurOf ?? exactEur) : leastOf(all, exactEur)
  const dispatches = all.reduce((sum, { sized }) => sum + sized.dispatches, 0)
  const hasNear = realEurOf !== undefined
  return withNote(withBoundOf(best, all), { dispatches, isSettled: settled.length > 0, hasNear })
}

/** A sizing, and the case that it began with, before anything was chosen. */
interface Tried<S extends SizedToOperate> {
  priced: ScanCase
  result: SizedInBlock<S>
  /** Taxed import of the operated plant, under each of the terms [kWh]. */
  importKwh: number[]
  isSettled: boolean
}

const leastOf = <T>(all: readonly T[], eurOf: (each: T) => number): T => {
  const [first, ...rest] = all
  return rest.reduce((least, each) => (eurOf(each) < eurOf(least) ? each : least), first!)
}

/** The case with the rates of blocks that are near the import of a plant with foresight and were not sized with. */
const blocksNear = <S extends SizedToOperate>({ priced, result }: Tried<S>, tried: readonly Tried<S>[]): ScanCase[] => {
  const sizedBlocks = new Set(tried.map(each => blocksOf(each.priced)))
  const near = casesOfNearBlocks(priced, taxedKwhOfAll(priced, result.sized.dispatch))
  const byBlocks = new Map(near.map(each => [blocksOf(each), each]))
  return [...byBlocks].filter(([blocks]) => !sizedBlocks.has(blocks)).map(([, each]) => each)
}

/** Names the blocks whose rates a case's prices hold, under each of its terms. */
const blocksOf = (scanCase: ScanCase): string =>
  taxesOf(scanCase)
    .map(tax => tax.inPriceFromKwh)
    .join()

const taxesOf = (scanCase: ScanCase): BlockTax[] => scanCase.tariffs.map(({ tax }) => tax)

/** A sizing with the least bound of all, each counted with what its block charges before it begins. */
const withBoundOf = <S extends SizedToOperate>(
  result: SizedInBlock<S>,
  all: readonly SizedInBlock<S>[],
): SizedInBlock<S> => {
  const beforeBlockEur = ({ scanCase, sizing }: SizedInBlock<S>): number =>
    sizing.presentWorthFactor * yearEurOf(scanCase, taxesOf(scanCase).map(taxBeforeBlockEur))
  const boundEur =
    Math.min(...all.map(each => each.sized.lowerBoundEur + beforeBlockEur(each))) - beforeBlockEur(result)
  return boundEur < result.sized.lowerBoundEur ? { ...result, sized: withBound(result.sized, boundEur) } : result
}

const yearOf = ({ operated, sized }: SizedToOperate): Operation => operated ?? sized.dispatch

/** The optimiser's total with the tax as the blocks charge it. */
const exactEur = (result: SizedInBlock<SizedToOperate>): number => {
  const { scanCase, sizing, sized } = result
  const taxes = taxesOf(scanCase)
  const beyondEur = taxedKwhOfAll(scanCase, yearOf(result)).map((kwh, phase) => taxBeyondPricesEur(taxes[phase]!, kwh))
  return sized.totalEur + sizing.presentWorthFactor * yearEurOf(scanCase, beyondEur)
}

/** Tax of a year from that under each of the case's terms [EUR]. */
const yearEurOf = (scanCase: ScanCase, ofTermsEur: readonly number[]): number => {
  const { worth, parts } = sharesOf(scanCase)
  return weighted(parts?.tax ?? worth, ofTermsEur)
}

const withNote = <S extends SizedToOperate>(
  result: SizedInBlock<S>,
  { dispatches, isSettled, hasNear }: { dispatches: number; isSettled: boolean; hasNear: boolean },
): SizedInBlock<S> => {
  const { scanCase, sized } = result
  const { blocks, inPriceFromKwh: fromKwh, inPriceEurPerKwh: eurPerKwh } = scanCase.tariffs[0].tax
  const block = blocks.find(each => each.fromKwh === fromKwh)
  const [tariff] = scanCase.tariffs
  const isFirst = isInPricedBlock(tariff, 0) && isInPricedBlock(tariff, scanCase.tariffSite.yearlyImportKwh)
  const notes =
    !block || isFirst
      ? []
      : [
          note("tax-by-block", {
            fromKwh,
            toKwh: block.toKwh,
            eurPerKwh: Number(eurPerKwh.toPrecision(6)),
            isSettled,
            ...(hasNear ? { hasNear } : {}),
            ...(scanCase.tariffs[0].vatFraction > 0 ? { hasVat: true } : {}),
          }),
        ]
  return { ...result, sized: { ...sized, dispatches }, scanCase: { ...scanCase, notes: [...scanCase.notes, ...notes] } }
}
