import type { Base } from "./base.ts"
import { totalOf } from "./hours.ts"
import type { Part } from "./parts.ts"
import { type Place, surfacesOf } from "./solarConfig.ts"
import type { Source } from "./sources.ts"
import type { ProfileState } from "./state.ts"

/** Panels of one surface of a profile. */
export interface PanelSurface {
  /** Name of the layer or asset that they are of. */
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

/** Surfaces that are compared with panels of a scan. */
const MAX_SURFACES = 200

/** Panels of several profiles together. */
export const joinedPanels = (all: readonly ProfilePanels[]): ProfilePanels => ({
  surfaces: all.flatMap(({ surfaces }) => surfaces).slice(0, MAX_SURFACES),
  meter: all.find(({ meter }) => meter !== null)?.meter ?? null,
})

/** Panels of the enabled parts of a profile, with those of profiles that were merged into its base. */
export const panelsOf = ({ base, layers, sources, assets }: ProfileState, place: Place): ProfilePanels => {
  const parts = [
    ...layers.map(({ definition }) => definition),
    ...assets.map(({ definition }) => ({
      ...definition,
      solarConfig: definition.assetType === "pv" ? definition.config : null,
    })),
  ]
  const surfaces = parts.flatMap(({ name, enabled, solarConfig }) =>
    enabled && solarConfig
      ? surfacesOf(solarConfig, place).map(({ panelCount, panelPowerWatts, tilt, azimuth }) => ({
          part: name,
          powerWatts: panelCount * panelPowerWatts,
          tiltDeg: tilt,
          azimuthDeg: azimuth,
        }))
      : [],
  )
  const metered: Part<Base | Source>[] = sources.filter(
    ({ definition, hours }) => definition.enabled && totalOf(hours.exported ?? []) > 0,
  )
  const [meter] = [...(base?.definition.hasUnexplainedExport ? [base] : []), ...metered]
  const own = { surfaces, meter: meter?.definition.name ?? null }
  return joinedPanels([own, ...(base?.definition.panels ? [base.definition.panels] : [])])
}
