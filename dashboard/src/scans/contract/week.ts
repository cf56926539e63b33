import type {
  CalendarWindow,
  EnergyPrice,
  GridFee,
  PriceWindow,
} from "../../../../domain/market/tariff/custom/schema.ts"
import type { Contract } from "../../../../domain/request/contractsRequest.ts"

const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const
const HOURS_PER_DAY = 24
/** Times within an hour, for windows in quarters. */
const QUARTERS = [0, 0.25, 0.5, 0.75]

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

/** Mean price of an hour; parts outside all windows cost 0. Incomplete windows have no price yet. */
const meanPrice = (windows: readonly PriceWindow[], month: number, day: number, hour: number): number =>
  QUARTERS.map(past => windows.find(window => holds(window, month, day, hour + past))?.eurPerKwh ?? 0).reduce(
    (sum, price) => sum + price / QUARTERS.length,
    0,
  )

const priceAt = (price: EnergyPrice | GridFee | undefined, month: number, day: number, hour: number): number => {
  if (typeof price === "number") return price
  return Array.isArray(price) ? meanPrice(price, month, day, hour) : 0
}

/** Purchase price of a contract in a week of a month (from 1), without added taxes. */
export const weekOf = ({ buy, grid }: Pick<Contract, "buy" | "grid">, month: number): Week => {
  const eurPerKwh = DAYS.map((_, day) =>
    Array.from({ length: HOURS_PER_DAY }, (_, hour) => {
      const energy = priceAt(buy?.energy, month, day, hour) * (buy?.timesFraction ?? 1)
      return energy + (buy?.plusEurPerKwh ?? 0) + priceAt(grid?.buyEurPerKwh, month, day, hour)
    }),
  )
  return { eurPerKwh, isMarket: buy?.energy === "dayAhead" }
}
