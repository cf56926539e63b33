import { AsyncLocalStorage } from "node:async_hooks"
import { currentMeter } from "../meter.ts"
import { type Asking, type Codecs, type Connection, ConnectionLost, type Row } from "./connection.ts"

/** Maximum amount of work waiting for a connection; further work is refused. */
const MAX_WAITING = 10_000
/** Maximum number of prepared statements per connection; further statements are sent in full each time. */
const MAX_KEPT = 300
/** Maximum length of a prepared statement; longer statements are inserts of many rows, which never repeat. */
const MAX_KEPT_LENGTH = 4_000

/** Error: too much work waits for the database. */
export class PoolFull extends Error {
  readonly code = "CONNECTION_POOL_FULL"
  constructor() {
    super(`${MAX_WAITING} pieces of work wait for a connection to the database already`)
    this.name = "PoolFull"
  }
}

/**
 * Error: a query inside a transaction used another connection. On the embedded engine both would wait for each other
 * forever.
 */
export class OutsideTransaction extends Error {
  readonly code = "OUTSIDE_TRANSACTION"
  constructor() {
    super("inside a transaction only its own handle may be used")
    this.name = "OutsideTransaction"
  }
}

/** Rows, or with `values()` rows as arrays. */
type Asked = Promise<Row[]> & { values(): Promise<Row[]> }

/** The part of a postgres.js client that drizzle-orm uses. */
export interface Client {
  options: Codecs
  unsafe(query: string, parameters?: unknown[]): Asked
}

export interface Pool extends Client {
  /** Runs `work` in a transaction, on a connection of its own; rolled back when it throws. */
  begin<T>(work: (client: Client) => Promise<T>): Promise<T>
  close(): Promise<void>
}

interface PoolOptions {
  open: (codecs: Codecs) => Connection
  maxConnections: number
}

/** Connections are opened when they are needed, and each serves one query or transaction at a time. */
export const createPool = (options: PoolOptions): Pool => {
  const codecs: Codecs = { parsers: {}, serializers: {} }
  const isKept = createKept()
  const idle: Connection[] = []
  const all = new Set<Connection>()
  const transactions = new AsyncLocalStorage<{ isOpen: boolean }>()
  const waiting: ((connection: Connection) => void)[] = []

  let isClosed = false
  const open = (): Connection => {
    if (isClosed) throw new ConnectionLost()
    const connection = options.open(codecs)
    all.add(connection)
    return connection
  }
  const sound = (connection: Connection | undefined): Connection | undefined => {
    if (!connection?.isBroken()) return connection
    all.delete(connection)
    return undefined
  }
  const acquire = (): Connection | Promise<Connection> => {
    while (idle.length > 0) {
      const connection = sound(idle.pop())
      if (connection) return connection
    }
    if (all.size < options.maxConnections) return open()
    if (waiting.length >= MAX_WAITING) throw new PoolFull()
    return new Promise(hand => waiting.push(hand))
  }
  const release = (used: Connection) => {
    const connection = sound(used)
    const next = waiting.shift()
    if (next) next(connection ?? open())
    else if (connection) idle.push(connection)
  }
  const use = async <T>(work: (connection: Connection) => Promise<T>): Promise<T> => {
    if (transactions.getStore()?.isOpen) throw new OutsideTransaction()
    const connection = await acquire()
    try {
      return await work(connection)
    } finally {
      release(connection)
    }
  }
  return {
    options: codecs,
    unsafe: (query, parameters) =>
      lateQuery(asArrays => use(connection => ask(connection, query, parameters, { asArrays, keep: isKept(query) }))),
    begin: work =>
      use(connection => {
        const transaction = { isOpen: true }
        const done = transactions.run(transaction, () => transact(connection, { codecs, isKept }, work))
        return done.finally(() => {
          transaction.isOpen = false
        })
      }),
    async close() {
      isClosed = true
      await Promise.all([...all].map(connection => connection.close()))
    },
  }
}

/** Asks a connection. The time of the statement and the bytes that it writes are costs of the current call. */
const ask = async (
  connection: Connection,
  query: string,
  parameters: unknown[] | undefined,
  asking: Asking,
): Promise<Row[]> => {
  const meter = currentMeter()
  if (!meter) return connection.ask(query, parameters, asking)
  meter.endTurn()
  const beganAtMs = performance.now()
  try {
    return await connection.ask(query, parameters, asking)
  } finally {
    const isWrite = WRITES.test(query)
    meter.add({
      databaseMs: performance.now() - beganAtMs,
      storedBytes: isWrite ? (parameters ?? []).reduce((sum: number, value) => sum + bytesOf(value), 0) : 0,
    })
  }
}

const WRITES = /^(insert|update)/i
/** Size of a number, a time or an id in a row. */
const SMALL_BYTES = 8
const bytesOf = (value: unknown): number =>
  typeof value === "string" || value instanceof Uint8Array ? value.length : SMALL_BYTES

/** Decides which statements are cached: the first statements, up to a number and a length. */
const createKept = () => {
  const kept = new Set<string>()
  return (query: string): boolean => {
    if (kept.has(query)) return true
    if (kept.size >= MAX_KEPT || query.length > MAX_KEPT_LENGTH) return false
    kept.add(query)
    return true
  }
}

const transact = async <T>(
  connection: Connection,
  { codecs, isKept }: { codecs: Codecs; isKept: (query: string) => boolean },
  work: (client: Client) => Promise<T>,
): Promise<T> => {
  await connection.ask("begin", [], { keep: true })
  try {
    const unsafe: Client["unsafe"] = (query, parameters) =>
      lateQuery(asArrays => ask(connection, query, parameters, { asArrays, keep: isKept(query) }))
    const result = await work({ options: codecs, unsafe })
    await connection.ask("commit", [], { keep: true })
    return result
  } catch (error) {
    if (!connection.isBroken()) await connection.ask("rollback").catch(() => connection.close())
    throw error
  }
}

/** A query that starts a moment later, so that its caller can still choose the form of the rows. */
const lateQuery = (start: (asArrays: boolean) => Promise<Row[]>): Asked => {
  let asArrays = false
  const promise = Promise.resolve().then(() => start(asArrays))
  return Object.assign(promise, {
    values() {
      asArrays = true
      return promise
    },
  })
}
