import { cpSync, existsSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { peakMb } from "./requests.ts"
import { type Attack, againstFresh, call, NoStart, newFolder, type Running, start, statusOf } from "./target.ts"

/** Attacks on the data folder, and on how a service starts and stops. */

const STOP_LIMIT_MS = 8_000
/** Environment without credentials: the service generates its own. */
const UNGIVEN = { WORKER_THREADS: "1" }

const modes = async ({ dataDir }: Running): Promise<string> => `mode ${(statSync(dataDir).mode & 0o777).toString(8)}`

const memory = async ({ processId }: Running): Promise<string> => `${peakMb(processId)} MB at most`

/** Outcome of a start on a folder: "starts", or the number of lines that explain the refusal. */
const startOn = async (dataDir: string): Promise<string> => {
  try {
    const running = await start(dataDir, { env: UNGIVEN })
    await running.end()
    return "starts"
  } catch (error) {
    if (!(error instanceof NoStart)) throw error
    const lines = error.output.trim().split("\n").length
    return `refused with ${lines} line${lines === 1 ? "" : "s"}`
  }
}

/** A folder that a service created before it was stopped. */
const usedFolder = async (): Promise<string> => {
  const dataDir = newFolder()
  const running = await start(dataDir, { env: UNGIVEN })
  await running.end("SIGTERM")
  return dataDir
}

const harmed = async (): Promise<string> => {
  const sound = await usedFolder()
  const harm: Record<string, (folder: string) => void> = {
    "without PG_VERSION": folder => rmSync(join(folder, "database/PG_VERSION")),
    "a secret of 1 character": folder => writeFileSync(join(folder, "jwt-secret"), "x"),
    "without its control file": folder => rmSync(join(folder, "database/global/pg_control")),
  }
  const outcomes: string[] = []
  for (const [name, apply] of Object.entries(harm)) {
    const folder = newFolder()
    cpSync(sound, folder, { recursive: true })
    apply(folder)
    outcomes.push(`${name}: ${await startOn(folder)}`)
  }
  return outcomes.join("; ")
}

const shownTwice = async (): Promise<string> => {
  const dataDir = newFolder()
  const first = await start(dataDir, { env: UNGIVEN })
  const [key = "no key"] = /zs_test_\w+/.exec(first.output()) ?? []
  await first.end("SIGKILL")
  const second = await start(dataDir, { env: UNGIVEN })
  await Bun.sleep(300)
  const again = second.output().includes(key)
  await second.end()
  return `after a kill the key that nobody used is ${again ? "shown again" : "lost"}`
}

const lock = async (): Promise<string> => {
  const dataDir = newFolder()
  const first = await start(dataDir, { env: UNGIVEN })
  const path = join(dataDir, "lock.sock")
  if (existsSync(path)) rmSync(path)
  const second = await startOn(dataDir)
  await first.end()
  return `a second process: ${second}`
}

const stopOfNpm = async (): Promise<string> => {
  const target = await start(newFolder(), { env: UNGIVEN, command: ["npm", "start"] })
  await target.end("SIGTERM")
  await Bun.sleep(STOP_LIMIT_MS)
  return `${STOP_LIMIT_MS / 1000} s later the port answers: ${await statusOf(call(target, "/healthz"))}`
}

export const FOLDERS: readonly Attack[] = [
  { line: 5, name: "the data folder", run: againstFresh(modes) },
  { line: 13, name: "folders that were harmed", run: harmed },
  { line: 13, name: "lock.sock deleted beneath its holder", run: lock },
  { line: 13, name: "a process killed before its first credentials were used", run: shownTwice },
  { line: 16, name: "SIGTERM to npm", run: stopOfNpm },
  { line: 17, name: "memory of a first start", run: againstFresh(memory) },
]
