import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { join } from "node:path"
import { createClient, createScanClient, ScanCallError } from "../../client/index.ts"
import { ROOT } from "../support/child.ts"
import * as server from "../support/hostileServer.ts"

/** Both clients against a server that fails in every way: one scan a key, and errors that name their cause. */

/** Calls without a key. */
const UNKEYED = ["read", "webhookTest", "report", "results", "states", "remove"] as const
type CallName = "scan" | "waitingScan" | "batch" | "bulk" | "profile" | (typeof UNKEYED)[number]

/** The end of a call, alike in both languages. */
interface Ending {
  id?: string | null
  type?: string
  code?: string | null
  reason?: string | null
  status?: number | null
  idempotencyKey?: string | null
  message?: string
  hasCause?: boolean
  /** Pauses between the attempts [s]. */
  pauses: number[]
}

interface Fault {
  name: string
  turns: readonly server.Turn[]
  call?: CallName
  timeoutSeconds?: number
  /** Path in place of the fault at the server. */
  address?: string
  /** Fields of the error; absent: the call succeeds. */
  error?: object
  /** Absent: as many as the time allows. */
  requests?: number
  /** Default: 1. */
  created?: number
  /** Least and most of each pause [s]; default: BACKOFF. */
  pauses?: readonly (readonly [number, number])[]
}

/** Least and most of the pauses between six attempts [s]. */
const BACKOFF = [1, 2, 4, 8, 16].map(most => [most / 2, most] as const)
const { html, refuses } = server
const six = (turn: server.Turn) => new Array<server.Turn>(6).fill(turn)
const foreign = (status: number, said: string) => ({
  ...{ type: "ScanApiError", code: "UNEXPECTED_ANSWER", status },
  message: expect.stringContaining(said),
})
const api = (status: number, code: string) => ({ type: "ScanApiError", code, reason: code.toLowerCase(), status })
const noCall = (code: string, said: string) => ({
  ...{ type: "ScanCallError", code },
  message: expect.stringContaining(said),
})

