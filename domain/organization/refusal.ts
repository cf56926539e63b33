import type { StoredScanError } from "../base/scanError.ts"
import type { Path } from "../base/validation/path.ts"
import type { Nothing } from "../base/validation/rules.ts"
import type { ProfileKind } from "../site/profiles/state.ts"
import type { CostUnit } from "./cost.ts"
import type { ScanStatus } from "./events/states.ts"
import type { KeyScope } from "./scopes.ts"

/** Objects that an organization may request by id or name. */
export type Thing =
  | "aerial-photo"
  | "api-key"
  | "asset"
  | "batch"
  | "battery-product"
  | "delivery"
  | "file"
  | "layer"
  | "logo"
  | "member"
  | "offer"
  | "organization"
  | "photo"
  | "price-series"
  | "profile"
  | "report"
  | "roof"
  | "scan"
  | "shared-report"
  | "live-case"
  | "shared-scan"
  | "site"
  | "source"
  | "standard-profile"
  | "user"
  | "webhook-endpoint"
  | `${ProfileKind}-profile`

/** Objects that a field of a request may name. */
type Named = Extract<Thing, "scan" | "profile" | "price-series" | "battery-product" | "site" | "photo">

/** Counters of a time window. */
export type Counted =
  | "calls-of-key"
  | "calls-of-user"
  | "calls-without-credential"
  | "logins"
  | "password-changes"
  | "acceptances"
  | "reads-of-documentation"
  | "yields-of-roofs"
  | "reads-of-aerial-photos"
  | "reads-of-hours"
  | "reads-of-logos"
  | "reads-of-measurements"
  | "reads-of-shared-scans"

/** Limited resources of a process. */
export type Shared = "body-bytes" | "exports" | "connections" | "event-streams"

/** Kinds of credentials, as callers know them. */
export type CredentialKind = "api-key" | "session" | "token"

/**
 * Parameters of every refusal: a request that breaks no rule but that the HTTP interface does not carry out. Violations
 * are the other kind: `validation/rules.ts`.
 */
export type RefusalParams = RequestRefusals &
  CredentialRefusals &
  AbsenceRefusals &
  StateRefusals &
  LimitRefusals &
  Faults &
  SocketEnds

/** Refusals of requests that cannot be read. */
interface RequestRefusals {
  "host-missing": Nothing
  "body-missing": Nothing
  "body-broken-off": Nothing
  "body-too-large": { limitBytes: number }
  /** `parserSays`: English message of the runtime's parser. */
  "body-not-json": { parserSays: string }
  "body-not-utf8": Nothing
  "body-name-twice": { name: string }
  "body-too-deep": { maximum: number }
  "body-too-many-parts": { maximum: number }
  "body-too-many-names": { maximum: number }
  "body-text-too-long": { maximum: number }
  "not-acceptable": { offered: string[] }
  "body-of-another-type": { mediaType: string }
  "body-without-form": { field: string }
  "body-encoded": Nothing
  "csv-missing": Nothing
  "load-profile-not-valid": Nothing
  "path-unknown": Nothing
  "method-not-allowed": { method: string; allowed: readonly string[] }
  "websocket-only": Nothing
}

/** Refusals of callers that are unknown or not allowed. */
interface CredentialRefusals {
  "credential-missing": Nothing
  "key-not-valid": Nothing
  "token-not-valid": Nothing
  "session-over": Nothing
  "login-wrong": Nothing
  "credential-of-another-kind": { taken: readonly CredentialKind[]; given: CredentialKind }
  "password-to-change": Nothing
  "owners-only": Nothing
  "production-key-needed": Nothing
  /** Refusal of a change of a live row in the sandbox. */
  "live-row": { what: Thing; id: string }
  "scope-missing": { scope: KeyScope }
  "write-from-another-site": Nothing
}

