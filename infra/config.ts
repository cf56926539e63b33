import { accessSync, constants, statSync } from "node:fs"
import { cpus } from "node:os"
import type { TileServer } from "./aerial/tiles.ts"
import { networksOf, type PrivateAddresses } from "./outbound/addresses.ts"

/**
 * Error: a variable of the environment has an invalid value. The message names the variable and its accepted values.
 */
export class InvalidConfig extends Error {
  readonly code = "INVALID_CONFIG"
  constructor(
    readonly variable: string,
    takes: string,
  ) {
    super(`${variable} ${takes}`)
    this.name = "InvalidConfig"
  }
}

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Settings of a process, from the environment; docs/configuration.md has the table of variables. */
export interface Config {
  port: number
  /** False when PORT is unset: worker and dispatcher then open no listener. */
  portIsSet: boolean
  host: string
  /** Port that serves only the metrics; undefined: among the other paths of `port`. */
  metricsPort?: number | undefined
  metricsHost: string
  dataDir: string
  databaseUrl?: string | undefined
  natsUrl?: string | undefined
  natsCreds?: string | undefined
  natsTlsCa?: string | undefined
  workerThreads: number
  /** Relative gap at which a sizing stops. */
  sizingTolerance: number
  /** Solver work limit of one scan [ms of a core]. */
  solveBudgetMs: number
  /** Lean: little memory. Throughput: less processor time for a scan, with more memory (infra/memory.sh). */
  memoryProfile: (typeof MEMORY_PROFILES)[number]
  jwtSecret?: string | undefined
  bootstrap: Partial<Record<"email" | "password" | "testKey" | "liveKey", string | undefined>>
  publicUrl: string
  /** Private addresses to which webhooks may go. */
  webhookAllowPrivate: PrivateAddresses
  trustProxy: number
  /** True: scans are readable by their id without a credential, unless their owner decided against sharing. */
  anonymousReports: boolean
  /** Limit of calls of one API key or one user. */
  callsPerMinute: number
  /** Limit of sandbox scans of one organization. */
  sandboxScansPerDay: number
  pvgisUrl?: string | undefined
  /** Server of aerial photos; undefined: none. */
  aerialTiles?: TileServer | undefined
  /** Default year of the day-ahead prices; undefined: the newest whole one. */
  priceYear?: number | undefined
  logLevel: LogLevel
  corsOrigins: string[]
  tiersFile?: string | undefined
  /** Path of the browser that prints reports as PDF; undefined: no browser. */
  pdfChromium?: string | undefined
}

const MEMORY_PROFILES = ["lean", "throughput"] as const

type Environment = Record<string, string | undefined>

/** Reads and checks the environment. Throws InvalidConfig for the first invalid variable. */
export const readConfig = (environment: Environment): Config => {
  const read = reader(environment)
  const host = read.text("HOST") ?? "127.0.0.1"
  const port = read.integer("PORT", 0, 65_535) ?? 3000
  return {
    port,
    portIsSet: read.text("PORT") !== undefined,
    host,
    metricsPort: read.integer("METRICS_PORT", 0, 65_535),
    metricsHost: read.text("METRICS_HOST") ?? host,
    dataDir: read.text("DATA_DIR") ?? "./data",
    databaseUrl: read.url("DATABASE_URL", ["postgres:", "postgresql:"]),
    natsUrl: read.url("NATS_URL", ["nats:", "tls:"]),
    natsCreds: read.file("NATS_CREDS"),
    natsTlsCa: read.file("NATS_TLS_CA"),
    workerThreads: read.integer("WORKER_THREADS", 1, 256) ?? Math.max(1, cpus().length),
    sizingTolerance: read.decimal("SIZING_TOLERANCE", 1e-7, 0.1) ?? 1e-4,
    solveBudgetMs: read.integer("SOLVE_BUDGET_MS", 100, 60_000) ?? 10_000,
    jwtSecret: read.matching("JWT_SECRET", /^.{32,}$/s, "takes at least 32 characters"),
    bootstrap: {
      email: read.matching("BOOTSTRAP_EMAIL", /^[^@\s]+@[^@\s]+$/, "takes an e-mail address"),
      password: read.matching("BOOTSTRAP_PASSWORD", /^.{10,256}$/s, "takes 10 to 256 characters"),
      testKey: read.matching(
        "BOOTSTRAP_TEST_KEY",
        /^zs_test_\w{32,}$/,
        "takes zs_test_ and at least 32 letters and digits",
      ),
      liveKey: read.matching(
        "BOOTSTRAP_LIVE_KEY",
        /^zs_live_\w{32,}$/,
        "takes zs_live_ and at least 32 letters and digits",
      ),
    },
    publicUrl: (read.url("PUBLIC_URL", ["http:", "https:"]) ?? `http://${bracketed(host)}:${port}`).replace(
      /(?<!\/)\/+$/,
      "",
    ),
    webhookAllowPrivate: read.privateAddresses("WEBHOOK_ALLOW_PRIVATE") ?? false,
    anonymousReports: read.flag("ANONYMOUS_REPORTS", true),
    trustProxy: read.integer("TRUST_PROXY", 0, 10) ?? 0,
    callsPerMinute: read.integer("CALLS_PER_MINUTE", 1, 10_000_000) ?? 6_000,
    sandboxScansPerDay: read.integer("SANDBOX_SCANS_PER_DAY", 1, 100_000_000) ?? 100_000,
    pvgisUrl: read.url("PVGIS_URL", ["http:", "https:"]),
    aerialTiles: aerialTilesOf(read),
    priceYear: read.integer("PRICE_YEAR", 2000, 2100),
    memoryProfile: read.choice("MEMORY_PROFILE", MEMORY_PROFILES) ?? "lean",
    logLevel: read.choice("LOG_LEVEL", LOG_LEVELS) ?? "info",
    corsOrigins: read.origins("CORS_ORIGINS") ?? [],
    tiersFile: read.file("TIERS_FILE"),
    pdfChromium: read.program("PDF_CHROMIUM"),
  }
}

