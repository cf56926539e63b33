import { type BoundedMap, createBoundedMap } from "../../domain/base/boundedMap.ts"
import { seriesNumber } from "../../domain/base/seriesNumber.ts"
import type { Operation } from "../../domain/case/case.ts"
import { type KnownSums, shareSums } from "../../domain/case/knownSums.ts"
import { type Dispatch, type Optimiser, type Plant, withSchedule, type Year } from "../../wasm/index.ts"

/** Years of plants whose bills and sums are kept, those asked for last: of ten scans or so, 3 KB each. */
const YEARS_KEPT = 256
/** And whose hours are, where a scan asked for those of a known year: 0.4 MB each. */
const HOURS_KEPT = 3

/** An operation that was worked out before. */
interface KnownYear extends Pick<Operation, "costEur" | "unservedKwh" | "standbyFromBatteryKwh"> {
  /** What it took, counted as Optimiser.work does. */
  work: number
  sums: KnownSums
  /** With its hours, as long as somebody else holds them; absent: they were passing. */
  whole?: WeakRef<Operation>
}

interface Memory {
  years: BoundedMap<KnownYear>
  /** Of years with foresight, by the names of their dispatches. */
  sums: BoundedMap<KnownSums>
  hours: BoundedMap<Operation>
  /** Of years that were not operated again. */
  sparedWork: number
}

const memories = new WeakMap<Optimiser, Memory>()

const memoryOf = (optimiser: Optimiser): Memory => {
  const earlier = memories.get(optimiser)
  if (earlier) return earlier
  const made: Memory = {
    years: createBoundedMap({ capacity: YEARS_KEPT }),
    sums: createBoundedMap({ capacity: YEARS_KEPT }),
    hours: createBoundedMap({ capacity: HOURS_KEPT }),
    sparedWork: 0,
  }
  memories.set(optimiser, made)
  return made
}

/**
 * The optimiser's work with that of the years which were known: what a scan has taken does not depend on the scans that
 * its thread solved before.
 */
export const workOf = (optimiser: Optimiser): number => optimiser.work() + (memories.get(optimiser)?.sparedWork ?? 0)

/**
 * Names a year of a plant by all that its operation depends on; undefined where that is more than arrays and numbers.
 */
export const yearName = (year: Year, { panels, capacityKwh, powerKw }: Plant): string | undefined => {
  if (year.demandCharges || year.phases) return undefined
  const { stepHours, loadKwh, roofs, buyEurPerKwh, sellEurPerKwh, gridCharging, nettingEurPerKwh } = year
  const { chargeEfficiency, dischargeEfficiency, minLevel, initialLevel } = year
  const [importLimit, exportLimit] = [year.importLimitKw, year.exportLimitKw].map(limit =>
    limit instanceof Float64Array ? `hours ${seriesNumber(limit)}` : limit,
  )
  return [
    ...[loadKwh, buyEurPerKwh, sellEurPerKwh].map(seriesNumber),
    ...roofs.map(roof => `${seriesNumber(roof.productionKwhPerPanel)} ${roof.exportKwPerPanel}`),
    ...[stepHours, importLimit, exportLimit, gridCharging, nettingEurPerKwh],
    ...[chargeEfficiency, dischargeEfficiency, minLevel, initialLevel],
    ...["plant", ...panels, capacityKwh, powerKw],
  ].join()
}

/** An operation of known sums; its hours are worked out where somebody reads them. */
const withHoursWhenRead = (
  { costEur, unservedKwh, standbyFromBatteryKwh, sums }: KnownYear,
  whole: () => Operation,
): Operation => {
  const costs = { costEur, unservedKwh, ...(standbyFromBatteryKwh === undefined ? {} : { standbyFromBatteryKwh }) }
  const operation = withSchedule(costs, whole)
  shareSums(operation, sums)
  return operation
}

/** A year to operate. */
export interface YearToOperate {
  /** All that its operation depends on: yearName with what operates it; undefined: it is operated in any case. */
  name: string | undefined
  /** Whether its hours are read at once and never kept. */
  isPassing: boolean
  operate: (isPassing: boolean) => Operation
}

/**
 * The operation of a year: that of the same year of a scan before, its hours where somebody reads them, or a new one.
 */
export const operateOnce = (optimiser: Optimiser, { name, isPassing, operate }: YearToOperate): Operation => {
  if (name === undefined) return operate(isPassing)
  const memory = memoryOf(optimiser)
  const earlier = memory.years.get(name)
  if (!earlier) {
    const before = optimiser.work()
    const made = operate(isPassing)
    const { costEur, unservedKwh, standbyFromBatteryKwh } = made
    const sums: KnownSums = new Map()
    shareSums(made, sums)
    memory.years.set(name, {
      ...{ costEur, unservedKwh, sums, work: optimiser.work() - before },
      ...(standbyFromBatteryKwh === undefined ? {} : { standbyFromBatteryKwh }),
      ...(isPassing ? {} : { whole: new WeakRef(made) }),
    })
    return made
  }
  memory.sparedWork += earlier.work
  return (
    memory.hours.get(name) ??
    earlier.whole?.deref() ??
    withHoursWhenRead(earlier, () =>
      memory.hours.getOrMake(name, () => {
        const made = operate(false)
        memory.sparedWork -= earlier.work
        shareSums(made, earlier.sums)
        return made
      }),
    )
  )
}

/** The dispatch of a sizing, with the sums that were made of the same schedule before. */
export const withKnownSums = (optimiser: Optimiser, dispatch: Dispatch): Dispatch => {
  if (dispatch.name !== undefined)
    shareSums(
      dispatch,
      memoryOf(optimiser).sums.getOrMake(dispatch.name, () => new Map()),
    )
  return dispatch
}

/** Names what is made of the year of a sizing with foresight; undefined where that year has no name. */
export const foreseenName = ({ name, costEur, unservedKwh }: Dispatch): string | undefined =>
  name && `foreseen ${costEur} ${unservedKwh} ${name}`
