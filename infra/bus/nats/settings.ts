import { readFileSync } from "node:fs"
import { type ConnectionOptions, credsAuthenticator } from "nats"
import { InvalidConfig } from "../../config.ts"

/** Address and credentials of the broker: NATS_URL, NATS_CREDS, NATS_TLS_CA. */
export interface NatsSettings {
  url: string
  /** Path of a credentials file (user JWT and its key). */
  creds?: string | undefined
  /** Path of a PEM file with the authorities for the broker's certificate. */
  tlsCa?: string | undefined
}

/** Name of the installation on the broker if NATS_URL has no path. */
const INSTALLATION = "solar-scan"
const CONNECT_TIMEOUT_MS = 5_000
/** Half-open connections are noticed after two unanswered pings. */
const PING_INTERVAL_MS = 4_000
const MAX_PINGS_OUT = 2
const RECONNECT_WAIT_MS = 250

/** Host and port, for messages: never the credentials. */
export const brokerAddress = ({ url }: NatsSettings): string => {
  const { hostname, port } = new URL(url)
  return `${hostname}:${port || 4222}`
}

/** The installation's name: the path of `nats://host:4222/name`. Throws InvalidConfig. */
export const installationOf = ({ url }: NatsSettings): string => {
  const name = new URL(url).pathname.slice(1) || INSTALLATION
  if (!/^[\w-]{1,64}$/.test(name))
    throw new InvalidConfig("NATS_URL", "takes, after the host, the installation's name: letters, digits, _ and -")
  return name
}

/** User and password of a URL, without percent-encoding. Throws InvalidConfig, which repeats neither. */
const credentialsOf = ({ username, password }: URL): [string, string] => {
  try {
    return [decodeURIComponent(username), decodeURIComponent(password)]
  } catch {
    throw new InvalidConfig("NATS_URL", "takes user, password and token with percent-encoding: % itself is %25")
  }
}

/** Text of the file in a variable; the text must contain a mark of its kind. Throws InvalidConfig. */
const textWith = (mark: string, variable: string, path: string): string => {
  const text = readFileSync(path, "utf8")
  if (!text.includes(mark)) throw new InvalidConfig(variable, `takes the path of a file with ${mark}`)
  return text
}

/**
 * Wait before the next connection, by the monotonic clock. The client compares it with the wall clock of its last
 * attempt: after a clock was set back by a day, it would not connect for a day. Without a wait it connects at once.
 */
export const createReconnectWait = (nowMs: () => number = () => performance.now()): (() => number) => {
  let lastMs = Number.NEGATIVE_INFINITY
  return () => {
    if (nowMs() - lastMs < RECONNECT_WAIT_MS) return RECONNECT_WAIT_MS
    lastMs = nowMs()
    return Number.NEGATIVE_INFINITY
  }
}

/**
 * `nats://user:password@host`, `nats://token@host` and `tls://host` are understood. Throws InvalidConfig for settings
 * that no broker accepts.
 */
export const connectionOptions = (settings: NatsSettings): ConnectionOptions => {
  const url = new URL(settings.url)
  if (url.hostname === "") throw new InvalidConfig("NATS_URL", "takes a host after nats:// or tls://")
  const [user, pass] = credentialsOf(url)
  const { creds, tlsCa } = settings
  const ca = tlsCa && textWith("-----BEGIN CERTIFICATE-----", "NATS_TLS_CA", tlsCa)
  return {
    servers: brokerAddress(settings),
    name: `solar-scan ${process.pid}`,
    timeout: CONNECT_TIMEOUT_MS,
    pingInterval: PING_INTERVAL_MS,
    maxPingOut: MAX_PINGS_OUT,
    maxReconnectAttempts: -1,
    reconnectDelayHandler: createReconnectWait(),
    ignoreAuthErrorAbort: true,
    ...(user && pass ? { user, pass } : {}),
    ...(user && !pass ? { token: user } : {}),
    ...(creds
      ? {
          authenticator: credsAuthenticator(
            Buffer.from(textWith("-----BEGIN NATS USER JWT-----", "NATS_CREDS", creds)),
          ),
        }
      : {}),
    ...(url.protocol === "tls:" || ca ? { tls: ca ? { ca } : {} } : {}),
  }
}
