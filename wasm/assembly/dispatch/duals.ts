/**
 * The duals of the last dispatch: a shadow price z of stored energy and a price π at the bus for each step. They give
 * the line A + Σ N_k·n_k + B_C·C + B_P·P + Σ B_Dj·D_j + B_L·L, a lower bound of every plant's cost (weak duality of the
 * year's linear program), with L the constant load. Phases are years of their own. A year in blocks has a line for each
 * block. It also falls by z of the first step per kWh at the start, and rises by z of the last step per kWh at the end;
 * the level at the start and end of the year is no variable of the line.
 */
import { Series } from "../memory/series"
import { dot } from "../memory/sums"
import { blocks } from "./blocks"
import { busPrice } from "./busPrice"
import { constantLoad } from "./constantLoad"
import { demand } from "./demand"
import { chordSlope, mustRunOf, stoppedShare } from "./mustRun"
import { enterPhase, phases } from "./phases"
import { plant } from "./plant"
import { dispatched } from "./result"
import { chargeBound, dischargeBound, hasThreeSegments } from "./step"
import { isPanelLimit } from "./exportLimits"
import { contract, importLimits, objective, passes, year } from "./year"

// @ts-ignore: decorator
@inline
function positive(x: f64): f64 {
  return x > 0 ? x : 0
}

/**
 * Numbers in the line of one block: [A, N_0 … N_{roofs−1}, B_C, B_P, B_D0 …, B_L] and with several blocks −z_first,
 * z_last.
 */
export function lineLength(): i32 {
  return year.roofs + 4 + demand.count + (blocks.count > 1 ? 2 : 0)
}

/** Contribution of a block's steps to its line so far; EUR, per kWh of a step for a power or limit. */
@unmanaged
class LineSums {
  /** z of the step after the completed steps, going back. */
  shadowPrice: f64
  fixed: f64
  perCapacity: f64
  perPower: f64
  /** Slope of a constant load. */
  perLoad: f64
  /** Slopes of the contract's limits that are equal in all steps, and EUR of the other limits. */
  perImportLimit: f64
  perExportLimit: f64
  importLimitsEur: f64
  exportLimitsEur: f64
  /** Slope of the panels' export limit. */
  perPanelLimit: f64
  /** B_D of each charged period. */
  perDemand: Series

  begin(perDemand: Series): void {
    this.fixed = 0
    this.perCapacity = 0
    this.perPower = 0
    this.perLoad = 0
    this.perImportLimit = 0
    this.perExportLimit = 0
    this.importLimitsEur = 0
    this.exportLimitsEur = 0
    this.perPanelLimit = 0
    this.perDemand = perDemand
  }
}

const sums = changetype<LineSums>(memory.data(offsetof<LineSums>(), 16))

/** Writes the cut of the dispatched plant: a line for each block. */
export function writeCut(cut: Series): void {
  const length = lineLength()
  sums.shadowPrice = 0
  dispatched.importLimitSlope = 0
  dispatched.exportLimitSlope = 0
  for (let block = blocks.count - 1; block >= 0; block--) {
    const line = cut.from(block * length)
    line.clear(length)
    writeLine(line, block)
  }
}

function writeLine(line: Series, block: i32): void {
  const roofs = year.roofs
  const first = blocks.starts[block]
  const last = blocks.starts[block + 1] - 1
  const links = line.from(roofs + 4 + demand.count)
  sums.begin(line.from(roofs + 3))
  for (let end = last; end >= first; ) {
    const phase = end / phases.steps
    const begins = phase * phases.steps
    enterPhase(phase)
    const goesOn = end + 1 < begins + phases.steps
    if (!goesOn) sums.shadowPrice = 0
    goBack(max<i32>(first, begins), end, goesOn, links)
    if (first > begins) links[0] = -sums.shadowPrice
    else sums.perCapacity -= year.initialLevel * sums.shadowPrice
    end = begins - 1
  }
  if (!contract.isImportEven) sums.fixed += sums.importLimitsEur
  else if (contract.evenImport < Infinity) sums.fixed += sums.perImportLimit * contract.evenImport
  if (!contract.isExportEven) sums.fixed += sums.exportLimitsEur
  else if (contract.evenExport < Infinity) sums.fixed += sums.perExportLimit * contract.evenExport
  dispatched.importLimitSlope += sums.perImportLimit * year.stepHours
  dispatched.exportLimitSlope += sums.perExportLimit * year.stepHours
  line[0] = sums.fixed - sums.perLoad * constantLoad.perStep
  line[roofs + 3 + demand.count] = sums.perLoad * year.stepHours
  line[roofs + 1] = sums.perCapacity
  line[roofs + 2] = sums.perPower * year.stepHours
  line[0] += sums.perCapacity * year.heldKwh + line[roofs + 2] * year.heldKw
  for (let roof = 0; roof < roofs; roof++) {
    const production = year.panelProduction.from(roof * year.steps + first)
    const isMustRun = year.hasMustRun && year.mustRunPanels[roof] >= 0
    const worth = isMustRun ? passes.mustRunWorth : passes.productionWorth
    line[roof + 1] = -dot(worth.from(first), production, last + 1 - first)
    if (contract.growsWithPanels) line[roof + 1] += sums.perPanelLimit * contract.exportPerPanel[roof]
  }
}

// @ts-ignore: decorator
@inline
function withinRange(price: f64, low: f64, high: f64): f64 {
  return price < low ? low : price > high ? high : price
}

