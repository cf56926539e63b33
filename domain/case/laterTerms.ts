import { tariffYear } from "../market/tariff/tariffYear.ts"
import type { TariffSite, TariffTerms } from "../market/tariff/terms.ts"
import type { ScanInput } from "../request/scanInput.ts"
import type { ScanCase } from "./case.ts"

/** Prices of the terms of later phases of the analysis; empty without later terms. */
export const laterTermsOf = ({ laterTerms }: ScanInput, site: TariffSite): Pick<ScanCase, "later"> =>
  laterTerms ? { later: laterTerms.map(phase => ({ ...phase, tariff: tariffYear(phase.terms, site) })) } : {}

/** Terms of all phases of the analysis, first phase first. */
export const allTermsOf = ({ tariff, laterTerms = [] }: Pick<ScanInput, "tariff" | "laterTerms">): TariffTerms[] => [
  tariff,
  ...laterTerms.map(({ terms }) => terms),
]
