import { and, eq } from "drizzle-orm"
import { withPhoto } from "../domain/request/site.ts"
import type { Queries } from "./database.ts"
import type { Owner } from "./scans/read.ts"
import { changeSite, type SiteRow } from "./sites.ts"
import { sitePhotos } from "./sitesTable.ts"
import { transaction } from "./transaction.ts"

/**
 * Photos of roofs. Each stored photo is named by a roof of its site. The transaction that removes the name also deletes
 * the photo, here or in `changeSite`.
 */

type Photo = Pick<typeof sitePhotos.$inferSelect, "image" | "mediaType" | "hash">

/** Roof of a site. */
export interface RoofPlace {
  siteId: string
  /** Position in the site's list. */
  roof: number
}

/** Gives a roof a photo, in place of its former one; undefined without the roof or a changeable site. */
export const putRoofPhoto = (
  queries: Queries,
  owner: Owner,
  { siteId, roof }: RoofPlace,
  { id, now, ...photo }: Photo & { id: string; now: Date },
): Promise<SiteRow | undefined> =>
  transaction(queries, async tx => {
    const row = await changeSite(tx, owner, siteId, before => {
      const site = withPhoto(before.site, roof, id)
      return site && { ...before, site, updatedAt: now }
    })
    if (!row) return undefined
    const { organizationId, mode } = row
    await tx.insert(sitePhotos).values({ id, siteId: row.id, organizationId, mode, ...photo })
    return row
  })

/** Removes the photo of a roof; undefined without the roof or a changeable site. */
export const removeRoofPhoto = (
  queries: Queries,
  owner: Owner,
  { siteId, roof, now }: RoofPlace & { now: Date },
): Promise<SiteRow | undefined> =>
  changeSite(queries, owner, siteId, row => {
    const site = withPhoto(row.site, roof, undefined)
    return site && { ...row, site, updatedAt: now }
  })

/** Media type and hash of a photo of a site that the caller may read. */
export const findPhotoTag = async (
  queries: Queries,
  site: Pick<SiteRow, "id">,
  id: string,
): Promise<Omit<Photo, "image"> | undefined> => {
  const { mediaType, hash } = sitePhotos
  const [photo] = await queries.select({ mediaType, hash }).from(sitePhotos).where(isPhoto(site, id)).limit(1)
  return photo
}

/** Bytes of a photo of a site that the caller may read. */
export const findPhotoImage = async (
  queries: Queries,
  site: Pick<SiteRow, "id">,
  id: string,
): Promise<Uint8Array | undefined> => {
  const { image } = sitePhotos
  const [photo] = await queries.select({ image }).from(sitePhotos).where(isPhoto(site, id)).limit(1)
  return photo?.image
}

const isPhoto = (site: Pick<SiteRow, "id">, id: string) => and(eq(sitePhotos.siteId, site.id), eq(sitePhotos.id, id))
