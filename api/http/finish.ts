import { preferredEncoding } from "./compress.ts"
import { type Encoded, encoded, isEncoded } from "./encoded.ts"

/** Minimum size of compressed answers [bytes]. */
const COMPRESS_FROM_BYTES = 1024
/** An answer of the framework before it is encoded. */
export interface Unfinished {
  request: Request
  value: unknown
  status: number
  headers: Record<string, unknown>
}

/** An answer without its headers. */
export interface Finished {
  status: number
  /** Compression is asynchronous. */
  body: string | null | Promise<Buffer>
}

/** Language and form of every answer. */
const VARY = "accept-language, accept-encoding"
const NOT_MODIFIED: Finished = { status: 304, body: null }

/**
 * Completes an answer: a strong ETag on the answer of a GET, 304 for a client that already has this answer, gzip or
 * zstd from 1 KiB on. Adds headers to `headers` and returns status and body. Returns undefined to leave the answer to
 * the framework (streams, files).
 */
export const finish = ({ request, value, status, headers }: Unfinished): Finished | undefined => {
  if (value instanceof Response) {
    const etag = value.headers.get("etag")
    if (status !== 200 || !isKnown(request, etag)) return undefined
    Object.assign(headers, { etag, "cache-control": value.headers.get("cache-control") ?? "no-cache" })
    return NOT_MODIFIED
  }
  const body = bodyOf(value)
  if (body === undefined) return undefined
  const isLarge = Buffer.byteLength(body.text) >= COMPRESS_FROM_BYTES
  const encoding = isLarge ? preferredEncoding(request) : undefined
  const tag = isRead(request) && status === 200 ? body.tag() : undefined
  headers.vary = headers.vary ? `${headers.vary}, ${VARY}` : VARY
  headers["cache-control"] ??= tag ? "private, no-cache" : "no-store"
  if (tag) headers.etag = `"${tag}${encoding ? `-${encoding}` : ""}"`
  if (tag && isKnown(request, `"${tag}"`)) return NOT_MODIFIED
  headers["content-type"] ??= typeof value === "string" ? "text/plain; charset=utf-8" : "application/json"
  if (!encoding) return { status, body: body.text }
  headers["content-encoding"] = encoding
  return { status, body: body.as(encoding) }
}

const isRead = ({ method }: Request): boolean => method === "GET" || method === "HEAD"

/** Value that the framework would write as JSON or text; undefined for streams and all else. */
const bodyOf = (value: unknown): Encoded | undefined => {
  if (typeof value === "string") return encoded(value)
  if (isEncoded(value)) return value
  if (typeof value !== "object" || value === null) return undefined
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype
  return isPlain ? encoded(JSON.stringify(value)) : undefined
}

/** True if If-None-Match names the tag; in whichever encoding it was sent, the content is the same. */
export const isKnown = (request: Request, etag: string | null): boolean => {
  const header = request.headers.get("if-none-match")
  if (!header || !etag || !isRead(request)) return false
  const tags = header.split(",").map(tag =>
    tag
      .trim()
      .replace(/^W\//, "")
      .replace(/-(?:gzip|zstd)"$/, '"'),
  )
  return tags.includes(etag) || tags.includes("*")
}
