/** Maximum number of characters of one event, which bounds a stream without an end of an event. */
const MAX_EVENT_CHARS = 16 * 1024 * 1024
/** An event ends at an empty line; a line ends by LF, CR LF or CR (HTML, 9.2.6). */
const EVENT_END = /\r\n\r\n|\n\n|\r\r/
const LINE_END = /\r\n|\n|\r/

/** The data of each server-sent event of a stream; comments, other fields and incomplete events are skipped. */
export const readEvents = async function* (body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  for await (const event of readParts(body, EVENT_END)) {
    const data = event.split(LINE_END).flatMap(line => /^data:(?: ?)(.*)$/s.exec(line)?.[1] ?? [])
    if (data.length > 0) yield data.join("\n")
  }
}

/** The lines of a stream, without empty and incomplete lines. */
export const readLines = async function* (body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  for await (const line of readParts(body, "\n")) if (line.trim() !== "") yield line
}

/** Complete parts of a stream that end by a separator. */
const readParts = async function* (body: ReadableStream<Uint8Array>, end: string | RegExp): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let rest = ""
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const parts = (rest + decoder.decode(value, { stream: true })).split(end)
      rest = parts.pop() ?? ""
      if (rest.length > MAX_EVENT_CHARS) throw new Error("the stream has an event without an end")
      yield* parts
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}
