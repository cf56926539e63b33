import type { Body } from "../../../../client/index.ts"
import { useSession } from "../../app/session.tsx"
import { useAction } from "../../lib/action.ts"
import type { Layer, LayerChange, PartProps } from "../profile.ts"

type NewLayer = Body<"POST /v1/studio-profiles/{id}/layers">
/** A change of a layer, or a function that derives it from the layer at the time the change runs. */
export type LayerAnswer = LayerChange | ((layer: Layer) => LayerChange)
export type QuestionProps = Omit<PartProps, "presets">

/** The layer of a preset that the questions are about: the first answered layer, with its actions. */
export const useLayerAnswers = ({ profile, onChange }: QuestionProps, first: NewLayer) => {
  const { ask } = useSession()
  const layers = profile.layers.filter(({ presetId }) => presetId === first.presetId)
  const layer: Layer | undefined = layers.find(({ evConfig, heatConfig }) => evConfig || heatConfig) ?? layers[0]
  const { run, isBusy, message } = useAction(async (...changes: LayerAnswer[]) => {
    const params = { id: profile.id }
    try {
      if (!layer) {
        await ask("POST /v1/studio-profiles/{id}/layers", { params, body: first })
        return
      }
      const bodies = changes.map(change => (typeof change === "function" ? change(layer) : change))
      for (const body of bodies)
        await ask("PATCH /v1/studio-profiles/{id}/layers/{layerId}", {
          params: { ...params, layerId: layer.id },
          body,
        })
    } finally {
      await onChange()
    }
  })
  return { layer, isOn: layer?.enabled ?? false, change: run, isBusy, message }
}
