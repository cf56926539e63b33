import { expect, test } from "bun:test"
import { openApiDocument } from "../../api/docs/document.ts"
import { postmanCollection } from "../../api/docs/postman.ts"
import type { Shown } from "../../api/docs/shown.ts"
import { declaredOperations } from "../../api/index.ts"
import { SERVICE_EVENTS } from "../../domain/organization/events/serviceEvents.ts"
import { WEBHOOK_EVENTS } from "../../domain/organization/events/webhookEvents.ts"
import { type JsonSchema, misfits } from "../support/jsonSchema.ts"

interface Media {
  schema: JsonSchema
  examples?: Record<string, { value: unknown }>
}
interface Operation {
  operationId: string
  parameters: { in: string; name: string; schema: object }[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, object>
}

// biome-ignore lint/suspicious/noExplicitAny: the document is checked by the assertions
const document: any = openApiDocument(declaredOperations, "http://127.0.0.1:3000")
const operations = Object.entries<Record<string, Operation>>(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]): [string, Operation] => [
    `${method.toUpperCase()} ${path}`,
    operation,
  ]),
)

/** Schemas of objects that have no name of their own. */
const unnamed = (part: unknown, at: string): string[] => {
  if (typeof part !== "object" || part === null) return []
  return Object.entries(part).flatMap(([step, child]) => {
    if (step === "example" || step === "examples") return []
    const isObject = child?.type === "object" && Object.keys(child.properties ?? {}).length > 0
    const isNamed = at.endsWith("/components/schemas")
    return [...(isObject && !isNamed ? [`${at}/${step}`] : []), ...unnamed(child, `${at}/${step}`)]
  })
}

interface Part {
  $ref?: string
  description?: string
  properties?: Record<string, Part>
  items?: Part
  anyOf?: Part[]
  oneOf?: Part[]
  allOf?: Part[]
}

/** Fields without a description, in a schema and in its unnamed parts. */
const undescribed = (part: Part, at: string): string[] => {
  const named = ({ $ref = "" }: Part): Part | undefined => document.components.schemas[$ref.split("/").at(-1)!]
  const within = (child: Part, place: string) => (child.$ref ? [] : undescribed(child, place))
  const inFields = Object.entries(part.properties ?? {}).flatMap(([name, field]) => [
    ...(field.description || named(field)?.description ? [] : [`${at}.${name}`]),
    ...within(field, `${at}.${name}`),
  ])
  const others = [part.items ?? [], part.anyOf ?? [], part.oneOf ?? [], part.allOf ?? []].flat()
  return [...inFields, ...others.flatMap(child => within(child, at))]
}

test("every field of a body and every parameter is described", () => {
  const schemas = Object.entries<Part>(document.components.schemas)
  const fields = schemas.flatMap(([name, schema]) => undescribed(schema, name))
  const parameters = operations.flatMap(([place, operation]) =>
    operation.parameters.filter(parameter => !("description" in parameter)).map(({ name }) => `${place} ${name}`),
  )
  expect([...fields, ...parameters]).toEqual([])
  expect(schemas.length).toBeGreaterThan(200)
})

test("every schema of an object has a name, and 'or null' is a type of its own", () => {
  expect(unnamed(document, "")).toEqual([])
  const { properties } = document.components.schemas.ScanListItem
  expect(properties.returnPeriod.type).toEqual(["number", "null"])
  expect(JSON.stringify(document)).not.toMatch(/"anyOf":\[\{"type":"\w+"\},\{"type":"null"\}\]/)
})

test("a default does not make a field of a request look as if it were always there", () => {
  const { properties, required } = document.components.schemas.ScanRequest
  expect(required).toEqual(["location", "inputMethod"])
  expect(properties.analysisYears).toMatchObject({ "x-default": 25 })
  const promised = Object.entries<Shown>(document.components.schemas).flatMap(
    ([name, { properties = {}, required = [] }]) =>
      Object.entries(properties).flatMap(([field, schema]) =>
        "default" in schema && !required.includes(field) ? [`${name}.${field}`] : [],
      ),
  )
  expect(promised).toEqual([])
})

test("the config of an asset is typed by the asset's type", () => {
  const { oneOf, discriminator } = document.components.schemas.NewAsset
  expect(oneOf).toHaveLength(5)
  expect(discriminator.propertyName).toBe("assetType")
  const fits = (value: object) => misfits(document, { $ref: "#/components/schemas/NewAsset" }, value)
  expect(fits({ assetType: "heat-pump", config: { annualKwh: 4000 } })).toEqual([])
  expect(fits({ assetType: "pv", config: { annualKwh: 4000 } })).not.toEqual([])
})

test("the data of an event are typed by its kind", () => {
  const { oneOf, discriminator } = document.components.schemas.ScanEvent
  expect([oneOf.length, discriminator.propertyName]).toEqual([SERVICE_EVENTS.length, "event"])
  expect(Object.keys(discriminator.mapping).sort()).toEqual([...SERVICE_EVENTS].sort())
  const base = { cursor: "1", id: "a", createdAt: "2026-03-01T10:30:00.000Z" }
  const fits = (event: string, data: object) =>
    misfits(document, { $ref: "#/components/schemas/ScanEvent" }, { ...base, event, data }).length === 0
  const id = "019a4c1e-7c3a-7e21-9d5b-3f6f0a8d2b14"
  expect(fits("scan.failed", { id, status: "error", errorMessage: "no sun" })).toBe(true)
  expect(fits("scan.failed", { id, status: "completed" })).toBe(false)
  expect(fits("batch.completed", { id, status: "completed" })).toBe(false)
  expect(fits("scan.unknown", { id, status: "pending" })).toBe(false)
})

