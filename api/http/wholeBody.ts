/** Bytes that the runtime sends in one call together with a head: its buffer of 16 KiB, less the longest head. */
const SENT_WITH_HEAD_BYTES = 15 * 1024

/**
 * Converts a body to the form that the runtime sends with the fewest system calls. Bun 1.4 sends each part of the head
 * separately if an answer is written after an await and does not fit its buffer. These some 35 calls take longer than
 * all other work for a cached report. Bun sends the head of a stream in one call. A stream has no Content-Length; a
 * HEAD gets the unchanged body, so that its length is known.
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
  // With the browser's types the constructor is declared without Bun's own sources.
  return Reflect.construct(ReadableStream, [source])
}
