import { InvalidInput } from "../../../domain/base/errors.ts"
import { violation } from "../../../domain/base/validation/violation.ts"
import { type AccessFilter, type AccessRow, accessRows } from "../../../store/accessLog.ts"
import type { Queries } from "../../../store/database.ts"
import { EXPORT_PART, exportStream } from "../../http/exportStream.ts"
import { NDJSON } from "../../http/lines.ts"
import { readMoment } from "../../http/moment.ts"
import type { Handlers } from "../../http/operation.ts"
import type { accessLogOperations } from "./routes.ts"
import type { Access, AccessExportQuery } from "./schemas.ts"

const USUAL_READS = 100

export const accessLogHandlers = (queries: Queries): Handlers<typeof accessLogOperations> => ({
  async list({ caller, query }) {
    const { limit = USUAL_READS, cursor } = query
    const filter = { ...filterOf(query), after: cursor }
    const rows = await accessRows(queries, caller.organizationId, filter, limit + 1)
    const items = rows.slice(0, limit).map(shown)
    return { items, nextCursor: rows.length > limit ? items.at(-1)!.id : null }
  },
  export({ caller, query, request, hold }) {
    const { organizationId } = caller
    const filter = filterOf(query)
    let after: string | undefined
    const part = async () => {
      const rows = await accessRows(queries, organizationId, { ...filter, after }, EXPORT_PART)
      after = rows.at(-1)?.id
      return { text: rows.map(row => `${JSON.stringify(shown(row))}\n`).join(""), isLast: rows.length < EXPORT_PART }
    }
    return exportStream({ organizationId, request, mediaType: NDJSON, fileName: "access-log.ndjson", part }, hold)
  },
})

/** Throws InvalidInput for an invalid moment or an inverted range. */
const filterOf = ({ objectId, from, to }: AccessExportQuery): AccessFilter => {
  const first = from === undefined ? undefined : readMoment("from", from)
  const before = to === undefined ? undefined : readMoment("to", to)
  if (first && before && first > before)
    throw new InvalidInput([violation(["from"], "not-after-other", { other: ["to"] })])
  return { objectId, from: first, before }
}

const shown = ({ id, readAt, mode, operation, objectId, reader, readerId }: AccessRow): Access => ({
  id,
  readAt: readAt.toISOString(),
  mode,
  operation,
  objectId,
  reader,
  readerId,
})
