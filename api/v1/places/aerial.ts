import { Type } from "@sinclair/typebox"
import { orNull } from "../../../domain/base/validation/schema.ts"
import { aerialPhoto, TILE_PIXELS } from "../../../domain/site/places/aerial.ts"
import { type TileNumber, type TileServer, tileReader } from "../../../infra/aerial/tiles.ts"
import type { Log } from "../../../infra/log.ts"
import { orNotFound, Unavailable } from "../../http/errors.ts"
import { storedImage } from "../../http/images.ts"
import { type Handlers, operationsOf } from "../../http/operation.ts"

const operation = operationsOf("Places")
const by = ["key", "session"] as const
const TILE_NUMBER = /^\d{1,8}$/

const Pixels = (description: string) => Type.Integer({ description: `${description} [pixels]` })

const Aerial = Type.Object(
  {
    zoom: Type.Integer({ description: "Zoom of the tiles" }),
    metresPerPixel: Type.Number({ description: "Scale on the ground [m per pixel]" }),
    sidePixels: Pixels("Width and height of the photo"),
    tilePixels: Pixels("Width and height of a tile"),
    credit: orNull(Type.String(), "Source and licence to show with the photo; null: none"),
    tiles: Type.Array(
      Type.Object({
        x: Type.Integer({ description: "Column of the tile" }),
        y: Type.Integer({ description: "Row of the tile" }),
        left: Pixels("Place of its left side in the photo"),
        top: Pixels("Place of its upper side in the photo"),
      }),
      { description: "Tiles of the photo, each read by GET /v1/places/aerial/{zoom}/{x}/{y}" },
    ),
  },
  {
    description: "Aerial photo around a location, north above",
    examples: [
      {
        ...{
          zoom: 19,
          metresPerPixel: 0.1835,
          sidePixels: 436,
          tilePixels: TILE_PIXELS,
          credit: "Kadaster, CC BY 4.0",
        },
        tiles: [{ x: 269_677, y: 172_857, left: -13, top: -40 }],
      },
    ],
  },
)

const parameter = (description: string, example: string) => ({
  ...{ description, schema: { type: "string", maxLength: 8 }, example },
})

/** Aerial photos from the operator's server. */
export const aerialOperations = {
  aerial: operation("GET /v1/places/aerial", {
    summary: "Aerial photo around a location: its scale and tiles",
    description: "The server in AERIAL_TILES_URL has the tiles. 404 without such a server, and near the poles.",
    by,
    query: Type.Object({
      lat: Type.Number({ minimum: -90, maximum: 90, description: "Latitude [degrees north]", examples: [52.09] }),
      lon: Type.Number({ minimum: -180, maximum: 180, description: "Longitude [degrees east]", examples: [5.12] }),
    }),
    answers: { 200: Aerial },
    errors: [404],
  }),
  aerialTile: operation("GET /v1/places/aerial/{zoom}/{x}/{y}", {
    summary: "Read a tile of an aerial photo",
    description:
      "The tile of the server in AERIAL_TILES_URL. 404 without such a tile, 503 without an answer of the server.",
    by,
    params: {
      ...{ zoom: parameter("Zoom of the tile", "19"), x: parameter("Column of the tile", "269677") },
      y: parameter("Row of the tile", "172857"),
    },
    // Each call is one of the operator's server.
    limit: { hits: 600, windowMs: 60_000, name: "aerial", per: "address", counted: "reads-of-aerial-photos" },
    answers: { 200: Type.String({ format: "binary", description: "A PNG, JPEG or WebP image" }) },
    mediaType: "image/*",
  }),
}

/** Handlers of aerial photos; without a server each answers 404. */
export const aerialHandlers = (server: TileServer | undefined, log: Log): Handlers<typeof aerialOperations> => {
  const read = server && tileReader(server)
  return {
    aerial({ query }) {
      const photo = orNotFound(server && aerialPhoto(query, server.zoom), "aerial-photo")
      const { zoom, metresPerPixel, sidePixels, tiles } = photo
      return { zoom, metresPerPixel, sidePixels, tilePixels: TILE_PIXELS, credit: server?.credit ?? null, tiles }
    },
    async aerialTile({ params }) {
      const reader = orNotFound(read, "aerial-photo")
      const number = orNotFound(tileNumberOf(params), "aerial-photo")
      const tile = await reader(number).catch(error => {
        log.warn({ err: error }, "the server of aerial photos gave no answer")
        throw new Unavailable("aerial-photos-away", error)
      })
      const { mediaType } = imageOf(orNotFound(tile, "aerial-photo"))
      const headers = { "content-type": mediaType, "cache-control": "private, max-age=86400" }
      return new Response(Buffer.from(tile!), { headers })
    },
  }
}

const MAX_ZOOM = 22

/** Number of a tile; undefined for numbers that no tile has. */
const tileNumberOf = (params: Record<"zoom" | "x" | "y", string>): TileNumber | undefined => {
  if (!Object.values(params).every(text => TILE_NUMBER.test(text))) return undefined
  const [zoom, x, y] = [Number(params.zoom), Number(params.x), Number(params.y)]
  return zoom <= MAX_ZOOM && Math.max(x, y) < 2 ** zoom ? { zoom, x, y } : undefined
}

/** Media type of a tile; NotFound for anything that is no image, such as a page with an error. */
const imageOf = (tile: Uint8Array) => {
  try {
    return storedImage(tile)
  } catch {
    return orNotFound<ReturnType<typeof storedImage>>(undefined, "aerial-photo")
  }
}
