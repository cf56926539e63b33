import { rmSync, statfsSync, writeFileSync } from "node:fs"
import { connect, type Socket } from "node:net"
import { join } from "node:path"
import { hardRequest, smallestRequest } from "../support/requests.ts"
import { call, checkout, json, newFolder, OWNER, scan, start, statusOf, type Target } from "./target.ts"

/** Attacks that take what others need: solver slots, tries of a password, file descriptors, space on the disk. */

const SERVICE = [process.execPath, "start.ts"]
const SLOW_SCANS = 8
const GUESSES = 40
/** File descriptors of the process that is short of them, and connections that take them. */
const DESCRIPTORS = 256
const CONNECTIONS = 300
const DISK_MB = 160
const HELD_MS = 15_000

interface Running extends Target {
  end(): Promise<void>
}

const run = async (dataDir: string, env: Record<string, string> = {}, command = SERVICE): Promise<Running> => {
  const { address, child } = await start(command, dataDir, env)
  const end = async () => {
    child.kill("SIGKILL")
    await child.exited
  }
  return { address, processId: child.pid, dataDir, end }
}

const admin = async (dataDir: string, ...command: string[]): Promise<Record<string, string>> => {
  const env = { ...process.env, DATA_DIR: dataDir }
  const child = Bun.spawn(["npm", "run", "-s", "admin", "--", ...command], { cwd: checkout, env, stdout: "pipe" })
  return JSON.parse(await new Response(child.stdout).text())
}

/** A service with a second organization; the key of that. */
const withNeighbour = async (): Promise<{ dataDir: string; key: string }> => {
  const dataDir = newFolder()
  await (await run(dataDir)).end()
  const { id = "" } = await admin(dataDir, "organization", "create", "--name", "Neighbour")
  const made = await admin(dataDir, "key", "create", "--organization", id, "--name", "Key", "--mode", "production")
  return { dataDir, key: made.key ?? "" }
}

const slowScans = async (): Promise<string> => {
  const { dataDir, key } = await withNeighbour()
  const target = await run(dataDir, { WORKER_THREADS: "2" })
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

const guesses = async (): Promise<string> => {
  const target = await run(newFolder(), { TRUST_PROXY: "1" })
  const statuses: number[] = []
  for (let n = 0; n < GUESSES; n++) {
    const headers = { "content-type": "application/json", "x-forwarded-for": `198.51.100.${n}` }
    const body = JSON.stringify({ email: OWNER.email, password: `guess number ${n}` })
    statuses.push((await fetch(`${target.address}/v1/auth/login`, { method: "POST", headers, body })).status)
  }
  await target.end()
  return `${statuses.filter(status => status === 401).length} of ${GUESSES} were tried, from as many addresses`
}

const descriptors = async (): Promise<string> => {
  const limited = ["bash", "-c", `ulimit -n ${DESCRIPTORS}; exec "${process.execPath}" start.ts`]
  const target = await run(newFolder(), {}, limited)
  const { hostname, port } = new URL(target.address)
  const posted = await json(
    await call(target, "/v1/scans/batch", {
      method: "POST",
      body: JSON.stringify({ scans: Array.from({ length: 6 }, hardRequest) }),
    }),
  )
  const sockets: Socket[] = Array.from({ length: CONNECTIONS }, () =>
    connect(Number(port), hostname).on("error", () => {}),
  )
  await Bun.sleep(HELD_MS)
  for (const socket of sockets) socket.destroy()
  await Bun.sleep(1_000)
  const after = (await scan(target, {}).catch(() => ({ status: "no answer" }))).status
  const list = (await (await call(target, "/v1/scans?limit=100")).json()) as { items: { status: string }[] }
  const failed = list.items.filter(({ status }) => status === "error").length
  await target.end()
  return `${posted.items?.length ?? 0} scans before, of which in error: ${failed}; a scan afterwards: ${after}`
}

const fullDisk = async (): Promise<string> => {
  const dataDir = newFolder()
  const disk = join(dataDir, "..")
  const mounted = Bun.spawnSync(["mount", "-t", "tmpfs", "-o", `size=${DISK_MB}m`, "replay", disk])
  if (!mounted.success) return "not tried: it takes the right to mount a tmpfs"
  try {
    const target = await run(dataDir)
    const { bavail, bsize } = statfsSync(disk)
    writeFileSync(join(disk, "filler"), Buffer.alloc(Math.max(0, bavail * bsize)))
    const outcomes: string[] = []
    const body = JSON.stringify({ scans: Array.from({ length: 300 }, smallestRequest) })
    for (let n = 0; n < 20 && outcomes.at(-1) !== "500" && outcomes.at(-1) !== "503"; n++)
      outcomes.push(await statusOf(call(target, "/v1/scans/batch", { method: "POST", body })))
    const ready = await statusOf(fetch(`${target.address}/readyz`))
    rmSync(join(disk, "filler"))
    await Bun.sleep(3_000)
    const again = await statusOf(call(target, "/v1/studio-profiles", { method: "POST", body: "{}" }))
    const readyAgain = await statusOf(fetch(`${target.address}/readyz`))
    await target.end()
    return `a write ${outcomes.at(-1)}, ready ${ready}; with space again ${again}, ready ${readyAgain}`
  } finally {
    Bun.spawnSync(["umount", "-l", disk])
  }
}

export const CROWDING: Record<string, () => Promise<string>> = {
  "eight slow scans of one organization on two slots, one of another": slowScans,
  "passwords of one account guessed from forty addresses": guesses,
  "more connections than file descriptors while six scans wait": descriptors,
  "a full disk": fullDisk,
}
