import { mapped, type NonEmpty } from "../base/nonEmpty.ts"
import { type HourlyLimits, hourlyLimits } from "../market/tariff/custom/limits.ts"
import { tariffYear } from "../market/tariff/tariffYear.ts"
import type { TariffSite, TariffYear } from "../market/tariff/terms.ts"
import type { ScanInput } from "../request/scanInput.ts"
import type { Site } from "../site/geo/site.ts"

/** Tariff of each phase of the analysis, at the price level of the first year. */
export const tariffsOf = ({ phases }: ScanInput, site: TariffSite): NonEmpty<TariffYear> =>
  mapped(phases, ({ terms }) => tariffYear(terms, site))

/** Limits of the tariff in each step of the calendar year. */
export const limitsOf = (
  { limits, holidaysOf }: ScanInput,
  site: Site,
  { calendarYear, steps = 1 }: Pick<TariffSite, "steps"> & { calendarYear: number },
): HourlyLimits => hourlyLimits(limits, site, { calendarYear, holidaysOf, steps })
