import { createConnection, createServer, type Socket } from "node:net"

/** A proxy between a service and a server that breaks connections as networks do. */
export interface FaultProxy {
  port: number
  /** Resets all connections; new ones pass. */
  cut(): void
  /**
   * Leaves the current connections half open: no data arrives on either side, and neither side is notified. New
   * connections pass.
   */
  silence(): void
  /** Holds all data of the service until `release`. */
  hold(): void
  release(): void
  close(): Promise<void>
}

interface Pair {
  service: Socket
  server: Socket
  isSilent: boolean
}

export const startFaultProxy = async (targetPort: number): Promise<FaultProxy> => {
  const pairs = new Set<Pair>()
  let isHolding = false

  const accept = (service: Socket) => {
    const server = createConnection(targetPort, "127.0.0.1")
    const pair: Pair = { service, server, isSilent: false }
    pairs.add(pair)
    const close = () => {
      if (pair.isSilent) return
      pairs.delete(pair)
      service.destroy()
      server.destroy()
    }
    for (const socket of [service, server]) {
      socket.setNoDelay(true)
      socket.on("error", close)
      socket.on("close", close)
    }
    if (isHolding) service.pause()
    service.on("data", data => {
      if (!pair.isSilent) server.write(data)
    })
    server.on("data", data => {
      if (!pair.isSilent) service.write(data)
    })
  }
  const listener = createServer(accept)
  await new Promise<void>(done => listener.listen(0, "127.0.0.1", done))
  return {
    port: (listener.address() as { port: number }).port,
    cut() {
      for (const { service, server } of pairs) {
        service.resetAndDestroy()
        server.resetAndDestroy()
      }
    },
    silence() {
      for (const pair of pairs) pair.isSilent = true
    },
    hold() {
      isHolding = true
      for (const { service } of pairs) service.pause()
    },
    release() {
      isHolding = false
      for (const { service } of pairs) service.resume()
    },
    close: () =>
      new Promise(done => {
        for (const { service, server } of pairs) {
          service.destroy()
          server.destroy()
        }
        listener.close(() => done())
      }),
  }
}
