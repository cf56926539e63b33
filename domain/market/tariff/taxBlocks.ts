/** Part of a year's energy with a rate of its own: the energy tax of import, or the pay of feed-in. */
export interface TaxBlock {
  /** Bounds of the block in the year's energy [kWh]; null: without upper end. */
  fromKwh: number
  toKwh: number | null
  eurPerKwh: number
}

/** Energy tax or feed-in pay by blocks, and the single rate in the hourly prices. */
export interface BlockTax {
  /** Blocks in order, with VAT; empty if prices include no tax, or were given with tax. */
  blocks: readonly TaxBlock[]
  /** Tax in each hourly purchase price, with VAT: the rate of the block in which the year's import ends. */
  inPriceEurPerKwh: number
  /** Start of that block [kWh]. */
  inPriceFromKwh: number
}

/** Energy tax of prices without tax blocks. */
export const NO_BLOCK_TAX: BlockTax = { blocks: [], inPriceEurPerKwh: 0, inPriceFromKwh: 0 }

/** Block of the last kWh of a year's import: the first block without import, undefined without blocks. */
export const blockOf = (blocks: readonly TaxBlock[], importKwh: number): TaxBlock | undefined =>
  blocks.findLast(({ fromKwh }) => fromKwh < importKwh) ?? blocks[0]

/** Tax of the blocks on a year's import [EUR]. */
export const taxEur = (blocks: readonly TaxBlock[], importKwh: number): number =>
  blocks.reduce((sum, { fromKwh, toKwh, eurPerKwh }) => {
    const inBlock = Math.min(importKwh, toKwh ?? Number.POSITIVE_INFINITY) - fromKwh
    return inBlock > 0 ? sum + inBlock * eurPerKwh : sum
  }, 0)

/** Value of taxBeyondPricesEur for every import that ends in the block whose rate the prices include [EUR]. */
export const taxBeforeBlockEur = (tax: BlockTax): number => taxBeyondPricesEur(tax, tax.inPriceFromKwh)

/**
 * Tax of a year's import less the tax in the hourly prices [EUR]; negative if the prices include more. Constant for all
 * imports that end in the block whose rate the prices include.
 */
export const taxBeyondPricesEur = ({ blocks, inPriceEurPerKwh }: BlockTax, importKwh: number): number =>
  blocks.length > 0 ? taxEur(blocks, importKwh) - inPriceEurPerKwh * importKwh : 0
