/**
 * `npm run bench -- accept`: scans that an API on PostgreSQL accepts a second, each answered after its commit, against a server that
 * does nothing but one INSERT for each request; and reads of a state.
 */
import postgres from "postgres"
import { newId } from "../../infra/ids.ts"
import { ROOT } from "../support/child.ts"
import { administer, databaseUrlOf, startApi, whyNoServers } from "../support/cluster.ts"
import { startNats, startPostgres } from "../support/programs.ts"
import { smallestRequest } from "../support/requests.ts"
import { createClient, LIVE_KEY, TEST_ENVIRONMENT } from "../support/service.ts"
import { runLoad } from "./serviceLoad.ts"
import { report } from "./table.ts"

const LOAD = { connections: 64, seconds: 5, headers: { "x-api-key": LIVE_KEY, "content-type": "application/json" } }
const TURNS = 3
/** How many times as many scans as the server of single inserts. */
const GAIN = 3
/** Connections to PostgreSQL, as many as an API has. */
const CONNECTIONS = 10

/** A server that stores each body in a row of its own, and answers when that is committed. */
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

const startSingleInserts = async (databaseUrl: string) => {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  await sql`create table bench_scans (id uuid primary key, input json not null)`
  await sql.end()
  const child = Bun.spawn([process.execPath, "-e", SINGLE_INSERTS], {
    cwd: ROOT,
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdout: "pipe",
    stderr: "inherit",
  })
  const said = await child.stdout.getReader().read()
  const port = /port (\d+)/.exec(new TextDecoder().decode(said.value))?.[1]
  return { address: `http://127.0.0.1:${port}`, end: () => child.kill() }
}

const accepted = async (address: string): Promise<number> => {
  const body = JSON.stringify(smallestRequest())
  const load = { ...LOAD, url: `${address}/v1/scans`, method: "POST", body, status: 201, holds: '"pending"' } as const
  return (await runLoad(load)).perSecond
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
  const turns: { own: number; single: number }[] = []
  for (let i = 0; i < TURNS; i++) turns.push({ own: await accepted(api.said), single: await accepted(single.address) })
  const { id } = (await createClient(api.said).post("/v1/scans", smallestRequest())).body
  const states = await runLoad({
    ...LOAD,
    url: `${api.said}/v1/scans/${id}/status`,
    method: "GET",
    status: 200,
    holds: '"pending"',
  })
  single.end()
  await api.end("SIGTERM")
  await Promise.all([database.close(), nats.close()])
  const ratio = median(turns.map(({ own, single }) => own / single))
  const rows = [
    {
      what: "scans accepted a second, 64 connections",
      measured: median(turns.map(turn => turn.own)).toFixed(0),
      bar: "",
    },
    { what: "one INSERT for each request", measured: median(turns.map(turn => turn.single)).toFixed(0), bar: "" },
    { what: "against one INSERT", measured: `${ratio.toFixed(2)} ×`, bar: `${GAIN} ×`, holds: ratio >= GAIN },
    { what: "GET status a second", measured: states.perSecond.toFixed(0), bar: "" },
  ]
  const lost = ratio < 1 ? ["one INSERT for each request"] : []
  report("accept", [{ title: `An API on PostgreSQL, ${TURNS} turns`, rows, lost, data: { turns, states } }])
}
