import { useState } from "react"
import type { ShownOffer } from "../report/data.ts"
import { useProposalText } from "./proposalText.ts"

type Photo = ShownOffer["photos"][number]

/** A photo with its caption; nothing once it was deleted with the details of the customer. */
const PhotoFigure = ({ photo: { caption }, address, name }: { photo: Photo; address: string; name: string }) => {
  const [isGone, setGone] = useState(false)
  if (isGone) return null
  return (
    <figure>
      <img src={address} alt={caption ?? name} onError={() => setGone(true)} />
      {caption ? (
        <figcaption className="small">
          <bdi>{caption}</bdi>
        </figcaption>
      ) : null}
    </figure>
  )
}

/** Photos of an offer. @param path path of the photos on this service */
export const OfferPhotos = ({ photos, path }: { photos: readonly Photo[]; path: string }) => {
  const text = useProposalText().offer
  if (photos.length === 0) return null
  return (
    <div className="offer-photos">
      {photos.map((photo, i) => (
        <PhotoFigure key={photo.id} photo={photo} address={`${path}/${photo.id}`} name={text.photo(String(i + 1))} />
      ))}
    </div>
  )
}
