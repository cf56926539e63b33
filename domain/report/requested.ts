import { Type } from "@sinclair/typebox"
import { StringEnum } from "../base/validation/schema.ts"
import type { ScanCase } from "../case/case.ts"
import { GOALS } from "../request/request.ts"
import { unit } from "./schemaParts.ts"

/** Root fields of a report with values of the request. A new field is optional, because stored reports lack it. */
export const RequestedFields = Type.Object({
  latitude: unit("degrees", "degrees north")("Latitude of the site"),
  longitude: unit("degrees", "degrees east")("Longitude of the site"),
  goal: StringEnum(GOALS, { description: "As requested" }),
  tariffType: StringEnum(["flat", "dynamic", "custom"], { description: "As requested" }),
})

export const requestedFields = ({ input }: ScanCase) => ({
  latitude: input.location.lat,
  longitude: input.location.lon,
  goal: input.goal.kind,
  tariffType: input.phases[0].terms.type,
})
