import { expect, test } from "bun:test"
import { Type } from "@sinclair/typebox"
import { openApiOperation } from "../../api/docs/operation.ts"
import { createResponses } from "../../api/docs/responses.ts"
import { createSchemas } from "../../api/docs/schemas.ts"
import { DEPRECATIONS, type Deprecations, deprecationHeaders } from "../../api/http/deprecations.ts"
import { routesOf } from "../../api/http/mount.ts"
import { operationsOf } from "../../api/http/operation.ts"
import { declaredOperations } from "../../api/index.ts"

const operation = operationsOf("Things")
const declared = { summary: "List things", description: "All things.", by: ["anyone"], answers: { 200: Type.String() } }
const operations = {
  old: operation("GET /v1/things", { ...declared, by: ["anyone"] as const }),
  current: operation("GET /v1/objects", { ...declared, by: ["anyone"] as const }),
}
const DEPRECATION = { since: "2027-01-15", sunset: "2028-01-15", successor: "GET /v1/objects" } as const
const TABLE: Deprecations = { "GET /v1/things": DEPRECATION }

/** Headers of the answer of an operation. */
const headersOf = async (name: keyof typeof operations) => {
  const routes = routesOf(operations, { old: () => "things", current: () => "objects" }, TABLE)
  const route = routes.find(each => each.operation === operations[name])!
  const exchange = { request: new Request("http://127.0.0.1/"), headers: {}, requestId: "r", startedAtMs: 0 }
  const context = { exchange, params: undefined, set: { headers: {} } }
  await route.answer(context, undefined, {} as Parameters<typeof route.answer>[2])
  return exchange.headers
}

test("answers of a deprecated operation announce its end and its successor", async () => {
  expect(await headersOf("old")).toEqual({
    deprecation: "@1799971200",
    sunset: "Sat, 15 Jan 2028 00:00:00 GMT",
    link: '</docs>; rel="deprecation"; type="text/html", </v1/objects>; rel="successor-version"',
  })
  expect(await headersOf("current")).toEqual({})
})

test("the interface document marks it and names its successor", () => {
  const parts = { schemas: createSchemas({}), responses: createResponses() }
  const shown = openApiOperation(operations.old, parts, TABLE)
  expect([shown.deprecated, shown.description]).toEqual([
    true,
    "All things. Deprecated since 2027-01-15 and removed from 2028-01-15 on: use GET /v1/objects.",
  ])
  expect("deprecated" in openApiOperation(operations.current, parts, TABLE)).toBe(false)
})

test("an end less than a year after the announcement is refused", () => {
  expect(() => deprecationHeaders({ ...DEPRECATION, sunset: "2027-12-31" })).toThrow("at least 365 days after")
  expect(() => deprecationHeaders({ ...DEPRECATION, sunset: "soon" })).toThrow(RangeError)
})

test("deprecated operations of this version exist, as do their successors", () => {
  const places = new Set<string>(declaredOperations.map(({ place }) => place))
  for (const [place, deprecation] of Object.entries(DEPRECATIONS)) {
    expect([place, places.has(place), places.has(deprecation!.successor)]).toEqual([place, true, true])
    deprecationHeaders(deprecation!)
  }
})
