import { expect } from "bun:test"
import { once } from "node:events"
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { createConnection, createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gunzipSync, gzipSync } from "node:zlib"
import { admin, allRows } from "../support/backup.ts"
import { smallestRequest } from "../support/requests.ts"
import { completedScan } from "../support/scans.ts"
import {
  createClient,
  embeddedTest,
  freshDataDir,
  OWNER,
  openDatabaseOf,
  startFresh,
  startProcess,
  until,
} from "../support/service.ts"
import { logIn } from "../support/sessions.ts"

const newFolder = () => mkdtempSync(join(tmpdir(), "solar-scan-backup-"))

/** Runs a command that must succeed. Returns its JSON. */
const done = async (env: Record<string, string>, ...args: string[]) => {
  const { code, error, out } = await admin(env, ...args)
  expect([code, error]).toEqual([0, ""])
  return JSON.parse(out)
}

const ENDPOINT = { url: "https://example.org/hook", events: ["scan.completed"] }
const SERIES = {
  name: "Supplier",
  year: 2025,
  unit: "EUR/MWh",
  values: Array.from({ length: 8760 }, (_, hour) => hour % 24),
}

const listsOf = async (client: ReturnType<typeof createClient>) =>
  Promise.all(
    ["/v1/webhook-endpoints", "/v1/api-keys", "/v1/members"].map(async path => (await client.get(path)).body.items),
  )

embeddedTest("an export of a running service, imported into an empty folder, brings everything back", async () => {
  const folder = newFolder()
  const file = join(folder, "backup.gz")
  const service = await startFresh()
  const client = createClient(service.address)
  const owner = await logIn(service.address)
  expect((await owner.post("/v1/webhook-endpoints", ENDPOINT)).status).toBe(201)
  expect((await client.post("/v1/price-series", SERIES)).status).toBe(201)
  const early = [await completedScan(client), await completedScan(client, { ...smallestRequest(), yearlyKwh: 4100 })]
  const reports = await Promise.all(early.map(async id => (await client.get(`/v1/scans/${id}`)).body))
  const batch = Array.from({ length: 20 }, (_, i) => ({ ...smallestRequest(), yearlyKwh: 2000 + i }))
  const accepted = (await Promise.all(batch.map(request => client.post("/v1/scans", request)))).map(
    ({ body }) => body.id,
  )
  const late = Promise.all(batch.map(request => client.post("/v1/scans", request)))
  const exported = await done({ DATA_DIR: service.dataDir }, "export", file).catch(cause => {
    throw new Error(`the service printed: ${service.output()}`, { cause })
  })
  expect((await late).map(({ status }) => status)).toEqual(batch.map(() => 201))
  expect(exported.rows).toMatchObject({
    organizations: 1,
    users: 1,
    api_keys: 2,
    webhook_endpoints: 1,
    price_series: 1,
  })
  expect(statSync(file).mode & 0o077).toBe(0)
  const lists = await listsOf(owner)
  await service.end("SIGKILL")
  rmSync(service.dataDir, { recursive: true })

  const DATA_DIR = join(folder, "data")
  expect(await done({ DATA_DIR }, "import", file)).toEqual({ ...exported, file })
  const restored = await startProcess(DATA_DIR)
  const again = createClient(restored.address)
  expect(await Promise.all(early.map(async id => (await again.get(`/v1/scans/${id}`)).body))).toEqual(reports)
  const withoutUse = (all: object[][]) => all.map(items => items.map(item => ({ ...item, lastUsedAt: null })))
  const restoredLists = await listsOf(await logIn(restored.address))
  expect(withoutUse(restoredLists)).toEqual(withoutUse(lists))
  await completedScan(again)
  for (const id of accepted) expect((await again.get(`/v1/scans/${id}/status`)).status).toBe(200)
  await restored.end()
})

embeddedTest("an import stores the same rows in every table", async () => {
  const service = await startFresh()
  const client = createClient(service.address)
  expect((await client.post("/v1/price-series", SERIES)).status).toBe(201)
  for (const yearlyKwh of [1500, 2500]) await completedScan(client, { ...smallestRequest(), yearlyKwh })
  await service.end()
  const file = join(newFolder(), "backup.gz")
  const exported = await done({ DATA_DIR: service.dataDir }, "export", file)
  const DATA_DIR = join(newFolder(), "data")
  await done({ DATA_DIR }, "import", file)
  const before = await openDatabaseOf(service.dataDir)
  const after = await openDatabaseOf(DATA_DIR)
  const rows = await allRows(before)
  expect(await allRows(after)).toEqual(rows)
  expect(Object.fromEntries(Object.entries(rows).map(([name, { length }]) => [name, length]))).toEqual(exported.rows)
  expect(exported.rows).toMatchObject({ scans: 2, scan_reports: 2, scan_counts: expect.any(Number) })
  await Promise.all([before.close(), after.close()])
})

