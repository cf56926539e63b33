import type { PgDatabase } from "drizzle-orm/pg-core"
import { drizzle, type PostgresJsQueryResultHKT } from "drizzle-orm/postgres-js"
import type { Sql } from "postgres"
import type { Codecs, Connection } from "../infra/database/connection.ts"
import { openEmbeddedConnection } from "../infra/database/embedded/connection.ts"
import { withLostFiles } from "../infra/database/embedded/lostFiles.ts"
import { freeShippedFiles } from "../infra/database/embedded/shippedFiles.ts"
import { WRITE_AHEAD_SETTINGS, withWriteAhead } from "../infra/database/embedded/writeAhead.ts"
import { createPool, type Pool } from "../infra/database/pool.ts"
import { openConnection } from "../infra/database/postgres/connection.ts"
import { createWriteWatch, type WriteWatch } from "../infra/database/writes.ts"
import { migrateGuarded, type RowsOf, SchemaNewer } from "./schemaGuard.ts"
import * as schema from "./tables.ts"
import { MIGRATIONS } from "./template.ts"
import { tidyOneTable } from "./tidy.ts"

/** Queries of either engine. Inside a transaction, use only its `tx`: the embedded engine has one connection. */
export type Queries = PgDatabase<PostgresJsQueryResultHKT, typeof schema>

export interface Database {
  readonly engine: "embedded" | "postgres"
  readonly queries: Queries
  /** Maximum number of connections of this process. */
  readonly connections: number
  /** True if the database answers and can write. */
  isHealthy(): Promise<boolean>
  /** Tidies the table that needs it most (store/tidy.ts), for an engine that does not do so by itself. */
  tidy(): Promise<void>
  close(): Promise<void>
}

/** Connections of one process to PostgreSQL. */
const MAX_CONNECTIONS = 10

/**
 * Settings that reduce the permanent memory of the embedded engine. Pages take 128 MB by default, although the system
 * caches the files too. Statistics of a table sample 300 rows per unit of the target, by default 30,000 rows of 1 KB.
 * Other defaults are for a hundred connections instead of one; locks for 1,280 relations suffice for the schema.
 */
const RESERVED = {
  shared_buffers: "16MB",
  default_statistics_target: 20,
  max_connections: 10,
  max_locks_per_transaction: 128,
  max_wal_senders: 0,
  autovacuum_worker_slots: 1,
  io_max_concurrency: 1,
  ...WRITE_AHEAD_SETTINGS,
}

/**
 * PGlite in a folder that only this process holds (infra/lock.ts); brings the schema up to date. Throws SchemaNewer.
 */
export const openEmbeddedDatabase = async (folder: string): Promise<Database> => {
  const [{ PGlite }, { drizzle: drizzleOverEngine }, { migrate }] = await Promise.all([
    import("@electric-sql/pglite"),
    import("drizzle-orm/pglite"),
    import("drizzle-orm/pglite/migrator"),
  ])
  const engine = await PGlite.create(folder, {
    startParams: [
      ...PGlite.defaultStartParams,
      ...Object.entries(RESERVED).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
    ],
  })
  freeShippedFiles(engine.Module.FS)
  const rowsOf: RowsOf = async statement => (await engine.query<Record<string, unknown>>(statement)).rows
  await migrateGuarded(rowsOf, () =>
    migrate(drizzleOverEngine({ client: engine }), { migrationsFolder: MIGRATIONS }),
  ).catch(async error => {
    await engine.close()
    throw error
  })
  const writes = createWriteWatch()
  const open = (codecs: Codecs) =>
    writes.watched(withLostFiles(folder, withWriteAhead(folder, openEmbeddedConnection(engine, codecs))))
  const pool = createPool({ open, maxConnections: 1 })
  return {
    ...databaseOf(pool, writes),
    engine: "embedded",
    connections: 1,
    tidy: () => tidyOneTable(pool),
  }
}

/**
 * Both engines are reached through drizzle-orm's driver for postgres.js, of which the pool has the part that it uses.
 */
const databaseOf = (pool: Pool, writes: WriteWatch): Omit<Database, "engine" | "connections" | "tidy"> => ({
  queries: drizzle({ client: pool as unknown as Sql, schema }),
  isHealthy: () =>
    pool.unsafe("select 1").then(
      () => writes.canWrite(query => pool.unsafe(query)),
      () => false,
    ),
  close: pool.close,
})

/** Host, port and name, for messages: never the credentials. */
const placeOf = (url: string): string => {
  const { hostname, port, pathname } = new URL(url)
  return `DATABASE_URL ${hostname}:${port || 5432}${pathname}`
}

/** Error: PostgreSQL cannot be used at the start; the operator must correct the cause. */
export class DatabaseRefused extends Error {
  readonly code = "DATABASE_REFUSED"
  constructor(url: string, cause: unknown) {
    const { message, code } = cause as { message?: string; code?: string }
    super(`${placeOf(url)}: PostgreSQL cannot be used (${message || code})`)
    this.name = "DatabaseRefused"
  }
}

/** SQLSTATE of a PostgreSQL that is starting, recovering from a crash, or stopping. */
const NOT_YET = "57P03"
/** Pause before the next attempt with a starting PostgreSQL. */
const ASK_AGAIN_MS = 250

/**
 * PostgreSQL 14 or newer by its URL; brings the schema up to date, one process at a time. Waits without a limit for a
 * server that reports its start; `note` is called once. Throws DatabaseRefused and SchemaNewer.
 */
export const openPostgres = async (url: string, note: (line: string) => void = () => {}): Promise<Database> => {
  const [{ default: postgres }, { migrate }] = await Promise.all([
    import("postgres"),
    import("drizzle-orm/postgres-js/migrator"),
  ])
  for (let isNoted = false; ; isNoted = true)
    try {
      await migrateAlone(postgres, url, client =>
        migrateGuarded(
          async statement => client.unsafe(statement),
          () => migrate(drizzle({ client }), { migrationsFolder: MIGRATIONS }),
        ),
      )
      break
    } catch (error) {
      if (error instanceof SchemaNewer) throw error
      const { code, message } = error as { code?: string; message?: string }
      if (code !== NOT_YET) throw new DatabaseRefused(url, error)
      if (!isNoted) note(`${placeOf(url)}: waiting for PostgreSQL (${message})`)
      await Bun.sleep(ASK_AGAIN_MS)
    }
  return databaseOver(codecs => openConnection(url, codecs), "postgres", MAX_CONNECTIONS)
}

/** Database with a current schema, over connections of any kind; `tidy` does nothing. */
export const databaseOver = (
  connect: (codecs: Codecs) => Connection,
  engine: Database["engine"],
  maxConnections: number,
): Database => {
  const writes = createWriteWatch()
  const pool = createPool({ open: codecs => writes.watched(connect(codecs)), maxConnections })
  return { ...databaseOf(pool, writes), engine, connections: maxConnections, tidy: async () => {} }
}

/** Lock number, arbitrary but equal in all processes of the service. */
const MIGRATION_LOCK = 7_401_226

const migrateAlone = async (
  postgres: typeof import("postgres"),
  url: string,
  migrate: (client: ReturnType<typeof postgres>) => Promise<void>,
): Promise<void> => {
  const client = postgres(url, { max: 1, onnotice: () => {} })
  try {
    await client`select pg_advisory_lock(${MIGRATION_LOCK})`
    await migrate(client)
    await client`select pg_advisory_unlock(${MIGRATION_LOCK})`
  } finally {
    await client.end({ timeout: 5 })
  }
}
