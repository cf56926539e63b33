import { type TSchema, Type } from "@sinclair/typebox"
import { orNull } from "../../domain/base/validation/schema.ts"
import pkg from "../../package.json" with { type: "json" }
import { HOST_PREFIX, SESSION_COOKIE } from "../credentials/cookie.ts"
import { v1Errors } from "../http/errorShape.ts"
import { ErrorAnswer } from "../http/failure.ts"
import { ANSWER_HEADERS } from "../http/headers.ts"
import { type Operation, placeOf } from "../http/operation.ts"
import { schemaNames } from "./names.ts"
import { openApiOperation } from "./operation.ts"
import { createResponses } from "./responses.ts"
import { createSchemas } from "./schemas.ts"
import { openApiWebhooks } from "./webhooks.ts"

const OPENAPI_VERSION = "3.1.0"

const DESCRIPTION = `Sizes solar panels and a battery for a site and reports their yield, cost and savings.

Time: every instant is UTC. Every series of 8760 hours is in the site's standard time the whole year: hour 0 is 1 January 00:00–01:00
standard time, without daylight saving and without 29 February. Labels of charts and tariffs are local time of the IANA zone in
\`timeZone\`, as clocks show it; \`instants\` has the first instant of each. docs/time.md has an example.

Errors: every answer that is no success has a message, and a code that never changes; docs/errors.md lists all. Every answer has
headers by which a browser does nothing with it but read it (Content-Security-Policy, X-Content-Type-Options and their like), and an
X-Request-Id that finds it in the log.`

const TAGS = [
  { name: "Scans", description: "Create scans, follow them, read their reports" },
  { name: "Sites", description: "Places of customers, from which scans are made" },
  { name: "Events", description: "The events of all scans in one order, to read or follow" },
  { name: "Offers", description: "Price of the system of a report, its versions and its acceptance" },
  { name: "Sharing", description: "Show a scan to who has its token" },
  {
    name: "Legacy interface",
    description: "The same scans with the field names of the legacy interface, and custom load profiles",
  },
  {
    name: "Studio profiles",
    description: "Hours of a year made of a base and layers, for scans with inputMethod studio",
  },
  { name: "Energyhub profiles", description: "Hours of a year made of sources and assets" },
  { name: "Laadplein profiles", description: "Hours of a year of a charging plaza and the assets at the same site" },
  { name: "Standard profiles", description: "Ready-made hours of households and businesses" },
  { name: "Tariffs", description: "Dynamic purchase and feed-in rates" },
  { name: "Price series", description: "An organization's own years of prices, for custom tariffs" },
  { name: "Places", description: "Postcodes, towns, and the solar yield of a roof there" },
  { name: "Batteries", description: "Default costs and usual sizes" },
  { name: "Credentials", description: "API keys, dashboard sessions and access tokens" },
  { name: "Organization", description: "Settings, members, logo and usage" },
  { name: "Access log", description: "Reads of reports and customers' data in the last 90 days" },
  { name: "Webhooks", description: "Endpoints that receive scan events, and the log of their deliveries" },
  { name: "Operations", description: "Health and measurements" },
]

const SECURITY_SCHEMES = {
  apiKey: {
    type: "apiKey",
    in: "header",
    name: "x-api-key",
    description: "zs_test_… for the sandbox, zs_live_… for production",
  },
  sessionCookie: {
    type: "apiKey",
    in: "cookie",
    name: SESSION_COOKIE,
    description: `From POST /v1/auth/login; behind https its name is ${HOST_PREFIX}${SESSION_COOKIE}`,
  },
  sessionToken: { type: "http", scheme: "bearer", description: "From POST /v1/auth/login" },
  accessToken: { type: "http", scheme: "bearer", description: "From POST /v1/auth/token" },
}

const DEFAULT_SECURITY = [{ apiKey: [] }, { sessionCookie: [] }, { sessionToken: [] }]

/** The OpenAPI document of operations, from their declarations and the common rules. */
export const openApiDocument = (operations: readonly Operation[], publicUrl: string): object => {
  const shown = [...Map.groupBy(operations, ({ place }) => place).values()]
    .map(joined)
    .filter(({ isHidden }) => !isHidden)
  const byPath = Map.groupBy(shown, operation => placeOf(operation)[1])
  const used = new Set(shown.map(({ tag }) => tag))
  const schemas = createSchemas(schemaNames)
  const responses = createResponses()
  const parts = { schemas, responses }
  const paths = [...byPath].map(([path, ofPath]): [string, object] => [
    path,
    Object.fromEntries(
      ofPath.map(operation => [placeOf(operation)[0].toLowerCase(), openApiOperation(operation, parts)]),
    ),
  ])
  const webhooks = openApiWebhooks(schemas)
  return {
    openapi: OPENAPI_VERSION,
    info: {
      title: "Solar Scan Service",
      version: pkg.version,
      description: DESCRIPTION,
      contact: { name: "Operator of this installation", url: publicUrl },
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: publicUrl }],
    tags: TAGS.filter(({ name }) => used.has(name)),
    security: DEFAULT_SECURITY,
    paths: Object.fromEntries(paths),
    webhooks,
    components: {
      schemas: schemas.components(),
      responses: responses.components(),
      headers: Object.fromEntries(Object.values(ANSWER_HEADERS).map(({ name, header }) => [name, header])),
      securitySchemes: SECURITY_SCHEMES,
    },
  }
}

/** Merges operations of one path; the answer depends on the caller's credential. */
const joined = (operations: Operation[]): Operation => {
  const [first, ...rest] = operations
  if (rest.length === 0) return first!
  return {
    ...first!,
    description: operations.flatMap(({ description }) => description ?? []).join(" "),
    by: operations.flatMap(({ by }) => by),
    query: Type.Object(Object.assign({}, ...operations.toReversed().map(({ query }) => query?.properties))),
    errorShape: { ...v1Errors, schema: ErrorOfBoth },
    answers: { 200: Type.Union(operations.map(schemaOf), { description: ANSWER_BY_CREDENTIAL }) },
  }
}

/** Without a credential the interface is unknown, so an error must suit clients of both interfaces. */
const ErrorOfBoth = Type.Object(
  {
    ...ErrorAnswer.properties,
    message: orNull(ErrorAnswer.properties.message, "One sentence; null without a credential"),
    error: Type.Optional(Type.String({ description: "Error, in the words of the legacy interface" })),
  },
  { description: "Error, in the fields of both interfaces" },
)

const ANSWER_BY_CREDENTIAL = "Mode of the credential"

const schemaOf = ({ answers }: Operation): TSchema => {
  const answer = answers[200]
  return typeof answer === "object" ? answer : Type.Undefined()
}
