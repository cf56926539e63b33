/** A span as a collector receives it in OTLP's JSON. */
export interface ReceivedSpan {
  service: string
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: Record<string, string | number | boolean>
  status: { code?: number }
}

interface KeyValue {
  key: string
  value: { stringValue?: string; intValue?: string; doubleValue?: number; boolValue?: boolean }
}

const valuesOf = (attributes: KeyValue[]): ReceivedSpan["attributes"] =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? (value.intValue === undefined ? (value.doubleValue ?? value.boolValue!) : +value.intValue),
    ]),
  )

/** A collector on loopback that records spans. @param statusOf the status of each answer, by its number from 0 */
export const startCollector = (statusOf: (request: number) => number = () => 200) => {
  const spans: ReceivedSpan[] = []
  const requests: { path: string; headers: Headers; text: string }[] = []
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const text = await request.text()
      const status = statusOf(requests.length)
      requests.push({ path: new URL(request.url).pathname, headers: request.headers, text })
      if (status === 200)
        for (const { resource, scopeSpans } of JSON.parse(text).resourceSpans)
          for (const { spans: received } of scopeSpans)
            for (const span of received)
              spans.push({
                ...span,
                service: String(valuesOf(resource.attributes)["service.name"]),
                attributes: valuesOf(span.attributes),
              })
      return new Response("{}", { status })
    },
  })
  return {
    url: `http://127.0.0.1:${server.port}`,
    spans,
    requests,
    ofTrace: (traceId: string) => spans.filter(span => span.traceId === traceId),
    close: () => server.stop(true),
  }
}
export type Collector = ReturnType<typeof startCollector>
