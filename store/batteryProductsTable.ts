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
    /** As the organization names it. */
    id: text("id").notNull(),
    /** Figures that a scan's bounds are compared with: of one product, and the highest number together. */
    capacityKwh: doublePrecision("capacity_kwh").notNull(),
    powerKw: doublePrecision("power_kw").notNull(),
    maxCount: integer("max_count").notNull(),
    /** The product without its id. */
    product: jsonb("product").notNull().$type<CatalogueProductBody>(),
    updatedAt: time("updated_at").notNull(),
  },
  table => [primaryKey({ columns: [table.organizationId, table.id] })],
)
