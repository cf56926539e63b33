import { useSettings } from "../lib/settings.tsx"
import { RemoveButton } from "../organization/RemoveButton.tsx"
import { useAppText } from "../text/appText.ts"
import { useNamed } from "../text/names.ts"
import { Name } from "../ui/Name.tsx"
import { CheckAnswer } from "./questions/answers.tsx"

interface PartHeadProps {
  /** A layer of a profile, or a building or asset of a hub or plaza. */
  part: { name: string; annualKwh: number; peakKw: number; enabled: boolean }
  onEnabled(enabled: boolean): unknown
  onRemove(): Promise<unknown>
  onRemoved(): unknown
}

/** Name and figures of a part of a profile, with a switch that enables it and a button that deletes it. */
export const PartHead = ({ part, onEnabled, onRemove, onRemoved }: PartHeadProps) => {
  const { studio } = useAppText()
  const { format } = useSettings()
  const name = useNamed()(part.name)
  return (
    <div className="row spread">
      <div>
        <h3>
          <Name>{name}</Name>
        </h3>
        <p className="small muted">{studio.figures(format.kwh(part.annualKwh), format.kw(part.peakKw))}</p>
      </div>
      <div className="row">
        <CheckAnswer label={studio.enabled} value={part.enabled} onAnswer={onEnabled} />
        <RemoveButton name={name} onRemove={onRemove} onDone={onRemoved} />
      </div>
    </div>
  )
}
