import { connect, ErrorCode, Events, type NatsConnection } from "nats"
import type { Log } from "../../log.ts"
import { brokerAddress, connectionOptions, type NatsSettings } from "./settings.ts"

/** Error: the broker is unreachable at the moment; the connection is retried forever. */
export class BrokerAway extends Error {
  readonly code = "BROKER_AWAY"
  constructor(address: string) {
    super(`the broker at ${address} is not reachable now`)
    this.name = "BrokerAway"
  }
}

/**
 * Error: the broker refuses this service (credentials, certificate, or no JetStream). The operator must correct the
 * cause.
 */
export class BrokerRefused extends Error {
  readonly code = "BROKER_REFUSED"
  constructor(address: string, reason: string) {
    super(`NATS_URL ${address}: ${reason}`)
    this.name = "BrokerRefused"
  }
}

/** A connection that is restored after each loss until it is closed. */
export interface Link {
  /** The connection, while the broker is reachable. Throws BrokerAway. */
  connection(): NatsConnection
  isUp(): boolean
  /** Calls the listener as soon as a connection exists. */
  onConnected(listener: (connection: NatsConnection) => void): void
  /** Calls the listener after each loss and return of the broker. */
  onReturned(listener: () => void): void
  /** Sends waiting messages and closes. */
  close(): Promise<void>
}

const RETRY_MS = 1_000
const DRAIN_LIMIT_MS = 5_000

/**
 * Connects. An unreachable broker is retried in the background, so that work without a broker can start. Throws
 * BrokerRefused if waiting would not help.
 */
export const openLink = async (settings: NatsSettings, log: Log): Promise<Link> => {
  const address = brokerAddress(settings)
  const options = connectionOptions(settings)
  const connected: ((connection: NatsConnection) => void)[] = []
  const returned: (() => void)[] = []
  let current: NatsConnection | undefined
  let isUp = false
  let isClosed = false

  const adopt = (connection: NatsConnection) => {
    current = connection
    isUp = true
    watch(connection).catch(error => log.error({ err: error }, "the broker's state is not followed any more"))
    for (const listener of connected) listener(connection)
  }
  const watch = async (connection: NatsConnection) => {
    for await (const { type } of connection.status()) {
      if (type === Events.Disconnect) {
        isUp = false
        if (!isClosed) log.warn({ broker: address }, "the broker is gone; trying to reconnect")
      }
      if (type === Events.Reconnect) {
        isUp = true
        log.info({ broker: address }, "the broker is back")
        for (const listener of returned) listener()
      }
    }
  }
  let lastReason: string | undefined
  const sayWhy = (error: unknown) => {
    const reason = refusalOf(error) ?? String(error)
    if (reason !== lastReason) log.warn({ broker: address, reason }, "the broker cannot be reached; trying on")
    lastReason = reason
  }
  const tryOn = async () => {
    while (!isClosed && !current) {
      await Bun.sleep(RETRY_MS)
      const connection = await connect(options).catch(sayWhy)
      if (connection && isClosed) await connection.close()
      else if (connection) adopt(connection)
    }
  }
  try {
    adopt(await connect(options))
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal) throw new BrokerRefused(address, refusal)
    sayWhy(error)
    tryOn()
  }
  return {
    connection() {
      if (!current || !isUp) throw new BrokerAway(address)
      return current
    },
    isUp: () => isUp,
    onConnected(listener) {
      connected.push(listener)
      if (current) listener(current)
    },
    onReturned: listener => returned.push(listener),
    async close() {
      isClosed = true
      if (!current) return
      if (isUp) await Promise.race([current.drain().catch(() => {}), Bun.sleep(DRAIN_LIMIT_MS)])
      isUp = false
      if (!current.isClosed()) await current.close()
    },
  }
}

/** Errors of the first attempt that waiting cannot solve, as texts for operators. */
const refusalOf = (error: unknown): string | undefined => {
  const { code, message = "" } = error as { code?: string; message?: string }
  switch (code) {
    case ErrorCode.AuthorizationViolation:
    case ErrorCode.BadAuthentication:
    case ErrorCode.BadCreds:
    case ErrorCode.AuthenticationExpired:
      return "the broker refuses the credentials in the URL or in NATS_CREDS"
    case ErrorCode.ServerOptionNotAvailable:
      return "the broker offers no TLS: take nats:// or switch TLS on"
    case ErrorCode.Tls:
      return `no TLS connection (${message}): NATS_TLS_CA takes the authority that signed the broker's certificate`
  }
  if (/certificate|self.signed|altname/i.test(`${code} ${message}`))
    return `the broker's certificate is not trusted (${message || code}): NATS_TLS_CA takes the authority that signed it`
  return undefined
}
