import { doublePrecision, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core"
import type { CatalogueProductBody } from "../domain/market/batteryCatalogue.ts"
import { organizations, time } from "./tables.ts"

/** The battery products that organizations sell. */
export const batteryProducts = pgTable(
  "battery_products",
  {
    organizationId: uuid("organization_id")
      .notNull()
      .references(() => organizations.id, { onDelete: "cascade" }),
    /** Id given by the organization. */
    id: text("id").notNull(),
    /** Figures for comparison with the bounds of a scan: size of one product, and maximum number of units. */
    capacityKwh: doublePrecision("capacity_kwh").notNull(),
    powerKw: doublePrecision("power_kw").notNull(),
    maxCount: integer("max_count").notNull(),
    /** The product without its id. */
    product: jsonb("product").notNull().$type<CatalogueProductBody>(),
    updatedAt: time("updated_at").notNull(),
  },
  table => [primaryKey({ columns: [table.organizationId, table.id] })],
)
