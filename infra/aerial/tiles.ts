import { createOutbound } from "../outbound/client.ts"

const DEADLINE_MS = 10_000
const MAX_TILE_BYTES = 1024 * 1024

/** An operator's server of aerial photos. */
export interface TileServer {
  /** Address with `{z}`, `{x}` and `{y}`. */
  url: string
  zoom: number
  /** Source and licence that each photo shows; undefined: none. */
  credit?: string | undefined
}

/** Reads a tile; undefined for any other answer than an image within the bound. Throws an OutboundError. */
export type ReadTile = (x: number, y: number) => Promise<Uint8Array | undefined>

/** Reads tiles through the outbound client; the address is configured, so it may be any. */
export const tileReader = ({ url, zoom }: TileServer): ReadTile => {
  const outbound = createOutbound({ allowPrivate: "any", keepsConnections: true })
  return async (x, y) => {
    const place: Record<string, number> = { z: zoom, x, y }
    const { status, body, isTruncated } = await outbound({
      url: url.replace(/\{([zxy])\}/g, (_, name: string) => `${place[name]}`),
      deadlineMs: DEADLINE_MS,
      maxBodyBytes: MAX_TILE_BYTES,
    })
    return status === 200 && !isTruncated ? body : undefined
  }
}
