import { bigint, index, pgTable, text, uuid } from "drizzle-orm/pg-core"
import type { Mode } from "./tables.ts"

/**
 * Stored bytes of an organization by mode: the sum of its rows. Triggers add a row for each statement that stores,
 * changes or deletes (migrations 0043 and 0044), so writers never wait for each other. `foldBytes` regularly combines
 * the rows.
 */
export const storedBytes = pgTable(
  "stored_bytes",
  {
    /** No reference: the rows of a deleted organization add up to 0 and disappear. */
    organizationId: uuid("organization_id").notNull(),
    mode: text("mode").$type<Mode>().notNull(),
    bytes: bigint("bytes", { mode: "number" }).notNull(),
  },
  table => [index("stored_bytes_by_organization").on(table.organizationId, table.mode)],
)
