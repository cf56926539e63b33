import { index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core"
import { bytes, partOf, scans } from "../tables.ts"

/** Inputs of scans, each stored once. A trigger deletes a row with its last reference (migration 0039). */
export const scanInputs = pgTable("scan_inputs", {
  /** Lowercase hex SHA-256 of the content. */
  hash: text("hash").primaryKey(),
  /** Packed JobInputs with one input (domain/case/inputParts.ts). */
  content: bytes("content").notNull(),
})

/** Inputs that a scan was solved with, in the order of `inputParts`; no rows if the shipped data sufficed. */
export const inputsOfScans = pgTable(
  "inputs_of_scans",
  {
    scanId: partOf("scan_id", () => scans.id),
    place: integer("place").notNull(),
    hash: text("hash")
      .notNull()
      .references(() => scanInputs.hash),
  },
  table => [primaryKey({ columns: [table.scanId, table.place] }), index("inputs_of_scans_by_hash").on(table.hash)],
)
