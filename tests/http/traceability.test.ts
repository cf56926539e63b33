import { afterAll, beforeAll, expect, test } from "bun:test"
import { createClient, type ServiceOfOrganization } from "../support/service.ts"
import { startShared } from "../support/shared.ts"
import rows from "../traceability/rows.json"

let service: ServiceOfOrganization

beforeAll(async () => {
  service = await startShared()
})
afterAll(() => service.end())

/** Paths of each interface. WebSocket paths have rows of their own. */
const PATHS: Record<keyof typeof rows, RegExp> = {
  scans: /^\/v1\/scans(\/|$)/,
  legacy: /^\/v1\/(scan|load-profile)$|^\/v1\/(scan|load-profile)\/(?!ws$)/,
  profiles: /^\/v1\/(studio-|energyhub-|laadplein-)?profiles|^\/v1\/(tariffs|batteries)/,
}

test("every operation of the interface has a row, and every row of an operation has one", async () => {
  const { paths } = (await createClient(service).get("/openapi.json")).body
  const operations = Object.entries<object>(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(method => ({ path, name: `${method.toUpperCase()} ${path}` })),
  )
  const named = new Set(Object.values(rows).flatMap(ofInterface => ofInterface.map(row => row.split(/,| before /)[0])))
  const own = operations.filter(({ path }) => Object.values(PATHS).some(pattern => pattern.test(path)))
  expect(own.filter(({ name }) => !named.has(name))).toEqual([])
  const known = new Set(operations.map(({ name }) => name))
  const rowsOfOperations = [...named].filter(row => /^(GET|POST|PUT|PATCH|DELETE) \//.test(row ?? ""))
  expect(rowsOfOperations.filter(row => !known.has(row as string))).toEqual([])
})
