/**
 * One step's cost as the battery sees it.
 *
 * h(e), the cost of net demand e = load − production + battery, is convex and piecewise linear:
 *
 *   prices        breakpoints        slopes
 *   0 ≤ f ≤ b     −X, 0, G           0, f, b, M     curtail, export, import, unserved
 *   f < 0 ≤ b     −S, 0, G           f, 0, b, M     export at a price, curtail, import, unserved
 *   f ≤ b < 0     −S, G−S, G         f, b, 0, M     paid import first, then production, unserved
 *
 * S is the production that may be stopped: all but must-run production (mustRun.ts).
 * φ(u), the cost of changing the level by u, follows: discharging has slope h'·ηd and width/ηd, charging h'/ηc and
 * width·ηc. If a discharged kWh costs wear v, h' − v replaces h' in discharging. Discharging is bounded by κ
 * (dischargeBound) so that φ is convex; charging is bounded by the production if the battery may not charge from the
 * grid.
 */
import { mustRunOf } from "./mustRun"
import { plant } from "./plant"
import { contract, exportLimits, importLimits, MAX_SEGMENTS, objective, year } from "./year"

/** Widths below this part of the step's energies are rounding. */
const TINY: f64 = 1e-12

/** A piece of φ. */
@unmanaged
export class Segment {
  slope: f64
  width: f64
}

/** φ of a step: segments by ascending slope. */
@unmanaged
export class StepCost {
  count: i32
  /** Sum of the widths that charge. */
  charging: f64
  /** Sum of the widths that discharge; not set in a plain step, which has the full power. */
  discharging: f64

  @inline
  segment(i: i32): Segment {
    return changetype<Segment>(changetype<usize>(this) + offsetof<StepCost>() + <usize>i * offsetof<Segment>())
  }
}

const stepCost = changetype<StepCost>(memory.data(offsetof<StepCost>() + MAX_SEGMENTS * offsetof<Segment>(), 16))

/**
 * κ: bound on the discharge of a step, whatever the power. A rule of the model, part of the LP it solves. `load`: the
 * load that must-run production leaves.
 */
export function dischargeBound(load: f64, buy: f64, sell: f64, t: usize): f64 {
  if (sell >= objective.nettingShift) return load + exportLimits.perStep.here(t)
  const least = buy >= objective.nettingShift ? 0 : contract.imports.here(t)
  return load > least ? load - least : 0
}

/** Largest charge on the AC side. */
export function chargeBound(production: f64): f64 {
  return year.gridCharging || plant.power < production ? plant.power : production
}

/**
 * True if neither the export limit nor a negative price is in the battery's reach: a step with three segments at most.
 */
// @ts-ignore: decorator
@inline
export function hasThreeSegments(net: f64, sell: f64, t: usize): bool {
  return sell >= objective.nettingShift && (net >= plant.lowestPlain || plant.power - net <= exportLimits.perStep.here(t))
}

/** True if the import limit is out of reach too: the common step. */
// @ts-ignore: decorator
@inline
export function isPlain(net: f64, sell: f64, t: usize): bool {
  return hasThreeSegments(net, sell, t) && (net <= plant.highestPlain || net + plant.power <= importLimits.perStep.here(t))
}

/**
 * φ of a step with three segments: f·ηd | b·ηd or f/ηc | b/ηc, with width 0 for a missing segment. The middle one
 * charges when there is a surplus. Charging ends at the import limit: beyond it would cost M/ηc, and no stored kWh is
 * worth more than M·ηd.
 */
export function describeThree(load: f64, production: f64, buy: f64, sell: f64, t: usize): StepCost {
  const net = load - production
  const power = plant.power
  const tiny = TINY * (power + load + production)
  let most = chargeBound(production)
  if (net > plant.highestPlain) {
    const room = importLimits.perStep.here(t) - net
    if (room < 0) return describeShort(net, -room, buy, sell, tiny)
    if (room < most) most = room
  }
  let first = power
  let middle = most
  let last = most
  let middleSlope: f64
  if (net >= 0) {
    middle = power < net ? power : net
    first = power - middle
    middle *= plant.perDischarge
    middleSlope = (buy - objective.wearPrice) * year.dischargeEfficiency
  } else {
    if (-net < middle) middle = -net
    last = most - middle
    middle *= year.chargeEfficiency
    middleSlope = sell * plant.perCharge
  }
  middle = middle > tiny ? middle : 0
  last = last > tiny ? last * year.chargeEfficiency : 0
  stepCost.count = 3
  stepCost.charging = net >= 0 ? last : last + middle
  putSegment(0, (sell - objective.wearPrice) * year.dischargeEfficiency, first > tiny ? first * plant.perDischarge : 0)
  putSegment(1, middleSlope, middle)
  putSegment(2, buy * plant.perCharge, last)
  return stepCost
}

