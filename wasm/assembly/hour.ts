/**
 * One step's cost as the battery sees it, and what flows when the battery has chosen.
 *
 * h(e), the cost of net demand e = load − production + battery, is convex and piecewise linear:
 *
 *   prices        breakpoints        slopes
 *   0 ≤ f ≤ b     −X, 0, G           0, f, b, M     curtail, export, import, unserved
 *   f < 0 ≤ b     −PV, 0, G          f, 0, b, M     export at a price, curtail, import, unserved
 *   f ≤ b < 0     −PV, G−PV, G       f, b, 0, M     paid import first, then production, unserved
 *
 * φ(u), the cost of changing the level by u, follows: discharging has slope h'·ηd and width/ηd, charging h'/ηc and
 * width·ηc. Discharging is bounded by κ (dischargeBound) so that φ is convex; charging by the production where the
 * battery may not charge from the grid.
 */
import { highestPlain, lowestPlain, perCharge, perDischarge, power } from "./plant"
import { chargeEfficiency, dischargeEfficiency, exportLimit, gridCharging, importLimit, limits, unservedPrice } from "./year"

/** Widths below this part of the step's energies are rounding. */
const TINY: f64 = 1e-12

/** The segments of the last describe(), by ascending slope: slope and width, as pairs of f64. */
export const segments: usize = memory.data(16 * 8, 16)
export let count: i32 = 0
/** Sums of the widths that discharge and charge. */
export let discharging: f64 = 0
export let charging: f64 = 0

/**
 * What netting adds to the prices of the objective at most, EUR/kWh: the rule that bounds discharging goes by the prices
 * without it, so that the year's cost is convex over all shares of netting.
 */
export let nettingShift: f64 = 0

export function setNettingShift(eur: f64): void {
  nettingShift = eur
}

/** κ: what the battery may give in a step, whatever its power. A rule of the model, part of the LP it solves. */
export function dischargeBound(demand: f64, buy: f64, sell: f64): f64 {
  if (sell >= nettingShift) return demand + exportLimit
  if (buy >= nettingShift) return demand
  return demand > importLimit ? demand - importLimit : 0
}

/** Largest charge on the AC side. */
export function chargeBound(made: f64): f64 {
  return gridCharging || power < made ? power : made
}

/** Whether neither limit nor a negative price is in the battery's reach: the common step, with three segments at most. */
// @ts-ignore: decorator
@inline
export function isPlain(net: f64, sell: f64, t: usize): bool {
  return sell >= nettingShift && net >= lowestPlain && (net <= highestPlain || net + power <= load<f64>(limits + t))
}

// The segments of the last describePlain(): f·ηd | b·ηd or f/ηc | b/ηc.
export let firstWidth: f64 = 0
export let middleWidth: f64 = 0
export let lastWidth: f64 = 0