/** Refusals for objects that do not exist. */
interface AbsenceRefusals {
  "not-found": { what: Thing }
  /** Refusal for an object that a field of the request names. */
  "named-not-found": { path: Path; id: string; what: Named }
  /** Refusal for an adjustment as parent, if its original was deleted. */
  "original-not-found": Nothing
  "run-not-found": { runUuid: string }
  /** Refusal for a cursor if the events after it are deleted, or if another service made it. */
  "cursor-gone": Nothing
  /** Refusals of a shared report. */
  "link-expired": Nothing
}

/** Refusals for objects whose state does not allow the request. */
interface StateRefusals {
  "idempotency-key-reused": Nothing
  "idempotency-key-running": Nothing
  "changed-meanwhile": Nothing
  "scan-not-completed": { status: ScanStatus }
  "scan-failed": { error: StoredScanError | null }
  "scan-without-series": { status: ScanStatus }
  "run-not-completed": Nothing
  "profile-without-hours": { name: string; kind: ProfileKind }
  "profile-busy": Nothing
  "owner-needed": Nothing
  "account-exists": { email: string }
  "batch-exists": { id: string }
  "batch-cancelled": { id: string }
  "product-exists": { id: string }
  "delivery-not-ended": Nothing
  /** Refusal of a change of an accepted offer. */
  "offer-accepted": Nothing
  /** Refusal of the deletion of an offer that was sent. */
  "offer-sent": Nothing
  /** Refusals of an acceptance: the offer is not sent, has another version, or is over. */
  "offer-not-sent": Nothing
  "offer-version": { version: number }
  "offer-expired": { validUntil: string }
  /** Refusal during an earlier replay to the same endpoint. */
  "deliveries-waiting": Nothing
  "too-many-api-keys": { maximum: number }
  "too-many-members": { maximum: number }
  "too-many-endpoints": { maximum: number }
  "too-many-profiles": { maximum: number }
  "too-many-load-profiles": { maximum: number }
  "too-many-price-series": { maximum: number }
  "too-many-products": { maximum: number }
  "too-many-sites": { maximum: number }
  "too-many-photos": { maximum: number }
}

/** Refusals by a limit. */
interface LimitRefusals {
  "too-many-in-a-minute": { limit: number; counted: Counted; seconds: number }
  "too-many-sandbox-scans": { limit: number; seconds: number }
  "too-many-passwords": { seconds: number }
  "too-many-at-once": { what: Shared }
  "too-many-lines": { maximum: number }
  "share-used-up": { unit: CostUnit; seconds: number }
  /** `nextMonth`: its first day as YYYY-MM-DD. */
  "storage-used-up": { mode: "live" | "sandbox"; storedBytes: number; limitBytes: number }
  "quota-used-up": { tier: string; monthlyScans: number; nextMonth: string }
}

/** Refusals by faults of the service. */
export interface Faults {
  "database-unreachable": Nothing
  "database-cannot-write": Nothing
  "short-of-resources": Nothing
  "too-many-scans-waiting": Nothing
  "pdf-failed": Nothing
  "aerial-photos-away": Nothing
  "report-not-completed": Nothing
  "internal-error": Nothing
}

/** Reasons for closing a WebSocket. */
export interface SocketEnds {
  "socket-unauthenticated": Nothing
  "socket-without-scan": Nothing
  "socket-of-ended-scan": Nothing
  "socket-open-too-long": Nothing
  "socket-not-possible": Nothing
  "socket-failed": Nothing
  "too-many-sockets": Nothing
  "service-stops": Nothing
}

export type RefusalReason = keyof RefusalParams

/** Refusal of a request as data, which `domain/texts` turns into a sentence. */
export type Refusal = { [R in RefusalReason]: { reason: R; params: RefusalParams[R] } }[RefusalReason]

/** A reason and its parameters, if any. */
export type GivenRefusal = {
  [R in RefusalReason]: keyof RefusalParams[R] extends never ? [reason: R] : [reason: R, params: RefusalParams[R]]
}[RefusalReason]

/** A refusal for a reason. */
export const refusal = (...[reason, params]: GivenRefusal): Refusal => ({ reason, params: params ?? {} }) as Refusal
