import type { KeyScope } from "../../domain/organization/scopes.ts"
import { repeat } from "../../infra/coalesce.ts"
import type { Log } from "../../infra/log.ts"
import { type ApiKey, findApiKeys } from "../../store/apiKeys.ts"
import type { Queries } from "../../store/database.ts"
import { findSessionUsers, type SessionUser } from "../../store/users.ts"
import { HttpError, Unauthenticated } from "../http/errors.ts"
import { assertScope, assertTaken } from "./authenticate.ts"
import type { Caller, Credential, KeyCaller, SessionCaller } from "./callers.ts"

/** Interval at which the credentials of open streams and waits are checked. */
export const LOOK_EVERY_MS = 2_000
/** Maximum number of credentials per statement. */
const IDS_PER_LOOK = 1_000

/** Credential of a caller for the duration of a stream or a wait. */
export interface Lease {
  /**
   * Fires when the credential ends: its key, user or session was deleted, its session or token expired, or it lost the
   * role or scope that the call needs.
   */
  signal: AbortSignal
  /** Throws Unauthenticated once the credential has ended. */
  assert(): void
  release(): void
}

/** A long-running call. */
export interface LongCall {
  caller: Caller
  /** Credentials that its operation accepts. */
  by: readonly Credential[]
  scope: KeyScope | undefined
}

/** Leases of one process. Their number is bounded by the bounds of streams, sockets and waits. */
export interface Leases {
  hold(call: LongCall): Lease
  close(): void
}

/** Reads the current state of credentials by their ids. */
export interface CredentialSource {
  keys(ids: string[]): Promise<Pick<ApiKey, "id" | "organizationId" | "scopes">[]>
  sessions(ids: string[]): Promise<(SessionUser & { sessionId: string })[]>
}

export const storedCredentials = (queries: Queries): CredentialSource => ({
  keys: ids => findApiKeys(queries, ids),
  sessions: ids => findSessionUsers(queries, ids),
})

interface Held {
  call: LongCall
  ended: AbortController
}

/**
 * Checks the credentials of all leases of this process together. Two statements run every two seconds for each
 * thousand credentials, however many streams use them, and none without a lease. While the database does not answer no
 * lease ends, because no credential can be revoked either.
 */
export const createLeases = (source: CredentialSource, log: Log, everyMs = LOOK_EVERY_MS): Leases => {
  const leases = new Set<Held>()
  const look = async () => {
    // Leases that arrive during the query were admitted after its start.
    const checked = [...leases]
    const callers = checked.map(({ call }) => call.caller)
    const current = await currentOf(callers, source)
    for (const { call, ended } of checked)
      if (!mayGoOn(call, current.get(idOf(call.caller)))) ended.abort(new Unauthenticated(OVER[call.caller.kind]))
  }
  const looks = repeat(
    async () => {
      if (leases.size > 0) await look()
    },
    everyMs,
    error => log.warn({ err: error }, "the credentials of open streams were not looked up; trying again"),
  )
  return {
    hold(call) {
      const lease: Held = { call, ended: new AbortController() }
      leases.add(lease)
      const { signal } = lease.ended
      return {
        signal,
        assert: () => signal.throwIfAborted(),
        release: () => leases.delete(lease),
      }
    },
    close: () => void looks.stop(),
  }
}

const OVER = { key: "key-not-valid", legacy: "token-not-valid", session: "session-over" } as const

const idOf = (caller: Caller): string => (caller.kind === "session" ? caller.sessionId : caller.keyId)

/** Current rights of a credential: a session has a role, a key has scopes. */
type Current = { organizationId: string } & (
  | Pick<SessionCaller, "role" | "mustChangePassword">
  | Pick<KeyCaller, "scopes">
)

/** The credentials of callers that still exist, by their ids. */
const currentOf = async (callers: Caller[], source: CredentialSource): Promise<Map<string, Current>> => {
  const isSession = ({ kind }: Caller) => kind === "session"
  const keys = await inParts(callers.filter(caller => !isSession(caller)).map(idOf), source.keys)
  const sessions = await inParts(callers.filter(isSession).map(idOf), source.sessions)
  const current = new Map<string, Current>()
  for (const { id, organizationId, scopes } of keys) current.set(id, { organizationId, scopes })
  for (const { sessionId, organizationId, role, mustChangePassword } of sessions)
    current.set(sessionId, { organizationId, role, mustChangePassword })
  return current
}

const inParts = async <Row>(all: string[], find: (ids: string[]) => Promise<Row[]>): Promise<Row[]> => {
  const ids = [...new Set(all)]
  const rows: Row[] = []
  for (let i = 0; i < ids.length; i += IDS_PER_LOOK) rows.push(...(await find(ids.slice(i, i + IDS_PER_LOOK))))
  return rows
}

/** True if the credential still allows the call. */
const mayGoOn = ({ caller, by, scope }: LongCall, current: Current | undefined): boolean => {
  if (current?.organizationId !== caller.organizationId) return false
  if (caller.kind === "legacy" && Date.now() >= caller.expiresAtMs) return false
  try {
    const now = { ...caller, ...current }
    assertTaken(now, by)
    assertScope(now, scope)
    return true
  } catch (error) {
    if (error instanceof HttpError) return false
    throw error
  }
}
