import { test } from "bun:test"
import { createHash } from "node:crypto"
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { type Database, openEmbeddedDatabase, openPostgres } from "../../store/database.ts"
import { type Child, ROOT, startChild } from "./child.ts"
import { administer, databaseUrlOf, sharedServers, startCluster } from "./cluster.ts"
import { folderOfFile, removeAfterFile } from "./folders.ts"

export { until } from "./child.ts"

/** Keys that every test service starts with. */
export const TEST_KEY = `zs_test_${"t".repeat(40)}`
export const LIVE_KEY = `zs_live_${"l".repeat(40)}`
export const OWNER = { email: "owner@example.org", password: "a password for tests" }

/**
 * Engine of the services under test. "embedded" is one process on a folder; "cluster" is an API, a worker and a
 * dispatcher on PostgreSQL and NATS. `npm test` runs the HTTP tests on both.
 */
export const ENGINE = process.env.TEST_ENGINE === "cluster" ? "cluster" : "embedded"

/** A test of a part that only the embedded engine has; it does not exist on the cluster engine. */
export const embeddedTest = (name: string, body: () => Promise<void>): void => {
  if (ENGINE === "embedded") test(name, body)
}

/** Settings of every test service. */
export const TEST_ENVIRONMENT = {
  WORKER_THREADS: "1",
  LOG_LEVEL: "warn",
  BOOTSTRAP_EMAIL: OWNER.email,
  BOOTSTRAP_PASSWORD: OWNER.password,
  BOOTSTRAP_TEST_KEY: TEST_KEY,
  BOOTSTRAP_LIVE_KEY: LIVE_KEY,
}

export interface RunningService {
  address: string
  /** Process that answers. */
  processId: number
  dataDir: string
  /** Ends all of its processes with a signal and waits. Returns the exit code, the highest of several. */
  end(signal?: "SIGTERM" | "SIGKILL"): Promise<number>
  /** Output of the service so far. */
  output(): string
}

/**
 * Creates a folder with a copy of an initialised, bootstrapped database, so that a service under test starts in a
 * second. On the cluster engine the database of that name is on PostgreSQL, and so is the installation on NATS.
 */
export const freshDataDir = async (): Promise<string> => {
  const folder = await folderOfFile("data")
  await bootstrapIn(folder)
  if (ENGINE === "cluster") await dropDatabaseAfterFile(folder)
  return folder
}

/** Puts an initialised, bootstrapped database in an empty folder; on the cluster engine on PostgreSQL by its name. */
export const bootstrapIn = async (folder: string): Promise<void> => {
  if (ENGINE === "embedded") {
    cpSync(await embeddedTemplate(), folder, { recursive: true })
    return
  }
  const { databaseUrl } = await sharedServers()
  const template = await databaseTemplate(databaseUrl)
  await administer(databaseUrl, `create database "${basename(folder)}" template "${template}"`)
}

const dropDatabaseAfterFile = async (folder: string): Promise<void> => {
  const { databaseUrl } = await sharedServers()
  await removeAfterFile(() => administer(databaseUrl, `drop database if exists "${basename(folder)}" with (force)`))
}

/** Settings of a process for the database of a folder. */
export const engineEnvironment = async (dataDir: string): Promise<Record<string, string>> => {
  if (ENGINE === "embedded") return { DATA_DIR: dataDir }
  const { databaseUrl, natsUrl } = await sharedServers()
  const name = basename(dataDir)
  return {
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrlOf(databaseUrl, name),
    NATS_URL: `${natsUrl}/${name}`,
    JWT_SECRET: "a secret of all processes of a test cluster",
  }
}

/** Secret that signs the sessions and tokens of a service. */
export const signingSecretOf = async (dataDir: string): Promise<Uint8Array> => {
  const { JWT_SECRET } = await engineEnvironment(dataDir)
  return JWT_SECRET ? new TextEncoder().encode(JWT_SECRET) : readFileSync(join(dataDir, "jwt-secret"))
}

/** Opens the database of a folder that no service uses, so that a test can store rows first. */
export const openDatabaseOf = async (dataDir: string): Promise<Database> => {
  const { DATABASE_URL } = await engineEnvironment(dataDir)
  return DATABASE_URL ? openPostgres(DATABASE_URL) : openEmbeddedDatabase(join(dataDir, "database"))
}

