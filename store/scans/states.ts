import { and, eq, sql } from "drizzle-orm"
import { PoolFull } from "../../infra/database/pool.ts"
import { isId } from "../../infra/ids.ts"
import type { Queries } from "../database.ts"
import { createGroupCommit } from "../groupCommit.ts"
import { isAmong } from "../isAmong.ts"
import { scans } from "../tables.ts"
import { type Owner, type ScanState, STATE } from "./read.ts"

/** Finds a scan of the owner, in its state at a moment after the call. */
type Find<Row> = (owner: Owner, id: string) => Promise<Row | undefined>
export type FindScan = Find<ScanState>
/** Finds only the state of a scan, which is cheaper to read. */
export type FindStatus = Find<ScanStatusRow>
export type ScanStatusRow = Pick<ScanState, keyof typeof STATUS>

const STATUS = { id: scans.id, status: scans.status, createdAt: scans.createdAt }

/** Maximum number of scans per statement. */
const MAX_SCANS = 250
/** Maximum number of calls that wait for a statement. */
const MAX_WAITING = 10_000

interface Asked {
  owner: Owner
  id: string
}

const ASKED = and(
  eq(scans.organizationId, sql.placeholder("organizationId")),
  eq(scans.mode, sql.placeholder("mode")),
  isAmong(scans.id, sql.placeholder("ids")),
)

export const createFindScan = (queries: Queries): FindScan => {
  const statement = queries.select(STATE).from(scans).where(ASKED).prepare("scan_states")
  return shared<ScanState>(given => statement.execute(given))
}

export const createFindStatus = (queries: Queries): FindStatus => {
  const statement = queries.select(STATUS).from(scans).where(ASKED).prepare("scan_status")
  return shared<ScanStatusRow>(given => statement.execute(given))
}

/**
 * Calls that arrive at the same time, or while a statement runs, share the next statement. Under load one query serves
 * many calls. A call never shares a statement that began before it, so it sees all that was committed until then.
 */
const shared = <Row extends ScanStatusRow>(ask: (given: Record<string, string>) => Promise<Row[]>): Find<Row> => {
  const askOfOwner = async (asked: Asked[]): Promise<Map<string, Row>> => {
    const { organizationId, mode } = asked[0]!.owner
    const ids = [...new Set(asked.map(({ id }) => id))]
    const found = await ask({ organizationId, mode, ids: `{${ids}}` })
    return new Map(found.map(scan => [scan.id, scan]))
  }
  const find = createGroupCommit({
    commit: async (asked: Asked[]) => {
      const ofOwners = Map.groupBy(asked, ({ owner }) => nameOf(owner))
      const found = await Promise.all(
        [...ofOwners].map(async ([name, ofOwner]) => [name, await askOfOwner(ofOwner)] as const),
      )
      const byOwner = new Map(found)
      return asked.map(({ owner, id }) => byOwner.get(nameOf(owner))?.get(id))
    },
    maxItems: MAX_SCANS,
    maxWaiting: MAX_WAITING,
    refusal: () => new PoolFull(),
    lingerMs: 0,
    isCommon: () => true,
  })
  return async (owner, id) => (isId(id) ? (await find([{ owner, id: id.toLowerCase() }]))[0] : undefined)
}

const nameOf = ({ organizationId, mode }: Owner): string => `${organizationId} ${mode}`
