import { doublePrecision, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core"
import { bytes, type Mode, organizations, partOf, time } from "./tables.ts"

/** An organization's own prices, to which custom tariffs refer. */
export const priceSeries = pgTable(
  "price_series",
  {
    id: uuid("id").primaryKey(),
    organizationId: partOf("organization_id", () => organizations.id),
    mode: text("mode").$type<Mode>().notNull().default("live"),
    name: text("name").notNull(),
    /** Calendar year of the hours. */
    year: integer("year").notNull(),
    meanEurPerKwh: doublePrecision("mean_eur_per_kwh").notNull(),
    lowestEurPerKwh: doublePrecision("lowest_eur_per_kwh").notNull(),
    highestEurPerKwh: doublePrecision("highest_eur_per_kwh").notNull(),
    /** Packed hours and quarters, EUR/kWh (priceSeries.ts). Lists do not read them. */
    hours: bytes("hours").notNull(),
    createdAt: time("created_at").notNull(),
  },
  table => [index("price_series_by_organization").on(table.organizationId, table.id)],
)
