import { integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core"
import { type Mode, organizations, time } from "../tables.ts"

/** Scans that came in one request with a line for each. */
export const scanBatches = pgTable(
  "scan_batches",
  {
    organizationId: uuid("organization_id")
      .notNull()
      .references(() => organizations.id, { onDelete: "cascade" }),
    mode: text("mode").$type<Mode>().notNull(),
    /** The caller's own, or one that was made. */
    id: uuid("id").notNull(),
    /** Lines that were worked on, and what became of them. */
    lines: integer("lines").notNull().default(0),
    accepted: integer("accepted").notNull().default(0),
    refused: integer("refused").notNull().default(0),
    createdAt: time("created_at").notNull(),
    /** When its last line was worked on, or its request broke off; null: more lines may come. */
    closedAt: time("closed_at"),
  },
  table => [primaryKey({ columns: [table.organizationId, table.mode, table.id] })],
)
