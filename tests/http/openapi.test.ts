import { afterAll, beforeAll, expect, test } from "bun:test"
import { type JsonSchema, misfits } from "../support/jsonSchema.ts"
import { createClient, type ServiceOfOrganization } from "../support/service.ts"
import { logIn } from "../support/sessions.ts"
import { startShared } from "../support/shared.ts"

interface Schema {
  $ref?: string
  description?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  type?: string | string[]
}
interface Media {
  schema?: Schema
  example?: unknown
  examples?: Record<string, { value: unknown }>
}
interface Answer {
  description: string
  content?: Record<string, Media>
  headers?: Record<string, Schema>
}
interface Operation {
  operationId: string
  summary?: string
  description?: string
  tags?: string[]
  security?: object[]
  parameters: { in: string; name: string; required: boolean; description?: string; schema?: Schema }[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, Answer>
}

let service: ServiceOfOrganization
// biome-ignore lint/suspicious/noExplicitAny: the document is checked by the assertions
let document: any
let operations: [name: string, path: string, operation: Operation][]

beforeAll(async () => {
  service = await startShared()
  document = (await createClient(service.address, null).get("/openapi.json")).body
  operations = Object.entries<Record<string, Operation>>(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, string, Operation] => [
      `${method.toUpperCase()} ${path}`,
      path,
      { ...operation, responses: Object.fromEntries(Object.entries(operation.responses).map(resolved)) },
    ]),
  )
})
afterAll(() => service.end())

/** An answer that operations share is a reference. */
const resolved = ([status, answer]: [string, Answer & { $ref?: string }]): [string, Answer] => [
  status,
  answer.$ref ? document.components.responses[answer.$ref.split("/").at(-1)!] : answer,
]

const scanOperations = () => operations.filter(([, path]) => path.startsWith("/v1/scans"))
/** True for a success; 101 upgrades the request to a WebSocket. */
const isSuccess = (status: string) => status === "101" || status.startsWith("2")

/** The paths of document 1 and of the contract's additions to it. */
const SCAN_PATHS = [
  "GET /v1/scans",
  "POST /v1/scans",
  "POST /v1/scans/batch",
  "POST /v1/scans/bulk",
  "GET /v1/scans/export",
  "GET /v1/scans/{id}",
  "DELETE /v1/scans/{id}",
  "GET /v1/scans/{id}/status",
  "GET /v1/scans/{id}/result",
  "GET /v1/scans/{id}/request",
  "GET /v1/scans/{id}/chart",
  "GET /v1/scans/{id}/plan",
  "GET /v1/scans/{id}/series",
  "GET /v1/scans/{id}/events",
  "GET /v1/scans/{id}/share",
  "POST /v1/scans/shared/{token}/acceptance",
  "GET /v1/scans/{id}/adjustments",
  "GET /v1/scans/{id}/branding",
  "GET /v1/scans/{id}/customer",
  "GET /v1/scans/{id}/offer",
  "GET /v1/scans/{id}/offer/versions",
  "GET /v1/scans/{id}/offer/versions/{version}",
  "DELETE /v1/scans/{id}/offer",
  "PUT /v1/scans/{id}/customer",
  "PUT /v1/scans/{id}/offer",
  "DELETE /v1/scans/{id}/customer",
  "PUT /v1/scans/{id}/share",
  "GET /v1/scans/shared/{token}",
  "GET /v1/scans/shared/{token}/series",
  "GET /v1/scans/shared/{token}/offer/photos/{photo}",
  "POST /v1/scans/{id}/offer/photos",
  "GET /v1/scans/{id}/offer/photos/{photo}",
]

/** Paths that answer without a credential. */
const OPEN_PATHS = [
  "GET /v1/scans/{id}",
  "GET /v1/scans/shared/{token}",
  "POST /v1/scans/shared/{token}/acceptance",
  "GET /v1/scans/shared/{token}/series",
  "GET /v1/scans/shared/{token}/offer/photos/{photo}",
]

test("the document has every path of the scan interface", () => {
  expect(document.openapi).toBe("3.1.0")
  expect(
    scanOperations()
      .map(([name]) => name)
      .sort(),
  ).toEqual([...SCAN_PATHS].sort())
})