const FAULTS: Fault[] = [
  { name: "reset-before", turns: [server.resetBefore], requests: 2 },
  { name: "reset-after", turns: [server.resetAfter], requests: 2 },
  { name: "five-resets", turns: six(server.resetAfter).slice(1), requests: 6 },
  { name: "closed", turns: [server.closes], requests: 2 },
  { name: "half-head", turns: [server.halfHead], requests: 2 },
  { name: "half-body", turns: [server.halfBody], requests: 2 },
  { name: "half-chunk", turns: [server.halfChunk], requests: 2 },
  { name: "half-json", turns: [server.halfJson], requests: 2 },
  { name: "empty-body", turns: [server.emptyBody], requests: 2 },
  { name: "502", turns: [html(502)], requests: 2 },
  { name: "503", turns: [html(503)], requests: 2 },
  { name: "504", turns: [html(504), html(504)], requests: 3 },
  { name: "408", turns: [html(408)], requests: 2 },
  { name: "503-seconds", turns: [refuses(503, "UNAVAILABLE", { "retry-after": "7" })], requests: 2, pauses: [[7, 7]] },
  { name: "503-date", turns: [server.retryAt(503, 20)], requests: 2, pauses: [[17, 20]] },
  {
    name: "429-seconds",
    turns: [refuses(429, "TOO_MANY_REQUESTS", { "retry-after": "3" })],
    requests: 2,
    pauses: [[3, 3]],
  },
  { name: "429-date", turns: [server.retryAt(429, 30)], requests: 2, pauses: [[27, 30]] },
  { name: "429-past-date", turns: [server.retryAt(429, -500)], requests: 2 },
  { name: "429-negative", turns: [html(429, { "retry-after": "-5" })], requests: 2 },
  { name: "429-huge", turns: [html(429, { "retry-after": "86400" })], requests: 2, pauses: [[59, 60]] },
  {
    ...{ name: "429-huge-twice", turns: six(html(429, { "retry-after": "86400" })), requests: 2, created: 0 },
    ...{ error: foreign(429, "answered 429 with text/html"), pauses: [[59, 60]] },
  },
  { name: "429-nonsense", turns: [html(429, { "retry-after": "soon" })], requests: 2 },
  {
    name: "still-running",
    turns: [server.stillRunning, server.stillRunning],
    requests: 3,
    pauses: [
      [1, 1],
      [1, 2],
    ],
  },
  {
    ...{ name: "reset-then-running", turns: [server.resetAfter, server.stillRunning], call: "waitingScan" },
    ...{
      requests: 3,
      pauses: [
        [0.5, 1],
        [1, 2],
      ],
    },
  },
  { name: "batch", turns: [server.resetAfter, html(502)], call: "batch", requests: 3 },
  { name: "profile", turns: [server.resetAfter, html(502)], call: "profile", requests: 3 },
  { name: "bulk", turns: [server.resetBefore, html(502)], call: "bulk", requests: 3 },
  {
    ...{ name: "bulk-exists", turns: [server.resetAfter, refuses(409, "CONFLICT")], call: "bulk", requests: 2 },
    error: api(409, "CONFLICT"),
  },
  { name: "read", turns: [html(502), html(503)], call: "read", requests: 3 },
  {
    ...{ name: "unkeyed-reset", turns: [server.resetAfter], call: "webhookTest", requests: 1 },
    error: noCall("NO_ANSWER", "/v1/webhook-endpoints/1/test"),
  },
  {
    ...{ name: "unkeyed-postponed", turns: [refuses(429, "TOO_MANY_REQUESTS", { "retry-after": "2" })] },
    ...{ call: "webhookTest", requests: 2, pauses: [[2, 2]] },
  },
  { name: "html-200", turns: [html(200)], requests: 1, created: 0, error: foreign(200, "answered 200 with text/html") },
  { name: "text-200", turns: [server.text("OK")], requests: 1, created: 0, error: foreign(200, "with text/plain") },
  { name: "html-404", turns: [html(404)], requests: 1, created: 0, error: foreign(404, "answered 404 with text/html") },
  {
    ...{ name: "redirect", turns: six(server.redirects), requests: 1, created: 0 },
    error: foreign(307, "a redirect to /elsewhere/v1/scans"),
  },
  { name: "401", turns: [refuses(401, "UNAUTHORIZED")], requests: 1, created: 0, error: api(401, "UNAUTHORIZED") },
  { name: "400", turns: [refuses(400, "INVALID_INPUT")], requests: 1, created: 0, error: api(400, "INVALID_INPUT") },
  { name: "409", turns: [refuses(409, "CONFLICT")], requests: 1, created: 0, error: api(409, "CONFLICT") },
  { name: "500", turns: [refuses(500, "INTERNAL")], requests: 1, created: 0, error: api(500, "INTERNAL") },
  {
    ...{ name: "quota", turns: [refuses(429, "QUOTA_USED_UP", { "retry-after": "9" })], requests: 1, created: 0 },
    error: api(429, "QUOTA_USED_UP"),
  },
  {
    ...{ name: "always-reset", turns: six(server.resetAfter), requests: 6 },
    error: { ...noCall("NO_ANSWER", "-always-reset/v1/scans: "), hasCause: true },
  },
  { name: "always-503", turns: six(html(503)), requests: 6, created: 0, error: foreign(503, "answered 503") },
  {
    ...{ name: "always-empty", turns: six(server.emptyBody), requests: 6 },
    error: { ...foreign(200, "with an empty body"), hasCause: true },
  },
  {
    ...{ name: "slow-body", turns: [server.slowBody], timeoutSeconds: 0.2, requests: 1 },
    error: noCall("TIMEOUT", "v1/scans: no answer within "),
  },
  {
    ...{ name: "hangs", turns: [server.hangs], timeoutSeconds: 0.2, requests: 1 },
    error: noCall("TIMEOUT", "v1/scans: no answer within "),
  },
  {
    ...{ name: "refused", turns: [], address: "http://127.0.0.1:1", requests: 0, created: 0 },
    error: { ...noCall("NO_ANSWER", "http://127.0.0.1:1/v1/scans: "), hasCause: true },
    pauses: BACKOFF,
  },
  {
    ...{ name: "results-text", turns: six(server.text("OK\n")), call: "results", requests: 1, created: 0 },
    error: foreign(200, "answered 200 with text/plain"),
  },
  {
    ...{ name: "results-json", turns: six(server.answers), call: "results", requests: 1 },
    error: foreign(201, "answered 201 with application/json"),
  },
  {
    ...{ name: "states-text", turns: six(server.text("OK\n")), call: "states", requests: 1, created: 0 },
    error: foreign(200, "answered 200 with text/plain"),
  },
  {
    ...{ name: "remove-html", turns: [html(200)], call: "remove", requests: 1, created: 0 },
    error: foreign(200, "answered 200 with text/html"),
  },
  {
    ...{ name: "wait-404", turns: [html(404)], call: "report", requests: 1, created: 0 },
    error: foreign(404, "answered 404 with text/html, not JSON: is "),
  },
  {
    ...{ name: "wait-refused", turns: [], call: "report", address: "http://127.0.0.1:1", requests: 0, created: 0 },
    ...{ error: noCall("NO_ANSWER", "http://127.0.0.1:1/v1/scans/1/events: "), pauses: [] },
  },
  {
    ...{ name: "wait-502", turns: new Array(99).fill(html(502)), call: "report", created: 0 },
    ...{ error: { type: "ScanTimeout", code: "SCAN_TIMEOUT", hasCause: true }, pauses: [] },
  },
]

