import { mapped, type NonEmpty } from "../base/nonEmpty.ts"
import { tariffYear } from "../market/tariff/tariffYear.ts"
import type { TariffSite, TariffYear } from "../market/tariff/terms.ts"
import type { ScanInput } from "../request/scanInput.ts"

/** Tariff of each phase of the analysis, at the price level of the first year. */
export const tariffsOf = ({ phases }: ScanInput, site: TariffSite): NonEmpty<TariffYear> =>
  mapped(phases, ({ terms }) => tariffYear(terms, site))
