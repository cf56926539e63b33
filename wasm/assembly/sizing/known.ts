/**
 * Dispatches that are known: the same plant in the same year under the same objective was dispatched before, in this
 * sizing or in an earlier one. Its result and its cut are stored, and the passes wait for a request of the schedule.
 * Only of years with a number, by which the host says that they are the same, and which one dispatch settles: without
 * demand charges, netting and phases.
 */
import { lineLength } from "../dispatch/duals"
import { dispatched, DispatchResult } from "../dispatch/result"
import { year } from "../dispatch/year"
import { KEPT_BYTES, keptAddress } from "../memory/arena"
import { Series, takeSeries } from "../memory/series"

/** Years of more roofs are not known again. */
const ROOFS_MOST: i32 = 8
/** Numbers of a key: the year, the objective, the plant. */
const OBJECTIVE: i32 = 6
const KEY_MOST: i32 = OBJECTIVE + ROOFS_MOST + 3
const RESULT: i32 = <i32>(offsetof<DispatchResult>() >> 3)
const RECORD: i32 = KEY_MOST + RESULT + ROOFS_MOST + 4
const RECORDS: i32 = <i32>(KEPT_BYTES >> 3) / RECORD

@unmanaged
class Known {
  /** The record that the next new dispatch takes the place of. */
  next: i32
  /** True if the core's last year is the last dispatch, and if that dispatch alone is the year. */
  isMade: bool
  isOne: bool
  /** Inputs of the last dispatch. */
  key: Series
}

export const knownDispatches = changetype<Known>(memory.data(offsetof<Known>(), 8))

function record(i: i32): Series {
  return changetype<Series>(keptAddress()).from(i * RECORD)
}

function keyBytes(): usize {
  return (<usize>(OBJECTIVE + year.roofs + 3)) << 3
}

function isKeeping(): bool {
  return year.number > 0 && year.roofs <= ROOFS_MOST
}

/** Takes the memory of a sizing's last dispatch. */
export function knownTake(): void {
  knownDispatches.key = takeSeries(KEY_MOST)
  knownDispatches.isMade = true
  knownDispatches.isOne = false
}

/** Sets the inputs of the next dispatch. True: it is known, and its result and its cut are as if it had been made. */
export function recall(
  plant: Series,
  scale: f64,
  onImport: f64,
  onExport: f64,
  unserved: f64,
  wearPrice: f64,
  cut: Series,
): bool {
  knownDispatches.isMade = true
  knownDispatches.isOne = isKeeping()
  if (!knownDispatches.isOne) return false
  const key = knownDispatches.key
  key[0] = year.number
  key[1] = scale
  key[2] = onImport
  key[3] = onExport
  key[4] = unserved
  key[5] = wearPrice
  plantOf(key).copyFrom(plant, year.roofs + 3)
  for (let i = 0; i < RECORDS; i++) {
    const entry = record(i)
    if (entry[0] != year.number || memory.compare(entry.address, key.address, keyBytes()) != 0) continue
    changetype<Series>(changetype<usize>(dispatched)).copyFrom(entry.from(KEY_MOST), RESULT)
    cut.copyFrom(entry.from(KEY_MOST + RESULT), lineLength())
    knownDispatches.isMade = false
    return true
  }
  return false
}

/** Keeps the result and the cut of the dispatch that was just made. */
export function remember(cut: Series): void {
  if (!isKeeping()) return
  const kept = record(knownDispatches.next)
  knownDispatches.next = (knownDispatches.next + 1) % RECORDS
  memory.copy(kept.address, knownDispatches.key.address, keyBytes())
  kept.from(KEY_MOST).copyFrom(changetype<Series>(changetype<usize>(dispatched)), RESULT)
  kept.from(KEY_MOST + RESULT).copyFrom(cut, lineLength())
}

/** The plant of a key. */
export function plantOf(key: Series): Series {
  return key.from(OBJECTIVE)
}

/** True if the core's last year is computed; else makeYearOf() makes it. */
export function lastYearIsMade(): bool {
  return knownDispatches.isMade
}

/**
 * Inputs of the core's last year, from which makeYearOf() computes it again; as many numbers as a plant has, and six.
 * 0: it is no single dispatch of a year with a number.
 */
export function lastYearKey(): usize {
  return knownDispatches.isOne ? knownDispatches.key.address : 0
}
