import { type CallOptions, createCall, rootOf } from "./call.ts"
import { type ItemOf, itemsOf, type ListPlace } from "./pages.ts"
import type { Answer, Given, Place } from "./types.ts"

/** What `Given` requires, if anything, and what else may be given. */
type Rest<P extends Place, More = unknown> =
  Record<never, never> extends Given<P> ? [given?: Given<P> & More] : [given: Given<P> & More]

/** How an answer is asked for that is read as it comes. */
interface Form {
  /** Media type of the answer, such as `text/csv` or `application/pdf`, where the operation has several. */
  accept?: string | undefined
}

export interface ClientOptions extends CallOptions {
  /** Of a dashboard session: whose scans it means; live unless given. An API key has its own. */
  mode?: "live" | "sandbox"
}

/** Every operation of the service, with the types of its declaration. */
export interface Client {
  /** The answer: JSON as its type says, any other text as it is. Throws ScanApiError for one that is no success. */
  ask<P extends Place>(place: P, ...rest: Rest<P>): Promise<Answer<P>>
  /** The answer itself, for streams and files. Throws as `ask` does. */
  open<P extends Place>(place: P, ...rest: Rest<P, Form>): Promise<Response>
  /** Every item of a list, page after page. */
  each<P extends ListPlace>(place: P, given?: Omit<Given<P>, "body">): AsyncIterable<ItemOf<P>>
  /** Where an operation is, for links. */
  url<P extends Place>(place: P, ...rest: Rest<P>): string
}

/** What any call may have been given. */
interface AnyGiven extends Form {
  params?: Record<string, string> | undefined
  query?: Record<string, unknown> | undefined
  body?: unknown
  signal?: AbortSignal | undefined
  idempotencyKey?: string | undefined
  ifMatch?: string | undefined
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
  const send = (place: Place, given: AnyGiven = {}): Promise<Response> => {
    const { accept, body, signal, idempotencyKey, ifMatch, waitSeconds } = given
    const headers = {
      ...(accept ? { accept } : {}),
      ...(idempotencyKey ? { "idempotency-key": idempotencyKey } : {}),
      ...(ifMatch ? { "if-match": ifMatch } : {}),
      ...(waitSeconds ? { prefer: `wait=${waitSeconds}` } : {}),
    }
    return call(place.slice(0, place.indexOf(" ")), pathOf(place, given), { body, headers, signal })
  }
  const client: Client = {
    open: (place, ...[given]) => send(place, given),
    each: (place, given) => itemsOf(client.ask, place, given),
    url: (place, ...[given]) => rootOf(options) + pathOf(place, given),
    async ask(place, ...[given]) {
      const response = await send(place, given)
      if (response.status === 204) return undefined
      const isJson = response.headers.get("content-type")?.includes("/json")
      return isJson ? response.json() : response.text()
    },
  }
  return client
}
