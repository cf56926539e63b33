import { fileURLToPath } from "node:url"
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core"
import { createPool } from "../infra/database/postgres/pool.ts"
import * as schema from "./tables.ts"

/** Queries of either engine. Inside a transaction use only its `tx`: the embedded engine has one connection. */
export type Queries = PgDatabase<PgQueryResultHKT, typeof schema>

export interface Database {
  readonly engine: "embedded" | "postgres"
  readonly queries: Queries
  isHealthy(): Promise<boolean>
  /** Frees the space of dead rows and counts the rest, for an engine that does not do so by itself. */
  tidy(): Promise<void>
  close(): Promise<void>
}

/** PostgreSQL's type number of bytea. PGlite's own conversion of it takes several times as long. */
const BYTEA = 17
const fromHex = (text: string): Uint8Array => Buffer.from(text.slice(2), "hex")
const toHex = (bytes: Uint8Array): string => `\\x${Buffer.from(bytes).toString("hex")}`

const MIGRATIONS = fileURLToPath(new URL("./migrations", import.meta.url))

/** PGlite in a folder that only this process holds (infra/lock.ts); brings the schema up to date. */
export const openEmbeddedDatabase = async (folder: string): Promise<Database> => {
  const [{ PGlite }, { drizzle }, { migrate }] = await Promise.all([
    import("@electric-sql/pglite"),
    import("drizzle-orm/pglite"),
    import("drizzle-orm/pglite/migrator"),
  ])
  const client = await PGlite.create(folder, { parsers: { [BYTEA]: fromHex }, serializers: { [BYTEA]: toHex } })
  const queries = drizzle({ client, schema })
  await migrate(queries, { migrationsFolder: MIGRATIONS })
  return {
    engine: "embedded",
    queries: queries as unknown as Queries,
    isHealthy: () =>
      client.query("select 1").then(
        () => true,
        () => false,
      ),
    tidy: async () => {
      await client.exec("vacuum analyze")
    },
    close: () => client.close(),
  }
}

/** PostgreSQL cannot be used at the start: for the operator to mend. */
export class DatabaseRefused extends Error {
  readonly code = "DATABASE_REFUSED"
  constructor(url: string, cause: unknown) {
    const { hostname, port, pathname } = new URL(url)
    const { message, code } = cause as { message?: string; code?: string }
    super(`DATABASE_URL ${hostname}:${port || 5432}${pathname}: PostgreSQL cannot be used (${message || code})`)
    this.name = "DatabaseRefused"
  }
}

/** PostgreSQL 14 or newer by its URL; brings the schema up to date, one process at a time. Throws DatabaseRefused. */
export const openPostgres = async (url: string): Promise<Database> => {
  const [{ default: postgres }, { drizzle }, { migrate }] = await Promise.all([
    import("postgres"),
    import("drizzle-orm/postgres-js"),
    import("drizzle-orm/postgres-js/migrator"),
  ])
  try {
    await migrateAlone(postgres, url, client => migrate(drizzle({ client }), { migrationsFolder: MIGRATIONS }))
  } catch (error) {
    throw new DatabaseRefused(url, error)
  }
  const pool = createPool(url)
  const queries = drizzle({ client: pool as unknown as ReturnType<typeof postgres>, schema })
  return {
    engine: "postgres",
    queries: queries as unknown as Queries,
    isHealthy: () =>
      pool.unsafe("select 1").then(
        () => true,
        () => false,
      ),
    tidy: async () => {},
    close: pool.close,
  }
}

/** Any fixed number will do, as long as every process of the service takes the same. */
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