/** Folder of a bootstrapped database, created once for all processes of a run. */
const embeddedTemplate = async (): Promise<string> => {
  const folder = process.env.TEST_TEMPLATES ?? tmpdir()
  const template = join(folder, `solar-scan-template-${schemaHash()}`)
  if (existsSync(template)) return template
  const made = mkdtempSync(join(folder, "solar-scan-made-"))
  const service = await startProcess(made)
  await service.end("SIGTERM")
  try {
    renameSync(made, template)
  } catch {
    rmSync(made, { recursive: true, force: true })
  }
  return template
}

const templates = new Map<string, Promise<string>>()

/** Name of a bootstrapped database, created once for each process that runs tests. */
const databaseTemplate = (databaseUrl: string): Promise<string> => {
  const make = async () => {
    const folder = mkdtempSync(join(tmpdir(), "solar-scan-template-"))
    await administer(databaseUrl, `create database "${basename(folder)}"`)
    const service = await startProcess(folder)
    await service.end("SIGTERM")
    return basename(folder)
  }
  const template =
    templates.get(databaseUrl) ??
    make().catch(error => {
      templates.delete(databaseUrl)
      throw error
    })
  templates.set(databaseUrl, template)
  return template
}

const schemaHash = (): string => {
  const migrations = join(ROOT, "store/migrations")
  const files = readdirSync(migrations).filter(name => name.endsWith(".sql"))
  const hash = createHash("sha256")
  for (const name of files.sort()) hash.update(readFileSync(join(migrations, name)))
  hash.update(readFileSync(join(ROOT, "api/credentials/bootstrap.ts")))
  return hash.digest("hex").slice(0, 16)
}

/** Starts the whole service on a free port, in processes of their own, and resolves when it listens. */
export const startProcess = async (dataDir: string, env: Record<string, string> = {}): Promise<RunningService> => {
  const environment = { ...TEST_ENVIRONMENT, ...(await engineEnvironment(dataDir)), ...env }
  if (ENGINE === "cluster") {
    const cluster = await startCluster(environment)
    const all: Child[] = [cluster.api, ...cluster.workers, ...cluster.dispatchers]
    return {
      address: cluster.address,
      processId: cluster.api.processId,
      dataDir,
      output: () => all.map(child => child.output()).join(""),
      end: cluster.end,
    }
  }
  const child = await startChild("start.ts", { PORT: "0", ...environment }, /listens on (\S+)/)
  return { address: child.said, processId: child.processId, dataDir, output: child.output, end: child.end }
}

/** Creates a folder in which no service was ever started. */
export const emptyDataDir = async (): Promise<string> => {
  const folder = await folderOfFile("first")
  if (ENGINE === "embedded") return folder
  await administer((await sharedServers()).databaseUrl, `create database "${basename(folder)}"`)
  await dropDatabaseAfterFile(folder)
  return folder
}

/** A service on a fresh database of its own. */
export const startFresh = async (env: Record<string, string> = {}): Promise<RunningService> =>
  startProcess(await freshDataDir(), env)

/** A service, and the first credentials of an organization on it. */
export interface ServiceOfOrganization extends RunningService {
  organizationId: string
  testKey: string
  liveKey: string
  owner: { email: string; password: string }
}

/** The address of a service with one organization, or an organization on a service that has several. */
export type Target = string | ServiceOfOrganization

export const addressOf = (at: Target): string => (typeof at === "string" ? at : at.address)
export const liveKeyOf = (at: Target): string => (typeof at === "string" ? LIVE_KEY : at.liveKey)

/** Calls paths of a service, by default with a production key. Returns the answer's JSON and its status. */
export const createClient = (at: Target, key: string | null = liveKeyOf(at)) => {
  const address = addressOf(at)
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
    const isJson = /[/+]json/.test(response.headers.get("content-type") ?? "")
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
  }
  return {
    get: (path: string, headers?: Record<string, string>) => call("GET", path, undefined, headers),
    post: (path: string, body: unknown, headers?: Record<string, string>) => call("POST", path, body, headers),
    put: (path: string, body: unknown, headers?: Record<string, string>) => call("PUT", path, body, headers),
    patch: (path: string, body: unknown, headers?: Record<string, string>) => call("PATCH", path, body, headers),
    delete: (path: string, headers?: Record<string, string>) => call("DELETE", path, undefined, headers),
  }
}
