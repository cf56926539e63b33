import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { readdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { endOf } from "../support/scans.ts"
import { createClient, type RunningService, startProcess, TEST_KEY } from "../support/service.ts"
import type { Client } from "../support/sessions.ts"
import { compact, differences } from "../support/storedAnswers.ts"
import { askAll } from "../support/storedCallers.ts"
import { readStoredAnswers, readStoredDatabase, type StoredDatabase } from "../support/storedDatabase.ts"
import { scanColumn, storedDataDir } from "../support/storedDataDir.ts"

/**
 * Databases that released versions wrote (tests/fixtures/databases): the current version starts over each and gives the
 * answers of that version.
 */
const FOLDER = join(import.meta.dir, "../fixtures/databases")
const versions = readdirSync(FOLDER, { withFileTypes: true }).flatMap(entry => (entry.isDirectory() ? entry.name : []))

/**
 * Intended differences: callers without a credential no longer get a share token, and no caller gets the values of a
 * webhook endpoint's custom headers.
 */
const MEANT = [
  /^owner .*\/v1\/webhook-endpoints.*\.headers\.[\w-]+: "[^"]*" is now "\*{8}"$/,
  /^anyone .* \.body\.report\.shareToken: "[\w-]+" is now null$/,
  // Sessions a day count the whole plaza, no longer each of its six charge points.
  /^\w+ \/v1\/laadplein-profiles\/[\w-]+ \.body\.assets\[[\w-]+\]\.config\.sessionsPerDay: 3 is now 18$/,
  // Instants are true UTC instead of local dates, and hour labels show local time: one hour later in summer.
  /\.(startDate|endDate|start_date|end_date): "[\d-]+T00:00:00\.000Z" is now "[\d-]+T23:00:00\.000Z"$/,
  /\.labels\[\d+\]: "([\d-]+ )?\d\d:00" is now "([\d-]+ )?\d\d:00"$/,
  // Values of months begin with the month of the first label, no longer with January.
  /\.(chartData\.)?(monthly|monthly_)\w+\[\d+\]: [\d.e-]+ is now [\d.e-]+$/,
  // The shipped prices changed, and the statistics of tariffs with them.
  /^\w+ \/v1\/tariffs\/[\w-]+\/(stats|samples|breakdown\S*) \.body\.\S+: [\d.-]+ is now [\d.-]+$/,
]

/**
 * Allowed differences of sandbox scans: only figures and notes, because the sandbox answers with the fixtures of the
 * current version.
 */
const figuresOfSandbox = (stored: StoredDatabase): RegExp => {
  const known = ["id", "share_token"].flatMap(column =>
    scanColumn(stored, column, row => row.mode === "sandbox" && row[column] !== null),
  )
  const figure = "-?[\\d.e-]+"
  const changed = `[^ ]*: ${figure} is now ${figure}|[^ ]*\\.notes(\\[\\d+\\])?: .*|[^ ]*\\.(sensitivity|savingsSpread): gone`
  return new RegExp(`^\\w+ /[^ ]*(${known.join("|")})[^ ]* (${changed})$`)
}

/**
 * Expects that old keys do not manage webhook endpoints, and that scans which continued have only the events since the
 * upgrade.
 */
const keysAndEventsOf = async (client: Client, stored: StoredDatabase): Promise<void> => {
  const refused = await client.get("/v1/webhook-endpoints")
  expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining("scope webhooks")])
  const ofStatus = (status: string) => scanColumn(stored, "id", row => row.mode === "live" && row.status === status)
  const { items } = (await client.get("/v1/events?limit=1000")).body
  const namesOf = (id: string): string[] =>
    items.filter(({ data }: { data: { id: string } }) => data.id === id).map(({ event }: { event: string }) => event)
  expect(ofStatus("pending").length).toBeGreaterThan(0)
  for (const id of ofStatus("pending")) expect(namesOf(id)).toEqual(["scan.processing", "scan.completed"])
  for (const id of ofStatus("completed")) expect(namesOf(id)).toEqual([])
}

const acceptShareOf = async (address: string, stored: StoredDatabase): Promise<void> => {
  const [id] = scanColumn(stored, "id", row => row.mode === "live" && row.share_token !== null)
  const client = createClient(address)
  const share = (await client.get(`/v1/scans/${id}/share`)).body
  expect(share).toMatchObject({ isShared: true, expiresAt: null, acceptance: null })
  const path = `/v1/scans/shared/${share.shareToken}/acceptance`
  const accepted = await createClient(address, null).post(path, { name: "Ann" }, { "x-forwarded-for": "203.0.113.8" })
  expect([accepted.status, accepted.body.scanId]).toEqual([200, id])
  expect((await client.get("/v1/scans?accepted=true")).body.items).toMatchObject([{ id }])
}

