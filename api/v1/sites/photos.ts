import { newId } from "../../../infra/ids.ts"
import type { Queries } from "../../../store/database.ts"
import { findPhoto, putRoofPhoto, removeRoofPhoto } from "../../../store/sitePhotos.ts"
import type { Admission } from "../../http/admission.ts"
import { orNotFound } from "../../http/errors.ts"
import { checkedImage } from "../../http/images.ts"
import type { Handlers } from "../../http/operation.ts"
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
  async putPhoto({ caller, params, body: { bytes: image } }) {
    const { site } = await assertChangeable(queries, caller, params.id)
    // A body in chunks has counted as a row alone.
    await storage.assertRoom(caller, image.length)
    const roof = roofOf(site.roofs, params.roof)
    const check = async () => ({ result: await checkedImage(image) })
    const checked = await admission.turn("files", { estimate: DECODING }, check)
    const photo = { ...checked, id: newId(), now: new Date() }
    return itemOf(orNotFound(await putRoofPhoto(queries, caller, { siteId: params.id, roof }, photo), "roof"))
  },
  async photo({ caller, params }) {
    const row = await siteOf(queries, caller, params.id)
    const { photo: named } = row.site.roofs[roofOf(row.site.roofs, params.roof)]!
    const { image, mediaType, hash } = orNotFound(named && (await findPhoto(queries, row, named.id)), "photo")
    return new Response(Buffer.from(image), {
      headers: { "content-type": mediaType, etag: `"${hash}"`, "cache-control": "private, no-cache" },
    })
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
