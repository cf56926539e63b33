import { rmSync, statfsSync, writeFileSync } from "node:fs"
import { connect, type Socket } from "node:net"
import { join } from "node:path"
import { overOneConnection } from "../support/oneConnection.ts"
import { hardRequest, smallestRequest } from "../support/requests.ts"
import {
  type Attack,
  againstFresh,
  call,
  checkout,
  json,
  LIVE_KEY,
  newFolder,
  OWNER,
  othersWaitMs,
  SERVICE,
  start,
  statusOf,
  type Target,
} from "./target.ts"

/**
 * Attacks that use up shared resources: solver slots, tries of a password, streams, file descriptors, space on the
 * disk.
 */

const SLOW_SCANS = 8
const GUESSES = 40
const STREAMS = 400
const PANEL_SCANS = 300
/** File descriptors of the process with too few, and connections that use them up. */
const DESCRIPTORS = 200
const CONNECTIONS = 300
const DISK_MB = 160
const HELD_MS = 8_000
const ENDED_LIMIT_MS = 60_000

const admin = async (dataDir: string, ...command: string[]): Promise<Record<string, string>> => {
  const env = { ...process.env, DATA_DIR: dataDir }
  const child = Bun.spawn(["npm", "run", "-s", "admin", "--", ...command], { cwd: checkout, env, stdout: "pipe" })
  return JSON.parse(await new Response(child.stdout).text())
}

/** Starts a service with a second organization, and returns the second organization's key. */
const withNeighbour = async (): Promise<{ dataDir: string; key: string }> => {
  const dataDir = newFolder()
  await (await start(dataDir)).end()
  const { id = "" } = await admin(dataDir, "organization", "create", "--name", "Neighbour")
  const made = await admin(dataDir, "key", "create", "--organization", id, "--name", "Key", "--mode", "production")
  return { dataDir, key: made.key ?? "" }
}

const slowScans = async (): Promise<string> => {
  const { dataDir, key } = await withNeighbour()
  const target = await start(dataDir, { env: { BOOTSTRAP_LIVE_KEY: LIVE_KEY, WORKER_THREADS: "2" } })
  for (let n = 0; n < SLOW_SCANS; n++)
    await call(target, "/v1/scans", { method: "POST", body: JSON.stringify(hardRequest()) })
  await Bun.sleep(2_000)
  const startMs = performance.now()
  const body = JSON.stringify(smallestRequest())
  const asked = { method: "POST", headers: { "x-api-key": key, prefer: "wait=25" }, body }
  const { status } = await json(await call(target, "/v1/scans", asked))
  const seconds = ((performance.now() - startMs) / 1000).toFixed(1)
  await target.end()
  return `the other's smallest scan is ${status} after ${seconds} s`
}

const guesses = async (target: Target): Promise<string> => {
  const statuses: number[] = []
  for (let n = 0; n < GUESSES; n++) {
    const headers = { "x-forwarded-for": `198.51.100.${n}` }
    const body = JSON.stringify({ email: OWNER.email, password: `guess number ${n}` })
    statuses.push((await call(target, "/v1/auth/login", { method: "POST", headers, body })).status)
  }
  return `${statuses.filter(status => status === 401).length} of ${GUESSES} were tried, from as many addresses`
}

const streams = async (target: Target): Promise<string> => {
  const { id } = await json(await call(target, "/v1/scans", { method: "POST", body: JSON.stringify(hardRequest()) }))
  const leaving = new AbortController()
  const open = () => statusOf(call(target, `/v1/scans/${id}/events`, { signal: leaving.signal }))
  const statuses = await Promise.all(Array.from({ length: STREAMS }, open))
  leaving.abort()
  return `${statuses.filter(status => status === "200").length} of ${STREAMS} streams are open at once`
}

const withPanels = (index: number) => ({
  ...{ location: { lat: 52 + index / 1000, lon: 5 }, inputMethod: "known", yearlyKwh: 3000, yearlyExportKwh: 1500 },
  existingPv: [{ panelCount: 10, panelPowerWatts: 400, orientationAngle: index % 360 }],
  newPv: [{ maxPanelCount: 4, panelPowerWatts: 430 }],
  tariff: { type: "flat", flatEurPerKwh: 0.01, feedInEurPerKwh: 0.05, taxesIncluded: false },
})
const panels = async (target: Target): Promise<string> => {
  const body = JSON.stringify({ scans: Array.from({ length: PANEL_SCANS }, (_, index) => withPanels(index)) })
  const posted = statusOf(call(target, "/v1/scans/batch", { method: "POST", body }))
  await Bun.sleep(100)
  const waits = await othersWaitMs(target)
  return `${waits}; the batch is answered ${await posted}`
}

