import { LIVE_KEY, OWNER } from "../support/service.ts"
import { filePart, HOURS } from "./files.ts"

/** The OpenAPI document, as far as a recorded run reads it. */
export interface InterfaceDocument {
  paths: Record<string, Record<string, DocumentedOperation>>
  components: { responses: Record<string, DocumentedAnswer> }
}
export interface DocumentedAnswer {
  $ref?: string
  content?: Record<string, { schema: object }>
  headers?: Record<string, object>
}
export interface DocumentedOperation {
  operationId: string
  security: Record<string, never[]>[]
  parameters: {
    in: string
    name: string
    required: boolean
    example?: unknown
    schema: { enum?: unknown[]; examples?: unknown[]; minimum?: number }
  }[]
  requestBody?: { content: Record<string, { schema: object; examples?: Record<string, { value: unknown }> }> }
  responses: Record<string, DocumentedAnswer>
}

/** One call and its answer. */
export interface Exchange {
  /** Method and path as the document has them. */
  place: string
  request: { path: string; mediaType?: string; body?: unknown }
  status: number
  headers: Headers
  /** JSON if the answer has it, otherwise a text. */
  body: unknown
  /** Kind of the call: as the document says, or wrong on purpose. */
  kind: "asked" | "wrong"
}

interface Step {
  place: string
  method: string
  path: string
  operation: DocumentedOperation
}

const METHODS = ["post", "put", "patch", "get", "delete"]
/** Operations that delete a customer's data or end the session; they come last, in this order. */
const LAST = ["POST /v1/customers/erasure", "POST /v1/auth/password", "POST /v1/auth/logout"]
/** Operations on profiles that other operations complete. */
const LATE = ["POST /v1/studio-profiles/merge"]
/** Operations on a link that a PUT creates. */
const AFTER_CHANGES = ["POST /v1/scans/shared/{token}/acceptance"]
/**
 * Operations that cannot succeed in this run: a secret that only an operator's command prints, and an offer that was
 * not sent. Their tests are tests/http/passwordLinks.test.ts and tests/http/offers.test.ts.
 */
export const OF_OTHER_TESTS = ["POST /v1/auth/password-link", "DELETE /v1/scans/{id}/offer"]
/** A WebSocket is no exchange of a request and an answer. */
const SOCKET = "GET /v1/scan/ws"
/** Path before the version of an offer. */
const OFFER_VERSIONS = "/v1/scans/{id}/offer/versions/"
const CALL_TIMEOUT_MS = 90_000

/** Operations in an order in which each finds its objects: creating, changing, reading, deleting. */
const stepsOf = ({ paths }: InterfaceDocument): Step[] => {
  const steps = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      place: `${method.toUpperCase()} ${path}`,
      method,
      path,
      operation,
    })),
  )
  const depth = ({ path }: Step) => path.split("/").length
  const rank = (step: Step): number[] => [
    LAST.indexOf(step.place),
    AFTER_CHANGES.includes(step.place)
      ? METHODS.indexOf("patch") + 0.5
      : METHODS.indexOf(step.method) + (LATE.includes(step.place) ? 0.5 : 0),
    step.method === "delete" ? -depth(step) : depth(step),
  ]
  return steps
    .filter(({ place }) => place !== SOCKET)
    .sort((a, b) => {
      const [first, second] = [rank(a), rank(b)]
      const index = first.findIndex((value, at) => value !== second[at])
      return index < 0 ? a.path.localeCompare(b.path) : first[index]! - second[index]!
    })
}

/**
 * Calls every operation of a document once with its own examples and the ids of earlier objects. Most operations are
 * called three times more: without a credential, with an unknown parameter and with an unknown id. A created object is
 * found by its Location.
 * @param base address of the service, or of a proxy before it
 */
