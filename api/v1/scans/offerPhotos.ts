import { Type } from "@sinclair/typebox"
import { StoredPhoto } from "../../../domain/report/offer/photos.ts"
import { newId } from "../../../infra/ids.ts"
import { addPhoto, findPhotoImage, findPhotoTag, MAX_STORED_PHOTOS } from "../../../store/scans/offerPhotos.ts"
import { findOffer } from "../../../store/scans/offers.ts"
import type { Owner, ScanState } from "../../../store/scans/read.ts"
import { Conflict, orNotFound } from "../../http/errors.ts"
import { isKnown } from "../../http/finish.ts"
import { publicImage } from "../../http/images.ts"
import { type Handlers, type KeepAnswer, operationsOf } from "../../http/operation.ts"
import { fileBody } from "../../http/upload.ts"
import { writeOnce } from "../../http/writeOnce.ts"
import type { ScanContext } from "./context.ts"
import { sharedOffer } from "./offer.ts"
import { assertCompleted } from "./report.ts"
import { findScan } from "./scope.ts"
import { findShared } from "./share.ts"

const operation = operationsOf("Offers")
const PHOTO_EXAMPLE = {
  id: "019a4c1e-7c3a-7e21-9d5b-3f6f0a8d2b14",
  sha256: "7f0c5c6d1c0f4f9a3f2c6b0f0e9ab5a1f5d5a8d0b9f0f8f3a6f9d4f1c2b3a495",
}
const PHOTO_LIMIT_BYTES = 8 * 1024 * 1024
/** Expected time of decoding, reducing and encoding. */
const REDUCING = { childMs: 1_500 }

const params = {
  photo: { description: "Id of the photo", schema: { type: "string", maxLength: 64 }, example: PHOTO_EXAMPLE.id },
}
const IMAGE = {
  answers: { 200: Type.String({ format: "binary", description: "A JPEG or PNG image" }) },
  mediaType: "image/*",
  answerHeaders: ["etag"],
} as const

/** Photos that the customer sees in an offer. */
export const offerPhotoOperations = {
  addOfferPhoto: operation("POST /v1/scans/{id}/offer/photos", {
    summary: "Store a photo for an offer: a PNG, JPEG or WebP image of up to 8 MiB in the form field `file`",
    description:
      "It is reduced to 1,600 pixels and loses its metadata, such as the place. The offer shows it as soon as `photos` of PUT /v1/scans/{id}/offer names it. " +
      "The next change of the offer deletes photos that neither the offer nor a sent version names. A photo that the scan has already keeps its id.",
    by: ["key", "session"],
    stores: "caller",
    isIdempotent: true,
    body: fileBody("file", PHOTO_LIMIT_BYTES, "The image"),
    answers: { 201: StoredPhoto },
    examples: { 201: PHOTO_EXAMPLE },
    errors: [409],
  }),
  offerPhoto: operation("GET /v1/scans/{id}/offer/photos/{photo}", {
    summary: "Read a photo of an offer",
    description: "The reduced image.",
    by: ["key", "session"],
    params,
    accessLog: "object",
    ...IMAGE,
  }),
  sharedOfferPhoto: operation("GET /v1/scans/shared/{token}/offer/photos/{photo}", {
    summary: "Read a photo of the offer of a shared scan",
    description: "For anyone with the link, while the sent offer names the photo.",
    by: ["anyone"],
    params,
    accessLog: "named",
    limit: { hits: 240, windowMs: 60_000, name: "shared-photos", per: "address", counted: "reads-of-shared-scans" },
    ...IMAGE,
    errors: [410],
  }),
}

export const offerPhotoHandlers = (context: ScanContext): Handlers<typeof offerPhotoOperations> => ({
  addOfferPhoto: ({ caller, params: { id }, body: { bytes }, keepAnswer }) =>
    storePhoto(context, { owner: caller, id, bytes }, keepAnswer),
  async offerPhoto({ caller, params: { id, photo }, request }) {
    const scan = await findScan(context, caller, id)
    return photoAnswer(context, scan.id, photo, request)
  },
  async sharedOfferPhoto({ params: { token, photo }, request, logRead }) {
    const scan = await findShared(context.queries, token)
    logRead(scan)
    return offerPhotoOf(context, scan, photo, request)
  },
})

/** A photo that the sent offer of a scan names. Throws NotFound. */
export const offerPhotoOf = async (
  context: Pick<ScanContext, "queries">,
  scan: Pick<ScanState, "id">,
  photo: string,
  request: Request,
): Promise<Response> => {
  const offer = await sharedOffer(context.queries, scan)
  orNotFound(
    offer?.photos.find(({ id }) => id === photo),
    "photo",
  )
  return photoAnswer(context, scan.id, photo, request)
}

/**
 * Stores a photo of a completed scan. Throws InvalidInput, NotFound, ScanNotCompleted, ScanFailed, StorageUsedUp, and
 * Conflict for an accepted offer and for too many photos.
 */
const storePhoto = async (
  context: ScanContext,
  { owner, id, bytes }: { owner: Owner; id: string; bytes: Uint8Array },
  keepAnswer: KeepAnswer<StoredPhoto> | undefined,
): Promise<StoredPhoto> => {
  const { queries, admission, storage } = context
  const scan = await findScan(context, owner, id)
  assertCompleted(scan)
  if ((await findOffer(queries, scan.id))?.status === "accepted") throw new Conflict("offer-accepted")
  const turn = async () => ({ result: await publicImage(bytes) })
  const photo = { id: newId(), ...(await admission.turn("files", { estimate: REDUCING }, turn)) }
  await storage.assertRoom(owner, photo.image.length)
  return writeOnce(queries, keepAnswer, async tx => {
    const stored = await addPhoto(tx, owner, scan.id, photo)
    if (stored === "accepted") throw new Conflict("offer-accepted")
    if (stored === "too-many") throw new Conflict("too-many-photos", { maximum: MAX_STORED_PHOTOS })
    return { id: orNotFound(stored !== "none" && stored.id, "scan"), sha256: photo.sha256 }
  })
}

const photoAnswer = async (
  { queries }: Pick<ScanContext, "queries">,
  scanId: string,
  id: string,
  request: Request,
): Promise<Response> => {
  const { mediaType, sha256 } = orNotFound(await findPhotoTag(queries, scanId, id), "photo")
  const headers = { "content-type": mediaType, etag: `"${sha256}"`, "cache-control": "private, no-cache" }
  if (isKnown(request, headers.etag)) return new Response(null, { headers })
  return new Response(Buffer.from(orNotFound(await findPhotoImage(queries, scanId, id), "photo")), { headers })
}
