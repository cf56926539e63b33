import { type CallOptions, type CallRequest, createSend, rootOf, typeOf } from "./call.ts"
import { newKey } from "./key.ts"
import { type ItemOf, itemsOf, type ListPlace } from "./pages.ts"
import { BULK, KEYED, NOT_JSON } from "./places.ts"
import { createRetries, type RetryOptions } from "./retry.ts"
import type { Answer, Given, Place } from "./types.ts"

/** Required parameters of `Given`, and optional ones. */
type Rest<P extends Place, More = unknown> =
  Record<never, never> extends Given<P> ? [input?: Given<P> & More] : [input: Given<P> & More]

/** Options of an answer that is read as a stream. */
interface Form {
  /** Media type of the answer, such as `text/csv` or `application/pdf`, for an operation with several. */
  accept?: string | undefined
}

interface PageOptions extends CallOptions {
  /** Mode of a dashboard session; default: live. An API key has its own mode. */
  mode?: "live" | "sandbox"
}

export interface ClientOptions extends PageOptions, RetryOptions {}

/** Every operation of the service, with the types of its declaration. */
export interface Client {
  /**
   * The answer: JSON with its declared type, or a text. Throws ScanApiError for an unsuccessful answer, ScanCallError
   * without an answer.
   */
  ask<P extends Place>(place: P, ...rest: Rest<P>): Promise<Answer<P>>
  /** The answer itself, for streams: timeoutMs ends with its headers. Throws as `ask` does. */
  open<P extends Place>(place: P, ...rest: Rest<P, Form>): Promise<Response>
  /** The whole answer as a file. Throws as `ask` does. */
  file<P extends Place>(place: P, ...rest: Rest<P, Form>): Promise<Blob>
  /** Every item of a list, page after page. */
  each<P extends ListPlace>(place: P, parts?: Omit<Given<P>, "body">): AsyncIterable<ItemOf<P>>
  /** Path of an operation, for links. */
  url<P extends Place>(place: P, ...rest: Rest<P>): string
}

/** Parts of a call, whatever its operation. */
interface AnyGiven extends Form {
  params?: Record<string, string> | undefined
  query?: Record<string, unknown> | undefined
  body?: unknown
  signal?: AbortSignal | undefined
  timeoutMs?: number | undefined
  maxAttempts?: number | undefined
  idempotencyKey?: string | undefined
  ifMatch?: string | undefined
  waitSeconds?: number | undefined
  returnsReport?: boolean | undefined
}

const preferOf = ({ waitSeconds, returnsReport }: AnyGiven): string =>
  [...(waitSeconds ? [`wait=${waitSeconds}`] : []), ...(returnsReport ? ["return=representation"] : [])].join(", ")

/** Functions that send the calls of a client and read the answers. */
interface Manner {
  /** Sends a request of an operation. */
  call: <T>(request: CallRequest<T>, place: Place, parts: AnyGiven) => Promise<T>
  /** Adds the parts that a call generates itself, such as its key. */
  complete: (place: Place, parts: AnyGiven) => AnyGiven
  isJson: (place: Place, response: Response) => boolean
}

