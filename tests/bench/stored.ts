/**
 * `npm run bench -- stored`: time of the service's statements with 1,000 and 100,000 stored scans of one organization
 * on the embedded engine. STORED_SCANS sets the larger number.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sql } from "drizzle-orm"
import { newId } from "../../infra/ids.ts"
import { type Database, openEmbeddedDatabase } from "../../store/database.ts"
import { insertScans } from "../../store/scans/change.ts"
import { foldCounts } from "../../store/scans/counts.ts"
import { listScans, type Owner, type ScanFilter } from "../../store/scans/read.ts"
import { claimScans } from "../../store/scans/relay.ts"
import { createFindScan } from "../../store/scans/states.ts"
import { organizations } from "../../store/tables.ts"
import { transaction } from "../../store/transaction.ts"
import { SCAN_INPUT } from "../support/scans.ts"
import { type Row, report } from "./table.ts"

const FEW = 1_000
const MANY = Number(process.env.STORED_SCANS ?? 100_000)
const WARM_UP = 20
const CALLS = 60
/** Maximum ratio of a call's time with many stored scans. */
const LIMIT = 1.5
/** One stored scan in this many failed; the others are completed. */
const FAILED_EVERY = 50
const PAGE = 20

interface Stored {
  database: Database
  owner: Owner
  /** Id of the scan in the middle of the list. */
  middleId: string
  end(): Promise<void>
}

/** Opens a database in which an organization has `scans` ended scans, one a minute. */
const store = async (scans: number): Promise<Stored> => {
  const folder = mkdtempSync(join(tmpdir(), "solar-scan-stored-"))
  const database = await openEmbeddedDatabase(join(folder, "database"))
  const { queries } = database
  const owner: Owner = { organizationId: newId(), mode: "live" }
  await queries.insert(organizations).values({ id: owner.organizationId, displayName: "Bench" })
  await queries.execute(sql`
    insert into scans (id, organization_id, mode, status, input, goal, run_id, queued_at, processing_at, ended_at, created_at)
    select (lpad(to_hex((extract(epoch from now()) * 1000)::bigint - (${scans}::bigint - n) * 60000), 12, '0')
        || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid,
      ${owner.organizationId}::uuid, 'live', case when n % ${FAILED_EVERY} = 0 then 'error' else 'completed' end,
      ${JSON.stringify(SCAN_INPUT)}::json, 'cost-savings', gen_random_uuid(), now(), now(), now(), now()
    from generate_series(1, ${scans}::int) as n`)
  await foldCounts(queries)
  for (let table = 0; table < 3; table++) await database.tidy()
  const { rows } = await listScans(queries, owner, {}, { limit: 1, offset: scans / 2 })
  return {
    database,
    owner,
    middleId: rows[0]!.id,
    async end() {
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

type Call = (stored: Stored) => Promise<unknown>

const listed =
  (filter: ScanFilter, offset = 0): Call =>
  ({ database, owner }) =>
    listScans(database.queries, owner, filter, { limit: PAGE, offset })

const accept: Call = ({ database, owner }) => {
  const [id, runId, createdAt] = [newId(), newId(), new Date()]
  const scan = { ...owner, id, runId, createdAt, status: "pending" as const, input: SCAN_INPUT, goal: SCAN_INPUT.goal }
  return transaction(database.queries, tx => insertScans(tx, [scan]))
}

const CALLS_OF: Record<string, Call> = {
  "state of a scan": ({ database, owner, middleId }) => createFindScan(database.queries)(owner, middleId),
  "first page of the list": listed({}),
  "first page of the completed": listed({ statuses: ["completed"] }),
  "first page of the failed": listed({ statuses: ["error"] }),
  "first page of the running": listed({ statuses: ["pending", "processing"] }),
  "page in the middle": async stored => {
    const { total } = await listScans(stored.database.queries, stored.owner, {}, { limit: 1, offset: 0 })
    return listed({}, Math.floor(total / 2))(stored)
  },
  "page after a scan in the middle": async ({ database, owner, middleId }) =>
    listScans(database.queries, owner, {}, { limit: PAGE, after: middleId }),
  "accept a scan": accept,
  "claim a scan": ({ database }) => claimScans(database, { inAll: 100, alone: 1_000, amongOthers: 1 }, { first: [] }),
}

/** Processor time of a call [ms]. */
const cpuMs = async (call: Call, stored: Stored): Promise<number> => {
  const before = process.cpuUsage()
  await call(stored)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

const median = (times: number[]): number => times.sort((a, b) => a - b)[Math.floor(times.length / 2)]!

/** Median processor times of a call on each of two databases, alternately [ms]. */
const mediansMs = async (call: Call, few: Stored, many: Stored): Promise<[number, number]> => {
  const times: [number[], number[]] = [[], []]
  for (let i = 0; i < WARM_UP + CALLS; i++) {
    const pair = [await cpuMs(call, few), await cpuMs(call, many)] as const
    if (i < WARM_UP) continue
    times[0].push(pair[0])
    times[1].push(pair[1])
  }
  return [median(times[0]), median(times[1])]
}

export const bench = async (): Promise<void> => {
  const [few, many] = [await store(FEW), await store(MANY)]
  const measured: Record<string, [number, number]> = {}
  for (const [what, call] of Object.entries(CALLS_OF)) measured[what] = await mediansMs(call, few, many)
  await Promise.all([few.end(), many.end()])
  const rows = Object.entries(measured).map(([what, [fewMs, manyMs]]): Row => {
    const ratio = manyMs / fewMs
    return {
      what,
      measured: `${fewMs.toFixed(2)} and ${manyMs.toFixed(2)} ms, ${ratio.toFixed(2)} ×`,
      bar: `at most ${LIMIT} ×`,
      holds: ratio <= LIMIT,
    }
  })
  const lost = rows.filter(({ holds }) => !holds).map(({ what }) => what)
  const title = `Processor time with ${FEW} and with ${MANY} stored scans, embedded`
  report("stored", [{ title, rows, lost, data: measured }])
}
