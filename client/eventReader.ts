/** The data of each server-sent event of a stream; comments and other fields are passed over. */
export const readEvents = async function* (body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let rest = ""
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const events = (rest + decoder.decode(value, { stream: true })).split("\n\n")
      rest = events.pop() ?? ""
      for (const event of events) {
        const data = event.split("\n").filter(line => line.startsWith("data: "))
        if (data.length > 0) yield data.map(line => line.slice("data: ".length)).join("\n")
      }
    }
  } finally {
    await reader.cancel()
  }
}
