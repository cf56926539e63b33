import { useCallback } from "react"
import { useSession } from "../app/session.tsx"
import { useAction } from "../lib/action.ts"
import { useLoad } from "../lib/load.ts"
import { useAppText } from "../text/appText.ts"
import { Field } from "../ui/Field.tsx"
import { FileField } from "../ui/FileField.tsx"
import { Problem } from "../ui/Problem.tsx"
import type { DraftPhoto } from "./draft.ts"
import { Moves, moved } from "./Moves.tsx"

/** As many as an offer takes. */
const MAX_PHOTOS = 12

interface PhotosProps {
  /** Scan of the offer. */
  id: string
  photos: readonly DraftPhoto[]
  onChange(make: (photos: readonly DraftPhoto[]) => readonly DraftPhoto[]): void
}

const newPhoto = (file: File): DraftPhoto => ({ file, url: URL.createObjectURL(file), caption: "" })

/** Roofs with a photo of the site of a scan. */
const useRoofsWithPhoto = (id: string) => {
  const { ask } = useSession()
  const { value } = useLoad(
    useCallback(
      async signal => {
        const { siteId } = await ask("GET /v1/scans/{id}/request", { params: { id }, signal })
        if (!siteId) return []
        const { roofs } = await ask("GET /v1/sites/{id}", { params: { id: siteId }, signal })
        return roofs.flatMap(({ name, photo }, roof) => (photo ? [{ siteId, roof: String(roof), name }] : []))
      },
      [ask, id],
    ),
  )
  return value ?? []
}

/** Photos of an offer with their captions. New photos are sent when the offer is saved. */
export const OfferPhotoFields = ({ id, photos, onChange }: PhotosProps) => {
  const { client } = useSession()
  const { offer } = useAppText()
  const roofs = useRoofsWithPhoto(id)
  const add = (files: readonly DraftPhoto[]) => onChange(before => [...before, ...files].slice(0, MAX_PHOTOS))
  const fromRoofs = useAction(async () => {
    const read = roofs.map(async ({ siteId, roof, name }) => {
      const image = await client.file("GET /v1/sites/{id}/roofs/{roof}/photo", { params: { id: siteId, roof } })
      return { ...newPhoto(new File([image], "roof", { type: image.type })), caption: name ?? "" }
    })
    add(await Promise.all(read))
  })
  return (
    <fieldset className="stack">
      <legend>{offer.photos}</legend>
      {photos.map((photo, index) => {
        const name = photo.caption || offer.photo(String(index + 1))
        return (
          <div key={photo.url} className="offer-photo">
            <img src={photo.url} alt="" />
            <Field
              label={offer.caption}
              maxLength={200}
              autoComplete="off"
              value={photo.caption}
              onChange={event => {
                const caption = event.target.value
                onChange(before => before.map(each => (each.url === photo.url ? { ...each, caption } : each)))
              }}
            />
            <span className="row">
              <Moves
                description={name}
                isFirst={index === 0}
                isLast={index === photos.length - 1}
                onMove={places => onChange(before => moved(before, index, places))}
              />
              <button
                type="button"
                className="plain"
                aria-label={offer.removePhoto(name)}
                onClick={() => {
                  URL.revokeObjectURL(photo.url)
                  onChange(before => before.filter(({ url }) => url !== photo.url))
                }}
              >
                {offer.remove}
              </button>
            </span>
          </div>
        )
      })}
      {photos.length < MAX_PHOTOS ? (
        <FileField
          label={offer.addPhotos}
          hint={offer.photosHint}
          accept="image/png,image/jpeg,image/webp"
          multiple
          onChange={event => {
            add([...(event.target.files ?? [])].map(newPhoto))
            event.target.value = ""
          }}
        />
      ) : null}
      {roofs.length > 0 && photos.length < MAX_PHOTOS ? (
        <div className="row">
          <button type="button" disabled={fromRoofs.isBusy} onClick={fromRoofs.run}>
            {offer.photosOfRoofs}
          </button>
        </div>
      ) : null}
      <Problem message={fromRoofs.message} />
    </fieldset>
  )
}
