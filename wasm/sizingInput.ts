/** Checks of what is to be sized, and the battery as the core's tables want it. Each check throws InvalidArgument. */
import { InvalidArgument } from "./errors.ts"
import type { BatteryBounds, Sizing } from "./types.ts"
import { requireNumber, validateYear } from "./validate.ts"

export const MAX_DISPATCHES = 20_000
const MAX_ROOFS = 64
const MAX_TIERS = 64
const MAX_PANELS = 1e7
const MAX_BATTERY = 1e7
/** Thirty years of the highest growth at the lowest discount rate are worth 1e19 first years. */
const MAX_PRICE = 1e20
/** A battery delivers its capacity in at most this many hours. */
const SLOWEST_HOURS = 24
/** Capacities come in multiples of this part of a kWh. */
const STEPS_PER_KWH = 1000
const ROUNDING = 1e-6

/** A price of the whole size for capacities from leastKwh to mostKwh. */
export interface Tier {
  leastKwh: number
  mostKwh: number
  eurPerKwh: number
}

export interface BatteryTable {
  tiers: Tier[]
  leastKw: number
  mostKw: number
  eurPerKw: number
}

function checkPanels(sizing: Sizing): void {
  const { panels, year } = sizing
  if (!Array.isArray(panels) || panels.length !== year.roofs.length) {
    throw new InvalidArgument("panels", `must have ${year.roofs.length} entries, one for each roof of the year`)
  }
  if (panels.length > MAX_ROOFS) throw new InvalidArgument("panels", `must have at most ${MAX_ROOFS} entries`)
  panels.forEach((roof, k) => {
    const path = `panels[${k}]`
    if (roof.step !== 0 && roof.step !== 1) throw new InvalidArgument(`${path}.step`, "must be 0 or 1")
    requireNumber(`${path}.min`, roof.min, { min: 0, max: MAX_PANELS })
    requireNumber(`${path}.max`, roof.max, { min: roof.min, max: MAX_PANELS })
    for (const bound of ["min", "max"] as const) {
      if (roof.step === 1 && !Number.isInteger(roof[bound])) {
        throw new InvalidArgument(`${path}.${bound}`, `must be a whole number of panels, not ${roof[bound]}`)
      }
    }
    requireNumber(`${path}.kwPerPanel`, roof.kwPerPanel, { min: 0, max: MAX_PRICE })
    requireNumber(`${path}.eurPerKw`, roof.eurPerKw, { min: 0, max: MAX_PRICE })
  })
}

function checkTiers(battery: BatteryBounds): void {
  const { tiers, eurPerKwh } = battery
  if ((tiers === undefined) === (eurPerKwh === undefined)) {
    throw new InvalidArgument("battery", "needs either eurPerKwh or tiers")
  }
  if (eurPerKwh !== undefined) requireNumber("battery.eurPerKwh", eurPerKwh, { min: 0, max: MAX_PRICE })
  if (tiers === undefined) return
  if (!Array.isArray(tiers) || tiers.length < 1 || tiers.length > MAX_TIERS) {
    throw new InvalidArgument("battery.tiers", `must have 1 to ${MAX_TIERS} entries`)
  }
  let edge = 0
  tiers.forEach((tier, i) => {
    requireNumber(`battery.tiers[${i}].maxKwh`, tier.maxKwh, { above: edge, infinite: true })
    requireNumber(`battery.tiers[${i}].eurPerKwh`, tier.eurPerKwh, { min: 0, max: MAX_PRICE })
    edge = tier.maxKwh
  })
  if (edge < battery.maxKwh) {
    throw new InvalidArgument("battery.tiers", `must reach battery.maxKwh (${battery.maxKwh}), not only ${edge}`)
  }
}

