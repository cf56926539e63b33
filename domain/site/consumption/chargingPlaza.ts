import { uniformNumbers } from "../solar/random.ts"
import { DAYS_PER_YEAR, HOURS_PER_YEAR, weekdayOfDay } from "../year.ts"
import { arrivalHours, type DayWindow, dayWindow, type Quantile } from "./chargingSessions.ts"

/** A charging plaza (config of a charging-plaza asset). */
export interface ChargingPlaza {
  chargePoints: number
  /** Power of one charge point. */
  chargerPowerKw: number
  /** Sessions of the whole plaza a day; a fraction is spread over the days. */
  sessionsPerDay: number
  kwhPerSession: number
  /** Hours of the day between which cars arrive and charge; equal hours are the whole day. */
  arrivalHour: number
  departureHour: number
  /** Power of the plaza's own connection; no limit when absent. */
  limitKw?: number
}

/** Yearly energy of a plaza. */
export interface PlazaYear {
  /** 8760 h, kWh. */
  hoursKwh: Float64Array
  /** Energy that cars requested but did not receive before closing time or the end of the year. */
  unservedKwh: number
}

interface Session {
  /** Quarter-hour of the year in which the car arrives. */
  arrival: number
  missingKwh: number
}

const QUARTERS_PER_HOUR = 4
const QUARTERS_PER_DAY = 96
const QUARTERS_PER_YEAR = HOURS_PER_YEAR * QUARTERS_PER_HOUR
const FIRST_WEEKEND_DAY = 5
const FULL_KWH = 1e-9
const SEED = 2023

/**
 * A year of a charging plaza in steps of a quarter-hour. Cars arrive by the ElaadNL distribution of public points
 * within the opening hours, and wait for a free charge point in the order of arrival. Each gets the power of its charge
 * point within the plaza's limit. Cars that are not full at closing time leave. The total is sessions × kwhPerSession
 * unless limit, points or time are insufficient. The same arguments always give the same year.
 * @param calendarYear whose weekdays apply
 */
export const plazaYear = (plaza: ChargingPlaza, calendarYear: number): PlazaYear => {
  const hoursKwh = new Float64Array(HOURS_PER_YEAR)
  const window = dayWindow(plaza.arrivalHour, plaza.departureHour)
  const sessions = arrivals(plaza, window, calendarYear)
  const closes = closingQuarters(window)
  let unservedKwh = 0
  let next = 0
  let charging: Session[] = []
  let waiting: Session[] = []
  for (let quarter = 0; quarter < QUARTERS_PER_YEAR; quarter++) {
    if (closes(quarter)) {
      unservedKwh += missing(charging) + missing(waiting)
      charging = []
      waiting = []
    }
    while (next < sessions.length && sessions[next]!.arrival <= quarter) waiting.push(sessions[next++]!)
    const free = plaza.chargePoints - charging.length
    if (free > 0 && waiting.length > 0) charging.push(...waiting.splice(0, free))
    if (charging.length === 0) continue
    hoursKwh[Math.floor(quarter / QUARTERS_PER_HOUR)]! += serve(charging, plaza)
  }
  const stillThere = [...charging, ...waiting, ...sessions.slice(next)]
  return { hoursKwh, unservedKwh: unservedKwh + missing(stillThere) }
}

const missing = (sessions: readonly Session[]): number => sessions.reduce((sum, session) => sum + session.missingKwh, 0)

/** Distributes a quarter-hour's energy to the cars in order, removes full cars, and returns the distributed energy. */
const serve = (charging: Session[], { chargerPowerKw, limitKw }: ChargingPlaza): number => {
  const pointKwh = chargerPowerKw / QUARTERS_PER_HOUR
  const limitKwh = (limitKw ?? Number.POSITIVE_INFINITY) / QUARTERS_PER_HOUR
  let givenKwh = 0
  let staying = 0
  for (const session of charging) {
    const kwh = Math.min(pointKwh, session.missingKwh, limitKwh - givenKwh)
    session.missingKwh -= kwh
    givenKwh += kwh
    if (session.missingKwh > FULL_KWH) charging[staying++] = session
  }
  charging.length = staying
  return givenKwh
}

/** True if the plaza closes at the start of a quarter-hour; never when it is open the whole day. */
const closingQuarters = ({ fromHour, hours }: DayWindow): ((quarter: number) => boolean) => {
  if (hours >= 24) return () => false
  const closing = Math.round((fromHour + hours) * QUARTERS_PER_HOUR) % QUARTERS_PER_DAY
  return quarter => quarter % QUARTERS_PER_DAY === closing
}

/**
 * The sessions of a year in order of arrival: drawn at evenly spaced quantiles of the day's arrivals, each moved at
 * random within its own.
 */
const arrivals = (plaza: ChargingPlaza, window: DayWindow, year: number): Session[] => {
  const draw = uniformNumbers(SEED)
  const weekday = arrivalHours("public", false, window)
  const weekend = arrivalHours("public", true, window)
  const sessions: Session[] = []
  let begun = 0
  for (let day = 0; day < DAYS_PER_YEAR; day++) {
    const count = Math.floor((day + 1) * plaza.sessionsPerDay) - begun
    begun += count
    const hour: Quantile = weekdayOfDay(day, year) >= FIRST_WEEKEND_DAY ? weekend : weekday
    for (let i = 0; i < count; i++) {
      const quarter = Math.floor((day * 24 + hour((i + draw()) / count)) * QUARTERS_PER_HOUR)
      sessions.push({ arrival: quarter, missingKwh: plaza.kwhPerSession })
    }
  }
  return sessions
}
