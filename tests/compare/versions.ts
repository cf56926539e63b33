import { resolve } from "node:path"
import postgres from "postgres"
import { type Child, startChild, until } from "../support/child.ts"
import { administer, databaseUrlOf } from "../support/cluster.ts"
import { startNats, startPostgres } from "../support/programs.ts"
import { smallestRequest } from "../support/requests.ts"
import { createClient, TEST_ENVIRONMENT } from "../support/service.ts"

/**
 * `bun tests/compare/versions.ts OLD_CHECKOUT NEW_CHECKOUT`: starts api, worker and dispatcher of the old checkout on PostgreSQL and NATS and
 * upgrades them one after the other, in each of the six orders, while scans are in flight. Prints a row for each order; ends with 1 where
 * a scan was lost, did not complete, or has an event twice. Both checkouts need their dependencies and `npm run build`.
 */

type Kind = "api" | "worker" | "dispatcher"
const READY: Record<Kind, RegExp> = {
  api: /listens on (\S+)/,
  worker: /solves on (\d+ threads.*)/,
  dispatcher: /dispatcher (runs.*)/,
}
const ORDERS: Kind[][] = [
  ["api", "worker", "dispatcher"],
  ["api", "dispatcher", "worker"],
  ["worker", "api", "dispatcher"],
  ["worker", "dispatcher", "api"],
  ["dispatcher", "api", "worker"],
  ["dispatcher", "worker", "api"],
]
const SCANS_BETWEEN = 4
const END_LIMIT_MS = 120_000

const [old = "", now = ""] = Bun.argv.slice(2).map(path => resolve(path))
if (!old || !now) throw new Error("two checkouts are needed: the old one and the new one")

const [database, nats] = await Promise.all([startPostgres(), startNats()])

const upgrade = async (order: Kind[], name: string): Promise<string> => {
  await administer(database.url, `create database ${name}`)
  const databaseUrl = databaseUrlOf(database.url, name)
  const env = {
    ...TEST_ENVIRONMENT,
    WORKER_THREADS: "1",
    JWT_SECRET: "a secret of all processes of a test cluster",
    DATABASE_URL: databaseUrl,
    NATS_URL: `${nats.url}/${name}`,
  }
  const start = (kind: Kind, folder: string): Promise<Child> =>
    startChild(`${kind}/main.ts`, { ...env, PORT: kind === "api" ? "0" : "" }, READY[kind], undefined, folder)
  const running: Record<Kind, Child> = {
    api: await start("api", old),
    worker: await start("worker", old),
    dispatcher: await start("dispatcher", old),
  }
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  const ids: string[] = []
  const create = async () => {
    for (let i = 0; i < SCANS_BETWEEN; i++) {
      const { status, body } = await createClient(running.api.said).post("/v1/scans", smallestRequest())
      if (status !== 201) throw new Error(`a scan was answered ${status} ${JSON.stringify(body)}`)
      ids.push(body.id)
    }
  }
  const rows = () => sql<{ status: string; events: number }[]>`
    select status, (select count(*)::int from scan_events where scan_id = scans.id) as events from scans where id in ${sql(ids)}`
  try {
    await create()
    for (const kind of order) {
      await running[kind].end()
      running[kind] = await start(kind, now)
      await create()
    }
    const ended = await until(
      async () => {
        const found = await rows()
        return found.every(({ status }) => status === "completed" || status === "error") ? found : undefined
      },
      END_LIMIT_MS,
      () =>
        Object.entries(running)
          .map(([kind, child]) => `${kind}:\n${child.output()}`)
          .join("\n"),
    )
    const good = ended.filter(({ status, events }) => status === "completed" && events === 3).length
    if (good !== ids.length) process.exitCode = 1
    return `${good} of ${ids.length} scans completed with each event once`
  } catch (error) {
    process.exitCode = 1
    return `failed: ${(error as Error).message}`
  } finally {
    await Promise.all(Object.values(running).map(child => child.end("SIGKILL")))
    await sql.end({ timeout: 1 })
  }
}

for (const [i, order] of ORDERS.entries())
  console.log(`${order.join(", then ")}: ${await upgrade(order, `upgrade_${i}`)}`)
await Promise.all([database.close(), nats.close()])
process.exit()
