import { afterAll, beforeAll, expect, test } from "bun:test"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { openApiDocument } from "../../api/docs/document.ts"
import { declaredOperations } from "../../api/index.ts"
import { ROOT } from "../support/child.ts"
import type { ServiceOfOrganization } from "../support/service.ts"
import { startShared } from "../support/shared.ts"

/** The client's package as published, in the folder of another project. */

const MAX_PACKED_BYTES = 80_000
const folder = mkdtempSync(join(tmpdir(), "solar-scan-client-"))
const installed = join(folder, "node_modules/solar-scan-client")
let service: ServiceOfOrganization
let packedBytes = 0

const run = async (command: string[], cwd = folder, env: Record<string, string> = {}): Promise<string> => {
  const child = Bun.spawn(command, { cwd, env: { ...process.env, ...env }, stdout: "pipe", stderr: "pipe" })
  const [output, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  if ((await child.exited) !== 0) throw new Error(`${command.join(" ")} failed:\n${output}${errors}`)
  return output
}

beforeAll(async () => {
  await run(["npm", "pack", "--pack-destination", folder], join(ROOT, "client"))
  const packed = readdirSync(folder).find(name => name.endsWith(".tgz"))!
  packedBytes = statSync(join(folder, packed)).size
  mkdirSync(installed, { recursive: true })
  await run(["tar", "-xzf", join(folder, packed), "-C", installed, "--strip-components=1"])
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }))
  service = await startShared()
})
afterAll(async () => {
  await service.end()
  rmSync(folder, { recursive: true, force: true })
})

const PROGRAM = `import { createClient, createScanClient, type EventData, ScanApiError, type WebhookBody } from "solar-scan-client"
import { verifyWebhook } from "solar-scan-client/webhooks/verify"

const { URL: baseUrl = "", KEY: apiKey = "" } = process.env
const scans = createScanClient({ baseUrl, apiKey })
const { id } = await scans.createScan({
  location: { lat: 51.44, lon: 5.48 },
  inputMethod: "known",
  yearlyKwh: 3500,
  newPv: [{ maxPanelCount: 14, panelPowerWatts: 430 }],
})
const report = await scans.waitForReport(id)
const client = createClient({ baseUrl, apiKey })
const ids: string[] = []
for await (const scan of client.each("GET /v1/scans")) ids.push(scan.id)
const lineOf = (body: WebhookBody): number | string =>
  body.event === "batch.completed" ? body.data.scans.error : body.event === "test" ? body.data.message : body.data.id
const failed: EventData<"scan.failed"> = { id, status: "error", errorMessage: "no sun" }
let completed = ""
for await (const event of scans.events()) {
  if (event.event === "scan.failed") console.error(event.data.errorMessage)
  if (event.event === "scan.completed" && event.data.id === id) {
    completed = event.data.status
    break
  }
}
const refused = await scans.status("019a0000-0000-7000-8000-000000000000").catch((error: unknown) => error)
const { access_token: accessToken } = await client.ask("POST /v1/auth/token")
const legacy = createClient({ baseUrl, accessToken })
const { status } = await legacy.ask("GET /v1/scan/status", { query: { "run-uuid": id } })
console.log(JSON.stringify({
  status: report.status, listed: ids.includes(id), refused: refused instanceof ScanApiError && refused.status, legacy: status,
  completed, lines: [lineOf({ event: "scan.failed", data: { ...failed } }), lineOf({ event: "test", data: { message: "m", timestamp: "" } })].length,
  verified: verifyWebhook("{}", "t=1,v1=00", "whsec_x"),
}))
`
const EXPECTED = {
  status: "optimal",
  listed: true,
  refused: 404,
  legacy: "optimal",
  completed: "completed",
  lines: 2,
  verified: false,
}

test("is small, compiled, and needs nothing", () => {
  expect(packedBytes).toBeLessThan(MAX_PACKED_BYTES)
  const { dependencies, exports, version } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"))
  expect(dependencies).toBeUndefined()
  expect(version).toBe(JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")).version)
  for (const { types, default: code } of Object.values<{ types: string; default: string }>(exports))
    for (const file of [types, code]) expect([file, statSync(join(installed, file)).isFile()]).toEqual([file, true])
  expect(readdirSync(join(installed, "dist")).filter(name => !/\.(js|d\.ts)$/.test(name))).toEqual([])
})

test("its types compile strictly, and the program that they check runs on Node.js and Bun", async () => {
  writeFileSync(join(folder, "main.ts"), PROGRAM)
  const types = join(ROOT, "node_modules/bun-types")
  const options = {
    strict: true,
    module: "NodeNext",
    target: "ES2022",
    outDir: "out",
    types: [types],
    skipLibCheck: true,
  }
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: options, include: ["main.ts"] }))
  await run([join(ROOT, "node_modules/.bin/tsc"), "-p", folder])
  for (const runtime of ["node", process.execPath]) {
    const output = await run([runtime, "out/main.js"], folder, { URL: service.address, KEY: service.liveKey })
    expect([runtime, JSON.parse(output)]).toEqual([runtime, EXPECTED])
  }
})

test("a browser loads it: nothing of Node.js is in it", async () => {
  const { success, outputs } = await Bun.build({ entrypoints: [join(installed, "dist/index.js")], target: "browser" })
  expect(success).toBe(true)
  expect(await outputs[0]!.text()).not.toMatch(/\bnode:|\brequire\(|process\./)
})

test("knows every operation of the document but the WebSocket", async () => {
  const { paths } = openApiDocument(declaredOperations, service.address) as { paths: Record<string, object> }
  const places = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(method => `${method.toUpperCase()} ${path}`),
  )
  const types = readFileSync(join(installed, "dist/operations.d.ts"), "utf8")
  expect(places.filter(place => !types.includes(`"${place}": {`))).toEqual(["GET /v1/scan/ws"])
})
