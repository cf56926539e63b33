import { useCallback, useEffect, useRef, useState } from "react"
import { useSession } from "../app/session.tsx"
import { submitted, useAction } from "../lib/action.ts"
import { useLoad } from "../lib/load.ts"
import { reducedImage } from "../lib/reducedImage.ts"
import { useAppText } from "../text/appText.ts"
import { FileField } from "../ui/FileField.tsx"
import { Problem } from "../ui/Problem.tsx"
import { AerialButton, type RoofOfSite } from "./AerialButton.tsx"
import type { PhotoSize } from "./photoPlace.ts"

/** Photo as the page shows it. */
export interface LoadedPhoto extends PhotoSize {
  /** Address within the page. */
  url: string
}

/** Photo of a roof; value null: the roof has none. @param photoId its id; another one loads another photo */
export const useRoofPhoto = (siteId: string, roof: number, photoId: string | undefined) => {
  const { client } = useSession()
  // A restored connection loads again: the same photo keeps its address, and the drawing on it.
  const last = useRef<{ id: string; photo: Blob }>(undefined)
  const { value, ...rest } = useLoad(
    useCallback(
      async signal => {
        if (photoId === undefined) return null
        const params = { id: siteId, roof: String(roof) }
        if (last.current?.id !== photoId) {
          const photo = await client.file("GET /v1/sites/{id}/roofs/{roof}/photo", { params, signal })
          last.current = { id: photoId, photo }
        }
        return last.current.photo
      },
      [client, siteId, roof, photoId],
    ),
  )
  const [loaded, setLoaded] = useState<LoadedPhoto | null>()
  useEffect(() => {
    setLoaded(value === null ? null : undefined)
    if (!value) return undefined
    const url = URL.createObjectURL(value)
    const image = new Image()
    image.src = url
    let isOver = false
    image.decode().then(
      () => isOver || setLoaded({ url, width: image.naturalWidth, height: image.naturalHeight }),
      () => isOver || setLoaded(null),
    )
    return () => {
      isOver = true
      URL.revokeObjectURL(url)
    }
  }, [value])
  return { ...rest, ...(loaded === undefined ? {} : { value: loaded }) }
}

/** Longest side that the service takes [pixels]. */
const PHOTO_SIDE = 4096

/** Upload and removal of the photo of a roof, or an aerial photo in its place. */
export const PhotoFile = ({ site, ifMatch, roof, onChange }: RoofOfSite) => {
  const { ask } = useSession()
  const { roofPlan: words } = useAppText()
  const change = { params: { id: site.id, roof: String(roof) }, ifMatch }
  const upload = useAction(async (form: HTMLFormElement) => {
    const body = new FormData()
    body.append("file", await reducedImage(new FormData(form).get("file") as File, PHOTO_SIDE))
    await ask("PUT /v1/sites/{id}/roofs/{roof}/photo", { ...change, body })
    form.reset()
    onChange()
  })
  const remove = useAction(async () => {
    await ask("DELETE /v1/sites/{id}/roofs/{roof}/photo", change)
    onChange()
  })
  const onSubmit = submitted(upload.run)
  return (
    <form className="stack" onSubmit={onSubmit}>
      <FileField label={words.photo} name="file" accept="image/png,image/jpeg,image/webp" required />
      <Problem message={upload.message ?? remove.message} />
      <div className="row">
        <button type="submit" disabled={upload.isBusy}>
          {words.upload}
        </button>
        <AerialButton {...{ site, ifMatch, roof, onChange }} />
        {site.roofs[roof]?.photo ? (
          <button type="button" className="danger" disabled={remove.isBusy} onClick={remove.run}>
            {words.removePhoto}
          </button>
        ) : null}
      </div>
    </form>
  )
}
