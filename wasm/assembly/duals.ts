/**
 * The duals of the last dispatch: a water value z and a bus price π for each step, and from them the line
 * A + Σ N_k·n_k + B_C·C + B_P·P + Σ B_Dj·D_j that no plant's cost can go below (weak duality of the year's linear program).
 * A year in blocks has a line for each, which moreover falls by z of its first step per kWh it starts with and rises by z
 * of its last step per kWh it leaves; where the year begins and ends the level is none of the line's variables.
 */
import { blocks, blockStart, demands, limited, owners } from "./demand"
import { chargeBound, dischargeBound, isPlain } from "./hour"
import { put } from "./numbers"
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
  limits,
  loadKwh,
  minLevel,
  production,
  roofs,
  stepHours,
  steps,
  unservedPrice,
  waterRange,
} from "./year"

/** EUR per kW of the contract's import and export limit; 0 without one. */
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
function clear(demand: f64, made: f64, buy: f64, sell: f64, charge: f64, give: f64, limit: f64): f64 {
  const most = chargeBound(made)
  const bound = dischargeBound(demand, buy, sell)
  const bounded = exportLimit < Infinity
  rung(0, sell, bounded ? exportLimit : 0)
  rung(1, buy, limit)
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

/** Numbers in the line of one block: [A, N_0 … N_{roofs−1}, B_C, B_P, B_D0 …] and with several blocks −z_first, z_last. */
export function lineLength(): i32 {
  return roofs + 3 + demands + (blocks > 1 ? 2 : 0)
}

/** z of the step after the ones that are done, going back. */
let water: f64 = 0

/** Writes the cut of the dispatched plant: a line for each block. */
export function writeCut(cut: usize): void {
  water = 0
  importLimitSlope = 0
  exportLimitSlope = 0
  const stride = (<usize>lineLength()) << 3
  for (let block = blocks - 1; block >= 0; block--) {
    const line = cut + <usize>block * stride
    memory.fill(line, 0, stride)
    writeLine(line, block)
  }
}

// @ts-ignore: decorator
@inline
function lower(slope: usize, perStep: f64): void {
  store<f64>(slope, load<f64>(slope) - perStep * stepHours)
}

function withinRange(z: f64, range: usize): f64 {
  const low = load<f64>(range)
  const high = load<f64>(range + 8)
  return z < low ? low : z > high ? high : z
}

function writeLine(line: usize, block: i32): void {
  let fixed: f64 = 0
  let perCapacity: f64 = 0
  let perPower: f64 = 0
  let perImportLimit: f64 = 0
  let perExportLimit: f64 = 0
  let z = water
  const perDemand = line + ((<usize>roofs + 3) << 3)
  const links = perDemand + ((<usize>demands) << 3)
  const begin = (<usize>blockStart(block)) << 3
  const last = ((<usize>blockStart(block + 1)) << 3) - 8
  const linked = block < blocks - 1
  for (let t = last; <isize>t >= <isize>begin; t -= 8) {
    const at = load<f64>(level + t)
    if (at == 0 || at == usable || t == last) {
      const after = z
      if (at == 0 || at == usable || !linked) z = withinRange(z, waterRange + (t << 1))
      if (t == last && linked) store<f64>(links + 8, z)
      else perCapacity += minLevel * positive(z - after) - positive(after - z)
    }
    const demand = load<f64>(loadKwh + t)
    const made = load<f64>(generation + t)
    const sell = load<f64>(exportPrice + t)
    const buy = load<f64>(importPrice + t)
    const net = demand - made
    const charge = z * chargeEfficiency
    const give = z * perDischarge
    let price: f64
    if (isPlain(net, sell, t)) {
      const short = net >= 0
      const wish = short ? give : charge
      price = wish < sell ? sell : wish > buy ? buy : wish
      if (short && power < net) price = buy
      if (!short && chargeBound(made) < -net) price = sell
      perPower -= positive(price - give)
    } else {
      const limit = load<f64>(limits + t)
      price = clear(demand, made, buy, sell, charge, give, limit)
      const bound = dischargeBound(demand, buy, sell)
      if (power <= bound) perPower -= positive(price - give)
      else fixed -= bound * positive(price - give)
      const owner = limited ? load<i32>(owners + (t >> 1)) : -1
      if (owner >= 0) lower(perDemand + ((<usize>owner) << 3), positive(price - buy))
      else if (limit < Infinity) perImportLimit -= positive(price - buy)
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
  water = z
  if (block > 0) store<f64>(links, -z)
  else perCapacity -= initialLevel * z
  if (importLimit < Infinity) fixed += perImportLimit * importLimit
  if (exportLimit < Infinity) fixed += perExportLimit * exportLimit
  importLimitSlope += perImportLimit * stepHours
  exportLimitSlope += perExportLimit * stepHours
  store<f64>(line, fixed)
  worthOfPanels(line + 8, begin, last + 8 - begin)
  store<f64>(perDemand - 16, perCapacity)
  store<f64>(perDemand - 8, perPower * stepHours)
}

/** Slopes by panels: from what their production is worth in the block. */
function worthOfPanels(slopes: usize, begin: usize, bytes: usize): void {
  const year = (<usize>steps) << 3
  for (let roof = 0; roof < roofs; roof++) {
    put(slopes, roof, -dot(generationValue + begin, production + <usize>roof * year + begin, bytes))
  }
}
