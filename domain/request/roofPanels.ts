import { laidOut, moduleCount, type PlacedModule, type RoofPlan } from "../site/roofLayout.ts"
import type { Obstacle } from "../site/solar/shadeSchema.ts"

/** Panel of a roof without panelPowerWatts: a usual module of 108 half cells. */
export const PANEL = { watts: 430, longM: 1.722, shortM: 1.134 } as const
/** Free border of a roof on each side [m]. */
export const BORDER_M = 0.3
/** Least and largest coordinate, panel side and border of a plan [m]: they bound the work of its layout. */
export const PLAN_BOUNDS = {
  coordinateM: [0, 200],
  panelM: [0.5, 5],
  marginM: [0, 5],
  // An area may be across an edge of the outline.
  areaCoordinateM: [-200, 200],
  areaSideM: [0.05, 200],
} as const
/** Most keep-free areas of a plan. */
export const MOST_AREAS = 20

/** Drawn outline of a roof, with its modules. */
export type DrawnPlan = Pick<RoofPlan, "corners" | "orientation" | "keepFree"> & {
  panelLongM?: number
  panelShortM?: number
  marginM?: number
}

/** Roof of a site. */
export interface SiteRoof {
  name?: string
  azimuth?: number
  tilt?: number
  widthM?: number
  lengthM?: number
  maxPanelCount?: number
  panelPowerWatts?: number
  obstacles?: readonly Obstacle[]
  plan?: DrawnPlan
}

const filled = ({ panelLongM, panelShortM, marginM, ...drawn }: DrawnPlan): RoofPlan => ({
  ...drawn,
  longM: panelLongM ?? PANEL.longM,
  shortM: panelShortM ?? PANEL.shortM,
  marginM: marginM ?? BORDER_M,
})

/** Modules on a drawn roof. */
export const modulesOf = (plan: DrawnPlan): PlacedModule[] => laidOut(filled(plan))

/** Number of modules on a drawn roof. */
export const panelsOf = (plan: DrawnPlan): number => moduleCount(filled(plan))

/** True if a roof says its number of panels, or what gives it. */
export const givesPanels = ({ maxPanelCount, plan, widthM, lengthM }: SiteRoof): boolean =>
  maxPanelCount !== undefined || plan !== undefined || (widthM !== undefined && lengthM !== undefined)

/** Panels of a roof; undefined without a number, a plan and both sizes. */
export const fittingPanels = ({ maxPanelCount, plan, widthM, lengthM }: SiteRoof): number | undefined => {
  if (maxPanelCount !== undefined) return maxPanelCount
  if (plan) return panelsOf(plan)
  if (widthM === undefined || lengthM === undefined) return undefined
  const [width, length] = [widthM - 2 * BORDER_M, lengthM - 2 * BORDER_M]
  const inRows = (across: number, along: number) => Math.max(0, Math.floor(width / across) * Math.floor(length / along))
  return Math.max(inRows(PANEL.shortM, PANEL.longM), inRows(PANEL.longM, PANEL.shortM))
}

/** Roofs of a site as `newPv` of a request; a roof too small for a panel is left out. */
export const newPvOf = (roofs: readonly SiteRoof[]) =>
  roofs.flatMap(({ name, azimuth, tilt, panelPowerWatts = PANEL.watts, obstacles, plan, ...roof }) => {
    const maxPanelCount = fittingPanels({ ...roof, ...(plan ? { plan } : {}) })
    if (!maxPanelCount) return []
    const angles = { orientationAngle: azimuth, tiltAngle: tilt }
    return [withoutOpen({ name, ...angles, maxPanelCount, panelPowerWatts, obstacles, plan })]
  })

/** Fields that have a value. */
export const withoutOpen = (fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
