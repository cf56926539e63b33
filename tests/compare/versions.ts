import { resolve } from "node:path"
import postgres from "postgres"
import { type Child, startChild, until } from "../support/child.ts"
import { administer, databaseUrlOf } from "../support/cluster.ts"
import { startNats, startPostgres } from "../support/programs.ts"
import { startReceiver } from "../support/receiver.ts"
import { houseRequest, smallestRequest } from "../support/requests.ts"
import { createClient, TEST_ENVIRONMENT } from "../support/service.ts"
import { logIn } from "../support/sessions.ts"

/**
 * `bun tests/compare/versions.ts OLD_CHECKOUT NEW_CHECKOUT`: starts api, worker and dispatcher of the old checkout on
 * PostgreSQL and NATS. It upgrades them one after the other, in each of the six orders, while scans are in flight.
 * After each step every ended scan is read from the current API. When all scans have ended, the old checkout runs on
 * the new schema again. Prints a row for each order, and every fault:
 *
 * - a scan that did not end, or had an unexpected end;
 * - an event that is missing or duplicated;
 * - a webhook that is missing, duplicated, or without its content;
 * - an answer that is not 2xx.
 *
 * Exits with 1 on any fault. Both checkouts need their dependencies and `npm run build`.
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
/** Requests of the scans before the first step and after each step; the last request fails. */
const REQUESTS = [
  smallestRequest(),
  houseRequest(),
  { ...smallestRequest(), tariff: { type: "flat", flatEurPerKwh: 0.3, feedInEurPerKwh: 0.05 } },
  { ...smallestRequest(), goal: "renewable-minimum", renewableElectricityMinFraction: 0.5 },
]
const END_LIMIT_MS = 120_000
const EVENTS = ["scan.pending", "scan.processing", "scan.completed", "scan.failed"]

const [old = "", now = ""] = Bun.argv.slice(2).map(path => resolve(path))
if (!old || !now) throw new Error("two checkouts are needed: the old one and the new one")

const [database, nats, receiver] = await Promise.all([startPostgres(), startNats(), startReceiver()])

interface Made {
  id: string
  isMeantToFail: boolean
}

/** Faults in the current API's answers about ended scans. */
const readAll = async (address: string, scans: Made[], step: string): Promise<string[]> => {
  const client = createClient(address)
  const wrong: string[] = []
  const read = async (path: string) => {
    const { status, body } = await client.get(path)
    if (status >= 300) wrong.push(`${step}: GET ${path} answered ${status} ${JSON.stringify(body).slice(0, 300)}`)
    return body
  }
  const list = await read("/v1/scans?limit=100")
  for (const { id, isMeantToFail } of scans) {
    const { status, errorMessage } = await read(`/v1/scans/${id}`)
    if (!list.items?.some((item: { id: string }) => item.id === id)) wrong.push(`${step}: ${id} is not listed`)
    if (isMeantToFail && status === "error" && !/best allowed system/.test(errorMessage))
      wrong.push(`${step}: the error of ${id} reads ${errorMessage}`)
    if (status !== "completed") continue
    const { overview } = await read(`/v1/scans/${id}/result`)
    if (!Number.isFinite(overview?.kpi?.yearlySavings)) wrong.push(`${step}: the report of ${id} has no savings`)
    await read(`/v1/scans/${id}/chart?startDate=2023-06-15`)
  }
  return wrong
}

/** Faults in the webhooks about a scan. */
const webhooksOf = ({ id, isMeantToFail }: Made): string[] => {
  const arrived = receiver.arrivals.filter(({ scanId }) => scanId === id)
  const names = arrived.map(({ event }) => event)
  const meant = ["scan.pending", "scan.processing", isMeantToFail ? "scan.failed" : "scan.completed"]
  const empty = arrived.filter(({ raw, event }) => {
    const { data } = JSON.parse(raw.toString())
    return !data?.createdAt || !data.status || (event === "scan.failed" && !data.errorMessage)
  })
  return [
    ...(names.join() === meant.join() ? [] : [`webhooks of ${id}: ${names.join(", ") || "none"}`]),
    ...empty.map(({ raw }) => `webhook of ${id} without its content: ${raw}`),
  ]
}