test("every operation has a name of its own, a summary, a tag, a success and its path's parameters", () => {
  const names = operations.map(([, , { operationId }]) => operationId)
  const described: string[] = document.tags.map((tag: { name: string }) => tag.name)
  expect(new Set(names).size).toBe(names.length)
  for (const [name, path, { operationId, summary, description, tags, responses, parameters }] of operations) {
    expect([name, /^[a-z]\w+$/i.test(operationId)]).toEqual([name, true])
    expect([name, !!summary && !!description && !!tags?.length]).toEqual([name, true])
    expect([name, tags?.filter(tag => !described.includes(tag))]).toEqual([name, []])
    expect([name, Object.keys(responses).some(isSuccess)]).toEqual([name, true])
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(match => match[1]!)
    const ofPath = parameters.filter(parameter => parameter.in === "path" && parameter.required)
    expect([name, ofPath.map(parameter => parameter.name)]).toEqual([name, inPath])
    expect([name, parameters.filter(parameter => !parameter.description || !parameter.schema)]).toEqual([name, []])
  }
})

test("every reference leads to something", () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(match => match[1]!)
  const broken = references.filter(
    reference => reference.split("/").reduce((at, step) => at?.[step.replaceAll("~1", "/")], document) === undefined,
  )
  expect(broken).toEqual([])
  expect(references.length).toBeGreaterThan(100)
})

/** The body of an operation and its answers, by status. */
const placesOf = ({ requestBody, responses }: Operation): [place: string, content: Record<string, Media>][] =>
  Object.entries<{ content?: Record<string, Media> }>({
    ...(requestBody ? { body: requestBody } : {}),
    ...responses,
  }).map(([place, { content = {} }]) => [place, content])

/** Every example of an operation's bodies and answers, with its schema and its place. */
const examplesOf = ([name, , operation]: (typeof operations)[number]) =>
  placesOf(operation).flatMap(([place, content]) =>
    Object.values(content).flatMap(({ schema, example, examples = {} }) =>
      [...(example === undefined ? [] : [example]), ...Object.values(examples).map(({ value }) => value)].map(
        value => ({
          at: `${name} ${place}`,
          schema: schema as JsonSchema,
          value,
        }),
      ),
    ),
  )

test("every operation shows an example of each JSON body and answer, and of each error", () => {
  const without = operations.flatMap(([name, , operation]) =>
    placesOf(operation).flatMap(([place, content]) =>
      Object.entries(content).flatMap(([type, { example, examples }]) =>
        type === "application/json" && !example && !examples ? [`${name} ${place}`] : [],
      ),
    ),
  )
  expect(without).toEqual([])
})

test("every example fits its schema, and a broken one would not", () => {
  const examples = operations.flatMap(examplesOf)
  expect(examples.length).toBeGreaterThan(300)
  expect(examples.flatMap(({ at, schema, value }) => misfits(document, schema, value, at))).toEqual([])
  const scan = examples.find(({ at }) => at === "POST /v1/scans body")
  expect(misfits(document, scan?.schema ?? {}, { ...(scan?.value as object), yearlyKwh: "3500" })).toHaveLength(1)
})

test("every scan operation names its credentials, its errors and its headers", () => {
  for (const [name, , { security = document.security, responses }] of scanOperations()) {
    const isOpen = security.length === 0 || security.some((scheme: object) => Object.keys(scheme).length === 0)
    expect([name, isOpen]).toEqual([name, OPEN_PATHS.includes(name)])
    if (security.length > 0)
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(["401", "403", "429", "503"]))
    if (name.includes("{")) expect([name, "404" in responses]).toEqual([name, true])
    for (const [status, { headers = {} }] of Object.entries(responses)) {
      expect([name, status, "X-Request-Id" in headers]).toEqual([name, status, true])
      if (status === "429" || status === "503")
        expect([name, status, "Retry-After" in headers]).toEqual([name, status, true])
      if (status === "304") expect([name, "ETag" in headers]).toEqual([name, true])
    }
  }
  const { parameters, responses } = document.paths["/v1/scans"].post
  expect(parameters.map(({ name }: { name: string }) => name)).toEqual(["Prefer", "Idempotency-Key", "mode"])
  expect(Object.keys(responses[201].headers)).toEqual(
    expect.arrayContaining(["Location", "Preference-Applied", "Idempotent-Replayed"]),
  )
})

/**
 * POSTs that create no object: a session, a token, a secret, a test, a resend, an erasure, a cancellation, and an
 * acceptance, of which only the first counts.
 */
const MAKE_NOTHING = /^POST \/v1\/(auth\/|webhook-endpoints\/|scans\/shared\/|customers\/erasure|batches\/)/
/**
 * Its lines are not read before the work begins, so two requests cannot be compared: the id of its batch is the key.
 */
