import { LaneFull } from "../../infra/children/turns.ts"
import type { NamedLock } from "../../store/namedLock.ts"
import type { Caller } from "../credentials/callers.ts"
import { encoded, isEncoded } from "./encoded.ts"
import { PreconditionFailed, Unavailable } from "./errors.ts"
import type { Exchange } from "./exchange.ts"
import { type Operation, placeOf, tellsTag } from "./operation.ts"

/** Tags of If-Match that are looked at. */
const MAX_TAGS = 20

/** A change that is about to be made. */
interface Change {
  operation: Operation
  exchange: Exchange
  caller: Caller
  /** Reads the thing as its GET answers. */
  read: (request: Request) => Promise<unknown>
}

/** Makes a change if the request's If-Match, when present, names the current version. Throws PreconditionFailed. */
export type Conditions = <T>(change: Change, make: () => Promise<T>) => Promise<T>

/**
 * RFC 9110, 13.1.1, for every operation that is declared so. Two changes of one object run in sequence, across
 * processes, so that nothing changes between the check and the change.
 */
export const createConditions =
  (lock: NamedLock): Conditions =>
  async ({ operation, exchange: { request, headers }, caller, read }, make) => {
    const wanted = request.headers.get("if-match")
    const { pathname } = new URL(request.url)
    const change = async () => {
      if (wanted !== null && !names(wanted, tagOf(await read(asRead(request))))) throw new PreconditionFailed()
      const answer = await make()
      // The tag of the thing as its GET has it now, which the next change may name.
      if (operation.isConditional === "shown") headers.etag = `"${tagOf(answer)}"`
      else if (tellsTag(operation)) headers.etag = `"${tagOf(await read(asRead(request)))}"`
      return answer
    }
    // An id names the same row in capitals.
    const name = { owner: caller.organizationId, name: `change of ${pathname.toLowerCase()}` }
    return lock(name, change).catch(error => {
      throw error instanceof LaneFull ? new Unavailable("short-of-resources", error) : error
    })
  }

/** The path of an operation's GET. */
export const readPlaceOf = (operation: Operation): string => `GET ${placeOf(operation)[1]}`

/** The request as its GET would come: the language chooses the content, nothing else of the headers does. */
const asRead = (request: Request): Request => {
  const language = request.headers.get("accept-language")
  return new Request(request.url, { headers: language === null ? {} : { "accept-language": language } })
}

const tagOf = (answer: unknown): string => (isEncoded(answer) ? answer : encoded(JSON.stringify(answer))).tag()

/** True if one tag is this; in whichever encoding it was read, the content is the same. A weak one never is. */
const names = (wanted: string, tag: string): boolean =>
  wanted.trim() === "*" ||
  wanted.split(",", MAX_TAGS).some(each => each.trim().replace(/-(?:gzip|zstd)"$/, '"') === `"${tag}"`)
