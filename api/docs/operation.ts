import type { TObject, TSchema } from "@sinclair/typebox"
import type { Access } from "../credentials/callers.ts"
import { DEPRECATIONS, type Deprecations, deprecationText } from "../http/deprecations.ts"
import { v1Errors } from "../http/errorShape.ts"
import { ANSWER_HEADERS, type AnswerHeader, IDEMPOTENCY_KEY, IF_MATCH, REQUEST_HEADERS } from "../http/headers.ts"
import { NDJSON } from "../http/lines.ts"
import { type Operation, placeOf, refusalsOf, scopeOf, tellsTag } from "../http/operation.ts"
import type { Responses } from "./responses.ts"
import { isOptional, type Schemas } from "./schemas.ts"
import type { Shown } from "./shown.ts"
import { withUnits } from "./units.ts"

type Security = Record<string, never[]>[]

const SESSION: Security = [{ sessionCookie: [] }, { sessionToken: [] }]
/** Credentials by the names of the document's security schemes; a session is a cookie or a bearer token. */
const SECURITY: Record<Access, Security> = {
  key: [{ apiKey: [] }],
  session: SESSION,
  owner: SESSION,
  unsettled: SESSION,
  legacy: [{ accessToken: [] }],
  /** Marks a path that also answers without a credential. */
  anyone: [{}],
}
const RATE_LIMIT: AnswerHeader[] = [
  "ratelimit",
  "ratelimit-policy",
  "ratelimit-limit",
  "ratelimit-remaining",
  "ratelimit-reset",
]

/** Parts of the document that operations share. */
interface Parts {
  schemas: Schemas
  responses: Responses
}

/** The OpenAPI operation of a declaration. */
export const openApiOperation = (
  operation: Operation,
  { schemas, responses }: Parts,
  deprecations: Deprecations = DEPRECATIONS,
) => {
  const deprecation = deprecations[operation.place]
  const scope = scopeOf(operation)
  const { tag, summary, description, by, body } = operation
  const operationId = operationIdOf(operation)
  const name = operationId.charAt(0).toUpperCase() + operationId.slice(1)
  const show: Show = (schema, part) => schemas.show(schema, name + part)
  return {
    operationId,
    tags: [tag],
    summary,
    description: deprecation ? `${description} ${deprecationText(deprecation)}` : description,
    ...(deprecation ? { deprecated: true } : {}),
    security: by.length === 1 && by[0] === "anyone" ? [] : by.flatMap(access => SECURITY[access]),
    parameters: parametersOf(operation, show),
    ...(body
      ? {
          requestBody: {
            description: body.isOptional ? "May be left out" : "Fields of the request",
            required: !body.isOptional,
            content: content(show(body.schema, "Request"), body.mediaType, body.examples),
          },
        }
      : {}),
    ...(scope ? { "x-scope": scope } : {}),
    responses: { ...successesOf(operation, show), ...failuresOf(operation, show, responses) },
  }
}

type Show = (schema: TSchema, part: string) => Shown

/** `getScansByIdStatus` of GET /v1/scans/{id}/status. */
const operationIdOf = (operation: Operation): string => {
  const [method, path] = placeOf(operation)
  const words = path
    .replace(/^\/v1/, "")
    .replaceAll(/\{(\w+)\}/g, "by-$1")
    .split(/[/-]/)
  return method.toLowerCase() + words.map(word => word.charAt(0).toUpperCase() + word.slice(1)).join("")
}

const ID = {
  description: "UUIDv7",
  schema: { type: "string", format: "uuid" },
  example: "019a4c1e-7c3a-7e21-9d5b-3f6f0a8d2b14",
}
/** Parameters of several paths that are no ids. */
const NAMED_PARAMETERS: Record<string, object> = {
  token: {
    description: "Share token",
    schema: { type: "string", minLength: 1 },
    example: "q0dK3mPv8ZrJx2sWb7nYtL5cHf1uGeAoRi4TkVwXy9M",
  },
}

const parametersOf = (operation: Operation, show: Show): object[] => {
  const { place, by, query, params = {}, headers = [], isIdempotent, isConditional } = operation
  const inPath = [...place.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    in: "path",
    name,
    required: true,
    ...(params[name!] ?? NAMED_PARAMETERS[name!] ?? ID),
  }))
  const inHeader = [
    ...headers.map(name => REQUEST_HEADERS[name]),
    ...(isIdempotent ? [IDEMPOTENCY_KEY] : []),
    ...(isConditional ? [IF_MATCH] : []),
  ].map(({ name, description, schema, example }) => ({
    in: "header",
    name,
    required: false,
    description,
    schema,
    example,
  }))
  const isOfAMode = by.includes("key") && by.includes("session") && query?.properties.mode === undefined
  return [
    ...inPath,
    ...(query ? queryParameters(query, show) : []),
    ...inHeader,
    ...(isOfAMode ? [MODE_PARAMETER] : []),
  ]
}

const queryParameters = (query: TObject, show: Show) =>
  Object.entries(query.properties).map(([name, schema]) => ({
    in: "query",
    name,
    required: !isOptional(schema),
    ...(schema.description ? { description: schema.description } : {}),
    schema: withUnits(show(schema, "Query"), name),
  }))

