import { isolated } from "../lib/format.ts"
import { useSettings } from "../lib/settings.tsx"
import { roofName } from "../report/roofName.ts"
import { Labelled } from "../ui/Field.tsx"
import { useLiveText } from "./liveText.ts"
import type { Ranges } from "./ranges.ts"
import type { Sizes } from "./variant.ts"

const BATTERY_STEPS = 100
/** Range of the growth of prices [fraction per year]; an organization's own value may lie outside. */
const GROWTH = { min: -0.05, max: 0.1, step: 0.001 }

interface SlidersProps {
  sizes: Sizes
  ranges: Ranges
  /** Names of the candidate roofs. */
  roofs: readonly string[]
  isLocked(name: keyof Sizes): boolean
  /** Folds the sliders of prices and period if there are sizes. */
  isForCustomer: boolean
  /** Called when the pointer or the focus reaches a slider. */
  onTouch(): void
  onMove(moved: Partial<Sizes>): void
}

interface SliderProps extends Pick<SlidersProps, "isLocked" | "onTouch"> {
  name: keyof Sizes
  label: string
  value: number
  max: number
  min?: number
  step?: number
  shown: string
  onChange(value: number): void
}

const Slider = (props: SliderProps) => {
  const { name, label, value, max, min = 0, step = 1, shown, isLocked, onTouch, onChange } = props
  const text = useLiveText()
  return (
    <Labelled label={label} hint={isLocked(name) ? text.locked : shown}>
      {attributes => (
        <input
          type="range"
          {...attributes}
          {...{ min, max, step, value }}
          disabled={isLocked(name)}
          aria-valuetext={shown}
          onPointerDown={onTouch}
          onFocus={onTouch}
          onChange={event => onChange(Number(event.target.value))}
        />
      )}
    </Labelled>
  )
}

/** Sliders of each roof and of the battery, which stops at products if the scan has any. */
const SizeSliders = ({ sizes, ranges, roofs, onMove, ...common }: SlidersProps) => {
  const text = useLiveText()
  const { format, text: page } = useSettings()
  const { batteryKwh: mostKwh, capacities } = ranges
  const battery = {
    ...({ name: "batteryKwh", label: text.battery } as const),
    shown: text.of(format.kwh(sizes.batteryKwh), format.kwh(capacities?.at(-1) ?? mostKwh)),
  }
  return (
    <div className="trial-sliders">
      {roofs.map((roof, index) => (
        <Slider
          // biome-ignore lint/suspicious/noArrayIndexKey: roofs keep their order and may share a name
          key={index}
          {...common}
          name="panels"
          label={text.panels(isolated(roofName(roof, page.report.system.roof)))}
          value={sizes.panels[index]!}
          max={ranges.panels[index]!}
          shown={text.of(format.number(sizes.panels[index], 0), format.number(ranges.panels[index], 0))}
          onChange={count => onMove({ panels: sizes.panels.with(index, count) })}
        />
      ))}
      {mostKwh === 0 ? null : capacities ? (
        <Slider
          {...common}
          {...battery}
          value={capacities.indexOf(sizes.batteryKwh)}
          max={capacities.length - 1}
          onChange={stop => onMove({ batteryKwh: capacities[stop]! })}
        />
      ) : (
        <Slider
          {...common}
          {...battery}
          value={sizes.batteryKwh}
          max={mostKwh}
          step={mostKwh / BATTERY_STEPS}
          onChange={batteryKwh => onMove({ batteryKwh })}
        />
      )}
    </div>
  )
}

/** Sliders of a flat price, of the period, and of the growth of prices if all parts grow alike. */
const PriceSliders = ({ sizes: { priceEurPerKwh: price, years, growth }, ranges, onMove, ...common }: SlidersProps) => {
  const text = useLiveText()
  const { format } = useSettings()
  return (
    <div className="trial-sliders">
      {price === undefined ? null : (
        <Slider
          {...common}
          name="priceEurPerKwh"
          label={text.price}
          value={price}
          {...ranges.price}
          step={0.01}
          shown={format.eurPerKwh(price)}
          onChange={priceEurPerKwh => onMove({ priceEurPerKwh })}
        />
      )}
      <Slider
        {...common}
        name="years"
        label={text.years}
        value={years}
        min={10}
        max={30}
        shown={format.years(years, 0)}
        onChange={next => onMove({ years: next })}
      />
      {growth === undefined ? null : (
        <Slider
          {...common}
          name="growth"
          label={text.growth}
          value={growth}
          min={Math.min(GROWTH.min, growth)}
          max={Math.max(GROWTH.max, growth)}
          step={GROWTH.step}
          shown={text.perYear(format.percent(growth, 1))}
          onChange={next => onMove({ growth: next })}
        />
      )}
    </div>
  )
}

/** Sliders of sizes, prices and period. */
export const Sliders = (props: SlidersProps) => {
  const text = useLiveText()
  const hasSizes = props.roofs.length > 0 || props.ranges.batteryKwh > 0
  return (
    <>
      {hasSizes ? <SizeSliders {...props} /> : null}
      {hasSizes && props.isForCustomer ? (
        <details>
          <summary>{text.more}</summary>
          <PriceSliders {...props} />
        </details>
      ) : (
        <PriceSliders {...props} />
      )}
    </>
  )
}
