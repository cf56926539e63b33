import type { HourlySeriesName } from "./hourly.ts"
import type { ShippedUnits } from "./shipped.ts"

/**
 * Differences of the steps of a report from their predictions, in whole units. Flows follow from consumption,
 * production and the few decisions of a controller, and consumption and prices from shipped series. Most differences
 * are therefore 0 or ±1.
 *
 * Invariants.
 * - A prediction reads columns that were decoded before it at its step, and any column at the previous step.
 * - A prediction is a whole number of these values and the fit alone, so that decoding repeats it to the bit.
 * - A poor prediction costs bytes, never accuracy: differences are taken modulo 2^32.
 */

/** Whole units by series. */
export type Columns = Record<HourlySeriesName, Int32Array>

/** Slope and intercept. */
type Line = readonly [slope: number, intercept: number]

/** Numbers of a scan that its predictions use; stored with the differences. */
export interface Fit {
  /** Production of existing panels, as a part of all. */
  existing: number
  /** Change of the purchase price with the feed-in price. */
  buyPerSell: number
  /** Consumption by the load shape, and change of both prices with the market price; absent without these series. */
  load?: number
  buyPerMarket?: number
  sellPerMarket?: number
  /** Change of the level by the charge and by the discharge of a step, and without either. */
  charging: Line
  discharging: Line
  idle: Line
  /** Bounds of the level, and of the charge and discharge of a step. */
  leastLevel: number
  mostLevel: number
  mostCharge: number
  mostDischarge: number
}

const whole = (value: number): number => Math.floor(value + 0.5) | 0

/** Sums for a line of least squares. */
const createLine = () => {
  let [count, x, y, xx, xy] = [0, 0, 0, 0, 0]
  return {
    add(abscissa: number, ordinate: number): void {
      count++
      x += abscissa
      y += ordinate
      xx += abscissa * abscissa
      xy += abscissa * ordinate
    },
    /** Flat through the mean if all abscissas are equal. */
    line(): Line {
      const spread = count * xx - x * x
      const slope = spread > 0 ? (count * xy - x * y) / spread : 0
      return [slope, count > 0 ? (y - slope * x) / count : 0]
    },
  }
}

/** Part of a column in a multiple of another, by least squares. */
const partOf = (column: Int32Array, of: Int32Array): number => {
  let [product, square] = [0, 0]
  for (let t = 0; t < of.length; t++) {
    product += column[t]! * of[t]!
    square += of[t]! * of[t]!
  }
  return square > 0 ? product / square : 0
}

/** Distance of sampled hours: to sort all takes a millisecond. */
const SAMPLED_EVERY = 8
/** Least sampled change of the market, in its units of 0.00001 EUR: rounding changes the ratio of a smaller one. */
const LEAST_CHANGE = 100
/** Largest difference of a change that follows the market, in units of the price: rounding stays below it. */
const NEAR_UNITS = 200

/**
 * Change of a price with the market: a median, and least squares of the changes near it, which leave out steps of fees.
 */
const perMarket = (price: Int32Array, market: Int32Array): number => {
  const ratios: number[] = []
  for (let t = 1; t < market.length; t += SAMPLED_EVERY) {
    const change = market[t]! - market[t - 1]!
    if (Math.abs(change) >= LEAST_CHANGE) ratios.push((price[t]! - price[t - 1]!) / change)
  }
  const median = ratios.sort((a, b) => a - b)[ratios.length >> 1] ?? 0
  let [product, square] = [0, 0]
  for (let t = 1; t < market.length; t++) {
    const [change, priced] = [market[t]! - market[t - 1]!, price[t]! - price[t - 1]!]
    if (Math.abs(priced - median * change) > NEAR_UNITS) continue
    product += change * priced
    square += change * change
  }
  return square > 0 ? product / square : median
}

/** Parts of a fit that follow shipped series. */
const shippedFit = (c: Columns, { loadShape, marketEurPerKwh: market }: ShippedUnits): Partial<Fit> => ({
  ...(loadShape ? { load: partOf(c.consumption, loadShape) } : {}),
  ...(market
    ? { buyPerMarket: perMarket(c.buyEurPerKwh, market), sellPerMarket: perMarket(c.sellEurPerKwh, market) }
    : {}),
})

/** Fit of columns to each other, and to shipped series. */
export const fitOf = (columns: Columns, shipped: ShippedUnits): Fit => ({
  ...flowFit(columns),
  ...shippedFit(columns, shipped),
})

const flowFit = ({ consumption, solarProduction, batteryLevel: level, ...c }: Columns): Fit => {
  const [charging, discharging, idle, prices] = [createLine(), createLine(), createLine(), createLine()]
  let [produced, existing, mostCharge, mostDischarge] = [0, 0, 0, 0]
  let [leastLevel, mostLevel] = [level[0]!, level[0]!]
  for (let t = 1; t < level.length; t++) {
    const charge = c.solarStored[t]! + c.gridStored[t]!
    const discharge = c.batteryUsedOnsite[t]! + c.batteryExported[t]!
    const change = level[t]! - level[t - 1]!
    if (charge > discharge) charging.add(charge, change)
    else if (discharge > 0) discharging.add(discharge, change)
    else idle.add(0, change)
    prices.add(c.sellEurPerKwh[t]! - c.sellEurPerKwh[t - 1]!, c.buyEurPerKwh[t]! - c.buyEurPerKwh[t - 1]!)
    produced += solarProduction[t]!
    existing += consumption[t]! - c.baselineImport[t]! + c.baselineExport[t]!
    mostCharge = Math.max(mostCharge, charge)
    mostDischarge = Math.max(mostDischarge, discharge)
    leastLevel = Math.min(leastLevel, level[t]!)
    mostLevel = Math.max(mostLevel, level[t]!)
  }
  return {
    ...{ existing: produced > 0 ? existing / produced : 0, buyPerSell: prices.line()[0] },
    ...{ charging: charging.line(), discharging: discharging.line(), idle: idle.line() },
    ...{ leastLevel, mostLevel, mostCharge, mostDischarge },
  }
}

