/**
 * `npm run bench -- accept`: accepted scans per second of an API on PostgreSQL, each answered after its commit. One
 * comparison is a server that does only one INSERT per request. The other checks the same body and stores nothing. It
 * also measures reads of a state.
 */
import postgres from "postgres"
import { newId } from "../../infra/ids.ts"
import { ROOT } from "../support/child.ts"
import { administer, databaseUrlOf, startApi, whyNoServers } from "../support/cluster.ts"
import { startNats, startPostgres } from "../support/programs.ts"
import { smallestRequest } from "../support/requests.ts"
import { createClient, LIVE_KEY, TEST_ENVIRONMENT } from "../support/service.ts"
import { loadBare } from "./bareServer.ts"
import { processSeconds } from "./processorTime.ts"
import { runLoad } from "./serviceLoad.ts"
import { type Row, report } from "./table.ts"

const LOAD = { connections: 64, seconds: 5, headers: { "x-api-key": LIVE_KEY, "content-type": "application/json" } }
/** As many connections as the service's bench has. */
const STATE_LOAD = { ...LOAD, connections: 16 }
const TURNS = 3
/** Turns before the measured turns: the engine compiles a path for some ten thousand requests. */
const WARM_UP_TURNS = 2
/** Least ratio to the scans of the server with single inserts. */
const GAIN = 3
/** Connections to PostgreSQL, as many as an API has. */
const CONNECTIONS = 10

/** A server that stores each body in a row of its own, and answers after the commit. */
const SINGLE_INSERTS = `
  import postgres from "postgres"
  const sql = postgres(process.env.DATABASE_URL, { max: ${CONNECTIONS} })
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const id = Bun.randomUUIDv7()
      await sql\`insert into bench_scans (id, input) values (\${id}, \${JSON.stringify(await request.json())}::json)\`
      return Response.json({ id, status: "pending" }, { status: 201 })
    },
  })
  console.log("port " + server.port)`

/** A server that checks each body by the schema of requests and answers; it stores nothing and checks no credential. */
const BARE = `
  import { Elysia } from "elysia"
  import { ScanRequest } from "./domain/request/request.ts"
  const answer = ({ set }) => {
    set.status = 201
    return { id: Bun.randomUUIDv7(), status: "pending", createdAt: new Date().toISOString() }
  }
  const app = new Elysia({ normalize: false }).post("/v1/scans", answer, { body: ScanRequest })
  app.listen({ port: 0, hostname: "127.0.0.1" }, ({ port }) => console.log("port " + port))`

interface Server {
  address: string
  processId: number
}

const startScript = async (script: string, environment: Record<string, string> = {}) => {
  const child = Bun.spawn([process.execPath, "-e", script], {
    cwd: ROOT,
    env: { ...process.env, ...environment },
    stdout: "pipe",
    stderr: "inherit",
  })
  const said = await child.stdout.getReader().read()
  const port = /port (\d+)/.exec(new TextDecoder().decode(said.value))?.[1]
  return { address: `http://127.0.0.1:${port}`, processId: child.pid, end: () => child.kill() }
}

const startSingleInserts = async (databaseUrl: string) => {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  await sql`create table bench_scans (id uuid primary key, input json not null)`
  await sql.end()
  return startScript(SINGLE_INSERTS, { DATABASE_URL: databaseUrl })
}

/** Answers per second, and processor time per answer [µs]: of the server's process, and including PostgreSQL. */
interface Accepted {
  perSecond: number
  cpuUs: number
  cpuInAllUs: number
}

const accepted = async ({ address, processId }: Server, databaseId: number): Promise<Accepted> => {
  const body = JSON.stringify(smallestRequest())
  const load = { ...LOAD, url: `${address}/v1/scans`, method: "POST", body, status: 201, holds: '"pending"' } as const
  const before = { server: processSeconds(processId), database: processSeconds(databaseId) }
  const { perSecond, answersInAll } = await runLoad(load)
  const server = processSeconds(processId) - before.server
  const inAll = server + processSeconds(databaseId) - before.database
  return { perSecond, cpuUs: (1e6 * server) / answersInAll, cpuInAllUs: (1e6 * inAll) / answersInAll }
}

