import { toOpenAPISchema } from "@elysiajs/openapi"
import type { TSchema } from "@sinclair/typebox"
import type { AnyElysia } from "elysia"
import pkg from "../../package.json" with { type: "json" }
import { SESSION_COOKIE } from "../credentials/cookie.ts"
import { ErrorAnswer } from "../http/failure.ts"
import { ANSWER_HEADERS, type AnswerHeader } from "../http/headers.ts"
import { withComponents } from "./components.ts"
import { failure, headersByName, OWN_PARAMETERS } from "./operation.ts"

const OPENAPI_VERSION = "3.1.0"
const PATHS_OF_THE_PAGE = ["/docs", "/docs/scalar.js", "/docs/start.js", "/openapi.json"]

const TAGS = [
  { name: "Scans", description: "Create scans, follow them, read their reports" },
  { name: "Sharing", description: "Show a scan to who has its token" },
  { name: "Earlier interface", description: "The same scans in the words of document 2, and custom load profiles" },
  {
    name: "Studio profiles",
    description: "Hours of a year made of a base and layers, for scans with inputMethod studio",
  },
  { name: "Energyhub profiles", description: "Hours of a year made of sources and assets" },
  { name: "Laadplein profiles", description: "Hours of a year of a charging plaza and the assets beside it" },
  { name: "Standard profiles", description: "Ready-made hours of households and businesses" },
  { name: "Tariffs", description: "Dynamic purchase and feed-in rates" },
  { name: "Batteries", description: "Default costs and usual sizes" },
  { name: "Credentials", description: "API keys, dashboard sessions and access tokens" },
  { name: "Organization", description: "Settings, members, logo and usage" },
  { name: "Webhooks", description: "Endpoints that hear of scans, and the log of what they were sent" },
  { name: "Operations", description: "Health and measurements" },
]

const SECURITY_SCHEMES = {
  apiKey: {
    type: "apiKey",
    in: "header",
    name: "x-api-key",
    description: "zs_test_… for the sandbox, zs_live_… for production",
  },
  sessionCookie: { type: "apiKey", in: "cookie", name: SESSION_COOKIE, description: "From POST /v1/auth/login" },
  sessionToken: { type: "http", scheme: "bearer", description: "From POST /v1/auth/login" },
  accessToken: { type: "http", scheme: "bearer", description: "From POST /v1/auth/token" },
}

const DEFAULT_SECURITY = [{ apiKey: [] }, { sessionCookie: [] }, { sessionToken: [] }]

interface Parameter {
  in: string
  name: string
}

interface Response {
  description: string
  content?: Record<string, object>
  headers?: Record<string, object>
}

interface Operation {
  operationId?: string
  summary?: string
  security?: Record<string, string[]>[]
  parameters?: Parameter[]
  [OWN_PARAMETERS]?: Parameter[]
  responses?: Record<string, Response>
}

/**
 * The OpenAPI document of a service: what its routes say of themselves, and what holds for all of them. `components`
 * are the schemas that stand once, by their names.
 */
export const openApiDocument = (app: AnyElysia, publicUrl: string, components: Record<string, TSchema>): object => {
  const { paths } = toOpenAPISchema(app, { paths: PATHS_OF_THE_PAGE })
  const completed = Object.fromEntries(
    Object.entries(paths as Record<string, Record<string, Operation>>).map(([path, operations]) => [
      path,
      Object.fromEntries(
        Object.entries(operations).map(([method, operation]) => [method, complete(path, method, operation)]),
      ),
    ]),
  )
  const used = new Set(Object.values(completed).flatMap(operations => Object.values(operations).flatMap(tagsOf)))
  return withComponents(
    {
      openapi: OPENAPI_VERSION,
      info: {
        title: "Solar Scan Service",
        version: pkg.version,
        description: "Sizes solar panels and a battery for a site and reports what they bring.",
        license: { name: "MIT", identifier: "MIT" },
      },
      servers: [{ url: publicUrl }],
      tags: TAGS.filter(({ name }) => used.has(name)),
      security: DEFAULT_SECURITY,
      paths: completed,
      components: {
        securitySchemes: SECURITY_SCHEMES,
        headers: Object.fromEntries(Object.values(ANSWER_HEADERS).map(({ name, header }) => [name, header])),
      },
    },
    { ...components, Error: ErrorAnswer },
  )
}