/** Places whose sun, prices and taxes the process has not read yet, if it reads its data late. */
const PLACES = [
  [52.5, 13.4],
  [48.8, 2.3],
  [50.8, 4.4],
  [41.9, 12.5],
  [59.3, 18],
  [-40, -120],
]

const descriptors = async (): Promise<string> => {
  const command = ["bash", "-c", `ulimit -n ${DESCRIPTORS}; exec ${SERVICE.map(part => `"${part}"`).join(" ")}`]
  const target = await start(newFolder(), { command })
  const ask = overOneConnection(target.address, LIVE_KEY)
  const states = async (): Promise<string[]> => {
    const list: { items: { status: string }[] } = JSON.parse(await ask("GET", "/v1/scans?limit=100"))
    return list.items.map(({ status }) => status)
  }
  await states()
  const { hostname, port } = new URL(target.address)
  const sockets: Socket[] = Array.from({ length: CONNECTIONS }, () =>
    connect(Number(port), hostname).on("error", () => {}),
  )
  await Bun.sleep(1_000)
  const plant = { inputMethod: "known", yearlyKwh: 3000, newPv: [{ maxPanelCount: 8, panelPowerWatts: 400 }] }
  const scans = PLACES.map(([lat, lon]) => ({ ...plant, location: { lat, lon } }))
  await ask("POST", "/v1/scans/batch", JSON.stringify({ scans }))
  await Bun.sleep(HELD_MS)
  for (const socket of sockets) socket.destroy()
  const deadlineMs = performance.now() + ENDED_LIMIT_MS
  const isOpen = (status: string) => status === "pending" || status === "processing"
  while ((await states()).some(isOpen) && performance.now() < deadlineMs) await Bun.sleep(1_000)
  const ended = Map.groupBy(await states(), status => status)
  await target.end()
  return `of six scans: ${[...ended].map(([status, all]) => `${all.length} ${status}`).join(", ")}`
}

const fullDisk = async (): Promise<string> => {
  const dataDir = newFolder()
  const disk = join(dataDir, "..")
  const mounted = Bun.spawnSync(["mount", "-t", "tmpfs", "-o", `size=${DISK_MB}m`, "replay", disk])
  if (!mounted.success) return "not tried: it takes the right to mount a tmpfs"
  try {
    const target = await start(dataDir)
    const { bavail, bsize } = statfsSync(disk)
    writeFileSync(join(disk, "filler"), Buffer.alloc(Math.max(0, bavail * bsize)))
    const outcomes: string[] = []
    const secret = "SECRET-OF-A-CUSTOMER"
    const scans = Array.from({ length: 300 }, () => ({ ...smallestRequest(), dossierId: secret }))
    const body = JSON.stringify({ scans })
    for (let n = 0; n < 20 && outcomes.at(-1) !== "500" && outcomes.at(-1) !== "503"; n++)
      outcomes.push(await statusOf(call(target, "/v1/scans/batch", { method: "POST", body })))
    const ready = await statusOf(fetch(`${target.address}/readyz`))
    rmSync(join(disk, "filler"))
    await Bun.sleep(3_000)
    const again = await statusOf(call(target, "/v1/studio-profiles", { method: "POST", body: "{}" }))
    const readyAgain = await statusOf(fetch(`${target.address}/readyz`))
    await target.end()
    const logged = target.output().includes(secret) ? "in the log" : "not in the log"
    return `a write ${outcomes.at(-1)}, what was sent ${logged}, ready ${ready}; with space again ${again}, ready ${readyAgain}`
  } finally {
    Bun.spawnSync(["umount", "-l", disk])
  }
}

export const CROWDING: readonly Attack[] = [
  { line: 3, name: "eight slow scans of one organization on two slots, one of another", run: slowScans },
  { line: 9, name: "event streams of one organization", run: againstFresh(streams) },
  { line: 9, name: "a batch of 300 scans with existing panels", run: againstFresh(panels) },
  {
    line: 10,
    name: "passwords of one account guessed from forty addresses",
    run: againstFresh(guesses, { TRUST_PROXY: "1" }),
  },
  { line: 11, name: "more connections than file descriptors, then six scans", run: descriptors },
  { line: 14, name: "a full disk, which makes statements fail (line 7 as well)", run: fullDisk },
]
