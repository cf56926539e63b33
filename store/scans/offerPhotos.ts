import { and, eq, notInArray, sql } from "drizzle-orm"
import type { PhotoHashes } from "../../domain/report/offer/photos.ts"
import type { OfferContent } from "../../domain/report/offer/schema.ts"
import { isId } from "../../infra/ids.ts"
import type { Queries } from "../database.ts"
import { transaction } from "../transaction.ts"
import { lockScan } from "./lock.ts"
import { offerPhotos, offers, offerVersions } from "./offersTable.ts"
import type { Owner } from "./read.ts"

/**
 * Photos of offers. An upload is stored with its scan until the next change of the offer: then photos that neither the
 * offer nor a sent version names are deleted.
 */

type Photo = Pick<typeof offerPhotos.$inferSelect, "id" | "image" | "mediaType" | "sha256">

/** Maximum number of photos of an offer and its sent versions. */
export const MAX_STORED_PHOTOS = 60

/** Stores a photo of a scan, once; returns its id. */
export const addPhoto = (
  queries: Queries,
  owner: Owner,
  scanId: string,
  photo: Photo,
): Promise<{ id: string } | "none" | "accepted" | "too-many"> =>
  transaction(queries, async tx => {
    if (!(await lockScan(tx, owner, scanId))) return "none"
    const isAccepted = and(eq(offers.scanId, scanId), eq(offers.status, "accepted"))
    if ((await tx.$count(offers, isAccepted)) > 0) return "accepted"
    const stored = await hashesOfPhotos(tx, scanId)
    for (const [id, sha256] of stored) if (sha256 === photo.sha256) return { id }
    if (stored.size >= MAX_STORED_PHOTOS) return "too-many"
    const { organizationId, mode } = owner
    await tx.insert(offerPhotos).values({ ...photo, scanId, organizationId, mode })
    return { id: photo.id }
  })

/** Stored photos of a scan. Callers must have checked its owner. */
export const hashesOfPhotos = async (queries: Queries, scanId: string): Promise<PhotoHashes> => {
  const { id, sha256 } = offerPhotos
  const rows = await queries.select({ id, sha256 }).from(offerPhotos).where(eq(offerPhotos.scanId, scanId))
  return new Map(rows.map(photo => [photo.id, photo.sha256]))
}

/** Media type and hash of a photo. Callers must have checked the owner of the scan. */
export const findPhotoTag = async (
  queries: Queries,
  scanId: string,
  id: string,
): Promise<Pick<Photo, "mediaType" | "sha256"> | undefined> => {
  if (!isId(id)) return undefined
  const { mediaType, sha256 } = offerPhotos
  const [photo] = await queries.select({ mediaType, sha256 }).from(offerPhotos).where(isPhoto(scanId, id)).limit(1)
  return photo
}

/** Bytes of a photo. Callers must have checked the owner of the scan. */
export const findPhotoImage = async (queries: Queries, scanId: string, id: string): Promise<Uint8Array | undefined> => {
  const { image } = offerPhotos
  const [photo] = await queries.select({ image }).from(offerPhotos).where(isPhoto(scanId, id)).limit(1)
  return photo?.image
}

const isPhoto = (scanId: string, id: string) => and(eq(offerPhotos.scanId, scanId), eq(offerPhotos.id, id))

/** Deletes the photos of a scan that neither the offer nor a sent version names; absent content: there is no offer. */
export const deleteUnnamed = async (tx: Queries, scanId: string, content: OfferContent | undefined): Promise<void> => {
  const stored = await hashesOfPhotos(tx, scanId)
  if (stored.size === 0) return
  const photos = sql<OfferContent["photos"] | null>`${offerVersions.content} -> 'photos'`
  const sent = await tx.select({ photos }).from(offerVersions).where(eq(offerVersions.scanId, scanId))
  const named = [content?.photos, ...sent.map(({ photos }) => photos)].flatMap(list => list?.map(({ id }) => id) ?? [])
  await tx
    .delete(offerPhotos)
    .where(and(eq(offerPhotos.scanId, scanId), named.length > 0 ? notInArray(offerPhotos.id, named) : undefined))
}

/** Deletes all photos of a scan. */
export const deletePhotos = async (tx: Queries, scanId: string): Promise<void> => {
  await tx.delete(offerPhotos).where(eq(offerPhotos.scanId, scanId))
}
