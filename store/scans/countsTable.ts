import { index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core"
import type { Mode, scans } from "../tables.ts"

/**
 * Number of ended scans of an organization by state: the sum of its rows. A trigger adds a row of 1 when a scan ends,
 * and of -1 when an ended scan is deleted. Writers therefore never wait for each other. `foldCounts` regularly combines
 * the rows.
 */
export const scanCounts = pgTable(
  "scan_counts",
  {
    /** No reference: the rows of a deleted organization add up to 0 and disappear. */
    organizationId: uuid("organization_id").notNull(),
    mode: text("mode").$type<Mode>().notNull(),
    status: text("status").$type<(typeof scans.$inferSelect)["status"]>().notNull(),
    scans: integer("scans").notNull(),
  },
  table => [index("scan_counts_by_organization").on(table.organizationId, table.mode, table.status)],
)
