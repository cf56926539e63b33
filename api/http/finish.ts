import { createHash } from "node:crypto"
import { encode, preferredEncoding } from "./compress.ts"

/** Smaller answers are not worth compressing. */
const COMPRESS_FROM_BYTES = 1024
/** Part of a report's answer with the solver's time: left out of the entity tag. */
const SOLVER_TIME = /"solveMs":[\d.eE+-]+,?/g
const TAG_LENGTH = 22

/** An answer as the framework holds it before it is written. */
export interface Unfinished {
  request: Request
  value: unknown
  status: number
  headers: Record<string, unknown>
}

/**
 * The last step of an answer: a strong ETag on what a GET reads, 304 for a client that has it already, and gzip or
 * zstd above 1 KiB. Adds to `headers`; returns the answer, or undefined to leave it to the framework (streams, files).
 */
export const finish = async ({ request, value, status, headers }: Unfinished): Promise<Response | undefined> => {
  if (value instanceof Response) return isKnown(request, status, value.headers.get("etag")) ? notModified() : undefined
  const text = textOf(value)
  if (text === undefined) return undefined
  const bytes = Buffer.from(text)
  const encoding = bytes.length >= COMPRESS_FROM_BYTES ? preferredEncoding(request) : undefined
  const tag = isRead(request) && status === 200 ? tagOf(text) : undefined
  headers.vary = [headers.vary, "accept-language", "accept-encoding"].filter(Boolean).join(", ")
  headers["cache-control"] ??= tag ? "private, no-cache" : "no-store"
  if (tag) headers.etag = `"${tag}${encoding ? `-${encoding}` : ""}"`
  if (tag && isKnown(request, status, `"${tag}"`)) return notModified()
  headers["content-type"] ??= typeof value === "string" ? "text/plain; charset=utf-8" : "application/json"
  if (!encoding) return new Response(bytes, { status })
  headers["content-encoding"] = encoding
  return new Response((await encode(bytes, encoding)) as Buffer<ArrayBuffer>, { status })
}

const isRead = ({ method }: Request): boolean => method === "GET" || method === "HEAD"

/** What the framework would write as JSON or text; undefined for streams and all else. */
const textOf = (value: unknown): string | undefined => {
  if (typeof value === "string") return value
  if (typeof value !== "object" || value === null) return undefined
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype
  return isPlain ? JSON.stringify(value) : undefined
}

const tagOf = (text: string): string =>
  createHash("sha256").update(text.replace(SOLVER_TIME, "")).digest("base64url").slice(0, TAG_LENGTH)

/** Whether If-None-Match names the tag; in whichever encoding it was sent, the content is the same. */
const isKnown = (request: Request, status: number, etag: string | null): boolean => {
  const known = request.headers.get("if-none-match")
  if (!known || !etag || !isRead(request) || status !== 200) return false
  const tags = known.split(",").map(tag =>
    tag
      .trim()
      .replace(/^W\//, "")
      .replace(/-(?:gzip|zstd)"$/, '"'),
  )
  return tags.includes(etag) || tags.includes("*")
}

const notModified = () => new Response(null, { status: 304 })
