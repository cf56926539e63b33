const DAY_MS = 86_400_000
const FEBRUARY_29 = 59

const isLeap = (year: number): boolean => new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1

/** The day of the year (0–364) of `YYYY-MM-DD`; 29 February is the 28th, as the scan's year has none. */
export const dayOfYear = (date: string): number | undefined => {
  const ms = Date.parse(`${date}T00:00:00Z`)
  if (Number.isNaN(ms)) return undefined
  const year = new Date(ms).getUTCFullYear()
  const day = Math.round((ms - Date.UTC(year, 0, 1)) / DAY_MS)
  return isLeap(year) && day >= FEBRUARY_29 ? day - 1 : day
}

/** `YYYY-MM-DD` of a day of the year (0–364). */
export const dateOf = (year: number, day: number): string => {
  const calendarDay = isLeap(year) && day >= FEBRUARY_29 ? day + 1 : day
  return new Date(Date.UTC(year, 0, 1) + calendarDay * DAY_MS).toISOString().slice(0, 10)
}
