import { Type } from "@sinclair/typebox"
import { Strict } from "../base/validation/schema.ts"

const Degrees = (description: string) =>
  Type.Number({ minimum: 0, maximum: 360, description: `${description} [degrees]` })
const Offset = (description: string) =>
  Type.Optional(Type.Number({ minimum: -10_000, maximum: 10_000, default: 0, description: `${description} [m]` }))

/** Photo or drawing of a roof, and its place behind the plan. */
export const RoofPhoto = Strict(
  {
    id: Type.String({ minLength: 1, maxLength: 64, description: "Id that the upload gave" }),
    metresPerPixel: Type.Optional(
      Type.Number({ exclusiveMinimum: 0, maximum: 10, description: "Scale [m per pixel]; absent: not yet measured" }),
    ),
    turnDeg: Type.Optional({ ...Degrees("Clockwise turn, after which the eaves are below"), default: 0 }),
    xM: Offset("Place of the upper left corner along the eaves"),
    yM: Offset("Place of the upper left corner up the roof"),
    fromAbove: Type.Optional(
      Type.Boolean({ default: false, description: "Taken from above: the tilt makes metres up the roof longer" }),
    ),
    tilt: Type.Optional(
      Type.Number({
        ...{ minimum: 0, maximum: 90 },
        description: "Tilt of the roof at which the plan was drawn on a photo from above; absent: the roof's [degrees]",
      }),
    ),
    topAzimuth: Type.Optional(Degrees("Direction of its top: 0 north, 90 east; absent: not known")),
  },
  { description: "Photo or drawing behind the plan, by PUT /v1/sites/{id}/roofs/{roof}/photo" },
)