/** The steps of a block from its last to its first: their parts of the line. `linked`: another block follows. */
function goBack(first: i32, last: i32, linked: bool, links: Series): void {
  const usable = plant.usable
  let z = sums.shadowPrice
  let fixed = sums.fixed
  let perCapacity = sums.perCapacity
  let perPower = sums.perPower
  let perLoad = sums.perLoad
  const end = (<usize>last) << 3
  for (let t = end; <isize>t >= <isize>first << 3; t -= 8) {
    const level = passes.level.here(t)
    if (level == 0 || level == usable || t == end) {
      const after = z
      if (level == 0 || level == usable || !linked) {
        z = withinRange(z, passes.shadowPriceRange.here(t << 1), passes.shadowPriceRange.here((t << 1) + 8))
      }
      if (t == end && linked) links[1] = z
      else perCapacity += year.minLevel * positive(z - after) - positive(after - z)
    }
    const load = year.load.here(t)
    const production = passes.production.here(t)
    const sell = objective.exportPrice.here(t)
    const buy = objective.importPrice.here(t)
    const net = load - production
    const charge = z * year.chargeEfficiency
    const give = z * plant.perDischarge + objective.wearPrice
    const mustRun = mustRunOf(load, production, sell, t)
    let price: f64
    let perMustRun: f64 = 0
    if (hasThreeSegments(net, sell, t)) {
      price = plainBusPrice(net, production, buy, sell, charge, give)
      if (net > plant.highestPlain) {
        price = limitedBusPrice(price, net, chargeBound(production), buy, charge, give, t)
        if (price > buy) addLimits(t, price, buy, sell)
      }
      perPower -= positive(price - give)
    } else {
      price = busPrice(load, production, mustRun, buy, sell, charge, give, t)
      const bound = dischargeBound(load, buy, sell, t)
      const gain = positive(price - give)
      const slope = mustRun > 0 && gain > 0 ? chordSlope(bound, t) : 0
      if (plant.power <= bound - slope * mustRun) perPower -= gain
      else if (sell >= objective.nettingShift && isPanelLimit(t)) {
        fixed -= load * gain
        perLoad -= gain
        sums.perPanelLimit -= gain
      } else if (!isBelowImport(load, buy, sell, t)) {
        fixed -= bound * gain
        perLoad -= gain
        perMustRun = slope * gain
      } else if (contract.imports.here(t) < Infinity) {
        fixed -= constantLoad.perStep * gain
        perLoad -= gain
      }
      addLimits(t, price, buy, sell)
    }
    fixed += price * load
    perLoad += price
    const ownWorth = worthOfProduction(price, production, mustRun, charge)
    if (year.gridCharging || plant.power < production) perPower -= positive(charge - ownWorth)
    passes.productionWorth.putHere(t, positive(ownWorth))
    if (year.hasMustRun) passes.mustRunWorth.putHere(t, worthOfMustRun(ownWorth, sell, t) - perMustRun)
  }
  sums.shadowPrice = z
  sums.fixed = fixed
  sums.perCapacity = perCapacity
  sums.perPower = perPower
  sums.perLoad = perLoad
}

/** Value of a kWh of production that is not stopped: the bus price, or more if it is all that may be charged. */
// @ts-ignore: decorator
@inline
function worthOfProduction(price: f64, production: f64, mustRun: f64, charge: f64): f64 {
  if (year.gridCharging) return price
  if (plant.power >= production) return charge > price ? charge : price
  return mustRun < plant.power ? positive(price) : price
}

/** Value of a must-run kWh whose value is `ownWorth` if no limit of export stops it. */
function worthOfMustRun(ownWorth: f64, sell: f64, t: usize): f64 {
  if (ownWorth >= 0 || sell >= 0) return positive(ownWorth)
  return ownWorth * (1 - stoppedShare(t))
}

/**
 * Is consumption paid for, with a load below the import limit but for the constant one? The battery may then give
 * nothing, or the part of the constant load above the limit: at most the whole load, and nothing without a limit.
 */
function isBelowImport(load: f64, buy: f64, sell: f64, t: usize): bool {
  const shift = objective.nettingShift
  return sell < shift && buy < shift && load - constantLoad.perStep < contract.imports.here(t)
}

/** The bus price of a plain step: the battery's price, between export and import. */
// @ts-ignore: decorator
@inline
function plainBusPrice(net: f64, production: f64, buy: f64, sell: f64, charge: f64, give: f64): f64 {
  const short = net >= 0
  const wish = short ? give : charge
  let price = wish < sell ? sell : wish > buy ? buy : wish
  if (short && plant.power < net) price = buy
  if (!short && chargeBound(production) < -net) price = sell
  return price
}

/** The bus price of a plain step whose import limit may be in reach, from that without one. */
function limitedBusPrice(plain: f64, net: f64, most: f64, buy: f64, charge: f64, give: f64, t: usize): f64 {
  const room = importLimits.perStep.here(t) - net
  const highest = objective.unservedPrice
  if (room < 0) {
    if (plant.power < -room) return highest
    return give > buy ? min<f64>(give, highest) : plain
  }
  return charge > buy && most > room ? min<f64>(charge, highest) : plain
}

/** Contribution of a step's limits. */
// @ts-ignore: decorator
@inline
function addLimits(t: usize, price: f64, buy: f64, sell: f64): void {
  const limit = importLimits.perStep.here(t)
  const owner = demand.limited ? demand.owners[<i32>(t >> 3)] : -1
  if (owner >= 0) sums.perDemand[owner] = sums.perDemand[owner] - positive(price - buy) * year.stepHours
  else if (limit < Infinity) {
    sums.perImportLimit -= positive(price - buy)
    sums.importLimitsEur -= positive(price - buy) * limit
  }
  const most = contract.exports.here(t)
  if (isPanelLimit(t)) sums.perPanelLimit -= positive(sell - price)
  else if (most < Infinity) {
    sums.perExportLimit -= positive(sell - price)
    sums.exportLimitsEur -= positive(sell - price) * most
  }
}
