import type { LocalCalendar } from "../../../site/localCalendar.ts"
import type { DemandSet } from "../demandSets.ts"
import type { DemandCharge } from "./schema.ts"
import { NO_WINDOW, namesHolidays, windowOfSteps } from "./windows.ts"

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
export const demandSets = (charges: readonly DemandCharge[], calendar: LocalCalendar, steps: number): DemandSet[] =>
  charges.filter(isCharged).map(charge => {
    const { highestDays = 1 } = charge
    const rate = monthlyRate(charge)
    const window = windowOfSteps([charge], calendar, { hasHolidays: namesHolidays(charges), steps })
    const periodOf = (step: number) => (rate === undefined ? 0 : calendar.month[Math.floor(step / steps)]! - 1)
    const period = window.map((index, step) => (index === NO_WINDOW ? NO_WINDOW : periodOf(step)))
    const rates = rate === undefined ? [charge.eurPerKwYear ?? 0] : new Array<number>(MONTHS).fill(rate)
    return {
      period,
      // A month without an hour in the window has no highest import, and no floor either.
      eurPerKw: rates.map((eurPerKw, number) => (period.includes(number) ? eurPerKw : 0)),
      floorKw: charge.floorKw ?? 0,
      ...(highestDays > 1 ? { days: { counted: highestDays, dayOf: daysOf(calendar, steps) } } : {}),
    }
  })

/** Number of the day of each step by the clock. The hour of the day falls at the beginning of a day. */
const daysOf = ({ hourOfDay }: LocalCalendar, steps: number): Int16Array => {
  let day = 0
  const ofHours = Int16Array.from(hourOfDay, (hour, at) => (at > 0 && hour < hourOfDay[at - 1]! ? ++day : day))
  return Int16Array.from({ length: ofHours.length * steps }, (_, step) => ofHours[Math.floor(step / steps)]!)
}
