import { useSettings } from "../lib/settings.tsx"
import { useAppText } from "../text/appText.ts"
import { Field } from "../ui/Field.tsx"
import type { Layer, LayerChange } from "./profile.ts"

interface LayerFieldsProps {
  layer: Layer
  onChange(change: LayerChange): void
}

interface NumberProps {
  label: string
  hint: string
  value: number
  onNumber(value: number): void
}

/** A number that is sent when it is left, or with Enter. */
const NumberField = ({ label, hint, value, onNumber }: NumberProps) => {
  const { format } = useSettings()
  const send = (text: string) => {
    const number = Number(text.replace(",", "."))
    if (text.trim() !== "" && number !== value) onNumber(number)
  }
  return (
    <Field
      key={value}
      label={label}
      hint={hint}
      inputMode="decimal"
      defaultValue={format.typed(value)}
      onBlur={event => send(event.target.value)}
      onKeyDown={event => event.key === "Enter" && event.currentTarget.blur()}
    />
  )
}

/** The panels of a solar layer with one surface; those with several are kept as they are. */
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
