import { uniformNumbers } from "../solar/random.ts"
import { DAYS_PER_YEAR, HOURS_PER_YEAR, weekdayOfDay } from "../year.ts"
import { arrivalHours, connectedHours, dayWindow, sessionKwh, WHOLE_DAY } from "./chargingSessions.ts"

/**
 * Electric cars that charge at one site (document 3, evConfig); absent fields follow the ElaadNL distributions or a
 * default.
 */
export interface EvConfig {
  /** Cars; 1 when absent. */
  count?: number
  /** Capacity of a car's battery; 60 kWh when absent. */
  batteryKwh?: number
  /** Consumption of a car a day; 7 kWh when absent (13,000 km a year at 0.19 kWh/km). */
  dailyConsumptionKwh?: number
  /** Distance of a car a year [km], over its driving days: in place of dailyConsumptionKwh. */
  yearlyKm?: number
  /** Consumption of a car [kWh per 100 km]; 19 when absent. Only with yearlyKm. */
  kwhPer100Km?: number
  /** Hour of the day a car comes home. */
  arrivalHour?: number
  /** Hour of the day a car leaves. */
  departureHour?: number
  /** Power of a car's charge point; 11 kW when absent. */
  chargerPowerKw?: number
}

const DEFAULT_BATTERY_KWH = 60
const DEFAULT_DAILY_KWH = 7
const DEFAULT_KWH_PER_100_KM = 19
const DEFAULT_CHARGER_KW = 11
const LARGEST_SESSION_SHARE = 0.8
const FIRST_WEEKEND_DAY = 5
const SEED = 2023

/**
 * Charging of cars at home, 8760 h in kWh of the standard-time axis. Each car uses its energy every day. It plugs in
 * when the missing energy reaches a session drawn from the ElaadNL distribution. It also plugs in before the missing
 * energy would exceed 80 % of its battery or a usual stay, and on the last day of the year. It charges at full power
 * from its arrival until it is full or leaves. A missing arrivalHour or departureHour is drawn too. The same arguments
 * always give the same year.
 * @param calendarYear whose weekdays apply
 * @param isActive days (0–364) on which the cars drive and charge; all when absent
 */
export const evHours = (
  config: EvConfig,
  calendarYear: number,
  isActive: (day: number) => boolean = () => true,
): Float64Array => {
  const hours = new Float64Array(HOURS_PER_YEAR)
  const driven = { ...config, dailyConsumptionKwh: dailyKwhOf(config, isActive), year: calendarYear, isActive }
  for (let car = 0; car < Math.round(config.count ?? 1); car++) chargeCar(hours, driven, SEED + car)
  return hours
}

/** Consumption of a car on a driving day [kWh]. */
const dailyKwhOf = (config: EvConfig, isActive: (day: number) => boolean): number => {
  const { yearlyKm, kwhPer100Km = DEFAULT_KWH_PER_100_KM, dailyConsumptionKwh = DEFAULT_DAILY_KWH } = config
  if (yearlyKm === undefined) return dailyConsumptionKwh
  const days = Array.from({ length: DAYS_PER_YEAR }, (_, day) => day).filter(isActive).length
  return days === 0 ? 0 : (yearlyKm * kwhPer100Km) / 100 / days
}

/** A car in a calendar year, and the days (0–364) on which it drives. */
interface DrivenCar extends EvConfig {
  dailyConsumptionKwh: number
  year: number
  isActive: (day: number) => boolean
}

const chargeCar = (hours: Float64Array, config: DrivenCar, seed: number): void => {
  const { year, isActive } = config
  const draw = uniformNumbers(seed)
  const batteryKwh = config.batteryKwh ?? DEFAULT_BATTERY_KWH
  const dailyKwh = config.dailyConsumptionKwh
  const powerKw = config.chargerPowerKw ?? DEFAULT_CHARGER_KW
  const stays = stay(config)
  const largestSessionKwh = Math.min(LARGEST_SESSION_SHARE * batteryKwh, powerKw * usualStayHours(config))
  let missingKwh = 0
  let sessionFromKwh = sessionKwh("private")(draw())
  for (let day = 0; day < DAYS_PER_YEAR; day++) {
    if (!isActive(day)) continue
    missingKwh = Math.min(batteryKwh, missingKwh + dailyKwh)
    const canWait = missingKwh < sessionFromKwh && missingKwh + dailyKwh <= largestSessionKwh
    if (canWait && day < DAYS_PER_YEAR - 1) continue
    const { arrival, connected } = stays(weekdayOfDay(day, year) >= FIRST_WEEKEND_DAY, draw)
    const chargedKwh = Math.min(missingKwh, powerKw * connected)
    if (chargedKwh > 0) addCharging(hours, day * 24 + arrival, chargedKwh / powerKw, powerKw)
    missingKwh -= chargedKwh
    sessionFromKwh = sessionKwh("private")(draw())
  }
}

/** Draws arrival (hours after midnight) and hours connected. */
type Stay = (isWeekend: boolean, draw: () => number) => { arrival: number; connected: number }

const stay = ({ arrivalHour, departureHour }: EvConfig): Stay => {
  const weekday = arrivalHours("private", false, WHOLE_DAY)
  const weekend = arrivalHours("private", true, WHOLE_DAY)
  const hours = connectedHours("private")
  return (isWeekend, draw) => {
    const arrival = arrivalHour ?? (isWeekend ? weekend : weekday)(draw())
    return { arrival, connected: departureHour === undefined ? hours(draw()) : dayWindow(arrival, departureHour).hours }
  }
}

/** Usual connection time of a car: until its departure, or the median of the sessions. */
const usualStayHours = ({ arrivalHour, departureHour }: EvConfig): number => {
  if (departureHour === undefined) return connectedHours("private")(0.5)
  return dayWindow(arrivalHour ?? arrivalHours("private", false, WHOLE_DAY)(0.5), departureHour).hours
}

/**
 * Adds charging at constant power to the hours it covers; charging beyond the year's end continues at its beginning.
 */
const addCharging = (hours: Float64Array, startHour: number, durationHours: number, powerKw: number): void => {
  const end = startHour + durationHours
  for (let from = startHour; from < end; from = Math.floor(from) + 1) {
    hours[Math.floor(from) % HOURS_PER_YEAR]! += powerKw * (Math.min(end, Math.floor(from) + 1) - from)
  }
}