test("ids of paths are UUIDs with an example, and every operation may refuse and fail", () => {
  for (const [name, { parameters, responses }] of operations) {
    const ids = parameters.filter(({ in: place, name: id }) => place === "path" && /^(id|\w+Id)$/.test(id))
    for (const { schema, ...parameter } of ids)
      expect([name, parameter]).toEqual([name, expect.objectContaining({ example: expect.any(String) })])
    expect([name, Object.keys(responses)]).toEqual([name, expect.arrayContaining(["400", "500"])])
  }
  const [, status] = operations.find(([name]) => name === "GET /v1/scans/{id}/status")!
  expect(status.parameters[0]!.schema).toEqual({ type: "string", format: "uuid" })
})

test("what receivers are sent is described, event by event", () => {
  expect(Object.keys(document.webhooks)).toEqual([...WEBHOOK_EVENTS])
  for (const [event, { post }] of Object.entries<{ post: Operation }>(document.webhooks)) {
    const { schema, examples } = post.requestBody!.content["application/json"]!
    const value = examples?.event?.value as { event: string }
    expect([event, value.event, misfits(document, schema as JsonSchema, value)]).toEqual([event, event, []])
    expect(post.parameters.map(({ name }) => name)).toContain("X-Service-Signature")
  }
})

test("the Postman collection has every operation, with its example and its credential", () => {
  const { item, variable } = postmanCollection(document) as {
    variable: { key: string }[]
    item: {
      item: { request: { method: string; url: { raw: string }; auth: { type: string }; body?: { raw: string } } }[]
    }[]
  }
  const requests = item.flatMap(folder => folder.item.map(({ request }) => request))
  expect(requests).toHaveLength(operations.length)
  const names = variable.map(({ key }) => key)
  expect(names.slice(0, 3)).toEqual(["baseUrl", "apiKey", "accessToken"])
  expect(names).toEqual(expect.arrayContaining(["scanId", "batchId", "shareToken", "siteId", "webhookEndpointId"]))
  const create = requests.find(({ method, url }) => method === "POST" && url.raw === "{{baseUrl}}/v1/scans")!
  expect(create.auth.type).toBe("apikey")
  const { schema } = document.paths["/v1/scans"].post.requestBody.content["application/json"]
  expect(misfits(document, schema, JSON.parse(create.body!.raw))).toEqual([])
  expect(requests.find(({ url }) => url.raw === "{{baseUrl}}/v1/scans/:id/status")!.method).toBe("GET")
})

test("the document names neither its sources nor fields that came later", () => {
  expect(JSON.stringify(document)).not.toMatch(/\(addition\)|\bdocument \d|interface document|\bthe documents\b/i)
})

/** Units of numbers with the path of their field; undefined for a number without one. */
const unitsIn = (schema: Shown, path: string): [path: string, unit: unknown][] => {
  const { type, properties = {}, items, anyOf = [] } = schema
  const isNumber = [type].flat().some(each => each === "number" || each === "integer")
  return [
    ...(isNumber ? [[path, schema["x-unit"]] satisfies [string, unknown]] : []),
    ...Object.entries(properties).flatMap(([field, child]) => unitsIn(child, `${path}.${field}`)),
    ...[...anyOf, ...(items ? [items] : [])].flatMap(part => unitsIn(part, path)),
  ]
}

/** Schemas of parameters and headers, with their names. */
const outsideOfBodies = (): [name: string, schema: Shown][] => [
  ...operations.flatMap(([, { operationId, parameters }]) =>
    parameters.map(({ name, schema }): [string, Shown] => [`${operationId}.${name}`, schema as Shown]),
  ),
  ...Object.entries<{ schema: Shown }>(document.components.headers).map(([name, { schema }]): [string, Shown] => [
    name,
    schema,
  ]),
]

test("every number of the document has a unit", () => {
  const schemas = [...Object.entries<Shown>(document.components.schemas), ...outsideOfBodies()]
  const units = schemas.flatMap(([name, schema]) => unitsIn(schema, name))
  expect(units.length).toBeGreaterThan(1_000)
  expect(units.filter(([, unit]) => unit === undefined)).toEqual([])
  expect(Object.fromEntries(units)).toMatchObject({
    "ScanRequestNewPvItem.tiltAngle": "degrees",
    "ScanRequestElectricBattery.chargeEfficiency": "percent",
    "ScanRequest.yearlyKwh": "kWh",
    "ScanRequestTariff.nettingUntil": "year",
    "ScanRequestTariffLimits.feedInShareOfKwp": "fraction",
    "AdjustmentRequest.electricityPriceGrowth": "fraction per year",
    "ScanList.total": "count",
    "getScans.limit": "count",
    "getScans.minYearlySavings": "EUR",
    "getEvents.wait": "s",
    "getPlacesYield.systemLosses": "percent",
    "Retry-After": "s",
  })
})
