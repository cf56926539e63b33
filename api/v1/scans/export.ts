import Papa from "papaparse"
import { rounded } from "../../../domain/base/validation/units.ts"
import { CustomerDetails } from "../../../domain/request/customerDetails.ts"
import type { Queries } from "../../../store/database.ts"
import { countAdjustments, scansAfter } from "../../../store/scans/read.ts"
import type { Lease } from "../../credentials/leases.ts"
import { NDJSON } from "../../http/lines.ts"
import { createShares } from "../../http/shares.ts"
import { endingWith } from "../../http/streams.ts"
import { ExportedItem, type ExportQuery } from "./exportSchemas.ts"
import { filterOf } from "./list.ts"
import type { Reader } from "./reader.ts"
import { listItem } from "./views.ts"

const columnOf = (line: string): string => `customerDetails.${line}`

/** Scans read per query; the next query follows when the client has taken these. */
const SCANS_PER_PART = 500
/** Maximum number of simultaneous exports. */
const EXPORTS = createShares({ inAll: 8, perOrganization: 2, what: "exports" })

const LINES = Object.keys(CustomerDetails.properties)
/** A cell cannot contain an object, so each line about a customer has its own column. */
const COLUMNS = Object.keys(ExportedItem.properties).flatMap(name =>
  name === "customerDetails" ? LINES.map(columnOf) : [name],
)
/** Line end of CSV (RFC 4180). */
const CRLF = "\r\n"

const FORMATS = {
  ndjson: {
    mediaType: NDJSON,
    head: "",
    lines: (items: readonly ExportedItem[]) => items.map(item => `${JSON.stringify(item)}\n`).join(""),
  },
  csv: {
    mediaType: "text/csv; charset=utf-8",
    head: COLUMNS.join(",") + CRLF,
    // A spreadsheet would execute a text that looks like a formula.
    lines: (items: readonly ExportedItem[]) =>
      items.length === 0
        ? ""
        : Papa.unparse(items.map(rowOf), { header: false, columns: COLUMNS, newline: CRLF, escapeFormulae: true }) +
          CRLF,
  },
} as const

const rowOf = ({ customerDetails, ...item }: ExportedItem) => ({
  ...item,
  ...Object.fromEntries(Object.entries(customerDetails ?? {}).map(([line, text]) => [columnOf(line), text])),
})

/**
 * All scans of the caller that match, newest first, in parts as the client takes them. Throws InvalidInput,
 * TooManyRequests.
 */
export const exportScans = (
  queries: Queries,
  reader: Reader,
  { format, ...query }: ExportQuery,
  hold: () => Lease,
): Response => {
  const filter = filterOf(query)
  const { mediaType, head, lines } = FORMATS[format]
  const release = EXPORTS.take(reader.organizationId)
  const encoder = new TextEncoder()
  let after: string | undefined
  const part = async (): Promise<ExportedItem[]> => {
    const rows = await scansAfter(queries, reader, filter, { after, limit: SCANS_PER_PART })
    after = rows.at(-1)?.id
    const adjustments = await countAdjustments(
      queries,
      rows.map(({ id }) => id),
    )
    return rows.map(scan =>
      rounded(ExportedItem, {
        ...listItem(scan, adjustments.get(scan.id) ?? 0, reader.language),
        dossierId: scan.dossierId,
      }),
    )
  }
  const body = new ReadableStream<Uint8Array>({
    start: controller => {
      if (head !== "") controller.enqueue(encoder.encode(head))
    },
    async pull(controller) {
      const items = await part().catch(error => {
        release()
        throw error
      })
      if (items.length > 0) controller.enqueue(encoder.encode(lines(items)))
      if (items.length === SCANS_PER_PART) return
      release()
      controller.close()
    },
    cancel: release,
  })
  return new Response(endingWith(hold(), body), {
    headers: {
      "content-type": mediaType,
      "content-disposition": `attachment; filename="scans.${format}"`,
      "cache-control": "no-store",
    },
  })
}
