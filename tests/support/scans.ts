import { expect } from "bun:test"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { parseEarlierRequest } from "./earlierRequests.ts"
import { smallestRequest } from "./requests.ts"
import type { createClient } from "./service.ts"
import { until } from "./service.ts"

/** Stored input of a scan of the smallest request. */
export const SCAN_INPUT = parseEarlierRequest(smallestRequest(), standardProfileKeys)

type Client = ReturnType<typeof createClient>

/** Creates a scan and waits for its end; returns its id. */
export const completedScan = async (client: Client, request: object = smallestRequest()): Promise<string> => {
  const { status, body } = await client.post("/v1/scans", request, { prefer: "wait=60" })
  expect([status, body.status]).toEqual([201, "completed"])
  return body.id
}

/** Waits until a scan is completed or failed. Returns its state. */
export const endOf = (client: Client, id: string): Promise<string> =>
  until(async () => {
    const { status } = (await client.get(`/v1/scans/${id}/status`)).body
    return status === "completed" || status === "error" ? status : undefined
  })

/** A scan's item of the list. */
export const itemOf = async (client: Client, id: string) =>
  (await client.get("/v1/scans?limit=100")).body.items.find((item: { id: string }) => item.id === id)
