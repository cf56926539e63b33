/** Prices of a sizing: their checks, their tables in the core, and the purchase cost of a plant. */
import { InvalidArgument } from "./errors.ts"
import type { BatteryBounds, Plant, PriceCurve, Sizing } from "./types.ts"
import { requireNumber } from "./validate.ts"

const MAX_TIERS = 64
const MAX_POINTS = 64
const MAX_SIZE = 1e12
/** Thirty years of the highest growth at the lowest discount rate are worth 1e19 first years. */
export const MAX_PRICE = 1e20
/** Maximum hours in which a battery delivers its capacity. */
export const SLOWEST_HOURS = 24
/** Capacities are multiples of 1 / STEPS_PER_KWH kWh. */
const STEPS_PER_KWH = 1000
const ROUNDING = 1e-6

/** Batteries of leastKwh to mostKwh at one price: fixedEur + eurPerKwh · kWh. mostKwh 0: no battery. */
export interface Segment {
  leastKwh: number
  mostKwh: number
  fixedEur: number
  eurPerKwh: number
}

export interface BatteryTable {
  segments: Segment[]
  leastKw: number
  mostKw: number
  eurPerKw: number
  includedRate: number
  creditEurPerKw: number
  /** Infinity: any. */
  highestRate: number
}

const NO_BATTERY: Segment = { leastKwh: 0, mostKwh: 0, fixedEur: 0, eurPerKwh: 0 }

/** Throws InvalidArgument, naming the point, unless sizes and prices rise. */
export function checkCurve(argument: string, curve: PriceCurve): void {
  if (!Array.isArray(curve) || curve.length < 1 || curve.length > MAX_POINTS) {
    throw new InvalidArgument(argument, "points-of-curve", { maximum: MAX_POINTS })
  }
  let before = { size: -1, eur: 0 }
  curve.forEach(({ size, eur }, i) => {
    requireNumber(`${argument}[${i}].size`, size, { min: 0, above: before.size, max: MAX_SIZE })
    requireNumber(`${argument}[${i}].eur`, eur, { min: before.eur, max: MAX_PRICE })
    before = { size, eur }
  })
  if (before.size === 0) throw new InvalidArgument(argument, "point-above-zero")
}

/** Throws InvalidArgument unless the capacity has exactly one valid price. */
export function checkCapacityPrice(battery: BatteryBounds): void {
  const { tiers, eurPerKwh, curve } = battery
  if ([tiers, eurPerKwh, curve].filter(price => price !== undefined).length !== 1) {
    throw new InvalidArgument("battery", "one-price")
  }
  if (eurPerKwh !== undefined) requireNumber("battery.eurPerKwh", eurPerKwh, { min: 0, max: MAX_PRICE })
  if (curve !== undefined) checkCurve("battery.curve", curve)
  if (tiers === undefined) return
  if (!Array.isArray(tiers) || tiers.length < 1 || tiers.length > MAX_TIERS) {
    throw new InvalidArgument("battery.tiers", "entries-of-tiers", { maximum: MAX_TIERS })
  }
  let edge = 0
  tiers.forEach((tier, i) => {
    requireNumber(`battery.tiers[${i}].maxKwh`, tier.maxKwh, { above: edge, infinite: true })
    requireNumber(`battery.tiers[${i}].eurPerKwh`, tier.eurPerKwh, { min: 0, max: MAX_PRICE })
    edge = tier.maxKwh
  })
  if (edge < battery.maxKwh) {
    throw new InvalidArgument("battery.tiers", "tiers-to-capacity", { maxKwh: battery.maxKwh, reachedKwh: edge })
  }
}

/** A curve's points from size 0 to at least `most`. */
export function pointsTo(curve: PriceCurve, most: number): PriceCurve {
  const points = curve[0]!.size > 0 ? [{ size: 0, eur: 0 }, ...curve] : curve
  const [before, last] = points.slice(-2) as [PriceCurve[number], PriceCurve[number]]
  if (last.size >= most) return points
  const slope = (last.eur - before.eur) / (last.size - before.size)
  return [...points, { size: most, eur: last.eur + slope * (most - last.size) }]
}

/** Cost of a size by a curve, EUR. */
export function curveEur(curve: PriceCurve, size: number): number {
  if (size <= 0) return 0
  const points = pointsTo(curve, size)
  const i = Math.max(
    1,
    points.findIndex(point => point.size >= size),
  )
  const from = points[i - 1]!
  const to = points[i]!
  return from.eur + ((size - from.size) / (to.size - from.size)) * (to.eur - from.eur)
}

/** The pieces of the capacity's price, over all sizes up to maxKwh. */
function pieces(battery: BatteryBounds): Segment[] {
  const { curve, tiers, maxKwh } = battery
  if (curve) {
    const points = pointsTo(curve, maxKwh)
    return points.slice(1).map((to, i) => {
      const from = points[i]!
      const eurPerKwh = (to.eur - from.eur) / (to.size - from.size)
      return { leastKwh: from.size, mostKwh: to.size, fixedEur: from.eur - eurPerKwh * from.size, eurPerKwh }
    })
  }
  const pricedTiers = tiers ?? [{ maxKwh, eurPerKwh: battery.eurPerKwh! }]
  let leastKwh = 0
  return pricedTiers.map(tier => {
    const piece = { leastKwh, mostKwh: tier.maxKwh, fixedEur: 0, eurPerKwh: tier.eurPerKwh }
    // A size on a tier's edge has the lower tier's price.
    leastKwh = (Math.floor(tier.maxKwh * STEPS_PER_KWH + ROUNDING) + 1) / STEPS_PER_KWH
    return piece
  })
}

