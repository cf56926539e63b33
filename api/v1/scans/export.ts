import { rounded } from "../../../domain/base/validation/units.ts"
import { CustomerDetails } from "../../../domain/request/customerDetails.ts"
import type { Queries } from "../../../store/database.ts"
import { scansAfter } from "../../../store/scans/read.ts"
import type { Lease } from "../../credentials/leases.ts"
import { EXPORT_PART, exportStream } from "../../http/exportStream.ts"
import { rowFormats } from "../../http/rowFormats.ts"
import type { ExportQuery } from "./exportSchemas.ts"
import { filterOf } from "./list.ts"
import type { Reader } from "./reader.ts"
import { ScanListItem } from "./schemas.ts"
import { listItems } from "./views.ts"

const columnOf = (line: string): string => `customerDetails.${line}`

const LINES = Object.keys(CustomerDetails.properties)
/** A cell cannot contain an object, so each line about a customer has its own column. */
const COLUMNS = Object.keys(ScanListItem.properties).flatMap(name =>
  name === "customerDetails" ? LINES.map(columnOf) : [name],
)
const rowOf = ({ customerDetails, ...item }: ScanListItem) => ({
  ...item,
  ...Object.fromEntries(Object.entries(customerDetails ?? {}).map(([line, text]) => [columnOf(line), text])),
})

const FORMATS = rowFormats<ScanListItem>(COLUMNS, rowOf)

/**
 * All scans of the caller that match, newest first, in parts as the client takes them. Throws InvalidInput,
 * TooManyRequests.
 */
export const exportScans = (
  queries: Queries,
  reader: Reader,
  { format, ...query }: ExportQuery,
  { request, hold }: { request: Request; hold: () => Lease },
): Response => {
  const { organizationId } = reader
  const filter = filterOf(query)
  const { lines, ...file } = FORMATS[format]
  let after: string | undefined
  const part = async () => {
    const rows = await scansAfter(queries, reader, filter, { after, limit: EXPORT_PART })
    after = rows.at(-1)?.id
    const items = await listItems(queries, rows, reader.language)
    return { text: lines(items.map(item => rounded(ScanListItem, item))), isLast: rows.length < EXPORT_PART }
  }
  return exportStream({ organizationId, request, ...file, fileName: `scans.${format}`, part }, hold)
}
