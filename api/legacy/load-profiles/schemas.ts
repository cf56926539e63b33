import { type Static, Type } from "@sinclair/typebox"
import { Instant } from "../../../domain/base/validation/schema.ts"
import { numberIn } from "../../../domain/base/validation/units.ts"
import { HOURS_PER_YEAR } from "../../../domain/site/year.ts"
import { Pagination } from "../pagination.ts"

const RecordId = Type.String({ description: "UUIDv7: load_profile of a scan with use_custom_load_profile" })
const Filename = Type.String({ description: "Name of the uploaded file" })
const TotalKwh = numberIn("kWh", { description: "Sum of the hours [kWh]" })
const AverageKw = numberIn("kW", { description: "total_kwh / 8760 [kW]" })

/** Answer of POST /v1/load-profile. */
export const CreatedLoadProfile = Type.Object(
  {
    success: Type.Boolean({ description: "Always true" }),
    record_id: RecordId,
    filename: Filename,
    data_points: Type.Integer({ description: "8760" }),
    total_kwh: TotalKwh,
    average_kw: AverageKw,
    hourly_data: Type.Array(Type.Number(), { minItems: HOURS_PER_YEAR, maxItems: HOURS_PER_YEAR, description: "[kW]" }),
  },
  { description: "The load profile as it was read" },
)
export type CreatedLoadProfile = Static<typeof CreatedLoadProfile>

/** Answer with a steady load of 1 kW. */
export const CREATED_EXAMPLE: CreatedLoadProfile = {
  success: true,
  record_id: "019a4c20-11d8-7b0c-8a53-6a2f9a1c7e55",
  filename: "steady.csv",
  data_points: HOURS_PER_YEAR,
  total_kwh: HOURS_PER_YEAR,
  average_kw: 1,
  hourly_data: new Array<number>(HOURS_PER_YEAR).fill(1),
}

/** Answer of GET /v1/load-profile. */
export const LoadProfileList = Type.Object(
  {
    profiles: Type.Array(
      Type.Object({
        record_id: RecordId,
        filename: Filename,
        total_kwh: TotalKwh,
        average_kw: AverageKw,
        created: Instant("When it was uploaded"),
        updated: Instant("Time of the last change; a load profile that never changed has its creation time"),
      }),
      { description: "Newest first" },
    ),
    pagination: Pagination,
  },
  { description: "A page of load profiles" },
)
export type LoadProfileList = Static<typeof LoadProfileList>
