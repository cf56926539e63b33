import type { CostUnit } from "../organization/cost.ts"
import type { Counted, CredentialKind, RefusalParams, Shared, Thing } from "../organization/refusal.ts"
import type { ProfileKind } from "../site/profiles/state.ts"
import type { Catalogue } from "./render.ts"
import { scanErrorText } from "./scanErrors.ts"

const THINGS: Readonly<Record<Thing, string>> = {
  "api-key": "API key",
  asset: "asset",
  batch: "batch",
  "battery-product": "battery product",
  delivery: "delivery",
  "energyhub-profile": "energyhub profile",
  file: "file",
  "laadplein-profile": "laadplein profile",
  layer: "layer",
  logo: "logo",
  member: "member",
  offer: "offer",
  organization: "organization",
  "aerial-photo": "aerial photo",
  photo: "photo",
  "price-series": "price series",
  profile: "profile",
  report: "report",
  roof: "roof",
  scan: "scan",
  "shared-report": "shared report",
  "live-case": "case for sliders",
  "shared-scan": "shared scan",
  site: "site",
  source: "source",
  "standard-profile": "standard profile",
  "studio-profile": "studio profile",
  user: "user",
  "webhook-endpoint": "webhook endpoint",
}

const COUNTED: Readonly<Record<Counted, string>> = {
  acceptances: "acceptances of reports from this address",
  "calls-of-key": "calls of this API key",
  "calls-of-user": "calls of this user",
  "calls-without-credential": "calls without a credential",
  logins: "logins from this address",
  "password-changes": "changes of this password",
  "reads-of-documentation": "reads of the documentation from this address",
  "yields-of-roofs": "yields of roofs for this address",
  "reads-of-hours": "reads of hours from this address",
  "reads-of-logos": "reads of logos from this address",
  "reads-of-measurements": "reads of the measurements from this address",
  "reads-of-aerial-photos": "reads of aerial photos from this address",
  "reads-of-shared-scans": "reads of shared scans from this address",
}

const SHARED: Readonly<Record<Shared, string>> = {
  "body-bytes": "bytes of request bodies",
  connections: "connections",
  "event-streams": "event streams",
  exports: "exports",
}

/** Units of cost, with their names on the wire. */
const UNITS: Readonly<Record<CostUnit, string>> = {
  readBytes: "bytes read (readBytes)",
  parsedValues: "parsed values (parsedValues)",
  threadMs: "time of the answering thread (threadMs)",
  childMs: "time of child processes (childMs)",
  databaseMs: "time of the database (databaseMs)",
  storedBytes: "bytes stored (storedBytes)",
}

const CREDENTIALS: Readonly<Record<CredentialKind, string>> = {
  "api-key": "an API key",
  session: "a dashboard session",
  token: "a token of POST /v1/auth/token",
}

const WHAT_TO_ADD: Readonly<Record<ProfileKind, string>> = {
  studio: "set a base first with POST …/base or POST …/base/upload",
  energyhub: "add a source or an asset first",
  laadplein: "add an asset first",
}

