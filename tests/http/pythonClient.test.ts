import { afterAll, beforeAll, expect, test } from "bun:test"
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { hashSecret, signatureHeader } from "../../domain/organization/events/webhookSignature.ts"
import { version } from "../../package.json"
import { ROOT } from "../support/child.ts"
import type { ServiceOfOrganization } from "../support/service.ts"
import { startShared } from "../support/shared.ts"

/** The client for Python as pip installs it, against a running service. */

const isThere = (...command: string[]): boolean =>
  Bun.which(command[0]!) !== null && Bun.spawnSync([...command, "--version"]).exitCode === 0
const OLDEST = "import sys; sys.exit(sys.version_info < (3, 11))"
const hasPython = isThere("python3") && Bun.spawnSync(["python3", "-c", OLDEST]).exitCode === 0
const hasPip = hasPython && isThere("python3", "-m", "pip")

const folder = mkdtempSync(join(tmpdir(), "solar-scan-python-"))
let service: ServiceOfOrganization
beforeAll(async () => {
  if (!hasPip) return
  await run(["-m", "pip", "install", "--quiet", "--no-index", "--target", folder, join(ROOT, "client/python")])
  service = await startShared()
})
afterAll(async () => {
  await service?.end()
  rmSync(folder, { recursive: true, force: true })
})

const run = async (given: string[], env: Record<string, string> = {}): Promise<string> => {
  const own = { PYTHONPATH: folder, PIP_DISABLE_PIP_VERSION_CHECK: "1", PIP_ROOT_USER_ACTION: "ignore", ...env }
  const child = Bun.spawn(["python3", ...given], { env: { ...process.env, ...own }, stdout: "pipe", stderr: "pipe" })
  const [output, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  if ((await child.exited) !== 0) throw new Error(`python3 ${given[0]} failed:\n${output}${errors}`)
  return output
}

/** JSON output of a program. */
const answerOf = async (program: string, address = service.address): Promise<unknown> => {
  const file = join(folder, "program.py")
  writeFileSync(file, `import json, os\nfrom solar_scan_client import *\n\n${program}\n`)
  return JSON.parse(await run([file], { URL: address, KEY: service.liveKey }))
}

const CLIENT = 'client = Client(os.environ["URL"], api_key=os.environ["KEY"])'
const REQUEST = `{"location": {"lat": 51.44, "lon": 5.48}, "inputMethod": "known", "yearlyKwh": 3500,
  "newPv": [{"maxPanelCount": 14, "panelPowerWatts": 430}]}`

test.skipIf(!hasPip)(
  "Python: pip installs the package without any other (needs python3 of 3.11 or newer, with pip)",
  () => {
    const packages = readdirSync(folder).filter(name => name.endsWith(".dist-info"))
    expect(packages).toEqual([`solar_scan_client-${version}.dist-info`])
  },
)

test.skipIf(!hasPip)("Python: from a request to its report, lists to their end, uploads and refusals", async () => {
  const program = `${CLIENT}
states = []
created = client.post_scans(${REQUEST})
report = client.wait_for_report(created["id"], on_progress=lambda progress: states.append(progress["status"]))
atOnce = client.wait_for_report(${REQUEST})
again = client.wait_for_report(${REQUEST}, on_progress=lambda progress: states.append(progress["status"]), idempotency_key="k-1")
profile = client.post_studio_profiles({"name": "Meter"})
try:
    client.post_studio_profiles_by_id_base_upload(profile["id"], Upload("meter.csv", b"nothing"))
except ScanApiError as error:
    upload = [error.status, error.code]
try:
    client.post_scans({**${REQUEST}, "yearlyKwh": 0})
except ScanApiError as error:
    refused = [error.status, str(error), error.errors[0]["rule"], error.request_id is not None]
token = client.post_auth_token()["access_token"]
legacy = Client(os.environ["URL"], access_token=token).get_scan_status(run_uuid=created["id"])
print(json.dumps({
    "report": report["status"], "atOnce": [atOnce["status"], again["status"]], "last": states[-1], "listed": len(list(client.each(client.get_scans, limit=1))),
    "csv": client.get_tariffs_dynamic_stats()["max"] > 0, "upload": upload, "refused": refused,
    "legacy": legacy["status"], "metrics": client.get_metrics()[:1],
}))`
  expect(await answerOf(program)).toEqual({
    report: "optimal",
    atOnce: ["optimal", "optimal"],
    last: "completed",
    listed: 3,
    csv: true,
    upload: [400, "INVALID_INPUT"],
    refused: [400, "yearlyKwh must be above 0", "above", true],
    legacy: "optimal",
    metrics: "#",
  })
})

test.skipIf(!hasPip)(
  "Python: a wait outlasts a 502, an empty stream, a reset one and CR LF, and has an end",
  async () => {
    const turns = ["502", "empty", "reset", "crlf"]
    const event = (status: string, end: string) => `data: {"id":"1","status":"${status}","progression":5}${end}${end}`
    const server = createServer((request, response) => {
      if (!request.url?.includes("/events")) return response.end('{"status":"optimal"}')
      const turn = request.url.includes("never") ? "502" : turns.shift()
      if (turn === "502") return response.writeHead(502).end("<h1>from a proxy</h1>")
      if (turn === "empty") return response.end()
      if (turn === "crlf") return response.end(event("processing", "\r\n") + event("completed", "\r\n"))
      response.write(event("processing", "\n"))
      return setTimeout(() => response.socket?.resetAndDestroy(), 20)
    })
    await new Promise<void>(done => server.listen(0, "127.0.0.1", () => done()))
    const { port } = server.address() as AddressInfo
    const program = `${CLIENT}
states = []
report = client.wait_for_report("1", on_progress=lambda progress: states.append(progress["status"]))
try:
    client.wait_for_report("never", timeout_seconds=0.6)
except ScanTimeout:
    ended = True
print(json.dumps([report["status"], states[-2:], ended]))`
    expect(await answerOf(program, `http://127.0.0.1:${port}`)).toEqual(["optimal", ["processing", "completed"], true])
    expect(turns).toEqual([])
    server.close()
  },
)

test.skipIf(!hasPip)("Python: a report as a file, headers of an answer, events and the language", async () => {
  const program = `${CLIENT}
scan = client.post_scans(${REQUEST}, prefer="wait=60")["id"]
csv = client.get_scans_by_id_result_as(scan, "text/csv").decode()
try:
    client.get_scans_by_id_result_as(scan, "application/pdf")
except ScanApiError as error:
    pdf = error.code
series = client.post_price_series({"name": "A", "year": 2026, "values": [0.25] * 8760})["id"]
read, headers = client.with_headers(client.get_price_series_by_id, series)
renamed, _ = client.with_headers(client.patch_price_series_by_id, series, {"name": "B"}, if_match=headers["etag"])
try:
    client.patch_price_series_by_id(series, {"name": "C"}, if_match=headers["etag"])
except ScanApiError as error:
    changed = error.code
kinds = []
for event in client.each_event():
    if event["data"]["id"] == scan:
        kinds.append(event["event"])
    if event["event"] == "scan.completed" and event["data"]["id"] == scan:
        break
try:
    Client(os.environ["URL"], api_key=os.environ["KEY"], headers={"accept-language": "nl"}).get_scans_by_id("none")
except ScanApiError as error:
    dutch = str(error)
print(json.dumps([csv.splitlines()[0], pdf, read["name"], renamed["name"], changed, kinds, dutch]))`
  expect(await answerOf(program)).toEqual([
    "field,value,unit",
    "NOT_ACCEPTABLE",
    "A",
    "B",
    "PRECONDITION_FAILED",
    ["scan.pending", "scan.processing", "scan.completed"],
    "scan niet gevonden",
  ])
})

test.skipIf(!hasPip)("Python: events from now on miss none that comes while the first wait breaks", async () => {
  const asked: string[] = []
  let last = 7
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url!, "http://service")
    const [after, wait] = [searchParams.get("after"), Number(searchParams.get("wait"))]
    asked.push(`${after} ${wait}`)
    if (wait > 0 && last === 7) {
      last = 8
      return request.socket.resetAndDestroy()
    }
    if (wait > 0 && after === "latest") return response.writeHead(410).end("{}")
    const items = after === "7" ? [{ cursor: "8", event: "scan.pending", data: { id: "new" } }] : []
    return response.end(JSON.stringify({ items, cursor: String(last), hasMore: false }))
  })
  await new Promise<void>(done => server.listen(0, "127.0.0.1", () => done()))
  const { port } = server.address() as AddressInfo
  const program = `${CLIENT}\nprint(json.dumps(next(client.each_event("latest"))["cursor"]))`
  expect(await answerOf(program, `http://127.0.0.1:${port}`)).toBe("8")
  expect(asked).toEqual(["latest 0", "7 30", "7 30"])
  server.close()
})

