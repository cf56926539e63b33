import { afterAll, beforeAll, expect } from "bun:test"
import { houseRequest } from "../support/requests.ts"
import { createClient, LIVE_KEY, type RunningService, startFresh } from "../support/service.ts"
import type { Client } from "../support/sessions.ts"
import { browserTest, EXECUTABLE, whyNoBrowser } from "./chromium.ts"

let service: RunningService
let client: Client
let id: string

beforeAll(async () => {
  if (whyNoBrowser()) return
  service = await startFresh({ PDF_CHROMIUM: EXECUTABLE })
  client = createClient(service.address)
  id = (await client.post("/v1/scans", houseRequest(), { prefer: "wait=60" })).body.id
})
afterAll(() => service?.end())

const print = async (language: string) => {
  const headers = { "x-api-key": LIVE_KEY, accept: "application/pdf", "accept-language": language }
  const answer = await fetch(`${service.address}/v1/scans/${id}/result`, { headers })
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
}

const pagesOf = (bytes: Buffer): number => bytes.toString("latin1").match(/\/Type \/Page\b/g)?.length ?? 0

browserTest("the report's page is printed in the language of the request, and the scan stays unshared", async () => {
  const { answer, bytes } = await print("nl")
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/pdf"])
  expect(answer.headers.get("cache-control")).toBe("no-store")
  expect(bytes.subarray(0, 5).toString()).toBe("%PDF-")
  expect(bytes.toString("latin1")).toContain("/Lang (nl)")
  // A page that says that it is loading, or that there is no such report, is one.
  expect(pagesOf(bytes)).toBeGreaterThan(4)
  expect((await client.get(`/v1/scans/${id}/result`)).body).toMatchObject({ isShared: false, shareToken: null })
})

browserTest("an organization has one document made at a time", async () => {
  const [one, other] = await Promise.all([print("en"), print("en")])
  const refused = [one, other].filter(({ answer }) => answer.status === 429)
  expect(refused).toHaveLength(1)
  expect(refused[0]!.bytes.toString()).toContain("too many PDF documents at once")
  const made = [one, other].find(({ answer }) => answer.status === 200)!
  expect(made.bytes.toString("latin1")).toContain("/Lang (en)")
})