for (const version of versions)
  describe(`over a database of ${version}`, () => {
    const stored = readStoredDatabase(version)
    const kept = readStoredAnswers(version)
    let service: RunningService

    beforeAll(async () => {
      service = await startProcess(await storedDataDir(stored), {
        PUBLIC_URL: "https://scans.example.org",
        TRUST_PROXY: "1",
        TIERS_FILE: join(FOLDER, "tiers.json"),
      })
    })
    afterAll(async () => {
      await service.end()
      rmSync(service.dataDir, { recursive: true, force: true })
    })

    test("every scan that had not ended ends", async () => {
      const unfinished = (mode: string) =>
        scanColumn(stored, "id", row => row.mode === mode && ["pending", "processing"].includes(String(row.status)))
      const ids = unfinished("live")
      expect(ids.length).toBeGreaterThan(1)
      const ends = await Promise.all(ids.map(id => endOf(createClient(service.address), id)))
      // The time limit of 15 minutes may end a scan in progress: this depends on the process that checks it first.
      const wasProcessing = new Set(scanColumn(stored, "id", row => row.status === "processing"))
      expect(ends.filter((end, i) => end !== "completed" && !(wasProcessing.has(ids[i]!) && end === "error"))).toEqual(
        [],
      )
      const ofSandbox = unfinished("sandbox")
      expect(ofSandbox.length).toBeGreaterThan(0)
      const sandbox = createClient(service.address, TEST_KEY)
      expect(await Promise.all(ofSandbox.map(id => endOf(sandbox, id)))).toEqual(ofSandbox.map(() => "completed"))
    })

    test("scans, reports, charts, lists, profiles and settings are answered as before", async () => {
      expect(kept.length).toBeGreaterThan(100)
      const answers = await askAll(service.address, kept)
      const found = answers.flatMap(({ as, path, status, body }, i) =>
        differences({ status: kept[i]!.status, body: kept[i]!.body }, { status, body: compact(body) }).map(
          difference => `${as} ${path} ${difference}`,
        ),
      )
      const isMeant = [...MEANT, figuresOfSandbox(stored)]
      expect(found.filter(difference => !isMeant.some(meant => meant.test(difference)))).toEqual([])
    })

    test("keys of before may do what they could, and the events of what happens now are read in their order", () =>
      keysAndEventsOf(createClient(service.address), stored))

    test("lists show what each report of before saves, and nobody whom a scan is for", async () => {
      const completed = scanColumn(stored, "id", row => row.status === "completed" && row.mode === "live")
      const client = createClient(service.address)
      const { items } = (await client.get("/v1/scans?limit=100&status=completed")).body
      const listed = items.filter(({ id }: { id: string }) => completed.includes(id))
      expect(listed.length).toBeGreaterThan(0)
      for (const { id, yearlySavings, customerDetails } of listed) {
        const { overview } = (await client.get(`/v1/scans/${id}/result`)).body
        expect([yearlySavings, customerDetails]).toEqual([overview.kpi.yearlySavings, null])
      }
    })

    test("a share that was made before has no end and no acceptance, and its report is accepted now", () =>
      acceptShareOf(service.address, stored))

    test("a share that was made before is ended for the scan's id too", async () => {
      const [id] = scanColumn(stored, "id", row => row.mode === "live" && row.share_token !== null)
      const read = () =>
        createClient(service.address, null).get(`/v1/scans/${id}`, { "x-forwarded-for": "203.0.113.7" })
      expect((await read()).body).toMatchObject({ id, isShared: true, shareToken: null })
      await createClient(service.address).put(`/v1/scans/${id}/share`, { enabled: false })
      expect((await read()).status).toBe(404)
    })

    test("a scan that was solved before can be adjusted", async () => {
      const [root] = scanColumn(
        stored,
        "id",
        row => row.status === "completed" && row.mode === "live" && row.goal === "renewable-minimum",
      )
      const client = createClient(service.address)
      const { body } = await client.post("/v1/scans", { copiedFromId: root, analysisYears: 15 }, { prefer: "wait=60" })
      expect(body.status).toBe("completed")
      const { optimisation } = (await client.get(`/v1/scans/${body.id}/result`)).body
      // Its cuts belong to the prices and the load of that version.
      expect(optimisation.fromKeptCuts).toBe(false)
    })
  })
