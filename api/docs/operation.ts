import { OptionalKind, type TObject, type TSchema } from "@sinclair/typebox"
import { ErrorAnswer } from "../http/failure.ts"
import {
  ANSWER_HEADERS,
  type AnswerHeader,
  IDEMPOTENCY_KEY,
  REQUEST_HEADERS,
  type RequestHeader,
} from "../http/headers.ts"
import { type Operation as Declared, refusalsOf } from "../http/operation.ts"

const ERRORS: Record<number, { meaning: string; example: Omit<ErrorAnswer, "statusCode"> }> = {
  400: {
    meaning: "The request breaks a rule; all violations are listed",
    example: {
      message: "newPv[0].maxPanelCount must be at least 1; unknown field yearlyKWh, did you mean yearlyKwh?",
      code: "INVALID_INPUT",
      errors: [
        {
          path: ["newPv", 0, "maxPanelCount"],
          rule: "at-least",
          message: "newPv[0].maxPanelCount must be at least 1",
        },
        { path: ["yearlyKWh"], rule: "unknown-field", message: "unknown field yearlyKWh, did you mean yearlyKwh?" },
      ],
    },
  },
  401: {
    meaning: "No valid credential",
    example: { message: "Authentication required: send an API key in the x-api-key header", code: "UNAUTHENTICATED" },
  },
  403: {
    meaning: "The credential may not do this",
    example: { message: "only an owner of the organization may do this", code: "FORBIDDEN" },
  },
  404: {
    meaning: "There is no such thing in this organization and mode",
    example: { message: "scan not found", code: "NOT_FOUND" },
  },
  409: {
    meaning: "Not possible in the present state",
    example: { message: "the scan is pending: its report is not there yet", code: "CONFLICT" },
  },
  413: {
    meaning: "The body is too large",
    example: { message: "the body is larger than 1048576 bytes, the limit of this path", code: "BODY_TOO_LARGE" },
  },
  415: {
    meaning: "The body is of another type",
    example: { message: "send the body as application/json", code: "UNSUPPORTED_MEDIA_TYPE" },
  },
  429: {
    meaning: "Too many requests; Retry-After says when to try again",
    example: {
      message: "more than 6000 calls of this API key in a minute: try again in 12 s",
      code: "TOO_MANY_REQUESTS",
    },
  },
  503: {
    meaning: "The service cannot do this at the moment; Retry-After says when to try again",
    example: { message: "the service cannot reach its database; try again in a moment", code: "UNAVAILABLE" },
  },
}

/** Credentials by the names of the OpenAPI document's security schemes; a session is a cookie or a bearer token. */
const SECURITY = {
  key: [{ apiKey: [] }],
  session: [{ sessionCookie: [] }, { sessionToken: [] }],
  owner: [{ sessionCookie: [] }, { sessionToken: [] }],
  unsettled: [{ sessionCookie: [] }, { sessionToken: [] }],
  legacy: [{ accessToken: [] }],
  /** Beside others: the path also answers without a credential. */
  anyone: [{}],
}

interface Operation {
  summary: string
  description?: string
  /** The kinds of credentials that the path takes; empty: none is needed. Unless given, API keys and sessions. */
  takes?: readonly (keyof typeof SECURITY)[]
  query?: TObject
  /** Headers that the path listens to. */
  headers?: readonly (RequestHeader | "idempotency-key")[]
  body?: TSchema
  /** The path also takes a request without a body. */
  bodyIsOptional?: boolean
  /** JSON unless given. */
  bodyMediaType?: string
  /** Bodies by a name of each; unless given, the first of the schema's own examples. */
  bodyExamples?: Readonly<Record<string, object>>
  answers?: Record<number, TSchema>
  /** An answer to show, by status; unless given, the first of the schema's own examples. */
  answerExamples?: Readonly<Record<number, object>>
  /** Headers of the successful answers, beside those of every path. */
  answerHeaders?: readonly AnswerHeader[]
  /** Of the successful answers; JSON unless given. */
  mediaType?: string
  /** What a 204 says, for a path that may answer so. */
  noContent?: string
  errors?: number[]
}

/** Where an operation keeps its query and headers: the framework writes the path's own over its `parameters`. */
export const OWN_PARAMETERS = "x-own-parameters"

