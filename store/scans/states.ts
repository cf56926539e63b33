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
  return shared<ScanState>(values => statement.execute(values))
}

export const createFindStatus = (queries: Queries): FindStatus => {
  const statement = queries.select(STATUS).from(scans).where(ASKED).prepare("scan_status")
  return shared<ScanStatusRow>(values => statement.execute(values))
}

/**
 * Calls that arrive at the same time, or while a statement runs, share the next statement. Under load one query serves
 * many calls. A call never shares a statement that began before it, so it sees all that was committed until then.
 */
const shared = <Row extends ScanStatusRow>(ask: (values: Record<string, string>) => Promise<Row[]>): Find<Row> => {
  const askOfOwner = async (calls: Asked[]): Promise<Map<string, Row>> => {
    const { organizationId, mode } = calls[0]!.owner
    const ids = [...new Set(calls.map(({ id }) => id))]
    const states = await ask({ organizationId, mode, ids: `{${ids}}` })
    return new Map(states.map(scan => [scan.id, scan]))
  }
  const find = createGroupCommit({
    commit: async (calls: Asked[]) => {
      const ofOwners = Map.groupBy(calls, ({ owner }) => nameOf(owner))
      const rowsOfOwners = await Promise.all(
        [...ofOwners].map(async ([name, ofOwner]) => [name, await askOfOwner(ofOwner)] as const),
      )
      const byOwner = new Map(rowsOfOwners)
      return calls.map(({ owner, id }) => byOwner.get(nameOf(owner))?.get(id))
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
