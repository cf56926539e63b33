import { type CallOptions, createCall, rootOf } from "./call.ts"
import type { Operations } from "./operations.ts"

/** Method and path of an operation, such as `GET /v1/scans/{id}`. */
export type Place = keyof Operations
export type Query<P extends Place> = Operations[P]["query"]
export type Body<P extends Place> = Operations[P]["body"]
export type Answer<P extends Place> = Operations[P]["answer"]

/** What a call takes besides its place; a part with nothing that must be there may be left out. */
export type Given<P extends Place> = Part<"params", Operations[P]["params"]> &
  Part<"query", Query<P>> &
  Part<"body", Body<P>> & {
    /** Ends the call when it fires. */
    signal?: AbortSignal | undefined
    /** The same key with the same request makes one thing. */
    idempotencyKey?: string | undefined
    /** Of `POST /v1/scans`: answers when the scan has ended, at the latest after so many seconds (1-60). */
    waitSeconds?: number | undefined
  }

type Part<Name extends string, T> = [T] extends [undefined]
  ? { [N in Name]?: undefined }
  : Record<never, never> extends T
    ? { [N in Name]?: T | undefined }
    : { [N in Name]: T }

/** What `Given` requires, if anything. */
type Rest<P extends Place> = Record<never, never> extends Given<P> ? [given?: Given<P>] : [given: Given<P>]

export interface ClientOptions extends CallOptions {
  /** Of a dashboard session: whose scans it means; live unless given. An API key has its own. */
  mode?: "live" | "sandbox"
}

/** Every operation of the service, with the types of its declaration. */
export interface Client {
  /** The answer: JSON as its type says, any other text as it is. Throws ScanApiError for one that is no success. */
  ask<P extends Place>(place: P, ...rest: Rest<P>): Promise<Answer<P>>
  /** The answer itself, for streams and files. Throws as `ask` does. */
  open<P extends Place>(place: P, ...rest: Rest<P>): Promise<Response>
  /** Where an operation is, for links. */
  url<P extends Place>(place: P, ...rest: Rest<P>): string
}

/** What any call may have been given. */
interface AnyGiven {
  params?: Record<string, string> | undefined
  query?: Record<string, unknown> | undefined
  body?: unknown
  signal?: AbortSignal | undefined
  idempotencyKey?: string | undefined
  waitSeconds?: number | undefined
}

/** A client for Node.js, Bun and browsers; needs nothing but fetch. */
export const createClient = (options: ClientOptions): Client => {
  const call = createCall(options)
  const pathOf = (place: Place, { params = {}, query = {} }: AnyGiven = {}): string => {
    const path = place
      .slice(place.indexOf(" ") + 1)
      .replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name]!))
    const given = Object.entries({ ...query, mode: options.mode }).filter(([, value]) => value !== undefined)
    const texts = given.map(([name, value]) => [name, String(value)])
    return texts.length === 0 ? path : `${path}?${new URLSearchParams(texts)}`
  }
  const open: Client["open"] = (place, ...[given]) => {
    const { body, signal, idempotencyKey, waitSeconds }: AnyGiven = given ?? {}
    const headers = {
      ...(idempotencyKey ? { "idempotency-key": idempotencyKey } : {}),
      ...(waitSeconds ? { prefer: `wait=${waitSeconds}` } : {}),
    }
    return call(place.slice(0, place.indexOf(" ")), pathOf(place, given), { body, headers, signal })
  }
  return {
    open,
    url: (place, ...[given]) => rootOf(options) + pathOf(place, given),
    async ask(place, ...rest) {
      const response = await open(place, ...rest)
      if (response.status === 204) return undefined
      const isJson = response.headers.get("content-type")?.includes("json")
      return isJson ? response.json() : response.text()
    },
  }
}
