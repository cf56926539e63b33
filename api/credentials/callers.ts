import type { KeyScope } from "../../domain/organization/scopes.ts"
import type { Language } from "../../domain/texts/render.ts"
import type { Mode } from "../../store/tables.ts"

export type Role = "owner" | "member"

/** Every query of a call is bound to this organization and mode. */
interface Scope {
  organizationId: string
  mode: Mode
  /** Language of the sentences in the answer. */
  language: Language
}

/** Calls with an API key in x-api-key. */
export interface KeyCaller extends Scope {
  kind: "key"
  keyId: string
  scopes: readonly KeyScope[]
}

/** Calls with a dashboard session, as cookie or bearer token; its mode is the query's `mode`, live unless given. */
export interface SessionCaller extends Scope {
  kind: "session"
  sessionId: string
  userId: string
  role: Role
  mustChangePassword: boolean
}

/** Calls with a token of the legacy interface, which has the rights of its API key. */
export interface LegacyCaller extends Scope {
  kind: "legacy"
  keyId: string
  scopes: readonly KeyScope[]
  expiresAtMs: number
}

/** Caller of an operation. */
export type Caller = KeyCaller | SessionCaller | LegacyCaller

/** The caller that each credential identifies. */
export interface Callers {
  /** An API key. */
  key: KeyCaller
  /** A dashboard session. */
  session: SessionCaller
  /** A dashboard session of an owner, who manages the organization. */
  owner: SessionCaller
  /** A dashboard session, possibly with a password that must still be changed. */
  unsettled: SessionCaller
  /** A token of the legacy interface. */
  legacy: LegacyCaller
}

/** A credential that a path can accept. */
export type Credential = keyof Callers
/** Callers of a path: holders of one of these credentials, or anyone. */
export type Access = Credential | "anyone"
/** The caller of a path; on a path for anyone that also accepts credentials, the function that finds the caller. */
export type CallerOf<A extends Access> = "anyone" extends A
  ? [A] extends ["anyone"]
    ? undefined
    : () => Promise<Callers[A & Credential] | undefined>
  : Callers[A & Credential]
