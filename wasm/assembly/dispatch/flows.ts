/** Flows of a step after the battery's choice; the costs of step.ts. */
import { mustRunOf } from "./mustRun"
import { contract, exportLimits, importLimits, year } from "./year"

/** kWh of one step. */
@unmanaged
export class Flows {
  imported: f64
  exported: f64
  curtailed: f64
  unserved: f64
}

const flows = changetype<Flows>(memory.data(offsetof<Flows>(), 16))

/**
 * The flows of the step at cursor `t` when the battery takes `battery` on the AC side (negative: gives), under all
 * limits in force.
 */
// @ts-ignore: decorator
@inline
export function settle(load: f64, production: f64, buy: f64, sell: f64, battery: f64, t: usize): Flows {
  const limit = importLimits.perStep.here(t)
  const net = load - production + battery
  flows.exported = 0
  flows.curtailed = 0
  flows.unserved = 0
  if (buy < 0) {
    settlePaid(load, production, mustRunOf(load, production, sell, t), battery, limit)
  } else if (net >= 0) {
    const imported = net < limit ? net : limit
    flows.imported = imported
    flows.unserved = net - imported
  } else {
    flows.imported = 0
    const first = sell >= 0 ? exportLimits.perStep.here(t) : production - mustRunOf(load, production, sell, t)
    const main = -net < first ? -net : first
    flows.exported = sell >= 0 ? main : -net - main
    flows.curtailed = sell >= 0 ? -net - main : main
  }
  return flows
}

/** The same for paid import: as much as the limit and the rules allow. The rest of must-run production is exported. */
function settlePaid(load: f64, production: f64, mustRun: f64, battery: f64, limit: f64): void {
  const net = load - production + battery
  const ownCharge = battery < mustRun ? battery : mustRun
  const wanted = year.gridCharging || battery < 0 ? net + production - mustRun : load - mustRun + ownCharge
  const imported = wanted < 0 ? 0 : wanted < limit ? wanted : limit
  const exported = wanted < 0 ? -wanted : 0
  flows.imported = imported
  flows.exported = exported
  if (net > imported) flows.unserved = net - imported
  else flows.curtailed = imported - exported - net
}

/** The same for a limit that may be a demand limit: energy above it is imported as far as the contract allows. */
// @ts-ignore: decorator
@inline
export function settleWithin(load: f64, production: f64, buy: f64, sell: f64, battery: f64, t: usize): Flows {
  if (sell < 0) return settleRaised(load, production, buy, sell, battery, t)
  const net = load - production + battery
  const most = contract.imports.here(t)
  const limit = exportLimits.perStep.here(t)
  const short = net > 0 ? net : 0
  const surplus = net < 0 ? -net : 0
  const imported = short < most ? short : most
  const exported = surplus < limit ? surplus : limit
  flows.imported = imported
  flows.unserved = short - imported
  flows.exported = exported
  flows.curtailed = surplus - exported
  return flows
}

/** The same where export is not free. */
function settleRaised(load: f64, production: f64, buy: f64, sell: f64, battery: f64, t: usize): Flows {
  settle(load, production, buy, sell, battery, t)
  const room = contract.imports.here(t) - flows.imported
  const more = flows.unserved < room ? flows.unserved : room
  flows.imported += more
  flows.unserved -= more
  return flows
}

/**
 * The same where curtailed and unserved energy are given: a mix of two schedules that settle the step each in its own
 * way.
 */
export function settleGiven(load: f64, production: f64, battery: f64, curtailed: f64, unserved: f64, t: usize): Flows {
  const net = load - production + battery + curtailed - unserved
  const limit = exportLimits.perStep.here(t)
  flows.imported = net > 0 ? net : 0
  flows.exported = net < -limit ? limit : net < 0 ? -net : 0
  flows.curtailed = net < -limit ? curtailed - net - limit : curtailed
  flows.unserved = unserved
  return flows
}
