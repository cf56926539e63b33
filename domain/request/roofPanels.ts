import { laidOut, type PlacedModule, type RoofPlan } from "../site/roofLayout.ts"
import type { Obstacle } from "../site/solar/shadeSchema.ts"

/** Panel of a roof without panelPowerWatts: a usual module of 108 half cells. */
export const PANEL = { watts: 430, longM: 1.722, shortM: 1.134 } as const
/** Free border of a roof on each side [m]. */
export const BORDER_M = 0.3

/** Drawn outline of a roof, with its modules. */
export type DrawnPlan = Pick<RoofPlan, "corners" | "orientation"> & {
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

/** Modules on a drawn roof. */
export const modulesOf = ({ panelLongM, panelShortM, marginM, ...drawn }: DrawnPlan): PlacedModule[] =>
  laidOut({
    ...drawn,
    longM: panelLongM ?? PANEL.longM,
    shortM: panelShortM ?? PANEL.shortM,
    marginM: marginM ?? BORDER_M,
  })

/** Panels of a roof; undefined without a number, a plan and both sizes. */
export const fittingPanels = ({ maxPanelCount, plan, widthM, lengthM }: SiteRoof): number | undefined => {
  if (maxPanelCount !== undefined) return maxPanelCount
  if (plan) return modulesOf(plan).length
  if (widthM === undefined || lengthM === undefined) return undefined
  const [width, length] = [widthM - 2 * BORDER_M, lengthM - 2 * BORDER_M]
  const inRows = (across: number, along: number) => Math.max(0, Math.floor(width / across) * Math.floor(length / along))
  return Math.max(inRows(PANEL.shortM, PANEL.longM), inRows(PANEL.longM, PANEL.shortM))
}

/** Roofs of a site as `newPv` of a request; a roof too small for a panel is left out. */
export const newPvOf = (roofs: readonly SiteRoof[]) =>
  roofs.flatMap(({ name, azimuth, tilt, panelPowerWatts = PANEL.watts, obstacles, ...roof }) => {
    const maxPanelCount = fittingPanels(roof)
    if (!maxPanelCount) return []
    const angles = { orientationAngle: azimuth, tiltAngle: tilt }
    return [withoutOpen({ name, ...angles, maxPanelCount, panelPowerWatts, obstacles })]
  })

/** Fields that have a value. */
export const withoutOpen = (fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