const HAS_BATCH_ID = "POST /v1/scans/bulk"

test("every POST that creates takes an Idempotency-Key, and every path with a credential may refuse its kind", () => {
  for (const [name, , { security = document.security, parameters, responses }] of operations) {
    const kinds = security.flatMap((scheme: object) => Object.keys(scheme))
    if (kinds.length > 0 && name.includes(" /v1/") && !name.startsWith("GET /v1/scan/ws"))
      expect([name, "401" in responses, "403" in responses]).toEqual([name, true, true])
    if (!name.startsWith("POST ") || MAKE_NOTHING.test(name) || name === HAS_BATCH_ID) continue
    const takes = parameters.some(parameter => parameter.name === "Idempotency-Key")
    const success = Object.entries(responses).find(([status]) => isSuccess(status))?.[1]
    expect([name, takes, "409" in responses, "Idempotent-Replayed" in (success?.headers ?? {})]).toEqual([
      name,
      true,
      true,
      true,
    ])
  }
})

test("a path with an id shows its query as well", () => {
  const namesOf = (name: string) => operations.find(([each]) => each === name)?.[2].parameters.map(each => each.name)
  expect(namesOf("GET /v1/scans/{id}/chart")).toEqual(["id", "interval", "startDate", "mode"])
  expect(namesOf("GET /v1/scans/{id}/plan")).toEqual(["id", "date", "mode"])
  expect(namesOf("GET /v1/scans/shared/{token}")).toEqual(["token", "interval", "startDate", "language"])
  expect(namesOf("GET /v1/studio-profiles/{id}/chart")).toEqual(["id", "view", "index", "startDate", "mode"])
})

test("what the document says of 304 is so for each file and catalogue", async () => {
  const client = createClient(service)
  const { id } = (await client.post("/v1/studio-profiles", {})).body
  await client.post(`/v1/studio-profiles/${id}/base`, { templateId: "stel" })
  const paths = [`/v1/studio-profiles/${id}/export-csv`, "/v1/studio-profiles/presets", "/v1/batteries/cost-tiers"]
  for (const path of paths) {
    const { status, headers } = await client.get(path)
    const tag = headers.get("etag") ?? ""
    expect([path, status, tag.length > 2]).toEqual([path, 200, true])
    expect([path, (await client.get(path, { "if-none-match": tag })).status]).toEqual([path, 304])
  }
})

/** Names of undescribed fields below a schema that have no fields of their own. */
const undescribed = (schema: Schema, name: string): string[] => {
  const below = [
    ...Object.entries(schema.properties ?? {}).flatMap(([field, child]) => {
      const isLeaf = !child.$ref && !hasFields(child)
      return [...(isLeaf && !child.description ? [`${name}.${field}`] : []), ...undescribed(child, `${name}.${field}`)]
    }),
    ...(schema.items ? undescribed(schema.items, `${name}[]`) : []),
    ...(schema.anyOf ?? []).flatMap(choice => undescribed(choice, name)),
  ]
  return [...new Set(below)]
}

const hasFields = (schema: Schema): boolean =>
  !!schema.$ref ||
  schema.properties !== undefined ||
  (schema.items ? hasFields(schema.items) : false) ||
  (schema.anyOf ?? []).some(hasFields)

/** Names of the schemas that a part of the document refers to. */
const namesBelow = (part: unknown, seen = new Set<string>()): Set<string> => {
  for (const [, name] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    if (seen.has(name!)) continue
    seen.add(name!)
    namesBelow(document.components.schemas[name!], seen)
  }
  return seen
}

test("every field of a scan, its report and its charts says what it is, with its unit", () => {
  const names = [...namesBelow(scanOperations().map(([, , operation]) => operation))]
  expect(names).toContain("FullReportOverviewKpi")
  expect(names.flatMap(name => undescribed(document.components.schemas[name], name))).toEqual([])
})

test("the page of the document asks no other host, and the server it names is the public address", async () => {
  expect(document.servers[0].url).toStartWith("http")
  expect(document.components.securitySchemes).toMatchObject({
    apiKey: { type: "apiKey", in: "header", name: "x-api-key" },
    sessionCookie: { type: "apiKey", in: "cookie" },
    sessionToken: { type: "http", scheme: "bearer" },
    accessToken: { type: "http", scheme: "bearer" },
  })
})