/** The same for a step that needs `missing` more than the import limit: f·ηd | b·ηd | M·ηd, and nothing charges. */
function describeShort(net: f64, missing: f64, buy: f64, sell: f64, tiny: f64): StepCost {
  const power = plant.power
  const ownUse = power < net ? power : net
  const last = power < missing ? power : missing
  putDischarge(0, sell, power - ownUse, tiny)
  putDischarge(1, buy, ownUse - last, tiny)
  putDischarge(2, objective.unservedPrice, last, tiny)
  stepCost.count = 3
  stepCost.charging = 0
  return stepCost
}

function putDischarge(i: i32, price: f64, output: f64, tiny: f64): void {
  const width = output > tiny ? output * plant.perDischarge : 0
  putSegment(i, (price - objective.wearPrice) * year.dischargeEfficiency, width)
}

// @ts-ignore: decorator
@inline
function putSegment(i: i32, slope: f64, width: f64): void {
  const segment = stepCost.segment(i)
  segment.slope = slope
  segment.width = width
}

function push(slope: f64, width: f64): void {
  const count = stepCost.count
  if (count > 0) {
    const last = stepCost.segment(count - 1)
    assert(last.slope <= slope, "slopes ascend: φ is convex")
    if (last.slope == slope) {
      last.width += width
      return
    }
  }
  assert(count < MAX_SEGMENTS)
  putSegment(count, slope, width)
  stepCost.count = count + 1
}

function pushDischarge(slope: f64, width: f64): void {
  push(slope, width)
  stepCost.discharging += width
}

function pushCharge(slope: f64, width: f64): void {
  push(slope, width)
  stepCost.charging += width
}

/**
 * Adds the part of h between two net demands: first the reach of discharging (down to `lowest`), then the reach of
 * charging.
 */
function pushPiece(slope: f64, from: f64, to: f64, lowest: f64, net: f64, highest: f64, tiny: f64): void {
  const output = (to < net ? to : net) - (from > lowest ? from : lowest)
  if (output > tiny) pushDischarge((slope - objective.wearPrice) * year.dischargeEfficiency, output * plant.perDischarge)
  const taken = (to < highest ? to : highest) - (from > net ? from : net)
  if (taken > tiny) pushCharge(slope * plant.perCharge, taken * year.chargeEfficiency)
}

/** φ of any step, at cursor `t`: at most five segments. `curtailed`: value of a kWh that is curtailed. */
export function describe(load: f64, production: f64, buy: f64, sell: f64, curtailed: f64, t: usize): StepCost {
  const limit = importLimits.perStep.here(t)
  const net = load - production
  const power = plant.power
  const mustRun = mustRunOf(load, production, sell, t)
  const bound = dischargeBound(load - mustRun, buy, sell, t)
  const lowest = net - (power < bound ? power : bound)
  const tiny = TINY * (power + load + production)
  const paidOwn = !year.gridCharging && buy < 0
  const most = chargeBound(production)
  const highest = net + (paidOwn && mustRun < most ? mustRun : most)
  stepCost.count = 0
  stepCost.discharging = 0
  stepCost.charging = 0
  const stoppable = production - mustRun
  let first = -stoppable
  let second: f64 = 0
  let slope0 = sell
  let slope1 = curtailed
  let slope2 = buy
  if (sell >= 0) {
    first = -exportLimits.perStep.here(t)
    slope0 = curtailed
    slope1 = sell
  } else if (buy < 0) {
    second = limit - stoppable
    slope1 = buy
    slope2 = curtailed
  }
  pushPiece(slope0, -Infinity, first, lowest, net, highest, tiny)
  pushPiece(slope1, first, second, lowest, net, highest, tiny)
  pushPiece(slope2, second, limit, lowest, net, highest, tiny)
  pushPiece(objective.unservedPrice, limit, Infinity, lowest, net, highest, tiny)
  if (paidOwn) pushOwnCharge(load, production, mustRun, curtailed, tiny, limit)
  return stepCost
}

/**
 * Charging beyond must-run production while import is paid and may not reach the battery: production that is not needed
 * is free, the rest is M.
 */
function pushOwnCharge(load: f64, production: f64, mustRun: f64, curtailed: f64, tiny: f64, limit: f64): void {
  const most = chargeBound(production)
  const begun = mustRun < most ? mustRun : most
  const needed = load > limit ? load - limit : 0
  const spare = production > needed ? production - needed : 0
  const end = spare < begun ? begun : spare < most ? spare : most
  const efficiency = year.chargeEfficiency
  if (end - begun > tiny) pushCharge(curtailed * plant.perCharge, (end - begun) * efficiency)
  if (most - end > tiny) pushCharge(objective.unservedPrice * plant.perCharge, (most - end) * efficiency)
}
