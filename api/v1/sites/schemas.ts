import { type Static, Type } from "@sinclair/typebox"
import { Instant, orNull } from "../../../domain/base/validation/schema.ts"
import { SITE_EXAMPLE, Site } from "../../../domain/request/site.ts"
import { listOf, PageQuery } from "../../http/lists.ts"
import { RowMode } from "../../http/ownMode.ts"

const ID = "019a4c1e-7c3a-7e21-9d5b-3f6f0a8d2b14"
const EXAMPLE = {
  ...{ id: ID, mode: "live", place: "Utrecht", ...SITE_EXAMPLE, meterProfileIds: [], existingPv: [] },
  ...{ createdAt: "2026-11-22T11:30:00.000Z", updatedAt: "2026-11-22T11:30:00.000Z" },
}

/** A site in answers. */
export const SiteItem = Type.Object(
  {
    id: Type.String({ description: "UUIDv7: `siteId` of a scan" }),
    mode: RowMode,
    place: orNull(Type.String(), "Town of the location; null outside of the Netherlands, Belgium and Germany"),
    ...Site.properties,
    createdAt: Instant("When it was made"),
    updatedAt: Instant("When it was last changed"),
  },
  { description: "A place of a customer, from which scans are made", examples: [EXAMPLE] },
)
export type SiteItem = Static<typeof SiteItem>

export const SiteList = Type.Object(
  {
    ...listOf(SiteItem).properties,
    nextCursor: orNull(Type.String(), "cursor of the next page; null on the last"),
  },
  { examples: [{ items: [EXAMPLE], total: 1, page: 1, limit: 20, totalPages: 1, nextCursor: null }] },
)
export type SiteList = Static<typeof SiteList>

export const SiteListQuery = Type.Object({
  ...PageQuery.properties,
  cursor: Type.Optional(
    Type.String({
      pattern: "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$",
      textForm: "list-cursor",
      description: "nextCursor of the page before, in place of page",
      examples: [ID],
    }),
  ),
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: "Only sites whose customer, place or dossier holds this text, in small or capital letters",
    }),
  ),
})
export type SiteListQuery = Static<typeof SiteListQuery>
