import { useCallback } from "react"
import type { Answer, Client } from "../../../client/index.ts"
import { useSession } from "../app/session.tsx"
import { useAction } from "../lib/action.ts"
import { useLoad } from "../lib/load.ts"
import { useAppText } from "../text/appText.ts"
import { Problem } from "../ui/Problem.tsx"
import type { ReadSite } from "./siteValues.ts"

/** A roof by its position, with the state of its site that the page shows. */
export interface RoofOfSite extends ReadSite {
  roof: number
  onChange(): void
}

type Aerial = Answer<"GET /v1/places/aerial">

const JPEG_QUALITY = 0.9
/** Height of the text with the source [pixels]. */
const CREDIT_PIXELS = 11

/** The tiles of an aerial photo in one image, with its source below. */
const drawn = async (client: Client, { zoom, sidePixels, tilePixels, tiles, credit }: Aerial): Promise<File> => {
  const canvas = new OffscreenCanvas(sidePixels, sidePixels)
  const picture = canvas.getContext("2d")!
  const drawTile = async ({ x, y, left, top }: Aerial["tiles"][number]) => {
    const params = { zoom: String(zoom), x: String(x), y: String(y) }
    const tile = await client.file("GET /v1/places/aerial/{zoom}/{x}/{y}", { params })
    picture.drawImage(await createImageBitmap(tile), left, top, tilePixels, tilePixels)
  }
  await Promise.all(tiles.map(drawTile))
  if (credit) {
    picture.font = `${CREDIT_PIXELS}px sans-serif`
    picture.fillStyle = "white"
    picture.strokeText(credit, CREDIT_PIXELS, sidePixels - CREDIT_PIXELS)
    picture.fillText(credit, CREDIT_PIXELS, sidePixels - CREDIT_PIXELS)
  }
  const type = "image/jpeg"
  return new File([await canvas.convertToBlob({ type, quality: JPEG_QUALITY })], "aerial.jpg", { type })
}

/** Takes the aerial photo around a site as the photo of a roof, with its scale; nothing without a server of photos. */
export const AerialButton = ({ site, ifMatch, roof, onChange }: RoofOfSite) => {
  const { ask, open, client } = useSession()
  const { roofPlan: words } = useAppText()
  const { lat, lon } = site.location
  const { value: aerial } = useLoad(
    useCallback(signal => ask("GET /v1/places/aerial", { query: { lat, lon }, signal }), [ask, lat, lon]),
  )
  const use = useAction(async (photo: Aerial) => {
    const body = new FormData()
    body.append("file", await drawn(client, photo))
    const params = { id: site.id, roof: String(roof) }
    const stored = await open("PUT /v1/sites/{id}/roofs/{roof}/photo", { params, ifMatch, body })
    const { roofs }: Answer<"PUT /v1/sites/{id}/roofs/{roof}/photo"> = await stored.json()
    const tag = stored.headers.get("etag") ?? undefined
    const { metresPerPixel, sidePixels } = photo
    const half = (sidePixels * metresPerPixel) / 2
    const placed = { ...{ metresPerPixel, fromAbove: true, topAzimuth: 0 }, ...{ xM: -half, yM: half } }
    const named = roofs.map((each, i) =>
      i === roof && each.photo ? { ...each, photo: { ...each.photo, ...placed } } : each,
    )
    try {
      await ask("PATCH /v1/sites/{id}", { params: { id: site.id }, body: { roofs: named }, ifMatch: tag })
    } finally {
      onChange()
    }
  })
  if (!aerial) return null
  return (
    <>
      <button type="button" disabled={use.isBusy} onClick={() => use.run(aerial)}>
        {words.aerial}
      </button>
      <Problem message={use.message} />
    </>
  )
}
