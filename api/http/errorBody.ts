import { answerOfFailure, type Failure, messageOfFailure } from "./failure.ts"
import { languageOf } from "./language.ts"

/** Paths of document 2: their errors are `{error, message}`. */
const EARLIER_PATH = /^\/v1\/(scan|load-profile)(\/|$)/
/** This list serves the clients of both documents, so its 401 can be read by both. */
const SHARED_LIST = "/v1/scans"

const TITLES: Record<number, string> = {
  400: "Invalid request",
  401: "Authentication required",
  403: "Forbidden",
  404: "Not found",
  405: "Method not allowed",
  409: "Conflict",
  413: "Body too large",
  415: "Unsupported media type",
  429: "Too many requests",
  500: "Internal error",
  503: "Service unavailable",
}

const titlesOfRequests = new WeakMap<Request, string>()

/** From here on, failures of `request` are document 2's, with `title` as their `error`; a missing credential keeps its own. */
export const failAs = (request: Request, title: string): void => {
  titlesOfRequests.set(request, title)
}

/** The body of an error in the shape that the document of its path gives. */
export const errorBody = (request: Request, path: string, failure: Failure): object => {
  const { status, title } = failure
  const language = languageOf(request)
  const titleOfRequest = status === 401 ? undefined : titlesOfRequests.get(request)
  const error = title ?? titleOfRequest ?? TITLES[status] ?? TITLES[500]
  if (status === 401 && path === SHARED_LIST && request.method === "GET")
    return { statusCode: 401, error, message: null }
  if (titleOfRequest || EARLIER_PATH.test(path))
    return { error, message: status === 401 ? null : messageOfFailure(failure, language) }
  return answerOfFailure(failure, language)
}
