import type { HourlySeriesName } from "./hourly.ts"

/**
 * Differences of the steps of a report from their predictions, in whole units. Flows follow from consumption,
 * production and the few decisions of a controller, so most differences are 0 or ±1.
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

/** Fit of columns. */
export const fitOf = ({ consumption, solarProduction, batteryLevel: level, ...c }: Columns): Fit => {
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

/** Codes all steps. */
const walk = (c: Columns, differences: Columns, fit: Fit, code: Code): void => {
  const { consumption, solarProduction, solarWasted, solarUsedOnsite, solarStored, solarExported } = c
  const { gridUsedOnsite, gridStored, batteryUsedOnsite, batteryExported, batteryLevel } = c
  const { baselineImport, baselineExport, buyEurPerKwh, sellEurPerKwh } = c
  const { existing, buyPerSell, charging, discharging, idle, leastLevel, mostLevel, mostCharge, mostDischarge } = fit
  const d = differences
  for (let t = 0; t < consumption.length; t++) {
    const before = Math.max(0, t - 1)
    code(consumption, d.consumption, t, 0)
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

    code(sellEurPerKwh, d.sellEurPerKwh, t, t > 0 ? sellEurPerKwh[before]! : 0)
    const change = t > 0 ? whole(buyPerSell * (sellEurPerKwh[t]! - sellEurPerKwh[before]!)) : 0
    code(buyEurPerKwh, d.buyEurPerKwh, t, (t > 0 ? buyEurPerKwh[before]! : 0) + change)
  }
}

const emptyLike = (columns: Columns): Columns =>
  Object.fromEntries(Object.entries(columns).map(([name, { length }]) => [name, new Int32Array(length)])) as Columns

export const differencesOf = (columns: Columns, fit: Fit): Columns => {
  const differences = emptyLike(columns)
  walk(columns, differences, fit, encode)
  return differences
}

export const columnsOf = (differences: Columns, fit: Fit): Columns => {
  const columns = emptyLike(differences)
  walk(columns, differences, fit, decode)
  return columns
}
