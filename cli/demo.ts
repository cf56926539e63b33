import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import type { FullReport } from "../domain/report/schema.ts"
import { readConfig } from "../infra/config.ts"
import { startService } from "../service.ts"
import { reportTables } from "./demoTables.ts"

/**
 * Demonstration in one command. It starts the whole service on a free port and a temporary folder. It posts a real scan
 * over HTTP, follows the scan, prints its report and stays up. `--exit` ends it, with code 0 only if the report
 * arrived.
 */
const EXAMPLES = fileURLToPath(new URL("../examples/requests", import.meta.url))
const REPORT_TIMEOUT_MS = 60_000
const BAR_WIDTH = 32

const examples = readdirSync(EXAMPLES)
  .filter(name => name.endsWith(".json"))
  .map(name => name.replace(/\.json$/, ""))

const { values: options } = parseArgs({
  options: { exit: { type: "boolean", default: false }, example: { type: "string", default: "terraced-house" } },
})
if (!examples.includes(options.example)) {
  console.error(`--example takes one of ${examples.join(", ")}`)
  process.exit(2)
}

const stages: [name: string, ms: number][] = []
const timed = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
  const startedAtMs = performance.now()
  const result = await work()
  stages.push([name, performance.now() - startedAtMs])
  return result
}

const showProgress = (progression: number, status: string): void => {
  const filled = Math.round((progression / 100) * BAR_WIDTH)
  const bar = `${"█".repeat(filled)}${"░".repeat(BAR_WIDTH - filled)}`
  // Without a terminal no bar is drawn, because a file or a pipe would keep every state of the bar.
  if (process.stdout.isTTY)
    process.stdout.write(`\r  ${bar} ${String(progression).padStart(3)} %  ${status.padEnd(10)}`)
}

const dataDir = mkdtempSync(join(tmpdir(), "solar-scan-demo-"))
const config = { ...readConfig(process.env), port: 0, dataDir, logLevel: "warn" as const }
console.log("Starting the service on an empty database …")
const service = await timed("start of the service", () => startService(config))
const liveKey = config.bootstrap.liveKey ?? service.firstCredentials?.liveKey ?? ""

const { email, password } = service.firstCredentials ?? {}
const login = password ? `${email}, password ${password}` : "BOOTSTRAP_EMAIL, BOOTSTRAP_PASSWORD"

const call = async (method: string, path: string, body?: object) => {
  const headers = { "x-api-key": liveKey, ...(body ? { "content-type": "application/json" } : {}) }
  const response = await fetch(`${service.address}${path}`, {
    method,
    headers,
    body: body ? JSON.stringify(body) : null,
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${answer.message}`)
  return answer
}

/** Follows the scan's server-sent events, which end with the scan. */
const waitForEnd = async (id: string): Promise<string> => {
  const stream = await fetch(`${service.address}/v1/scans/${id}/events`, {
    headers: { "x-api-key": liveKey },
    signal: AbortSignal.timeout(REPORT_TIMEOUT_MS),
  })
  const decoder = new TextDecoder()
  let last = "pending"
  let unread = ""
  for await (const chunk of stream.body ?? []) {
    const lines = (unread + decoder.decode(chunk, { stream: true })).split("\n")
    unread = lines.pop() ?? ""
    for (const line of lines.filter(text => text.startsWith("data: "))) {
      const { status, progression } = JSON.parse(line.slice(6))
      showProgress(progression, status)
      last = status
    }
  }
  return last
}

const main = async (): Promise<boolean> => {
  const request = JSON.parse(readFileSync(join(EXAMPLES, `${options.example}.json`), "utf8"))
  console.log(`\n${options.example}.json\n\n  POST ${service.address}/v1/scans`)
  const { id } = await timed("acceptance of the request", () => call("POST", "/v1/scans", request))
  const status = await timed("queue, solve, storage", () => waitForEnd(id))
  console.log("\n")
  if (status === "error") {
    console.error(`The scan failed: ${(await call("GET", `/v1/scans/${id}`)).errorMessage}`)
    return false
  }
  const report = (await timed("reading the report", () => call("GET", `/v1/scans/${id}/result`))) as FullReport
  stages.push(["  of which optimising", report.optimisation.solveMs])
  console.log(reportTables(report, stages))
  const { shareToken } = await call("PUT", `/v1/scans/${id}/share`, { enabled: true })
  console.log(`The report's page:  ${service.address}/shared/${shareToken}`)
  console.log(`The dashboard:      ${service.address}/dashboard  (${login})`)
  console.log(`Its JSON:           curl -s ${service.address}/v1/scans/${id} -H 'x-api-key: ${liveKey}'`)
  console.log(`The interface:      ${service.address}/docs`)
  console.log(
    `More examples:      npm run demo -- --example ${examples.filter(name => name !== options.example).join(" | ")}`,
  )
  return true
}

const finish = async (code: number): Promise<never> => {
  await service.stop()
  rmSync(dataDir, { recursive: true, force: true })
  process.exit(code)
}

const hasReport = await main().catch(error => {
  console.error(`\n${error.message}`)
  return false
})
if (options.exit || !hasReport) await finish(hasReport ? 0 : 1)
console.log("\nThe service stays up; Ctrl-C ends it.")
process.on("SIGINT", () => finish(0))
process.on("SIGTERM", () => finish(0))