/** Flow that brings a battery from one level to another, within 0 and a limit. */
const flowBetween = (from: number, to: number, [slope, intercept]: Line, limit: number): number =>
  slope === 0 ? 0 : Math.max(0, Math.min(limit, whole((to - from - intercept) / slope)))

/** Writes one of a column and its differences from the other. */
type Code = (column: Int32Array, difference: Int32Array, t: number, predicted: number) => void

const encode: Code = (column, difference, t, predicted) => {
  difference[t] = column[t]! - predicted
}
const decode: Code = (column, difference, t, predicted) => {
  column[t] = difference[t]! + predicted
}

/** Columns and their differences, with the fit and the shipped series of the predictions. */
interface Walked {
  columns: Columns
  differences: Columns
  fit: Fit
  shipped: ShippedUnits
}

/** Codes all steps. */
const walk = ({ columns: c, differences, fit, shipped }: Walked, code: Code): void => {
  const { consumption, solarProduction, solarWasted, solarUsedOnsite, solarStored, solarExported } = c
  const { gridUsedOnsite, gridStored, batteryUsedOnsite, batteryExported, batteryLevel } = c
  const { baselineImport, baselineExport, buyEurPerKwh, sellEurPerKwh } = c
  const { loadShape, marketEurPerKwh: market } = shipped
  const { load: perShape = 0, buyPerMarket = 0, sellPerMarket = 0 } = fit
  const { existing, buyPerSell, charging, discharging, idle, leastLevel, mostLevel, mostCharge, mostDischarge } = fit
  const d = differences
  for (let t = 0; t < consumption.length; t++) {
    const before = Math.max(0, t - 1)
    code(consumption, d.consumption, t, loadShape ? whole(perShape * loadShape[t]!) : 0)
    code(solarProduction, d.solarProduction, t, 0)
    code(solarWasted, d.solarWasted, t, 0)
    const [load, production] = [consumption[t]!, solarProduction[t]! - solarWasted[t]!]

    const existingSolar = whole(existing * solarProduction[t]!)
    code(baselineImport, d.baselineImport, t, Math.max(0, load - existingSolar))
    code(baselineExport, d.baselineExport, t, baselineImport[t]! > 0 ? 0 : Math.max(0, existingSolar - load))

    code(solarUsedOnsite, d.solarUsedOnsite, t, Math.min(production, load))
    const surplus = production - solarUsedOnsite[t]!
    const level = t > 0 ? batteryLevel[before]! : 0
    const room = flowBetween(level, mostLevel, charging, mostCharge)
    const wasCharged = solarStored[before]! + gridStored[before]!
    code(solarStored, d.solarStored, t, Math.max(0, Math.min(surplus, room)))
    code(solarExported, d.solarExported, t, surplus - solarStored[t]!)
    const isCharging = t > 0 && gridStored[before]! > 0
    code(gridStored, d.gridStored, t, isCharging ? Math.max(0, Math.min(wasCharged, room) - solarStored[t]!) : 0)
    const charge = solarStored[t]! + gridStored[t]!

    const stored = flowBetween(level, leastLevel, discharging, mostDischarge)
    const wasDischarged = batteryUsedOnsite[before]! + batteryExported[before]!
    code(batteryUsedOnsite, d.batteryUsedOnsite, t, charge > 0 ? 0 : Math.min(load - solarUsedOnsite[t]!, stored))
    const isSelling = t > 0 && batteryExported[before]! > 0
    const sold = Math.max(0, Math.min(wasDischarged, stored) - batteryUsedOnsite[t]!)
    code(batteryExported, d.batteryExported, t, isSelling ? sold : 0)
    const discharge = batteryUsedOnsite[t]! + batteryExported[t]!
    code(gridUsedOnsite, d.gridUsedOnsite, t, load - solarUsedOnsite[t]! - batteryUsedOnsite[t]!)

    const [slope, intercept] = charge > discharge ? charging : discharge > 0 ? discharging : idle
    code(batteryLevel, d.batteryLevel, t, level + whole(slope * Math.max(charge, discharge) + intercept))

    const marketChange = market && t > 0 ? market[t]! - market[before]! : 0
    code(sellEurPerKwh, d.sellEurPerKwh, t, (t > 0 ? sellEurPerKwh[before]! : 0) + whole(sellPerMarket * marketChange))
    const soldChange = t > 0 ? sellEurPerKwh[t]! - sellEurPerKwh[before]! : 0
    const change = whole(market ? buyPerMarket * marketChange : buyPerSell * soldChange)
    code(buyEurPerKwh, d.buyEurPerKwh, t, (t > 0 ? buyEurPerKwh[before]! : 0) + change)
  }
}

const emptyLike = (columns: Columns): Columns =>
  Object.fromEntries(Object.entries(columns).map(([name, { length }]) => [name, new Int32Array(length)])) as Columns

export const differencesOf = (columns: Columns, fit: Fit, shipped: ShippedUnits): Columns => {
  const differences = emptyLike(columns)
  walk({ columns, differences, fit, shipped }, encode)
  return differences
}

export const columnsOf = (differences: Columns, fit: Fit, shipped: ShippedUnits): Columns => {
  const columns = emptyLike(differences)
  walk({ columns, differences, fit, shipped }, decode)
  return columns
}
