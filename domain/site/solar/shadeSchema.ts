import { type Static, Type } from "@sinclair/typebox"
import { Strict } from "../../base/validation/schema.ts"

const MIN_DIRECTIONS = 4
const MAX_DIRECTIONS = 120
const MAX_OBSTACLES = 10

/** Horizon of a place. */
export const Horizon = Type.Array(
  Type.Number({ minimum: 0, maximum: 90, description: "Elevation of the horizon [degrees]" }),
  {
    ...{ minItems: MIN_DIRECTIONS, maxItems: MAX_DIRECTIONS },
    description:
      "Elevation of hills, woods and buildings far off, at equal steps clockwise from north [degrees]: 12 values are 30 degrees apart, 36 values 10. Default: nothing hides the sky; a PVGIS server then has its own horizon",
    examples: [[0, 0, 0, 4, 8, 12, 10, 6, 2, 0, 0, 0]],
  },
)

const Metres = (minimum: number, description: string) =>
  Type.Number({ minimum, maximum: 10_000, description: `${description} [m]` })

const Obstacle = Strict(
  {
    azimuth: Type.Number({
      minimum: 0,
      maximum: 360,
      description: "Direction of its middle: 0 north, 90 east, 180 south, 270 west [degrees]",
    }),
    widthM: Metres(0.1, "Width across the view"),
    heightM: Metres(0.1, "Height above the lower edge of the roof"),
    distanceM: Metres(0.1, "Distance from the panels"),
  },
  {
    description: "A tree, chimney, dormer or building that hides a part of the sky",
    examples: [{ azimuth: 200, widthM: 6, heightM: 5, distanceM: 12 }],
  },
)
export type Obstacle = Static<typeof Obstacle>

/** Obstacles of a roof. */
export const Obstacles = Type.Array(Obstacle, {
  maxItems: MAX_OBSTACLES,
  description: "Obstacles near the roof, in addition to the horizon",
})