embeddedTest("an export whose reader takes nothing ends, and others get their turn", async () => {
  const service = await startFresh()
  const client = createClient(service.address)
  // Different values: more than the system buffers for a reader, even if compressed.
  const series = { ...SERIES, values: SERIES.values.map((_, hour) => 90 * Math.sin(hour)) }
  for (let i = 0; i < 40; i++) expect((await client.post("/v1/price-series", series)).status).toBe(201)
  const file = join(newFolder(), "backup.gz")
  const reader = createConnection(join(service.dataDir, "dump.sock")).pause()
  await once(reader, "connect")
  const { code, error } = await admin({ DATA_DIR: service.dataDir }, "export", file)
  expect([code, error]).toEqual([1, expect.stringContaining("admin: the export broke off: another one runs")])
  expect(existsSync(`${file}.unfinished`)).toBe(false)
  expect((await client.get("/v1/price-series")).status).toBe(200)
  await until(() => service.output().includes("an export broke off: the reader took nothing") || undefined)
  expect((await done({ DATA_DIR: service.dataDir }, "export", file)).rows).toMatchObject({ price_series: 40 })
  reader.destroy()
  expect(await service.end()).toBe(0)
})

embeddedTest(
  "an export that the service hangs up on at once says so, and does not open the database itself",
  async () => {
    const folder = newFolder()
    const server = createServer(socket => socket.destroy()).listen(join(folder, "dump.sock"))
    await once(server, "listening")
    const { code, error } = await admin({ DATA_DIR: folder }, "export", join(folder, "backup.gz"))
    expect([code, error]).toEqual([1, expect.stringContaining("admin: the export broke off: another one runs")])
    await new Promise(done => server.close(done))
  },
)

embeddedTest("what cannot be imported or exported is answered with one line, and nothing is stored", async () => {
  const full = await freshDataDir()
  const folder = newFolder()
  const file = join(folder, "backup.gz")
  await done({ DATA_DIR: full }, "export", file)
  const DATA_DIR = join(folder, "data")
  const fail = async (env: Record<string, string>, ...args: string[]) => {
    const { code, error } = await admin(env, ...args)
    expect(code).toBe(1)
    return error
  }
  const variant = (name: string, bytes: Uint8Array) => {
    writeFileSync(join(folder, name), bytes)
    return join(folder, name)
  }
  const text = gunzipSync(readFileSync(file)).toString()
  const changed = (name: string, from: string | RegExp, to: string) => {
    expect(text.replace(from, to)).not.toBe(text)
    return variant(name, gzipSync(text.replace(from, to)))
  }
  const damaged = (path: string) => `admin: ${path} is no whole backup: it `
  const cut = variant("cut.gz", readFileSync(file).subarray(0, -20))
  expect(await fail({ DATA_DIR }, "import", cut)).toStartWith(damaged(cut))
  const other = changed("other.gz", OWNER.email, "thief@example.org")
  expect(await fail({ DATA_DIR }, "import", other)).toStartWith(`${damaged(other)}has another checksum`)
  const endless = changed("endless.gz", /\{"end":.*\n$/, "")
  expect(await fail({ DATA_DIR }, "import", endless)).toBe(`${damaged(endless)}has no end`)
  const newer = changed("newer.gz", /"migrations":\d+/, '"migrations":9999')
  expect(await fail({ DATA_DIR }, "import", newer)).toContain("it is newer")
  const older = changed("older.gz", /"migrations":\d+/, '"migrations":3')
  expect(await fail({ DATA_DIR }, "import", older)).toContain("it is older")
  const next = changed("next.gz", '"version":1', '"version":2')
  expect(await fail({ DATA_DIR }, "import", next)).toContain("version 2 of the format")
  expect(await fail({ DATA_DIR }, "import", join(folder, "none"))).toBe(
    `admin: ${join(folder, "none")} cannot be read (ENOENT)`,
  )
  expect(await fail({ DATA_DIR }, "export", join(folder, "new"))).toStartWith("admin: there is no database in ")
  expect(existsSync(DATA_DIR)).toBe(false)
  expect(await fail({ DATA_DIR: full }, "import", file)).toBe(
    "admin: the database is not empty: organizations has rows. Import into an empty folder or database",
  )
  expect(await fail({ DATA_DIR: full }, "export", file)).toBe(`admin: ${file} is there already`)
  expect(await fail({ DATA_DIR: full }, "export")).toStartWith("admin: one FILE is required")
})
