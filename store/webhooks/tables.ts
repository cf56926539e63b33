import { sql } from "drizzle-orm"
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core"
import type { WebhookEventName } from "../../domain/organization/events/webhookEvents.ts"
import { bytes, type Mode, organizations, partOf, time } from "../tables.ts"

export const webhookEndpoints = pgTable(
  "webhook_endpoints",
  {
    id: uuid("id").primaryKey(),
    organizationId: partOf("organization_id", () => organizations.id),
    mode: text("mode").$type<Mode>().notNull(),
    url: text("url").notNull(),
    /** Names of the events it receives. */
    events: jsonb("events").$type<WebhookEventName[]>().notNull(),
    /** Additional headers from the customer, sent with every delivery. */
    headers: jsonb("headers").$type<Record<string, string>>().notNull(),
    active: boolean("active").notNull(),
    /** True: failed deliveries are repeated (store/webhooks/retries.ts). */
    retries: boolean("retries").notNull().default(false),
    /** Maximum number of requests at the same time; null: chosen by the speed of the receiver. */
    parallelRequests: integer("parallel_requests"),
    /**
     * Lowercase hex SHA-256 of the signing secret, which is the HMAC key of the document's signature; its holder can
     * sign.
     */
    secretHash: text("secret_hash").notNull(),
    /**
     * Key of the Standard Webhooks signature: the secret decoded from base64, so it reveals the secret. Null for old
     * secrets, whose hash is the key.
     */
    standardKey: bytes("standard_key"),
    /** Keys of the previous secret, which signs in addition until its expiry; null without a previous secret. */
    previousSecretHash: text("previous_secret_hash"),
    previousStandardKey: bytes("previous_standard_key"),
    previousUntil: time("previous_until"),
    createdAt: time("created_at").notNull(),
  },
  table => [index("webhook_endpoints_by_organization").on(table.organizationId, table.id)],
)

/**
 * One row per attempt. It waits, a further attempt until it is due, is claimed by one sender before the request is
 * sent, and ends with its outcome.
 */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    id: uuid("id").primaryKey(),
    endpointId: partOf("endpoint_id", () => webhookEndpoints.id),
    /** No reference: the log outlives the scan. Null for a test, and for an event of a batch. */
    scanId: uuid("scan_id"),
    /** Batch of its event; null for other events. */
    batchId: uuid("batch_id"),
    event: text("event").$type<WebhookEventName>().notNull(),
    /** Id of the delivered event, equal for every endpoint and every repetition. Null for old deliveries. */
    eventId: uuid("event_id"),
    /** Time of the event; null for old deliveries too. */
    eventAt: time("event_at"),
    /**
     * First delivery of a resent or repeated event; null for other deliveries. No reference, because logs are deleted
     * by age.
     */
    originalId: uuid("original_id"),
    /** Origin: an event, its further attempt, the resend button, the test button. */
    kind: text("kind").$type<"event" | "retry" | "resend" | "test">().notNull(),
    /** Number of the attempt, above 1 for further attempts. */
    attempt: integer("attempt").notNull().default(1),
    /** Time of a further attempt; null for other deliveries. */
    dueAt: time("due_at"),
    /** Time of the failure of the last attempt, in the row of the first delivery; null while others follow. */
    exhaustedAt: time("exhausted_at"),
    /** Place of the event within its scan, which gives the order of sending. */
    step: integer("step").notNull(),
    /** The signed and sent body. */
    body: text("body").notNull(),
    state: text("state").$type<"scheduled" | "waiting" | "sending" | "ended">().notNull().default("waiting"),
    /** Claiming process. */
    sender: uuid("sender"),
    /** Time of the claim, just before the request was sent; null: no request was sent. */
    attemptedAt: time("attempted_at"),
    statusCode: integer("status_code"),
    responseBody: text("response_body"),
    durationMs: integer("duration_ms"),
    error: text("error"),
    createdAt: time("created_at").notNull(),
  },
  table => [
    uniqueIndex("webhook_deliveries_once").on(table.endpointId, table.scanId, table.event).where(sql`kind = 'event'`),
    uniqueIndex("webhook_deliveries_of_batch_once")
      .on(table.endpointId, table.batchId, table.event)
      .where(sql`kind = 'event' and batch_id is not null`),
    index("webhook_deliveries_log").on(table.endpointId, table.id),
    index("webhook_deliveries_waiting")
      .on(table.endpointId, table.kind.desc().nullsFirst(), table.id)
      .where(sql`state = 'waiting'`),
    index("webhook_deliveries_unfinished").on(table.endpointId, table.scanId).where(sql`state <> 'ended'`),
    index("webhook_deliveries_sending").on(table.attemptedAt).where(sql`state = 'sending'`),
    index("webhook_deliveries_due").on(table.dueAt).where(sql`state = 'scheduled'`),
    index("webhook_deliveries_exhausted").on(table.endpointId, table.id).where(sql`exhausted_at is not null`),
    index("webhook_deliveries_by_age").on(table.createdAt),
  ],
)
