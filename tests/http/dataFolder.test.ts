import { afterAll, expect, test } from "bun:test"
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { whyNotOpened } from "../../store/damage.ts"
import { smallestRequest } from "../support/requests.ts"
import {
  createClient,
  embeddedTest,
  freshDataDir,
  type RunningService,
  startProcess,
  until,
} from "../support/service.ts"

const running: RunningService[] = []
const start = async (dataDir: string, env?: Record<string, string>) => {
  const service = await startProcess(dataDir, env)
  running.push(service)
  return service
}
afterAll(() => Promise.all(running.map(service => service.end("SIGKILL"))))

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)

/** Folders below a folder, and files directly in it, with any permission for group or others. */
const openToOthers = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(name => {
    const stat = statSync(join(folder, name))
    return (stat.isDirectory() || !name.includes("/")) && (stat.mode & 0o077) !== 0
  })

/** The last line of a start that must fail. */
const refusal = (dataDir: string, env: Record<string, string> = {}): Promise<string> =>
  start(dataDir, env).then(
    () => "it started",
    error => String(error.message).trim().split("\n").at(-1) ?? "",
  )

embeddedTest("a new folder is its user's alone, and so is every folder in it", async () => {
  const folder = join(mkdtempSync(join(tmpdir(), "solar-scan-modes-")), "data", "here")
  const { address } = await start(folder)
  await createClient(address).post("/v1/scans", smallestRequest(), { prefer: "wait=30" })
  expect(modeOf(folder)).toBe("700")
  expect(openToOthers(folder)).toEqual([])
})

embeddedTest("a folder that is open to others is closed, with a line in the log", async () => {
  const folder = await freshDataDir()
  chmodSync(folder, 0o777)
  chmodSync(join(folder, "database"), 0o755)
  chmodSync(join(folder, "jwt-secret"), 0o644)
  const { output } = await start(folder)
  expect([folder, join(folder, "database"), join(folder, "jwt-secret")].map(modeOf)).toEqual(["700", "700", "600"])
  const lines = [
    `${folder} had mode 0777, open to other users of this machine: it has 0700 now`,
    `${join(folder, "jwt-secret")} had mode 0644`,
  ]
  await until(() => lines.every(line => output().includes(line)) || undefined)
})

embeddedTest("a lock that was deleted beneath its holder still keeps a second process out", async () => {
  const folder = await freshDataDir()
  const { address } = await start(folder)
  rmSync(join(folder, "lock.sock"))
  expect(await refusal(folder)).toStartWith(`solar-scan: DATA_DIR ${folder} is in use by another process`)
  expect((await createClient(address).get("/v1/scans")).status).toBe(200)
})

embeddedTest("a lock whose holder was killed is free at once", async () => {
  const first = await start(await freshDataDir())
  await first.end("SIGKILL")
  expect((await createClient((await start(first.dataDir)).address).get("/v1/scans")).status).toBe(200)
})

embeddedTest("a database folder without PG_VERSION is refused, and left as it is", async () => {
  const folder = await freshDataDir()
  rmSync(join(folder, "database", "PG_VERSION"))
  const before = readdirSync(join(folder, "database"))
  const path = join(folder, "database")
  expect(await refusal(folder)).toBe(
    `solar-scan: ${path} holds files but no PG_VERSION, so it is no whole database: restore a backup of it, or move it away to start with an empty one`,
  )
  expect(readdirSync(path)).toEqual(before)
  const other = mkdtempSync(join(tmpdir(), "solar-scan-other-"))
  mkdirSync(join(other, "database"))
  expect((await start(other)).address).toStartWith("http://")
})

embeddedTest("a signing secret that is too short is refused by the name of its file", async () => {
  for (const secret of ["", "short\n", `${"x".repeat(31)}\n`]) {
    const folder = await freshDataDir()
    const path = join(folder, "jwt-secret")
    writeFileSync(path, secret)
    expect(await refusal(folder)).toBe(
      `solar-scan: ${path} holds fewer than 32 characters: put a longer secret there, or delete it to have one made, which ends all sessions`,
    )
  }
})

embeddedTest(
  "a database that cannot be opened is refused with one line that says what to do, and left as it is",
  async () => {
    for (const file of ["global/pg_control", "pg_wal", "base"]) {
      const folder = await freshDataDir()
      const path = join(folder, "database")
      rmSync(join(path, file), { recursive: true })
      const before = readdirSync(path, { recursive: true }).sort()
      expect([file, await refusal(folder)]).toEqual([
        file,
        `solar-scan: ${path} holds a database that cannot be opened, which is damaged or of another version: restore a backup of it, or move it away to start with an empty one`,
      ])
      expect(readdirSync(path, { recursive: true }).length).toBeGreaterThanOrEqual(before.length - 1)
    }
  },
)

test("without room on the disk it is the disk that is named, and what to do about it", () => {
  const failed = new Error("PGlite failed to initialize properly")
  expect(whyNotOpened("/data", failed, 10_000_000)).toHaveProperty(
    "message",
    "the disk of DATA_DIR /data has less than 96 MB left, too little for the database to open: free some space, or set DATA_DIR to a folder on another disk",
  )
  expect(whyNotOpened("/data", failed, 1_000_000_000)).toHaveProperty("code", "DATABASE_DAMAGED")
  const refused = new Error("a migration failed", {
    cause: Object.assign(new Error("no such type"), { code: "42704" }),
  })
  expect(whyNotOpened("/data", refused, 1_000_000_000)).toBe(refused)
})
