/**
 * The dispatch of wasm/assembly in plain JavaScript on typed arrays, without the duals: the baseline that the core
 * must beat. It makes the same two passes over the same data; the assembly files explain the formulas.
 */
// Indices of this file are in bounds by construction.

import { evenLimit } from "../limits.ts"
import type { Plant, Year } from "../types.ts"
import { cut, insert, listBegin, listTake } from "./plain-list.ts"

const MAX_SEGMENTS = 5
const TINY = 1e-12
const TOLERANCE = 1e-12
const ANY_POWER = 1

// The year.
let steps = 0
let roofs = 0
let stepHours = 1
let importLimit = 0
let exportLimit = 0
let gridCharging = true
let chargeEfficiency = 1
let dischargeEfficiency = 1
let minLevel = 0
let initialLevel = 0
let unservedPrice = 10
let load: Float64Array = new Float64Array(0)
let buys: Float64Array = load
let sells: Float64Array = load
let productions: Float64Array[] = []
let generation: Float64Array = load
let thresholds: Float64Array = load
let level: Float64Array = load

// The plant.
let usable = 0
let power = 0
let start = 0
let tolerance = 0
let lowestPlain = 0
let highestPlain = 0
let perCharge = 1
let perDischarge = 1

/** Loads a year; dispatches follow with dispatchPlain. */
export function loadPlain(year: Year): void {
  steps = year.loadKwh.length
  roofs = year.roofs.length
  stepHours = year.stepHours
  importLimit = evenLimit(year.importLimitKw) * stepHours
  exportLimit = evenLimit(year.exportLimitKw) * stepHours
  gridCharging = year.gridCharging
  chargeEfficiency = year.chargeEfficiency
  dischargeEfficiency = year.dischargeEfficiency
  minLevel = year.minLevel
  initialLevel = year.initialLevel ?? minLevel
  unservedPrice = year.buyEurPerKwh.reduce((most, price) => Math.max(most, 2 * price), 10)
  load = year.loadKwh
  buys = year.buyEurPerKwh
  sells = year.sellEurPerKwh
  productions = year.roofs.map(roof => roof.productionKwhPerPanel)
  generation = new Float64Array(steps)
  thresholds = new Float64Array(MAX_SEGMENTS * steps)
  level = new Float64Array(steps)
  listTake(MAX_SEGMENTS * (steps + 2))
}

function setPlant({ capacityKwh, powerKw, panels }: Plant): void {
  usable = capacityKwh * (1 - minLevel)
  if (usable <= TOLERANCE * powerKw * stepHours) usable = 0
  power = usable > 0 ? powerKw * stepHours : ANY_POWER
  start = Math.min(usable, capacityKwh * (initialLevel - minLevel))
  tolerance = TOLERANCE * (usable + power)
  lowestPlain = power - exportLimit
  highestPlain = importLimit - power
  perCharge = 1 / chargeEfficiency
  perDischarge = 1 / dischargeEfficiency
  generation.fill(0)
  for (let k = 0; k < roofs; k++) {
    const production = productions[k]!
    for (let t = 0; t < steps; t++) generation[t]! += panels[k]! * production[t]!
  }
}

// One step.
const slopes = new Float64Array(8)
const widths = new Float64Array(8)
let count = 0
let discharging = 0
let charging = 0
let firstWidth = 0
let middleWidth = 0
let lastWidth = 0

const dischargeBound = (demand: number, buy: number, sell: number) =>
  sell >= 0 ? demand + exportLimit : buy >= 0 ? demand : demand > importLimit ? demand - importLimit : 0

const chargeBound = (produced: number) => (gridCharging || power < produced ? power : produced)

const isPlain = (net: number, sell: number) => sell >= 0 && net <= highestPlain && net >= lowestPlain

function describePlain(net: number, demand: number, produced: number): void {
  const most = chargeBound(produced)
  const tiny = TINY * (power + demand + produced)
  let first = power
  let middle = most
  let last = most
  if (net >= 0) {
    middle = power < net ? power : net
    first = power - middle
    middle *= perDischarge
  } else {
    if (-net < middle) middle = -net
    last = most - middle
    middle *= chargeEfficiency
  }
  firstWidth = first > tiny ? first * perDischarge : 0
  middleWidth = middle > tiny ? middle : 0
  lastWidth = last > tiny ? last * chargeEfficiency : 0
}

function push(slope: number, width: number): void {
  if (count > 0 && slopes[count - 1] === slope) {
    widths[count - 1]! += width
  } else {
    slopes[count] = slope
    widths[count++] = width
  }
}

let lowestNet = 0
let net0 = 0
let highestNet = 0
let tinyWidth = 0

/** Adds the part of h between two net demands. */
function pushPiece(slope: number, from: number, to: number): void {
  const output = (to < net0 ? to : net0) - (from > lowestNet ? from : lowestNet)
  if (output > tinyWidth) {
    push(slope * dischargeEfficiency, output * perDischarge)
    discharging += output * perDischarge
  }
  const taken = (to < highestNet ? to : highestNet) - (from > net0 ? from : net0)
  if (taken > tinyWidth) {
    push(slope * perCharge, taken * chargeEfficiency)
    charging += taken * chargeEfficiency
  }
}