/** Widths of the three segments of a plain step; 0 where one is missing. The middle one charges when `net` is negative. */
export function describePlain(net: f64, demand: f64, made: f64): void {
  const most = chargeBound(made)
  const tiny = TINY * (power + demand + made)
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

function push(slope: f64, width: f64): void {
  const last = segments + ((<usize>count) << 4)
  if (count > 0 && load<f64>(last - 16) == slope) {
    store<f64>(last - 8, load<f64>(last - 8) + width)
    return
  }
  store<f64>(last, slope)
  store<f64>(last + 8, width)
  count++
}

/** Adds the part of h between two net demands, discharging and then charging. */
function pushPiece(slope: f64, from: f64, to: f64, lowest: f64, net: f64, highest: f64, tiny: f64): void {
  const given = (to < net ? to : net) - (from > lowest ? from : lowest)
  if (given > tiny) {
    push(slope * dischargeEfficiency, given * perDischarge)
    discharging += given * perDischarge
  }
  const taken = (to < highest ? to : highest) - (from > net ? from : net)
  if (taken > tiny) {
    push(slope * perCharge, taken * chargeEfficiency)
    charging += taken * chargeEfficiency
  }
}

/** φ of any step into `segments`: at most five. `made` is the production, `limit` the most import. */
export function describe(demand: f64, made: f64, buy: f64, sell: f64, limit: f64): void {
  const net = demand - made
  const bound = dischargeBound(demand, buy, sell)
  const lowest = net - (power < bound ? power : bound)
  const tiny = TINY * (power + demand + made)
  const paidOwn = !gridCharging && buy < 0
  const highest = paidOwn ? net : net + chargeBound(made)
  count = 0
  discharging = 0
  charging = 0
  let first = -made
  let second: f64 = 0
  let slope0 = sell
  let slope1: f64 = 0
  let slope2 = buy
  if (sell >= 0) {
    first = -exportLimit
    slope0 = 0
    slope1 = sell
  } else if (buy < 0) {
    second = limit - made
    slope1 = buy
    slope2 = 0
  }
  pushPiece(slope0, -Infinity, first, lowest, net, highest, tiny)
  pushPiece(slope1, first, second, lowest, net, highest, tiny)
  pushPiece(slope2, second, limit, lowest, net, highest, tiny)
  pushPiece(unservedPrice, limit, Infinity, lowest, net, highest, tiny)
  if (paidOwn) pushOwnCharge(demand, made, tiny, limit)
}

/** Charging while import is paid and may not reach the battery: production that is not needed is free, the rest is M. */
function pushOwnCharge(demand: f64, made: f64, tiny: f64, limit: f64): void {
  const most = chargeBound(made)
  const needed = demand > limit ? demand - limit : 0
  const spare = made > needed ? made - needed : 0
  const free = spare < most ? spare : most
  if (free > tiny) {
    push(0, free * chargeEfficiency)
    charging += free * chargeEfficiency
  }
  if (most - free > tiny) {
    push(unservedPrice * perCharge, (most - free) * chargeEfficiency)
    charging += (most - free) * chargeEfficiency
  }
}

// The flows of the last settle().
export let imported: f64 = 0
export let exported: f64 = 0
export let curtailed: f64 = 0
export let unserved: f64 = 0

/** What flows in any step when the battery takes `battery` on the AC side (negative: gives) and import ends at `limit`. */
export function settle(demand: f64, made: f64, buy: f64, sell: f64, battery: f64, limit: f64): void {
  const net = demand - made + battery
  exported = 0
  curtailed = 0
  unserved = 0
  if (buy < 0) {
    settlePaid(demand, made, net, battery, limit)
  } else if (net >= 0) {
    imported = net < limit ? net : limit
    unserved = net - imported
  } else {
    imported = 0
    const first = sell >= 0 ? exportLimit : made
    const main = -net < first ? -net : first
    exported = sell >= 0 ? main : -net - main
    curtailed = sell >= 0 ? -net - main : main
  }
}

/** The same where `limit` is a demand limit: what it leaves unserved is imported as far as the contract allows. */
export function settleWithin(demand: f64, made: f64, buy: f64, sell: f64, battery: f64, limit: f64): void {
  settle(demand, made, buy, sell, battery, limit)
  const room = importLimit - imported
  const more = unserved < room ? unserved : room
  imported += more
  unserved -= more
}

/** The same where curtailed and unserved energy are given: a mix of two schedules that settle the step each in its own way. */
export function settleGiven(demand: f64, made: f64, battery: f64, spilled: f64, short: f64): void {
  const net = demand - made + battery + spilled - short
  imported = net > 0 ? net : 0
  exported = net < -exportLimit ? exportLimit : net < 0 ? -net : 0
  curtailed = net < -exportLimit ? spilled - net - exportLimit : spilled
  unserved = short
}

function settlePaid(demand: f64, made: f64, net: f64, battery: f64, limit: f64): void {
  const wanted = gridCharging || battery < 0 ? net + made : demand
  imported = wanted < limit ? wanted : limit
  if (net > imported) unserved = net - imported
  else curtailed = imported - net
}
