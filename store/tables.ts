import { sql } from "drizzle-orm"
import {
  type AnyPgColumn,
  bigint,
  boolean,
  customType,
  doublePrecision,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core"
import type { StoredScanError } from "../domain/base/scanError.ts"
import type { AssumptionOverrides } from "../domain/market/assumptions.ts"
import type { PriceYear } from "../domain/market/tariff/dayAhead.ts"
import type { Company } from "../domain/organization/company.ts"
import type { Contact } from "../domain/organization/contact.ts"
import type { ServiceEventName } from "../domain/organization/events/serviceEvents.ts"
import { KEY_SCOPES, type KeyScope } from "../domain/organization/scopes.ts"
import type { AcceptedPlant } from "../domain/report/acceptance.ts"
import type { StoredReport } from "../domain/report/schema.ts"
import type { AdjustableStep } from "../domain/request/adjustableSteps.ts"
import type { CustomerDetails } from "../domain/request/customerDetails.ts"
import type { FilledRequest } from "../domain/request/request.ts"
import type { ProfileDefinitions } from "../domain/site/profiles/state.ts"

/** Bytes of any length. */
export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => "bytea" })
/** A moment, to the millisecond. */
export const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" })

/** Reference to the row that this row is part of, and is deleted with. */
export const partOf = (name: string, id: () => AnyPgColumn) =>
  uuid(name).notNull().references(id, { onDelete: "cascade" })

/** Mode: test keys have sandbox scans, production keys have live scans. Neither mode sees the other's scans. */
export type Mode = "sandbox" | "live"

export const organizations = pgTable("organizations", {
  id: uuid("id").primaryKey(),
  displayName: text("display_name").notNull(),
  brandingDisplayName: text("branding_display_name").notNull().default(""),
  brandingEnabled: boolean("branding_enabled").notNull().default(false),
  /** `#rrggbb` of covers; null: the page's own colour. */
  brandingColor: text("branding_color"),
  /** Contact for readers of shared reports; null: no contact. */
  contact: jsonb("contact").$type<Contact>(),
  /** Company that offers name; null: none. Type json keeps the order of the fields. */
  company: json("company").$type<Company>(),
  /** Name of a tier of TIERS_FILE; null: the file's default tier. */
  tier: text("tier"),
  /** Fields that an adjustment may change; null: everything. */
  adjustableSteps: jsonb("adjustable_steps").$type<AdjustableStep[]>(),
  /** The organization's own values of domain/market/assumptions. */
  assumptions: jsonb("assumptions").$type<AssumptionOverrides>().notNull().default({}),
  /** Retention of ended scans [d]; null: for ever. */
  liveScanDays: integer("live_scan_days"),
  sandboxScanDays: integer("sandbox_scan_days").notNull().default(30),
  /** Start of the retention of earlier scans: the upgrade, or the creation of the organization. */
  retentionSince: time("retention_since").notNull().defaultNow(),
  createdAt: time("created_at").notNull().defaultNow(),
})

export const organizationLogos = pgTable("organization_logos", {
  organizationId: partOf("organization_id", () => organizations.id).primaryKey(),
  image: bytes("image").notNull(),
  mediaType: text("media_type").notNull(),
  /** Start of the image's hex SHA-256. */
  hash: text("hash").notNull(),
})

export const users = pgTable("users", {
  id: uuid("id").primaryKey(),
  organizationId: partOf("organization_id", () => organizations.id),
  email: text("email").notNull().unique(),
  passwordHash: text("password_hash").notNull(),
  role: text("role").$type<"owner" | "member">().notNull(),
  mustChangePassword: boolean("must_change_password").notNull().default(false),
  createdAt: time("created_at").notNull().defaultNow(),
})

/** A login that is not revoked: logging out deletes its row. */
export const sessions = pgTable(
  "sessions",
  {
    id: uuid("id").primaryKey(),
    userId: partOf("user_id", () => users.id),
    expiresAt: time("expires_at").notNull(),
    createdAt: time("created_at").notNull().defaultNow(),
  },
  table => [index("sessions_by_user").on(table.userId)],
)

export const apiKeys = pgTable("api_keys", {
  id: uuid("id").primaryKey(),
  organizationId: partOf("organization_id", () => organizations.id),
  name: text("name").notNull(),
  mode: text("mode").$type<Mode>().notNull(),
  scopes: jsonb("scopes")
    .$type<KeyScope[]>()
    .notNull()
    .default([...KEY_SCOPES]),
  /** Lowercase hex SHA-256 of the key; the key itself is shown once and never stored. */
  hash: text("hash").notNull().unique(),
  last4: text("last4").notNull(),
  lastUsedAt: time("last_used_at"),
  createdAt: time("created_at").notNull().defaultNow(),
})

