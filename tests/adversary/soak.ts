import { sql } from "drizzle-orm"
import { farmRequest, smallestRequest } from "../support/requests.ts"
import { createClient, openDatabaseOf, type ServiceOfOrganization } from "../support/service.ts"
import { CROWDS as ALL_CROWDS } from "./crowds.ts"
import { answersOf, figures, repeat, runCrowd, startWith, watch } from "./watched.ts"

const CROWDS = ALL_CROWDS.filter(({ isAlone }) => !isAlone)

const SCAN_EVERY_MS = 2_000
const WINDOWS = 6
const SETTLE_EVERY_MS = 2_000
/** Time without any ended scan after which the remaining scans count as lost. */
const LOST_AFTER_MS = 120_000

/** Scans that an organization's answers accepted, and its scans in the database. */
interface Tally {
  name: string
  accepted: number
  stored: number
  completed: number
  failed: number
  /** Scans without exactly one event of their end. */
  wrong: number
}

/**
 * Sends all crowds at once, with two ordinary organizations, then waits until every accepted scan has ended. Prints the
 * waits, and accepted and ended scans of each organization.
 */
export const soak = async (minutes: number): Promise<void> => {
  const [hostile, ...ordinary] = (await startWith(3)) as [ServiceOfOrganization, ...ServiceOfOrganization[]]
  for (const crowd of CROWDS) await crowd.prepare?.(hostile)
  let isOver = false
  const crowds = CROWDS.map(crowd => runCrowd({ ...crowd, connections: 2 }, { hostile, isOver: () => isOver }))
  const posting = ordinary.map(one => postScans(one, () => isOver))
  console.log("| minutes | ordinary median ms | 99 % | /healthz at most | MB at most |\n|---|---|---|---|---|")
  for (let window = 1; window <= WINDOWS; window++) {
    let isWindowOver = false
    const { waits, ended } = watch(ordinary, () => isWindowOver)
    await Bun.sleep((minutes * 60_000) / WINDOWS)
    isWindowOver = true
    await ended
    console.log(`| ${((window * minutes) / WINDOWS).toFixed(1)} | ${figures(waits)} |`)
  }
  isOver = true
  const posted = await Promise.all(posting)
  await Promise.all(crowds.map(({ ended }) => ended))
  const all = [hostile, ...ordinary]
  await untilEnded(all)
  await hostile.end("SIGTERM")
  const ofHostile = CROWDS.map(({ prepared = 0, accepts = 0 }, n) => prepared + accepts * okOf(crowds[n]!.answers))
  const accepted = [ofHostile.reduce((sum, count) => sum + count, 0), ...posted]
  await printTallies(all, accepted)
  CROWDS.forEach(({ name }, n) => void console.log(`- ${name}: ${answersOf(crowds[n]!.answers)}`))
}

const okOf = (answers: ReadonlyMap<number, number>): number =>
  [...answers].reduce((sum, [status, count]) => (status >= 200 && status < 300 ? sum + count : sum), 0)

/** Posts a live scan every two seconds; resolves with the number of accepted scans. */
const postScans = async (ordinary: ServiceOfOrganization, isOver: () => boolean): Promise<number> => {
  const client = createClient(ordinary)
  let accepted = 0
  await repeat(isOver, SCAN_EVERY_MS, async () => {
    const request = accepted % 10 === 9 ? farmRequest() : smallestRequest()
    const { status } = await client.post("/v1/scans", { ...request, yearlyKwh: 2_000 + 7 * accepted })
    if (status !== 201 && status !== 202) throw new Error(`an ordinary scan was answered ${status}`)
    accepted++
  })
  return accepted
}

/** Number of an organization's scans that have not ended, of both modes. */
const unfinishedOf = async (one: ServiceOfOrganization): Promise<number> => {
  const counts = [one.liveKey, one.testKey].map(async key => {
    const { status, body } = await createClient(one, key).get("/v1/scans?status=running&limit=1")
    if (status !== 200) throw new Error(`a list was answered ${status}`)
    return body.total as number
  })
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
}

/** Waits until no scan is unfinished, or until none has ended for LOST_AFTER_MS. */
const untilEnded = async (all: readonly ServiceOfOrganization[]): Promise<void> => {
  const startMs = performance.now()
  let [fewest, fewestMs] = [Number.POSITIVE_INFINITY, startMs]
  for (;;) {
    const counts = await Promise.all(all.map(unfinishedOf))
    const unfinished = counts.reduce((sum, count) => sum + count, 0)
    const nowMs = performance.now()
    console.log(`${Math.round((nowMs - startMs) / 1000)} s after the last call: ${counts.join(" + ")} unfinished scans`)
    if (unfinished < fewest) [fewest, fewestMs] = [unfinished, nowMs]
    if (unfinished === 0 || nowMs - fewestMs > LOST_AFTER_MS) return
    await Bun.sleep(SETTLE_EVERY_MS)
  }
}

/** Prints accepted, stored and ended scans of each organization, read in the database of the stopped service. */
const printTallies = async (all: readonly ServiceOfOrganization[], accepted: readonly number[]): Promise<void> => {
  const database = await openDatabaseOf(all[0]!.dataDir)
  for (const [n, { organizationId }] of all.entries()) {
    const [row] = await database.queries.execute<Omit<Tally, "name" | "accepted">>(sql`
      select count(*)::int as stored, (count(*) filter (where status = 'completed'))::int as completed,
        (count(*) filter (where status = 'error'))::int as failed,
        (count(*) filter (where (select count(*) from scan_events where scan_events.scan_id = scans.id
          and name in ('scan.completed', 'scan.failed')) <> 1))::int as wrong
      from scans where organization_id = ${organizationId}::uuid`)
    console.log(tallyLine({ name: n === 0 ? "hostile" : `ordinary ${n}`, accepted: accepted[n]!, ...row! }))
  }
  await database.close()
}

const tallyLine = ({ name, accepted, stored, completed, failed, wrong }: Tally): string =>
  `${name}: accepted ${accepted}, stored ${stored}, completed ${completed}, failed ${failed}, not ended once ${wrong}`
