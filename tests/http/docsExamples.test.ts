import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { TSchema } from "@sinclair/typebox"
import { Value } from "@sinclair/typebox/value"
import { ErrorAnswer } from "../../api/http/failure.ts"
import { EventPage } from "../../api/v1/events/schemas.ts"
import { BatchResult, BulkAnswer } from "../../api/v1/scans/bulkSchemas.ts"
import { parseTiers } from "../../domain/organization/tiers.ts"
import { AcceptanceRequest } from "../../domain/report/acceptance.ts"
import { ROOT } from "../support/child.ts"
import { startReceiver } from "../support/receiver.ts"
import { houseRequest, smallestRequest } from "../support/requests.ts"
import { createClient, type ServiceOfOrganization, until } from "../support/service.ts"
import { type Client, logIn } from "../support/sessions.ts"
import { startShared } from "../support/shared.ts"

/**
 * Examples of the pages other than the commands and programs of docs.test.ts: bodies are sent, answers are checked
 * against their schemas.
 */

const DOCS = join(ROOT, "docs")
const FENCE = /```(\w*)\n([\s\S]*?)```/g

let service: ServiceOfOrganization
let sandbox: Client
const files: string[] = []
beforeAll(async () => {
  service = await startShared()
  sandbox = createClient(service, service.testKey)
})
afterAll(async () => {
  await service.end()
  for (const file of files) rmSync(file, { force: true })
})

const blocksOf = (page: string, language: string): string[] =>
  [...readFileSync(join(DOCS, `${page}.md`), "utf8").matchAll(FENCE)].flatMap(([, of, code]) =>
    of === language ? code! : [],
  )
const jsonOf = (page: string): unknown[] => blocksOf(page, "json").map(code => JSON.parse(code))

const accepted = async (more: object) => {
  const { status, body } = await sandbox.post("/v1/scans", { ...houseRequest(), ...more })
  expect([body.message, status]).toEqual([undefined, 201])
}
const fits = (schema: TSchema, value: unknown) => expect([...Value.Errors(schema, value)]).toEqual([])

/** Checks for the JSON of each page, in order; the last check applies to all further examples. */
const JSON_OF: Record<string, ((value: never) => unknown)[]> = {
  agents: [
    async (config: { mcpServers: Record<string, { type: string; url: string; headers: Record<string, string> }> }) => {
      const { type, url, headers } = config.mcpServers["solar-scan"]!
      expect(type).toBe("http")
      const { pathname } = new URL(url)
      const message = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }
      const named = Object.fromEntries(Object.keys(headers).map(name => [name, service.testKey]))
      const accept = { accept: "application/json, text/event-stream" }
      const { status, body } = await createClient(service.address, null).post(pathname, message, {
        ...accept,
        ...named,
      })
      expect([status, body.result.tools.length > 4]).toEqual([200, true])
    },
  ],
  bulk: [(value: object) => fits(BatchResult, value)],
  contracts: [accepted],
  errors: [(value: object) => fits(ErrorAnswer, value)],
  events: [(value: object) => fits(EventPage, value)],
  offers: [(value: object) => fits(AcceptanceRequest, value)],
  organizations: [(value: object) => expect(Object.keys(parseTiers(value).tiers)).toEqual(["starter", "large"])],
  "scans-equipment": [
    (electricBattery: object) => accepted({ electricBattery }),
    accepted,
    (roof: object) => accepted({ newPv: [roof] }),
    (shaded: object) => accepted(shaded),
  ],
  "scans-handling": [(value: object) => fits(BulkAnswer, value)],
  tariffs: [
    (tariff: object) => accepted({ tariff }),
    (tariff: object) => accepted({ tariff }),
    (tariff: object) => accepted({ tariff }),
    (part: object) => accepted({ tariff: { type: "custom", buy: { energy: 0.25, taxed: false }, ...part } }),
  ],
}

describe.each(Object.entries(JSON_OF))("the JSON of docs/%s.md", (page, uses) => {
  test("is what the service takes or answers", async () => {
    const values = jsonOf(page)
    expect(values.length).toBeGreaterThanOrEqual(uses.length)
    for (const [i, value] of values.entries()) await (uses[i] ?? uses.at(-1)!)(value as never)
  })
})

