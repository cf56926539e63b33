import { Type } from "@sinclair/typebox"
import { Strict, StringEnum } from "../base/validation/schema.ts"
import { ORIENTATIONS } from "../site/roofLayout.ts"
import { BORDER_M, PANEL, PLAN_BOUNDS } from "./roofPanels.ts"

const MAX_CORNERS = 40

const within = ([minimum, maximum]: readonly [number, number]) => ({ minimum, maximum })
const Coordinate = (description: string) =>
  Type.Number({ ...within(PLAN_BOUNDS.coordinateM), description: `${description} [m]` })
const PanelSide = (description: string, usual: number) =>
  Type.Optional(Type.Number({ ...within(PLAN_BOUNDS.panelM), default: usual, description: `${description} [m]` }))

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
    orientation: Type.Optional(StringEnum(ORIENTATIONS, { description: "Default: with most panels" })),
  },
  { description: "Outline, on which panels are laid out in rows" },
)