const MODE_PARAMETER = {
  in: "query",
  name: "mode",
  required: false,
  description:
    "For a dashboard session: the mode whose scans are read; an API key has its own mode, and another one is refused",
  schema: { type: "string", enum: ["live", "sandbox"], default: "live" },
}

/** Schema of an answer in another form than its operation's: a text, or bytes. */
const schemaOfForm = (mediaType: string): object =>
  mediaType.startsWith("text/") ? { type: "string" } : { type: "string", format: "binary" }

const successesOf = (operation: Operation, show: Show): Record<string, object> => {
  const { answers, examples = {}, mediaType = "application/json", alternatives = [], place } = operation
  const named = headersByName([...headersOfEvery(operation), ...headersOfSuccess(operation)])
  const isRead = place.startsWith("GET ") && mediaType !== EVENT_STREAM
  return Object.fromEntries(
    Object.entries(answers).flatMap(([status, answer]): [string, object][] => {
      if (typeof answer === "string") return [[status, { description: answer, headers: named }]]
      const example = examples[Number(status)] ?? answer.examples?.[0]
      const otherForms = status === "200" ? alternatives.map(type => [type, { schema: schemaOfForm(type) }]) : []
      const shown = {
        ...content(
          bodyOf(show(answer, "Answer"), mediaType),
          mediaType,
          example === undefined ? undefined : { answer: exampleOf(example, mediaType) },
        ),
        ...Object.fromEntries(otherForms),
      }
      const success = { description: answer.description ?? "Success", content: shown }
      if (!isRead || status !== "200") return [[status, { ...success, headers: named }]]
      return [
        [status, { ...success, headers: { ...named, ...headersByName(["etag"]) } }],
        [
          "304",
          {
            description: "If-None-Match names the present content",
            headers: headersByName([...headersOfEvery(operation), "etag"]),
          },
        ],
      ]
    }),
  )
}

const exampleOf = (example: unknown, mediaType: string) => {
  if (mediaType === NDJSON && typeof example === "object") return `${JSON.stringify(example)}\n`
  return mediaType === EVENT_STREAM ? `data: ${JSON.stringify(example)}\n\n` : example
}

const EVENT_STREAM = "text/event-stream"

/** Streams are texts, whose events or lines have data of the schema. */
const STREAMED: Readonly<Record<string, string>> = {
  [EVENT_STREAM]: "Server-sent events; the data of each is JSON of contentSchema",
  [NDJSON]: "Each line is JSON of contentSchema",
}

const bodyOf = (schema: Shown, mediaType: string): object =>
  mediaType in STREAMED && schema.type !== "string"
    ? { type: "string", description: STREAMED[mediaType], contentMediaType: mediaType, contentSchema: schema }
    : schema

/** Headers of every answer. */
const headersOfEvery = ({ by, limit }: Operation): AnswerHeader[] => [
  "x-request-id",
  "cache-control",
  "vary",
  ...(limit || by.some(access => access !== "anyone") ? RATE_LIMIT : []),
]

const headersOfSuccess = (operation: Operation): AnswerHeader[] => [
  ...(operation.location ? ["location" as const] : []),
  ...(operation.headers?.includes("prefer") ? ["preference-applied" as const] : []),
  ...(operation.answerHeaders ?? []),
  ...(tellsTag(operation) ? ["etag" as const] : []),
  ...(operation.isIdempotent ? (["idempotent-replayed", "idempotent-resource"] as const) : []),
]

/** Headers of failures; a 409 is retried for an Idempotency-Key whose first request has no answer yet. */
const FAILURE_HEADERS: Record<number, readonly AnswerHeader[]> = {
  401: ["www-authenticate"],
  409: ["retry-after"],
  429: ["retry-after", ...RATE_LIMIT],
  503: ["retry-after"],
}

const failuresOf = (operation: Operation, show: Show, responses: Responses): Record<string, object> => {
  const { errorShape = v1Errors } = operation
  const ofEvery = headersOfEvery(operation)
  return Object.fromEntries(
    refusalsOf(operation).map(status => {
      const { description, example } = errorShape.shown(status) ?? v1Errors.shown(status) ?? { description: "Error" }
      const ofStatus = FAILURE_HEADERS[status] ?? []
      const media = { schema: show(errorShape.schema, "Error"), ...(example ? { example } : {}) }
      const headers = headersByName([...ofEvery, "content-language", ...ofStatus])
      return [status, responses.show({ description, content: { "application/json": media }, headers }, status)]
    }),
  )
}

/** Headers of an answer, as references to the document's components. */
const headersByName = (names: readonly AnswerHeader[]) =>
  Object.fromEntries(
    names.map(name => [ANSWER_HEADERS[name].name, { $ref: `#/components/headers/${ANSWER_HEADERS[name].name}` }]),
  )

const content = (schema: object, mediaType: string, examples?: Readonly<Record<string, unknown>>) => ({
  [mediaType]: {
    schema,
    ...(examples
      ? { examples: Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }])) }
      : {}),
  },
})
