import type { NonEmpty } from "../base/nonEmpty.ts"
import type { Assumptions } from "../market/assumptions.ts"
import type { BlockTax } from "../market/tariff/taxBlocks.ts"
import type { TariffYear } from "../market/tariff/terms.ts"
import type { ScanInput } from "../request/scanInput.ts"

/** Part of a scan's case that determines purchase prices and the objective. */
export interface PricedCase {
  input: ScanInput
  assumptions: Assumptions
  /** Multiplier on the battery price of the request or the assumptions; absent: 1. */
  batteryCostFactor?: number
  /** Tariff terms of each phase in `input.phases`; absent: prices include the whole energy tax. */
  tariffs?: NonEmpty<PricedTerms>
  /** Overlap: purchase and feed-in of the same hours, equal for every plant, in each step [kWh]; absent: none. */
  overlapKwh?: Float64Array | undefined
}

/** Terms of a tariff; hourly prices for a case with an overlap. */
interface PricedTerms
  extends Partial<
    Pick<TariffYear, "buyEurPerKwh" | "sellEurPerKwh" | "nettingEurPerKwh" | "parts" | "batteryCredit" | "volumePay">
  > {
  tax: BlockTax
  buyGrowth?: number
  feedInGrowth?: number
  /** Fixed costs, if the tariff has its own [EUR]; absent: fixed costs of the assumptions. */
  fixedCostEurPerMonth?: number
}
