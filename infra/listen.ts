/** The port is taken. */
export class PortInUse extends Error {
  readonly code = "PORT_IN_USE"
  constructor(host: string, port: number) {
    super(`PORT ${port} on ${host} is in use by another process: set PORT to a free one`)
    this.name = "PortInUse"
  }
}

type Listening<Data> = Bun.Server<Data>

interface ListenOptions<Data> {
  host: string
  /** 0: a free one. */
  port: number
  /** Undefined for a request that was upgraded to a WebSocket. */
  fetch: (request: Request, server: Listening<Data>) => Response | undefined | Promise<Response>
  /** Absent: there are no WebSockets. */
  websocket?: Bun.WebSocketHandler<Data>
  maxRequestBodySize?: number
  idleTimeoutSeconds?: number
}

/** Listens on a port that this process has to itself: with reusePort two services could share one unseen. Throws PortInUse. */
export const listen = <Data = undefined>(options: ListenOptions<Data>): Listening<Data> => {
  const { host, port, fetch, websocket, maxRequestBodySize, idleTimeoutSeconds } = options
  try {
    return Bun.serve<Data>({
      hostname: host,
      port,
      reusePort: false,
      ...(idleTimeoutSeconds ? { idleTimeout: idleTimeoutSeconds } : {}),
      ...(maxRequestBodySize ? { maxRequestBodySize } : {}),
      fetch,
      ...(websocket ? { websocket } : {}),
    } as Bun.Serve.Options<Data>)
  } catch (error) {
    if ((error as { code?: string }).code === "EADDRINUSE") throw new PortInUse(host, port)
    throw error
  }
}

/** Where it listens, without a slash at the end. */
export const addressOf = ({ hostname, port }: Pick<Listening<unknown>, "hostname" | "port">): string =>
  `http://${hostname?.includes(":") ? `[${hostname}]` : hostname}:${port}`

/** A port of the host that is free now. */
export const freePort = async (host: string): Promise<number> => {
  const server = listen({ host, port: 0, fetch: () => new Response() })
  const { port } = server
  await server.stop(true)
  return port ?? 0
}
