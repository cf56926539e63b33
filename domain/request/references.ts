import { Type } from "@sinclair/typebox"
import { StringEnum, TextLine } from "../base/validation/schema.ts"

export const MAX_NAME_LENGTH = 200

export const FixedCostEur = (description: string) =>
  Type.Number({ minimum: 0, maximum: 100_000_000, description: `${description} [EUR]; default 0` })

export const DossierId = TextLine({ minLength: 1, maxLength: 64, description: "Groups scans in lists" })

/** Parts of a report that a scan stores at once. */
export const DETAILS = ["plant", "full"] as const
export const Detail = StringEnum(DETAILS, {
  description:
    "Stored part of the report: plant has sizes, money, energy, proof and the ranges of the outlook; hours, drivers, alternatives and contracts are computed when the report is first read. full (default) has everything at once",
})

/** Steps in which a scan is solved and billed. */
const RESOLUTIONS = ["hour", "quarter", "auto"] as const
export const Resolution = StringEnum(RESOLUTIONS, {
  description:
    "Steps of the scan: hour, or quarter for quarter-hours, which are modelled if the profile has no meter file with them. auto (default) takes measured quarter-hours if a contract bills peaks or prices within the hour. An adjustment has the steps of its original",
})

export const SiteId = Type.String({
  minLength: 1,
  maxLength: 64,
  description: "Site of the scan; fields that are left out are copied from it",
})