const aerialTilesOf = (read: ReturnType<typeof reader>): TileServer | undefined => {
  const url = read.url("AERIAL_TILES_URL", ["http:", "https:"])
  const zoom = read.integer("AERIAL_TILES_ZOOM", 18, 22) ?? 19
  if (url === undefined) return undefined
  if (!["{z}", "{x}", "{y}"].every(place => url.includes(place)))
    throw new InvalidConfig("AERIAL_TILES_URL", "takes the address of a tile with {z}, {x} and {y}")
  return { url, zoom, credit: read.text("AERIAL_TILES_CREDIT") }
}

/** True if a path is a file that this user may read, or use as `mode` says. */
const isFileFor = (path: string, mode: number): boolean => {
  try {
    accessSync(path, mode)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** An IPv6 literal needs brackets in a URL. */
const bracketed = (host: string) => (host.includes(":") ? `[${host}]` : host)

/** As browsers send it (RFC 6454): scheme, host and port, without a slash at the end; or * for any. */
const isOrigin = (text: string): boolean => text === "*" || (URL.canParse(text) && new URL(text).origin === text)

const reader = (environment: Environment) => {
  const text = (name: string) => environment[name]?.trim() || undefined
  const check = <T>(name: string, parse: (value: string) => T | undefined, takes: string): T | undefined => {
    const value = text(name)
    if (value === undefined) return undefined
    const parsed = parse(value)
    if (parsed === undefined) throw new InvalidConfig(name, takes)
    return parsed
  }
  return {
    text,
    integer: (name: string, min: number, max: number) =>
      check(
        name,
        value => (/^\d{1,9}$/.test(value) && +value >= min && +value <= max ? +value : undefined),
        `takes a whole number from ${min} to ${max}`,
      ),
    decimal: (name: string, min: number, max: number) =>
      check(
        name,
        value => (/^(\d+(\.\d+)?|\.\d+)(e-?\d+)?$/i.test(value) && +value >= min && +value <= max ? +value : undefined),
        `takes a number from ${min} to ${max}`,
      ),
    flag: (name: string, unset = false) =>
      check(name, value => (value === "1" || value === "0" ? value === "1" : undefined), "takes 1 or 0") ?? unset,
    choice: <T extends string>(name: string, choices: readonly T[]) =>
      check(name, value => choices.find(choice => choice === value), `takes one of ${choices.join(", ")}`),
    matching: (name: string, pattern: RegExp, takes: string) =>
      check(name, value => (pattern.test(value) ? value : undefined), takes),
    url: (name: string, protocols: string[]) =>
      check(
        name,
        value => (URL.canParse(value) && protocols.includes(new URL(value).protocol) ? value : undefined),
        `takes a URL that starts with ${protocols.map(protocol => `${protocol}//`).join(" or ")}`,
      ),
    origins: (name: string) =>
      check(
        name,
        value => {
          const origins = value.split(",").flatMap(origin => origin.trim() || [])
          return origins.every(isOrigin) ? origins : undefined
        },
        "takes origins such as https://app.example.org, separated by commas, or *",
      ),
    privateAddresses: (name: string) =>
      check<PrivateAddresses>(
        name,
        value => (value === "1" || value === "0" ? value === "1" : networksOf(value)),
        "takes 1, 0, or networks such as 10.20.0.0/16, separated by commas",
      ),
    file: (name: string) =>
      check(
        name,
        value => (isFileFor(value, constants.R_OK) ? value : undefined),
        "takes the path of a file that exists and that this user may read",
      ),
    program: (name: string) =>
      check(
        name,
        value => (isFileFor(value, constants.X_OK) ? value : undefined),
        "takes the path of a program that exists and that this user may run",
      ),
  }
}