const clientOf = (options: PageOptions, { call, complete, isJson }: Manner): Client => {
  const pathOf = (place: Place, { params = {}, query = {} }: AnyGiven = {}): string => {
    const path = place
      .slice(place.indexOf(" ") + 1)
      .replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name]!))
    const values = Object.entries({ ...query, mode: options.mode }).filter(([, value]) => value !== undefined)
    const texts = values.map(([name, value]) => [name, String(value)])
    return texts.length === 0 ? path : `${path}?${new URLSearchParams(texts)}`
  }
  const send = <T>(place: Place, parts: AnyGiven, read: CallRequest<T>["read"]): Promise<T> => {
    const completed = complete(place, parts)
    const { accept, body, signal, idempotencyKey, ifMatch, query } = completed
    const prefer = preferOf(completed)
    const headers = {
      ...(accept ? { accept } : {}),
      ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
      ...(ifMatch ? { "if-match": ifMatch } : {}),
      ...(prefer ? { prefer } : {}),
    }
    const request = {
      ...{ method: place.slice(0, place.indexOf(" ")), url: rootOf(options) + pathOf(place, completed) },
      ...{ body, headers, signal, read },
      idempotencyKey: idempotencyKey ?? (place === BULK ? String(query?.batchId) : undefined),
    }
    return call(request, place, completed)
  }
  const client: Client = {
    open: (place, ...[parts = {}]) =>
      send(
        place,
        parts,
        ownForm(parts, async response => response),
      ),
    file: (place, ...[parts = {}]) =>
      send(
        place,
        parts,
        ownForm(parts, response => response.blob()),
      ),
    each: (place, parts) => itemsOf(client.ask, place, parts),
    url: (place, ...[parts]) => rootOf(options) + pathOf(place, parts),
    ask: (place, ...[parts = {}]) =>
      send(place, parts, (response, unexpected) =>
        (isJson(place, response) ? readJson : readText)(response, unexpected),
      ),
  }
  return client
}

/** Up to 100,000 scans are accepted in one call. */
const BULK_TIMEOUT_MS = 600_000

/** A client for Node.js, Bun and browsers; needs nothing but fetch. */
export const createClient = (options: ClientOptions): Client => {
  const callUntilAnswered = createRetries(createSend(options), options)
  return clientOf(options, {
    complete(place, parts) {
      if (KEYED.includes(place)) return { ...parts, idempotencyKey: parts.idempotencyKey ?? newKey() }
      if (place !== BULK) return parts
      const { query, timeoutMs = options.timeoutMs ?? BULK_TIMEOUT_MS } = parts
      return { ...parts, timeoutMs, query: { ...query, batchId: query?.batchId ?? newKey() } }
    },
    call(request, place, { timeoutMs, maxAttempts, ifMatch }) {
      const isRepeatable = KEYED.includes(place) || place === BULK || isUnchanging(request.method, ifMatch)
      return callUntilAnswered({ ...request, timeoutMs, maxAttempts, isRepeatable })
    },
    isJson: place => !NOT_JSON.includes(place),
  })
}

/**
 * Client of the service's own pages: sends each request once and without a key. Throws the platform's error if there is
 * no answer.
 */
export const createPageClient = (options: PageOptions): Client => {
  const send = createSend(options)
  return clientOf(options, {
    complete: (_, parts) => parts,
    call: request => send(request, { signal: request.signal, now: Date.now }),
    isJson: (_, { headers }) => headers.get("content-type")?.includes("json") ?? false,
  })
}

/** A change under If-Match, repeated after a lost answer, finds the object already changed. */
const isUnchanging = (method: string, ifMatch: string | undefined): boolean =>
  method === "GET" || (method === "PUT" && ifMatch === undefined)

/** True for a page of a proxy, and for a media type that was not requested. */
const isForeign = (response: Response, accept: string | undefined): boolean => {
  const type = response.headers.get("content-type") ?? ""
  if (accept !== undefined && /^[\w.+-]+\/[\w.+-]+$/.test(accept)) return type !== "" && !type.includes(accept)
  return type.includes("text/html")
}

/** Reads an answer in the requested form. */
const ownForm =
  <T>({ accept }: Form, read: (response: Response) => Promise<T>): CallRequest<T>["read"] =>
  async (response, unexpected) => {
    if (isForeign(response, accept)) throw unexpected(typeOf(response))
    return read(response)
  }

const readText = ownForm({}, response => response.text() as Promise<never>)

const readJson: CallRequest<never>["read"] = async (response, unexpected) => {
  if (response.status === 204) return undefined as never
  const type = response.headers.get("content-type")
  const text = await response.text()
  // A truncated answer is empty or incomplete JSON.
  if (text !== "" && type !== null && !/[/+]json\b/.test(type)) throw unexpected(`${type}, not JSON`)
  try {
    return JSON.parse(text) as never
  } catch (error) {
    throw unexpected(text === "" ? "an empty body" : "JSON that cannot be read", error)
  }
}
