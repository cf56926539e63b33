import type { ScanCase } from "../../domain/case/case.ts"
import type { Optimiser } from "../../wasm/index.ts"
import { sizeByVolume } from "./feedInVolume.ts"
import { sizeUnderTerms } from "./plantTerms.ts"
import { type RankedScan, realEurOf } from "./sizeScan.ts"
import { sizeInItsBlock } from "./taxBlock.ts"

/**
 * Sizes a scan under all terms of its contract that depend on the plant. These are the charge of the grid, pay by size,
 * pay by volume and the tax block.
 * @param size sizes a scan at the prices of its case
 */
export const sizeUnderContract = (
  scan: ScanCase,
  size: (scan: ScanCase) => RankedScan,
  optimiser: Optimiser,
): RankedScan => {
  const realEur = scan.input.goal.kind === "cost-savings" ? realEurOf(optimiser) : undefined
  const sizeTaxed = (charged: ScanCase) => sizeInItsBlock(charged, size, realEur)
  return sizeUnderTerms(scan, charged => sizeByVolume(charged, sizeTaxed, optimiser), optimiser)
}
