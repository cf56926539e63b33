import { LaneFull } from "../../infra/children/turns.ts"
import type { NamedLock } from "../../store/namedLock.ts"
import type { Caller } from "../credentials/callers.ts"
import { encoded, isEncoded } from "./encoded.ts"
import { PreconditionFailed, Unavailable } from "./errors.ts"
import type { Exchange } from "./exchange.ts"
import { type Operation, objectPathOf, tellsTag } from "./operation.ts"

/** Maximum number of tags read from If-Match. */
const MAX_TAGS = 20

/** A pending change. */
interface Change {
  operation: Operation
  exchange: Exchange
  caller: Caller
  /** Reads the object as its GET answers. */
  read: (request: Request) => Promise<unknown>
}

/** Makes a change if the request's If-Match, when present, names the current version. Throws PreconditionFailed. */
export type Conditions = <T>(change: Change, make: () => Promise<T>) => Promise<T>

/**
 * If-Match (RFC 9110, 13.1.1) for every operation that declares it. Two changes of one object run in sequence, across
 * processes, so that nothing changes between the check and the change.
 */
export const createConditions =
  (lock: NamedLock): Conditions =>
  async ({ operation, exchange: { request, headers }, caller, read }, make) => {
    const wanted = request.headers.get("if-match")
    const object = objectOf(operation, request)
    const change = async () => {
      if (wanted !== null && !names(wanted, tagOf(await read(object)))) throw new PreconditionFailed()
      const answer = await make()
      // Current tag of the object's GET, which the next change may name.
      if (operation.isConditional === "shown") headers.etag = `"${tagOf(answer)}"`
      else if (tellsTag(operation)) headers.etag = `"${tagOf(await read(object))}"`
      return answer
    }
    // An id in capitals names the same row.
    const name = { owner: caller.organizationId, name: `change of ${new URL(object.url).pathname.toLowerCase()}` }
    return lock(name, change).catch(error => {
      throw error instanceof LaneFull ? new Unavailable("short-of-resources", error) : error
    })
  }

/** The GET of the object that a change concerns. */
export const readPlaceOf = (operation: Operation): string => `GET ${objectPathOf(operation)}`

/** The corresponding GET request. Only the language header affects the content. */
const objectOf = (operation: Operation, request: Request): Request => {
  const language = request.headers.get("accept-language")
  const url = new URL(request.url)
  const parts = objectPathOf(operation).split("/").length
  url.pathname = url.pathname.split("/").slice(0, parts).join("/")
  return new Request(url, { headers: language === null ? {} : { "accept-language": language } })
}

const tagOf = (answer: unknown): string => (isEncoded(answer) ? answer : encoded(JSON.stringify(answer))).tag()

/** True if one of the tags equals this tag, regardless of the content encoding. Weak tags never match. */
const names = (wanted: string, tag: string): boolean =>
  wanted.trim() === "*" ||
  wanted.split(",", MAX_TAGS).some(each => each.trim().replace(/-(?:gzip|zstd)"$/, '"') === `"${tag}"`)
