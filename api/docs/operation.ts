import { OptionalKind, type TObject, type TSchema, Type } from "@sinclair/typebox"

const ErrorAnswer = Type.Object({
  statusCode: Type.Integer(),
  message: Type.String({ description: "One sentence that names the field and says what to do" }),
})

const ERROR_MEANINGS: Record<number, string> = {
  400: "The request breaks a rule; all violations are listed",
  401: "No valid credential",
  403: "The credential may not do this",
  404: "There is no such thing in this organization and mode",
  409: "Not possible in the present state",
  413: "The body is too large",
  415: "The body is of another type",
  429: "Too many requests; Retry-After says when to try again",
  503: "The database cannot be reached",
}

/** Credentials by the names of the OpenAPI document's security schemes; a session is a cookie or a bearer token. */
const SECURITY = { key: ["apiKey"], session: ["sessionCookie", "sessionToken"], earlier: ["accessToken"] }

interface Operation {
  summary: string
  description?: string
  /** The kinds of credentials that the path takes; empty: none is needed. Unless given, API keys and sessions. */
  takes?: readonly (keyof typeof SECURITY)[]
  query?: TObject
  body?: TSchema
  answers?: Record<number, TSchema>
  errors?: number[]
}

/** The OpenAPI operation of a path, from the schemas that validate. */
export const documented = ({ summary, description, takes, query, body, answers = {}, errors = [] }: Operation) => ({
  summary,
  ...(description ? { description } : {}),
  ...(takes ? { security: takes.flatMap(kind => SECURITY[kind]).map(scheme => ({ [scheme]: [] })) } : {}),
  ...(query ? { parameters: queryParameters(query) } : {}),
  ...(body ? { requestBody: { required: true, content: json(body) } } : {}),
  responses: {
    ...Object.fromEntries(
      Object.entries(answers).map(([status, schema]) => [
        status,
        { description: schema.description ?? "Success", content: json(schema) },
      ]),
    ),
    ...Object.fromEntries(
      errors.map(status => [status, { description: ERROR_MEANINGS[status], content: json(ErrorAnswer) }]),
    ),
  },
})

const queryParameters = (query: TObject) =>
  Object.entries(query.properties).map(([name, schema]) => ({
    name,
    in: "query" as const,
    required: !(OptionalKind in schema),
    ...(schema.description ? { description: schema.description } : {}),
    schema: schema as object,
  }))

const json = (schema: TSchema) => ({
  "application/json": { schema: schema as object },
})
