import { doublePrecision, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core"
import type { CatalogueProductBody } from "../domain/market/batteryCatalogue.ts"
import { type Mode, organizations, partOf, time } from "./tables.ts"

/** The battery products that organizations sell. */
export const batteryProducts = pgTable(
  "battery_products",
  {
    organizationId: partOf("organization_id", () => organizations.id),
    /** A sandbox product takes the place of a live product with the same id for sandbox callers. */
    mode: text("mode").$type<Mode>().notNull().default("live"),
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
  table => [primaryKey({ columns: [table.organizationId, table.mode, table.id] })],
)
