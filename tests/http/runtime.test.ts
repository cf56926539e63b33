import { afterAll, beforeAll, expect, test } from "bun:test"
import { readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { type Child, ROOT, startChild } from "../support/child.ts"
import { folderOfFile } from "../support/folders.ts"
import { sample } from "../support/meterFiles.ts"
import { upload } from "../support/profiles.ts"
import { completedScan } from "../support/scans.ts"
import {
  createClient,
  embeddedTest,
  engineEnvironment,
  freshDataDir,
  LIVE_KEY,
  TEST_ENVIRONMENT,
  TEST_KEY,
} from "../support/service.ts"

/** The folder of an image: small, and a whole service without the checkout. */

const MAX_BYTES = 200e6
/** Description of a package, not of a folder inside one. */
const PACKAGE = /node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/
let folder: string
let service: Child | undefined

beforeAll(async () => {
  folder = await folderOfFile("runtime")
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, "infra/scripts/runtime.ts", folder], { cwd: ROOT })
  expect([exitCode, stderr.toString()]).toEqual([0, ""])
})

afterAll(async () => {
  if (service && !service.hasEnded()) await service.end("SIGKILL")
})

const names = (path: string) => readdirSync(join(folder, path)).filter(name => !name.startsWith("."))

test("it is small, without build tools, sources of tests or packages of the pages", () => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
  expect(bytes).toBeLessThan(MAX_BYTES)
  const packages = names("node_modules")
  for (const name of ["echarts", "react", "typescript", "playwright-core"]) expect(packages).not.toContain(name)
  expect(names(".")).not.toContain("tests")
})

test("its list of packages has each of them, and those in the bundles of the pages, with their version", () => {
  const { components } = JSON.parse(readFileSync(join(folder, "sbom.json"), "utf8"))
  const listed = components.map(({ name, version }: { name: string; version: string }) => `${name} ${version}`)
  const installed = [...new Bun.Glob("node_modules/**/package.json").scanSync({ cwd: folder })]
    .filter(file => PACKAGE.test(file))
    .map(file => JSON.parse(readFileSync(join(folder, file), "utf8")))
    .map(({ name, version }) => `${name} ${version}`)
  expect(listed.filter((name: string) => !installed.includes(name)).map((name: string) => name.split(" ")[0])).toEqual(
    expect.arrayContaining(["echarts", "react", "react-dom", "zrender"]),
  )
  expect(installed.filter(name => !listed.includes(name))).toEqual([])
})

embeddedTest("it serves scans, pages, meter files, tools of agents and commands with its own Bun", async () => {
  const env = { ...TEST_ENVIRONMENT, ...(await engineEnvironment(await freshDataDir())), PORT: "0" }
  service = await startChild("start.ts", env, /listens on (\S+)/, { folder })
  const address = service.said
  const client = createClient(address)
  await completedScan(client)
  for (const path of ["/dashboard", "/docs", "/openapi.json"])
    expect([path, (await fetch(`${address}${path}`)).status]).toEqual([path, 200])
  const page = await (await fetch(`${address}/docs`)).text()
  const files = [...page.matchAll(/(?:src|href)="(\/docs\/[^"]+)"/g)].map(([, path]) => path!)
  expect(files.length).toBeGreaterThan(0)
  for (const path of files) expect([path, (await fetch(`${address}${path}`)).status]).toEqual([path, 200])
  const { body } = await createClient(address, LIVE_KEY).post("/v1/studio-profiles", { name: "Metered", year: 2024 })
  const uploaded = await upload(
    address,
    `/v1/studio-profiles/${body.id}/base/upload`,
    sample("zonneplan-2024.xlsx"),
    "export.xlsx",
  )
  expect([uploaded.status, uploaded.body.error]).toEqual([201, undefined])
  const agent = new Client({ name: "tests", version: "1.0.0" })
  const requestInit = { headers: { "x-api-key": TEST_KEY } }
  await agent.connect(new StreamableHTTPClientTransport(new URL(`${address}/mcp`), { requestInit }))
  expect((await agent.listTools()).tools.length).toBeGreaterThan(0)
  await agent.close()
  const healthy = Bun.spawnSync(["node_modules/.bin/bun", "cli/healthy.ts", "/readyz"], {
    cwd: folder,
    env: { ...process.env, PORT: new URL(address).port },
  })
  expect(healthy.exitCode).toBe(0)
  expect(await service.end()).toBe(0)
})
