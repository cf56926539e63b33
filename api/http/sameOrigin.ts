import { Forbidden } from "./errors.ts"

const READING_METHODS = ["GET", "HEAD", "OPTIONS"]

/**
 * Refuses a write that a browser sends from another site. Browsers name a request's origin in Sec-Fetch-Site, older
 * browsers in Origin; a caller that sends neither header is no browser and has no cookies of a user. Throws Forbidden.
 */
export const assertSameOrigin = (request: Request, allowedOrigins: readonly string[]): void => {
  if (READING_METHODS.includes(request.method)) return
  const origin = request.headers.get("origin")
  if (origin !== null && allowedOrigins.includes(origin)) return
  const site = request.headers.get("sec-fetch-site")
  if (site === "same-origin" || site === "none") return
  if (site === null && (origin === null || hostOf(origin) === request.headers.get("host"))) return
  throw new Forbidden("write-from-another-site")
}

const hostOf = (origin: string): string | undefined => (URL.canParse(origin) ? new URL(origin).host : undefined)
