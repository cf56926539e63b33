import { currentMeter } from "../../infra/meter.ts"
import { assertPlain } from "./body.ts"
import { BodyBrokenOff, UnsupportedMediaType } from "./errors.ts"
import { createGrowingBuffer, isBlank } from "./growingBuffer.ts"
import { createPauses } from "./pauses.ts"

/** A line of a body, counted from 1; bytes are undefined if the line is too long. */
export interface Line {
  number: number
  bytes: Uint8Array | undefined
}

export const NDJSON = "application/x-ndjson"
/** Accepted media types of the same content. */
const NDJSON_TYPES = [NDJSON, "application/ndjson", "application/jsonl", "application/jsonlines"]

const NEWLINE = 10

/** Throws UnsupportedMediaType for a body without a media type for lines of JSON. */
export const assertNdjson = (request: Request): void => {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? ""
  if (!NDJSON_TYPES.includes(type)) throw new UnsupportedMediaType("body-of-another-type", { mediaType: NDJSON })
  assertPlain(request)
}

/**
 * The lines of a body as they arrive, without empty lines: at most one line and the last chunk are in memory. The bytes
 * of a line are valid until the next line is requested. A line above `maxBytes` is dropped while it arrives. The lines
 * end when `signal` fires, also while the client sends nothing. Throws BodyBrokenOff.
 */
export const linesOf = async function* (
  request: Request,
  maxBytes: number,
  signal?: AbortSignal,
): AsyncGenerator<Line> {
  const buffer = createGrowingBuffer(maxBytes)
  const pause = createPauses()
  let number = 0
  const take = (): Line | undefined => {
    number++
    const isTooLong = buffer.length() > maxBytes
    const bytes = buffer.bytes()
    buffer.clear()
    if (isTooLong) return { number, bytes: undefined }
    return isBlank(bytes) ? undefined : { number, bytes }
  }
  try {
    for await (const chunk of chunksOf(request, signal)) {
      currentMeter()?.add({ readBytes: chunk.length })
      let start = 0
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
        buffer.add(chunk.subarray(start, end))
        start = end + 1
        const line = take()
        if (line) yield line
      }
      buffer.add(chunk.subarray(start))
      await pause()
    }
  } catch (error) {
    throw (error as Error).name === "AbortError" ? new BodyBrokenOff() : error
  }
  const last = take()
  if (last) yield last
}

const chunksOf = async function* ({ body }: Request, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader()
  if (!reader) return
  const cancel = () => reader.cancel().catch(() => {})
  signal?.addEventListener("abort", cancel)
  if (signal?.aborted) return
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value
  } finally {
    signal?.removeEventListener("abort", cancel)
    await cancel()
  }
}
