/**
 * Cache of facts about kept years, whose arrays callers never change again. Checks, hashes and sums of such years are
 * computed once. Other years are checked at each call.
 */
import type { Year } from "./types.ts"

/** Years that share their load, such as variations of a site: the most recently used. */
const YEARS_PER_LOAD_MAX = 8

/** Facts of a year, computed at their first use. */
export interface YearFacts {
  number?: number
  isValid?: boolean
  /** cuts.ts */
  hash?: [number, number]
  priceSums?: { sums: number[]; sizes: number[] }
}

interface KeptYear {
  year: Year
  facts: YearFacts
}

/** Kept years by their load; garbage collection of a load removes its years too. */
const kept = new WeakMap<Float64Array, KeptYear[]>()

const sameList = <T>(a: readonly T[], b: readonly T[], same: (a: T, b: T) => boolean = Object.is): boolean =>
  a.length === b.length && a.every((each, i) => same(each, b[i]!))

/** Written out, because a loop over the names took a sixtieth of a scan. */
const sameSeries = (a: Year, b: Year): boolean =>
  a.loadKwh === b.loadKwh &&
  a.buyEurPerKwh === b.buyEurPerKwh &&
  a.sellEurPerKwh === b.sellEurPerKwh &&
  Object.is(a.importLimitKw, b.importLimitKw) &&
  Object.is(a.exportLimitKw, b.exportLimitKw)

const sameNumbers = (a: Year, b: Year): boolean =>
  Object.is(a.stepHours, b.stepHours) &&
  a.gridCharging === b.gridCharging &&
  Object.is(a.chargeEfficiency, b.chargeEfficiency) &&
  Object.is(a.dischargeEfficiency, b.dischargeEfficiency) &&
  Object.is(a.minLevel, b.minLevel) &&
  Object.is(a.initialLevel, b.initialLevel) &&
  Object.is(a.existingBattery?.capacityKwh, b.existingBattery?.capacityKwh) &&
  Object.is(a.existingBattery?.powerKw, b.existingBattery?.powerKw) &&
  Object.is(a.nettingEurPerKwh, b.nettingEurPerKwh)

const sameRoofs = ({ roofs: a }: Year, { roofs: b }: Year): boolean => {
  if (a.length !== b.length) return false
  for (let k = 0; k < a.length; k++) {
    const [roof, other] = [a[k]!, b[k]!]
    if (roof.productionKwhPerPanel !== other.productionKwhPerPanel) return false
    if (!Object.is(roof.exportKwPerPanel, other.exportKwPerPanel)) return false
    if (!Object.is(roof.mustRunPanels, other.mustRunPanels)) return false
  }
  return true
}

/** True for equal arrays and numbers. */
function isSame(a: Year, b: Year): boolean {
  return (
    sameSeries(a, b) &&
    sameNumbers(a, b) &&
    sameRoofs(a, b) &&
    sameList(
      a.phases ?? [],
      b.phases ?? [],
      (phase, other) => phase.wearShare === other.wearShare && phase.isNetted === other.isNetted,
    ) &&
    sameList(
      a.demandCharges ?? [],
      b.demandCharges ?? [],
      (charge, other) =>
        charge.period === other.period && charge.floorKw === other.floorKw && sameList(charge.eurPerKw, other.eurPerKw),
    )
  )
}

/** Copies a year: later changes of the caller's fields do not affect it. */
const copyOf = (year: Year): Year => ({
  ...year,
  roofs: year.roofs.map(roof => ({ ...roof })),
  ...(year.phases ? { phases: year.phases.map(phase => ({ ...phase })) } : {}),
  ...(year.demandCharges
    ? { demandCharges: year.demandCharges.map(charge => ({ ...charge, eurPerKw: [...charge.eurPerKw] })) }
    : {}),
})

/**
 * Promises that the arrays of a year never change again. The promise covers other years with the same load, and a
 * controller's knowledge of all these years.
 */
export function keepYear(year: Year): void {
  if (!kept.has(year.loadKwh)) kept.set(year.loadKwh, [])
}

let lastNumber = 0

/** Number of a kept year that a single dispatch determines, equal only for identical years. 0 for other years. */
export function numberOfYear(year: Year): number {
  if (!isKept(year) || year.phases || (year.demandCharges?.length ?? 0) > 0 || (year.nettingEurPerKwh ?? 0) > 0)
    return 0
  const facts = factsOf(year)
  if (facts.number === undefined) facts.number = ++lastNumber
  return facts.number
}

/** True if the arrays of a year never change again. */
export const isKept = ({ loadKwh }: Year): boolean => loadKwh instanceof Float64Array && kept.has(loadKwh)

/** Cached facts of a year; for a year that is not kept they are empty and not stored. */
export function factsOf(year: Year): YearFacts {
  if (!(year.loadKwh instanceof Float64Array)) return {}
  const years = kept.get(year.loadKwh)
  if (years === undefined) return {}
  const entry = years.find(each => isSame(each.year, year))
  if (entry !== undefined) return entry.facts
  const facts: YearFacts = {}
  years.unshift({ year: copyOf(year), facts })
  years.length = Math.min(years.length, YEARS_PER_LOAD_MAX)
  return facts
}
