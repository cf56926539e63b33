/** A row that a committed transaction changed, as triggers noted it. */
export interface Change {
  place: "scans" | "scan_reports" | "scan_events" | "webhook_deliveries" | "usage_meters"
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

const WATCHED: Record<Change["place"], string> = {
  scans:
    "'id', r.id, 'organization', r.organization_id, 'mode', r.mode, 'status', r.status, 'attempt', r.attempt, 'queued', r.queued_at is not null, 'created', r.created_at, 'processing', r.processing_at, 'mark', r.self_sufficiency, 'error', r.error, 'root', r.root_id, 'dossier', r.dossier_id",
  scan_reports: "'id', r.scan_id",
  scan_events:
    "'id', r.id, 'scan', r.scan_id, 'name', r.name, 'organization', r.organization_id, 'mode', r.mode, 'position', r.position",
  webhook_deliveries:
    "'id', r.id, 'endpoint', r.endpoint_id, 'event', r.event_id, 'scan', r.scan_id, 'step', r.step, 'state', r.state, 'kind', r.kind",
  usage_meters: "'organization', r.organization_id, 'month', r.month, 'used', r.used",
}

/** A setting of the session: a rollback undoes its changes like all others. */
const NOTED = "simulated.changes"

const triggerOf = (table: string, columns: string): string => {
  const row = (name: string) => `(select json_build_object(${columns}) from (select ${name}.*) r)`
  return `
    create function simulated_${table}() returns trigger language plpgsql as $$ begin
      perform set_config('${NOTED}', concat(current_setting('${NOTED}'), ',', json_build_object('place', '${table}',
        'before', case when tg_op = 'INSERT' then null else ${row("old")} end,
        'after', case when tg_op = 'DELETE' then null else ${row("new")} end)), false);
      return null;
    end $$;
    create trigger simulated after insert or update or delete on ${table} for each row execute function simulated_${table}();`
}

/** Triggers that record each change within its transaction: a rollback removes the record. */
export const CHANGES_SQL = Object.entries(WATCHED)
  .map(([table, columns]) => triggerOf(table, columns))
  .join("")

/** Start parameters of the engine. */
export const NOTING_PARAMS = ["-c", `${NOTED}=`]

/** Reads and clears the recorded changes: JSON values, a comma before each. */
export const TAKE_CHANGES = `select current_setting('${NOTED}') as noted, set_config('${NOTED}', '', false)`

/** The changes of an answer to TAKE_CHANGES, in their order. */
export const changesOf = ([row]: readonly object[]): Change[] => {
  const { noted } = row as { noted: string }
  return noted === "" ? [] : JSON.parse(`[${noted.slice(1)}]`)
}
