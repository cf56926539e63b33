import { rmSync } from "node:fs"
import { startApi } from "../../api/index.ts"
import { encodeMessage, type ScanProgress, TOPICS } from "../../domain/report/messages.ts"
import { createMemoryBus } from "../../infra/bus/memory.ts"
import { readConfig } from "../../infra/config.ts"
import { createLog } from "../../infra/log.ts"
import { createMetrics } from "../../infra/metrics.ts"
import type { Database } from "../../store/database.ts"
import { addressOf, createClient, freshDataDir, liveKeyOf, openDatabaseOf, type Target, until } from "./service.ts"
import { type Client, withToken } from "./sessions.ts"

/** A token of the legacy interface for an API key. */
export const legacyToken = async (at: Target, key = liveKeyOf(at)): Promise<string> => {
  const { status, body } = await createClient(at, key).post("/v1/auth/token", undefined)
  if (status !== 200) throw new Error(`the token answered ${status}: ${JSON.stringify(body)}`)
  return body.access_token
}

/** A client of the legacy interface. */
export const legacyClient = async (at: Target, key = liveKeyOf(at)): Promise<Client> =>
  withToken(addressOf(at), await legacyToken(at, key))

/** A house on a roof to the south, with room for a battery. */
export const legacyHouse = () => ({
  goal: "payback-time",
  yearly_kwh: 3500,
  location: { lat: 51.44, lon: 5.48 },
  new_pv: [{ name: "South", panel_power_watts: 430, max_panel_count: 14 }],
  electricBattery: { capacity_kwh: 10, power_rating_kw: 5 },
})

/** The smallest valid request. */
export const smallestRun = () => ({ goal: "payback-time", yearly_kwh: 2800 })

/** Waits until a run has ended. Returns its last status answer. */
export const endedRun = (client: Client, runUuid: string) =>
  until(async () => {
    const { body } = await client.get(`/v1/scan/status?run-uuid=${runUuid}`)
    return body.status === "calculating" ? undefined : body
  })

/** Creates a run and waits for its end. */
export const solvedRun = async (client: Client, request: object): Promise<string> => {
  const { status, body } = await client.post("/v1/scan", request)
  if (status !== 201) throw new Error(`the scan answered ${status}: ${JSON.stringify(body)}`)
  const last = await endedRun(client, body.run_uuid)
  if (last.status !== "optimal") throw new Error(`the scan ended: ${JSON.stringify(last)}`)
  return body.run_uuid
}

/** Messages of a WebSocket until it was closed. */
export interface Received {
  // biome-ignore lint/suspicious/noExplicitAny: messages are checked by the assertions of each test
  messages: any[]
  code: number
  protocol: string
}

const CLOSE_TIMEOUT_MS = 30_000

/** Follows a run over a WebSocket until the service closes it; `onMessage` gets each message. */
export const followRun = (
  address: string,
  query: string,
  credential: { header?: string; protocols?: string[] },
  onMessage: (message: object) => void = () => {},
  leaving?: AbortSignal,
): Promise<Received> =>
  new Promise((done, fail) => {
    const url = `${address.replace(/^http/, "ws")}/v1/scan/ws${query}`
    const socket = credential.header
      ? new WebSocket(url, { headers: { authorization: credential.header } } as never)
      : new WebSocket(url, credential.protocols ?? [])
    const messages: object[] = []
    let protocol = ""
    const timer = setTimeout(
      () => fail(new Error(`not closed; received ${JSON.stringify(messages)}`)),
      CLOSE_TIMEOUT_MS,
    )
    leaving?.addEventListener("abort", () => socket.close())
    socket.onopen = () => {
      protocol = socket.protocol
    }
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(String(data))
      messages.push(message)
      onMessage(message)
    }
    socket.onclose = ({ code }) => {
      clearTimeout(timer)
      done({ messages, code, protocol })
    }
  })

/** An API in this process without a dispatcher or a worker: the test publishes their messages on the bus. */
export const startLonelyApi = async (
  database: Database,
  dataDir: string,
  limits: { socketsPerOrganization?: number } = {},
) => {
  const bus = createMemoryBus()
  const config = readConfig({ PORT: "0", DATA_DIR: dataDir, JWT_SECRET: "a secret of every process of this test" })
  const log = createLog("test", "silent")
  const readiness = async () => ({ isReady: true, checks: {} })
  const api = await startApi({ config, database, bus, log, metrics: createMetrics(), readiness, ...limits })
  return {
    address: api.address,
    say: (progress: ScanProgress) => bus.broadcast(TOPICS.progress, encodeMessage(progress)),
    stop: () => api.stop(),
  }
}

/** A bootstrapped database that no service runs on. */
export const openFreshDatabase = async () => {
  const dataDir = await freshDataDir()
  const database = await openDatabaseOf(dataDir)
  return {
    database,
    dataDir,
    async close() {
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
