import { and, eq, inArray, type SQL, sql } from "drizzle-orm"
import { ENTERED_FROM, EVENT_OF, type ScanEventName, type ScanStatus } from "../../domain/organization/events/states.ts"
import type { ReportSummary } from "../../domain/report/messages.ts"
import { scanErrorText } from "../../domain/texts/scanErrors.ts"
import { newId } from "../../infra/ids.ts"
import type { Queries } from "../database.ts"
import { insertRows } from "../insertRows.ts"
import { createStatement, type Statement } from "../statement.ts"
import { type Mode, scanEvents, scanReports, scans } from "../tables.ts"
import { webhookEndpoints } from "../webhooks/tables.ts"

export type Scan = typeof scans.$inferSelect

/** Columns returned for a moved scan. */
export const MOVED = {
  id: scans.id,
  organizationId: scans.organizationId,
  mode: scans.mode,
  status: scans.status,
  runId: scans.runId,
  error: scans.error,
  requestId: scans.requestId,
  createdAt: scans.createdAt,
  processingAt: scans.processingAt,
}
export type MovedScan = Pick<Scan, keyof typeof MOVED>

/** Attempt of a change; the change has no effect if the scan is at another attempt. */
export interface Attempt {
  id: string
  attempt: number
}

/** Results of a solved scan. */
type NewReport = Omit<typeof scanReports.$inferInsert, "scanId">
/** Fields that a move writes in addition to the state. */
export type MoveChanges = Partial<
  Pick<Scan, "error"> & Record<keyof ReportSummary, number | null> & { report: NewReport }
>

/**
 * Moves a scan into a state and writes the event of that state, and a report if passed: all or nothing, in one
 * statement. Undefined if the scan was deleted, is in a state that does not lead there, or is at another attempt.
 */
export const moveScan = async (
  queries: Queries,
  { id, attempt }: Attempt,
  to: ScanStatus,
  changes: MoveChanges = {},
): Promise<MovedScan | undefined> => {
  const { error, report, ...figures } = changes
  const failure = error ? { error: JSON.stringify(error), errorMessage: scanErrorText(error, "en") } : undefined
  const values = {
    ...figures,
    ...failure,
    ...{ id, attempt, eventId: newId(), now: new Date().toISOString() },
    ...(report ? storedValues(report) : {}),
  }
  const move = {
    to,
    changed: Object.keys(figures)
      .filter(column => values[column as keyof typeof values] !== undefined)
      .sort(),
    isFailure: failure !== undefined,
    hasReport: report !== undefined,
  }
  return (await statementOf(move)(queries, values))[0]
}

const storedValues = ({ report, series, cuts = null, solved = null }: NewReport) => ({
  report: JSON.stringify(report),
  series,
  cuts,
  solved,
  isPlant: solved !== null,
})

/** Key of a move's statement text. */
interface Move {
  to: ScanStatus
  /** Columns of figures. */
  changed: readonly string[]
  isFailure: boolean
  hasReport: boolean
}

/** Statements by move; each is made once, and there are few moves. */
const statements = new Map<string, Statement<MovedScan>>()

const statementOf = (move: Move): Statement<MovedScan> => {
  const name = Object.values(move).join()
  const statement = statements.get(name) ?? createStatement<MovedScan>(MOVED, queries => moving(queries, move))
  statements.set(name, statement)
  return statement
}

const moving = (queries: Queries, { to, changed, isFailure, hasReport }: Move) => {
  const now = sql<Date>`${sql.placeholder("now")}::timestamptz`
  const moved = queries.$with("moved").as(
    queries
      .update(scans)
      .set({
        ...Object.fromEntries(changed.map(column => [column, sql`${sql.placeholder(column)}`])),
        ...(isFailure
          ? { error: sql`${sql.placeholder("error")}::jsonb`, errorMessage: sql`${sql.placeholder("errorMessage")}` }
          : {}),
        ...(hasReport ? { isPlant: sql`${sql.placeholder("isPlant")}::boolean` } : {}),
        status: to,
        ...(to === "processing" ? { processingAt: sql`now()` } : { endedAt: now }),
      })
      .where(
        and(
          eq(scans.id, sql.placeholder("id")),
          eq(scans.attempt, sql.placeholder("attempt")),
          inArray(scans.status, [...ENTERED_FROM[to]]),
        ),
      )
      .returning(MOVED),
  )
  const { organizationId, mode } = moved
  const event = queries.$with("event").as(
    queries
      .insert(scanEvents)
      .select(
        queries
          .select({
            id: sql<string>`${sql.placeholder("eventId")}::uuid`.as("id"),
            scanId: moved.id,
            batchId: sql<string | null>`null::uuid`.as("batch_id"),
            organizationId,
            mode,
            name: sql<ScanEventName>`${EVENT_OF[to]}::text`.as("name"),
            data: sql<object>`null::json`.as("data"),
            createdAt: now.as("created_at"),
            position: sql<number | null>`null::bigint`.as("position"),
            relayedAt: relayedAt(sql`${organizationId}`, sql`${mode}`).as("relayed_at"),
          })
          .from(moved),
      )
      .returning({ id: scanEvents.id }),
  )
  if (!hasReport) return queries.with(moved, event).select().from(moved)
  const stored = queries.$with("stored").as(
    queries
      .insert(scanReports)
      .select(
        queries
          .select({
            scanId: moved.id,
            report: sql<NewReport["report"]>`${sql.placeholder("report")}::json`.as("report"),
            series: sql<Uint8Array>`${sql.placeholder("series")}::bytea`.as("series"),
            cuts: sql<Uint8Array | null>`${sql.placeholder("cuts")}::bytea`.as("cuts"),
            solved: sql<Uint8Array | null>`${sql.placeholder("solved")}::bytea`.as("solved"),
          })
          .from(moved),
      )
      .returning({ scanId: scanReports.scanId }),
  )
  return queries.with(moved, event, stored).select().from(moved)
}

/**
 * Time at which an event is handed to the webhooks: immediately if no endpoint could receive it, so that no search
 * runs.
 */
const relayedAt = (organizationId: SQL, mode: SQL): SQL<Date | null> =>
  sql`case when not exists (select from ${webhookEndpoints} where ${webhookEndpoints.organizationId} = ${organizationId}
    and ${webhookEndpoints.mode} = ${mode} and ${webhookEndpoints.active}) then now() end`

/** Writes the events of the states that scans have entered; their content is built from the scan on handover. */
export const insertEvents = (
  tx: Queries,
  scans: readonly { id: string; organizationId: string; mode: Mode; status: ScanStatus; at: Date }[],
): Promise<void> => {
  const events = scans.map(({ id: scanId, organizationId, mode, status, at }) => {
    return { id: newId(), scanId, organizationId, mode, name: EVENT_OF[status], createdAt: at }
  })
  return insertEventRows(tx, events)
}

/** Writes the passed events; an event that no webhook could receive counts as handed over. */
export const insertEventRows = (tx: Queries, events: readonly (typeof scanEvents.$inferInsert)[]): Promise<void> =>
  insertRows(tx, scanEvents, events, {
    computed: { relayedAt: relayedAt(sql`r.organization_id`, sql`r.mode`) },
  })
