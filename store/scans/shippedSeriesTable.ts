import { pgTable, text } from "drizzle-orm/pg-core"
import { bytes } from "../tables.ts"

/** Shipped series that stored reports name (domain/report/series/shipped.ts). Rows are never changed or deleted. */
export const shippedSeries = pgTable("shipped_series", {
  /** Lowercase hex SHA-256 of the content. */
  hash: text("hash").primaryKey(),
  content: bytes("content").notNull(),
})
