/** A part of the year's import with an energy tax of its own. */
export interface TaxBlock {
  /** Import of the year after which it begins, and up to which it goes [kWh]; null: without end. */
  fromKwh: number
  toKwh: number | null
  eurPerKwh: number
}

/** Energy tax by blocks, and the single rate in the hourly prices. */
export interface BlockTax {
  /** In their order, with VAT; none where prices hold no tax, or hold it as they were given. */
  blocks: readonly TaxBlock[]
  /** In each hourly purchase price, with VAT: the rate of the block that the year's import ends in. */
  inPriceEurPerKwh: number
  /** Start of that block [kWh]. */
  inPriceFromKwh: number
}

/** The tax of prices that hold none by blocks. */
export const NO_BLOCK_TAX: BlockTax = { blocks: [], inPriceEurPerKwh: 0, inPriceFromKwh: 0 }

/** The block that the last kWh of a year's import is in; the first without import, undefined without blocks. */
export const blockOf = (blocks: readonly TaxBlock[], importKwh: number): TaxBlock | undefined =>
  blocks.findLast(({ fromKwh }) => fromKwh < importKwh) ?? blocks[0]

/** Tax of the blocks on a year's import [EUR]. */
export const taxEur = (blocks: readonly TaxBlock[], importKwh: number): number =>
  blocks.reduce((sum, { fromKwh, toKwh, eurPerKwh }) => {
    const inBlock = Math.min(importKwh, toKwh ?? Number.POSITIVE_INFINITY) - fromKwh
    return inBlock > 0 ? sum + inBlock * eurPerKwh : sum
  }, 0)

/** Value of taxBeyondPricesEur for every import that ends in the block of the prices' rate [EUR]. */
export const taxBeforeBlockEur = (tax: BlockTax): number => taxBeyondPricesEur(tax, tax.inPriceFromKwh)

/**
 * Tax of a year's import less the tax in the hourly prices [EUR]; negative if the prices hold more. It is the same for
 * every import that ends in the block whose rate the prices hold.
 */
export const taxBeyondPricesEur = ({ blocks, inPriceEurPerKwh }: BlockTax, importKwh: number): number =>
  blocks.length > 0 ? taxEur(blocks, importKwh) - inPriceEurPerKwh * importKwh : 0
