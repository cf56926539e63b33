import type { Server, ServerWebSocket, WebSocketHandler } from "bun"
import { InvalidInput } from "../../domain/base/errors.ts"
import { isEnded } from "../../domain/organization/events/states.ts"
import { refusal, type SocketEnds } from "../../domain/organization/refusal.ts"
import type { ScanProgress } from "../../domain/report/messages.ts"
import { refusalText } from "../../domain/texts/refusals.ts"
import { hasHost } from "../../infra/listen.ts"
import type { Log } from "../../infra/log.ts"
import type { ScanState } from "../../store/scans/read.ts"
import { assertScope } from "../credentials/authenticate.ts"
import type { Credentials } from "../credentials/credentials.ts"
import { isDatabaseDown } from "../http/databaseDown.ts"
import { Forbidden, HttpError, NotFound, Unauthenticated } from "../http/errors.ts"
import { languageOf } from "../http/language.ts"
import { createShares, type Shares } from "../http/shares.ts"
import type { ScanContext } from "../v1/scans/context.ts"
import { progressionOf } from "../v1/scans/progression.ts"
import type { Reader } from "../v1/scans/reader.ts"
import { findRun, runStatus } from "./runs.ts"
import type { RunStatus } from "./schemas.ts"

const PATH = "/v1/scan/ws"
const BEARER_PROTOCOL = "bearer."
const BY = ["legacy"] as const
const SCOPE = "read"
/** Maximum number of simultaneous connections of one process. */
const MAX_SOCKETS = 10_000
/** Maximum size of messages from clients, which need not send any. */
const MAX_MESSAGE_BYTES = 1024
/** Timeout of a client that answers no ping. */
const IDLE_SECONDS = 30
/** Maximum number of these connections of one organization. */
const MAX_OF_ORGANIZATION = 2_500
/** Maximum duration of a connection, longer than any scan; clients may connect again. */
const MAX_SOCKET_MS = 3_600_000

/** Close codes: of RFC 6455, and of our own. */
const CODES = { done: 1000, goingAway: 1001, failed: 1011, tryLater: 1013, unauthenticated: 4401, notFound: 4404 }

/** Data of a connection. */
export interface SocketData {
  /** The upgrade with its credential in the Authorization header. */
  request: Request
  runUuid: string
  stop?: () => void
}

type Socket = ServerWebSocket<SocketData>

/** The WebSockets of document 2, by which a scan is followed. */
export interface RunSockets {
  /** Accepts the upgrade of a request to /v1/scan/ws; false for any other request. */
  upgrade(request: Request, server: Server<SocketData>): boolean
  handler: WebSocketHandler<SocketData>
  /** Closes all connections. */
  close(): void
}

/**
 * Every upgrade is accepted; a refusal closes the connection with its code. @param perOrganization connections at once
 */
export const createRunSockets = (
  context: ScanContext,
  credentials: Pick<Credentials, "authenticate" | "leases">,
  log: Log,
  perOrganization = MAX_OF_ORGANIZATION,
): RunSockets => {
  const sockets = new Set<Socket>()
  const shares = createShares({ inAll: MAX_SOCKETS, perOrganization, what: "connections" })
  return {
    upgrade(request, server) {
      if (request.headers.get("upgrade")?.toLowerCase() !== "websocket" || !hasHost(request)) return false
      const { pathname, searchParams } = new URL(request.url)
      if (pathname !== PATH && pathname !== `${PATH}/`) return false
      const protocol = bearerProtocol(request)
      return server.upgrade(request, {
        data: { request: withCredential(request, protocol), runUuid: searchParams.get("run-uuid") ?? "" },
        ...(protocol ? { headers: { "sec-websocket-protocol": protocol } } : {}),
      })
    },
    handler: {
      idleTimeout: IDLE_SECONDS,
      sendPings: true,
      maxPayloadLength: MAX_MESSAGE_BYTES,
      open(socket) {
        sockets.add(socket)
        if (sockets.size > MAX_SOCKETS) close(socket, { code: CODES.tryLater, reason: "too-many-sockets" })
        else socket.data.stop = follow(context, { credentials, log, shares }, socket)
      },
      message() {},
      close(socket) {
        sockets.delete(socket)
        socket.data.stop?.()
      },
    },
    close() {
      for (const socket of sockets) close(socket, { code: CODES.goingAway, reason: "service-stops" })
    },
  }
}

const bearerProtocol = (request: Request): string | undefined =>
  request.headers
    .get("sec-websocket-protocol")
    ?.split(",")
    .map(protocol => protocol.trim())
    .find(protocol => protocol.startsWith(BEARER_PROTOCOL))

