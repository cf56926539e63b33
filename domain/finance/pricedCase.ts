import type { NonEmpty } from "../base/nonEmpty.ts"
import type { Assumptions } from "../market/assumptions.ts"
import type { BlockTax } from "../market/tariff/taxBlocks.ts"
import type { ScanInput } from "../request/scanInput.ts"

/** Part of a scan's case that determines purchase prices and the objective. */
export interface PricedCase {
  input: ScanInput
  assumptions: Assumptions
  /** Multiplier on the battery price of the request or the assumptions; absent: 1. */
  batteryCostFactor?: number
  /** Tariff terms of each phase in `input.phases`; absent: prices include the whole energy tax. */
  tariffs?: NonEmpty<PricedTerms>
}

/** Terms of a tariff other than its hourly prices. */
interface PricedTerms {
  tax: BlockTax
  feedInGrowth?: number
  /** Fixed costs, if the tariff has its own [EUR]; absent: fixed costs of the assumptions. */
  fixedCostEurPerMonth?: number
}
