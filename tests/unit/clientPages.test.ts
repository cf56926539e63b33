import { expect, test } from "bun:test"
import { createClient } from "solar-scan-service/client"

/** A client of a service with three scans, and the queries that it received. */
const clientOf = (hasCursors: boolean) => {
  const asked: string[] = []
  const client = createClient({
    baseUrl: "http://service",
    fetch: (async (input: string | URL | Request) => {
      const { searchParams } = new URL(input instanceof Request ? input.url : input)
      asked.push([...searchParams].map(pair => pair.join("=")).join("&"))
      const at = searchParams.has("cursor") ? Number(searchParams.get("cursor")) : Number(searchParams.get("page")) - 1
      const nextCursor = hasCursors && at < 2 ? String(at + 1) : null
      return Response.json({ items: [{ id: `scan ${at}` }], total: 3, page: 1, limit: 1, totalPages: 3, nextCursor })
    }) as typeof fetch,
  })
  return { client, asked }
}
const readAll = async (client: ReturnType<typeof createClient>) =>
  (await Array.fromAsync(client.each("GET /v1/scans", { query: { limit: 1, page: 7 } }))).map(({ id }) => id)

test("a list with cursors is read by them, each item once", async () => {
  const { client, asked } = clientOf(true)
  expect(await readAll(client)).toEqual(["scan 0", "scan 1", "scan 2"])
  expect(asked).toEqual(["limit=1&page=1", "limit=1&cursor=1", "limit=1&cursor=2"])
})

test("a list without cursors, such as a sorted one, is read by its pages", async () => {
  const { client, asked } = clientOf(false)
  expect(await readAll(client)).toEqual(["scan 0", "scan 1", "scan 2"])
  expect(asked).toEqual(["limit=1&page=1", "limit=1&page=2", "limit=1&page=3"])
})
