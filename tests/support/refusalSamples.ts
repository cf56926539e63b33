import type { Refusal, RefusalParams, RefusalReason } from "../../domain/refusal.ts"
import { scanError } from "../../domain/scan/scanError.ts"

/** One refusal for every reason, with the English sentence that versions wrote before they had reasons. */
const SAMPLES: { [R in RefusalReason]: [params: RefusalParams[R], english: string] } = {
  "host-missing": [{}, "the Host header is missing or is not a host: send the name or address of this service"],
  "body-missing": [{}, "the body is missing: send a JSON object as application/json"],
  "body-broken-off": [{}, "the connection was closed before the body was whole"],
  "body-too-large": [{ limitBytes: 1048576 }, "the body is larger than 1048576 bytes, the limit of this path"],
  "body-not-json": [{ parserSays: "Expected '}'" }, "the body is not valid JSON: Expected '}'"],
  "body-not-utf8": [{}, "the body is not valid JSON: it is not UTF-8"],
  "body-too-deep": [{ maximum: 64 }, "the body is nested more than 64 levels deep"],
  "body-too-many-parts": [{ maximum: 500000 }, "the body has more than 500000 names, texts, lists and objects"],
  "body-of-another-type": [{ mediaType: "application/json" }, "send the body as application/json"],
  "body-without-form": [{ field: "file" }, "send the body as multipart/form-data with the file in the field file"],
  "csv-missing": [{}, "csv file is required"],
  "load-profile-not-valid": [{}, "the file is no load profile"],
  "path-unknown": [{}, "there is no such path; /docs lists all"],
  "method-not-allowed": [{ method: "PUT", allowed: ["GET", "HEAD"] }, "PUT is not possible here, only GET, HEAD"],
  "websocket-only": [{}, "connect to this path as a WebSocket"],
  "credential-missing": [{}, "Authentication required: send an API key in the x-api-key header"],
  "key-not-valid": [{}, "the API key is not valid"],
  "token-not-valid": [{}, "the token is not valid or over: ask for a new one"],
  "session-over": [{}, "the session is over: log in again"],
  "login-wrong": [{}, "the e-mail address or the password is wrong"],
  "credential-of-another-kind": [
    { taken: ["api-key", "session"], given: "token" },
    "this path takes an API key or a dashboard session, not a token of POST /v1/auth/token",
  ],
  "password-to-change": [{}, "change the password first: POST /v1/auth/password with currentPassword and newPassword"],
  "owners-only": [{}, "only an owner of the organization may do this"],
  "scope-missing": [{ scope: "webhooks" }, "this API key lacks the scope webhooks: an owner makes keys with it"],
  "write-from-another-site": [{}, "a write with a session cookie must come from the service's own pages"],
  "not-found": [{ what: "studio-profile" }, "studio profile not found"],
  "named-not-found": [
    { path: ["profileIds", 1], id: "none", what: "profile" },
    'profileIds[1] "none": profile not found',
  ],
  "original-not-found": [{}, "copiedFromId is an adjustment whose original scan was deleted: scan not found"],
  "run-not-found": [{ runUuid: "none" }, 'scan "none" not found'],
  "cursor-gone": [
    {},
    "events after this cursor are deleted by now, or the cursor is not of this service: read what you follow anew, then go on without it",
  ],
  "idempotency-key-reused": [{}, "this Idempotency-Key came with another request: take a new key for each new request"],
  "idempotency-key-running": [
    {},
    "the first request with this Idempotency-Key is still being answered: try again in 1 s",
  ],
  "scan-not-completed": [{ status: "pending" }, "the scan is pending: its report is not there yet"],
  "scan-failed": [
    { error: scanError("time-limit", { minutes: 15 }) },
    "the scan failed: the scan was not solved within 15 minutes of its start; please try it again",
  ],
  "scan-without-series": [{ status: "processing" }, "the scan is processing: it has no series"],
  "run-not-completed": [{}, "the scan is being calculated: ask again when its status is optimal"],
  "profile-without-hours": [
    { name: "Home", kind: "studio" },
    'the profile "Home" has no hours yet: set a base first with POST …/base or POST …/base/upload',
  ],
  "profile-busy": [{}, "the profile is being changed by others all the time; try again in a moment"],
  "owner-needed": [{}, "an organization keeps at least one owner: make another member owner first"],
  "account-exists": [{ email: "ann@example.org" }, "ann@example.org has an account already"],
  "delivery-not-ended": [{}, "the delivery has not ended yet: resend it when it has"],
  "too-many-members": [{ maximum: 1000 }, "an organization has at most 1000 users: remove one who has left"],
  "deliveries-waiting": [{}, "deliveries of an earlier replay still wait: replay more when they have ended"],
  "too-many-api-keys": [{ maximum: 100 }, "an organization has at most 100 API keys: delete one that is not used"],
  "too-many-endpoints": [{ maximum: 100 }, "an organization has at most 100 webhook endpoints: delete one first"],
  "too-many-profiles": [
    { maximum: 10000 },
    "an organization has at most 10000 profiles of a kind: delete one that is not used",
  ],
  "too-many-load-profiles": [{ maximum: 10000 }, "an organization has at most 10000 load profiles"],
  "too-many-in-a-minute": [
    { limit: 6000, counted: "calls-of-key", seconds: 12 },
    "more than 6000 calls of this API key in a minute: try again in 12 s",
  ],
  "too-many-sandbox-scans": [{ limit: 1000, seconds: 60 }, "more than 1000 sandbox scans in a day: try again in 60 s"],
  "too-many-passwords": [{ seconds: 4 }, "too many wrong passwords of this account: try again in 4 s"],
  "too-many-at-once": [{ what: "event-streams" }, "too many event streams at once: try again in a moment"],
  "too-many-files": [{}, "too many files are being read; try again"],
  "too-many-checks": [{}, "too many scans are being checked; try again"],
  "quota-used-up": [
    { tier: "free", monthlyScans: 50, nextMonth: "2026-04-01" },
    "the 50 scans a month of the tier free are used up: the next ones are accepted from 2026-04-01 on; " +
      "adjustments and sandbox scans stay free",
  ],
  "database-unreachable": [{}, "the service cannot reach its database; try again in a moment"],
  "database-cannot-write": [
    {},
    "the service cannot store anything at the moment: its disk is full or read-only; reading goes on",
  ],
  "too-many-scans-waiting": [{}, "too many scans wait to be stored; try again in a moment"],
  "short-of-resources": [{}, "the system is short of resources; try again in a moment"],
  "internal-error": [{}, "something went wrong in the service; the request id finds it in the log"],
  "socket-unauthenticated": [{}, "Authentication required"],
  "socket-without-scan": [{}, "scan not found or not accessible"],
  "socket-of-ended-scan": [{}, "the scan has ended"],
  "socket-open-too-long": [{}, "open for an hour: connect again"],
  "socket-not-possible": [{}, "not possible at the moment: connect again"],
  "socket-failed": [{}, "something went wrong in the service"],
  "too-many-sockets": [{}, "too many connections: try again in a moment"],
  "service-stops": [{}, "the service stops: connect again"],
}

/** A refusal for every reason, and its English sentence. */
export const refusalSamples: [refusal: Refusal, english: string][] = Object.entries(SAMPLES).map(
  ([reason, [params, english]]) => [{ reason, params } as Refusal, english],
)
