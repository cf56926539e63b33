import { index, json, pgTable, text, uuid } from "drizzle-orm/pg-core"
import type { Site } from "../domain/request/site.ts"
import { bytes, type Mode, organizations, partOf, time } from "./tables.ts"

/** Sites of customers, from which scans are made. */
export const sites = pgTable(
  "sites",
  {
    id: uuid("id").primaryKey(),
    organizationId: partOf("organization_id", () => organizations.id),
    mode: text("mode").$type<Mode>().notNull(),
    /** Town of the location; null where none is known. */
    place: text("place"),
    /** Text for searches: customer, dossier and place. */
    searchText: text("search_text").notNull(),
    /** Type json keeps the order of the fields. */
    site: json("site").$type<Site>().notNull(),
    createdAt: time("created_at").notNull(),
    updatedAt: time("updated_at").notNull(),
  },
  table => [
    index("sites_by_organization").on(table.organizationId, table.id),
    index("sites_by_change").on(table.organizationId, table.mode, table.updatedAt),
  ],
)

/** Photos of roofs, each named by a roof of its site, and deleted with the site. */
export const sitePhotos = pgTable(
  "site_photos",
  {
    id: uuid("id").primaryKey(),
    siteId: partOf("site_id", () => sites.id),
    /** Owner of the site, for the count of stored bytes. */
    organizationId: uuid("organization_id").notNull(),
    mode: text("mode").$type<Mode>().notNull(),
    image: bytes("image").notNull(),
    mediaType: text("media_type").notNull(),
    /** Start of the image's hex SHA-256. */
    hash: text("hash").notNull(),
  },
  table => [index("site_photos_by_site").on(table.siteId)],
)