export const record = async (document: InterfaceDocument, base: string): Promise<Exchange[]> => {
  const exchanges: Exchange[] = []
  const ids = new Map<string, string>()
  const steps = stepsOf(document)
  const credentials = await credentialsOf(base)
  ids.set("/v1/organizations/", credentials.organizationId)
  const call = async (step: Step, given: Partial<Given> = {}): Promise<Exchange> => {
    const exchange = await send(base, step, { ...given, ids, credentials })
    exchanges.push(exchange)
    return exchange
  }
  for (const step of steps) {
    const { headers, body, status } = await call(step)
    if (status < 300) learn(ids, step, { location: headers.get("location"), body }, steps)
    if (step.operation.security.length > 0 && !step.place.includes("/auth/"))
      await call(step, { kind: "wrong", isAnonymous: true })
    if (step.method !== "get") continue
    await call(step, { kind: "wrong", query: { nonsense: "1" } })
    if (step.path.includes("Id}") || step.path.includes("{id}")) await call(step, { kind: "wrong", isUnknown: true })
  }
  return exchanges
}

interface Credentials {
  session: string
  access: string
  organizationId: string
}

const credentialsOf = async (base: string): Promise<Credentials> => {
  const post = async (path: string, init: RequestInit) =>
    (await fetch(`${base}${path}`, { method: "POST", ...init })).json() as Promise<Record<string, string>>
  const json = { "content-type": "application/json" }
  const { accessToken } = await post("/v1/auth/login", { headers: json, body: JSON.stringify(OWNER) })
  const { access_token } = await post("/v1/auth/token", { headers: { "x-api-key": LIVE_KEY } })
  const answer = await fetch(`${base}/v1/auth/session`, { headers: { authorization: `Bearer ${accessToken}` } })
  const { organization } = (await answer.json()) as { organization: { id: string } }
  return { session: accessToken!, access: access_token!, organizationId: organization.id }
}

/** Stores the ids of an answer; the first of each kind, because later steps build on it. */
const learn = (
  ids: Map<string, string>,
  step: Step,
  { location, body }: { location: string | null; body: unknown },
  steps: Step[],
): void => {
  const keep = (place: string, value: unknown) => {
    if (typeof value === "string" && !ids.has(place)) ids.set(place, value)
  }
  const known = (body ?? {}) as Record<string, unknown>
  // Ids of objects that have no path of their own.
  for (const { path } of steps) {
    const [, name] = path.startsWith(`${step.path}/`) ? (/^\/\{(\w+)\}/.exec(path.slice(step.path.length)) ?? []) : []
    if (name) keep(`${step.path}/`, known[name] ?? known.id)
  }
  const template = location && steps.map(({ path }) => path).find(path => matches(path, location))
  if (template)
    template.split("/").forEach((part, index, parts) => {
      if (part.startsWith("{")) keep(`${parts.slice(0, index).join("/")}/`, location.split("/")[index])
    })
  keep("run-uuid", known.run_uuid)
  keep("/v1/scans/shared/", known.shareToken)
  if (step.path.endsWith("/offer") && typeof known.version === "number") ids.set(OFFER_VERSIONS, String(known.version))
  if (step.place === "POST /v1/scans/{id}/offer/photos") keep("/v1/scans/shared/{token}/offer/photos/", known.id)
  if (step.place.endsWith("/{id}/test")) keep("/v1/webhook-endpoints/{id}/deliveries/", known.id)
}

const matches = (template: string, path: string): boolean => {
  const [expected, found] = [template.split("/"), path.split("/")]
  return (
    template.includes("{") &&
    expected.length === found.length &&
    expected.every((part, index) => part.startsWith("{") || part === found[index])
  )
}

interface Given {
  kind: Exchange["kind"]
  ids: ReadonlyMap<string, string>
  credentials: Credentials
  query: Record<string, string>
  isAnonymous: boolean
  isUnknown: boolean
}

const UNKNOWN_ID = "019a0000-0000-7000-8000-000000000000"

/** The path of a step with the known ids, and its required query. */
const pathOf = ({ path, operation }: Step, { ids, isUnknown, query = {} }: Partial<Given>): string => {
  const parameter = (name: string) => operation.parameters.find(each => each.name === name)
  const filled = path.split("/").map((part, index, parts) => {
    if (!part.startsWith("{")) return part
    const name = part.slice(1, -1)
    if (isUnknown) return UNKNOWN_ID
    return ids?.get(`${parts.slice(0, index).join("/")}/`) ?? String(parameter(name)?.example)
  })
  const required = operation.parameters.filter(each => each.in === "query" && each.required)
  const values = required.map(({ name, example, schema }): [string, string] => [
    name,
    ids?.get(name) ?? String(example ?? schema.examples?.[0] ?? schema.enum?.[0] ?? schema.minimum ?? "any"),
  ])
  const text = new URLSearchParams({ ...Object.fromEntries(values), ...query }).toString()
  return filled.join("/") + (text ? `?${text}` : "")
}

