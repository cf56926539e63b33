import { afterAll, beforeAll, expect, test } from "bun:test"
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ROOT } from "../support/child.ts"
import { LIVE_KEY, type RunningService, startFresh } from "../support/service.ts"
import { browserTest, startBrowser } from "./chromium.ts"

/** Creates a small scan and reads its report, through the package alone. */
const SCAN = `
export const scan = async (createScanClient, baseUrl, apiKey) => {
  const scans = createScanClient({ baseUrl, apiKey })
  const request = { location: { lat: 52.09, lon: 5.12 }, inputMethod: "known", yearlyKwh: 2800,
    newPv: [{ maxPanelCount: 10, panelPowerWatts: 430 }] }
  const { id } = await scans.createScan(request)
  const { status } = await scans.waitForReport(id)
  const refused = await scans.createScan({ ...request, yearlyKwh: 0 }).catch(error => error.status)
  const { total } = await scans.listScans({ status: "completed", limit: 1 })
  return { status, refused, hasSome: total > 0 }
}
`
const MAIN = `
import { createScanClient } from "solar-scan-client"
import { verifyWebhook } from "solar-scan-client/webhooks/verify"
import { scan } from "./scan.js"
const answer = await scan(createScanClient, process.argv[2], process.argv[3])
console.log(JSON.stringify({ ...answer, isSigned: verifyWebhook("{}", "t=1,v1=00", "whsec_") }))
`
const TYPED = `
import { createClient, type FullReport } from "solar-scan-client"
const client = createClient({ baseUrl: "" })
export const status: Promise<FullReport> = client.ask("GET /v1/scans/{id}/result", { params: { id: "x" } })
export const running = client.ask("GET /v1/scans", { query: { status: "running" } })
export const named: Promise<string> = client.ask("GET /v1/usage").then(({ tier }) => tier)
`
/** Lines that each break a declared type. */
const MISTYPED = [
  'client.ask("GET /v1/scans", { query: { state: "running" } })',
  'client.ask("GET /v1/scans/{id}/result")',
  'client.ask("POST /v1/members", { body: { email: "a@example.org", role: "chief" } })',
  'client.ask("GET /v1/nothing")',
]
const PAGE = `<!doctype html><link rel="icon" href="data:,">`
const RESULT = { status: "optimal", refused: 400, hasSome: true }

let folder: string
let service: RunningService
let page: ReturnType<typeof Bun.serve>

const run = (command: string[], cwd: string): { exitCode: number; output: string } => {
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, { cwd })
  return { exitCode, output: `${stdout}${exitCode === 0 ? "" : stderr}` }
}
const compile = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  const options = [
    "--strict",
    "--noEmit",
    "--ignoreConfig",
    "--module",
    "nodenext",
    "--target",
    "es2023",
    "--types",
    "",
  ]
  return run([process.execPath, join(ROOT, "node_modules/.bin/tsc"), ...options, name], folder)
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "solar-scan-client-"))
  const packed = run(["npm", "pack", "--pack-destination", folder], join(ROOT, "client"))
  expect(packed).toMatchObject({ exitCode: 0 })
  const [tarball] = readdirSync(folder).filter(name => name.endsWith(".tgz"))
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }))
  const installed = run(["npm", "install", "--offline", "--no-audit", "--no-fund", `./${tarball}`], folder)
  expect(installed).toMatchObject({ exitCode: 0 })
  writeFileSync(join(folder, "scan.js"), SCAN)
  writeFileSync(join(folder, "main.js"), MAIN)
  page = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      const { pathname } = new URL(request.url)
      if (pathname === "/") return new Response(PAGE, { headers: { "content-type": "text/html" } })
      const file = pathname === "/scan.js" ? "scan.js" : join("node_modules/solar-scan-client/dist", pathname)
      return new Response(readFileSync(join(folder, file)), { headers: { "content-type": "text/javascript" } })
    },
  })
  service = await startFresh({ CORS_ORIGINS: `http://127.0.0.1:${page.port}` })
})
afterAll(async () => {
  await page?.stop(true)
  await service?.end()
  rmSync(folder, { recursive: true, force: true })
})

test("the package has what it needs and nothing else: no source, no dependency, the version of the service", () => {
  const at = join(folder, "node_modules/solar-scan-client")
  const { version, dependencies } = JSON.parse(readFileSync(join(at, "package.json"), "utf8"))
  expect(dependencies).toBeUndefined()
  expect(version).toBe(JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")).version)
  expect(readdirSync(at).sort()).toEqual(["README.md", "dist", "package.json"])
  expect(readdirSync(join(folder, "node_modules")).filter(name => !name.startsWith("."))).toEqual(["solar-scan-client"])
  const texts = readdirSync(join(at, "dist")).map(name => readFileSync(join(at, "dist", name), "utf8"))
  expect(texts.filter(text => /from "(?!\.\/|node:)/.test(text))).toEqual([])
})

for (const [name, command] of [["Node.js", "node"] as const, ["Bun", process.execPath] as const])
  test(`the packed client asks for a scan in ${name}`, () => {
    const { exitCode, output } = run([command, "main.js", service.address, LIVE_KEY], folder)
    expect([exitCode, output]).toEqual([0, `${JSON.stringify({ ...RESULT, isSigned: false })}\n`])
  })

browserTest("the packed client asks for a scan in Chromium", async () => {
  const browser = await startBrowser(`http://127.0.0.1:${page.port}`)
  try {
    const opened = await browser.open("/")
    const given = JSON.stringify([service.address, LIVE_KEY])
    const code = `Promise.all([import("/index.js"), import("/scan.js")]).then(([client, { scan }]) =>
      scan(client.createScanClient, ...${given}))`
    expect(await opened.evaluate<unknown>(code)).toEqual(RESULT)
  } finally {
    await browser.close()
  }
})

test("the packed types say what each operation takes and answers", () => {
  expect(compile("typed.ts", TYPED)).toEqual({ exitCode: 0, output: "" })
  for (const [at, line] of MISTYPED.entries()) {
    const text = `import { createClient } from "solar-scan-client"\nconst client = createClient({ baseUrl: "" })\n${line}\n`
    expect([line, compile(`mistyped${at}.ts`, text).exitCode === 0]).toEqual([line, false])
  }
})
