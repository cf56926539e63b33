/**
 * The duals of the last dispatch: a water value z and a bus price π for each step, and from them the line
 * A + Σ N_k·n_k + B_C·C + B_P·P that no plant's cost can go below (weak duality of the year's linear program).
 */
import { chargeBound, dischargeBound, isPlain } from "./hour"
import { perDischarge, power, usable } from "./plant"
import { dot } from "./series"
import {
  chargeEfficiency,
  exportLimit,
  exportPrice,
  generation,
  generationValue,
  gridCharging,
  importLimit,
  importPrice,
  initialLevel,
  level,
  loadKwh,
  minLevel,
  production,
  roofs,
  stepHours,
  steps,
  unservedPrice,
  waterRange,
} from "./year"

/** EUR per kW of the import and export limit; 0 without one. */
export let importLimitSlope: f64 = 0
export let exportLimitSlope: f64 = 0

function positive(x: f64): f64 {
  return x > 0 ? x : 0
}

// The ladder: prices and amounts that lower the net demand when the bus price passes them, pairs of f64.
const ladder: usize = memory.data(16 * 5, 16)

/** Sorts rung `n` into the rungs below it. */
function rung(n: usize, price: f64, amount: f64): void {
  let at = ladder + (n << 4)
  while (at > ladder && load<f64>(at - 16) > price) {
    store<f64>(at, load<f64>(at - 16))
    store<f64>(at + 8, load<f64>(at - 8))
    at -= 16
  }
  store<f64>(at, price)
  store<f64>(at + 8, amount)
}

/**
 * The bus price that clears the step: the merit order of export, import, production, charging and discharging at what
 * stored energy is worth. It is the best π for the bound, whatever z is.
 */
function clear(demand: f64, made: f64, buy: f64, sell: f64, charge: f64, give: f64): f64 {
  const most = chargeBound(made)
  const bound = dischargeBound(demand, buy, sell)
  const bounded = exportLimit < Infinity
  rung(0, sell, bounded ? exportLimit : 0)
  rung(1, buy, importLimit)
  rung(2, 0, gridCharging ? made : made - most)
  rung(3, gridCharging ? charge : positive(charge), most)
  rung(4, give, power < bound ? power : bound)
  let missing = demand + (bounded ? exportLimit : 0) + (gridCharging ? most : 0)
  let price = unservedPrice
  for (let at = ladder; at < ladder + 80; at += 16) {
    missing -= load<f64>(at + 8)
    if (missing <= 0) {
      price = load<f64>(at) < price ? load<f64>(at) : price
      break
    }
  }
  return bounded || price > sell ? price : sell
}

/** Writes the cut of the dispatched plant: [A, N_0 … N_{roofs−1}, B_C, B_P]. */
export function writeCut(cut: usize): void {
  let fixed: f64 = 0
  let perCapacity: f64 = 0
  let perPower: f64 = 0
  let perImportLimit: f64 = 0
  let perExportLimit: f64 = 0
  let water: f64 = 0
  const bytes = (<usize>steps) << 3
  for (let t = bytes - 8; <isize>t >= 0; t -= 8) {
    const at = load<f64>(level + t)
    if (at == 0 || at == usable || t == bytes - 8) {
      const low = load<f64>(waterRange + (t << 1))
      const high = load<f64>(waterRange + (t << 1) + 8)
      const after = water
      if (water < low) water = low
      else if (water > high) water = high
      perCapacity += minLevel * positive(water - after) - positive(after - water)
    }
    const demand = load<f64>(loadKwh + t)
    const made = load<f64>(generation + t)
    const sell = load<f64>(exportPrice + t)
    const buy = load<f64>(importPrice + t)
    const net = demand - made
    const charge = water * chargeEfficiency
    const give = water * perDischarge
    let price: f64
    if (isPlain(net, sell)) {
      const short = net >= 0
      const wish = short ? give : charge
      price = wish < sell ? sell : wish > buy ? buy : wish
      if (short && power < net) price = buy
      if (!short && chargeBound(made) < -net) price = sell
      perPower -= positive(price - give)
    } else {
      price = clear(demand, made, buy, sell, charge, give)
      const bound = dischargeBound(demand, buy, sell)
      if (power <= bound) perPower -= positive(price - give)
      else fixed -= bound * positive(price - give)
      if (importLimit < Infinity) perImportLimit -= positive(price - buy)
      if (exportLimit < Infinity) perExportLimit -= positive(sell - price)
    }
    fixed += price * demand
    let worth = positive(price)
    if (gridCharging) {
      perPower -= positive(charge - price)
    } else if (power >= made) {
      if (charge > worth) worth = charge
    } else {
      perPower -= positive(charge - worth)
    }
    store<f64>(generationValue + t, worth)
  }
  perCapacity -= initialLevel * water
  importLimitSlope = perImportLimit * stepHours
  exportLimitSlope = perExportLimit * stepHours
  if (importLimit < Infinity) fixed += perImportLimit * importLimit
  if (exportLimit < Infinity) fixed += perExportLimit * exportLimit
  store<f64>(cut, fixed)
  for (let roof = 0; roof < roofs; roof++) {
    const worth = dot(generationValue, production + <usize>roof * bytes, bytes)
    store<f64>(cut + 8 + ((<usize>roof) << 3), -worth)
  }
  const last = cut + 8 + ((<usize>roofs) << 3)
  store<f64>(last, perCapacity)
  store<f64>(last + 8, perPower * stepHours)
}