const headersOf = (
  { operation, place }: Step,
  { credentials, isAnonymous }: Partial<Given>,
): Record<string, string> => {
  const schemes = operation.security.flatMap(scheme => Object.keys(scheme))
  const waits = operation.parameters.some(({ name }) => name === "Prefer") ? { prefer: "wait=60" } : {}
  if (isAnonymous || place === "POST /v1/auth/login") return waits
  if (schemes.includes("apiKey")) return { ...waits, "x-api-key": LIVE_KEY }
  if (schemes.includes("accessToken")) return { ...waits, authorization: `Bearer ${credentials?.access}` }
  return schemes.length > 0 ? { ...waits, authorization: `Bearer ${credentials?.session}` } : waits
}

/** Example bodies with this service's ids and passwords. */
const bodyOf = ({ place, operation }: Step, { ids }: Partial<Given>) => {
  const [mediaType, media] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  if (!mediaType || !media) return {}
  if (mediaType === "multipart/form-data") return { mediaType, body: filePart(place) }
  const value = Object.values(media.examples ?? {})[0]?.value
  // Its example is a part of a year, which is refused.
  if (place === "POST /v1/price-series/csv") return { mediaType, body: HOURS }
  const profile = ids?.get("/v1/studio-profiles/")
  const hub = ids?.get("/v1/energyhub-profiles/")
  const photo = ids?.get("/v1/scans/{id}/offer/photos/")
  if (place === "PUT /v1/studio-profiles/{id}")
    return { mediaType, body: withLayer(value, ids?.get("/v1/studio-profiles/{id}/layers/")) }
  const own: Record<string, object> = {
    "POST /v1/scans/shared/{token}/acceptance": { ...Object(value), offerVersion: Number(ids?.get(OFFER_VERSIONS)) },
    // A proxy may break the bytes of an image.
    "PUT /v1/scans/{id}/offer": { ...Object(value), photos: photo === undefined ? [] : [{ id: photo }] },
    "POST /v1/auth/login": OWNER,
    "POST /v1/auth/password": { currentPassword: OWNER.password, newPassword: "another password for tests" },
    "POST /v1/studio-profiles/merge": { profileIds: [profile, hub], name: "All" },
  }
  return { mediaType, body: own[place] ?? value }
}

/** A studio whose layers have the id of the layer that was added earlier. */
const withLayer = (value: unknown, id: string | undefined) => {
  const { studioState } = value as { studioState: { layers?: object[] } }
  return { studioState: { ...studioState, layers: studioState.layers?.map(layer => ({ ...layer, id })) } }
}

const send = async (base: string, step: Step, given: Partial<Given>): Promise<Exchange> => {
  const { mediaType, body } = bodyOf(step, given)
  const path = pathOf(step, given)
  const isForm = body instanceof FormData
  const response = await fetch(`${base}${path}`, {
    method: step.method.toUpperCase(),
    headers: { ...headersOf(step, given), ...(mediaType && !isForm ? { "content-type": mediaType } : {}) },
    ...(body === undefined ? {} : { body: isForm || typeof body === "string" ? body : JSON.stringify(body) }),
    redirect: "manual",
    signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
  })
  const text = await response.text()
  const isJson = /[/+]json/.test(response.headers.get("content-type") ?? "") && text !== ""
  return {
    place: step.place,
    request: { path, ...(mediaType ? { mediaType } : {}), ...(isForm ? {} : { body }) },
    status: response.status,
    headers: response.headers,
    body: isJson ? JSON.parse(text) : text,
    kind: given.kind ?? "asked",
  }
}

/** Operations that could succeed but did not in a run. */
export const unreached = (document: InterfaceDocument, exchanges: readonly Exchange[]): string[] =>
  stepsOf(document)
    .map(({ place }) => place)
    .filter(place => !OF_OTHER_TESTS.includes(place))
    .filter(place => !exchanges.some(each => each.place === place && each.status < 300))