/**
 * Highest kW per kWh: the requested rate, or more if minKw needs it at the smallest capacity (at the largest if none is
 * set). At least the slowest battery's rate.
 */
function highestRateOf({ highestRate, minKw, minKwh, maxKwh }: BatteryBounds): number {
  if (highestRate === undefined) return Number.POSITIVE_INFINITY
  const needed = minKw > 0 ? minKw / (minKwh > 0 ? minKwh : maxKwh) : 0
  return Math.max(highestRate, needed, 1 / SLOWEST_HOURS)
}

/** Minimum capacity of an installed battery. */
function leastCapacity(battery: BatteryBounds, highestRate: number): number {
  const { minKwh, maxKwh, minKw, smallestKwh = 0 } = battery
  // A bound below one step of sizes (1 / STEPS_PER_KWH) leaves no battery.
  const largestForSale = Math.floor(maxKwh * STEPS_PER_KWH + ROUNDING) / STEPS_PER_KWH
  const smallest = minKwh > 0 ? minKwh : Math.min(smallestKwh, largestForSale, maxKwh)
  return Math.min(maxKwh, Math.max(smallest, minKw / highestRate))
}

/** True if the year of the smallest plant is given and this plant is within the bounds. */
export function hasLeastYear({ leastYear, panels, battery, goal }: Sizing): boolean {
  if (leastYear === undefined || goal?.kind === "maxShare" || (battery?.minKwh ?? 0) > 0) return false
  return panels.every(({ min }, k) => min === leastYear.panels[k])
}

/** True for the plant whose year is given. */
export function isLeastPlant(sizing: Sizing, { panels, capacityKwh }: Plant): boolean {
  return hasLeastYear(sizing) && capacityKwh === 0 && panels.every((n, k) => n === sizing.leastYear?.panels[k])
}

/** The battery in the core's form. The power never exceeds the use of the largest capacity in one step. */
export function batteryTable(sizing: Sizing): BatteryTable {
  const { battery, year } = sizing
  if (battery === undefined) {
    const none = { eurPerKw: 0, includedRate: 0, creditEurPerKw: 0 }
    return { segments: [NO_BATTERY], leastKw: 0, mostKw: 0, ...none, highestRate: 1 }
  }
  const { minKwh, maxKwh, minKw, eurPerKw, includedRate = 0, creditEurPerKw = 0, creditEur = 0 } = battery
  const highestRate = highestRateOf(battery)
  // A tiny battery is then a different plant from no battery.
  const isOther = (battery.constantKw ?? 0) > 0 || creditEur > 0
  const isApart = hasLeastYear(sizing) || (minKwh === 0 && isOther)
  const leastKwh = Math.max(leastCapacity(battery, highestRate), isApart ? 1 / STEPS_PER_KWH : 0)
  const batteries = pieces(battery)
    .filter(piece => Math.min(piece.mostKwh, maxKwh) >= leastKwh && piece.leastKwh <= maxKwh)
    .map(piece => ({
      ...piece,
      leastKwh: Math.max(piece.leastKwh, leastKwh),
      mostKwh: Math.min(piece.mostKwh, maxKwh),
      fixedEur: piece.fixedEur - creditEur,
    }))
  const joinsNothing = leastKwh === 0 && minKw === 0 && (batteries[0]?.fixedEur ?? 0) === 0
  const largestKwh = maxKwh + (year.existingBattery?.capacityKwh ?? 0)
  const usefulKw = (largestKwh * (1 - year.minLevel)) / (year.chargeEfficiency * year.stepHours)
  // A credit pays for power that no step uses.
  const mostUsedKw = creditEurPerKw > 0 ? battery.maxKw : Math.max(usefulKw, minKw, maxKwh / SLOWEST_HOURS)
  const most = Number.isFinite(highestRate) ? Math.min(battery.maxKw, highestRate * maxKwh) : battery.maxKw
  return {
    segments: minKwh > 0 || joinsNothing ? batteries : [NO_BATTERY, ...batteries],
    leastKw: minKw,
    mostKw: Math.max(minKw, Math.min(most, mostUsedKw)),
    ...{ eurPerKw, includedRate, creditEurPerKw },
    highestRate,
  }
}

/** Purchase cost of a plant of a sizing, EUR. */
export function purchaseEur(sizing: Sizing, { panels, capacityKwh, powerKw }: Plant): number {
  const { segments, eurPerKw, includedRate, creditEurPerKw } = batteryTable(sizing)
  const segment = segments.find(({ leastKwh, mostKwh }) => capacityKwh >= leastKwh && capacityKwh <= mostKwh)
  const roofs = sizing.panels.map((roof, k) => {
    const count = panels[k]!
    return roof.kwPerPanel * roof.eurPerKw * count + (count > 0 ? (roof.fixedEur ?? 0) : 0)
  })
  const togetherKw = sizing.panels.reduce(
    (kw, roof, k) => (roof.isPricedTogether ? kw + roof.kwPerPanel * panels[k]! : kw),
    0,
  )
  const together = sizing.panelCurve ? curveEur(sizing.panelCurve, togetherKw) : 0
  const battery = segment ? segment.fixedEur + segment.eurPerKwh * capacityKwh : 0
  const power = eurPerKw * Math.max(0, powerKw - includedRate * capacityKwh) - creditEurPerKw * powerKw
  return roofs.reduce((sum, eur) => sum + eur, together + battery + power)
}