function checkBattery(battery: BatteryBounds): void {
  requireNumber("battery.minKwh", battery.minKwh, { min: 0, max: MAX_BATTERY })
  requireNumber("battery.maxKwh", battery.maxKwh, { min: battery.minKwh, max: MAX_BATTERY })
  requireNumber("battery.minKw", battery.minKw, { min: 0, max: MAX_BATTERY })
  requireNumber("battery.maxKw", battery.maxKw, { min: battery.minKw, max: MAX_BATTERY })
  requireNumber("battery.eurPerKw", battery.eurPerKw, { min: 0, max: MAX_PRICE })
  if (battery.maxKw < battery.minKwh / SLOWEST_HOURS) {
    throw new InvalidArgument(
      "battery.maxKw",
      `must be at least minKwh/${SLOWEST_HOURS} (${battery.minKwh / SLOWEST_HOURS}), not ${battery.maxKw}`,
    )
  }
  checkTiers(battery)
}

function checkGoal(sizing: Sizing): void {
  const goal = sizing.goal ?? { kind: "cost" }
  if (goal.kind === "minShare") requireNumber("goal.share", goal.share, { min: 0, max: 1 })
  else if (goal.kind === "maxShare") requireNumber("goal.within", goal.within, { min: 0, max: 1 })
  else if (goal.kind !== "cost" && goal.kind !== "noUnserved") {
    throw new InvalidArgument("goal.kind", "must be cost, minShare, maxShare or noUnserved")
  }
}

/** Throws InvalidArgument, naming the argument, unless the sizing can be solved. */
export function checkSizing(sizing: Sizing): void {
  validateYear(sizing.year)
  checkTerms(sizing)
}

/** The same of everything but the year, which has been checked. */
export function checkTerms(sizing: Sizing): void {
  requireNumber("presentWorthFactor", sizing.presentWorthFactor, { above: 0, max: MAX_PRICE })
  checkPanels(sizing)
  if (sizing.battery !== undefined) checkBattery(sizing.battery)
  checkGoal(sizing)
  const share = sizing.goal?.kind === "minShare" || sizing.goal?.kind === "maxShare"
  if (share && (sizing.year.nettingEurPerKwh ?? 0) > 0) {
    throw new InvalidArgument("year.nettingEurPerKwh", `cannot be combined with the goal ${sizing.goal?.kind}`)
  }
  requireNumber("tolerance", sizing.tolerance, { min: 0, max: 1 })
  if (sizing.savings !== undefined) {
    requireNumber("savings.asIsEur", sizing.savings.asIsEur)
    requireNumber("savings.tolerance", sizing.savings.tolerance, { above: 0 })
  }
  requireNumber("maxDispatches", sizing.maxDispatches, { min: 1, max: MAX_DISPATCHES })
  if (!Number.isInteger(sizing.maxDispatches)) throw new InvalidArgument("maxDispatches", "must be a whole number")
}

/** Tiers cut to the bounds; the size on an edge has the lower tier's price, the next tier starts 0.001 kWh above. */
function tiersWithin(battery: BatteryBounds): Tier[] {
  const given = battery.tiers ?? [{ maxKwh: battery.maxKwh, eurPerKwh: battery.eurPerKwh! }]
  const tiers: Tier[] = []
  let leastKwh = battery.minKwh
  for (const tier of given) {
    const mostKwh = Math.min(tier.maxKwh, battery.maxKwh)
    if (mostKwh >= leastKwh) tiers.push({ leastKwh, mostKwh, eurPerKwh: tier.eurPerKwh })
    const next = (Math.floor(tier.maxKwh * STEPS_PER_KWH + ROUNDING) + 1) / STEPS_PER_KWH
    leastKwh = Math.max(battery.minKwh, next)
  }
  return tiers
}

/** The battery as the core wants it. No power is offered that the largest capacity could not use in one step. */
export function batteryTable(sizing: Sizing): BatteryTable {
  const { battery, year } = sizing
  if (battery === undefined) {
    return { tiers: [{ leastKwh: 0, mostKwh: 0, eurPerKwh: 0 }], leastKw: 0, mostKw: 0, eurPerKw: 0 }
  }
  const usefulKw = (battery.maxKwh * (1 - year.minLevel)) / (year.chargeEfficiency * year.stepHours)
  const mostKw = Math.min(battery.maxKw, Math.max(usefulKw, battery.minKw, battery.maxKwh / SLOWEST_HOURS))
  return { tiers: tiersWithin(battery), leastKw: battery.minKw, mostKw, eurPerKw: battery.eurPerKw }
}
