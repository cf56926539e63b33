import type { Assumptions } from "../market/assumptions.ts"
import type { BlockTax } from "../market/tariff/taxBlocks.ts"
import type { ScanInput } from "../request/scanInput.ts"

/** The part of a scan's case that prices depend on. */
export interface PricedCase {
  input: ScanInput
  assumptions: Assumptions
  /** A battery costs so many times what the request and the assumptions say; 1 when absent. */
  batteryCostFactor?: number
  /** Energy tax by blocks; absent: prices hold all of it. */
  tariff?: PricedTerms
  /** Likewise under terms that hold from a later year of the analysis on; absent: none. */
  later?: readonly { fromYear: number; tariff: PricedTerms }[]
}

/** What of a tariff counts besides its prices. */
interface PricedTerms {
  tax: BlockTax
  feedInGrowth?: number
  /** Of a tariff that names its own [EUR]; absent: those of the assumptions. */
  fixedCostEurPerMonth?: number
}
