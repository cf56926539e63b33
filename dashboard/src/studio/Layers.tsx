import type { Body } from "../../../client/index.ts"
import { useSession } from "../app/session.tsx"
import { useAction } from "../lib/action.ts"
import { useSettings } from "../lib/settings.tsx"
import { RemoveButton } from "../organization/RemoveButton.tsx"
import { useAppText } from "../text/appText.ts"
import { useNamed } from "../text/names.ts"
import { Check } from "../ui/Field.tsx"
import { Name } from "../ui/Name.tsx"
import { Problem } from "../ui/Problem.tsx"
import { Advanced } from "./Advanced.tsx"
import { LayerFields } from "./LayerFields.tsx"
import type { Layer, LayerChange, PartProps, Profile } from "./profile.ts"

/** Panels that a new solar layer begins with. */
const FIRST_SOLAR = { panelCount: 8, panelPowerWatts: 430, tilt: 35, azimuth: 180 }

type PresetId = Body<"POST /v1/studio-profiles/{id}/layers">["presetId"]

interface LayerProps {
  profile: Profile
  layer: Layer
  onChange(): void
}

const LayerCard = ({ profile, layer, onChange }: LayerProps) => {
  const { ask } = useSession()
  const { studio } = useAppText()
  const { format } = useSettings()
  const nameOf = useNamed()
  const params = { id: profile.id, layerId: layer.id }
  const change = useAction(async (body: LayerChange) => {
    await ask("PATCH /v1/studio-profiles/{id}/layers/{layerId}", { params, body })
    onChange()
  })
  return (
    <article className="card stack" aria-busy={change.isBusy}>
      <div className="row spread">
        <div>
          <h3>
            <Name>{nameOf(layer.name)}</Name>
          </h3>
          <p className="small muted">{`${format.kwh(layer.annualKwh)} · ${format.kw(layer.peakKw)}`}</p>
        </div>
        <div className="row">
          <Check
            label={studio.enabled}
            checked={layer.enabled}
            onChange={event => change.run({ enabled: event.target.checked })}
          />
          <RemoveButton
            name={nameOf(layer.name)}
            onRemove={() => ask("DELETE /v1/studio-profiles/{id}/layers/{layerId}", { params })}
            onDone={onChange}
          />
        </div>
      </div>
      <Problem message={change.message} />
      <LayerFields layer={layer} onChange={change.run} />
      <Advanced layer={layer} onChange={change.run} />
    </article>
  )
}

/** What lies over the base: cars, heat pumps, pools, panels, anything with a shape. */
export const Layers = ({ profile, presets, onChange }: PartProps) => {
  const { ask } = useSession()
  const { studio } = useAppText()
  const nameOf = useNamed()
  const add = useAction(async (presetId: PresetId) => {
    const body = { presetId, ...(presetId === "solar" ? { solarConfig: FIRST_SOLAR } : {}) }
    await ask("POST /v1/studio-profiles/{id}/layers", { params: { id: profile.id }, body })
    onChange()
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
