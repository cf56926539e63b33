import { Type } from "@sinclair/typebox"
import { Strict, StringEnum } from "../base/validation/schema.ts"
import { ORIENTATIONS } from "../site/roofLayout.ts"
import { BORDER_M, MOST_AREAS, PANEL, PLAN_BOUNDS } from "./roofPanels.ts"

const MAX_CORNERS = 40

const within = ([minimum, maximum]: readonly [number, number]) => ({ minimum, maximum })
const Coordinate = (description: string) =>
  Type.Number({ ...within(PLAN_BOUNDS.coordinateM), description: `${description} [m]` })
const PanelSide = (description: string, usual: number) =>
  Type.Optional(Type.Number({ ...within(PLAN_BOUNDS.panelM), default: usual, description: `${description} [m]` }))
const AreaCoordinate = (description: string) =>
  Type.Number({ ...within(PLAN_BOUNDS.areaCoordinateM), description: `${description} [m]` })
const AreaSide = (description: string) =>
  Type.Number({ ...within(PLAN_BOUNDS.areaSideM), description: `${description} [m]` })

const KeepFree = Strict(
  {
    xM: AreaCoordinate("Left side, along the eaves"),
    yM: AreaCoordinate("Lower side, from the eaves to the ridge"),
    widthM: AreaSide("Along the eaves"),
    heightM: AreaSide("Up the roof"),
  },
  { description: "Rectangle along the eaves, in the coordinates of the corners; it may be across the outline" },
)

/** Outline of a roof, with the size of its panels. */
export const Plan = Strict(
  {
    corners: Type.Array(Strict({ xM: Coordinate("Along the eaves"), yM: Coordinate("From the eaves to the ridge") }), {
      ...{ minItems: 3, maxItems: MAX_CORNERS },
      description: "In order, in the plane of the roof",
    }),
    panelLongM: PanelSide("Long side of a panel", PANEL.longM),
    panelShortM: PanelSide("Short side of a panel", PANEL.shortM),
    marginM: Type.Optional(
      Type.Number({ ...within(PLAN_BOUNDS.marginM), default: BORDER_M, description: "Free border [m]" }),
    ),
    keepFree: Type.Optional(
      Type.Array(KeepFree, {
        maxItems: MOST_AREAS,
        description: "Areas without panels, such as roof windows and chimneys; the free border is around them too",
      }),
    ),
    orientation: Type.Optional(StringEnum(ORIENTATIONS, { description: "Default: with most panels" })),
  },
  { description: "Outline, on which panels are laid out in rows" },
)