/** The OpenAPI operation of a path, from the schemas that validate. */
export const documented = (operation: Operation) => {
  const { summary, description, takes, query, headers = [], body, bodyExamples, errors = [] } = operation
  const { bodyIsOptional = false, bodyMediaType = "application/json" } = operation
  const bodies = bodyExamples ?? (body?.examples ? { body: body.examples[0] } : undefined)
  const parameters = [...(query ? queryParameters(query) : []), ...headers.map(requestHeader)]
  return {
    summary,
    ...(description ? { description } : {}),
    ...(takes ? { security: takes.flatMap(kind => SECURITY[kind]) } : {}),
    ...(parameters.length > 0 ? { [OWN_PARAMETERS]: parameters } : {}),
    ...(body ? { requestBody: { required: !bodyIsOptional, content: content(body, bodyMediaType, bodies) } } : {}),
    responses: { ...successes(operation), ...Object.fromEntries(errors.map(status => [status, failure(status)])) },
  }
}

/** The OpenAPI operation of a declaration. */
export const openApiOperation = (declared: Declared) => {
  const { tag, by, body, headers = [], isIdempotent = false, answers, location, answerHeaders = [] } = declared
  const schemas = Object.entries(answers).filter((answer): answer is [string, TSchema] => typeof answer[1] !== "string")
  const noContent = Object.values(answers).find(answer => typeof answer === "string")
  return {
    tags: [tag],
    ...documented({
      ...declared,
      takes: by.length === 1 && by[0] === "anyone" ? [] : by,
      headers: [...headers, ...(isIdempotent ? ["idempotency-key" as const] : [])],
      body: body?.schema,
      bodyIsOptional: body?.isOptional,
      bodyMediaType: body?.mediaType,
      bodyExamples: body?.examples,
      answers: Object.fromEntries(schemas),
      ...(noContent ? { noContent } : {}),
      answerExamples: declared.examples,
      answerHeaders: [
        ...(location ? ["location" as const] : []),
        ...(headers.includes("prefer") ? ["preference-applied" as const] : []),
        ...answerHeaders,
        ...(isIdempotent ? ["idempotent-replayed" as const] : []),
      ],
      errors: refusalsOf(declared),
    }),
  }
}

const successes = ({
  answers = {},
  answerExamples = {},
  answerHeaders = [],
  mediaType = "application/json",
  noContent,
}: Operation) => ({
  ...Object.fromEntries(
    Object.entries(answers).map(([status, schema]) => [
      status,
      {
        description: schema.description ?? "Success",
        content: content(schema, mediaType, exampleOf(schema, answerExamples[Number(status)])),
        ...(answerHeaders.length > 0 ? { headers: headersByName(answerHeaders) } : {}),
      },
    ]),
  ),
  ...(noContent ? { 204: { description: noContent } } : {}),
})

/** The answer to a request that failed, with an example. */
export const failure = (status: number) => {
  const { meaning, example } = ERRORS[status]
  const names: AnswerHeader[] = status === 429 ? ["retry-after", ...RATE_LIMIT] : status === 503 ? ["retry-after"] : []
  const media = { schema: ErrorAnswer as object, example: { statusCode: status, ...example } }
  return {
    description: meaning,
    content: { "application/json": media },
    ...(names.length > 0 ? { headers: headersByName(names) } : {}),
  }
}

const RATE_LIMIT: AnswerHeader[] = ["ratelimit-limit", "ratelimit-remaining", "ratelimit-reset"]

/** Headers of an answer, as references to where the document describes them. */
export const headersByName = (names: readonly AnswerHeader[]) =>
  Object.fromEntries(
    names.map(name => [ANSWER_HEADERS[name].name, { $ref: `#/components/headers/${ANSWER_HEADERS[name].name}` }]),
  )

const exampleOf = (schema: TSchema, given: object | undefined): Record<string, object> | undefined => {
  const answer = given ?? schema.examples?.[0]
  return answer === undefined ? undefined : { answer }
}

const requestHeader = (of: RequestHeader | "idempotency-key") => {
  const { name, description, schema, example } = of === "idempotency-key" ? IDEMPOTENCY_KEY : REQUEST_HEADERS[of]
  return { name, description, schema, example, in: "header" as const, required: false }
}

const queryParameters = (query: TObject) =>
  Object.entries(query.properties).map(([name, schema]) => ({
    name,
    in: "query" as const,
    required: !(OptionalKind in schema),
    ...(schema.description ? { description: schema.description } : {}),
    schema: schema as object,
  }))

const content = (schema: TSchema, mediaType: string, examples?: Record<string, object>) => ({
  [mediaType]: {
    schema: schema as object,
    ...(examples
      ? { examples: Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }])) }
      : {}),
  },
})

/** Documents a multipart upload with one file in the field `file`. */
export const documentedUpload = (operation: Operation) => ({
  ...documented(operation),
  requestBody: {
    required: true,
    content: {
      "multipart/form-data": {
        schema: {
          type: "object" as const,
          required: ["file"],
          properties: { file: { type: "string" as const, format: "binary" } },
        },
      },
    },
  },
})
