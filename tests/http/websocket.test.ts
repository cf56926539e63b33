import { afterAll, beforeAll, expect, test } from "bun:test"
import { earlierClient, earlierHouse, earlierToken, followRun, smallestRun, solvedRun } from "../support/earlier.ts"
import { createClient, type RunningService, startFresh, TEST_KEY } from "../support/service.ts"
import type { Client } from "../support/sessions.ts"

let service: RunningService
let client: Client
let token: string

beforeAll(async () => {
  service = await startFresh()
  client = await earlierClient(service.address)
  token = await earlierToken(service.address)
})
afterAll(() => service.end())

const inHeader = () => ({ header: `Bearer ${token}` })
const asProtocol = () => ({ protocols: ["status", `bearer.${token}`] })
const follow = (runUuid: string, credential: Parameters<typeof followRun>[2] = inHeader()) =>
  followRun(service.address, `?run-uuid=${runUuid}`, credential)

/** Each message is a status answer, the last one the end, and the progression never goes back. */
const expectStory = (messages: { progression: number }[], runUuid: string) => {
  const steps = messages.map(({ progression }) => progression)
  expect(steps).toEqual([...new Set(steps)].sort((a, b) => a - b))
  for (const message of messages.slice(0, -1))
    expect(message).toEqual({ run_uuid: runUuid, status: "calculating", progression: expect.any(Number) })
}

test("tells the start, the progress and the end, and closes with 1000", async () => {
  const { body } = await client.post("/v1/scan", earlierHouse())
  const { messages, code } = await follow(body.run_uuid)
  expect(code).toBe(1000)
  expectStory(messages, body.run_uuid)
  expect(messages.at(-1)).toEqual({ run_uuid: body.run_uuid, status: "optimal", progression: 100 })
})

test("a client that connects late hears the present state first", async () => {
  const runUuid = await solvedRun(client, smallestRun())
  const { messages, code } = await follow(runUuid)
  expect(messages).toEqual([{ run_uuid: runUuid, status: "optimal", progression: 100 }])
  expect(code).toBe(1000)
})