/** Paths of the server begin with the language and the fault. */
const faultOf = (path: string) => FAULTS.find(({ name }) => name === path.slice(path.indexOf("-") + 1))

let hostile: Awaited<ReturnType<typeof server.startHostile>>
let ofPython: Ending[] = []

beforeAll(async () => {
  hostile = await server.startHostile(path => faultOf(path)?.turns ?? [])
  if (hasPython) ofPython = await pythonEndings()
}, 60_000)
afterAll(() => hostile.close())

const addressOf = (language: string, { name, address }: Fault) => address ?? `${hostile.address}/${language}-${name}`

const SITE = { location: { lat: 51.44, lon: 5.48 }, inputMethod: "known", yearlyKwh: 3500 } as const

const call = async (fault: Fault, pauses: number[]): Promise<{ id?: string } | undefined> => {
  const options = {
    ...{ baseUrl: addressOf("ts", fault), apiKey: "key" },
    ...(fault.timeoutSeconds === undefined ? {} : { timeoutMs: fault.timeoutSeconds * 1000 }),
    // Time passes by the pauses, and by the calls' own time.
    clock: {
      now: () => Date.now() + 1000 * pauses.reduce((sum, pause) => sum + pause, 0),
      sleep: async (ms: number) => void pauses.push(ms / 1000),
    },
  }
  const [client, scans] = [createClient(options), createScanClient(options)]
  switch (fault.call) {
    case "waitingScan":
      return scans.createScan(SITE, { waitSeconds: 5, idempotencyKey: undefined })
    case "batch":
      return scans.createScans([SITE]) as Promise<object>
    case "bulk":
      return scans.createBulk([SITE])
    case "profile":
      return client.ask("POST /v1/studio-profiles", { body: { name: "A" } })
    case "read":
      return scans.status("1")
    case "webhookTest":
      return client.ask("POST /v1/webhook-endpoints/{id}/test", { params: { id: "1" } }) as Promise<object>
    case "results":
      for await (const _ of scans.batchResults("1"));
      return undefined
    case "states":
      for await (const _ of scans.progress("1"));
      return undefined
    case "remove":
      await scans.remove("1")
      return undefined
    case "report":
      return scans.waitForReport("1", { timeoutMs: 300 })
    default:
      return scans.createScan(SITE)
  }
}

const endingOfTypeScript = async (fault: Fault): Promise<Ending> => {
  const pauses: number[] = []
  try {
    return { id: (await call(fault, pauses))?.id ?? null, pauses }
  } catch (error) {
    const { name, message, cause } = error as Error
    return { ...(error as Partial<Ending>), type: name, message, hasCause: cause !== undefined, pauses }
  }
}

/** The client for Python in one process for all faults. */
const pythonEndings = async (): Promise<Ending[]> => {
  const written = Bun.spawn([process.execPath, "cli/buildPythonClient.ts"], { cwd: ROOT })
  expect(await written.exited).toBe(0)
  const cases = FAULTS.map(fault => ({
    ...{ address: addressOf("py", fault), call: fault.call ?? "scan" },
    ...(fault.timeoutSeconds === undefined ? {} : { timeoutSeconds: fault.timeoutSeconds }),
  }))
  const child = Bun.spawn(["python3", join(ROOT, "tests/support/hostileCalls.py")], {
    env: { ...process.env, PYTHONPATH: join(ROOT, "client/python"), PYTHONDONTWRITEBYTECODE: "1" },
    stdin: new TextEncoder().encode(JSON.stringify(cases)),
  })
  const endings = (await new Response(child.stdout).json()) as (Ending & { idempotency_key?: string })[]
  return endings.map(({ idempotency_key: key, ...ending }) => (key ? { ...ending, idempotencyKey: key } : ending))
}

const OLDEST = "import sys; sys.exit(sys.version_info < (3, 11))"
const hasPython = Bun.which("python3") !== null && Bun.spawnSync(["python3", "-c", OLDEST]).exitCode === 0

