import { afterAll, beforeAll, expect, test } from "bun:test"
import type { ServiceOfOrganization } from "../support/service.ts"
import { startShared } from "../support/shared.ts"

/** Requests of the Postman collection in a row, as its runner sends them. */
interface Item {
  name: string
  event?: { script: { exec: string[] } }[]
  request: {
    method: string
    header: { key: string; value: string; disabled?: boolean }[]
    url: { raw: string; variable: { key: string; value: string }[] }
    body?: { raw: string }
  }
}
interface Collection {
  variable: { key: string; value: string }[]
  item: { item: Item[] }[]
}

let service: ServiceOfOrganization
let collection: Collection
let variables: Map<string, string>

beforeAll(async () => {
  service = await startShared()
  collection = (await (await fetch(`${service.address}/docs/postman.json`)).json()) as Collection
  variables = new Map(collection.variable.map(({ key, value }) => [key, value]))
  variables.set("baseUrl", service.address)
  variables.set("apiKey", service.testKey)
})
afterAll(() => service.end())

const filled = (text: string): string => text.replace(/\{\{(\w+)\}\}/g, (_, name) => variables.get(name) ?? "")

/** Sends a request of the collection with its variables, and runs its test script; the answer's status. */
const send = async (place: string, body?: object): Promise<number> => {
  const [method, path] = place.split(" ")
  const items = collection.item.flatMap(folder => folder.item)
  const item = items.find(({ request }) => request.method === method && request.url.raw === `{{baseUrl}}${path}`)!
  const { url, header, body: shown } = item.request
  const address = url.variable.reduce((at, { key, value }) => at.replace(`:${key}`, filled(value)), url.raw)
  const sent = header.filter(({ disabled }) => !disabled).map(({ key, value }): [string, string] => [key, value])
  const content = body ? JSON.stringify(body) : shown?.raw
  const answer = await fetch(filled(address), {
    method: method!,
    headers: { ...Object.fromEntries(sent), "x-api-key": filled("{{apiKey}}") },
    ...(content === undefined ? {} : { body: content }),
  })
  const json = answer.headers.get("content-type")?.includes("json") ? await answer.json() : undefined
  const set = (name: string, value: string) => variables.set(name, value)
  const pm = { response: { code: answer.status, json: () => json }, collectionVariables: { set } }
  for (const { script } of item.event ?? []) new Function("pm", script.exec.join("\n"))(pm)
  return answer.status
}

const SITE = { location: { lat: 51.44, lon: 5.48 }, inputMethod: "known", yearlyKwh: 3500 }

test("ids of answers are in the paths of later calls", async () => {
  const INSTANT = { ...SITE, dossierId: "sandbox:instant" }
  expect(await send("POST /v1/scans", INSTANT)).toBe(201)
  for (const place of ["GET /v1/scans/:id/status", "GET /v1/scans/:id/result", "GET /v1/scans/:id/request"])
    expect([place, await send(place)]).toEqual([place, 200])
  expect(await send("PUT /v1/scans/:id/share", { enabled: true })).toBe(200)
  expect(await send("GET /v1/scans/shared/:token")).toBe(200)
  expect(await send("POST /v1/scans/batch", { scans: [INSTANT] })).toBe(201)
  expect(await send("GET /v1/batches/:id")).toBe(200)
  expect(await send("POST /v1/sites")).toBe(201)
  expect(await send("GET /v1/sites/:id")).toBe(200)
  expect(await send("POST /v1/webhook-endpoints", { url: "https://example.org/hook", events: ["scan.failed"] })).toBe(
    201,
  )
  expect(await send("GET /v1/webhook-endpoints/:id/deliveries")).toBe(200)
  const scanId = variables.get("scanId")
  expect(await send("GET /v1/scans")).toBe(200)
  expect(variables.get("scanId")).toBe(scanId!)
})

test("every id of a path is a variable that some call sets", () => {
  const items = collection.item.flatMap(folder => folder.item)
  const used = items.flatMap(({ request }) => request.url.variable.map(({ value }) => value))
  const scripts = items.flatMap(({ event = [] }) => event.flatMap(({ script }) => script.exec)).join("\n")
  const names = [...new Set(used)].flatMap(value => /^\{\{(\w+)\}\}$/.exec(value)?.[1] ?? [])
  expect(names.length).toBeGreaterThan(12)
  expect(names.filter(name => !scripts.includes(`keep("${name}", `))).toEqual([])
  const examples = new Set(used.filter(value => !value.startsWith("{{")))
  expect([...examples].sort()).toEqual(["0", "172857", "19", "2", "269677", "small-business"])
})