/** Processes of a database of its own, with the scans that were created on them and the faults so far. */
const openCluster = async (name: string) => {
  await administer(database.url, `create database ${name}`)
  const databaseUrl = databaseUrlOf(database.url, name)
  const env = {
    ...TEST_ENVIRONMENT,
    WORKER_THREADS: "1",
    WEBHOOK_ALLOW_PRIVATE: "1",
    JWT_SECRET: "a secret of all processes of a test cluster",
    DATABASE_URL: databaseUrl,
    NATS_URL: `${nats.url}/${name}`,
  }
  const start = (kind: Kind, folder: string): Promise<Child> =>
    startChild(`${kind}/main.ts`, { ...env, PORT: kind === "api" ? "0" : "" }, READY[kind], { folder })
  const running: Record<Kind, Child> = {
    api: await start("api", old),
    worker: await start("worker", old),
    dispatcher: await start("dispatcher", old),
  }
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  const scans: Made[] = []
  const wrong: string[] = []
  const rows = () => sql<{ id: string; status: string; reason: string | null; events: number }[]>`
    select id, status, error_message as reason, (select count(*)::int from scan_events where scan_id = scans.id) as events from scans
    where id in ${sql(scans.map(({ id }) => id))}`
  const logs = () =>
    Object.entries(running)
      .map(([kind, child]) => `${kind}:\n${child.output()}`)
      .join("\n")
  const read = async (step: string) => void wrong.push(...(await readAll(running.api.said, scans, step)))
  return {
    ...{ running, scans, wrong, start, logs, read },
    async create(step: string) {
      for (const request of REQUESTS) {
        const { status, body } = await createClient(running.api.said).post("/v1/scans", request)
        if (status === 201) scans.push({ id: body.id, isMeantToFail: "goal" in request })
        else wrong.push(`${step}: a scan was answered ${status} ${JSON.stringify(body)}`)
      }
    },
    /** Waits until all scans have ended and their webhooks arrived, and compares them. */
    async settle(step: string) {
      const isOver = ({ status }: { status: string }) => status === "completed" || status === "error"
      const ended = await until(async () => ((await rows()).every(isOver) ? rows() : undefined), END_LIMIT_MS, logs)
      for (const { id, isMeantToFail } of scans) {
        const row = ended.find(each => each.id === id)
        if (row?.status !== (isMeantToFail ? "error" : "completed") || row.events !== 3)
          wrong.push(`${step}: ${id} ended as ${row?.status ?? "gone"} with ${row?.events ?? 0} events: ${row?.reason}`)
      }
      await read(step)
      const arrived = () => (scans.every(made => webhooksOf(made).length === 0) ? true : undefined)
      await until(async () => arrived(), END_LIMIT_MS / 4).catch(() => {})
      wrong.push(...scans.flatMap(webhooksOf))
    },
    async close() {
      await Promise.all(Object.values(running).map(child => child.end("SIGKILL")))
      await sql.end({ timeout: 1 })
    },
  }
}

const KINDS = Object.keys(READY) as Kind[]

const upgradeAndBack = async (order: Kind[], name: string): Promise<string[]> => {
  const cluster = await openCluster(name)
  const { running, scans, wrong, start, create, settle, read, logs } = cluster
  try {
    const owner = await logIn(running.api.said)
    const url = receiver.url
    const endpoint = await owner.post("/v1/webhook-endpoints", { url, events: EVENTS, mode: "live" })
    if (endpoint.status !== 201)
      wrong.push(`an endpoint was answered ${endpoint.status} ${JSON.stringify(endpoint.body)}`)
    await create("before")
    for (const kind of order) {
      await running[kind].end()
      running[kind] = await start(kind, now)
      await create(`${kind} upgraded`)
      await read(`${kind} upgraded`)
    }
    await settle("upgraded")
    await Promise.all(KINDS.map(kind => running[kind].end()))
    for (const kind of KINDS) running[kind] = await start(kind, old)
    await create("rolled back")
    await settle("rolled back")
    console.log(`${order.join(", then ")}, and back: ${scans.length} scans, ${wrong.length} things wrong`)
    if (wrong.length > 0) console.log(logs())
    return wrong
  } catch (error) {
    console.log(`${order.join(", then ")}, and back: failed`)
    return [...wrong, (error as Error).message]
  } finally {
    await cluster.close()
  }
}

for (const [i, order] of ORDERS.entries()) {
  const wrong = await upgradeAndBack(order, `upgrade_${i}`)
  if (wrong.length > 0) process.exitCode = 1
  for (const line of wrong) console.log(`  ${line}`)
}
await Promise.all([database.close(), nats.close(), receiver.close()])
process.exit()