const tagsOf = (operation: object): string[] => (operation as { tags?: string[] }).tags ?? []

const complete = (path: string, method: string, routed: Operation): Operation => {
  const { [OWN_PARAMETERS]: ownParameters = [], ...operation } = routed
  const security = operation.security ?? DEFAULT_SECURITY
  const takes = (scheme: string) => security.some(choice => scheme in choice)
  const isVersioned = path.startsWith("/v1/")
  const responses = {
    ...(hasSuccess(operation) ? {} : { [method === "delete" ? 204 : 200]: { description: "Success" } }),
    ...operation.responses,
    ...(isVersioned && takes("apiKey")
      ? { 403: operation.responses?.[403] ?? failure(403), 429: operation.responses?.[429] ?? failure(429) }
      : {}),
    ...(isVersioned ? { 503: operation.responses?.[503] ?? failure(503) } : {}),
  }
  const isCounted = takes("apiKey") || takes("accessToken")
  return {
    ...operation,
    operationId: operationIdOf(method, path),
    parameters: [
      ...(operation.parameters ?? []).map(parameter =>
        parameter.in === "path" ? pathParameter(parameter) : parameter,
      ),
      ...ownParameters,
      ...(takes("apiKey") && takes("sessionCookie") ? [MODE_PARAMETER] : []),
    ],
    responses: Object.fromEntries(
      Object.entries(responses).flatMap(([status, response]) => completeResponse(method, status, response, isCounted)),
    ),
  }
}

/** Whether an answer without an error is described; 101 takes the request over to a WebSocket. */
const hasSuccess = ({ responses = {} }: Operation) => Object.keys(responses).some(status => /^(101|2..)$/.test(status))

/** `getScansByIdStatus` of GET /v1/scans/{id}/status. */
const operationIdOf = (method: string, path: string): string =>
  method +
  path
    .replace(/^\/v1/, "")
    .replaceAll(/\{(\w+)\}/g, "by-$1")
    .split(/[/-]/)
    .map(word => word.charAt(0).toUpperCase() + word.slice(1))
    .join("")

const pathParameter = ({ name }: Parameter) => ({
  in: "path",
  name,
  required: true,
  description: name === "token" ? "Share token" : name === "profileKey" ? "Key of the profile" : "UUIDv7",
  schema: { type: "string" },
})

const MODE_PARAMETER = {
  in: "query",
  name: "mode",
  required: false,
  description: "Of a dashboard session: whose scans it means; an API key has its own mode",
  schema: { type: "string", enum: ["live", "sandbox"], default: "live" },
}

const RATE_LIMIT: AnswerHeader[] = ["ratelimit-limit", "ratelimit-remaining", "ratelimit-reset"]

/** A response with the headers of every path, and beside what a GET reads the answer to If-None-Match. */
const completeResponse = (
  method: string,
  status: string,
  response: Response,
  isCounted: boolean,
): [string, Response][] => {
  const isRead = method === "get" && status === "200" && response.content !== undefined
  const isTagged = isRead && !("text/event-stream" in (response.content ?? {}))
  const names: AnswerHeader[] = [
    "x-request-id",
    ...(isTagged ? ["etag" as const] : []),
    ...(isCounted ? RATE_LIMIT : []),
  ]
  const headers = { ...response.headers, ...headersByName(names) }
  const known: [string, Response][] = isTagged
    ? [
        [
          "304",
          { description: "If-None-Match names the present content", headers: headersByName(["x-request-id", "etag"]) },
        ],
      ]
    : []
  return [[status, { ...response, headers }], ...known]
}
