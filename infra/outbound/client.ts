import { type ClientRequest, request as openHttp, type RequestOptions } from "node:http"
import { request as openHttps } from "node:https"
import { isIP, type LookupFunction } from "node:net"
import { type Checked, type Connections, checkedOf, createConnections } from "./connections.ts"
import {
  AnswerNotHttp,
  CallAbandoned,
  ConnectionFailed,
  ConnectionLost,
  DeadlinePassed,
  type OutboundError,
  TlsFailed,
} from "./errors.ts"
import { findTarget, type Target, type TargetOptions } from "./target.ts"

/** Timeout from resolving the host name to the last byte of the answer. */
const DEFAULT_DEADLINE_MS = 10_000
/** Maximum number of bytes read from an answer's body. */
const DEFAULT_MAX_BODY_BYTES = 64 * 1024

export interface OutboundRequest {
  url: string
  method?: "GET" | "POST"
  headers?: Record<string, string>
  body?: Uint8Array
  deadlineMs?: number
  maxBodyBytes?: number
  /** Cancels the call. */
  signal?: AbortSignal
}

export interface OutboundAnswer {
  /** Redirects are returned, not followed. */
  status: number
  headers: Record<string, string>
  /** Body as sent; a content encoding is not decoded. */
  body: Uint8Array
  /** True if the body is longer than the limit. */
  isTruncated: boolean
  durationMs: number
}

/** Calls another host. Throws an OutboundError. */
export type Outbound = (request: OutboundRequest) => Promise<OutboundAnswer>

interface OutboundOptions extends TargetOptions {
  /** A certificate authority to trust in place of the system's, as PEM. */
  ca?: string | undefined
  /**
   * True: successive calls to a host reuse a connection if the host keeps it alive. Otherwise each call has its own
   * connection.
   */
  keepsConnections?: boolean
}

/**
 * The client of every call that leaves the service. The host is resolved, its addresses are checked, and the connection
 * goes to a checked address, with the host's name kept for TLS and Host. Built on node:http, because fetch does not let
 * callers choose the address. Follows no redirect, and ignores proxies of the environment.
 */
export const createOutbound = ({ ca, keepsConnections = false, ...targetOptions }: OutboundOptions): Outbound => {
  const means: Means = { ca, connections: keepsConnections ? createConnections() : undefined }
  return async request => {
    const { deadlineMs = DEFAULT_DEADLINE_MS, signal } = request
    const startedMs = performance.now()
    const ending = new AbortController()
    const timer = setTimeout(() => ending.abort(new DeadlinePassed(deadlineMs)), deadlineMs)
    const abandon = () => ending.abort(new CallAbandoned())
    if (signal?.aborted) abandon()
    signal?.addEventListener("abort", abandon, { once: true })
    try {
      const target = await orAborted(findTarget(request.url, targetOptions), ending.signal)
      const answer = await exchange(target, request, means, ending.signal)
      return { ...answer, durationMs: performance.now() - startedMs }
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener("abort", abandon)
    }
  }
}

/** Transport of a call. */
interface Means {
  ca: string | undefined
  connections: Connections | undefined
}

/** Resolves with the value, or rejects with the signal's reason if the signal fires first. */
const orAborted = <T>(value: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((done, fail) => {
    if (signal.aborted) return fail(signal.reason)
    signal.addEventListener("abort", () => fail(signal.reason), { once: true })
    value.then(done, fail)
  })

const exchange = (
  target: Target,
  { body, maxBodyBytes = DEFAULT_MAX_BODY_BYTES, ...request }: OutboundRequest,
  means: Means,
  signal: AbortSignal,
): Promise<Omit<OutboundAnswer, "durationMs">> =>
  new Promise((done, fail) => {
    const call = open(target, request, means)
    let isOver = false
    const chunks: Uint8Array[] = []
    let length = 0
    let status: number | undefined
    const received = () => Buffer.concat(chunks)
    const failWith = (error: OutboundError) => {
      if (isOver) return
      isOver = true
      call.destroy()
      fail(status === undefined ? error : Object.assign(error, { status, body: received() }))
    }
    signal.addEventListener("abort", () => failWith(signal.reason), { once: true })
    call.on("error", error => failWith(causeOf(error, target.url)))
    call.on("close", () => failWith(new ConnectionLost()))
    call.on("response", answer => {
      status = answer.statusCode ?? 0
      const { socket } = answer
      const finish = (isTruncated: boolean) => {
        if (isOver) return
        isOver = true
        done({ status: status ?? 0, headers: flat(answer.headers), body: received(), isTruncated })
        if (isTruncated || !means.connections?.mayKeep(socket, answer.headers)) socket.destroy()
      }
      answer.on("error", () => failWith(new ConnectionLost()))
      answer.on("end", () => finish(false))
      answer.on("data", (chunk: Uint8Array) => {
        chunks.push(chunk.subarray(0, Math.max(0, maxBodyBytes - length)))
        length += chunk.length
        if (length > maxBodyBytes) finish(true)
      })
    })
    call.end(body)
  })

const open = (
  target: Target,
  { method = "GET", headers = {} }: OutboundRequest,
  { ca, connections }: Means,
): ClientRequest => {
  const { url, host, addresses } = target
  const checked = addresses.map(address => ({ address, family: isIP(address) }))
  const lookup: LookupFunction = (_host, { all }, answer) =>
    all ? answer(null, checked) : answer(null, checked[0]!.address, checked[0]!.family)
  const options: RequestOptions & Checked = {
    method,
    headers,
    hostname: host,
    port: url.port || undefined,
    path: `${url.pathname}${url.search}`,
    lookup,
    agent: connections?.agentOf(target) ?? false,
    ...checkedOf(target),
  }
  return url.protocol === "https:" ? openHttps({ ...options, ...(ca ? { ca } : {}) }) : openHttp(options)
}

const flat = (headers: NodeJS.Dict<string | string[]>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(", ")]))

const UNREACHED = /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|ETIMEDOUT|EADDRNOTAVAIL|EACCES|EINVAL)$/
const LOST = /^(ECONNRESET|EPIPE|ECONNABORTED)$/

const causeOf = (error: Error, url: URL): OutboundError => {
  const { code = "unknown cause", message } = error as NodeJS.ErrnoException
  if (LOST.test(code)) return new ConnectionLost()
  if (UNREACHED.test(code)) return new ConnectionFailed(code)
  if (code.startsWith("HPE_")) return new AnswerNotHttp(code.slice("HPE_".length).replaceAll("_", " ").toLowerCase())
  return url.protocol === "https:" ? new TlsFailed(message || code) : new ConnectionFailed(code)
}
