import { json, pgTable, primaryKey, text } from "drizzle-orm/pg-core"
import type { PriceList } from "../domain/report/offer/priceList.ts"
import { type Mode, organizations, partOf, time } from "./tables.ts"

/** Price lists for offers, one by organization and mode. */
export const priceLists = pgTable(
  "price_lists",
  {
    organizationId: partOf("organization_id", () => organizations.id),
    mode: text("mode").$type<Mode>().notNull(),
    /** Type json keeps the order of the fields. */
    list: json("list").$type<PriceList>().notNull(),
    updatedAt: time("updated_at").notNull(),
  },
  table => [primaryKey({ columns: [table.organizationId, table.mode] })],
)
