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
    /** What of the product bounds of a scan are held against: of one, and how many may be placed together. */
    capacityKwh: doublePrecision("capacity_kwh").notNull(),
    powerKw: doublePrecision("power_kw").notNull(),
    maxCount: integer("max_count").notNull(),
    /** All of it but its id. */
    product: jsonb("product").notNull().$type<CatalogueProductBody>(),
    updatedAt: time("updated_at").notNull(),
  },
  table => [primaryKey({ columns: [table.organizationId, table.id] })],
)
