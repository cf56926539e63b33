import type { AdjustableStep } from "../../../domain/request/adjustableSteps.ts"
import { mostPanels } from "../../../domain/request/mostPanels.ts"
import type { FilledRequest } from "../../../domain/request/request.ts"
import { isolated } from "../lib/format.ts"
import { useSettings } from "../lib/settings.tsx"
import { roofName } from "../report/roofName.ts"
import { Labelled } from "../ui/Field.tsx"
import { useLiveText } from "./liveText.ts"
import { priceRange, type Sizes } from "./variant.ts"

const BATTERY_STEPS = 100
/** Range of the growth of prices [fraction per year]; an organization's own value may lie outside. */
const GROWTH = { min: -0.05, max: 0.1, step: 0.001 }

interface SliderProps {
  label: string
  value: number
  max: number
  min?: number
  step?: number
  shown: string
  isLocked: boolean
  onChange(value: number): void
}

const Slider = ({ label, value, max, min = 0, step = 1, shown, isLocked, onChange }: SliderProps) => {
  const text = useLiveText()
  return (
    <Labelled label={label} hint={isLocked ? text.locked : shown}>
      {attributes => (
        <input
          type="range"
          {...attributes}
          {...{ min, max, step, value }}
          disabled={isLocked}
          aria-valuetext={shown}
          onChange={event => onChange(Number(event.target.value))}
        />
      )}
    </Labelled>
  )
}

interface SlidersProps {
  sizes: Sizes
  input: FilledRequest
  steps: readonly AdjustableStep[]
  onChange(sizes: Sizes): void
}

/**
 * Sliders for each roof, the battery, the period, and the price of a flat tariff. The growth of prices has a slider if
 * all parts grow alike.
 */
export const Sliders = ({ sizes, input, steps, onChange }: SlidersProps) => {
  const text = useLiveText()
  const { format, text: page } = useSettings()
  const isLocked = (step: AdjustableStep) => !steps.includes(step)
  const { electricBattery: battery } = input
  return (
    <div className="stack">
      {input.newPv.map((pv, roof) => (
        <Slider
          // biome-ignore lint/suspicious/noArrayIndexKey: roofs keep their order and may share a name
          key={roof}
          label={text.panels(isolated(roofName(pv.name, page.report.system.roof)))}
          value={sizes.panels[roof]!}
          max={mostPanels(pv)}
          shown={text.of(format.number(sizes.panels[roof], 0), format.number(mostPanels(pv), 0))}
          isLocked={isLocked("new-pv")}
          onChange={count => onChange({ ...sizes, panels: sizes.panels.with(roof, count) })}
        />
      ))}
      {battery ? (
        <Slider
          label={text.battery}
          value={sizes.batteryKwh}
          max={battery.capacityKwh}
          step={battery.capacityKwh / BATTERY_STEPS}
          shown={text.of(format.kwh(sizes.batteryKwh), format.kwh(battery.capacityKwh))}
          isLocked={isLocked("battery")}
          onChange={batteryKwh => onChange({ ...sizes, batteryKwh })}
        />
      ) : null}
      {sizes.priceEurPerKwh === undefined ? null : (
        <Slider
          label={text.price}
          value={sizes.priceEurPerKwh}
          {...priceRange(input)}
          step={0.01}
          shown={format.eurPerKwh(sizes.priceEurPerKwh)}
          isLocked={isLocked("tariff")}
          onChange={priceEurPerKwh => onChange({ ...sizes, priceEurPerKwh })}
        />
      )}
      <Slider
        label={text.years}
        value={sizes.years}
        min={10}
        max={30}
        shown={format.years(sizes.years, 0)}
        isLocked={isLocked("financial")}
        onChange={years => onChange({ ...sizes, years })}
      />
      {sizes.growth === undefined ? null : (
        <Slider
          label={text.growth}
          value={sizes.growth}
          min={Math.min(GROWTH.min, sizes.growth)}
          max={Math.max(GROWTH.max, sizes.growth)}
          step={GROWTH.step}
          shown={text.perYear(format.percent(sizes.growth, 1))}
          isLocked={isLocked("financial")}
          onChange={growth => onChange({ ...sizes, growth })}
        />
      )}
    </div>
  )
}
