import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"

/** A service of a checkout, the target of the attacks. */

export const checkout = resolve(Bun.argv[2] ?? ".")
export const LIVE_KEY = `zs_live_${"l".repeat(40)}`
export const OWNER = { email: "owner@example.org", password: "a password of the replay" }
export const SERVICE = [process.execPath, "start.ts"]
const READY = /listens on (http:\S+)/
const START_LIMIT_MS = 60_000
/** A slower answer counts as none. */
export const ANSWER_LIMIT_MS = 30_000

export interface Target {
  address: string
  processId: number
  dataDir: string
  /** Output of the service so far. */
  output(): string
}
export interface Running extends Target {
  /** Sends it a signal; default: SIGKILL. */
  end(signal?: NodeJS.Signals): Promise<void>
}

/** An attack, its number in SECURITY.md, and its outcome in a few words. */
export interface Attack {
  line: number
  name: string
  run(): Promise<string>
}

const BOOTSTRAP = {
  BOOTSTRAP_EMAIL: OWNER.email,
  BOOTSTRAP_PASSWORD: OWNER.password,
  BOOTSTRAP_LIVE_KEY: LIVE_KEY,
}

/** Starts a service and waits until it listens. Throws NoStart with its output if it ends, or after a minute. */
export const start = async (
  dataDir: string,
  { env = BOOTSTRAP, command = SERVICE }: { env?: Record<string, string>; command?: string[] } = {},
): Promise<Running> => {
  const all = { ...process.env, DATA_DIR: dataDir, PORT: "0", LOG_LEVEL: "warn", ...env }
  const child = Bun.spawn(command, { cwd: checkout, env: all, stdout: "pipe", stderr: "pipe" })
  let output = ""
  const ready = Promise.withResolvers<string>()
  // Read to its end: a service of version 0.1.0 ends if its log is not read.
  const read = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder()
    for await (const chunk of stream) {
      output += decoder.decode(chunk, { stream: true })
      const address = READY.exec(output)?.[1]
      if (address) ready.resolve(address)
    }
  }
  Promise.all([read(child.stdout), read(child.stderr)]).then(() => ready.reject(new NoStart(output)))
  const late = Bun.sleep(START_LIMIT_MS).then(() => Promise.reject(new NoStart(output)))
  const end = async (signal: NodeJS.Signals = "SIGKILL") => {
    child.kill(signal)
    await child.exited
  }
  const address = await Promise.race([ready.promise, late]).catch(async error => {
    await end()
    throw error
  })
  return { address, processId: child.pid, dataDir, output: () => output, end }
}

/** The service did not listen; `output` is its output. */
export class NoStart extends Error {
  readonly output: string
  constructor(output: string) {
    super("the service did not start")
    this.output = output
  }
}

/** Runs an attack against a service of its own, on an empty folder. */
export const againstFresh =
  (attack: (target: Running) => Promise<string>, env: Record<string, string> = {}) =>
  async (): Promise<string> => {
    const target = await start(newFolder(), { env: { ...BOOTSTRAP, ...env } })
    try {
      return await attack(target)
    } finally {
      await target.end()
    }
  }

export const call = (target: Pick<Target, "address">, path: string, init: RequestInit = {}) =>
  fetch(`${target.address}${path}`, {
    ...init,
    headers: { "x-api-key": LIVE_KEY, "content-type": "application/json", ...init.headers },
    signal: init.signal ?? AbortSignal.timeout(ANSWER_LIMIT_MS),
  })
export const json = async (answer: Response) => (await answer.json()) as Record<string, string>
export const statusOf = (answer: Promise<Response>): Promise<string> =>
  answer.then(
    ({ status }) => String(status),
    () => "no answer",
  )

/** Number of calls, out of `count`, with the answer 200. */
export const answered = async (count: number, ask: () => Promise<Response>): Promise<number> => {
  let ok = 0
  for (let n = 0; n < count; n++) if ((await statusOf(ask())) === "200") ok++
  return ok
}

/** Milliseconds that another caller waits for an answer of the service. */
export const othersWaitMs = async (target: Target): Promise<string> => {
  const startMs = performance.now()
  const health = await statusOf(call(target, "/healthz"))
  return `another caller waits ${Math.round(performance.now() - startMs)} ms (${health})`
}

const SCAN = { location: { lat: 51.44, lon: 5.48 }, inputMethod: "known", yearlyKwh: 3500 }

/** Creates a scan and waits up to 25 s for its end. */
export const scan = async (target: Target, changes: object): Promise<Record<string, string>> =>
  json(
    await call(target, "/v1/scans", {
      method: "POST",
      headers: { prefer: "wait=25" },
      body: JSON.stringify({ ...SCAN, ...changes }),
    }),
  )

/** Logs in as the owner. Returns a function that calls the service with this session. */
export const logIn = async (target: Target) => {
  const body = JSON.stringify(OWNER)
  const { accessToken } = await json(await call(target, "/v1/auth/login", { method: "POST", body }))
  return (path: string, init: RequestInit = {}) =>
    fetch(`${target.address}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${accessToken}`, "content-type": "application/json" },
    })
}

/** A folder that does not exist yet. */
export const newFolder = (): string => join(mkdtempSync(join(tmpdir(), "solar-scan-replay-")), "data")
