import { scanError } from "../../domain/base/scanError.ts"
import type { Refusal, RefusalParams, RefusalReason } from "../../domain/organization/refusal.ts"

/** One refusal for every reason, with the English sentence that versions wrote before they had reasons. */
const SAMPLES: { [R in RefusalReason]: [params: RefusalParams[R], english: string] } = {
  "host-missing": [{}, "the Host header is missing or is not a host: send the name or address of this service"],
  "body-missing": [{}, "the body is missing: send a JSON object as application/json"],
  "body-broken-off": [{}, "the connection was closed before the body was whole"],
  "body-too-large": [{ limitBytes: 1048576 }, "the body is larger than 1048576 bytes, the limit of this path"],
  "body-not-json": [{ parserSays: "Expected '}'" }, "the body is not valid JSON: Expected '}'"],
  "body-not-utf8": [{}, "the body is not valid JSON: it is not UTF-8"],
  "body-name-twice": [
    { name: "yearlyKwh" },
    'the body has an object with the name "yearlyKwh" twice: give each field once',
  ],
  "body-too-deep": [{ maximum: 64 }, "the body is nested more than 64 levels deep"],
  "body-too-many-parts": [{ maximum: 500000 }, "the body has more than 500000 values"],
  "body-text-too-long": [{ maximum: 1048576 }, "the body has a text of more than 1048576 bytes"],
  "body-too-many-names": [{ maximum: 10_000 }, "an object of the body has more than 10000 fields"],
  "body-of-another-type": [{ mediaType: "application/json" }, "send the body as application/json"],
  "not-acceptable": [
    { offered: ["application/json", "text/csv"] },
    "the answer has the forms application/json, text/csv: name one in Accept",
  ],
  "body-encoded": [{}, "the body has a Content-Encoding: send it uncompressed, without that header"],
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
  "production-key-needed": [{}, "a test key may not do this: use a production key or a session of an owner"],
  "live-row": [
    { what: "studio-profile", id: "019a4c23-1b7e-7c05-9d42-8e6f0a3b5c71" },
    'studio profile "019a4c23-1b7e-7c05-9d42-8e6f0a3b5c71" is live, and read-only in the sandbox: use a production key or ?mode=live, or change a sandbox one',
  ],
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
    "events after this cursor are deleted by now, or the cursor is from another service: read your scans again, then continue without a cursor",
  ],
  "link-expired": [{}, "this link has expired: ask the sender for a new link"],
  "idempotency-key-reused": [{}, "this Idempotency-Key came with another request: take a new key for each new request"],
  "idempotency-key-running": [
    {},
    "the first request with this Idempotency-Key is still being answered: try again in 1 s",
  ],
  "changed-meanwhile": [{}, "it was changed meanwhile: read it again, and send the change with the new ETag"],
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
  "batch-cancelled": [
    { id: "019a4c22-0c31-7a05-9c7e-2b6d5f81e3a0" },
    "the batch 019a4c22-0c31-7a05-9c7e-2b6d5f81e3a0 was cancelled: its further lines are not accepted",
  ],
  "batch-exists": [
    { id: "019a4c22-0c31-7a05-9c7e-2b6d5f81e3a0" },
    "a batch 019a4c22-0c31-7a05-9c7e-2b6d5f81e3a0 exists already: GET /v1/batches/019a4c22-0c31-7a05-9c7e-2b6d5f81e3a0 shows its scans",
  ],
  "product-exists": [
    { id: "volta-v10" },
    "there is a product volta-v10 already: replace it with PUT /v1/batteries/products/volta-v10",
  ],
  "offer-accepted": [
    {},
    "the customer has accepted this offer: it stays as it was accepted, so make an adjustment of the scan with its own offer",
  ],
  "offer-not-sent": [{}, "there is no offer to accept: ask the sender of the link"],
  "offer-version": [{ version: 3 }, "offerVersion must be 3, the current version of the offer: read the offer again"],
  "offer-expired": [
    { validUntil: "2026-04-30" },
    "the offer was valid until 2026-04-30: ask the sender for a new offer",
  ],
  "delivery-not-ended": [{}, "the delivery has not ended yet: resend it when it has"],
  "too-many-members": [{ maximum: 1000 }, "an organization has at most 1000 users: remove one who has left"],
  "deliveries-waiting": [{}, "deliveries of an earlier replay still wait: replay more when they have ended"],
  "too-many-api-keys": [{ maximum: 1000 }, "an organization has at most 1000 API keys: delete one that is not used"],
  "too-many-endpoints": [{ maximum: 100 }, "an organization has at most 100 webhook endpoints: delete one first"],
  "too-many-profiles": [
    { maximum: 10000 },
    "an organization has at most 10000 profiles of a kind: delete one that is not used",
  ],
  "too-many-price-series": [{ maximum: 1000 }, "an organization has at most 1000 price series: delete one first"],
  "too-many-sites": [{ maximum: 50000 }, "an organization has at most 50000 sites: delete one that is not used"],
  "too-many-products": [{ maximum: 10000 }, "an organization has at most 10000 battery products: delete one first"],
  "too-many-load-profiles": [{ maximum: 10000 }, "an organization has at most 10000 load profiles"],
  "too-many-in-a-minute": [
    { limit: 6000, counted: "calls-of-key", seconds: 12 },
    "more than 6000 calls of this API key in a minute: try again in 12 s",
  ],
  "too-many-sandbox-scans": [
    { limit: 100000, seconds: 60 },
    "more than 100000 sandbox scans in a day: try again in 60 s",
  ],
  "too-many-passwords": [{ seconds: 4 }, "too many wrong passwords of this account: try again in 4 s"],
  "too-many-at-once": [{ what: "event-streams" }, "too many event streams at once: try again in a moment"],
  "too-many-lines": [{ maximum: 100000 }, "a bulk request has at most 100000 lines: send the rest in another one"],
  "share-used-up": [
    { unit: "childMs", seconds: 5 },
    "the share of time of child processes (childMs) is used up: try again in 5 s",
  ],
  "storage-used-up": [
    { mode: "live", storedBytes: 20_000_104_000, limitBytes: 20_000_000_000 },
    "the stored live data take 20000104000 of 20000000000 bytes, which leaves too little room: delete scans, profiles or price series, or shorten the retention (liveScanDays); the operator can raise the limit of the tier",
  ],
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
  "pdf-failed": [{}, "the PDF could not be made; try again in a moment"],
  "report-not-completed": [{}, "the report is being completed; try again in a moment"],
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
