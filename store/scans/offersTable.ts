import {
  doublePrecision,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core"
import type { Currency } from "../../domain/market/currencyNames.ts"
import type { OfferContent } from "../../domain/report/offer/schema.ts"
import { bytes, type Mode, organizations, partOf, scans, time } from "../tables.ts"

/** Offers of scans; each is deleted with its scan. */
export const offers = pgTable(
  "offers",
  {
    scanId: partOf("scan_id", () => scans.id).primaryKey(),
    organizationId: partOf("organization_id", () => organizations.id),
    mode: text("mode").$type<Mode>().notNull(),
    /** Number of the offer in its organization and mode, from 1. */
    number: integer("number").notNull(),
    /** Number of the current content, from 1. */
    version: integer("version").notNull(),
    status: text("status").$type<"draft" | "sent" | "accepted" | "withdrawn">().notNull(),
    currency: text("currency").$type<Currency>().notNull(),
    /** Type json keeps the order of the fields. */
    content: json("content").$type<OfferContent>().notNull(),
    /** Payback at its price [years], Infinity: never; null: stored before the column, or its scan has no cash flow. */
    returnPeriod: doublePrecision("return_period"),
    /** End of the last day at the site; null: no end. */
    endsAt: time("ends_at"),
    /** Time at which the current version was sent; null: not yet. */
    sentAt: time("sent_at"),
    acceptedAt: time("accepted_at"),
    /** Name of the accepting person, as typed; deleted, as the next two, with the details of the customer. */
    acceptedBy: text("accepted_by"),
    /** Network address of the accepting caller. */
    acceptedAddress: text("accepted_address"),
    /** Path data of the drawn name. */
    acceptedDrawing: text("accepted_drawing"),
    /** Lowercase hex SHA-256 of the accepted offer. */
    acceptedHash: text("accepted_hash"),
    updatedAt: time("updated_at").notNull(),
  },
  table => [uniqueIndex("offers_by_number").on(table.organizationId, table.mode, table.number)],
)

export type OfferRow = typeof offers.$inferSelect

/** Versions of offers as they were sent first. A row never changes, and is deleted with its scan. */
export const offerVersions = pgTable(
  "offer_versions",
  {
    scanId: partOf("scan_id", () => scans.id),
    organizationId: partOf("organization_id", () => organizations.id),
    mode: text("mode").$type<Mode>().notNull(),
    version: integer("version").notNull(),
    currency: text("currency").$type<Currency>().notNull(),
    content: json("content").$type<OfferContent>().notNull(),
    sentAt: time("sent_at").notNull(),
  },
  table => [primaryKey({ columns: [table.scanId, table.version] })],
)

/** Photos of offers: an image never changes. `OfferContent` of the offer or of a sent version names it. */
export const offerPhotos = pgTable(
  "offer_photos",
  {
    id: uuid("id").primaryKey(),
    scanId: partOf("scan_id", () => scans.id),
    /** Owner of the scan, for the count of stored bytes. */
    organizationId: uuid("organization_id").notNull(),
    mode: text("mode").$type<Mode>().notNull(),
    image: bytes("image").notNull(),
    mediaType: text("media_type").notNull(),
    /** Lowercase hex SHA-256 of the image. */
    sha256: text("sha256").notNull(),
  },
  table => [index("offer_photos_by_scan").on(table.scanId)],
)

/** Last number of an offer by organization and mode: numbers of deleted offers are not used again. */
export const offerNumbers = pgTable(
  "offer_numbers",
  {
    organizationId: partOf("organization_id", () => organizations.id),
    mode: text("mode").$type<Mode>().notNull(),
    last: integer("last").notNull(),
  },
  table => [primaryKey({ columns: [table.organizationId, table.mode] })],
)
