import type { Config } from "./config.ts"
import type { Log } from "./log.ts"

/** Names of the variables of port and host, for messages. */
export interface ListenVariables {
  port: string
  host: string
}

const API_VARIABLES: ListenVariables = { port: "PORT", host: "HOST" }
export const METRICS_VARIABLES: ListenVariables = { port: "METRICS_PORT", host: "METRICS_HOST" }

/** Error: the port is in use. */
export class PortInUse extends Error {
  readonly code = "PORT_IN_USE"
  constructor(host: string, port: number, { port: variable } = API_VARIABLES) {
    super(`${variable} ${port} on ${host} is in use by another process: set ${variable} to a free one`)
    this.name = "PortInUse"
  }
}

/** Error: the host is no address of this machine, or this user has no right to the port. */
export class CannotListen extends Error {
  readonly code = "CANNOT_LISTEN"
  constructor(host: string, port: number, reason: string, variables = API_VARIABLES) {
    super(
      reason === "EACCES"
        ? `${variables.port} ${port} needs rights that this user has not: set ${variables.port} to one above 1023`
        : `${variables.host} ${host} cannot be listened on (${reason}): set ${variables.host} to an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all`,
    )
    this.name = "CannotListen"
  }
}

/** A name, an IPv4 or a bracketed IPv6 address, and a port (RFC 3986, 3.2.2). */
const HOST = /^(?:[\w.-]{1,253}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i

/** True if the Host header names a host. Without a host the runtime's URL of the request is invalid. */
export const hasHost = (request: Request): boolean =>
  HOST.test(request.headers.get("host") ?? "") && URL.canParse(request.url)

type Listening<Data> = Bun.Server<Data>

interface ListenOptions<Data> {
  host: string
  /** Gets what `fetch` throws. */
  log?: Log
  /** 0: any free port. */
  port: number
  /** PORT and HOST by default. */
  variables?: ListenVariables | undefined
  /** Undefined for a request that was upgraded to a WebSocket. */
  fetch: (request: Request, server: Listening<Data>) => Response | undefined | Promise<Response>
  /** Absent: no WebSockets. */
  websocket?: Bun.WebSocketHandler<Data>
  maxRequestBodySize?: number
  idleTimeoutSeconds?: number
}

/**
 * Listens on a port exclusively; with reusePort two services could share a port unnoticed. Throws PortInUse,
 * CannotListen.
 */
export const listen = <Data = undefined>(options: ListenOptions<Data>): Listening<Data> => {
  const { host, port, log, variables, fetch, websocket, maxRequestBodySize, idleTimeoutSeconds } = options
  try {
    return Bun.serve<Data>({
      hostname: host,
      port,
      reusePort: false,
      // Bun's page for developers shows source text and paths to anyone who causes an error.
      development: false,
      error: error => {
        log?.error({ err: error }, "a request failed")
        return Response.json({ statusCode: 500, message: "something went wrong in the service" }, { status: 500 })
      },
      ...(idleTimeoutSeconds ? { idleTimeout: idleTimeoutSeconds } : {}),
      ...(maxRequestBodySize ? { maxRequestBodySize } : {}),
      fetch,
      ...(websocket ? { websocket } : {}),
    } as Bun.Serve.Options<Data>)
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === "EADDRINUSE") throw new PortInUse(host, port, variables)
    throw code === undefined ? error : new CannotListen(host, port, code, variables)
  }
}

/** Address of the server, without a slash at the end. */
export const addressOf = ({ hostname, port }: Pick<Listening<unknown>, "hostname" | "port">): string =>
  `http://${hostname?.includes(":") ? `[${hostname}]` : hostname}:${port}`

/**
 * Checks that the port is available before a start has lasting effects, such as credentials that are shown once.
 * Returns the port, or the chosen free port for 0. Throws PortInUse, CannotListen.
 */
export const tryPort = async (host: string, wanted: number, variables?: ListenVariables): Promise<number> => {
  const server = listen({ host, port: wanted, variables, fetch: () => new Response() })
  const { port } = server
  await server.stop(true)
  return port ?? wanted
}

/** Checks PORT, and METRICS_PORT if set. Throws PortInUse, CannotListen. */
export const tryPorts = async ({ host, port, metricsHost, metricsPort }: Config): Promise<void> => {
  await tryPort(host, port)
  if (metricsPort !== undefined) await tryPort(metricsHost, metricsPort, METRICS_VARIABLES)
}
