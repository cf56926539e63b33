import { tariffYear } from "../market/tariff/tariffYear.ts"
import type { TariffSite } from "../market/tariff/terms.ts"
import type { ScanCase } from "./case.ts"
import type { ScanInput } from "./scanInput.ts"

/** The prices of terms that hold later in the analysis period; empty where none do. */
export const laterTermsOf = ({ laterTerms }: ScanInput, site: TariffSite): Pick<ScanCase, "later"> =>
  laterTerms ? { later: laterTerms.map(phase => ({ ...phase, tariff: tariffYear(phase.terms, site) })) } : {}
