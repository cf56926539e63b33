import type { Base } from "./base.ts"
import { totalOf } from "./hours.ts"
import { joinedPanels, type ProfilePanels } from "./panels.ts"
import type { Part } from "./parts.ts"
import { type Place, surfacesOf } from "./solarConfig.ts"
import type { Source } from "./sources.ts"
import type { ProfileState } from "./state.ts"

/** Panels of the enabled parts of a profile and of the profiles merged into its base. */
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
  const profilePanels = { surfaces, meter: meter?.definition.name ?? null }
  return joinedPanels([profilePanels, ...(base?.definition.panels ? [base.definition.panels] : [])])
}
