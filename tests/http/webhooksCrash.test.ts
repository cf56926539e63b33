import { afterAll, expect, test } from "bun:test"
import type { Delivery } from "../../api/v1/webhooks/schemas.ts"
import { type Arrival, passesSixSteps, startReceiver } from "../support/receiver.ts"
import { houseRequest } from "../support/requests.ts"
import { createClient, freshDataDir, type RunningService, startProcess, until } from "../support/service.ts"
import { type Client, logIn } from "../support/sessions.ts"

/** `WEBHOOK_SCANS=2000 npm test -- webhooksCrash` runs the long form, of some minutes. */
const SCANS = Number(process.env.WEBHOOK_SCANS ?? 100)
const KILLS = 5
const POSTED_AT_ONCE = 8
const ARRIVALS_BEFORE_KILL = 100
/**
 * Limit of one receiver at a time (dispatcher/webhooks/windows.ts): a kill leaves as many events without an outcome.
 */
const MOST_ON_THEIR_WAY = 32
/** Limit for a busy machine; every wait ends when its condition holds. */
const PATIENCE_MS = 60_000 + 400 * SCANS
/** One scan in this many gets no answer from the receiver, until the request's timeout of 10 s. */
const HANGS_ONE_OF = 50
const PATH = "/v1/webhook-endpoints"
const BIG = Buffer.alloc(10 * 1024 * 1024, "x")

type Behave = Parameters<typeof startReceiver>[0] & {}

let service: RunningService
afterAll(() => service.end("SIGKILL"))

let hangs = 0
const BEHAVIOURS: Record<string, Behave> = {
  "/ok": (_arrival, response) => response.end("ok"),
  "/500": (_arrival, response) => response.writeHead(500).end("broken"),
  "/hang": ({ event }, response) => {
    if (event !== "scan.completed" || hangs++ % HANGS_ONE_OF !== 0) response.end()
  },
  "/reset": (_arrival, _response, { socket }) => socket.resetAndDestroy(),
  "/redirect": (_arrival, response) => response.writeHead(307, { location: "/ok" }).end(),
  "/big": (_arrival, response) => response.end(BIG),
  "/half": (_arrival, _response, { socket }) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n"),
}
const EXPLAINED = /stopped|outcome was logged|no complete answer|closed before|instead of 2xx|redirect/

/** Posts scans until the service has ended or `count` are accepted; their ids go to `accepted`. */
const post = async (service: RunningService, accepted: string[], count: number) => {
  const client = createClient(service.address)
  let left = count
  const poster = async () => {
    while (left-- > 0) {
      const answer = await client.post("/v1/scans", houseRequest()).catch(() => undefined)
      if (answer === undefined) return
      if (answer.status === 201) accepted.push(answer.body.id)
    }
  }
  await Promise.all(Array.from({ length: POSTED_AT_ONCE }, poster))
}

const everyPage = async (owner: Client, path: string): Promise<Delivery[]> => {
  const items: Delivery[] = []
  for (let page = 1; ; page++) {
    const { body } = await owner.get(`${path}?limit=100&page=${page}`)
    items.push(...body.items)
    if (page >= body.totalPages) return items
  }
}

const keyOf = ({ event, scanId }: Pick<Arrival | Delivery, "event" | "scanId">) => `${event} ${scanId}`

const allScans = async (address: string) => {
  const client = createClient(address)
  const items: { id: string; status: string }[] = []
  for (let page = 1; ; page++) {
    const { body } = await client.get(`/v1/scans?limit=100&page=${page}`)
    items.push(...body.items)
    if (page >= body.totalPages) return items
  }
}

test(
  `${SCANS} scans, receivers of every kind, ${KILLS} times kill -9: no event twice, every row explained, every scan ended`,
  async () => {
    const dataDir = await freshDataDir()
    const at = await startReceiver((arrival, response, request) =>
      BEHAVIOURS[arrival.path]!(arrival, response, request),
    )
    const start = () => startProcess(dataDir, { WEBHOOK_ALLOW_PRIVATE: "1" })
    service = await start()
    const owner = await logIn(service.address)
    const endpoints = await Promise.all(
      Object.keys(BEHAVIOURS).map(async path => {
        const events = ["scan.pending", "scan.processing", "scan.completed", "scan.failed"]
        return { path, ...(await owner.post(PATH, { url: `${at.url}${path}`, events })).body }
      }),
    )
    const accepted: string[] = []
    for (let kill = 0; kill < KILLS; kill++) {
      const [before, seen] = [accepted.length, at.arrivals.length]
      const share = Math.ceil((SCANS - before) / (KILLS - kill))
      const posting = post(service, accepted, share)
      const isMidway = () => accepted.length >= before + share / 2 && at.arrivals.length >= seen + ARRIVALS_BEFORE_KILL
      await until(() => (isMidway() ? true : undefined), PATIENCE_MS)
      await service.end("SIGKILL")
      await posting
      service = await start()
    }
    await post(service, accepted, SCANS - accepted.length)
    expect(accepted.length).toBeGreaterThanOrEqual(SCANS)

    const again = await logIn(service.address)
    const scans = await until(async () => {
      const all = await allScans(service.address)
      return all.every(({ status }) => status === "completed" || status === "error") ? all : undefined
    }, PATIENCE_MS)
    const ids = new Set(scans.map(({ id }) => id))
    expect(accepted.filter(id => !ids.has(id))).toEqual([])

    for (const { path, id, secret } of endpoints) {
      const log = await until(async () => {
        const { body } = await again.get(`${PATH}/${id}/deliveries?limit=1`)
        const { body: waiting } = await again.get(`${PATH}/${id}/deliveries?limit=1&outcome=waiting`)
        const isDone = waiting.total === 0 && body.total === 3 * scans.length
        return isDone ? everyPage(again, `${PATH}/${id}/deliveries`) : undefined
      }, PATIENCE_MS)
      const arrivals = at.arrivals.filter(arrival => arrival.path === path)
      expect([path, new Set(log.map(keyOf)).size]).toEqual([path, log.length])
      expect([path, new Set(arrivals.map(keyOf)).size]).toEqual([path, arrivals.length])
      expect(arrivals.filter(arrival => !passesSixSteps(arrival, secret))).toEqual([])
      const rows = new Map(log.map(row => [row.id, row]))
      expect(arrivals.filter(({ deliveryId }) => !rows.has(deliveryId))).toEqual([])
      const arrivedIds = new Set(arrivals.map(({ deliveryId }) => deliveryId))
      for (const row of log) {
        const isSuccess = row.statusCode !== null && row.statusCode < 300 && row.error === null
        if (!isSuccess) expect(row.error).toMatch(EXPLAINED)
        if (row.statusCode !== null) expect(arrivedIds.has(row.id)).toBe(true)
      }
      const order = new Map<string, string[]>()
      for (const { scanId = "", event } of arrivals) order.set(scanId, [...(order.get(scanId) ?? []), event])
      const inOrder = ["scan.pending", "scan.processing", "scan.completed"]
      for (const events of order.values()) expect(events).toEqual(inOrder.filter(event => events.includes(event)))
    }
    const ok = at.arrivals.filter(({ path }) => path === "/ok").length
    expect(ok).toBeGreaterThanOrEqual(3 * scans.length - KILLS * MOST_ON_THEIR_WAY)
    await at.close()
  },
  5 * PATIENCE_MS,
)
