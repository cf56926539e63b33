import { PGlite } from "@electric-sql/pglite"
import { drizzle } from "drizzle-orm/pglite"
import { migrate } from "drizzle-orm/pglite/migrator"
import { type Asking, type Codecs, type Connection, ConnectionLost, type Row } from "../../infra/database/connection.ts"
import { openEmbeddedConnection } from "../../infra/database/embedded/connection.ts"
import { type Database, databaseOver } from "../../store/database.ts"
import { MIGRATIONS } from "../../store/template.ts"
import { CHANGES_SQL, type Change, changesOf, NOTING_PARAMS, TAKE_CHANGES } from "./changes.ts"
import type { Clock, Process } from "./clock.ts"
import type { Faults } from "./faults.ts"
import type { Random } from "./random.ts"

const CONNECTIONS = { embedded: 1, postgres: 10 } as const
/** Statements that change rows. */
const WRITES = /\binsert into\b|\bdelete from\b|(?<!for )\bupdate\s/i

/** An error of PostgreSQL by its SQLSTATE. */
class Refused extends Error {
  readonly severity = "ERROR"
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message)
    this.name = "Refused"
  }
}

/** One database server, of which each simulated process has connections. */
export interface Server {
  /** The database as a process sees it. */
  open(process: Process, engine: Database["engine"]): Database
  /** Queries without faults, for the invariants. */
  look(query: string): Promise<Record<string, unknown>[]>
  /** Returns false while a transaction is open: `look` then reads its changes, which were not committed yet. */
  isBetweenTransactions(): boolean
  close(): Promise<void>
}

interface ServerOptions {
  random: Random
  faults: Faults
  /** Called with the changes of each transaction that committed, in their order. */
  onCommitted: (changes: Change[]) => void
  /** Called before and after each statement of a process takes effect; a process may be killed there. */
  onStatement: (process: Process) => void
}

const START_PARAMS = [...PGlite.defaultStartParams, "-c", "shared_buffers=16MB", ...NOTING_PARAMS]

const CODE = new URL("./pglite.wasm", import.meta.resolve("@electric-sql/pglite"))

/** PGlite in memory with the current schema; its start takes seconds. Call it before the clock is installed. */
export const makeEngine = async (): Promise<PGlite> => {
  const engine = await PGlite.create("memory://", { startParams: START_PARAMS })
  await migrate(drizzle({ client: engine }), { migrationsFolder: MIGRATIONS })
  await engine.exec(CHANGES_SQL)
  return engine
}

/** Creates engines from a copy of an existing engine's files; their code is compiled once for all. */
export const createCopies = async (files: Blob): Promise<() => Promise<PGlite>> => {
  const pgliteWasmModule = await WebAssembly.compile(await Bun.file(CODE).arrayBuffer())
  return () => PGlite.create("memory://", { startParams: START_PARAMS, loadDataDir: files, pgliteWasmModule })
}

/**
 * PostgreSQL for a cluster, on one engine. A transaction has the engine alone until its end, so that transactions are
 * serial. Statements and answers take time; connections break in either direction, before or after the effect.
 */
export const createServer = (engine: PGlite, clock: Clock, options: ServerOptions): Server => {
  const { random, faults, onCommitted, onStatement } = options
  const session = createSession(clock, options)
  const insideEngine = deadProcess(clock)
  let shared: Connection | undefined
  const connect = (process: Process, codecs: Codecs): Connection => {
    shared ??= openEmbeddedConnection(engine, codecs)
    const inner = shared
    const askEngine: Connection["ask"] = (...asked) => clock.as(insideEngine, () => inner.ask(...asked))
    const client = { process }
    let isBroken = false
    let isInTransaction = false
    let hasWritten = false

    const end = async () => {
      isInTransaction = false
      hasWritten = false
      if (session.isHeldBy(client)) await askEngine("rollback")
      session.release(client)
    }
    const lose = async (): Promise<never> => {
      isBroken = true
      await end()
      throw new ConnectionLost()
    }
    process.onDeath.push(() => {
      isBroken = true
      if (isInTransaction) askEngine("rollback")
      session.release(client)
    })
    const carryOut = async (query: string, parameters: unknown[], asking: Asking): Promise<Row[]> => {
      const isWrite = WRITES.test(query)
      if (isWrite && faults.diskFull) throw new Refused("53100", "could not extend file: No space left on device")
      if (query !== "rollback" && random.happens(faults.rolledBack)) {
        if (query === "commit") await askEngine("rollback")
        throw new Refused("40P01", "deadlock detected")
      }
      if (query === "begin") isInTransaction = true
      const rows = await askEngine(query, parameters, asking)
      hasWritten ||= isWrite
      if (query === "commit" || query === "rollback") isInTransaction = false
      if (!isInTransaction && hasWritten) {
        hasWritten = false
        const changes = changesOf(await askEngine(TAKE_CHANGES, [], { keep: true }))
        if (changes.length > 0) onCommitted(changes)
      }
      return rows
    }
    const ask: Connection["ask"] = async (query, parameters = [], asking = {}) => {
      if (isBroken) throw new ConnectionLost()
      await clock.pass(random.between(0.1, 2), process)
      onStatement(process)
      if (!process.isAlive) return new Promise(() => {})
      if (faults.databaseAway || random.happens(faults.connectionLostBefore)) return lose()
      if (!session.isHeldBy(client)) await session.hold(client)
      let rows: Row[]
      try {
        rows = await carryOut(query, parameters, asking)
      } finally {
        if (!isInTransaction) session.release(client)
      }
      onStatement(process)
      await clock.pass(random.between(0.1, 2), process)
      if (faults.databaseAway || random.happens(faults.connectionLostAfter)) return lose()
      return rows
    }
    let last: Promise<unknown> = Promise.resolve()
    return {
      ask(...asked) {
        const answer = last.then(() => ask(...asked))
        last = answer.catch(() => {})
        return answer
      },
      isBroken: () => isBroken,
      async close() {
        await end()
        isBroken = true
      },
    }
  }
  return {
    open: (process, kind) => databaseOver(codecs => connect(process, codecs), kind, CONNECTIONS[kind]),
    isBetweenTransactions: () => !session.isHeld(),
    look: async query => (await clock.as(insideEngine, () => engine.query<Record<string, unknown>>(query))).rows,
    close: () => engine.close(),
  }
}

/**
 * Process that owns the engine's own timers. They follow this computer's clock, so they must never ring: a seed would
 * otherwise give different runs.
 */
const deadProcess = (clock: Clock): Process => ({ ...clock.boot("engine"), isAlive: false })

interface SessionClient {
  process: Process
}

/** Lock on the engine: one transaction or statement at a time, in the order of arrival. */
const createSession = (clock: Clock, _: unknown) => {
  let holder: SessionClient | undefined
  let waiting: { client: SessionClient; take: () => void }[] = []
  const next = () => {
    waiting = waiting.filter(({ client }) => client.process.isAlive)
    const first = waiting.shift()
    holder = first?.client
    if (first) clock.at(0, first.take, first.client.process)
  }
  return {
    isHeld: () => holder !== undefined,
    isHeldBy: (client: SessionClient) => holder === client,
    async hold(client: SessionClient) {
      if (!holder) holder = client
      else await new Promise<void>(take => waiting.push({ client, take }))
    },
    release(client: SessionClient) {
      if (holder === client) next()
    },
  }
}