function pushOwnCharge(demand: number, produced: number): void {
  const most = chargeBound(produced)
  const spare = Math.max(0, produced - Math.max(0, demand - importLimit))
  const free = spare < most ? spare : most
  if (free > tinyWidth) {
    push(0, free * chargeEfficiency)
    charging += free * chargeEfficiency
  }
  if (most - free > tinyWidth) {
    push(unservedPrice * perCharge, (most - free) * chargeEfficiency)
    charging += (most - free) * chargeEfficiency
  }
}

function describe(demand: number, produced: number, buy: number, sell: number): void {
  const bound = dischargeBound(demand, buy, sell)
  const paidOwn = !gridCharging && buy < 0
  net0 = demand - produced
  lowestNet = net0 - (power < bound ? power : bound)
  highestNet = paidOwn ? net0 : net0 + chargeBound(produced)
  tinyWidth = TINY * (power + demand + produced)
  count = 0
  discharging = 0
  charging = 0
  const rewarded = sell >= 0
  const paid = buy < 0
  const first = rewarded ? -exportLimit : -produced
  const second = paid ? importLimit - produced : 0
  pushPiece(rewarded ? 0 : sell, Number.NEGATIVE_INFINITY, first)
  pushPiece(rewarded ? sell : paid ? buy : 0, first, second)
  pushPiece(paid ? 0 : buy, second, importLimit)
  pushPiece(unservedPrice, importLimit, Number.POSITIVE_INFINITY)
  if (paidOwn) pushOwnCharge(demand, produced)
}

function flowCost(demand: number, produced: number, buy: number, sell: number, battery: number): number {
  const net = demand - produced + battery
  if (buy < 0) {
    const wanted = gridCharging || battery < 0 ? net + produced : demand
    const imported = wanted < importLimit ? wanted : importLimit
    return buy * imported + (net > imported ? unservedPrice * (net - imported) : 0)
  }
  if (net >= 0) return net < importLimit ? buy * net : buy * importLimit + unservedPrice * (net - importLimit)
  if (sell >= 0) return -sell * (-net < exportLimit ? -net : exportLimit)
  return -net > produced ? -sell * (-net - produced) : 0
}

// The passes.
let firstThreshold = 0
let inserted = 0

function keep(slope: number, width: number, to: number): void {
  if (width > 0) {
    thresholds[to] = insert(slope, width, inserted)
    inserted += width
  } else {
    thresholds[to] = 0
  }
}

function backward(): void {
  if (usable <= 0) {
    firstThreshold = 0
    thresholds.fill(0)
    return
  }
  let to = steps * MAX_SEGMENTS
  listBegin(usable, power * (chargeEfficiency + perDischarge))
  for (let t = steps - 1; t >= 0; t--) {
    const demand = load[t]!
    const produced = generation[t]!
    const sell = sells[t]!
    const buy = buys[t]!
    const net = demand - produced
    inserted = 0
    if (isPlain(net, sell)) {
      to -= 3
      describePlain(net, demand, produced)
      keep(buy * perCharge, lastWidth, to + 2)
      keep(net >= 0 ? buy * dischargeEfficiency : sell * perCharge, middleWidth, to + 1)
      keep(sell * dischargeEfficiency, firstWidth, to)
      cut(net >= 0 ? lastWidth : lastWidth + middleWidth)
    } else {
      describe(demand, produced, buy, sell)
      for (let i = count - 1; i >= 0; i--) keep(slopes[i]!, widths[i]!, --to)
      cut(charging)
    }
  }
  firstThreshold = to
}

function walkPlain(before: number, threshold: number): number {
  const lowest = before - power * perDischarge
  const second = lowest + firstWidth
  const third = second + middleWidth
  const highest = third + lastWidth
  const end0 = second < thresholds[threshold]! ? second : thresholds[threshold]!
  const end1 = third < thresholds[threshold + 1]! ? third : thresholds[threshold + 1]!
  const end2 = highest < thresholds[threshold + 2]! ? highest : thresholds[threshold + 2]!
  let at = lowest
  if (end0 > at) at = end0
  if (end1 > at) at = end1
  if (end2 > at) at = end2
  return at
}

function walk(before: number, threshold: number): number {
  let at = before - discharging
  for (let i = 0; i < count; i++) {
    const stop = thresholds[threshold + i]!
    const end = at + widths[i]!
    if (stop < end - tolerance) return stop > at + tolerance ? stop : at
    at = end
  }
  return at
}

function forward(): number {
  let threshold = firstThreshold
  let at = start
  let cost = 0
  for (let t = 0; t < steps; t++) {
    const demand = load[t]!
    const produced = generation[t]!
    const sell = sells[t]!
    const buy = buys[t]!
    const net = demand - produced
    const plain = isPlain(net, sell)
    const before = at
    if (plain) {
      describePlain(net, demand, produced)
      at = walkPlain(before, threshold)
      threshold += 3
    } else {
      describe(demand, produced, buy, sell)
      at = walk(before, threshold)
      threshold += count
    }
    if (at <= tolerance) at = 0
    if (at >= usable - tolerance) at = usable
    level[t] = at
    const change = at - before
    const battery = change > 0 ? change * perCharge : change * dischargeEfficiency
    if (plain) cost += (net + battery > 0 ? buy : sell) * (net + battery)
    else cost += flowCost(demand, produced, buy, sell, battery)
  }
  return cost
}

/** Least cost of the loaded year in EUR. */
export function dispatchPlain(plant: Plant): number {
  setPlant(plant)
  backward()
  return forward()
}
