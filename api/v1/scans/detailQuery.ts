import { type Static, Type } from "@sinclair/typebox"
import { StringEnum } from "../../../domain/base/validation/schema.ts"
import { DETAILS } from "../../../domain/request/references.ts"

/** Query of requests with several scans. */
export const DetailQuery = Type.Object({
  detail: Type.Optional(
    StringEnum(DETAILS, { description: "`detail` of every scan whose body has none", examples: ["plant"] }),
  ),
})
export type DetailQuery = Static<typeof DetailQuery>

/** The body of a scan with the detail of its query, unless it has its own. */
export const withDetail = (body: unknown, { detail }: { detail?: DetailQuery["detail"] | undefined }): unknown => {
  const isWithout = typeof body === "object" && body !== null && !Array.isArray(body) && !("detail" in body)
  return detail !== undefined && isWithout ? { ...body, detail } : body
}
