import { type Static, Type } from "@sinclair/typebox"
import { Strict, TextLine } from "../../base/validation/schema.ts"
import { type Violation, violation } from "../../base/validation/violation.ts"

/** Photos of an offer and its sent versions. */
export const MAX_PHOTOS = 12

const Caption = Type.Optional(TextLine({ minLength: 1, maxLength: 200, description: "Text below the photo" }))

/** Photo in the body of a change. */
export const PhotoInput = Strict(
  {
    id: Type.String({ minLength: 1, maxLength: 64, description: "Id that the upload gave" }),
    caption: Caption,
  },
  { description: "Photo of POST /v1/scans/{id}/offer/photos, and its caption" },
)

/** Photo of an offer. */
export const OfferPhoto = Strict(
  {
    id: Type.String({ description: "Id of the photo" }),
    caption: Caption,
    sha256: Type.String({ description: "SHA-256 in hex of the image" }),
  },
  { description: "Photo of an offer" },
)
export type OfferPhoto = Static<typeof OfferPhoto>

/** Answer of POST /v1/scans/{id}/offer/photos. */
export const StoredPhoto = Type.Omit(OfferPhoto, ["caption"], {
  description: "A stored photo, which the offer shows as soon as `photos` names it",
})

export type StoredPhoto = Static<typeof StoredPhoto>

/** SHA-256 of the stored photos of a scan, by their ids. */
export type PhotoHashes = ReadonlyMap<string, string>

type Named = Static<typeof PhotoInput>

/** Broken rules of the photos of a change. */
export const photoViolations = (photos: readonly Named[]): Violation[] =>
  photos.flatMap(({ id }, i) =>
    photos.slice(0, i).some(photo => photo.id === id) ? [violation(["photos", i, "id"], "unique", {})] : [],
  )

/** Photos of a change with their hashes. @param missing called for a photo that the scan has not */
export const withHashes = (
  photos: readonly Named[],
  hashes: PhotoHashes,
  missing: (photo: Named, index: number) => never,
): OfferPhoto[] =>
  photos.map(({ id, caption }, i) => ({
    ...{ id, ...(caption === undefined ? {} : { caption }) },
    sha256: hashes.get(id) ?? missing({ id }, i),
  }))