/** While this row exists, the first organization's credentials are unused. */
export const firstCredentials = pgTable("first_credentials", {
  organizationId: partOf("organization_id", () => organizations.id).primaryKey(),
  /** The credentials derive from it and the signing secret. */
  salt: text("salt").notNull(),
})

export const scans = pgTable(
  "scans",
  {
    id: uuid("id").primaryKey(),
    organizationId: partOf("organization_id", () => organizations.id),
    mode: text("mode").$type<Mode>().notNull(),
    status: text("status").$type<"pending" | "processing" | "completed" | "error">().notNull(),
    /** The request with its defaults, as domain/scan's FilledRequest. */
    input: json("input").$type<FilledRequest>().notNull(),
    goal: text("goal").$type<FilledRequest["goal"]>().notNull(),
    dossierId: text("dossier_id"),
    /** Customer of the scan; apart from the request, so that it is never sent with the request. */
    customerDetails: json("customer_details").$type<CustomerDetails>(),
    /** Text for searches: searchTextOf the details. */
    customerText: text("customer_text"),
    /** Site of the scan; null without one, and after its deletion. */
    siteId: uuid("site_id"),
    /** Town of its location; null where none is known, and for scans before the column. */
    place: text("place"),
    /** Solver run; shown in webhooks. */
    runId: uuid("run_id").notNull(),
    /** Fences results: an answer of an earlier attempt is dropped. */
    attempt: integer("attempt").notNull().default(0),
    /** Message version of its job; earlier versions would misread its request. */
    jobVersion: integer("job_version").notNull().default(1),
    /** The attempt of a dispatcher of version 2 or later: 0.1 claims no later versions (docs/decisions/057). */
    claimedAttempt: integer("claimed_attempt"),
    /** Its inputs are stored (store/scans/inputs.ts); false for scans that only earlier versions claimed. */
    keepsInputs: boolean("keeps_inputs").notNull().default(false),
    /** Its stored report is of the plant alone; the first read completes it (store/scans/details.ts). */
    isPlant: boolean("is_plant").notNull().default(false),
    /** Time at which its completion was last put on the bus; null: not since the start or the last failure. */
    detailAskedAt: time("detail_asked_at"),
    /** Highest progression sent to a client of the earlier interface, 0–100; it never decreases. */
    progression: integer("progression").notNull().default(0),
    /** The scan is part of a batch; single scans precede it. */
    isBatch: boolean("is_batch").notNull().default(false),
    /** store/scans/batchesTable.ts. */
    batchId: uuid("batch_id"),
    /** Line in the request of the batch, from 1; null without a batch, and before the column. */
    batchLine: integer("batch_line"),
    /** Time at which the job was last put on the bus; null: not yet. */
    queuedAt: time("queued_at"),
    processingAt: time("processing_at"),
    endedAt: time("ended_at"),
    /** Cause of the error in which the scan ended. */
    error: jsonb("error").$type<StoredScanError>(),
    /** English sentence of the error, for processes of 0.1 (docs/decisions/057); written, never read. */
    errorMessage: text("error_message"),
    selfSufficiency: doublePrecision("self_sufficiency"),
    returnPeriod: doublePrecision("return_period"),
    co2SavedKg: doublePrecision("co2_saved_kg"),
    /** First year [EUR]. */
    yearlySavings: doublePrecision("yearly_savings"),
    /** New panels; null, as the next figures, for scans that were solved before the column. */
    panels: integer("panels"),
    batteryKwh: doublePrecision("battery_kwh"),
    investment: doublePrecision("investment"),
    netPresentValue: doublePrecision("net_present_value"),
    /** Percentiles of the first year's savings [EUR]; null for a report without an outlook. */
    savingsP10: doublePrecision("savings_p10"),
    savingsP50: doublePrecision("savings_p50"),
    savingsP90: doublePrecision("savings_p90"),
    hasSeenReport: boolean("has_seen_report").notNull().default(false),
    /** Price by the tier [EUR]; null for sandbox scans and adjustments, which cost nothing. */
    costEur: doublePrecision("cost_eur"),
    /** Name of the fixture that is a sandbox scan's result; null for production scans. */
    fixture: text("fixture"),
    /** Root of an adjustment. */
    rootId: uuid("root_id"),
    shareToken: text("share_token").unique(),
    /** The owner decided against sharing; without a credential the scan cannot be read, even by its id. */
    shareEnded: boolean("share_ended").notNull().default(false),
    /** Expiry of the link; null: never. */
    shareExpiresAt: time("share_expires_at"),
    /** Time at which the holder of the link accepted the report; null: not yet. */
    acceptedAt: time("accepted_at"),
    /** Name of the accepting person, as typed; deleted with the details of the customer. */
    acceptedBy: text("accepted_by"),
    acceptedPlant: json("accepted_plant").$type<AcceptedPlant>(),
    /** Request that created the scan, for the logs. */
    requestId: text("request_id"),
    /** The span of that request, as W3C traceparent; null while tracing is off. */
    traceParent: text("trace_parent"),
    createdAt: time("created_at").notNull(),
  },
  table => [
    index("scans_by_organization").on(table.organizationId, table.mode, table.id),
    index("scans_by_status").on(table.organizationId, table.mode, table.status, table.id),
    index("scans_unfinished").on(table.id).where(sql`status in ('pending', 'processing')`),
    index("scans_by_dossier").on(table.organizationId, table.dossierId, table.id).where(sql`dossier_id is not null`),
    index("scans_by_run").on(table.runId),
    index("scans_of_sandbox")
      .on(table.status, table.createdAt)
      .where(sql`mode = 'sandbox' and status in ('pending', 'processing')`),
    index("scans_to_queue")
      .on(table.organizationId, table.isBatch, table.id)
      .where(sql`mode = 'live' and queued_at is null and status in ('pending', 'processing')`),
    index("scans_on_bus")
      .on(table.organizationId)
      .where(sql`queued_at is not null and status in ('pending', 'processing')`),
    index("scans_by_batch").on(table.batchId, table.status).where(sql`batch_id is not null`),
    index("scans_by_site").on(table.siteId, table.id).where(sql`site_id is not null`),
    index("scans_by_batch_line").on(table.batchId, table.batchLine).where(sql`batch_line is not null`),
    index("scans_by_root").on(table.rootId).where(sql`root_id is not null`),
    index("scans_completing").on(table.id).where(sql`detail_asked_at is not null`),
    index("scans_accepted").on(table.organizationId, table.mode, table.id).where(sql`accepted_at is not null`),
  ],
)

