import type { LocalCalendar } from "../../../site/localCalendar.ts"
import type { DemandSet } from "../demandSets.ts"
import type { DemandCharge } from "./schema.ts"
import { NO_WINDOW, namesHolidays, windowOfHours } from "./windows.ts"

const MONTHS = 12

const isCharged = ({ eurPerKwMonth = 0, eurPerKwYear = 0 }: DemandCharge): boolean => eurPerKwMonth + eurPerKwYear > 0

/** Charge on each month's highest import [EUR/kW]; undefined if one import of the year is charged. */
const monthlyRate = ({ eurPerKwMonth, eurPerKwYear = 0, meanOfMonths }: DemandCharge): number | undefined =>
  eurPerKwMonth ?? (meanOfMonths ? eurPerKwYear / MONTHS : undefined)

/**
 * Demand charges of a tariff, one set each; charges of 0 are left out. Months are calendar months of the clock: in
 * summer the last hour of a month in standard time belongs to the next month. If any charge names holidays, a public
 * holiday is not a weekday in all charges.
 */
export const demandSets = (charges: readonly DemandCharge[], calendar: LocalCalendar): DemandSet[] =>
  charges.filter(isCharged).map(charge => {
    const rate = monthlyRate(charge)
    const window = windowOfHours([charge], calendar, namesHolidays(charges))
    const periodOf = (hour: number) => (rate === undefined ? 0 : calendar.month[hour]! - 1)
    const period = window.map((found, hour) => (found === NO_WINDOW ? NO_WINDOW : periodOf(hour)))
    const rates = rate === undefined ? [charge.eurPerKwYear ?? 0] : new Array<number>(MONTHS).fill(rate)
    return {
      period,
      // A month without an hour in the window has no highest import, and no floor either.
      eurPerKw: rates.map((eurPerKw, number) => (period.includes(number) ? eurPerKw : 0)),
      floorKw: charge.floorKw ?? 0,
    }
  })
