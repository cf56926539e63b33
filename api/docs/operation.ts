import { OptionalKind, type TObject, type TSchema } from "@sinclair/typebox"
import type { Access } from "../credentials/callers.ts"
import { v1Errors } from "../http/errorShape.ts"
import { ANSWER_HEADERS, type AnswerHeader, IDEMPOTENCY_KEY, REQUEST_HEADERS } from "../http/headers.ts"
import { type Operation, placeOf, refusalsOf } from "../http/operation.ts"

type Security = Record<string, never[]>[]

const SESSION: Security = [{ sessionCookie: [] }, { sessionToken: [] }]
/** Credentials by the names of the document's security schemes; a session is a cookie or a bearer token. */
const SECURITY: Record<Access, Security> = {
  key: [{ apiKey: [] }],
  session: SESSION,
  owner: SESSION,
  unsettled: SESSION,
  legacy: [{ accessToken: [] }],
  /** In addition to others: the path also answers without a credential. */
  anyone: [{}],
}
const RATE_LIMIT: AnswerHeader[] = [
  "ratelimit",
  "ratelimit-policy",
  "ratelimit-limit",
  "ratelimit-remaining",
  "ratelimit-reset",
]

/** The OpenAPI operation of a declaration. */
export const openApiOperation = (operation: Operation) => {
  const { tag, summary, description, by, body } = operation
  return {
    operationId: operationIdOf(operation),
    tags: [tag],
    summary,
    ...(description ? { description } : {}),
    security: by.length === 1 && by[0] === "anyone" ? [] : by.flatMap(access => SECURITY[access]),
    parameters: parametersOf(operation),
    ...(body
      ? { requestBody: { required: !body.isOptional, content: content(body.schema, body.mediaType, body.examples) } }
      : {}),
    responses: { ...successesOf(operation), ...failuresOf(operation) },
  }
}

/** `getScansByIdStatus` of GET /v1/scans/{id}/status. */
const operationIdOf = (operation: Operation): string => {
  const [method, path] = placeOf(operation)
  const words = path
    .replace(/^\/v1/, "")
    .replaceAll(/\{(\w+)\}/g, "by-$1")
    .split(/[/-]/)
  return method.toLowerCase() + words.map(word => word.charAt(0).toUpperCase() + word.slice(1)).join("")
}

const NAMED_PARAMETERS: Record<string, string> = { token: "Share token", profileKey: "Key of the profile" }

const parametersOf = (operation: Operation): object[] => {
  const { place, by, query, headers = [], isIdempotent } = operation
  const inPath = [...place.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    in: "path",
    name,
    required: true,
    description: NAMED_PARAMETERS[name!] ?? "UUIDv7",
    schema: { type: "string" },
  }))
  const inHeader = [...headers.map(name => REQUEST_HEADERS[name]), ...(isIdempotent ? [IDEMPOTENCY_KEY] : [])].map(
    ({ name, description, schema, example }) => ({ in: "header", name, required: false, description, schema, example }),
  )
  const isOfAMode = by.includes("key") && by.includes("session")
  return [...inPath, ...(query ? queryParameters(query) : []), ...inHeader, ...(isOfAMode ? [MODE_PARAMETER] : [])]
}

const queryParameters = (query: TObject) =>
  Object.entries(query.properties).map(([name, schema]) => ({
    in: "query",
    name,
    required: !(OptionalKind in schema),
    ...(schema.description ? { description: schema.description } : {}),
    schema,
  }))

const MODE_PARAMETER = {
  in: "query",
  name: "mode",
  required: false,
  description: "Of a dashboard session: whose scans it means; an API key has its own mode",
  schema: { type: "string", enum: ["live", "sandbox"], default: "live" },
}

const successesOf = (operation: Operation): Record<string, object> => {
  const { answers, examples = {}, mediaType = "application/json", place } = operation
  const named = headersByName([...headersOfEvery(operation), ...headersOfSuccess(operation)])
  const isRead = place.startsWith("GET ") && mediaType !== "text/event-stream"
  return Object.fromEntries(
    Object.entries(answers).flatMap(([status, answer]): [string, object][] => {
      if (typeof answer === "string") return [[status, { description: answer, headers: named }]]
      const example = examples[Number(status)] ?? answer.examples?.[0]
      const shown = content(answer, mediaType, example === undefined ? undefined : { answer: example })
      const success = { description: answer.description ?? "Success", content: shown }
      if (!isRead || status !== "200") return [[status, { ...success, headers: named }]]
      return [
        [status, { ...success, headers: { ...named, ...headersByName(["etag"]) } }],
        [
          "304",
          { description: "If-None-Match names the present content", headers: headersByName(["x-request-id", "etag"]) },
        ],
      ]
    }),
  )
}

/** Headers of every answer. */
const headersOfEvery = ({ by }: Operation): AnswerHeader[] => [
  "x-request-id",
  ...(by.includes("key") || by.includes("legacy") ? RATE_LIMIT : []),
]

const headersOfSuccess = ({ location, headers = [], answerHeaders = [], isIdempotent }: Operation): AnswerHeader[] => [
  ...(location ? ["location" as const] : []),
  ...(headers.includes("prefer") ? ["preference-applied" as const] : []),
  ...answerHeaders,
  ...(isIdempotent ? (["idempotent-replayed", "idempotent-resource"] as const) : []),
]

const failuresOf = (operation: Operation): Record<string, object> => {
  const { errorShape = v1Errors } = operation
  const ofEvery = headersOfEvery(operation)
  return Object.fromEntries(
    refusalsOf(operation).map(status => {
      const { description, example } = errorShape.shown(status) ?? v1Errors.shown(status) ?? { description: "Error" }
      const own: AnswerHeader[] =
        status === 429 ? ["retry-after", ...RATE_LIMIT] : status === 503 ? ["retry-after"] : []
      const media = { schema: errorShape.schema, ...(example ? { example } : {}) }
      const headers = headersByName([...ofEvery, ...own])
      return [status, { description, content: { "application/json": media }, headers }]
    }),
  )
}

/** Headers of an answer, as references to where the document describes them. */
const headersByName = (names: readonly AnswerHeader[]) =>
  Object.fromEntries(
    names.map(name => [ANSWER_HEADERS[name].name, { $ref: `#/components/headers/${ANSWER_HEADERS[name].name}` }]),
  )

const content = (schema: TSchema, mediaType: string, examples?: Readonly<Record<string, object>>) => ({
  [mediaType]: {
    schema,
    ...(examples
      ? { examples: Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }])) }
      : {}),
  },
})
