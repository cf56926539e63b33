import { useState } from "react"
import type { PhotoAddress, ShownOffer } from "../report/data.ts"
import { useProposalText } from "./proposalText.ts"

type Photo = ShownOffer["photos"][number]

/** A photo with its caption; its caption alone if it cannot be read. */
const PhotoFigure = ({ photo: { caption }, address, name }: { photo: Photo; address: string; name: string }) => {
  const [isGone, setGone] = useState(false)
  return (
    <figure>
      {isGone ? (
        <p className="muted">{name}</p>
      ) : (
        <a href={address}>
          <img src={address} alt={caption ?? name} onError={() => setGone(true)} />
        </a>
      )}
      {caption ? (
        <figcaption className="small">
          <bdi>{caption}</bdi>
        </figcaption>
      ) : null}
    </figure>
  )
}

interface PhotosProps {
  photos: readonly Photo[]
  addressOf: PhotoAddress
}

/** Photos of an offer. */
export const OfferPhotos = ({ photos, addressOf }: PhotosProps) => {
  const text = useProposalText().offer
  if (photos.length === 0) return null
  return (
    <div className="offer-photos">
      {photos.map((photo, i) => (
        <PhotoFigure key={photo.id} photo={photo} address={addressOf(photo.id)} name={text.photo(String(i + 1))} />
      ))}
    </div>
  )
}