/** Browsers cannot set headers of a WebSocket: their token comes as a subprotocol. */
const withCredential = ({ url, headers }: Request, protocol: string | undefined): Request => {
  const withToken = new Headers(headers)
  if (protocol && !withToken.has("authorization"))
    withToken.set("authorization", `Bearer ${protocol.slice(BEARER_PROTOCOL.length)}`)
  return new Request(url, { headers: withToken })
}

interface Following {
  credentials: Pick<Credentials, "authenticate" | "leases">
  log: Log
  shares: Shares
}

/** Sends the states of its scan to one connection until the scan ends; returns the function that stops it. */
const follow = (context: ScanContext, { credentials, log, shares }: Following, socket: Socket): (() => void) => {
  const { request, runUuid } = socket.data
  const releases: (() => void)[] = []
  let isOpen = true
  const stop = () => {
    isOpen = false
    for (const release of releases.splice(0)) release()
  }
  const end = (closing: Closing) => {
    if (!isOpen) return
    stop()
    close(socket, closing)
  }
  const fail = (error: unknown) => {
    const closing = closingOf(error)
    if (closing.code === CODES.failed) log.error({ err: error, runUuid }, "a WebSocket failed")
    end(closing)
  }
  const start = async () => {
    const caller = await credentials.authenticate({ request, headers: {} }, BY)
    assertScope(caller, SCOPE)
    if (!isOpen) return
    const lease = credentials.leases.hold({ caller, by: BY, scope: SCOPE })
    lease.signal.addEventListener("abort", () => end({ code: CODES.unauthenticated, reason: "socket-unauthenticated" }))
    releases.push(lease.release)
    releases.push(shares.take(caller.organizationId))
    const scan = await findRun(context.queries, caller, runUuid)
    if (!isOpen) return
    const sender = createStatusSender(context, caller, scan, status => {
      if (isOpen) socket.send(JSON.stringify(status))
      if (status.status !== "calculating") end({ code: CODES.done, reason: "socket-of-ended-scan" })
      return isOpen
    })
    const limit = setTimeout(() => end({ code: CODES.tryLater, reason: "socket-open-too-long" }), MAX_SOCKET_MS)
    releases.push(
      () => clearTimeout(limit),
      context.progress.watch(scan.id, progress => sender.onProgress(progress).catch(fail)),
    )
    await sender.look()
  }
  start().catch(fail)
  return stop
}

interface StatusSender {
  /** Sends the content of a bus message; undefined: no more messages will come. */
  onProgress(progress: ScanProgress | undefined): Promise<void>
  /** Sends the state that the database has. */
  look(): Promise<void>
}

/**
 * Sends the states of a scan in order, the current state first, no state twice, and reports from before the end before
 * it. @param send answers whether it may be called again
 */
const createStatusSender = (
  context: ScanContext,
  reader: Reader,
  scan: ScanState,
  send: (status: RunStatus) => boolean,
): StatusSender => {
  let isOpen = true
  let isSending = false
  let mustLook = false
  let reported = 0
  let sent = -1
  const next = async (): Promise<RunStatus> => {
    if (sent >= 0 && reported > sent) {
      const progression = reported
      await context.progressions.keep(scan.id, progression)
      return { run_uuid: scan.runId, status: "calculating", progression }
    }
    mustLook = false
    return runStatus(context, await findRun(context.queries, reader, scan.id), reader.language)
  }
  const sendNew = async () => {
    if (isSending) return
    isSending = true
    while (isOpen && (mustLook || reported > sent)) {
      const status = await next()
      if (status.status === "calculating" && status.progression <= sent) continue
      sent = status.progression
      isOpen = send(status)
    }
    isSending = false
  }
  return {
    onProgress(progress) {
      if (progress && !isEnded(progress.status)) reported = Math.max(reported, progressionOf(progress))
      else mustLook = true
      return sendNew()
    },
    look() {
      mustLook = true
      return sendNew()
    },
  }
}

interface Closing {
  code: number
  reason: keyof SocketEnds
}

const close = (socket: Socket, { code, reason }: Closing): void =>
  socket.close(code, refusalText(refusal(reason), languageOf(socket.data.request)))

const closingOf = (error: unknown): Closing => {
  if (error instanceof Unauthenticated || error instanceof Forbidden)
    return { code: CODES.unauthenticated, reason: "socket-unauthenticated" }
  // A mode in the query that differs from the token's mode requests a scan of that mode.
  if (error instanceof NotFound || error instanceof InvalidInput)
    return { code: CODES.notFound, reason: "socket-without-scan" }
  if (error instanceof HttpError || isDatabaseDown(error))
    return { code: CODES.tryLater, reason: "socket-not-possible" }
  return { code: CODES.failed, reason: "socket-failed" }
}
