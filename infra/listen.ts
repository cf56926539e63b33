/** The port is taken. */
export class PortInUse extends Error {
  readonly code = "PORT_IN_USE"
  constructor(host: string, port: number) {
    super(`PORT ${port} on ${host} is in use by another process: set PORT to a free one`)
    this.name = "PortInUse"
  }
}

type Listening = ReturnType<typeof Bun.serve>

interface ListenOptions {
  host: string
  /** 0: a free one. */
  port: number
  fetch: (request: Request, server: Listening) => Response | Promise<Response>
  maxRequestBodySize?: number
  idleTimeoutSeconds?: number
}

/** Listens on a port that this process has to itself: with reusePort two services could share one unseen. Throws PortInUse. */
export const listen = ({ host, port, fetch, maxRequestBodySize, idleTimeoutSeconds }: ListenOptions): Listening => {
  try {
    return Bun.serve({
      hostname: host,
      port,
      reusePort: false,
      ...(idleTimeoutSeconds ? { idleTimeout: idleTimeoutSeconds } : {}),
      ...(maxRequestBodySize ? { maxRequestBodySize } : {}),
      fetch,
    })
  } catch (error) {
    if ((error as { code?: string }).code === "EADDRINUSE") throw new PortInUse(host, port)
    throw error
  }
}

/** Where it listens, without a slash at the end. */
export const addressOf = ({ hostname, port }: Listening): string =>
  `http://${hostname?.includes(":") ? `[${hostname}]` : hostname}:${port}`
