import { HourShape } from "./HourShape.tsx"
import type { Layer, LayerChange } from "./profile.ts"
import { useQuestionText } from "./questionText.ts"
import { ScheduleMatrix } from "./ScheduleMatrix.tsx"

/** Hours of the day and days of the year of a layer, folded away: most people answer questions. */
export const Advanced = ({ layer, onChange }: { layer: Layer; onChange(change: LayerChange): unknown }) => {
  const { advanced, answered, draw } = useQuestionText()
  if (layer.schedule === null) return null
  const isAnswered = layer.evConfig !== null || layer.heatConfig !== null
  const byHand = layer.evConfig ? { evConfig: null } : { heatConfig: null }
  return (
    <details className="advanced">
      <summary>{advanced}</summary>
      <div className="stack">
        {isAnswered ? (
          <p className="row">
            <span className="small muted">{answered}</span>
            <button type="button" onClick={() => onChange(byHand)}>
              {draw}
            </button>
          </p>
        ) : null}
        {layer.hourlyKw && !isAnswered ? (
          <HourShape hourlyKw={layer.hourlyKw} maxKw={layer.maxKw} onChange={hourlyKw => onChange({ hourlyKw })} />
        ) : null}
        <ScheduleMatrix schedule={layer.schedule} onChange={schedule => onChange({ schedule })} />
      </div>
    </details>
  )
}
