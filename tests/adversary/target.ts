import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"

/** A service of a checkout that attacks are made against. */

export const checkout = resolve(Bun.argv[2] ?? ".")
export const LIVE_KEY = `zs_live_${"l".repeat(40)}`
export const OWNER = { email: "owner@example.org", password: "a password of the replay" }
const READY = /listens on (http:\S+)/
const START_LIMIT_MS = 60_000
/** An answer that takes longer counts as none. */
export const ANSWER_LIMIT_MS = 30_000

export interface Target {
  address: string
  processId: number
  dataDir: string
}

export const start = async (command: string[], dataDir: string, more: Record<string, string> = {}) => {
  const env = {
    ...process.env,
    ...more,
    DATA_DIR: dataDir,
    PORT: "0",
    LOG_LEVEL: "warn",
    BOOTSTRAP_EMAIL: OWNER.email,
    BOOTSTRAP_PASSWORD: OWNER.password,
    BOOTSTRAP_LIVE_KEY: LIVE_KEY,
  }
  const child = Bun.spawn(command, { cwd: checkout, env, stdout: "pipe", stderr: "ignore" })
  let output = ""
  const decoder = new TextDecoder()
  const ready = Promise.withResolvers<string>()
  // Read to its end: a service whose log nobody takes ends.
  const read = async () => {
    for await (const chunk of child.stdout) {
      output += decoder.decode(chunk, { stream: true })
      const address = READY.exec(output)?.[1]
      if (address) ready.resolve(address)
    }
    ready.reject(new Error(`the service did not start:\n${output}`))
  }
  read()
  const address = await Promise.race([
    ready.promise,
    Bun.sleep(START_LIMIT_MS).then(() => Promise.reject(new Error("no start"))),
  ])
  return { address, child }
}

export const call = (target: Target, path: string, init: RequestInit = {}) =>
  fetch(`${target.address}${path}`, {
    ...init,
    headers: { "x-api-key": LIVE_KEY, "content-type": "application/json", ...init.headers },
    signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
  })
export const json = async (answer: Response) => (await answer.json()) as Record<string, string>
export const statusOf = (answer: Promise<Response>): Promise<string> =>
  answer.then(
    ({ status }) => String(status),
    () => "no answer",
  )

const SCAN = { location: { lat: 51.44, lon: 5.48 }, inputMethod: "known", yearlyKwh: 3500 }

/** Asks for a scan and waits up to 25 s for its end. */
export const scan = async (target: Target, changes: object): Promise<Record<string, string>> =>
  json(
    await call(target, "/v1/scans", {
      method: "POST",
      headers: { prefer: "wait=25" },
      body: JSON.stringify({ ...SCAN, ...changes }),
    }),
  )

/** A folder that does not exist yet. */
export const newFolder = (): string => join(mkdtempSync(join(tmpdir(), "solar-scan-replay-")), "data")