/** Reads of a state a second, median of turns: of the API, and of bare Elysia with the same bytes. */
const statesOf = async (address: string) => {
  const client = createClient(address)
  const path = `/v1/scans/${(await client.post("/v1/scans", smallestRequest())).body.id}/status`
  const body = JSON.stringify((await client.get(path)).body)
  const load = { ...STATE_LOAD, url: address + path, method: "GET", status: 200, equals: body } as const
  const [own, bare]: number[][] = [[], []]
  for (let i = 0; i < WARM_UP_TURNS + TURNS; i++) {
    own!.push((await runLoad(load)).perSecond)
    bare!.push((await loadBare(body, load)).perSecond)
  }
  return { own: median(own!.slice(WARM_UP_TURNS)), bare: median(bare!.slice(WARM_UP_TURNS)) }
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

export const bench = async (): Promise<void> => {
  const reason = whyNoServers()
  if (reason) throw new Error(reason)
  const [database, nats] = await Promise.all([startPostgres(), startNats()])
  const name = `bench-${newId()}`
  await administer(database.url, `create database "${name}"`)
  const environment = {
    ...TEST_ENVIRONMENT,
    CALLS_PER_MINUTE: "10000000",
    JWT_SECRET: "a secret of all processes of a bench cluster",
    DATABASE_URL: databaseUrlOf(database.url, name),
    NATS_URL: `${nats.url}/${name}`,
  }
  const [api, single] = [await startApi(environment), await startSingleInserts(environment.DATABASE_URL)]
  const bare = await startScript(BARE)
  const own = { address: api.said, processId: api.processId }
  const turns: Record<"own" | "single" | "bare", Accepted>[] = []
  for (let i = 0; i < WARM_UP_TURNS + TURNS; i++)
    turns.push({
      own: await accepted(own, database.processId()),
      single: await accepted(single, database.processId()),
      bare: await accepted(bare, database.processId()),
    })
  turns.splice(0, WARM_UP_TURNS)
  const states = await statesOf(api.said)
  single.end()
  bare.end()
  await api.end("SIGTERM")
  await Promise.all([database.close(), nats.close()])
  const ratio = median(turns.map(turn => turn.own.perSecond / turn.single.perSecond))
  const rows = [
    rowOf("scans accepted, 64 connections", turns, "own"),
    rowOf("one INSERT for each request", turns, "single"),
    rowOf("bare Elysia, which checks the same body and stores nothing", turns, "bare"),
    { what: "scans against INSERTs", measured: `${ratio.toFixed(2)} ×`, bar: `${GAIN} ×`, holds: ratio >= GAIN },
    {
      what: `GET status, ${STATE_LOAD.connections} connections, against bare Elysia`,
      measured: `${((100 * states.own) / states.bare).toFixed(1)} %`,
      bar: `${states.own.toFixed(0)} of ${states.bare.toFixed(0)} a second`,
    },
  ]
  const lost = ratio < 1 ? ["one INSERT for each request"] : []
  report("accept", [{ title: `An API on PostgreSQL, ${TURNS} turns`, rows, lost, data: { turns, states } }])
}

const rowOf = <Name extends string>(what: string, turns: readonly Record<Name, Accepted>[], name: Name): Row => {
  const perSecond = median(turns.map(turn => turn[name].perSecond))
  const cpuUs = median(turns.map(turn => turn[name].cpuUs))
  const cpuInAllUs = median(turns.map(turn => turn[name].cpuInAllUs))
  const each = `${cpuUs.toFixed(0)} µs each, ${cpuInAllUs.toFixed(0)} with PostgreSQL`
  return { what, measured: `${perSecond.toFixed(0)} a second, ${each}`, bar: "" }
}
