import { newId } from "../../../infra/ids.ts"
import type { Queries } from "../../../store/database.ts"
import { findPhotoImage, findPhotoTag, putRoofPhoto, removeRoofPhoto } from "../../../store/sitePhotos.ts"
import type { Admission } from "../../http/admission.ts"
import { orNotFound } from "../../http/errors.ts"
import { isKnown } from "../../http/finish.ts"
import { assertImage, storedImage } from "../../http/images.ts"
import { checkedBefore, type Handlers } from "../../http/operation.ts"
import type { Storage } from "../../http/storage.ts"
import type { siteOperations } from "./routes.ts"
import { assertChangeable, itemOf, siteOf } from "./siteRows.ts"

/** Expected time of decoding. Its lane runs two at once, because the largest image takes 64 MB. */
const DECODING = { childMs: 1_000 }

type PhotoHandlers = Pick<Handlers<typeof siteOperations>, "putPhoto" | "photo" | "removePhoto">

/** Parts of the service that photos use. */
export interface PhotoContext {
  admission: Admission
  storage: Pick<Storage, "assertRoom">
}

/** Photos of the roofs of a site. */
export const photoHandlers = (queries: Queries, { admission, storage }: PhotoContext): PhotoHandlers => ({
  putPhoto: checkedBefore(
    async ({ caller, params, body: { bytes: image } }) => {
      const { site } = await assertChangeable(queries, caller, params.id)
      roofOf(site.roofs, params.roof)
      // A body in chunks has counted as a row alone.
      await storage.assertRoom(caller, image.length)
      await admission.turn("files", { estimate: DECODING }, async () => ({ result: await assertImage(image) }))
    },
    async ({ caller, params, body: { bytes: image } }) => {
      const { site } = await siteOf(queries, caller, params.id)
      const place = { siteId: params.id, roof: roofOf(site.roofs, params.roof) }
      const photo = { ...storedImage(image), id: newId(), now: new Date() }
      return itemOf(orNotFound(await putRoofPhoto(queries, caller, place, photo), "roof"))
    },
  ),
  async photo({ caller, params, request }) {
    const row = await siteOf(queries, caller, params.id)
    const { photo: named } = row.site.roofs[roofOf(row.site.roofs, params.roof)]!
    const { id } = orNotFound(named, "photo")
    const { mediaType, hash } = orNotFound(await findPhotoTag(queries, row, id), "photo")
    const headers = { "content-type": mediaType, etag: `"${hash}"`, "cache-control": "private, no-cache" }
    if (isKnown(request, headers.etag)) return new Response(null, { headers })
    return new Response(Buffer.from(orNotFound(await findPhotoImage(queries, row, id), "photo")), { headers })
  },
  async removePhoto({ caller, params }) {
    const { site } = await assertChangeable(queries, caller, params.id)
    const roof = roofOf(site.roofs, params.roof)
    orNotFound(site.roofs[roof]?.photo, "photo")
    orNotFound(await removeRoofPhoto(queries, caller, { siteId: params.id, roof, now: new Date() }), "roof")
  },
})

/** Position that a path names. Throws NotFound without a roof there. */
const roofOf = (roofs: readonly object[], position: string): number =>
  orNotFound(/^\d{1,2}$/.test(position) && Number(position) < roofs.length && Number(position), "roof")
