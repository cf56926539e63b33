import { tariffYear } from "../market/tariff/tariffYear.ts"
import type { TariffSite, TariffTerms } from "../market/tariff/terms.ts"
import type { ScanInput } from "../request/scanInput.ts"
import type { ScanCase } from "./case.ts"

/** The prices of terms that hold later in the analysis period; empty where none do. */
export const laterTermsOf = ({ laterTerms }: ScanInput, site: TariffSite): Pick<ScanCase, "later"> =>
  laterTerms ? { later: laterTerms.map(phase => ({ ...phase, tariff: tariffYear(phase.terms, site) })) } : {}

/** The terms of every year of the analysis, those of the first first. */
export const allTermsOf = ({ tariff, laterTerms = [] }: Pick<ScanInput, "tariff" | "laterTerms">): TariffTerms[] => [
  tariff,
  ...laterTerms.map(({ terms }) => terms),
]