test("a webhook is as docs/webhooks.md shows it, and its programs tell it from one that is not ours", async () => {
  const receiver = await startReceiver()
  const owner = await logIn(service)
  const endpoint = { url: receiver.url, events: ["scan.completed"], mode: "sandbox" }
  const { id, secret } = (await owner.post("/v1/webhook-endpoints", endpoint)).body
  // This scan ends after 10 s, scans of earlier tests sooner: each gives the same event.
  await sandbox.post("/v1/scans", smallestRequest())
  await until(() => receiver.arrivals.length > 0 || undefined)
  const [{ headers, raw }] = receiver.arrivals as [(typeof receiver.arrivals)[number]]
  const [shown] = blocksOf("webhooks", "http")
  const [head, body] = shown!.split("\n\n", 2) as [string, string]
  const names = head
    .split("\n")
    .slice(1)
    .map(line => line.split(":")[0]!.toLowerCase())
  expect(names.filter(name => !(name in headers))).toEqual([])
  const own = Object.keys(headers).filter(name => /^(x-service|webhook)-/.test(name))
  expect(own.filter(name => !names.includes(name))).toEqual([])
  const [event, likewise] = [JSON.parse(body), JSON.parse(raw.toString())]
  expect([Object.keys(likewise), Object.keys(likewise.data)]).toEqual([Object.keys(event), Object.keys(event.data)])

  const request = (text: string) =>
    new Request("http://127.0.0.1/", { method: "POST", headers: headers as Record<string, string>, body: text })
  const [library, verifier] = await Promise.all(blocksOf("webhooks", "ts").map(program))
  expect(await library!.eventOf(request(raw.toString()), secret)).toEqual(likewise)
  await expect(library!.eventOf(request("{}"), secret)).rejects.toThrow()
  expect((await verifier!.answer(request(raw.toString()), secret)).status).toBe(204)
  expect((await verifier!.answer(request("{}"), secret)).status).toBe(401)
  await owner.delete(`/v1/webhook-endpoints/${id}`)
  await receiver.close()
})

interface WebhookProgram {
  eventOf(request: Request, secret: string): Promise<unknown>
  answer(request: Request, secret: string): Promise<Response>
}

/** Imports a program of a page from the repository's folder, so that its imports resolve. */
const program = (code: string, index: number): Promise<WebhookProgram> => {
  const file = join(ROOT, `.docs-${process.pid}-module-${index}.ts`)
  files.push(file)
  writeFileSync(file, code)
  return import(file)
}

/** Tests that run the blocks of each page, by language. Blocks that no test runs have the reason. */
const RUNS: Record<string, Record<string, string>> = {
  agents: { json: "here", sh: "http/docs" },
  backup: { sh: "not run: http/backup has these commands" },
  bulk: { sh: "http/docs", ts: "http/docs", json: "here" },
  clients: { sh: "http/docs", ts: "http/docs", python: "http/docs", console: "http/pythonClient" },
  contracts: { json: "here" },
  deployment: { sh: "not run: it starts databases, containers and a cluster" },
  errors: { json: "here" },
  events: { sh: "http/docs", ts: "http/docs", json: "here" },
  legacy: { sh: "http/docs" },
  login: { sh: "http/docs" },
  offers: { json: "here", sh: "http/docs" },
  organizations: { json: "here", sh: "not run: http/admin has these commands" },
  profiles: { sh: "http/docs" },
  quickstart: { sh: "http/docs", ts: "http/docs" },
  "scans-equipment": { json: "here", csv: "http/batteryCatalogue" },
  "scans-handling": { json: "here" },
  tariffs: { json: "here" },
  tour: { sh: "http/tour" },
  webhooks: {
    http: "here",
    ts: "here",
    python: "process/webhookLanguages",
    php: "process/webhookLanguages",
    go: "process/webhookLanguages",
    sh: "http/docs",
    console: "process/webhookLanguages",
  },
}

test("every example of the pages is run by a test, or says why not", async () => {
  const shown = readdirSync(DOCS).flatMap(name => {
    if (!name.endsWith(".md")) return []
    const languages = [...readFileSync(join(DOCS, name), "utf8").matchAll(FENCE)].map(([, language]) => language!)
    return [...new Set(languages)].map(language => `${name.slice(0, -3)} ${language}`)
  })
  const known = Object.entries(RUNS).flatMap(([page, by]) => Object.keys(by).map(language => `${page} ${language}`))
  expect(shown.sort()).toEqual(known.sort())
  const tests = Object.values(RUNS)
    .flatMap(by => Object.values(by))
    .filter(by => /^\w+\/\w+$/.test(by))
  const missing = tests.filter(name => !Bun.file(join(ROOT, "tests", `${name}.test.ts`)).size)
  expect(missing).toEqual([])
})