/** The sentence of every refusal in English. */
export const refusalsEn: Catalogue<RefusalParams> = {
  "host-missing": () => "the Host header is missing or is not a host: send the name or address of this service",
  "body-missing": () => "the body is missing: send a JSON object as application/json",
  "body-broken-off": () => "the connection was closed before the body was whole",
  "body-too-large": ({ limitBytes }) => `the body is larger than ${limitBytes} bytes, the limit of this path`,
  "body-not-json": ({ parserSays }) => `the body is not valid JSON: ${parserSays}`,
  "body-not-utf8": () => "the body is not valid JSON: it is not UTF-8",
  "body-name-twice": ({ name }) => `the body has an object with the name "${name}" twice: give each field once`,
  "body-too-deep": ({ maximum }) => `the body is nested more than ${maximum} levels deep`,
  "body-too-many-parts": ({ maximum }) => `the body has more than ${maximum} values`,
  "body-text-too-long": ({ maximum }) => `the body has a text of more than ${maximum} bytes`,
  "body-too-many-names": ({ maximum }) => `an object of the body has more than ${maximum} fields`,
  "body-of-another-type": ({ mediaType }) => `send the body as ${mediaType}`,
  "not-acceptable": ({ offered }) => `the answer has the forms ${offered.join(", ")}: name one in Accept`,
  "body-encoded": () => "the body has a Content-Encoding: send it uncompressed, without that header",
  "body-without-form": ({ field }) => `send the body as multipart/form-data with the file in the field ${field}`,
  "csv-missing": () => "csv file is required",
  "load-profile-not-valid": () => "the file is no load profile",
  "path-unknown": () => "there is no such path; /docs lists all",
  "method-not-allowed": ({ method, allowed }) => `${method} is not possible here, only ${allowed.join(", ")}`,
  "websocket-only": () => "connect to this path as a WebSocket",

  "credential-missing": () => "Authentication required: send an API key in the x-api-key header",
  "key-not-valid": () => "the API key is not valid",
  "token-not-valid": () => "the token is not valid or over: ask for a new one",
  "session-over": () => "the session is over: log in again",
  "login-wrong": () => "the e-mail address or the password is wrong",
  "credential-of-another-kind": ({ taken, given: credential }, { or }) =>
    `this path takes ${or(taken.map(kind => CREDENTIALS[kind]))}, not ${CREDENTIALS[credential]}`,
  "password-to-change": () => "change the password first: POST /v1/auth/password with currentPassword and newPassword",
  "owners-only": () => "only an owner of the organization may do this",
  "production-key-needed": () => "a test key may not do this: use a production key or a session of an owner",
  "live-row": ({ what, id }) =>
    `${THINGS[what]} ${JSON.stringify(id)} is live, and read-only in the sandbox: use a production key or ?mode=live, or change a sandbox one`,
  "scope-missing": ({ scope }) => `this API key lacks the scope ${scope}: an owner makes keys with it`,
  "write-from-another-site": () => "a write with a session cookie must come from the service's own pages",

  "not-found": ({ what }) => `${THINGS[what]} not found`,
  "named-not-found": ({ path, id, what }, { field }) =>
    `${field(path)} ${JSON.stringify(id)}: ${THINGS[what]} not found`,
  "original-not-found": () => "copiedFromId is an adjustment whose original scan was deleted: scan not found",
  "run-not-found": ({ runUuid }) => `scan ${JSON.stringify(runUuid)} not found`,
  "cursor-gone": () =>
    "events after this cursor are deleted by now, or the cursor is from another service: read your scans again, then continue without a cursor",
  "link-expired": () => "this link has expired: ask the sender for a new link",

  "idempotency-key-reused": () => "this Idempotency-Key came with another request: take a new key for each new request",
  "idempotency-key-running": () =>
    "the first request with this Idempotency-Key is still being answered: try again in 1 s",
  "changed-meanwhile": () => "it was changed meanwhile: load it again, and repeat the change",
  "scan-not-completed": ({ status }) => `the scan is ${status}: its report is not there yet`,
  "scan-failed": ({ error }) => `the scan failed: ${error && scanErrorText(error, "en")}`,
  "scan-without-series": ({ status }) => `the scan ${status === "error" ? "failed" : `is ${status}`}: it has no series`,
  "run-not-completed": () => "the scan is being calculated: ask again when its status is optimal",
  "profile-without-hours": ({ name, kind }) =>
    `the profile ${JSON.stringify(name)} has no hours yet: ${WHAT_TO_ADD[kind]}`,
  "profile-busy": () => "the profile is being changed by others all the time; try again in a moment",
  "owner-needed": () => "an organization keeps at least one owner: make another member owner first",
  "account-exists": ({ email }) => `${email} has an account already`,
  "batch-cancelled": ({ id }) => `the batch ${id} was cancelled: its further lines are not accepted`,
  "batch-exists": ({ id }) => `a batch ${id} exists already: GET /v1/batches/${id} shows its scans`,
  "product-exists": ({ id }) => `there is a product ${id} already: replace it with PUT /v1/batteries/products/${id}`,
  "offer-accepted": () =>
    "the customer has accepted this offer: it stays as it was accepted, so make an adjustment of the scan with its own offer",
  "offer-sent": () => "the offer was sent to the customer: withdraw it instead",
  "offer-not-sent": () => "there is no offer to accept: ask the sender of the link",
  "offer-version": ({ version }) =>
    `offerVersion must be ${version}, the current version of the offer: read the offer again`,
  "offer-expired": ({ validUntil }) => `the offer was valid until ${validUntil}: ask the sender for a new offer`,
  "delivery-not-ended": () => "the delivery has not ended yet: resend it when it has",
  "too-many-members": ({ maximum }) => `an organization has at most ${maximum} users: remove one who has left`,
  "deliveries-waiting": () => "deliveries of an earlier replay still wait: replay more when they have ended",
  "too-many-api-keys": ({ maximum }) => `an organization has at most ${maximum} API keys: delete one that is not used`,
  "too-many-endpoints": ({ maximum }) => `an organization has at most ${maximum} webhook endpoints: delete one first`,
  "too-many-profiles": ({ maximum }) =>
    `an organization has at most ${maximum} profiles of a kind: delete one that is not used`,
  "too-many-price-series": ({ maximum }) => `an organization has at most ${maximum} price series: delete one first`,
  "too-many-sites": ({ maximum }) => `an organization has at most ${maximum} sites: delete one that is not used`,
  "too-many-photos": ({ maximum }) =>
    `an offer has at most ${maximum} photos in all its versions: use stored photos again`,
  "too-many-products": ({ maximum }) => `an organization has at most ${maximum} battery products: delete one first`,
  "too-many-load-profiles": ({ maximum }) => `an organization has at most ${maximum} load profiles`,

  "too-many-in-a-minute": ({ limit, counted, seconds }) =>
    `more than ${limit} ${COUNTED[counted]} in a minute: try again in ${seconds} s`,
  "too-many-sandbox-scans": ({ limit, seconds }) =>
    `more than ${limit} sandbox scans in a day: try again in ${seconds} s`,
  "too-many-passwords": ({ seconds }) => `too many wrong passwords of this account: try again in ${seconds} s`,
  "too-many-at-once": ({ what }) => `too many ${SHARED[what]} at once: try again in a moment`,
  "too-many-lines": ({ maximum }) => `a bulk request has at most ${maximum} lines: send the rest in another one`,
  "share-used-up": ({ unit, seconds }) => `the share of ${UNITS[unit]} is used up: try again in ${seconds} s`,
  "storage-used-up": ({ mode, storedBytes, limitBytes }) =>
    `the stored ${mode} data take ${storedBytes} of ${limitBytes} bytes, which leaves too little room: delete scans, profiles or price series, ` +
    `or shorten the retention (${mode}ScanDays); the operator can raise the limit of the tier`,
  "quota-used-up": ({ tier, monthlyScans, nextMonth }) =>
    `the ${monthlyScans} scans a month of the tier ${tier} are used up: the next ones are accepted from ${nextMonth} on; ` +
    "adjustments and sandbox scans stay free",

  "database-unreachable": () => "the service cannot reach its database; try again in a moment",
  "database-cannot-write": () =>
    "the service cannot store anything at the moment: its disk is full or read-only; reading goes on",
  "too-many-scans-waiting": () => "too many scans wait to be stored; try again in a moment",
  "aerial-photos-away": () => "the server of aerial photos does not answer; try again in a moment",
  "pdf-failed": () => "the PDF could not be made; try again in a moment",
  "report-not-completed": () => "the report is being completed; try again in a moment",
  "short-of-resources": () => "the system is short of resources; try again in a moment",
  "internal-error": () => "something went wrong in the service; the request id finds it in the log",

  "socket-unauthenticated": () => "Authentication required",
  "socket-without-scan": () => "scan not found or not accessible",
  "socket-of-ended-scan": () => "the scan has ended",
  "socket-open-too-long": () => "open for an hour: connect again",
  "socket-not-possible": () => "not possible at the moment: connect again",
  "socket-failed": () => "something went wrong in the service",
  "too-many-sockets": () => "too many connections: try again in a moment",
  "service-stops": () => "the service stops: connect again",
}
