import { sql } from "drizzle-orm"
import { index, pgTable, text, uuid } from "drizzle-orm/pg-core"
import { type Mode, organizations, partOf, time } from "./tables.ts"

/** Credential of a read: an API key, a user's session, a share link, or no credential. */
export const READERS = ["key", "user", "link", "none"] as const
export type ReaderKind = (typeof READERS)[number]

/** Reads of reports and customers' data, with ids only. */
export const accessLog = pgTable(
  "access_log",
  {
    id: uuid("id").primaryKey(),
    organizationId: partOf("organization_id", () => organizations.id),
    mode: text("mode").$type<Mode>().notNull(),
    /** Method and path of the operation, its parameters in braces. */
    operation: text("operation").notNull(),
    /** Scan, profile or site, which the row outlives; null for a list. */
    objectId: uuid("object_id"),
    reader: text("reader").$type<ReaderKind>().notNull(),
    /** Key or user, which the row outlives; null for others. */
    readerId: uuid("reader_id"),
    readAt: time("read_at").notNull(),
  },
  table => [
    index("access_log_by_organization").on(table.organizationId, table.id),
    index("access_log_by_object").on(table.organizationId, table.objectId, table.id).where(sql`object_id is not null`),
  ],
)