test("each example of a scan that is shown is accepted", async () => {
  const { scan, smallest } = document.paths["/v1/scans"].post.requestBody.content["application/json"].examples
  const batch = document.paths["/v1/scans/batch"].post.requestBody.content["application/json"].examples.batch
  const client = createClient(service)
  for (const { value } of [scan, smallest]) expect((await client.post("/v1/scans", value)).status).toBe(201)
  const { body } = await client.post("/v1/scans/batch", batch.value)
  expect(body.items.map(({ status }: { status: string }) => status)).toEqual(["pending", "pending"])
})

test("a path that is taken over to a WebSocket has no other answers than of a call that asks for no upgrade", () => {
  const [, , { responses }] = operations.find(([name]) => name === "GET /v1/scan/ws")!
  expect(Object.keys(responses)).toEqual(["101", "400", "426", "500"])
})

test("an uploaded load profile is shown with the answer to it", () => {
  const [, , { responses }] = operations.find(([name]) => name === "POST /v1/load-profile")!
  const answer = responses["200"]!.content!["application/json"]!.examples!.answer!.value as { hourly_data: number[] }
  expect(answer).toMatchObject({ success: true, data_points: 8760, total_kwh: 8760, average_kw: 1 })
  expect(answer.hourly_data).toHaveLength(8760)
})

/** The examples of a body by their names. */
const bodiesOf = (name: string): unknown[] => {
  const operation = operations.find(([each]) => each === name)?.[2]
  const media = operation?.requestBody?.content["application/json"]
  return Object.values(media?.examples ?? {}).map(({ value }) => value)
}

test("each example of a profile's bodies is accepted", async () => {
  const client = createClient(service)
  const post = async (operation: string, path: string) => {
    const bodies = bodiesOf(`POST ${operation}`)
    expect([operation, bodies.length > 0]).toEqual([operation, true])
    const made = []
    for (const body of bodies) {
      const answer = await client.post(path, body)
      expect([operation, answer.status, answer.body.message]).toEqual([operation, 201, undefined])
      made.push(answer.body)
    }
    return made
  }
  const change = async (method: "patch" | "put", operation: string, path: string) => {
    for (const body of bodiesOf(`${method.toUpperCase()} ${operation}`)) {
      const answer = await client[method](path, body)
      expect([operation, answer.status, answer.body.message]).toEqual([operation, 200, undefined])
    }
  }
  const { id } = (await post("/v1/studio-profiles", "/v1/studio-profiles"))[0]!
  const studio = `/v1/studio-profiles/${id}`
  await post("/v1/studio-profiles/{id}/base", `${studio}/base`)
  const layers = await post("/v1/studio-profiles/{id}/layers", `${studio}/layers`)
  const solar = layers[layers.length - 1].layerId
  await change("patch", "/v1/studio-profiles/{id}/layers/{layerId}", `${studio}/layers/${solar}`)
  await post("/v1/studio-profiles/{id}/duplicate", `${studio}/duplicate`)
  await change("put", "/v1/studio-profiles/{id}", studio)
  await change("patch", "/v1/studio-profiles/{id}", studio)
  for (const kind of ["energyhub", "laadplein"]) {
    const { id: hubId } = (await post(`/v1/${kind}-profiles`, `/v1/${kind}-profiles`))[0]!
    const hub = `/v1/${kind}-profiles/${hubId}`
    const { assetId } = (await post(`/v1/${kind}-profiles/{id}/assets`, `${hub}/assets`))[0]!
    await change("patch", `/v1/${kind}-profiles/{id}/assets/{assetId}`, `${hub}/assets/${assetId}`)
    if (kind === "laadplein") continue
    const { sourceId } = (await post("/v1/energyhub-profiles/{id}/sources", `${hub}/sources`))[0]!
    await change("patch", "/v1/energyhub-profiles/{id}/sources/{sourceId}", `${hub}/sources/${sourceId}`)
    const [merge] = bodiesOf("POST /v1/studio-profiles/merge")
    const merged = await client.post("/v1/studio-profiles/merge", { ...(merge as object), profileIds: [id, hubId] })
    expect(merged.status).toBe(201)
  }
})

test("each example of what a session manages is accepted", async () => {
  const owner = await logIn(service)
  const { organization } = (await owner.get("/v1/auth/session")).body
  for (const path of ["/v1/api-keys", "/v1/members", "/v1/webhook-endpoints"])
    for (const body of bodiesOf(`POST ${path}`))
      expect([path, (await owner.post(path, body)).status]).toEqual([path, 201])
  for (const body of bodiesOf("PATCH /v1/organizations/{id}"))
    expect((await owner.patch(`/v1/organizations/${organization.id}`, body)).status).toBe(200)
})
