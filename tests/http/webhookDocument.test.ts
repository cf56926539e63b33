import { afterAll, beforeAll, expect, test } from "bun:test"
import { openApiDocument } from "../../api/docs/document.ts"
import { declaredOperations } from "../../api/index.ts"
import { type JsonSchema, misfits } from "../support/jsonSchema.ts"
import { startReceiver } from "../support/receiver.ts"
import { smallestRequest } from "../support/requests.ts"
import { createClient, type ServiceOfOrganization, until } from "../support/service.ts"
import { logIn } from "../support/sessions.ts"
import { startShared } from "../support/shared.ts"

/** Requests to a webhook receiver, compared with their description in the interface document. */

interface Described {
  parameters: { name: string; required: boolean }[]
  requestBody: { content: Record<string, { schema: JsonSchema }> }
}
const document = openApiDocument(declaredOperations, "http://127.0.0.1:3000") as {
  webhooks: Record<string, { post: Described }>
}
/** Headers of any HTTP request. */
const OF_HTTP = ["host", "user-agent", "accept", "accept-encoding", "connection", "content-length", "content-type"]

let service: ServiceOfOrganization
let receiver: Awaited<ReturnType<typeof startReceiver>>
beforeAll(async () => {
  service = await startShared()
  receiver = await startReceiver()
})
afterAll(async () => {
  await service.end()
  await receiver.close()
})

test("a test delivery has any event, with data of its schema, and a wrong name is refused", async () => {
  const tested = await startReceiver()
  const owner = await logIn(service)
  const body = { url: tested.url, events: ["scan.failed"], mode: "live" }
  const path = `/v1/webhook-endpoints/${(await owner.post("/v1/webhook-endpoints", body)).body.id}`
  const events = Object.keys(document.webhooks)
  for (const event of events)
    expect((await owner.post(`${path}/test`, { event })).body).toMatchObject({ event, scanId: null, statusCode: 200 })
  const sent = tested.arrivals.map(({ raw }) => JSON.parse(raw.toString()))
  expect(sent.map(({ event }) => event)).toEqual(events)
  for (const each of sent) {
    const { schema } = document.webhooks[each.event]!.post.requestBody.content["application/json"]!
    expect([each.event, misfits(document, schema, each)]).toEqual([each.event, []])
  }
  const ids = sent.flatMap(({ event, data }) => (event === "test" ? [] : [data.id]))
  expect(new Set(ids).size).toBe(events.length - 1)
  const refused = await owner.post(`${path}/test`, { event: "scan.ended" })
  expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([400, ["event"]])
  await owner.delete(path)
  await tested.close()
})

test("deliveries have the bodies and headers that the document describes, and no others", async () => {
  const owner = await logIn(service)
  const events = Object.keys(document.webhooks)
  const { id } = (await owner.post("/v1/webhook-endpoints", { url: receiver.url, events, mode: "live" })).body
  await owner.post(`/v1/webhook-endpoints/${id}/test`, undefined)
  const client = createClient(service)
  await client.post("/v1/scans", smallestRequest())
  const impossible = { goal: "renewable-minimum", renewableElectricityMinFraction: 0.99 }
  await client.post("/v1/scans", { ...smallestRequest(), ...impossible })
  const seen = () => new Set(receiver.arrivals.map(({ headers }) => String(headers["x-service-event"])))
  await client.post("/v1/scans/batch", { scans: [smallestRequest()] })
  const { id: scanId } = (await client.post("/v1/scans", smallestRequest(), { prefer: "wait=60" })).body
  const { shareToken } = (await client.put(`/v1/scans/${scanId}/share`, { enabled: true })).body
  await createClient(service.address, null).post(`/v1/scans/shared/${shareToken}/acceptance`, { name: "Ann" })
  const lines = [{ kind: "other", description: "Work", quantity: 1, unitPrice: 1, vatPercent: 21 }]
  await client.put(`/v1/scans/${scanId}/offer`, { lines, status: "sent" })
  const acceptance = { name: "Ann", offerVersion: 1 }
  await createClient(service.address, null).post(`/v1/scans/shared/${shareToken}/acceptance`, acceptance)
  const all = [
    "batch.completed",
    "report.accepted",
    "offer.accepted",
    "scan.completed",
    "scan.failed",
    "scan.pending",
    "scan.processing",
    "test",
  ]
  await until(
    () => all.every(event => seen().has(event)) || undefined,
    30_000,
    () => [...seen()].join(),
  )
  for (const { headers, raw } of receiver.arrivals) {
    const event = String(headers["x-service-event"])
    const { parameters, requestBody } = document.webhooks[event]!.post
    const { schema } = requestBody.content["application/json"]!
    expect([event, misfits(document, schema, JSON.parse(raw.toString()))]).toEqual([event, []])
    const declared = parameters.map(({ name }) => name.toLowerCase())
    const missing = parameters.filter(({ name, required }) => required && !(name.toLowerCase() in headers))
    const others = Object.keys(headers).filter(name => !OF_HTTP.includes(name) && !declared.includes(name))
    expect([event, missing, others]).toEqual([event, [], []])
  }
})
