import { readFileSync } from "node:fs"
import { connect } from "node:net"
import { sharedPartWorkbook } from "../support/hostileFiles.ts"
import { hardRequest } from "../support/requests.ts"
import {
  ANSWER_LIMIT_MS,
  type Attack,
  againstFresh,
  answered,
  call,
  json,
  LIVE_KEY,
  logIn,
  OWNER,
  othersWaitMs,
  type Running,
  scan,
  statusOf,
  type Target,
} from "./target.ts"

/** Attacks of a few requests each. */

/** Peak memory of a process [MB]. */
export const peakMb = (processId: number): number =>
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
  return `${await othersWaitMs(target)}; the file is answered ${await posted}`
}

const workbook = async (target: Target): Promise<string> => {
  const { id } = await json(await call(target, "/v1/studio-profiles", { method: "POST", body: "{}" }))
  const body = form("file", sharedPartWorkbook(20, 60_000_000, 1_000_000), "x.xlsx")
  const path = `/v1/studio-profiles/${id}/base/upload`
  const answer = await statusOf(upload(target, path, body, { "x-api-key": LIVE_KEY }))
  return `answered ${answer}; the service's most memory ${peakMb(target.processId)} MB`
}

/** Time that version 0.1.0 tried a scan once. */
const HARD_LIMIT_MS = 120_000

const hard = async (target: Target): Promise<string> => {
  const startMs = performance.now()
  let { id, status } = await scan(target, hardRequest())
  while (status !== "completed" && status !== "error" && performance.now() - startMs < HARD_LIMIT_MS) {
    await Bun.sleep(500)
    status = (await json(await call(target, `/v1/scans/${id}/status`))).status
  }
  return `${status} after ${((performance.now() - startMs) / 1000).toFixed(1)} s`
}

const endedShare = async (target: Target): Promise<string> => {
  const { id } = await scan(target, {})
  const share = (enabled: boolean) =>
    call(target, `/v1/scans/${id}/share`, { method: "PUT", body: JSON.stringify({ enabled }) })
  await share(true)
  await share(false)
  return `after its end the report is read by its id: ${await statusOf(fetch(`${target.address}/v1/scans/${id}`))}`
}

/** Status line of the answer to a raw request. */
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
const END = "connection: close\r\n\r\n"

const hosts = async (target: Target): Promise<string> => {
  const answers = [
    await raw(target, `GET /zzz/metrics HTTP/1.1\r\nhost: a\r\n${END}`),
    await raw(target, `GET /healthz HTTP/1.1\r\nhost: a\r\n${END}`),
    await raw(target, `GET /healthz HTTP/1.1\r\nhost: [\r\n${END}`),
  ]
  return `/zzz/metrics ${answers[0]}, /healthz by a short host ${answers[1]}, by a broken host ${answers[2]}`
}

const unasked = async (target: Target): Promise<string> => {
  const large = JSON.stringify({ ...OWNER, password: "x".repeat(900_000) })
  const login = await statusOf(call(target, "/v1/auth/login", { method: "POST", body: large }))
  const { id } = await scan(target, {})
  const body = JSON.stringify({ enabled: true })
  const { shareToken } = await json(await call(target, `/v1/scans/${id}/share`, { method: "PUT", body }))
  const reads = await answered(400, () => fetch(`${target.address}/v1/scans/shared/${shareToken}`))
  const metrics = await answered(200, () => fetch(`${target.address}/metrics`))
  return `a login of 900 KB ${login}; of 400 reads of a shared report ${reads} answered, of 200 of measurements ${metrics}`
}

const growth = async (target: Target): Promise<string> => {
  const plant = {
    newPv: [{ maxPanelCount: 10, panelPowerWatts: 400 }],
    electricBattery: { powerRatingKw: 5, capacityKwh: 10 },
  }
  const { status, errorMessage } = await scan(target, { ...plant, electricityPriceGrowth: 1, analysisYears: 30 })
  return `${status}${errorMessage ? ` (${errorMessage})` : ""}`
}

const broken = async (target: Target): Promise<string> => {
  const body = JSON.stringify({ scans: [{ ["x".repeat(15_000_000)]: 1 }] })
  const answer = await call(target, "/v1/scans/batch", { method: "POST", body })
  const bytes = (await answer.arrayBuffer()).byteLength
  const far = await statusOf(call(target, "/v1/scans?page=1000000000"))
  const connects = await raw(target, `CONNECT /healthz HTTP/1.1\r\nhost: a\r\n${END}`)
  const two = await raw(target, `GET /healthz HTTP/1.1\r\nhost: a\r\nhost: b\r\n${END}`)
  return `a name of 15 MB: ${answer.status}, ${bytes} bytes; page=1e9: ${far}; CONNECT: ${connects}; two hosts: ${two}`
}

const deep = async (target: Target): Promise<string> => {
  const body = `{"scans": [${"[".repeat(400_000)}${"]".repeat(400_000)}]}`
  const posted = call(target, "/v1/scans/batch", { method: "POST", body, headers: { "idempotency-key": "deep" } })
  await Bun.sleep(50)
  const waits = await othersWaitMs(target)
  return `answered ${await statusOf(posted)}; ${waits}`
}

const headers = async (target: Running): Promise<string> => {
  const ask = await logIn(target)
  const secret = "Bearer SECRET-OF-A-RECEIVER"
  const endpoint = { url: "http://127.0.0.1:9/hook", events: ["scan.completed"], headers: { authorization: secret } }
  const made = await ask("/v1/webhook-endpoints", { method: "POST", body: JSON.stringify(endpoint) })
  const list = await (await ask("/v1/webhook-endpoints")).text()
  const policy = (await fetch(`${target.address}/docs`)).headers.get("content-security-policy") ?? ""
  const missing = ["frame-ancestors", "object-src", "base-uri", "form-action"].filter(part => !policy.includes(part))
  const shown = list.includes(secret) ? "shown" : "masked"
  return `registered ${made.status}, in the list the credential is ${shown}; the policy of /docs lacks ${missing.join(", ") || "nothing"}`
}

const members = async (target: Target): Promise<string> => {
  const ask = await logIn(target)
  const added = await Promise.all(
    Array.from({ length: 1_100 }, (_, n) => {
      const body = JSON.stringify({ email: `user${n}@example.org`, role: "member" })
      return statusOf(ask("/v1/members", { method: "POST", body }))
    }),
  )
  return `${added.filter(status => status === "201").length} of 1,100 users added`
}

export const REQUESTS: readonly Attack[] = [
  { line: 1, name: "160,000 digits and an x as a load profile", run: againstFresh(digits) },
  { line: 2, name: "a workbook whose 20 sheets name one part of 60 MB", run: againstFresh(workbook) },
  { line: 3, name: "a valid scan of twenty roofs alike with a share to reach", run: againstFresh(hard) },
  { line: 4, name: "a share that was ended", run: againstFresh(endedShare) },
  { line: 6, name: "short and broken Host", run: againstFresh(hosts) },
  { line: 8, name: "before any credential", run: againstFresh(unasked) },
  { line: 9, name: "users of one organization", run: againstFresh(members) },
  { line: 12, name: "prices that double for 30 years", run: againstFresh(growth) },
  { line: 14, name: "names, pages, methods and hosts out of all bounds", run: againstFresh(broken) },
  { line: 14, name: "JSON 400,000 levels deep with an Idempotency-Key", run: againstFresh(deep) },
  {
    line: 15,
    name: "custom headers of a webhook, and the frame of /docs",
    run: againstFresh(headers, { WEBHOOK_ALLOW_PRIVATE: "1" }),
  },
]
