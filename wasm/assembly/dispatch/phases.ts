/**
 * Years of operation that lie one after the other in the loaded series, of as many steps each: phases of terms that
 * change with the years. The battery begins each phase at its initial level and leaves its energy at the end. Netting
 * and shares count the import and export of the first `counted` phases; discharge in a phase counts against wear by a
 * share.
 */
import { Series, takeSeries } from "../memory/series"
import { objective, year } from "./year"

@unmanaged
class Phases {
  count: i32
  /** Steps of each. */
  steps: i32
  /** Whose import and export count in totals, and get the premiums of the objective. */
  counted: i32
  /** Share of the battery's use in each phase; together 1. */
  wearShares: Series
  /**
   * Cost of a discharged kWh in all phases, and the addition of netting to the export price: a phase has its share of
   * both.
   */
  wearPrice: f64
  nettingShift: f64
}

export const phases = changetype<Phases>(memory.data(offsetof<Phases>(), 16))

/** The series are one year. */
export function onePhase(): void {
  phasesBegin(1, 1)
  phases.wearShares[0] = 1
  phases.wearPrice = 0
  phases.nettingShift = 0
}

/** Takes the table of `count` phases, of which the first `counted` are netted; after yearBegin(). The host fills it. */
export function phasesBegin(count: i32, counted: i32): void {
  assert(count > 0 && counted <= count && year.steps % count == 0)
  phases.count = count
  phases.steps = year.steps / count
  phases.counted = counted
  phases.wearShares = takeSeries(count)
}

export function phaseSharePointer(): usize {
  return phases.wearShares.address
}

/** Makes the prices of a phase the objective's prices. */
export function enterPhase(phase: i32): void {
  objective.wearPrice = phases.wearPrice * phases.wearShares[phase]
  objective.nettingShift = phase < phases.counted ? phases.nettingShift : 0
}

/** Steps whose import and export count in totals. */
export function countedSteps(): i32 {
  return phases.counted * phases.steps
}

/** Does the battery begin this step at its initial level? */
// @ts-ignore: decorator
@inline
export function beginsPhase(step: i32): bool {
  return step == 0 || (phases.count > 1 && step % phases.steps == 0)
}
