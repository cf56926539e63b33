import { test } from "bun:test"
import postgres from "postgres"
import { newId } from "../../infra/ids.ts"
import { type Child, startChild } from "./child.ts"
import { HOW_TO_INSTALL, missingPrograms, startNats, startPostgres } from "./programs.ts"

/** PostgreSQL and NATS for tests that only use them; tests that kill servers start their own. */
export interface Servers {
  databaseUrl: string
  natsUrl: string
}

/**
 * Programs that are missing to start servers here, and how to install them. TEST_SERVICES_REQUIRED=1 makes it an error.
 */
export const whyNoServers = (): string | undefined => {
  const missing = missingPrograms()
  if (missing.length === 0) return undefined
  const reason = `${missing.join(" and ")} not found here: ${HOW_TO_INSTALL}`
  if (process.env.TEST_SERVICES_REQUIRED === "1") throw new Error(reason)
  return reason
}

/** A test that starts PostgreSQL or NATS. If they are missing it is skipped, and its name says how to install them. */
export const clusterTest = (name: string, body: () => Promise<void>, limitMs?: number): void => {
  const reason = whyNoServers()
  test.skipIf(reason !== undefined)(reason ? `${name} (${reason})` : name, body, limitMs)
}

/** Reason why no cluster can run here; undefined if servers are given or can be started. */
export const whyNoCluster = (): string | undefined =>
  process.env.TEST_DATABASE_URL && process.env.TEST_NATS_URL ? undefined : whyNoServers()

const shared = globalThis as { testServers?: Promise<Servers> }

/**
 * The servers that all tests of a run share: from TEST_DATABASE_URL and TEST_NATS_URL, else started at the first call.
 */
export const sharedServers = (): Promise<Servers> => {
  const { TEST_DATABASE_URL, TEST_NATS_URL } = process.env
  shared.testServers ??=
    TEST_DATABASE_URL && TEST_NATS_URL
      ? Promise.resolve({ databaseUrl: TEST_DATABASE_URL, natsUrl: TEST_NATS_URL })
      : Promise.all([startPostgres(), startNats()]).then(([database, nats]) => ({
          databaseUrl: database.url,
          natsUrl: nats.url,
        }))
  return shared.testServers
}

/** Runs SQL on a server's own database. */
export const administer = async (databaseUrl: string, statement: string): Promise<void> => {
  const client = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  await client.unsafe(statement).finally(() => client.end())
}

/** The URL of another database of the same server. */
export const databaseUrlOf = (databaseUrl: string, name: string): string => {
  const url = new URL(databaseUrl)
  url.pathname = `/${name}`
  return url.href
}

/** Creates a database on the shared server. Returns its URL. @param prefix start of its name */
export const newDatabaseUrl = async (prefix: string): Promise<string> => {
  const { databaseUrl } = await sharedServers()
  const name = `${prefix}-${newId()}`
  await administer(databaseUrl, `create database "${name}"`)
  return databaseUrlOf(databaseUrl, name)
}

/** The processes of a cluster by their kind. */
export interface Cluster {
  address: string
  api: Child
  workers: Child[]
  dispatchers: Child[]
  end(signal?: "SIGTERM" | "SIGKILL"): Promise<number>
}

export const startApi = (env: Record<string, string>, preload?: string): Promise<Child> =>
  startChild("api/main.ts", { PORT: "0", ...env }, /listens on (\S+)/, { preload })

/** Starts a worker; it needs no port unless `env` sets one. */
export const startWorker = (env: Record<string, string>): Promise<Child> =>
  startChild("worker/main.ts", { PORT: "", ...env }, /solves on (\d+ threads.*)/)

export const startDispatcher = (env: Record<string, string>, preload?: string): Promise<Child> =>
  startChild("dispatcher/main.ts", { PORT: "", ...env }, /dispatcher (runs.*)/, { preload })

/** Starts `workers` workers, `dispatchers` dispatchers and one API on the servers that `env` names. */
export const startCluster = async (
  env: Record<string, string>,
  { workers = 1, dispatchers = 1 }: { workers?: number; dispatchers?: number } = {},
): Promise<Cluster> => {
  const starting = [
    startApi(env),
    ...Array.from({ length: workers }, () => startWorker(env)),
    ...Array.from({ length: dispatchers }, () => startDispatcher(env)),
  ]
  const outcomes = await Promise.allSettled(starting)
  const started = outcomes.flatMap(outcome => (outcome.status === "fulfilled" ? [outcome.value] : []))
  const failed = outcomes.find(outcome => outcome.status === "rejected")
  if (failed) {
    await Promise.all(started.map(child => child.end("SIGKILL")))
    throw failed.reason
  }
  const [api] = started
  return {
    address: api!.said,
    api: api!,
    workers: started.slice(1, 1 + workers),
    dispatchers: started.slice(1 + workers),
    async end(signal) {
      const codes = await Promise.all(started.map(child => (child.hasEnded() ? 0 : child.end(signal))))
      return Math.max(...codes)
    },
  }
}
