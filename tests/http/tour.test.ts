import { afterAll, beforeAll, expect, test } from "bun:test"
import { mkdtempSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { Value } from "@sinclair/typebox/value"
import { FullReport } from "../../domain/report/schema.ts"
import { createClient, type ServiceOfOrganization, until } from "../support/service.ts"
import { startShared } from "../support/shared.ts"

/** Runs the commands of docs/tour.md, block by block in one shell, as a new user would. */
const TOUR = fileURLToPath(new URL("../../docs/tour.md", import.meta.url))
const CURL = Bun.which("curl")

let service: ServiceOfOrganization
let folder: string
/** Output of each block, by the heading above it. */
let said: Map<string, string>

beforeAll(async () => {
  service = await startShared()
  folder = mkdtempSync(join(tmpdir(), "solar-scan-tour-"))
  said = CURL ? await runTour() : new Map()
})
afterAll(() => service.end())

const runTour = async (): Promise<Map<string, string>> => {
  const sections = readFileSync(TOUR, "utf8").split(/^##? /m).slice(1)
  const blocks = sections.flatMap(section => {
    const heading = section.slice(0, section.indexOf("\n"))
    return [...section.matchAll(/```sh\n([\s\S]*?)```/g)].map(match => ({ heading, commands: match[1]! }))
  })
  const [settings, ...steps] = blocks
  expect(settings!.commands.match(/^export \w+/gm)).toEqual(["export URL", "export KEY", "export TEST_KEY"])
  const script = steps.map(({ heading, commands }) => `printf '\\n@@ %s\\n' '${heading}'\n${commands}`).join("\n")
  const shell = Bun.spawn(["sh", "-ec", script], {
    cwd: folder,
    env: { ...process.env, URL: service.address, KEY: service.liveKey, TEST_KEY: service.testKey },
    stdout: "pipe",
    stderr: "pipe",
  })
  const [output, errors] = await Promise.all([new Response(shell.stdout).text(), new Response(shell.stderr).text()])
  expect([await shell.exited, errors]).toEqual([0, ""])
  return new Map(
    output
      .split(/^@@ /m)
      .slice(1)
      .map(part => [part.slice(0, part.indexOf("\n")), part.slice(part.indexOf("\n") + 1).trim()]),
  )
}

const saidUnder = (heading: string) => said.get(heading) ?? ""

test.skipIf(!CURL)("a scan is asked for and followed to its end", () => {
  expect(saidUnder("Create a scan")).toMatch(/^scan [0-9a-f-]{36}$/)
  expect(saidUnder("Follow it")).toContain('"progression":100}')
  expect(saidUnder("Follow it")).toContain('"status":"completed","createdAt"')
})

test.skipIf(!CURL)("its report, chart and request are read", () => {
  const report = JSON.parse(readFileSync(join(folder, "report.json"), "utf8"))
  expect(Value.Check(FullReport, report)).toBe(true)
  const output = saidUnder("Read the report, its chart and the request")
  expect(output).toContain('"intervalType":"week"')
  expect(output).toContain('{"date":"2026-06-01","timeZone":"Europe/Amsterdam","control":"forecast"')
  expect(output).toContain('"dossierId":"customer-1042"')
})

test.skipIf(!CURL)("it is adjusted, shared and read by who has the token", () => {
  expect(saidUnder("Change it: a free adjustment")).toContain('"isAdjustment":true')
  const shared = JSON.parse(readFileSync(join(folder, "shared.json"), "utf8"))
  expect(Value.Check(FullReport, shared.report)).toBe(true)
})

test.skipIf(!CURL)("a batch, the list of a dossier, the sandbox and the usage", () => {
  const many = saidUnder("Many at once, and the list")
  expect(many).toContain('"statusCode":400,"message":"yearlyKwh must be above 0","code":"INVALID_INPUT"')
  expect(many).toContain('"total":1')
  expect(saidUnder("Without cost: the sandbox")).toContain('"cost":null')
  expect(saidUnder("Without cost: the sandbox")).toContain('"used":2')
})

test.skipIf(!CURL)("what is scanned in a batch and in the sandbox asks for something, and saves", async () => {
  const listOf = async (key: string) => (await createClient(service.address, key).get("/v1/scans")).body.items
  const ended = (items: { status: string }[]) => items.length > 0 && items.every(({ status }) => status === "completed")
  for (const key of [service.liveKey, service.testKey]) {
    const items = await until(async () => {
      const found = await listOf(key)
      return ended(found) ? found : undefined
    })
    expect(items.filter((item: { yearlySavings: number }) => !(item.yearlySavings > 0))).toEqual([])
  }
})

test.skipIf(!CURL)("at the end it is gone", () => {
  expect(saidUnder("Cancel or delete it")).toBe(
    '{"statusCode":404,"message":"scan not found","code":"NOT_FOUND","reason":"not-found"}',
  )
})
