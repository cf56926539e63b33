import { bigint, integer, pgTable } from "drizzle-orm/pg-core"

/**
 * The places of events, in one row: `last` was given last, and of those up to `swept` some are deleted by their age.
 */
export const eventPlaces = pgTable("event_places", {
  /** Always 1. */
  id: integer("id").primaryKey(),
  last: bigint("last", { mode: "number" }).notNull(),
  swept: bigint("swept", { mode: "number" }).notNull(),
})
