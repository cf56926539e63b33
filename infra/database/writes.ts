import type { Connection } from "./connection.ts"

/**
 * SQLSTATEs of a database that cannot write at the moment. Causes are no space, a failing disk, read only (after a
 * failover), and no file descriptor, with the embedded engine's own code for the latter (embedded/lostFiles.ts).
 */
export const CANNOT_WRITE: readonly string[] = ["53100", "58030", "25006", "53000", "58P02"]
/** SQLSTATE with which the probe reports a successful write and rolls it back. */
const PROBE_WROTE = "P0W01"
/** Creates a table that needs new pages; the statement rolls back its writes. */
const PROBE = `do $$ begin
  create table solar_scan_write_probe (filler text);
  insert into solar_scan_write_probe select repeat('x', 1900) from generate_series(1, 64);
  raise exception 'written' using errcode = '${PROBE_WROTE}';
end $$`
/** Pause between two probes. */
const PROBE_INTERVAL_MS = 1_000

/** Tracks whether a database can write, by its refusals. */
export interface WriteWatch {
  /** Connection that records each refusal. */
  watched(connection: Connection): Connection
  /** False from the first failed write until a write succeeds; tests it with `ask`. */
  canWrite(ask: (query: string) => Promise<unknown>): Promise<boolean>
}

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | undefined)?.code

export const createWriteWatch = (): WriteWatch => {
  let isFailing = false
  let probedAtMs = Number.NEGATIVE_INFINITY
  const probe = async (ask: (query: string) => Promise<unknown>): Promise<void> => {
    const nowMs = performance.now()
    if (nowMs - probedAtMs < PROBE_INTERVAL_MS) return
    probedAtMs = nowMs
    const outcome = await ask(PROBE).catch(codeOf)
    if (outcome === PROBE_WROTE) isFailing = false
  }
  return {
    watched: connection => ({
      ...connection,
      ask: (...parts) =>
        connection.ask(...parts).catch(error => {
          if (CANNOT_WRITE.includes(String(codeOf(error)))) isFailing = true
          throw error
        }),
    }),
    async canWrite(ask) {
      if (isFailing) await probe(ask)
      return !isFailing
    },
  }
}
