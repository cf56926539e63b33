import { useAppText } from "../text/appText.ts"
import { NumberField } from "./NumberField.tsx"
import type { Layer, LayerChange } from "./profile.ts"

interface LayerFieldsProps {
  layer: Layer
  onChange(change: LayerChange): Promise<Error | undefined>
}

/** The panels of a solar layer with one surface; layers with several stay unchanged. */
const SolarFields = ({ layer, onChange }: LayerFieldsProps) => {
  const { studio } = useAppText()
  const { panelCount, panelPowerWatts, tilt, azimuth, losses } = layer.solarConfig ?? {}
  const fields = [
    ["panelCount", studio.panels, "", panelCount],
    ["panelPowerWatts", studio.watts, "W", panelPowerWatts],
    ["tilt", studio.tilt, "°", tilt],
    ["azimuth", studio.azimuth, "°", azimuth],
    ["losses", studio.losses, "%", losses],
  ] as const
  return fields.map(([name, label, hint, value]) =>
    typeof value === "number" ? (
      <NumberField
        key={name}
        label={label}
        hint={hint}
        value={value}
        onNumber={number => onChange({ solarConfig: { [name]: number } })}
      />
    ) : null,
  )
}

/** The numbers of a layer: its peak, or its panels. */
export const LayerFields = ({ layer, onChange }: LayerFieldsProps) => {
  const { studio } = useAppText()
  if (layer.heatConfig || layer.evConfig) return null
  return (
    <div className="fields">
      {layer.solarConfig ? (
        <SolarFields layer={layer} onChange={onChange} />
      ) : (
        <NumberField label={studio.max} hint="kW" value={layer.maxKw} onNumber={maxKw => onChange({ maxKw })} />
      )}
    </div>
  )
}