/** Index of scans that have not ended; literals as in the index definitions, so that statements use the indexes. */
export const isUnfinished = sql`${scans.status} in ('pending', 'processing')`

/** Index of scans with a usable link: it exists and has not expired by the database's clock. */
export const isLinkOpen = sql`(${scans.shareToken} is not null and coalesce(${scans.shareExpiresAt} > now(), true))`

export const scanReports = pgTable("scan_reports", {
  scanId: partOf("scan_id", () => scans.id).primaryKey(),
  /** The report without fields that change after storage (sharing); type json keeps the order of its fields. */
  report: json("report").$type<StoredReport>().notNull(),
  /** Hourly series behind the charts (domain/report/series), without shipped series: read by `withShipped`. */
  series: bytes("series").notNull(),
  /** Cuts of the sizing, at most 64 KB, from which adjustments start; null for reports from before the column. */
  cuts: bytes("cuts"),
  /** Solved plant (domain/case/solvedPlant.ts) of a report without series; null for full reports. */
  solved: bytes("solved"),
})

/** One row an event: written in the transaction that moves the scan, so that each event exists once. */
export const scanEvents = pgTable(
  "scan_events",
  {
    id: uuid("id").primaryKey(),
    /** No reference: an event outlives its scan. Null for an event of a batch. */
    scanId: uuid("scan_id"),
    /** Batch of the event, which outlives the batch; null for an event of a scan. */
    batchId: uuid("batch_id"),
    organizationId: partOf("organization_id", () => organizations.id),
    mode: text("mode").$type<Mode>().notNull(),
    name: text("name").$type<ServiceEventName>().notNull(),
    /** Content of an event of a deleted scan, and of old versions; null while the content is built from the scan. */
    data: json("data").$type<object>(),
    createdAt: time("created_at").notNull(),
    /**
     * Its place in the order in which events are read (store/events). Null: none yet; 0: from before there were places.
     */
    position: bigint("position", { mode: "number" }),
    /** Time at which the event was handed to the webhooks; null: not yet. */
    relayedAt: time("relayed_at"),
  },
  table => [
    uniqueIndex("scan_events_once").on(table.scanId, table.name),
    uniqueIndex("scan_events_of_batch_once")
      .on(table.organizationId, table.mode, table.batchId, table.name)
      .where(sql`batch_id is not null`),
    index("scan_events_waiting").on(table.id).where(sql`relayed_at is null`),
    index("scan_events_unplaced").on(table.id).where(sql`position is null`),
    uniqueIndex("scan_events_by_position").on(table.position).where(sql`position > 0`),
    index("scan_events_of_organization").on(table.organizationId, table.mode, table.position).where(sql`position > 0`),
  ],
)

