import { newId } from "../../infra/ids.ts"
import type { Log } from "../../infra/log.ts"
import type { Metrics } from "../../infra/metrics.ts"
import { type AccessRow, insertAccess } from "../../store/accessLog.ts"
import type { Queries } from "../../store/database.ts"
import { createGroupCommit } from "../../store/groupCommit.ts"
import type { Owner } from "../../store/scans/read.ts"
import type { Caller } from "../credentials/callers.ts"
import { isDatabaseDown } from "./databaseDown.ts"

/** Longest delay of a row [ms], during which others join its insert. */
const LINGER_MS = 500
/** Rows of an insert, which holds the embedded engine for about 0.1 ms a row. */
const MAX_ROWS = 500
/** Rows that may wait while the database is slow; further rows are lost and counted. */
const MAX_WAITING = 20_000

/** Operation as the access log knows it. */
interface LoggedOperation {
  place: string
  accessLog?: LoggedObject
}

/** Object of a row: the object in the path, none for a list, or the object that the handler names. */
export type LoggedObject = "object" | "list" | "named"

/** An object that an answer shows. */
export interface ReadObject extends Owner {
  id: string | null
}

/** The read of one call. */
export interface Reading {
  /** Absent without a credential. */
  caller: Caller | undefined
  /** Absent until the handler names it. */
  object: ReadObject | undefined
}

export interface AccessLog {
  /** Adds a row for the answered call of a logged operation. It is written within a second, and never awaited. */
  add(operation: LoggedOperation, reading: Reading, params: Record<string, string>): void
  /** Resolves when all rows are written. */
  settled(): Promise<void>
}

/** Access log without rows, for reads within the service. */
export const NO_ACCESS_LOG: Pick<AccessLog, "add"> = { add() {} }

export const createAccessLog = (
  queries: Queries,
  log: Log,
  { accessRowsLost }: Pick<Metrics, "accessRowsLost">,
): AccessLog => {
  const write = createGroupCommit<AccessRow, void>({
    async commit(rows) {
      await insertAccess(queries, rows)
      return []
    },
    maxItems: MAX_ROWS,
    maxWaiting: MAX_WAITING,
    refusal: () => new Error("too many rows of the access log wait"),
    lingerMs: LINGER_MS,
    isCommon: isDatabaseDown,
  })
  const unwritten = new Set<Promise<void>>()
  const warnOnce = createWarning(log)
  return {
    add({ accessLog, place }, { caller, object: named }, params) {
      const object = accessLog === "named" ? named : objectOf(accessLog, caller, params)
      if (!object) return
      const row = { id: newId(), operation: place, ...ownerOf(object), ...readerOf(caller, params), readAt: new Date() }
      const written = write([row]).then(
        () => {},
        error => {
          accessRowsLost.inc()
          warnOnce(error)
        },
      )
      unwritten.add(written)
      written.then(() => unwritten.delete(written))
    },
    async settled() {
      await Promise.all(unwritten)
    },
  }
}

const WARNING_INTERVAL_MS = 10_000

/** Logs lost rows at most every ten seconds; the metric counts each. */
const createWarning = (log: Log) => {
  let warnedMs = Number.NEGATIVE_INFINITY
  return (error: unknown) => {
    const nowMs = performance.now()
    if (nowMs - warnedMs < WARNING_INTERVAL_MS) return
    warnedMs = nowMs
    log.error({ err: error }, "rows of the access log were lost")
  }
}

const objectOf = (
  accessLog: LoggedObject | undefined,
  caller: Caller | undefined,
  { id = null }: { id?: string | null },
): ReadObject | undefined =>
  accessLog &&
  caller && { organizationId: caller.organizationId, mode: caller.mode, id: accessLog === "list" ? null : id }

const ownerOf = ({ organizationId, mode, id }: ReadObject) => ({ organizationId, mode, objectId: id })

const readerOf = (
  caller: Caller | undefined,
  params: Record<string, string>,
): Pick<AccessRow, "reader" | "readerId"> => {
  if (!caller) return { reader: "token" in params ? "link" : "none", readerId: null }
  return caller.kind === "session"
    ? { reader: "user", readerId: caller.userId }
    : { reader: "key", readerId: caller.keyId }
}
