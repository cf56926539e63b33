import type { Site } from "../../../site/geo/site.ts"
import { localCalendar } from "../../../site/localCalendar.ts"
import type { HolidayPlace } from "../../../site/publicHolidays.ts"
import type { TariffLimits } from "./schema.ts"
import { valueOfHours } from "./windows.ts"

/** Limit of all hours, or an hourly series, 8760 h [kW]; Infinity: no limit. */
export type HourlyLimit = number | Float64Array

/** Limits of a tariff with windows compiled. */
export interface HourlyLimits {
  importKw?: HourlyLimit
  exportKw?: HourlyLimit
}

/**
 * Limits of a tariff in the hours of a year, by the clock of the site.
 * @param holidaysOf country of the holidays, see localCalendar
 */
export const hourlyLimits = (
  { importKw, exportKw }: TariffLimits = {},
  site: Site,
  calendarYear: number,
  holidaysOf?: HolidayPlace,
): HourlyLimits => {
  const hasWindows = Array.isArray(importKw) || Array.isArray(exportKw)
  const calendar = hasWindows ? localCalendar(site, calendarYear, holidaysOf) : undefined
  const compiled = (limit: NonNullable<TariffLimits["importKw"]>): HourlyLimit =>
    calendar && Array.isArray(limit)
      ? valueOfHours(limit, calendar, { read: ({ kw }) => kw, otherwise: Number.POSITIVE_INFINITY })
      : Number(limit)
  return {
    ...(importKw === undefined ? {} : { importKw: compiled(importKw) }),
    ...(exportKw === undefined ? {} : { exportKw: compiled(exportKw) }),
  }
}