/** Number of billable scans of an organization per calendar month in UTC. */
export const usageMeters = pgTable(
  "usage_meters",
  {
    organizationId: partOf("organization_id", () => organizations.id),
    /** `2026-03`. */
    month: text("month").notNull(),
    used: integer("used").notNull(),
  },
  table => [primaryKey({ columns: [table.organizationId, table.month] })],
)

/** First answers of requests that carried an Idempotency-Key. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    organizationId: partOf("organization_id", () => organizations.id),
    mode: text("mode").$type<Mode>().notNull(),
    /** Hex SHA-256 of the key. */
    keyHash: text("key_hash").notNull(),
    /** Hex SHA-256 of method, path and body. */
    fingerprint: text("fingerprint").notNull(),
    /** The answer, sealed under the key itself; null while the first request runs. */
    answer: bytes("answer"),
    createdAt: time("created_at").notNull(),
  },
  table => [
    primaryKey({ columns: [table.organizationId, table.mode, table.keyHash] }),
    index("idempotency_keys_by_age").on(table.createdAt),
  ],
)

/** Hits of one name in its current window, shared by all processes. */
export const rateLimits = pgTable(
  "rate_limits",
  {
    name: text("name").primaryKey(),
    hits: integer("hits").notNull(),
    endsAt: time("ends_at").notNull(),
  },
  table => [index("rate_limits_by_end").on(table.endsAt)],
)

/** Day-ahead prices that an operator brought (`npm run prices`); they take precedence over the shipped ones. */
export const priceYears = pgTable(
  "price_years",
  {
    zone: text("zone").$type<PriceYear["zone"]>().notNull(),
    year: integer("year").notNull(),
    /** 8760 hours of Central European standard time, EUR/kWh, NaN where missing: packed by domain/report/series. */
    hours: bytes("hours").notNull(),
    importedAt: time("imported_at").notNull(),
  },
  table => [primaryKey({ columns: [table.zone, table.year] })],
)

/** Production curves that a PVGIS server gave. */
export const pvgisCurves = pgTable("pvgis_curves", {
  /** Place and orientation of the surface. */
  surface: text("surface").primaryKey(),
  /** The curve and its source: domain/site/solar packs and unpacks it. */
  curve: bytes("curve").notNull(),
  createdAt: time("created_at").notNull(),
})

/** Studio, energyhub and laadplein profiles, as lists show them: no hours in here. */
export const profiles = pgTable(
  "profiles",
  {
    id: uuid("id").primaryKey(),
    organizationId: partOf("organization_id", () => organizations.id),
    /** Creating user; null for API keys and deleted users. */
    userId: uuid("user_id").references(() => users.id, { onDelete: "set null" }),
    /** Mode of the callers that may change it; live rows can be read in the sandbox. */
    mode: text("mode").$type<Mode>().notNull().default("live"),
    kind: text("kind").$type<"studio" | "energyhub" | "laadplein">().notNull(),
    name: text("name").notNull(),
    year: integer("year").notNull(),
    lat: doublePrecision("lat").notNull(),
    lon: doublePrecision("lon").notNull(),
    baseProfileType: text("base_profile_type"),
    baseProfileName: text("base_profile_name"),
    /** Version of the stored curves; null before the profile has a part with use or production. */
    totalKwh: doublePrecision("total_kwh"),
    peakKw: doublePrecision("peak_kw"),
    totalExportKwh: doublePrecision("total_export_kwh").notNull(),
    peakExportKw: doublePrecision("peak_export_kw").notNull(),
    layerCount: integer("layer_count").notNull(),
    hasSolarLayer: boolean("has_solar_layer").notNull(),
    /** A meter measured export that no production of the profile explains; such a profile cannot be scanned. */
    lacksSolar: boolean("lacks_solar").notNull(),
    /** Number of changes; a change applies only to the version on which it is based. */
    version: integer("version").notNull().default(0),
    createdAt: time("created_at").notNull(),
    updatedAt: time("updated_at").notNull(),
  },
  table => [
    index("profiles_by_organization").on(table.organizationId, table.id),
    index("profiles_by_kind").on(table.organizationId, table.kind, table.id),
  ],
)

/** Parts and curves of a profile: domain/site/profiles packs and unpacks them. */
export const profileStates = pgTable("profile_states", {
  profileId: partOf("profile_id", () => profiles.id).primaryKey(),
  /** Base, layers, sources and assets without their hours. */
  definitions: jsonb("definitions").$type<ProfileDefinitions>().notNull(),
  /** Hours of each part. */
  hours: bytes("hours").notNull(),
  /** Baseline, result, export and production. */
  curves: bytes("curves").notNull(),
})
