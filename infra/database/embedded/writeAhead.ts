import { closeSync, existsSync, openSync, renameSync, rmSync, writeSync } from "node:fs"
import { join } from "node:path"
import type { Connection } from "../connection.ts"
import { StatementRefused } from "./protocol.ts"

/** Size of a write-ahead log file, fixed in the engine's build. */
const SEGMENT_BYTES = 16 * 1024 * 1024
/** Files of a log's first number. */
const SEGMENTS_OF_LOG = 256
/** Number of files created in advance. */
const SPARES = 2
/** Files written between two checkpoints. A checkpoint frees all but the last. */
const SEGMENTS_OF_CHECKPOINT = 2
/** Statements, or characters of their parameters, after which the log is checked. */
const LOOK_STATEMENTS = 32
const LOOK_CHARACTERS = 512 * 1024
/** Interval of the check while the disk is full. */
const LOOK_AGAIN_MS = 1_000
/** The engine deletes files of this name at its start. */
const UNFINISHED = "xlogtemp.spare"
const MODE = 0o600
/** Bytes written per call, a part of a file, to save memory. */
const WRITTEN_BYTES = 256 * 1024

const CURRENT = "select pg_walfile_name(pg_current_wal_insert_lsn()) as name"
/** SQLSTATE of a write in a read-only transaction, and of a write without disk space. */
const READ_ONLY = "25006"
const DISK_FULL = "53100"

/** Statements that end a transaction write little, and are all that a failed transaction accepts. */
const ENDS = /^(?:commit|rollback)/
const BEGINS = /^begin/
/** PostgreSQL accepts the isolation level only before the first query of a transaction. */
const SETS_LEVEL = /^set transaction/

/** Settings of the engine: files that a checkpoint keeps for reuse. */
export const WRITE_AHEAD_SETTINGS = { min_wal_size: "32MB", max_wal_size: "64MB" }

/**
 * A connection to the embedded engine that keeps its write-ahead log in bounds. PostgreSQL leaves that to processes
 * that the engine lacks. Without checkpoints the log grows as long as the process runs, and if a log file cannot be
 * created the engine never answers again. Here a checkpoint is made after each 32 MB, and the next two files are
 * created in advance. If checkpoints fail, writes are refused as on a full disk until a checkpoint succeeds; reads
 * continue.
 */
export const withWriteAhead = (folder: string, connection: Connection): Connection => {
  /** Statements and characters since the last check of the log; the first statement checks it. */
  let statements = LOOK_STATEMENTS
  let characters = 0
  let lookedAtMs = 0
  let checkpointAt: number | undefined
  let isInTransaction = false
  /** Reason that writes are refused; undefined: writes are allowed. */
  let lack: Error | undefined
  /** The default of the session's transactions. */
  let isReadOnly = false

  const isDue = (): boolean =>
    statements >= LOOK_STATEMENTS ||
    characters >= LOOK_CHARACTERS ||
    (lack !== undefined && performance.now() - lookedAtMs >= LOOK_AGAIN_MS)
  const look = async (): Promise<void> => {
    statements = 0
    characters = 0
    lookedAtMs = performance.now()
    const [row] = await connection.ask(CURRENT, [], { keep: true })
    const { name } = row as { name: string }
    const current = numberOf(name)
    checkpointAt ??= current
    const isLong = current - checkpointAt >= SEGMENTS_OF_CHECKPOINT
    if (!isLong) lack = makeSpares(folder, name, current)
    if (!isLong && !(lack && current > checkpointAt)) return
    await connection.ask("checkpoint")
    checkpointAt = current
    lack = makeSpares(folder, name, current)
  }
  const limitWrites = async (): Promise<void> => {
    if (isInTransaction && lack) await connection.ask("set transaction_read_only = on")
    if (isInTransaction || isReadOnly === (lack !== undefined)) return
    isReadOnly = !isReadOnly
    await connection.ask(`set default_transaction_read_only = ${isReadOnly ? "on" : "off"}`)
  }
  return {
    ...connection,
    async ask(query, parameters = [], asking) {
      const isEnd = ENDS.test(query)
      // A refusal of the checkpoint is also a refusal of the statement.
      if (!isEnd && !SETS_LEVEL.test(query) && isDue()) await look().catch(() => {})
      if (!isEnd && (lack || isReadOnly)) await limitWrites().catch(() => {})
      statements++
      for (const value of parameters) if (typeof value === "string") characters += value.length
      if (isEnd || BEGINS.test(query)) isInTransaction = !isEnd
      return connection.ask(query, parameters, asking).catch(error => {
        throw lack && error.code === READ_ONLY ? new StatementRefused(DISK_FULL, lack.message, { cause: error }) : error
      })
    },
  }
}

/** Place of a file in the log: its name is three numbers of eight hexadecimal digits, the first the timeline. */
const numberOf = (name: string): number =>
  Number.parseInt(name.slice(8, 16), 16) * SEGMENTS_OF_LOG + Number.parseInt(name.slice(16), 16)

const nameOf = (timeline: string, number: number): string =>
  [timeline, ...[Math.floor(number / SEGMENTS_OF_LOG), number % SEGMENTS_OF_LOG].map(hexadecimal)].join("")

const hexadecimal = (number: number): string => number.toString(16).toUpperCase().padStart(8, "0")

/**
 * Creates the files after the current file, full of zeros, as PostgreSQL does. Returns the error if a file could not be
 * created.
 */
const makeSpares = (folder: string, name: string, current: number): Error | undefined => {
  const log = join(folder, "pg_wal")
  // An engine in memory.
  if (!existsSync(log)) return undefined
  const unfinished = join(log, UNFINISHED)
  try {
    for (let number = current + 1; number <= current + SPARES; number++) {
      const path = join(log, nameOf(name.slice(0, 8), number))
      if (existsSync(path)) continue
      writeZeros(unfinished)
      renameSync(unfinished, path)
    }
    return undefined
  } catch (error) {
    remove(unfinished)
    return new Error(`the next file of the write-ahead log could not be made: ${(error as Error).message}`)
  }
}

const remove = (path: string): void => {
  try {
    rmSync(path, { force: true })
  } catch {
    // The next attempt overwrites it.
  }
}

const writeZeros = (path: string): void => {
  const file = openSync(path, "w", MODE)
  try {
    const zeros = Buffer.alloc(WRITTEN_BYTES)
    for (let size = 0; size < SEGMENT_BYTES; ) size += writeSync(file, zeros)
  } finally {
    closeSync(file)
  }
}
