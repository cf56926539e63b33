import { afterAll, beforeAll, expect, test } from "bun:test"
import { eq } from "drizzle-orm"
import { firstIdOf } from "../../infra/ids.ts"
import type { Database } from "../../store/database.ts"
import { deleteExpired } from "../../store/scans/retention.ts"
import { organizations, scanReports, scans } from "../../store/tables.ts"
import { completedScan } from "../support/scans.ts"
import {
  createClient,
  freshDataDir,
  openDatabaseOf,
  type RunningService,
  startProcess,
  TEST_KEY,
  until,
} from "../support/service.ts"
import { logIn } from "../support/sessions.ts"

/** Retention of scans by organization and mode, counted from acceptance or from the upgrade. */
const DAY_MS = 86_400_000
let dataDir: string
let service: RunningService
let organizationId: string
const now = Date.now()
const ids = { sandbox: firstIdOf(now - 31 * DAY_MS), live: firstIdOf(now - 400 * DAY_MS) }
const kept = { sandbox: firstIdOf(now - 29 * DAY_MS), live: firstIdOf(now - 28 * DAY_MS) }

/** Copies a completed scan to an earlier time. */
const copy = async ({ queries }: Database, of: string, id: string) => {
  const [scan] = await queries.select().from(scans).where(eq(scans.id, of))
  const [report] = await queries.select().from(scanReports).where(eq(scanReports.scanId, of))
  const createdAt = new Date(Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16))
  await queries.insert(scans).values({ ...scan!, id, createdAt, shareToken: null })
  // Sandbox scans have prepared reports, which are not stored.
  if (report) await queries.insert(scanReports).values({ ...report, scanId: id })
}

beforeAll(async () => {
  dataDir = await freshDataDir()
  service = await startProcess(dataDir)
  const live = await completedScan(createClient(service.address))
  const sandbox = await completedScan(createClient(service.address, TEST_KEY))
  await service.end()
  const database = await openDatabaseOf(dataDir)
  for (const group of [ids, kept]) {
    await copy(database, live, group.live)
    await copy(database, sandbox, group.sandbox)
  }
  organizationId = (await database.queries.select({ id: organizations.id }).from(organizations))[0]!.id
  await database.queries.update(organizations).set({ retentionSince: new Date(now - 10 * DAY_MS) })
  // Ten days after an upgrade no retention is over.
  expect(await deleteExpired(database.queries, new Date(now))).toEqual([])
  await database.queries.update(organizations).set({ retentionSince: new Date(now - 500 * DAY_MS) })
  await database.close()
  service = await startProcess(dataDir)
}, 120_000)
afterAll(() => service.end())

const isThere = async (id: string, key?: string) =>
  (await createClient(service.address, key).get(`/v1/scans/${id}`)).status === 200

test("sandbox scans end after 30 days and live scans never, unless an owner sets other days", async () => {
  const owner = await logIn(service.address)
  const organization = `/v1/organizations/${organizationId}`
  expect((await owner.get(organization)).body).toMatchObject({ liveScanDays: null, sandboxScanDays: 30 })
  await until(async () => ((await isThere(ids.sandbox, TEST_KEY)) ? undefined : true))
  expect(await isThere(kept.sandbox, TEST_KEY)).toBe(true)
  expect(await isThere(ids.live)).toBe(true)

  const refused = await owner.patch(organization, { liveScanDays: 29, sandboxScanDays: 0 })
  expect([refused.status, refused.body.message]).toEqual([
    400,
    "liveScanDays must be at least 30; sandboxScanDays must be at least 1",
  ])
  const changed = await owner.patch(organization, { liveScanDays: 30, sandboxScanDays: 20 })
  expect(changed.body).toMatchObject({ liveScanDays: 30, sandboxScanDays: 20 })
  await until(async () => ((await isThere(ids.live)) || (await isThere(kept.sandbox, TEST_KEY)) ? undefined : true))
  expect(await isThere(kept.live)).toBe(true)
}, 60_000)