const expectAsDeclared = (language: string, fault: Fault, ending: Ending) => {
  const { error, requests, created = 1 } = fault
  const seen = hostile.seen(`${language}-${fault.name}`)
  if (error) expect(ending).toMatchObject(error)
  else expect(ending).toEqual({ id: expect.any(String), pauses: ending.pauses })
  expect({ created: seen.created }).toEqual({ created })
  if (requests !== undefined) expect({ requests: seen.requests }).toEqual({ requests })
  const isKeyed = !UNKEYED.some(name => name === fault.call)
  const keys = [...new Set(seen.keys)]
  if (isKeyed && seen.requests > 0) {
    expect(keys).toEqual([
      expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
    ])
    if (error) expect(ending.idempotencyKey).toBe(keys[0]!)
  }
  const bounds = fault.pauses ?? BACKOFF.slice(0, Math.max(0, seen.requests - 1))
  expect(ending.pauses).toHaveLength(bounds.length)
  for (const [i, [least, most]] of bounds.entries()) {
    expect(ending.pauses[i]).toBeGreaterThanOrEqual(least)
    expect(ending.pauses[i]).toBeLessThanOrEqual(most)
  }
}

describe("TypeScript", () => {
  test.each(FAULTS.map(fault => [fault.name, fault] as const))("%s", async (_, fault) => {
    expectAsDeclared("ts", fault, await endingOfTypeScript(fault))
  })
})

describe.skipIf(!hasPython)("Python (needs python3 of 3.11 or newer)", () => {
  test.each(FAULTS.map((fault, i) => [fault.name, fault, i] as const))("%s", (_, fault, i) => {
    expectAsDeclared("py", fault, ofPython[i]!)
  })
})

/** A fetch that answers without a network. */
const fetchOf = (answer: (init?: RequestInit) => Promise<Response>): typeof fetch =>
  Object.assign((_: unknown, init?: RequestInit) => answer(init), { preconnect: () => {} })

/** A server of one address that accepts every request and answers none. */
const hanging = (fetched: RequestInit[] = []) => ({
  baseUrl: "http://service",
  fetch: fetchOf((init = {}) => {
    fetched.push(init)
    return new Promise((_, reject) => init.signal?.addEventListener("abort", () => reject(init.signal!.reason)))
  }),
})

test("a creation ends with the caller's signal, and its error has the key", async () => {
  const controller = new AbortController()
  const fetched: RequestInit[] = []
  const created = createScanClient(hanging(fetched)).createScan(SITE, { signal: controller.signal })
  controller.abort()
  const error = await created.catch(thrown => thrown)
  expect(error).toBeInstanceOf(ScanCallError)
  expect(error).toMatchObject({ code: "ABORTED", name: "AbortError", cause: controller.signal.reason })
  const { headers } = fetched[0]!
  expect(error.idempotencyKey).toBe((headers as Record<string, string>)["idempotency-key"])
})

test("a signal that fires in a pause ends the call", async () => {
  const controller = new AbortController()
  const answer = async () => {
    setTimeout(() => controller.abort(), 5)
    return new Response("", { status: 503, headers: { "retry-after": "50" } })
  }
  const scans = createScanClient({ baseUrl: "http://service", fetch: fetchOf(answer) })
  const error = await scans.createScan(SITE, { signal: controller.signal }).catch(thrown => thrown)
  expect(error).toMatchObject({ code: "ABORTED", idempotencyKey: expect.any(String) })
})

test("each call may have a time of its own", async () => {
  const scans = createScanClient({ ...hanging(), timeoutMs: 60_000 })
  const controls = { timeoutMs: 10 }
  const calls = [
    scans.createScan(SITE, controls),
    scans.createBulk([SITE], undefined, controls),
    scans.status("1", controls),
    scans.reportAs("1", "text/csv", controls),
  ]
  for (const error of await Promise.all(calls.map(made => made.catch((thrown: unknown) => thrown))))
    expect(error).toMatchObject({ code: "TIMEOUT", message: expect.stringContaining("no answer within 10 ms") })
})

test("a page without crypto.randomUUID, as on plain http, has keys all the same", async () => {
  const { randomUUID } = crypto
  Object.defineProperty(crypto, "randomUUID", { value: undefined, configurable: true })
  try {
    const error = await createScanClient({ ...hanging(), timeoutMs: 10 })
      .createScan(SITE)
      .catch(thrown => thrown)
    expect(error.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/)
  } finally {
    Object.defineProperty(crypto, "randomUUID", { value: randomUUID, configurable: true })
  }
})

test("a report that comes in another form than the one that was asked for is an error", async () => {
  const answer = async () => new Response("{}", { headers: { "content-type": "application/json" } })
  const scans = createScanClient({ baseUrl: "http://service", fetch: fetchOf(answer) })
  expect(await scans.reportAs("1", "application/pdf").catch(error => error)).toMatchObject({
    code: "UNEXPECTED_ANSWER",
    message: expect.stringContaining("http://service/v1/scans/1/result answered 200 with application/json"),
  })
})