test.skipIf(!hasPip)("Python: a wait ends at its deadline, though the service asks for a longer pause", async () => {
  const server = createServer((_, response) => response.writeHead(429, { "retry-after": "20" }).end("{}"))
  await new Promise<void>(done => server.listen(0, "127.0.0.1", () => done()))
  const { port } = server.address() as AddressInfo
  const program = `${CLIENT}
import time
began = time.monotonic()
try:
    client.wait_for_report("1", timeout_seconds=0.3)
except ScanTimeout:
    print(json.dumps(time.monotonic() - began < 20))`
  expect(await answerOf(program, `http://127.0.0.1:${port}`)).toBe(true)
  server.close()
})

test.skipIf(!hasPip)("Python: webhooks are verified as the service signs them", async () => {
  const body = '{"event":"test","data":{"message":"€"}}'
  const header = signatureHeader(new TextEncoder().encode(body), [hashSecret("whsec_x")], 1_790_000_000)
  const program = `body = ${JSON.stringify(body)}.encode()
given = (body, ${JSON.stringify(header)}, "whsec_x")
print(json.dumps([verify_webhook(*given, now_seconds=1790000100), verify_webhook(*given, now_seconds=1790000400),
  verify_webhook(body + b" ", *given[1:], now_seconds=1790000000), verify_webhook(body, None, "whsec_x")]))`
  expect(await answerOf(program)).toEqual([true, false, false, false])
})
