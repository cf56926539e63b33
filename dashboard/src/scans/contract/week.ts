import type { CalendarWindow, EnergyPrice, PriceWindow } from "../../../../domain/market/tariff/custom/schema.ts"
import type { Contract } from "../../../../domain/request/contractsRequest.ts"

const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const
const HOURS_PER_DAY = 24

/** Price of a kWh in each hour of a week, Monday first: 7 rows of 24. */
export interface Week {
  eurPerKwh: number[][]
  /** True if the day-ahead price of the hour is added. */
  isMarket: boolean
}

const isPartOf = (hour: number, from = 0, to = HOURS_PER_DAY): boolean =>
  from < to ? hour >= from && hour < to : hour >= from || hour < to

const holds = ({ months, days, hours }: CalendarWindow, month: number, day: number, hour: number): boolean =>
  (months?.includes(month) ?? true) &&
  (days?.includes(DAYS[day]!) ?? true) &&
  (hours?.some(([from, to]) => isPartOf(hour, from, to)) ?? true)

/**
 * Price of the first window that contains an hour; 0 if no window contains it. Incomplete windows have no price yet.
 */
const priceAt = (windows: readonly PriceWindow[], month: number, day: number, hour: number): number =>
  windows.find(window => holds(window, month, day, hour))?.eurPerKwh ?? 0

const energyAt = (energy: EnergyPrice | undefined, month: number, day: number, hour: number): number => {
  if (typeof energy === "number") return energy
  return Array.isArray(energy) ? priceAt(energy, month, day, hour) : 0
}

/** Purchase price of a contract in a week of a month (from 1), without added taxes. */
export const weekOf = ({ buy, grid }: Pick<Contract, "buy" | "grid">, month: number): Week => {
  const eurPerKwh = DAYS.map((_, day) =>
    Array.from({ length: HOURS_PER_DAY }, (_, hour) => {
      const energy = energyAt(buy?.energy, month, day, hour) * (buy?.timesFraction ?? 1)
      return energy + (buy?.plusEurPerKwh ?? 0) + priceAt(grid?.buyEurPerKwh ?? [], month, day, hour)
    }),
  )
  return { eurPerKwh, isMarket: buy?.energy === "dayAhead" }
}
