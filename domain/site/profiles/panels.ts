/** Panels of one surface of a profile. */
export interface PanelSurface {
  /** Name of their layer or asset. */
  part: string
  powerWatts: number
  tiltDeg: number
  azimuthDeg: number
}

/** Panels that a profile counts. */
export interface ProfilePanels {
  /** The first 200. */
  surfaces: readonly PanelSurface[]
  /** Name of a meter file that measured feed-in: the panels of the site are behind its meter. Null without. */
  meter: string | null
}

/** Most surfaces of a profile that are compared with panels of a scan. */
const MAX_SURFACES = 200

/** Panels of several profiles together. */
export const joinedPanels = (all: readonly ProfilePanels[]): ProfilePanels => ({
  surfaces: all.flatMap(({ surfaces }) => surfaces).slice(0, MAX_SURFACES),
  meter: all.find(({ meter }) => meter !== null)?.meter ?? null,
})
