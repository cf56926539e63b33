/** Bytes that the runtime sends in one call together with a head: its buffer of 16 KiB, less the longest head. */
const SENT_WITH_HEAD_BYTES = 15 * 1024

/**
 * A body in the form that the runtime sends with the fewest calls of the system. Of an answer that is written after an
 * await and does not fit its buffer, Bun 1.4 sends each part of the head by itself, some 35 calls that take more time
 * than all else of a kept report. The head of a stream it sends at once. A stream has no Content-Length; to HEAD the
 * body is given as it is, so that it has one.
 */
export const inFewestCalls = (method: string, body: string | Buffer | null): BodyInit | null => {
  if (body === null || method === "HEAD" || body.length < SENT_WITH_HEAD_BYTES) return body as BodyInit | null
  const source: Bun.DirectUnderlyingSource = {
    type: "direct",
    pull(controller) {
      controller.write(body)
      controller.close()
    },
  }
  // Where the browser's types are known too, the constructor is declared without the sources that only Bun has.
  return Reflect.construct(ReadableStream, [source])
}
