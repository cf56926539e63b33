import { type BoundedMap, createBoundedMap } from "../../domain/base/boundedMap.ts"
import { identify, seriesNumber } from "../../domain/base/memo.ts"
import type { Operation, Schedule } from "../../domain/case/case.ts"
import { type Dispatch, type Optimiser, type Plant, withSchedule, type Year } from "../../wasm/index.ts"

/** Years of plants whose bills and sums are kept, those asked for last: of ten scans or so, 3 KB each. */
const YEARS_KEPT = 256
/** Maximum number of memoised years with their hours, 0.4 MB each. */
const HOURS_KEPT = 3

/** An operation that was worked out before. */
interface KnownYear extends Pick<Operation, "costEur" | "unservedKwh">, Pick<Schedule, "standbyFromBatteryKwh"> {
  /** Work of the year, counted as Optimiser.work does. */
  work: number
  /** Identity of its hours. */
  hours: object
  /** With its hours, while other code references them; absent: they were passing. */
  whole?: WeakRef<Operation>
}

interface Memory {
  years: BoundedMap<KnownYear>
  /** Identities of the hours of years with foresight, by the names of their dispatches. */
  dispatches: BoundedMap<object>
  hours: BoundedMap<Operation>
  /** Work of years that were not operated again. */
  sparedWork: number
}

const memories = new WeakMap<Optimiser, Memory>()

const memoryOf = (optimiser: Optimiser): Memory => {
  const earlier = memories.get(optimiser)
  if (earlier) return earlier
  const memory: Memory = {
    years: createBoundedMap({ capacity: YEARS_KEPT }),
    dispatches: createBoundedMap({ capacity: YEARS_KEPT }),
    hours: createBoundedMap({ capacity: HOURS_KEPT }),
    sparedWork: 0,
  }
  memories.set(optimiser, memory)
  return memory
}

/**
 * The optimiser's work, including memoised years: the work of a scan does not depend on earlier scans of its thread.
 */
export const workOf = (optimiser: Optimiser): number => optimiser.work() + (memories.get(optimiser)?.sparedWork ?? 0)

/**
 * Names a year of a plant by all that its operation depends on; undefined where that is more than arrays and numbers.
 */
export const yearName = (year: Year, { panels, capacityKwh, powerKw }: Plant): string | undefined => {
  if (year.demandCharges || year.phases) return undefined
  const { stepHours, loadKwh, roofs, buyEurPerKwh, sellEurPerKwh, gridCharging, nettingEurPerKwh } = year
  const { chargeEfficiency, dischargeEfficiency, minLevel, initialLevel, existingBattery } = year
  const [importLimit, exportLimit] = [year.importLimitKw, year.exportLimitKw].map(limit =>
    limit instanceof Float64Array ? `hours ${seriesNumber(limit)}` : limit,
  )
  return [
    ...[loadKwh, buyEurPerKwh, sellEurPerKwh].map(seriesNumber),
    ...roofs.map(roof => `${seriesNumber(roof.productionKwhPerPanel)} ${roof.exportKwPerPanel} ${roof.mustRunPanels}`),
    ...[stepHours, importLimit, exportLimit, gridCharging, nettingEurPerKwh],
    ...[chargeEfficiency, dischargeEfficiency, minLevel, initialLevel],
    ...(existingBattery ? [existingBattery.capacityKwh, existingBattery.powerKw] : []),
    ...["plant", ...panels, capacityKwh, powerKw],
  ].join()
}

/** An operation of known sums; its hours are computed at the first read. */
const withHoursWhenRead = (
  { costEur, unservedKwh, standbyFromBatteryKwh, hours }: KnownYear,
  whole: () => Operation,
): Operation => {
  const standby = standbyFromBatteryKwh === undefined ? {} : { standbyFromBatteryKwh }
  const year = withSchedule(standby, () => whole().years[0])
  identify(year, hours)
  return { costEur, unservedKwh, years: [year] }
}

/** A year to operate. */
export interface YearToOperate {
  /** All that its operation depends on: yearName with what operates it; undefined: it is operated in any case. */
  name: string | undefined
  /** True if its hours are read at once and never kept. */
  isPassing: boolean
  operate: (isPassing: boolean) => Operation
}

/** The operation of a year: memoised, with its hours at the first read, or new. */
export const operateOnce = (optimiser: Optimiser, { name, isPassing, operate }: YearToOperate): Operation => {
  if (name === undefined) return operate(isPassing)
  const memory = memoryOf(optimiser)
  const earlier = memory.years.get(name)
  if (!earlier) {
    const before = optimiser.work()
    const operated = operate(isPassing)
    const { costEur, unservedKwh, years } = operated
    const { standbyFromBatteryKwh } = years[0]
    const hours = {}
    identify(years[0], hours)
    memory.years.set(name, {
      ...{ costEur, unservedKwh, hours, work: optimiser.work() - before },
      ...(standbyFromBatteryKwh === undefined ? {} : { standbyFromBatteryKwh }),
      ...(isPassing ? {} : { whole: new WeakRef(operated) }),
    })
    return operated
  }
  memory.sparedWork += earlier.work
  return (
    memory.hours.get(name) ??
    earlier.whole?.deref() ??
    withHoursWhenRead(earlier, () =>
      memory.hours.getOrMake(name, () => {
        const operated = operate(false)
        memory.sparedWork -= earlier.work
        identify(operated.years[0], earlier.hours)
        return operated
      }),
    )
  )
}

/** The dispatch of a sizing, with the sums that were made of the same schedule before. */
export const withKnownSums = (optimiser: Optimiser, dispatch: Dispatch): Dispatch => {
  if (dispatch.name !== undefined)
    identify(
      dispatch.years[0],
      memoryOf(optimiser).dispatches.getOrMake(dispatch.name, () => ({})),
    )
  return dispatch
}

/** Names results of the foreseen year of a sizing; undefined where that year has no name. */
export const foreseenName = ({ name, costEur, unservedKwh }: Dispatch): string | undefined =>
  name && `foreseen ${costEur} ${unservedKwh} ${name}`
