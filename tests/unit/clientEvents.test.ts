import { expect, test } from "bun:test"
import { createScanClient } from "solar-scan-service/client"

/** A service with 7 past events. The first wait for the next event breaks, and the event arrives meanwhile. */
const breakingFetch = (asked: string[]) => {
  let last = 7
  return (async (input: string | URL | Request) => {
    const { searchParams } = new URL(input instanceof Request ? input.url : input)
    const [after, wait] = [searchParams.get("after"), Number(searchParams.get("wait"))]
    asked.push(`${after} ${wait}`)
    const from = after === "latest" ? last : Number(after)
    if (wait > 0 && last === 7) {
      last = 8
      throw new TypeError("the connection was closed")
    }
    if (wait > 0 && from === last) throw new Error("nothing comes any more")
    const items = from < last ? [{ cursor: String(last), event: "scan.pending", data: { id: "new" } }] : []
    return Response.json({ items, cursor: String(last), hasMore: false })
  }) as typeof fetch
}

test("events from now on miss none that comes while the first wait breaks", async () => {
  const asked: string[] = []
  const scans = createScanClient({ baseUrl: "http://service", fetch: breakingFetch(asked) })
  const read: string[] = []
  for await (const { cursor } of scans.events("latest", AbortSignal.timeout(1500))) {
    read.push(cursor)
    break
  }
  expect(read).toEqual(["8"])
  expect(asked).toEqual(["latest 0", "7 30", "7 30"])
})
