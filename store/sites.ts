import { and, eq, getTableColumns, inArray, or, type SQL, sql } from "drizzle-orm"
import { searchable, searchedTexts, searchTextOf } from "../domain/request/customerDetails.ts"
import { photosOf, type Site } from "../domain/request/site.ts"
import { isId } from "../infra/ids.ts"
import type { Queries } from "./database.ts"
import { readableBy, writableBy } from "./modes.ts"
import { type Page, type PageRead, pageAfter, pageByKey, type Slice, type SliceAfter } from "./page.ts"
import type { Owner } from "./scans/read.ts"
import { sitePhotos, sites } from "./sitesTable.ts"
import { scans } from "./tables.ts"
import { transaction } from "./transaction.ts"

/** A site without its search text. */
export type SiteRow = Omit<typeof sites.$inferSelect, "searchText">

const { searchText: _, ...columns } = getTableColumns(sites)

const searchTextOfSite = ({ customer, dossierId }: Site, place: string | null): string =>
  [searchTextOf(customer), ...[dossierId, place].map(text => text && searchable(text))].filter(Boolean).join("\n")

const changeable = (owner: Owner, id: string): SQL => and(writableBy(sites, owner), eq(sites.id, id))!

/** Number of sites of the organization and mode. */
export const countSites = (queries: Queries, owner: Owner): Promise<number> =>
  queries.$count(sites, writableBy(sites, owner))

export const insertSite = async (queries: Queries, row: SiteRow): Promise<void> => {
  await queries.insert(sites).values({ ...row, searchText: searchTextOfSite(row.site, row.place) })
}

/** A part of the sites that the caller may read, newest first, and true if more follow. */
export const listSites = async (
  queries: Queries,
  owner: Owner,
  search: string | undefined,
  slice: Slice | SliceAfter,
): Promise<Page<SiteRow> & { hasMore: boolean }> => {
  const matches =
    search === undefined
      ? undefined
      : or(...searchedTexts(search).map(text => sql`position(${text} in ${sites.searchText}) > 0`))
  const list = { table: sites, id: sites.id, where: and(readableBy(sites, owner), matches) }
  const read = ({ where, order, limit }: PageRead) =>
    queries.select(columns).from(sites).where(where).orderBy(order).limit(limit)
  if ("after" in slice) return pageAfter(queries, list, slice, read)
  const { rows, total } = await pageByKey(queries, list, slice, read)
  return { rows, total, hasMore: slice.offset + rows.length < total }
}

/** A site that the caller may read. */
export const findSite = async (queries: Queries, owner: Owner, id: string): Promise<SiteRow | undefined> => {
  if (!isId(id)) return undefined
  const [row] = await queries
    .select(columns)
    .from(sites)
    .where(and(readableBy(sites, owner), eq(sites.id, id)))
    .limit(1)
  return row
}

/**
 * Changes a site of the caller's mode in its turn, and deletes photos that no roof names any more; undefined without a
 * site, and if `change` gives none.
 */
export const changeSite = (
  queries: Queries,
  owner: Owner,
  id: string,
  change: (row: SiteRow) => SiteRow | undefined,
): Promise<SiteRow | undefined> =>
  transaction(queries, async tx => {
    if (!isId(id)) return undefined
    const [row] = await tx.select(columns).from(sites).where(changeable(owner, id)).for("update")
    const changed = row && change(row)
    if (!changed) return undefined
    const { site, place, updatedAt } = changed
    const text = searchTextOfSite(site, place)
    await tx.update(sites).set({ site, place, updatedAt, searchText: text }).where(eq(sites.id, row.id))
    const named = new Set(photosOf(site))
    const unnamed = photosOf(row.site).filter(photo => !named.has(photo))
    if (unnamed.length > 0)
      await tx.delete(sitePhotos).where(and(eq(sitePhotos.siteId, row.id), inArray(sitePhotos.id, unnamed)))
    return { ...row, site, place, updatedAt }
  })

/** Deletes a site of the caller's mode; its scans stay, without a site. False without one. */
export const deleteSite = async (queries: Queries, owner: Owner, id: string): Promise<boolean> =>
  isId(id) && (await deleteSites(queries, changeable(owner, id))) > 0

/** Deletes the sites of a condition; returns their number. */
export const deleteSites = (queries: Queries, where: SQL): Promise<number> =>
  transaction(queries, async tx => {
    const deleted = await tx.delete(sites).where(where).returning({ id: sites.id })
    const ids = deleted.map(({ id }) => id)
    if (ids.length > 0) await tx.update(scans).set({ siteId: null }).where(inArray(scans.siteId, ids))
    return ids.length
  })

/** Sites of a customer, by the dossier or by the customer's reference. */
export const sitesOfCustomer = (organizationId: string, by: "dossierId" | "reference", value: string): SQL => {
  const field = by === "dossierId" ? sql`site ->> 'dossierId'` : sql`site -> 'customer' ->> 'reference'`
  return sql`(sites.organization_id = ${organizationId}::uuid and ${field} = ${value}::text)`
}

/** Sites deleted per statement with their photos: on the embedded engine all other work waits meanwhile. */
const SITES_PER_STEP = 10

/**
 * Deletes some of the sites that have no scan and were not changed within the retention of their mode at `now`. Returns
 * their number.
 */
export const deleteExpiredSites = async (queries: Queries, now: Date): Promise<number> => {
  const deleted = await queries.execute<{ id: string }>(sql`
    delete from sites where id in (
      select expired.id from organizations
      cross join lateral (values ('live', live_scan_days), ('sandbox', sandbox_scan_days)) as kept(mode, days)
      cross join lateral (select ${now.toISOString()}::timestamptz - kept.days * interval '1 day' as until) as limits
      cross join lateral (
        select sites.id from sites
        where sites.organization_id = organizations.id and sites.mode = kept.mode and sites.updated_at < limits.until
          and not exists (select from scans where scans.site_id = sites.id)
        limit ${SITES_PER_STEP}::int
      ) as expired
      where kept.days is not null
      limit ${SITES_PER_STEP}::int)
    returning id`)
  return deleted.length
}
