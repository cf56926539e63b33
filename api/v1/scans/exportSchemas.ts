import { type Static, Type } from "@sinclair/typebox"
import { StringEnum } from "../../../domain/base/validation/schema.ts"
import { ScanListQuery } from "./schemas.ts"

export const ExportQuery = Type.Object({
  format: StringEnum(["ndjson", "csv"], {
    description: "A line of JSON for each scan, or a table",
    examples: ["ndjson"],
  }),
  ...Type.Omit(ScanListQuery, ["page", "limit", "cursor", "sort", "order"]).properties,
})
export type ExportQuery = Static<typeof ExportQuery>
