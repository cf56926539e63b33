import { useState } from "react"
import { useSettings } from "../lib/settings.tsx"
import { useAppText } from "../text/appText.ts"
import { useAnswer } from "./questions/answers.tsx"

const STEPS = 40

interface HourShapeProps {
  /** 24 values [kW]. */
  hourlyKw: readonly number[]
  maxKw: number
  /** Resolves once the service's state is reloaded. */
  onChange(hourlyKw: number[]): unknown
}

/** The shape of an active day as 24 upright sliders; sent on release. */
export const HourShape = ({ hourlyKw, maxKw, onChange }: HourShapeProps) => {
  const { studio } = useAppText()
  const { format } = useSettings()
  const [answerKw, give] = useAnswer(hourlyKw, shape => onChange([...shape]))
  const [moved, setMoved] = useState<readonly number[]>()
  const shape = moved ?? answerKw
  const send = () => {
    setMoved(undefined)
    if (moved?.some((kw, hour) => kw !== answerKw[hour])) give(moved)
  }
  return (
    <fieldset className="shape">
      <legend>{studio.shape}</legend>
      <div className="sliders">
        {shape.map((kw, hour) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an hour is its place
          <label key={hour}>
            <span className="hidden">{studio.shapeHour(`${hour}:00`)}</span>
            <input
              type="range"
              min={0}
              max={maxKw}
              step={maxKw / STEPS}
              value={kw}
              aria-valuetext={format.kw(kw)}
              onChange={event => setMoved(shape.with(hour, Number(event.target.value)))}
              onPointerUp={send}
              onKeyUp={send}
              onBlur={send}
            />
            <span aria-hidden="true">{hour}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
