import type { Site } from "../../../site/geo/site.ts"
import { localCalendar } from "../../../site/localCalendar.ts"
import type { HolidayPlace } from "../../../site/publicHolidays.ts"
import type { TariffLimits } from "./schema.ts"
import { valueOfSteps } from "./windows.ts"

/** Limit of all steps, or of each step [kW]; Infinity: no limit. */
export type HourlyLimit = number | Float64Array

/** Calendar of the steps in which a tariff is read. */
export interface LimitCalendar {
  calendarYear: number
  /** Country of the holidays, see localCalendar. */
  holidaysOf?: HolidayPlace | undefined
  /** Steps per hour. */
  steps: number
}

/** Limits of a tariff with windows compiled. */
export interface HourlyLimits {
  importKw?: HourlyLimit
  exportKw?: HourlyLimit
}

/**
 * Limits of a tariff in the steps of a year, by the clock of the site.
 */
export const hourlyLimits = (
  { importKw, exportKw }: TariffLimits = {},
  site: Site,
  { calendarYear, holidaysOf, steps }: LimitCalendar,
): HourlyLimits => {
  const hasWindows = Array.isArray(importKw) || Array.isArray(exportKw)
  const calendar = hasWindows ? localCalendar(site, calendarYear, holidaysOf) : undefined
  const compiled = (limit: NonNullable<TariffLimits["importKw"]>): HourlyLimit =>
    calendar && Array.isArray(limit)
      ? valueOfSteps(limit, calendar, { read: ({ kw }) => kw, otherwise: Number.POSITIVE_INFINITY, steps })
      : Number(limit)
  return {
    ...(importKw === undefined ? {} : { importKw: compiled(importKw) }),
    ...(exportKw === undefined ? {} : { exportKw: compiled(exportKw) }),
  }
}
