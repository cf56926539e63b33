import { createHash } from "node:crypto"
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

/** Keys that every test service starts with. */
export const TEST_KEY = `zs_test_${"t".repeat(40)}`
export const LIVE_KEY = `zs_live_${"l".repeat(40)}`
export const OWNER = { email: "owner@example.org", password: "a password for tests" }

const ROOT = fileURLToPath(new URL("../..", import.meta.url))
const START_TIMEOUT_MS = 60_000

export interface RunningService {
  address: string
  dataDir: string
  /** Ends the process with a signal and waits for it; returns the exit code. */
  end(signal?: "SIGTERM" | "SIGKILL"): Promise<number>
  /** What it printed. */
  output(): string
}

/** A folder with an initialised, bootstrapped database, so that a service under test starts in a second. */
export const freshDataDir = async (): Promise<string> => {
  const template = join(tmpdir(), `solar-scan-template-${schemaHash()}`)
  if (!existsSync(template)) {
    const made = mkdtempSync(join(tmpdir(), "solar-scan-made-"))
    const service = await startProcess(made)
    await service.end("SIGTERM")
    try {
      renameSync(made, template)
    } catch {
      rmSync(made, { recursive: true, force: true })
    }
  }
  const folder = mkdtempSync(join(tmpdir(), "solar-scan-data-"))
  cpSync(template, folder, { recursive: true })
  return folder
}

const schemaHash = (): string => {
  const migrations = join(ROOT, "infra/database/migrations")
  const files = readdirSync(migrations).filter(name => name.endsWith(".sql"))
  const hash = createHash("sha256")
  for (const name of files.sort()) hash.update(readFileSync(join(migrations, name)))
  hash.update(readFileSync(join(ROOT, "api/credentials/bootstrap.ts")))
  return hash.digest("hex").slice(0, 16)
}

/** Starts the all-in-one service as a process of its own, on a free port, and resolves when it listens. */
export const startProcess = async (dataDir: string, env: Record<string, string> = {}): Promise<RunningService> => {
  const child = Bun.spawn([process.execPath, "start.ts"], {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: "0",
      DATA_DIR: dataDir,
      WORKER_THREADS: "2",
      LOG_LEVEL: "warn",
      BOOTSTRAP_EMAIL: OWNER.email,
      BOOTSTRAP_PASSWORD: OWNER.password,
      BOOTSTRAP_TEST_KEY: TEST_KEY,
      BOOTSTRAP_LIVE_KEY: LIVE_KEY,
      ...env,
    },
    stdout: "pipe",
    stderr: "pipe",
  })
  let output = ""
  const collect = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder()
    for await (const chunk of stream) output += decoder.decode(chunk, { stream: true })
  }
  const reading = Promise.all([collect(child.stdout), collect(child.stderr)])
  const address = await until(
    () => {
      if (child.exitCode !== null) throw new Error(`the service ended at its start:\n${output}`)
      return /listens on (\S+)/.exec(output)?.[1]
    },
    START_TIMEOUT_MS,
    () => `the service did not start:\n${output}`,
  )
  return {
    address,
    dataDir,
    output: () => output,
    async end(signal = "SIGTERM") {
      child.kill(signal)
      const code = await child.exited
      await reading
      return code
    },
  }
}

/** A service on a fresh folder of its own. */
export const startFresh = async (env: Record<string, string> = {}): Promise<RunningService> =>
  startProcess(await freshDataDir(), env)

/** Waits for a condition: calls `look` until it gives a value; fails with `explain` after `timeoutMs`. */
export const until = async <T>(
  look: () => T | undefined | Promise<T | undefined>,
  timeoutMs = 30_000,
  explain: () => string = () => "the condition did not come true in time",
): Promise<T> => {
  const deadlineMs = performance.now() + timeoutMs
  for (;;) {
    const value = await look()
    if (value !== undefined) return value
    if (performance.now() > deadlineMs) throw new Error(explain())
    await Bun.sleep(10)
  }
}

/** Calls a path with a production key unless another credential is given; the answer's JSON beside its status. */
export const createClient = (address: string, key: string | null = LIVE_KEY) => {
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${address}${path}`, {
      method,
      headers: {
        ...(key === null ? {} : { "x-api-key": key }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get("content-type")?.includes("json")
    // biome-ignore lint/suspicious/noExplicitAny: answers are checked by the assertions of each test
    return { status: response.status, headers: response.headers, body: (isJson ? JSON.parse(text) : text) as any }
  }
  return {
    get: (path: string, headers?: Record<string, string>) => call("GET", path, undefined, headers),
    post: (path: string, body: unknown, headers?: Record<string, string>) => call("POST", path, body, headers),
    put: (path: string, body: unknown, headers?: Record<string, string>) => call("PUT", path, body, headers),
    patch: (path: string, body: unknown, headers?: Record<string, string>) => call("PATCH", path, body, headers),
    delete: (path: string, headers?: Record<string, string>) => call("DELETE", path, undefined, headers),
  }
}
