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
    /** Id from the caller, or a generated id. */
    id: uuid("id").notNull(),
    /** Processed lines, or items, by outcome. */
    lines: integer("lines").notNull().default(0),
    accepted: integer("accepted").notNull().default(0),
    refused: integer("refused").notNull().default(0),
    createdAt: time("created_at").notNull(),
    /** Time at which the last line was processed or the request broke off; null: more lines may come. */
    closedAt: time("closed_at"),
    /** Time of the last sign of work on its request; after long silence its process counts as lost. */
    notedAt: time("noted_at").notNull().defaultNow(),
    /** Time at which all its scans had ended and the event was written; null before. */
    completedAt: time("completed_at"),
  },
  table => [
    primaryKey({ columns: [table.organizationId, table.mode, table.id] }),
    index("scan_batches_unended").on(table.createdAt).where(sql`completed_at is null`),
    index("scan_batches_by_end").on(table.completedAt).where(sql`completed_at is not null`),
  ],
)
