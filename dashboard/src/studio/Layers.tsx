import type { Body } from "../../../client/index.ts"
import { useSession } from "../app/session.tsx"
import { useAction } from "../lib/action.ts"
import { useAppText } from "../text/appText.ts"
import { useNamed } from "../text/names.ts"
import { Problem } from "../ui/Problem.tsx"
import { Advanced } from "./Advanced.tsx"
import { LayerFields } from "./LayerFields.tsx"
import { PartHead } from "./PartHead.tsx"
import type { Layer, LayerChange, PartProps, Profile } from "./profile.ts"

/** Initial panels of a new solar layer. */
const FIRST_SOLAR = { panelCount: 8, panelPowerWatts: 430, tilt: 35, azimuth: 180 }

type PresetId = Body<"POST /v1/studio-profiles/{id}/layers">["presetId"]

interface LayerProps {
  profile: Profile
  layer: Layer
  onChange(): Promise<void>
}

const LayerCard = ({ profile, layer, onChange }: LayerProps) => {
  const { ask } = useSession()
  const params = { id: profile.id, layerId: layer.id }
  const change = useAction(async (body: LayerChange) => {
    await ask("PATCH /v1/studio-profiles/{id}/layers/{layerId}", { params, body })
    await onChange()
  })
  return (
    <article className="card stack" aria-busy={change.isBusy}>
      <PartHead
        part={layer}
        onEnabled={enabled => change.run({ enabled })}
        onRemove={() => ask("DELETE /v1/studio-profiles/{id}/layers/{layerId}", { params })}
        onRemoved={onChange}
      />
      <Problem message={change.message} />
      <LayerFields layer={layer} onChange={change.run} />
      <Advanced layer={layer} onChange={change.run} />
    </article>
  )
}

/** Layers over the base: cars, heat pumps, pools, panels, or any custom shape. */
export const Layers = ({ profile, presets, onChange }: PartProps) => {
  const { ask } = useSession()
  const { studio } = useAppText()
  const nameOf = useNamed()
  const add = useAction(async (presetId: PresetId) => {
    const body = { presetId, ...(presetId === "solar" ? { solarConfig: FIRST_SOLAR } : {}) }
    await ask("POST /v1/studio-profiles/{id}/layers", { params: { id: profile.id }, body })
    await onChange()
  })
  return (
    <section className="stack">
      <h2>{studio.layers}</h2>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame */}
      <div className="row" role="group" aria-label={studio.addLayer}>
        {presets.layerPresets.map(({ id, name }) => (
          <button type="button" key={id} disabled={add.isBusy} onClick={() => add.run(id as PresetId)}>
            + {nameOf(name)}
          </button>
        ))}
      </div>
      <Problem message={add.message} />
      {profile.layers.map(layer => (
        <LayerCard key={layer.id} profile={profile} layer={layer} onChange={onChange} />
      ))}
    </section>
  )
}
