import { weighted } from "../domain/finance/phases.ts"
import { taxBeyondPricesEur } from "../domain/market/tariff/taxBlocks.ts"
import { note } from "../domain/note.ts"
import type { Operation, ScanCase } from "../domain/scan/case.ts"
import { hasTerms, sharesOf } from "../domain/scan/phases.ts"
import { areInPricedBlocks, isInPricedBlock, taxedKwhOfAll, withTaxOf } from "../domain/scan/taxBlock.ts"
import type { SizedFrom } from "./cuts.ts"

/** A plant whose import ends in another tax block than it was sized with is sized anew, so many times in all. */
const MAX_ROUNDS = 4

/** A sizing, with the year of its plant under the controller of the scan where that may end in another block than the one with foresight. */
export type SizedToOperate = SizedFrom & { operated?: Operation }

/** A sizing with the case whose prices it was done with; a sizing that chose a battery brings the case with that. */
export type SizedInBlock<S extends SizedToOperate> = S & { scanCase: ScanCase }

/**
 * Sizes with the tax rate of the block that the import of the result, as it is operated, ends in: from that of the site as it is, until it stays
 * the same. Where it never does, the cheapest plant of the rounds by its exact tax is the answer. The notes of the case say which
 * block it is, where that or the site's own is not the first.
 */
export const sizeInItsBlock = <S extends SizedToOperate>(
  scanCase: ScanCase,
  size: (scan: ScanCase) => S,
): SizedInBlock<S> => {
  const rounds: SizedInBlock<S>[] = []
  let next = scanCase
  let dispatches = 0
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const found = { scanCase: next, ...size(next) }
    dispatches += found.sized.dispatches
    rounds.push(found)
    const importKwh = taxedKwhOfAll(next, yearOf(found))
    if (areInPricedBlocks(next, importKwh)) return withNote(found, { dispatches, isSettled: true })
    next = withTaxOf(next, importKwh)
  }
  const cheapest = rounds.reduce((best, one) => (exactEur(one) < exactEur(best) ? one : best))
  return withNote(cheapest, { dispatches, isSettled: false })
}

const yearOf = ({ operated, sized }: SizedToOperate): Operation => operated ?? sized.dispatch

/** The optimiser's total with the tax as the blocks charge it. */
const exactEur = (found: SizedInBlock<SizedToOperate>): number => {
  const { scanCase, sizing, sized } = found
  const tariffs = [scanCase.tariff, ...(scanCase.later ?? []).map(({ tariff }) => tariff)]
  const beyondEur = taxedKwhOfAll(scanCase, yearOf(found)).map((kwh, phase) =>
    taxBeyondPricesEur(tariffs[phase]!.tax, kwh),
  )
  const { worth, parts } = sharesOf(scanCase)
  const yearEur = hasTerms(scanCase) ? weighted(parts?.tax ?? worth, beyondEur) : beyondEur[0]!
  return sized.totalEur + sizing.presentWorthFactor * yearEur
}

const withNote = <S extends SizedToOperate>(
  found: SizedInBlock<S>,
  { dispatches, isSettled }: { dispatches: number; isSettled: boolean },
): SizedInBlock<S> => {
  const { scanCase, sized } = found
  const { blocks, inPriceFromKwh: fromKwh, inPriceEurPerKwh: eurPerKwh } = scanCase.tariff.tax
  const block = blocks.find(one => one.fromKwh === fromKwh)
  const isFirst = isInPricedBlock(scanCase, 0) && isInPricedBlock(scanCase, scanCase.tariffSite.yearlyImportKwh)
  const notes =
    !block || isFirst
      ? []
      : [note("tax-by-block", { fromKwh, toKwh: block.toKwh, eurPerKwh: Number(eurPerKwh.toPrecision(6)), isSettled })]
  return { ...found, sized: { ...sized, dispatches }, scanCase: { ...scanCase, notes: [...scanCase.notes, ...notes] } }
}
