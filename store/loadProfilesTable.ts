import { doublePrecision, index, pgTable, text, uuid } from "drizzle-orm/pg-core"
import { bytes, type Mode, organizations, partOf, time } from "./tables.ts"

/** Custom load profiles of the earlier interface. */
export const loadProfiles = pgTable(
  "load_profiles",
  {
    id: uuid("id").primaryKey(),
    organizationId: partOf("organization_id", () => organizations.id),
    mode: text("mode").$type<Mode>().notNull().default("live"),
    filename: text("filename").notNull(),
    totalKwh: doublePrecision("total_kwh").notNull(),
    averageKw: doublePrecision("average_kw").notNull(),
    /** 8760 hours, kW: domain/report/series packs and unpacks them. Lists do not read them. */
    hours: bytes("hours").notNull(),
    createdAt: time("created_at").notNull(),
  },
  table => [index("load_profiles_by_organization").on(table.organizationId, table.id)],
)
