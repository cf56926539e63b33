import type { CustomTerms } from "../terms.ts"
import type { DemandCharge, EnergyPrice, GridFee } from "./schema.ts"

/** True if a contract bills peaks, or has prices that change within an hour. */
export const billsPartsOfHours = ({ buy, sell, grid }: CustomTerms): boolean =>
  [grid, grid?.orElse].some(charges => (charges?.demand ?? []).some(isCharged)) ||
  [buy.energy, sell.energy, grid?.buyEurPerKwh, grid?.orElse?.buyEurPerKwh].some(changesWithinHour)

const isCharged = ({ eurPerKwMonth = 0, eurPerKwYear = 0 }: DemandCharge): boolean => eurPerKwMonth + eurPerKwYear > 0

const changesWithinHour = (price: EnergyPrice | GridFee | undefined): boolean =>
  Array.isArray(price) && price.some(({ hours = [] }) => hours.flat().some(hour => !Number.isInteger(hour)))
