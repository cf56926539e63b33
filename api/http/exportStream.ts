import type { Lease } from "../credentials/leases.ts"
import { acceptsGzip, gzipped } from "./compress.ts"
import { createShares, type Shares } from "./shares.ts"
import { endingWith } from "./streams.ts"

/** Rows read per query; the next query follows when the client has taken these. */
export const EXPORT_PART = 500
/** Maximum number of simultaneous exports. */
const EXPORTS = createShares({ inAll: 8, perOrganization: 2, what: "exports" })

/** Text of the next rows, and true if no rows follow. */
export interface ExportPart {
  text: string
  isLast: boolean
}

interface Export {
  organizationId: string
  request: Request
  mediaType: string
  fileName: string
  /** Text before the rows. */
  head?: string
  /** A part without text is followed by the next part. */
  part(): Promise<ExportPart>
  /** Limit of simultaneous streams; unless given, the limit of exports. */
  shares?: Shares
}

/**
 * A file in parts as the client takes them, gzipped if the client accepts it, which ends with the credential. Throws
 * TooManyRequests.
 */
export const exportStream = (file: Export, hold: () => Lease): Response => {
  const release = (file.shares ?? EXPORTS).take(file.organizationId)
  const isGzip = acceptsGzip(file.request)
  const body = endingWith(hold(), partsOf(file, release), { isWhole: true })
  return new Response(isGzip ? gzipped(body) : body, {
    headers: {
      "content-type": file.mediaType,
      "content-disposition": `attachment; filename="${file.fileName}"`,
      "cache-control": "no-store",
      vary: "accept-language, accept-encoding",
      ...(isGzip ? { "content-encoding": "gzip" } : {}),
    },
  })
}

const partsOf = ({ head = "", part }: Export, release: () => void): ReadableStream<Uint8Array> => {
  const encoder = new TextEncoder()
  let isGone = false
  return new ReadableStream<Uint8Array>({
    start: controller => {
      if (head !== "") controller.enqueue(encoder.encode(head))
    },
    async pull(controller) {
      let next: ExportPart
      do
        next = await part().catch(error => {
          release()
          throw error
        })
      while (next.text === "" && !next.isLast && !isGone)
      if (isGone) return
      if (next.text !== "") controller.enqueue(encoder.encode(next.text))
      if (!next.isLast) return
      release()
      controller.close()
    },
    cancel() {
      isGone = true
      release()
    },
  })
}
