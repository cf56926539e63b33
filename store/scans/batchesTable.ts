import { sql } from "drizzle-orm"
import { index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core"
import { type Mode, organizations, time } from "../tables.ts"

/** Scans that came in one request: POST /v1/scans/batch, or with a line for each POST /v1/scans/bulk. */
export const scanBatches = pgTable(
  "scan_batches",
  {
    organizationId: uuid("organization_id")
      .notNull()
      .references(() => organizations.id, { onDelete: "cascade" }),
    mode: text("mode").$type<Mode>().notNull(),
    /** The caller's own, or one that was made. */
    id: uuid("id").notNull(),
    /** Processed lines, or items, by outcome. */
    lines: integer("lines").notNull().default(0),
    accepted: integer("accepted").notNull().default(0),
    refused: integer("refused").notNull().default(0),
    createdAt: time("created_at").notNull(),
    /** When its last line was worked on, or its request broke off; null: more lines may come. */
    closedAt: time("closed_at"),
    /** When its request was last known to be worked on: one that stays silent has lost its process. */
    notedAt: time("noted_at").notNull().defaultNow(),
    /** When each of its scans had ended, and the event of that was written; null before. */
    completedAt: time("completed_at"),
  },
  table => [
    primaryKey({ columns: [table.organizationId, table.mode, table.id] }),
    index("scan_batches_unended").on(table.createdAt).where(sql`completed_at is null`),
    index("scan_batches_by_end").on(table.completedAt).where(sql`completed_at is not null`),
  ],
)
