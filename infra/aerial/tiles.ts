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

/** Number of a tile. */
export interface TileNumber {
  zoom: number
  x: number
  y: number
}

/** Reads a tile; undefined if the server has none. Throws OutboundError, and TileRefused for any other answer. */
export type ReadTile = (tile: TileNumber) => Promise<Uint8Array | undefined>

/** Error: the server answered with this status, such as one about a key or a redirect, or with too many bytes. */
export class TileRefused extends Error {
  override readonly name = "TileRefused"
  constructor(readonly status: number) {
    super(`the server of aerial photos answered ${status}`)
  }
}

const NO_TILE: readonly number[] = [204, 404]

/** Reads tiles through the outbound client; the address is configured, so it may be any. */
export const tileReader = ({ url }: Pick<TileServer, "url">): ReadTile => {
  const outbound = createOutbound({ allowPrivate: "any", keepsConnections: true })
  return async ({ zoom, x, y }) => {
    const place: Record<string, number> = { z: zoom, x, y }
    const { status, body, isTruncated } = await outbound({
      url: url.replace(/\{([zxy])\}/g, (_, name: string) => `${place[name]}`),
      deadlineMs: DEADLINE_MS,
      maxBodyBytes: MAX_TILE_BYTES,
    })
    if (NO_TILE.includes(status)) return undefined
    if (status !== 200 || isTruncated) throw new TileRefused(status)
    return body
  }
}
