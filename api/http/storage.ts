import { createBoundedMap } from "../../domain/base/boundedMap.ts"
import type { Queries } from "../../store/database.ts"
import { readStored } from "../../store/storedBytes.ts"
import type { Mode } from "../../store/tables.ts"
import { StorageUsedUp } from "./errors.ts"

/** Time for which a count is used before it is read again; other processes store meanwhile. */
const CURRENT_MS = 5_000
const MAX_COUNTS = 10_000
/** Mean bytes of a new scan, and of the result that a live scan gets later. */
const SCAN_BYTES = 3_000
const RESULT_BYTES = 220_000
/** Bounds of the bytes that a call stores by its body: at least a row, at most a photo; files are reduced to hours. */
const LEAST_OF_CALL = 1_000
const MOST_OF_CALL = 8 * 1024 * 1024

export interface StorageScope {
  organizationId: string
  mode: Mode
}

/** Stored data of an organization in one mode, and their limit. */
export interface StorageState {
  /** Before compression. */
  bytes: number
  /** Expected bytes of results of unfinished scans. */
  reservedBytes: number
  /** Null: no limit. */
  limitBytes: number | null
}

/** Room of organizations for stored data. */
export interface Storage {
  /** Counts the bytes of a call. Throws StorageUsedUp. */
  assertRoom(scope: StorageScope, bytes: number): Promise<void>
  /** Number of `count` new scans that have room, which then count, and the reason for a lower number. */
  grantScans(queries: Queries, scope: StorageScope, count: number): Promise<ScanRoom>
  state(scope: StorageScope): Promise<StorageState>
}

export interface ScanRoom {
  granted: number
  refusal?: StorageUsedUp
}

/** Limit of a tier by its name; null: the default tier. */
export type StorageLimitOf = (tierName: string | null, mode: Mode) => number | null

/** A count, and what this process has stored since. */
interface Counted extends StorageState {
  readAtMs: number
  addedBytes: number
}

export const createStorage = (queries: Queries, limitOf: StorageLimitOf): Storage => {
  const counts = createBoundedMap<Counted>({ capacity: MAX_COUNTS })
  const nameOf = ({ organizationId, mode }: StorageScope) => `${organizationId} ${mode}`
  const read = async (from: Queries, scope: StorageScope): Promise<Counted> => {
    const { bytes, unfinishedScans, tierName } = await readStored(from, scope.organizationId, scope.mode)
    const counted = {
      bytes,
      reservedBytes: unfinishedScans * RESULT_BYTES,
      limitBytes: limitOf(tierName, scope.mode),
      readAtMs: performance.now(),
      addedBytes: 0,
    }
    counts.set(nameOf(scope), counted)
    return counted
  }
  /** Number of `count` items of `each` bytes that fit. A count that has no room is read again, so deletions free it. */
  const grant = async (from: Queries, scope: StorageScope, count: number, each: number): Promise<ScanRoom> => {
    const cached = counts.get(nameOf(scope))
    const isCurrent = cached !== undefined && performance.now() - cached.readAtMs < CURRENT_MS
    let counted = isCurrent ? cached : await read(from, scope)
    if (isCurrent && fitting(counted, count, each) < count) counted = await read(from, scope)
    const granted = fitting(counted, count, each)
    counted.addedBytes += granted * each
    if (granted === count || counted.limitBytes === null) return { granted }
    const { bytes, reservedBytes, addedBytes, limitBytes } = counted
    const storedBytes = bytes + reservedBytes + addedBytes
    return { granted, refusal: new StorageUsedUp({ mode: scope.mode, storedBytes, limitBytes }) }
  }
  return {
    async assertRoom(scope, bytes) {
      const { refusal } = await grant(queries, scope, 1, Math.min(MOST_OF_CALL, Math.max(LEAST_OF_CALL, bytes)))
      if (refusal) throw refusal
    },
    grantScans: (from, scope, count) =>
      grant(from, scope, count, SCAN_BYTES + (scope.mode === "live" ? RESULT_BYTES : 0)),
    async state(scope) {
      const { bytes, reservedBytes, limitBytes } = await read(queries, scope)
      return { bytes, reservedBytes, limitBytes }
    },
  }
}

const fitting = ({ bytes, reservedBytes, addedBytes, limitBytes }: Counted, count: number, each: number): number => {
  if (limitBytes === null) return count
  return Math.max(0, Math.min(count, Math.floor((limitBytes - bytes - reservedBytes - addedBytes) / each)))
}
