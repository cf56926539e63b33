import { expect } from "bun:test"
import { isNull } from "drizzle-orm"
import { hashApiKey, newApiKey } from "../../api/credentials/keys.ts"
import { type Api, createApi } from "../../api/index.ts"
import { parseLoadProfile } from "../../domain/site/meters/loadProfile.ts"
import { readMeterFile } from "../../domain/site/meters/readMeterFile.ts"
import { createMemoryBus } from "../../infra/bus/memory.ts"
import { readConfig } from "../../infra/config.ts"
import { type Codecs, type Connection, ConnectionLost } from "../../infra/database/connection.ts"
import { newId } from "../../infra/ids.ts"
import { createLog } from "../../infra/log.ts"
import { createMetrics } from "../../infra/metrics.ts"
import { insertApiKey } from "../../store/apiKeys.ts"
import { type Database, databaseOver } from "../../store/database.ts"
import { insertOrganization } from "../../store/organizations.ts"
import { idempotencyKeys } from "../../store/tables.ts"
import { smallestRequest } from "./requests.ts"

/** Faults to inject into connections to a database. */
interface Plan {
  /**
   * Text in a statement. The next statement with it, or the commit of its transaction, takes effect, but its answer is
   * lost.
   */
  loses: string | undefined
  /** Holds the next transaction before it begins. */
  hold: { reached: () => void; go: Promise<void> } | undefined
}

/** A connection that breaks as planned. */
const breaking = (inner: Connection, plan: Plan): Connection => {
  let isBroken = false
  let isInTransaction = false
  let isMeant = false
  return {
    async ask(query, parameters, asking) {
      if (isBroken) throw new ConnectionLost()
      if (query === "begin") {
        const { hold } = plan
        plan.hold = undefined
        isInTransaction = true
        hold?.reached()
        await hold?.go
      }
      const rows = await inner.ask(query, parameters, asking)
      isMeant ||= plan.loses !== undefined && query.includes(plan.loses)
      if (query === "commit" || query === "rollback") isInTransaction = false
      if (isInTransaction || !isMeant) return rows
      isMeant = false
      if (query === "rollback") return rows
      plan.loses = undefined
      isBroken = true
      throw new ConnectionLost()
    },
    isBroken: () => isBroken || inner.isBroken(),
    close: () => inner.close(),
  }
}

const apiOver = (database: Database): Promise<Api> =>
  createApi(
    {
      config: readConfig({
        JWT_SECRET: "a secret of a test, of 32 characters and more",
        PUBLIC_URL: "http://localhost",
      }),
      database,
      bus: createMemoryBus(),
      log: createLog("test", "silent"),
      metrics: createMetrics(),
      readiness: async () => ({ isReady: true, checks: {} }),
      tasks: {
        readMeter: async ({ bytes, fileName, site }) => readMeterFile(bytes, fileName, site),
        readLoadProfile: async csv => parseLoadProfile(csv),
        assertFeasible: async () => {},
        liveCase: () => Promise.reject(new Error("not used")),
        close() {},
      },
    },
    () => "127.0.0.1",
  )

/** Two APIs over one database whose connections break, and a caller of both with a key of its own. */
export const openBreaking = async (connect: (codecs: Codecs) => Connection, engine: Database["engine"]) => {
  const plan: Plan = { loses: undefined, hold: undefined }
  const database = databaseOver(codecs => breaking(connect(codecs), plan), engine, 4)
  const organizationId = newId()
  const key = newApiKey("live", organizationId.padEnd(43, "x"))
  await insertOrganization(database.queries, { id: organizationId, displayName: "Once", tier: null })
  const hashed = { hash: hashApiKey(key), last4: key.slice(-4) }
  await insertApiKey(database.queries, { organizationId, name: "Once", mode: "live", ...hashed })
  const apis = [await apiOver(database), await apiOver(database)] as const
  const callOf = (api: Api) => async (method: string, path: string, body?: object, name?: string) => {
    const headers = { host: "localhost", "x-api-key": key, "content-type": "application/json" }
    const named = name === undefined ? headers : { ...headers, "idempotency-key": name }
    const asked = new Request(`http://localhost${path}`, {
      method,
      headers: named,
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const answer = await api.fetch(asked)
    return {
      status: answer.status,
      isReplayed: answer.headers.has("idempotent-replayed"),
      location: answer.headers.get("location"),
      body: await answer.json(),
    }
  }
  const [call, callOther] = [callOf(apis[0]), callOf(apis[1])]
  return {
    plan,
    database,
    organizationId,
    key,
    /** Answer of the first API to a request to a path. */
    fetch: (path: string, request: RequestInit) => apis[0].fetch(new Request(`http://localhost${path}`, request)),
    call,
    callOther,
    /** Numbers of stored scans and of charged scans. */
    counts: async () => [(await call("GET", "/v1/scans")).body.total, (await call("GET", "/v1/usage")).body.used],
    async close() {
      for (const api of apis) api.close()
      await database.close()
    },
  }
}
export type Breaking = Awaited<ReturnType<typeof openBreaking>>

const PATHS = [
  ["/v1/scans", smallestRequest(), 1],
  ["/v1/scans/batch", { scans: [smallestRequest(), smallestRequest()] }, 2],
] as const

/**
 * Loses a commit's answer and repeats the request. The repeat must get the answer of the stored scans, and create no
 * others.
 */
export const repeatsAfterLostCommit = async ({ plan, call, counts }: Breaking): Promise<void> => {
  for (const [path, body, made] of PATHS) {
    const before = await counts()
    plan.loses = 'insert into "scans"'
    const first = await call("POST", path, body, `lost ${path}`)
    expect([path, first.status]).toEqual([path, 503])
    const again = await call("POST", path, body, `lost ${path}`)
    expect([path, again.status, again.isReplayed]).toEqual([path, 201, true])
    expect(await counts()).toEqual(before.map(count => count + made))
    const { status } = await call("GET", again.location ?? "")
    expect([path, status]).toEqual([path, 200])
    const listed = (await call("GET", "/v1/scans")).body.items.map(({ id }: { id: string }) => id)
    const ids = again.body.items?.map(({ id }: { id: string }) => id) ?? [again.body.id]
    expect(listed).toEqual(expect.arrayContaining(ids))
  }
}

/** Expects a request to store nothing if another process took over its key, because the first process seemed dead. */
export const yieldsToWhoTookOver = async ({ plan, database, call, callOther, counts }: Breaking): Promise<void> => {
  const [stored, charged] = await counts()
  const old = new Date(Date.now() - 200_000)
  const createBy = (ask: Breaking["call"]) => ask("POST", "/v1/scans", smallestRequest(), "taken over")
  const [reached, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  plan.hold = { reached: reached.resolve, go: go.promise }
  const answeredLate = createBy(call)
  await reached.promise
  await database.queries.update(idempotencyKeys).set({ createdAt: old }).where(isNull(idempotencyKeys.answer))
  const other = await createBy(callOther)
  go.resolve()
  const late = await answeredLate
  expect([late.status, late.body.code]).toEqual([409, "STILL_RUNNING"])
  expect(other.status).toBe(201)
  expect(await counts()).toEqual([stored + 1, charged + 1])
  const again = await createBy(call)
  expect([again.isReplayed, again.body]).toEqual([true, other.body])
}
