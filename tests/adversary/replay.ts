/**
 * `bun tests/adversary/replay.ts CHECKOUT`: repeats attacks against the service of a checkout, each on a process and a folder of
 * its own, and prints a row for each. SECURITY.md has the rows of version 0.1.0 and of today. The checkout needs its
 * dependencies and `npm run build`.
 */
import { readFileSync, rmSync, statSync } from "node:fs"
import { connect } from "node:net"
import { sharedPartWorkbook } from "../support/hostileFiles.ts"
import { CROWDING } from "./crowding.ts"
import {
  ANSWER_LIMIT_MS,
  call,
  json,
  LIVE_KEY,
  newFolder,
  OWNER,
  scan,
  start,
  statusOf,
  type Target,
} from "./target.ts"

const STOP_LIMIT_MS = 8_000

/** Most memory that a process ever had [MB]. */
const peakMb = (processId: number): number =>
  Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${processId}/status`, "utf8"))?.[1]) / 1024)

const form = (field: string, bytes: string | Uint8Array, name: string) => {
  const body = new FormData()
  body.append(field, new File([new Blob([bytes as BlobPart])], name))
  return body
}
const upload = (target: Target, path: string, body: FormData, headers: Record<string, string>) =>
  fetch(`${target.address}${path}`, { method: "POST", body, headers, signal: AbortSignal.timeout(ANSWER_LIMIT_MS) })

const digits = async (target: Target): Promise<string> => {
  const { access_token } = await json(await call(target, "/v1/auth/token", { method: "POST" }))
  const body = form("csv", `${"1".repeat(160_000)}x`, "load.csv")
  const posted = statusOf(upload(target, "/v1/load-profile", body, { authorization: `Bearer ${access_token}` }))
  await Bun.sleep(200)
  const startMs = performance.now()
  const health = await statusOf(call(target, "/healthz"))
  const waitedMs = Math.round(performance.now() - startMs)
  return `another caller waits ${waitedMs} ms (${health}); the file is answered ${await posted}`
}

const workbook = async (target: Target): Promise<string> => {
  const { id } = await json(await call(target, "/v1/studio-profiles", { method: "POST", body: "{}" }))
  const body = form("file", sharedPartWorkbook(20, 60_000_000, 1_000_000), "x.xlsx")
  const answer = await statusOf(
    upload(target, `/v1/studio-profiles/${id}/base/upload`, body, { "x-api-key": LIVE_KEY }),
  )
  return `answered ${answer}; the service's most memory ${peakMb(target.processId)} MB`
}

const endedShare = async (target: Target): Promise<string> => {
  const { id } = await scan(target, {})
  const share = (enabled: boolean) =>
    call(target, `/v1/scans/${id}/share`, { method: "PUT", body: JSON.stringify({ enabled }) })
  await share(true)
  await share(false)
  const read = await statusOf(fetch(`${target.address}/v1/scans/${id}`))
  return `after its end the report is read by its id: ${read}`
}

const modes = async ({ dataDir }: Target): Promise<string> => `mode ${(statSync(dataDir).mode & 0o777).toString(8)}`

/** The status line that a raw request is answered with. */
const raw = (target: Target, request: string): Promise<string> =>
  new Promise(done => {
    const { hostname, port } = new URL(target.address)
    const socket = connect(Number(port), hostname, () => socket.write(request))
    socket.setTimeout(5_000, () => done("no answer"))
    socket.once("data", data => {
      done(/^HTTP\/1\.1 (\d+)/.exec(data.toString())?.[1] ?? "none")
      socket.destroy()
    })
    socket.once("close", () => done("closed"))
  })

const hosts = async (target: Target): Promise<string> => {
  const end = "connection: close\r\n\r\n"
  const answers = [
    await raw(target, `GET /zzz/metrics HTTP/1.1\r\nhost: a\r\n${end}`),
    await raw(target, `GET /healthz HTTP/1.1\r\nhost: a\r\n${end}`),
    await raw(target, `GET /healthz HTTP/1.1\r\nhost: [\r\n${end}`),
  ]
  return `/zzz/metrics ${answers[0]}, /healthz by a short host ${answers[1]}, by a broken host ${answers[2]}`
}

const largeLogin = async (target: Target): Promise<string> => {
  const body = JSON.stringify({ ...OWNER, password: "x".repeat(900_000) })
  return `a login of 900 KB: ${await statusOf(fetch(`${target.address}/v1/auth/login`, { method: "POST", body, headers: { "content-type": "application/json" } }))}`
}

const longName = async (target: Target): Promise<string> => {
  const body = JSON.stringify({ scans: [{ ["x".repeat(15_000_000)]: 1 }] })
  const answer = await call(target, "/v1/scans/batch", { method: "POST", body })
  return `${answer.status}, ${(await answer.arrayBuffer()).byteLength} bytes; page=1e9: ${await statusOf(call(target, "/v1/scans?page=1000000000"))}`
}

const growth = async (target: Target): Promise<string> => {
  const plant = {
    newPv: [{ maxPanelCount: 10, panelPowerWatts: 400 }],
    electricBattery: { powerRatingKw: 5, capacityKwh: 10 },
  }
  const { status, errorMessage } = await scan(target, { ...plant, electricityPriceGrowth: 1, analysisYears: 30 })
  return `${status}${errorMessage ? ` (${errorMessage})` : ""}`
}

const memory = async ({ processId }: Target): Promise<string> => `${peakMb(processId)} MB at most`

const ATTACKS: Record<string, (target: Target) => Promise<string>> = {
  "160,000 digits and an x as a load profile": digits,
  "a workbook whose 20 sheets name one part of 60 MB": workbook,
  "a share that was ended": endedShare,
  "the data folder": modes,
  "short and broken Host": hosts,
  "a large body before any credential": largeLogin,
  "a field name of 15 MB in a batch; a page far out": longName,
  "prices that double for 30 years": growth,
  "memory of a first start": memory,
}

for (const [name, attack] of Object.entries(ATTACKS)) {
  const dataDir = newFolder()
  const { address, child } = await start([process.execPath, "start.ts"], dataDir)
  const outcome = await attack({ address, processId: child.pid, dataDir }).catch(
    error => `no outcome: ${error.message}`,
  )
  child.kill("SIGKILL")
  await child.exited
  rmSync(dataDir, { recursive: true, force: true })
  console.log(`| ${name} | ${outcome} |`)
}

const dataDir = newFolder()
const { address, child } = await start(["npm", "start"], dataDir)
child.kill("SIGTERM")
await Bun.sleep(STOP_LIMIT_MS)
const after = await statusOf(fetch(`${address}/healthz`))
console.log(`| SIGTERM to npm | ${STOP_LIMIT_MS / 1000} s later the port answers: ${after} |`)

for (const [name, attack] of Object.entries(CROWDING))
  console.log(`| ${name} | ${await attack().catch(error => `no outcome: ${error.message}`)} |`)
