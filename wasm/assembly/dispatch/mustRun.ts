/**
 * Must-run production comes from panels whose inverter is never reduced for a price. If export costs money, the step
 * can stop the other production only. Limits of export hold for must-run production too, since an inverter keeps fixed
 * limits by itself.
 *
 * A plant's rule for discharging, d ≤ max(0, K − F) with F of its must-run production, is convex in F. A line that
 * holds for all plants therefore uses the chord d ≤ K − s·F over the plants up to the most panels of each roof.
 */
import { constantLoad } from "./constantLoad"
import { contract, exportLimits, passes, year } from "./year"
import { Series } from "../memory/series"
import { addScaled } from "../memory/sums"

// @ts-ignore: decorator
@inline
function isMustRun(roof: i32): bool {
  return year.mustRunPanels[roof] >= 0
}

/** Writes the share of must-run production in each step of a plant, after its production. */
export function shareMustRun(panels: Series): void {
  if (!year.hasMustRun) return
  const shares = passes.mustRunShare
  shares.clear(year.steps)
  for (let roof = 0; roof < year.roofs; roof++) {
    if (isMustRun(roof)) addScaled(shares, panels[roof], year.panelProduction.from(roof * year.steps), year.steps)
  }
  let mustRun: f64 = 0
  let produced: f64 = 0
  for (let t = 0; t < year.steps; t++) {
    mustRun += shares[t]
    produced += passes.production[t]
  }
  // A forecast may have production in a step that produces nothing.
  const usual = produced > 0 ? mustRun / produced : 0
  for (let t = 0; t < year.steps; t++) {
    const production = passes.production[t]
    shares[t] = production > 0 ? min<f64>(shares[t] / production, 1) : usual
  }
}

/** Production of the step at cursor `t` that cannot be stopped, kWh; 0 where export costs nothing. */
// @ts-ignore: decorator
@inline
export function mustRunOf(load: f64, production: f64, sell: f64, t: usize): f64 {
  return year.hasMustRun && sell < 0 ? limitedMustRun(load, production, t) : 0
}

function limitedMustRun(load: f64, production: f64, t: usize): f64 {
  const most = load + exportLimits.perStep.here(t)
  const mustRun = passes.mustRunShare.here(t) * production
  return mustRun < most ? mustRun : most
}

/** Must-run production at the most panels of each roof, kWh, at cursor `t`. */
function mostMustRun(t: usize): f64 {
  let most: f64 = 0
  for (let roof = 0; roof < year.roofs; roof++) {
    if (isMustRun(roof)) most += year.mustRunPanels[roof] * year.panelProduction.from(roof * year.steps).here(t)
  }
  return most
}

/** s: slope of the chord of the rule that bounds discharging; `bound`: K, with the constant load. */
export function chordSlope(bound: f64, t: usize): f64 {
  const most = mostMustRun(t)
  const beyondLoad = bound - constantLoad.perStep
  return beyondLoad <= 0 || most <= 0 ? 0 : beyondLoad < most ? beyondLoad / most : 1
}

/** Largest share of must-run production, over all plants, that limits of export stop at cursor `t`. */
export function stoppedShare(t: usize): f64 {
  let least: f64 = 1
  const limit = contract.exports.here(t)
  if (limit < Infinity) {
    const most = mostMustRun(t)
    const used = year.load.here(t) - constantLoad.perStep + limit
    if (most > used) least = used / most
  }
  if (contract.growsWithPanels) {
    for (let roof = 0; roof < year.roofs; roof++) {
      const production = year.panelProduction.from(roof * year.steps).here(t)
      if (!isMustRun(roof) || production <= 0) continue
      least = min<f64>(least, contract.exportPerPanel[roof] / production)
    }
  }
  return 1 - least
}
